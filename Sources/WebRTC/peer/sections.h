/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sections.h
 * A session description as lines: what comes before the first `m=`, and one section for each.
 */
#ifndef OYSTER_SECTIONS_H
#define OYSTER_SECTIONS_H

#include <glib.h>

/** Beyond that a description is refused. */
enum { MOST_SECTIONS = 8, MOST_LINES = 1024, LONGEST_LINE = 1024 };

typedef struct section {
    /** `m=audio 9 UDP/TLS/RTP/SAVPF 96 97` in its words, the first being `audio`; NULL-terminated.
     *  NULL in the first section, that of the session. */
    char **media;
    /** Values of the `a=` lines. */
    GPtrArray *attributes;
} section;

typedef struct sections {
    /** The session first; `count` includes it. */
    section all[MOST_SECTIONS + 1];
    guint count;
} sections;

/** Reads a description; FALSE when it is none, and then nothing is to be cleared. */
gboolean sections_read(sections *self, const char *text);
void sections_clear(sections *self);

/** The value of the first attribute `name:value`, or "" of the flag `name`; NULL without. */
const char *section_value(const section *self, const char *name);

/** The same, with what the session says when the section says nothing. */
const char *sections_value(const sections *self, guint index, const char *name);

/** The words of a section's `m=` line behind the protocol; NULL-terminated. */
char **section_formats(const section *self);

/** Whether a word is in a section's `m=` line behind the protocol: a payload type, as a rule. */
gboolean section_has_format(const section *self, const char *format);

#endif
