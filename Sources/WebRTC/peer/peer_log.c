/* SPDX-License-Identifier: Apache-2.0 */
#include "peer_log.h"

#include <stdarg.h>

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

static const char *name_in(const char *const *names, guint count, guint value) {
    return value < count ? names[value] : "unknown";
}

static void on_ice_state(GstElement *bin, GParamSpec *property, OysterPeer *self) {
    (void)property;
    static const char *const states[] = {"new",    "checking",     "connected", "completed",
                                         "failed", "disconnected", "closed"};
    guint state = 0;
    g_object_get(bin, "ice-connection-state", &state, NULL);
    peer_log(self, "ICE is in state %s", name_in(states, G_N_ELEMENTS(states), state));
}

/** What NiceCandidate begins with: NiceCandidateType, NiceCandidateTransport. */
typedef struct OysterCandidateHead {
    guint type;
    guint transport;
} OysterCandidateHead;

static void on_selected_pair(GObject *agent, guint stream, guint component,
                             const OysterCandidateHead *local, const OysterCandidateHead *remote,
                             OysterPeer *self) {
    (void)agent, (void)stream, (void)component;
    static const char *const types[] = {"host", "server reflexive", "peer reflexive", "relayed"};
    if (local == NULL || remote == NULL)
        return;
    peer_log(self, "ICE uses a %s candidate of the engine and a %s candidate of the server",
             name_in(types, G_N_ELEMENTS(types), local->type),
             name_in(types, G_N_ELEMENTS(types), remote->type));
}

void peer_log_listen(OysterPeer *self) {
    if (self->events.log == NULL)
        return;
    peer_listen(self, self->bin, "notify::ice-connection-state", G_CALLBACK(on_ice_state));
    GObject *ice = NULL, *agent = NULL;
    g_object_get(self->bin, "ice-agent", &ice, NULL);
    g_object_get(ice, "agent", &agent, NULL);
    peer_listen(self, agent, "new-selected-pair-full", G_CALLBACK(on_selected_pair));
    g_object_unref(agent);
    g_object_unref(ice);
}
