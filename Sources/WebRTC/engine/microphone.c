/* SPDX-License-Identifier: Apache-2.0 */
#include "microphone.h"

#include <glob.h>

static gboolean has_capture_device(void) {
    glob_t found;
    gboolean has = glob("/dev/snd/pcmC*D*c", GLOB_NOSORT, NULL, &found) == 0;
    globfree(&found);
    return has;
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
    GstElement *bin = try_source("pulsesrc", caps);
    if (bin == NULL)
        bin = try_source("pipewiresrc", caps);
    if (bin == NULL && has_capture_device())
        bin = try_source("alsasrc", caps);
    return bin;
}
