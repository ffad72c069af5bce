/* SPDX-License-Identifier: Apache-2.0 */
#include "gstreamer_init.h"

#include <gio/gio.h>
#include <gst/gst.h>
#include <signal.h>

#include "close_on_exec.h"
#include "elements.h"

/** The elements of every peer connection. */
static const char *const own_elements[] = {
    "queue",   "capsfilter", "fakesink", "rtpbin",  "webrtcbin", "nicesrc", "nicesink",
    "dtlsdec", "dtlsenc",    "srtpdec",  "srtpenc", "sctpdec",   "sctpenc", NULL,
};

/** Calls a function that sets SIGPIPE to "ignore" for the whole process, and restores the host's
 *  setting. */
static void preserve_sigpipe(void (*act)(void)) {
    struct sigaction wanted;
    sigaction(SIGPIPE, NULL, &wanted);
    act();
    sigaction(SIGPIPE, &wanted, NULL);
}

/** GIO ignores SIGPIPE with its first socket, although it sends with MSG_NOSIGNAL. */
static void load_sockets(void) {
    // Never released, so that GIO does not initialise the class again.
    g_type_class_ref(G_TYPE_SOCKET);
}

/** libsrtp initialises NSS, which initialises NSPR, which ignores SIGPIPE; NSPR opens no sockets
 *  here. */
static void load_srtp(void) {
    GstPlugin *plugin = gst_plugin_load_by_name("srtp");
    if (plugin != NULL)
        gst_object_unref(plugin);
}

static const char *initialize(void) {
    preserve_sigpipe(load_sockets);
    close_on_exec_in_gstreamer();
    // Otherwise GStreamer handles SIGSEGV while it loads plugins.
    gst_segtrap_set_enabled(FALSE);
    GError *error = NULL;
    if (gst_init_check(NULL, NULL, &error))
        return NULL;
    char *text = g_strdup_printf("GStreamer cannot be initialised: %s",
                                 error == NULL ? "unknown reason" : error->message);
    const char *problem = g_intern_string(text);
    g_free(text);
    g_clear_error(&error);
    return problem;
}

/** The first dtlsdec creates an RSA key as the default of all later ones, which takes long enough
 * to delay the stop of a pipeline; so it is created here. */
static const char *make_first_decoder(void) {
    GstElement *decoder = gst_element_factory_make("dtlsdec", NULL);
    if (decoder == NULL)
        return "GStreamer cannot create the element dtlsdec";
    gst_object_unref(gst_object_ref_sink(decoder));
    return NULL;
}

/** Held while GStreamer is being loaded; guards what follows. */
static GMutex lock;
static gboolean is_ready;
/** An element was missing; plugins may have been installed since. */
static gboolean must_update_registry;
static gboolean is_shut_down;

static const char *load(const char *const *elements) {
    const char *problem = initialize();
    if (problem != NULL)
        return problem;
    if (must_update_registry)
        gst_update_registry();
    preserve_sigpipe(load_srtp);
    problem = elements_problem(own_elements, elements);
    must_update_registry = problem != NULL;
    if (problem == NULL && !is_ready)
        problem = make_first_decoder();
    is_ready = is_ready || problem == NULL;
    return problem;
}

const char *gstreamer_init(const char *const *elements) {
    g_mutex_lock(&lock);
    const char *problem = is_shut_down ? "the process exits" : load(elements);
    g_mutex_unlock(&lock);
    return problem;
}

void gstreamer_init_shut_down(void) {
    g_mutex_lock(&lock);
    is_shut_down = TRUE;
    g_mutex_unlock(&lock);
}
