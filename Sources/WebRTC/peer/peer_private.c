/* SPDX-License-Identifier: Apache-2.0 */
#include "peer_private.h"

#include <stdarg.h>

static atomic_uint live_count;

guint peer_count_live(void) {
    return atomic_load(&live_count);
}

OysterPeer *peer_allocate(const OysterPeerEvents *events) {
    OysterPeer *self = g_atomic_rc_box_new0(OysterPeer);
    atomic_fetch_add(&live_count, 1);
    self->events = *events;
    self->is_open = TRUE;
    g_rec_mutex_init(&self->lock);
    return self;
}

static void destroy(gpointer memory) {
    OysterPeer *self = memory;
    g_free(self->certificate);
    g_free(self->fingerprint);
    g_strfreev(self->remote_fingerprints);
    g_free(self->remote_offer);
    g_free(self->local_offer);
    g_rec_mutex_clear(&self->lock);
    atomic_fetch_sub(&live_count, 1);
}

OysterPeer *peer_ref(OysterPeer *self) {
    return g_atomic_rc_box_acquire(self);
}

void peer_unref(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static void unref_from_closure(gpointer self, GClosure *closure) {
    (void)closure;
    peer_unref(self);
}

void peer_connect_signal(OysterPeer *self, gpointer object, const char *signal, GCallback handler) {
    g_signal_connect_data(object, signal, handler, peer_ref(self), unref_from_closure, 0);
}

gboolean peer_acquire(OysterPeer *self) {
    g_rec_mutex_lock(&self->lock);
    if (self->is_open)
        return TRUE;
    g_rec_mutex_unlock(&self->lock);
    return FALSE;
}

void peer_release(OysterPeer *self) {
    g_rec_mutex_unlock(&self->lock);
}

void peer_fail(OysterPeer *self, const char *reason) {
    if (!peer_acquire(self))
        return;
    self->events.failed(self->events.context, reason);
    peer_release(self);
}

void peer_log(OysterPeer *self, const char *format, ...) {
    if (self->events.log == NULL || !peer_acquire(self))
        return;
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    self->events.log(self->events.context, text);
    g_free(text);
    peer_release(self);
}
