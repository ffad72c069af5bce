/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file elements.h
 * Which of GStreamer's elements exist, and which Debian package has them. After GStreamer was
 * initialised; any thread.
 */
#ifndef OYSTER_ELEMENTS_H
#define OYSTER_ELEMENTS_H

#include <glib.h>

/** Whether GStreamer has an element and can load its plugin. */
gboolean element_exists(const char *name);

/** "GStreamer lacks NAME, NAME (Debian package PACKAGE), NAME (Debian package PACKAGE)", as
 * constant text, for those elements of two NULL-terminated lists that do not exist; NULL when all
 * do. */
const char *elements_problem(const char *const *names, const char *const *more_names);

#endif
