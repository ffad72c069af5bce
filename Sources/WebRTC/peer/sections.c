/* SPDX-License-Identifier: Apache-2.0 */
#include "sections.h"

#include <string.h>

/** `audio 9 UDP/TLS/RTP/SAVPF` and at least one format. */
enum { LEAST_MEDIA_WORDS = 4, FIRST_FORMAT = 3 };

static gboolean is_printable(const char *line) {
    for (; *line != '\0'; line++)
        if (*line < ' ' || *line > '~')
            return FALSE;
    return TRUE;
}

static gboolean begin_section(sections *self, const char *media) {
    if (self->count > MOST_SECTIONS)
        return FALSE;
    section *next = &self->all[self->count++];
    next->attributes = g_ptr_array_new_with_free_func(g_free);
    next->media = media == NULL ? NULL : g_strsplit(media, " ", -1);
    return media == NULL || g_strv_length(next->media) >= LEAST_MEDIA_WORDS;
}

static gboolean read_line(sections *self, const char *line) {
    if (strlen(line) > LONGEST_LINE || !is_printable(line))
        return FALSE;
    if (g_str_has_prefix(line, "m="))
        return begin_section(self, line + 2);
    if (g_str_has_prefix(line, "a="))
        g_ptr_array_add(self->all[self->count - 1].attributes, g_strdup(line + 2));
    return line[0] == '\0' || line[1] == '=';
}

gboolean sections_read(sections *self, const char *text) {
    *self = (sections){0};
    begin_section(self, NULL);
    char **lines = g_strsplit(text, "\n", MOST_LINES + 1);
    gboolean is_good = g_str_has_prefix(text, "v=0") && g_strv_length(lines) <= MOST_LINES;
    for (char **line = lines; is_good && *line != NULL; line++) {
        g_strchomp(*line);
        is_good = read_line(self, *line);
    }
    g_strfreev(lines);
    if (!is_good)
        sections_clear(self);
    return is_good;
}

void sections_clear(sections *self) {
    for (guint index = 0; index < self->count; index++) {
        g_strfreev(self->all[index].media);
        g_ptr_array_unref(self->all[index].attributes);
    }
    self->count = 0;
}

const char *section_value(const section *self, const char *name) {
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

const char *sections_value(const sections *self, guint index, const char *name) {
    const char *value = section_value(&self->all[index], name);
    return value != NULL ? value : section_value(&self->all[0], name);
}

char **section_formats(const section *self) {
    return self->media + FIRST_FORMAT;
}

gboolean section_has_format(const section *self, const char *format) {
    for (char **word = section_formats(self); *word != NULL; word++)
        if (strcmp(*word, format) == 0)
            return TRUE;
    return FALSE;
}
