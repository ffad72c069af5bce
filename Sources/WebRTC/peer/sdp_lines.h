/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sdp_lines.h
 * SDP as lines: the session level, which ends with the first `m=` line, and one section for each
 * `m=` line.
 */
#ifndef OYSTER_SDP_LINES_H
#define OYSTER_SDP_LINES_H

#include <glib.h>

/** SDP beyond these limits is refused. */
enum { MAX_SDP_SECTIONS = 8, MAX_SDP_LINES = 1024, MAX_SDP_LINE_LENGTH = 1024 };

typedef struct OysterSdpSection {
    /** The words of `m=audio 9 UDP/TLS/RTP/SAVPF 96 97` from `audio` on; NULL-terminated. NULL for
     *  the session level. */
    char **media;
    /** The texts behind `a=`. */
    GPtrArray *attributes;
} OysterSdpSection;

typedef struct OysterSdp {
    /** The session level is the first one; `count` includes it. */
    OysterSdpSection all[MAX_SDP_SECTIONS + 1];
    guint count;
} OysterSdp;

/** Reads SDP; must be cleared after TRUE only. FALSE when the text is not SDP. */
gboolean sdp_read(OysterSdp *self, const char *text);
void sdp_clear(OysterSdp *self);

/** The value of the first attribute `name:value`; "" for the flag `name`; NULL without either. */
const char *sdp_section_value(const OysterSdpSection *self, const char *name);

/** The same; the session level counts when the section has no such attribute. */
const char *sdp_value(const OysterSdp *self, guint index, const char *name);

/** The formats of a section's `m=` line, which are payload types for media; NULL-terminated. */
char **sdp_section_formats(const OysterSdpSection *self);

gboolean sdp_section_has_format(const OysterSdpSection *self, const char *format);

#endif
