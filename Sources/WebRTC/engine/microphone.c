/* SPDX-License-Identifier: Apache-2.0 */
#include "microphone.h"

#include <glib.h>
#include <unistd.h>

static gboolean exists(const char *folder, const char *file) {
    char *path = g_build_filename(folder, file, NULL);
    gboolean is_there = access(path, R_OK) == 0;
    g_free(path);
    return is_there;
}

static gboolean has_sound_server(void) {
    const char *folder = g_get_user_runtime_dir();
    return g_getenv("PULSE_SERVER") != NULL || exists(folder, "pulse/native") ||
           exists(folder, "pipewire-0") || exists("/run/pulse", "native");
}

/** Capture devices are named pcmC0D0c. */
static gboolean has_capture_device(void) {
    GDir *folder = g_dir_open("/dev/snd", 0, NULL);
    if (folder == NULL)
        return FALSE;
    gboolean is_there = FALSE;
    for (const char *name = g_dir_read_name(folder); name != NULL && !is_there;
         name = g_dir_read_name(folder))
        is_there = g_str_has_prefix(name, "pcm") && g_str_has_suffix(name, "c");
    g_dir_close(folder);
    return is_there;
}

const char *microphone_find(void) {
    if (has_sound_server())
        return "autoaudiosrc";
    return has_capture_device() ? "alsasrc" : NULL;
}
