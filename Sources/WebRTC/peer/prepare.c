/* SPDX-License-Identifier: Apache-2.0 */
#include <openssl/ssl.h>

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
    // Before anything of ours registers for the exit of the process, so that it is undone after.
    OPENSSL_init_ssl(0, NULL);
    if (!gst_init_check(NULL, NULL, NULL))
        return (gpointer) "GStreamer does not start";
    for (gsize index = 0; index < G_N_ELEMENTS(needed); index++) {
        GstElementFactory *factory = gst_element_factory_find(needed[index].element);
        if (factory == NULL)
            return (gpointer)needed[index].complaint;
        gst_object_unref(factory);
    }
    return NULL;
}

const char *peer_prepare(void) {
    static GOnce once = G_ONCE_INIT;
    return g_once(&once, prepare, NULL);
}
