/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file elements.h
 * Which GStreamer elements exist, and which Debian packages have them. GStreamer must be
 * initialised; any thread.
 */
#ifndef OYSTER_ELEMENTS_H
#define OYSTER_ELEMENTS_H

#include <glib.h>

/** Whether GStreamer has an element and can load its plugin. */
gboolean element_exists(const char *name);

/** "GStreamer lacks NAME, NAME (Debian package PACKAGE), NAME (Debian package PACKAGE)", as static
 *  text, for the elements of two NULL-terminated lists that do not exist; NULL when all exist. */
const char *elements_problem(const char *const *names, const char *const *more_names);

#endif
