/* SPDX-License-Identifier: Apache-2.0 */
#include "audio_device.h"

#include <glob.h>
#include <unistd.h>

#include "../peer/elements.h"

/** Whether a server is likely to answer: each attempt at one that does not costs a thread, which
 *  GStreamer leaves running. */
static gboolean has_audio_server(void) {
    const char *folder = g_get_user_runtime_dir();
    char *pulse = g_build_filename(folder, "pulse", "native", NULL);
    char *pipewire = g_build_filename(folder, "pipewire-0", NULL);
    gboolean has = g_getenv("PULSE_SERVER") != NULL || g_getenv("PULSE_RUNTIME_PATH") != NULL ||
                   access(pulse, R_OK) == 0 || access(pipewire, R_OK) == 0 ||
                   access("/run/pulse/native", R_OK) == 0;
    g_free(pulse);
    g_free(pipewire);
    return has;
}

static gboolean exists(const char *pattern) {
    glob_t found;
    gboolean does = glob(pattern, GLOB_NOSORT, NULL, &found) == 0;
    globfree(&found);
    return does;
}

/** Opens a bin; `format` is its description with DEVICE in the place of the element. NULL when the
 *  element is missing or does not open. */
static GstElement *open_bin(const char *element, const char *format) {
    if (!element_exists(element))
        return NULL;
    char **parts = g_strsplit(format, "DEVICE", -1);
    char *description = g_strjoinv(element, parts);
    g_strfreev(parts);
    GstElement *bin = gst_parse_bin_from_description(description, TRUE, NULL);
    g_free(description);
    if (bin == NULL)
        return NULL;
    gst_object_ref_sink(bin);
    if (gst_element_set_state(bin, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE)
        return bin;
    gst_element_set_state(bin, GST_STATE_NULL);
    gst_object_unref(bin);
    return NULL;
}

/** Opens the first of the three elements that works. `devices`: a glob pattern of ALSA's devices.
 */
static GstElement *open_first(const char *pulse, const char *pipewire, const char *alsa,
                              const char *devices, const char *format) {
    GstElement *bin = NULL;
    if (has_audio_server())
        bin = open_bin(pulse, format);
    if (bin == NULL && has_audio_server())
        bin = open_bin(pipewire, format);
    if (bin == NULL && exists(devices))
        bin = open_bin(alsa, format);
    return bin;
}

GstElement *audio_device_open_microphone(const char *caps) {
    char *format = g_strdup_printf("DEVICE ! audioconvert ! audioresample ! capsfilter caps=%s ! "
                                   "queue leaky=downstream max-size-buffers=8",
                                   caps);
    GstElement *bin = open_first("pulsesrc", "pipewiresrc", "alsasrc", "/dev/snd/pcmC*D*c", format);
    g_free(format);
    return bin;
}

GstElement *audio_device_open_output(void) {
    return open_first("pulsesink", "pipewiresink", "alsasink", "/dev/snd/pcmC*D*p",
                      "queue leaky=downstream ! audioconvert ! audioresample ! DEVICE");
}
