/* SPDX-License-Identifier: Apache-2.0 */
#include "ice_agent.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <gio/gio.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

/** Each address makes the search for a candidate pair longer. */
enum { MAX_ADDRESSES = 8 };

/** How long ice_agent_release_turn() waits. */
enum { RELEASE_MS = 500 };

/** GstWebRTCICE of a webrtcbin; free with g_object_unref(), as the next one. */
static GObject *get_ice(OysterPeer *self) {
    GObject *ice = NULL;
    g_object_get(self->bin, "ice-agent", &ice, NULL);
    return ice;
}

/** libnice's NiceAgent below it. */
static GObject *get_nice_agent(OysterPeer *self) {
    GObject *ice = get_ice(self), *agent = NULL;
    g_object_get(ice, "agent", &agent, NULL);
    g_object_unref(ice);
    return agent;
}

/* Addresses. */

static gboolean print(const struct sockaddr *address, char *text) {
    if (address == NULL)
        return FALSE;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)address;
        return inet_ntop(AF_INET, &v4->sin_addr, text, INET6_ADDRSTRLEN) != NULL;
    }
    if (address->sa_family != AF_INET6)
        return FALSE;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)address;
    if (IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr) || IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr))
        return FALSE;
    return inet_ntop(AF_INET6, &v6->sin6_addr, text, INET6_ADDRSTRLEN) != NULL;
}

static void add_all_addresses(GObject *ice) {
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) != 0)
        return;
    int count = 0;
    for (struct ifaddrs *each = all; each != NULL && count < MAX_ADDRESSES; each = each->ifa_next) {
        char text[INET6_ADDRSTRLEN];
        if ((each->ifa_flags & IFF_UP) == 0 || !print(each->ifa_addr, text))
            continue;
        gboolean is_added = FALSE;
        g_signal_emit_by_name(ice, "add-local-ip-address", text, &is_added);
        count++;
    }
    freeifaddrs(all);
}

void ice_agent_set_up(OysterPeer *self, gboolean with_loopback) {
    // UPnP searches the network, and writes to stderr when two agents do so; ICE over TCP opens
    // listening ports.
    GObject *agent = get_nice_agent(self);
    g_object_set(agent, "upnp", FALSE, "ice-tcp", FALSE, NULL);
    g_object_unref(agent);
    if (!with_loopback)
        return;
    GObject *ice = get_ice(self);
    add_all_addresses(ice);
    g_object_unref(ice);
}

/* Log. */

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

/** The first members of NiceCandidate: a NiceCandidateType and a NiceCandidateTransport. */
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

void ice_agent_log_progress(OysterPeer *self) {
    if (self->events.log == NULL)
        return;
    peer_connect_signal(self, self->bin, "notify::ice-connection-state", G_CALLBACK(on_ice_state));
    GObject *agent = get_nice_agent(self);
    peer_connect_signal(self, agent, "new-selected-pair-full", G_CALLBACK(on_selected_pair));
    g_object_unref(agent);
}

/* TURN. */

/** nice_agent_close_async() of libnice 0.1.16 and later. GStreamer's plugin has loaded libnice; its
 *  headers are not needed for one function. */
typedef void (*OysterCloseAsyncFn)(GObject *agent, GAsyncReadyCallback done, gpointer context);

/** Reference-counted: the callback may come after the wait. */
typedef struct OysterTurnRelease {
    GMutex lock;
    GCond done;
    gboolean is_done;
} OysterTurnRelease;

static void clear_release(gpointer memory) {
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
    g_atomic_rc_box_release_full(self, clear_release);
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

void ice_agent_release_turn(OysterPeer *peer) {
    OysterCloseAsyncFn close_async = find_close_async();
    if (close_async == NULL)
        return;
    OysterTurnRelease *self = g_atomic_rc_box_new0(OysterTurnRelease);
    g_mutex_init(&self->lock);
    g_cond_init(&self->done);
    GObject *agent = get_nice_agent(peer);
    gint64 until = g_get_monotonic_time() + RELEASE_MS * 1000;
    close_async(agent, on_closed, g_atomic_rc_box_acquire(self));
    g_mutex_lock(&self->lock);
    while (!self->is_done && g_cond_wait_until(&self->done, &self->lock, until)) {
    }
    g_mutex_unlock(&self->lock);
    g_atomic_rc_box_release_full(self, clear_release);
    g_object_unref(agent);
}
