/* SPDX-License-Identifier: Apache-2.0 */
#include "peer.h"

#include <gio/gio.h>
#include <signal.h>

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

/** Does what has SIGPIPE ignored in the whole process, and gives it back to the host. */
static void keep_sigpipe(void (*act)(void)) {
    struct sigaction wanted;
    sigaction(SIGPIPE, NULL, &wanted);
    act();
    sigaction(SIGPIPE, &wanted, NULL);
}

/** GIO ignores it with its first socket, although it sends without. */
static void load_sockets(void) {
    // Never released: the class stays.
    g_type_class_ref(G_TYPE_SOCKET);
}

/** libsrtp begins NSS, which begins NSPR, which ignores it; but has no sockets here. */
static void load_srtp(void) {
    GstPlugin *plugin = gst_plugin_load_by_name("srtp");
    if (plugin != NULL)
        gst_object_unref(plugin);
}

gboolean peer_has_element(const char *name) {
    GstElementFactory *factory = gst_element_factory_find(name);
    if (factory == NULL)
        return FALSE;
    gst_object_unref(factory);
    return TRUE;
}

static gpointer prepare(gpointer unused) {
    (void)unused;
    keep_sigpipe(load_sockets);
    // Else SIGSEGV is GStreamer's while it loads plugins.
    gst_segtrap_set_enabled(FALSE);
    if (!gst_init_check(NULL, NULL, NULL))
        return (gpointer) "GStreamer does not start";
    keep_sigpipe(load_srtp);
    for (gsize index = 0; index < G_N_ELEMENTS(needed); index++)
        if (!peer_has_element(needed[index].element))
            return (gpointer)needed[index].complaint;
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
