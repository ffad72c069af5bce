/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sdp_lines.h
 * A session description as lines: what comes before the first `m=`, and one section for each.
 */
#ifndef OYSTER_SDP_LINES_H
#define OYSTER_SDP_LINES_H

#include <glib.h>

/** Beyond that a description is refused. */
enum { MAX_SDP_SECTIONS = 8, MAX_SDP_LINES = 1024, MAX_SDP_LINE_LENGTH = 1024 };

typedef struct OysterSdpSection {
    /** `m=audio 9 UDP/TLS/RTP/SAVPF 96 97` in its words, the first being `audio`; NULL-terminated.
     *  NULL in the first section, that of the session. */
    char **media;
    /** Values of the `a=` lines. */
    GPtrArray *attributes;
} OysterSdpSection;

typedef struct OysterSdp {
    /** The session first; `count` includes it. */
    OysterSdpSection all[MAX_SDP_SECTIONS + 1];
    guint count;
} OysterSdp;

/** Reads a description; FALSE when it is none, and then nothing is to be cleared. */
gboolean sdp_read(OysterSdp *self, const char *text);
void sdp_clear(OysterSdp *self);

/** The value of the first attribute `name:value`, or "" of the flag `name`; NULL without. */
const char *sdp_section_value(const OysterSdpSection *self, const char *name);

/** The same, with what the session says when the section says nothing. */
const char *sdp_value(const OysterSdp *self, guint index, const char *name);

/** The words of a section's `m=` line behind the protocol; NULL-terminated. */
char **sdp_section_formats(const OysterSdpSection *self);

/** Whether a word is in a section's `m=` line behind the protocol: a payload type, as a rule. */
gboolean sdp_section_has_format(const OysterSdpSection *self, const char *format);

#endif
