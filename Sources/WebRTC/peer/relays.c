/* SPDX-License-Identifier: Apache-2.0 */
#include "relays.h"

#include <dlfcn.h>
#include <gio/gio.h>

enum { WAIT_MS = 500 };

/** Of libnice 0.1.16 and later; GStreamer's plugin has loaded it, and its headers are not needed
 * for one function. */
typedef void (*OysterCloseAsyncFn)(GObject *agent, GAsyncReadyCallback done, gpointer context);

typedef struct OysterTurnRelease {
    GMutex lock;
    GCond done;
    gboolean is_done;
} OysterTurnRelease;

static void free_closing(gpointer memory) {
    OysterTurnRelease *self = memory;
    g_mutex_clear(&self->lock);
    g_cond_clear(&self->done);
}

static void on_closed(GObject *agent, GAsyncResult *result, gpointer context) {
    (void)agent, (void)result;
    OysterTurnRelease *self = context;
    g_mutex_lock(&self->lock);
    self->is_done = TRUE;
    g_cond_signal(&self->done);
    g_mutex_unlock(&self->lock);
    g_atomic_rc_box_release_full(self, free_closing);
}

static OysterCloseAsyncFn find_close_async(void) {
    OysterCloseAsyncFn close_async = NULL;
    void *library = dlopen("libnice.so.10", RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL)
        return NULL;
    *(void **)&close_async = dlsym(library, "nice_agent_close_async");
    dlclose(library);
    return close_async;
}

void ice_agent_release_turn(GstElement *bin) {
    OysterCloseAsyncFn close_async = find_close_async();
    if (close_async == NULL)
        return;
    GObject *ice = NULL, *agent = NULL;
    g_object_get(bin, "ice-agent", &ice, NULL);
    g_object_get(ice, "agent", &agent, NULL);
    OysterTurnRelease *self = g_atomic_rc_box_new0(OysterTurnRelease);
    g_mutex_init(&self->lock);
    g_cond_init(&self->done);
    gint64 until = g_get_monotonic_time() + WAIT_MS * 1000;
    close_async(agent, on_closed, g_atomic_rc_box_acquire(self));
    g_mutex_lock(&self->lock);
    while (!self->is_done && g_cond_wait_until(&self->done, &self->lock, until)) {
    }
    g_mutex_unlock(&self->lock);
    g_atomic_rc_box_release_full(self, free_closing);
    g_object_unref(agent);
    g_object_unref(ice);
}
