/* SPDX-License-Identifier: Apache-2.0 */
#include "peer.h"

static const struct {
    const char *element;
    const char *complaint;
} needed[] = {
    {"webrtcbin", "GStreamer lacks webrtcbin (gstreamer1.0-plugins-bad)"},
    {"nicesrc", "GStreamer lacks nicesrc (gstreamer1.0-nice)"},
    {"dtlsdec", "GStreamer lacks dtlsdec (gstreamer1.0-plugins-bad)"},
    {"srtpdec", "GStreamer lacks srtpdec (gstreamer1.0-plugins-bad)"},
    {"sctpdec", "GStreamer lacks sctpdec (gstreamer1.0-plugins-bad)"},
    {"rtpbin", "GStreamer lacks rtpbin (gstreamer1.0-plugins-good)"},
    {"rtpvp8depay", "GStreamer lacks rtpvp8depay (gstreamer1.0-plugins-good)"},
    {"vp8dec", "GStreamer lacks vp8dec (gstreamer1.0-plugins-good)"},
    {"opusenc", "GStreamer lacks opusenc (gstreamer1.0-plugins-base)"},
    {"appsink", "GStreamer lacks appsink (gstreamer1.0-plugins-base)"},
    {"audioconvert", "GStreamer lacks audioconvert (gstreamer1.0-plugins-base)"},
    {"videoconvert", "GStreamer lacks videoconvert (gstreamer1.0-plugins-base)"},
};

static gpointer prepare(gpointer unused) {
    (void)unused;
    if (!gst_init_check(NULL, NULL, NULL))
        return (gpointer) "GStreamer does not start";
    for (gsize index = 0; index < G_N_ELEMENTS(needed); index++) {
        GstElementFactory *factory = gst_element_factory_find(needed[index].element);
        if (factory == NULL)
            return (gpointer)needed[index].complaint;
        gst_object_unref(factory);
    }
    // The first one makes an RSA key for all that are not told of another, which takes long; a
    // pipeline that has to stop would wait for it.
    GstElement *decoder = gst_element_factory_make("dtlsdec", NULL);
    if (decoder == NULL)
        return (gpointer) "GStreamer's dtlsdec cannot be loaded";
    gst_object_unref(gst_object_ref_sink(decoder));
    return NULL;
}

static GOnce once = G_ONCE_INIT;

const char *peer_prepare(void) {
    return g_once(&once, prepare, NULL);
}

void peer_finish_preparing(void) {
    if (g_atomic_int_get((gint *)&once.status) == G_ONCE_STATUS_PROGRESS)
        peer_prepare();
}
