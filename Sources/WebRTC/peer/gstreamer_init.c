/* SPDX-License-Identifier: Apache-2.0 */
#include "close_on_exec.h"
#include "peer.h"

#include <gio/gio.h>
#include <signal.h>

#include "elements.h"

/** What every peer is made of; the rest is named by its user. */
static const char *const own_elements[] = {
    "queue",   "capsfilter", "fakesink", "rtpbin",  "webrtcbin", "nicesrc", "nicesink",
    "dtlsdec", "dtlsenc",    "srtpdec",  "srtpenc", "sctpdec",   "sctpenc", NULL,
};

/** Does what has SIGPIPE ignored in the whole process, and gives it back to the host. */
static void preserve_sigpipe(void (*act)(void)) {
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

static const char *initialize(void) {
    preserve_sigpipe(load_sockets);
    close_on_exec_in_gstreamer();
    // Else SIGSEGV is GStreamer's while it loads plugins.
    gst_segtrap_set_enabled(FALSE);
    GError *error = NULL;
    if (gst_init_check(NULL, NULL, &error))
        return NULL;
    char *text = g_strdup_printf("GStreamer does not start: %s",
                                 error == NULL ? "it gives no reason" : error->message);
    const char *problem = g_intern_string(text);
    g_free(text);
    g_clear_error(&error);
    return problem;
}

/** The first one makes an RSA key for all that are not given another certificate, which takes long;
 *  a pipeline that has to stop would wait for it. */
static const char *make_first_decoder(void) {
    GstElement *decoder = gst_element_factory_make("dtlsdec", NULL);
    if (decoder == NULL)
        return "GStreamer's dtlsdec cannot be made";
    gst_object_unref(gst_object_ref_sink(decoder));
    return NULL;
}

/** Held while GStreamer is being loaded; guards what follows. */
static GMutex lock;
static gboolean is_ready;
/** Something was missing: plugins may have been installed since. */
static gboolean must_look_again;
static gboolean is_over;

static const char *prepare(const char *const *elements) {
    const char *problem = initialize();
    if (problem != NULL)
        return problem;
    if (must_look_again)
        gst_update_registry();
    preserve_sigpipe(load_srtp);
    problem = elements_problem(own_elements, elements);
    must_look_again = problem != NULL;
    if (problem == NULL && !is_ready)
        problem = make_first_decoder();
    is_ready = is_ready || problem == NULL;
    return problem;
}

const char *gstreamer_init(const char *const *elements) {
    g_mutex_lock(&lock);
    const char *problem = is_over ? "the process ends" : prepare(elements);
    g_mutex_unlock(&lock);
    return problem;
}

void gstreamer_init_shut_down(void) {
    g_mutex_lock(&lock);
    is_over = TRUE;
    g_mutex_unlock(&lock);
}
