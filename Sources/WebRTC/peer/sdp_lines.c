/* SPDX-License-Identifier: Apache-2.0 */
#include "sdp_lines.h"

#include <string.h>

/** `audio 9 UDP/TLS/RTP/SAVPF` and at least one format. */
enum { MIN_MEDIA_WORDS = 4, FIRST_FORMAT = 3 };

static gboolean is_printable(const char *line) {
    for (; *line != '\0'; line++)
        if (*line < ' ' || *line > '~')
            return FALSE;
    return TRUE;
}

static gboolean begin_section(OysterSdp *self, const char *media) {
    if (self->count > MAX_SDP_SECTIONS)
        return FALSE;
    OysterSdpSection *next = &self->all[self->count++];
    next->attributes = g_ptr_array_new_with_free_func(g_free);
    next->media = media == NULL ? NULL : g_strsplit(media, " ", -1);
    return media == NULL || g_strv_length(next->media) >= MIN_MEDIA_WORDS;
}

static gboolean read_line(OysterSdp *self, const char *line) {
    if (strlen(line) > MAX_SDP_LINE_LENGTH || !is_printable(line))
        return FALSE;
    if (g_str_has_prefix(line, "m="))
        return begin_section(self, line + 2);
    if (g_str_has_prefix(line, "a="))
        g_ptr_array_add(self->all[self->count - 1].attributes, g_strdup(line + 2));
    return line[0] == '\0' || line[1] == '=';
}

gboolean sdp_read(OysterSdp *self, const char *text) {
    *self = (OysterSdp){0};
    begin_section(self, NULL);
    char **lines = g_strsplit(text, "\n", MAX_SDP_LINES + 1);
    gboolean is_good = g_str_has_prefix(text, "v=0") && g_strv_length(lines) <= MAX_SDP_LINES;
    for (char **line = lines; is_good && *line != NULL; line++) {
        g_strchomp(*line);
        is_good = read_line(self, *line);
    }
    g_strfreev(lines);
    if (!is_good)
        sdp_clear(self);
    return is_good;
}

void sdp_clear(OysterSdp *self) {
    for (guint index = 0; index < self->count; index++) {
        g_strfreev(self->all[index].media);
        g_ptr_array_unref(self->all[index].attributes);
    }
    self->count = 0;
}

const char *sdp_section_value(const OysterSdpSection *self, const char *name) {
    size_t length = strlen(name);
    for (guint index = 0; index < self->attributes->len; index++) {
        const char *attribute = g_ptr_array_index(self->attributes, index);
        if (strncmp(attribute, name, length) != 0)
            continue;
        if (attribute[length] == ':')
            return attribute + length + 1;
        if (attribute[length] == '\0')
            return attribute + length;
    }
    return NULL;
}

const char *sdp_value(const OysterSdp *self, guint index, const char *name) {
    const char *value = sdp_section_value(&self->all[index], name);
    return value != NULL ? value : sdp_section_value(&self->all[0], name);
}

char **sdp_section_formats(const OysterSdpSection *self) {
    return self->media + FIRST_FORMAT;
}

gboolean sdp_section_has_format(const OysterSdpSection *self, const char *format) {
    for (char **word = sdp_section_formats(self); *word != NULL; word++)
        if (strcmp(*word, format) == 0)
            return TRUE;
    return FALSE;
}
