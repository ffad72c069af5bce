/* SPDX-License-Identifier: Apache-2.0 */
#include "microphone.h"

#include <glob.h>
#include <unistd.h>

static gboolean has_capture_device(void) {
    glob_t found;
    gboolean has = glob("/dev/snd/pcmC*D*c", GLOB_NOSORT, NULL, &found) == 0;
    globfree(&found);
    return has;
}

static gboolean has_socket(const char *folder, const char *name) {
    char *path = g_build_filename(folder, name, NULL);
    gboolean is_there = access(path, W_OK) == 0;
    g_free(path);
    return is_there;
}

/** Whether to ask PulseAudio at all: its source leaves a thread and two pipes behind each time when
 *  nobody answers. */
static gboolean has_pulse_server(void) {
    const char *own = g_getenv("PULSE_RUNTIME_PATH");
    return g_getenv("PULSE_SERVER") != NULL || (own != NULL && has_socket(own, "native")) ||
           has_socket(g_get_user_runtime_dir(), "pulse/native") ||
           has_socket("/run/pulse", "native");
}

static gboolean is_installed(const char *element) {
    GstElementFactory *factory = gst_element_factory_find(element);
    if (factory == NULL)
        return FALSE;
    gst_object_unref(factory);
    return TRUE;
}

static GstElement *try_source(const char *source, const char *caps) {
    if (!is_installed(source))
        return NULL;
    char *description = g_strdup_printf("%s ! audioconvert ! audioresample ! capsfilter caps=%s ! "
                                        "queue leaky=downstream max-size-buffers=8",
                                        source, caps);
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

GstElement *microphone_open(const char *caps) {
    GstElement *bin = has_pulse_server() ? try_source("pulsesrc", caps) : NULL;
    if (bin == NULL)
        bin = try_source("pipewiresrc", caps);
    if (bin == NULL && has_capture_device())
        bin = try_source("alsasrc", caps);
    return bin;
}
