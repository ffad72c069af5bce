/* SPDX-License-Identifier: Apache-2.0 */
#include "peer.h"

#include "ice_agent.h"
#include "certificate.h"
#include "clock_rates.h"
#include "peer_log.h"
#include "feedback.h"
#include "peer_private.h"
#include "relays.h"
#include "pipeline_shutdown.h"
#include "webrtc_api.h"

/** How long a lost packet may hold up the ones behind it, in milliseconds. */
enum { REORDER_MS = 100 };

/** Peers that have not been freed; atomic. */
static guint live_peers;

guint peer_count_live(void) {
    return g_atomic_int_get(&live_peers);
}

static void destroy(gpointer memory) {
    OysterPeer *self = memory;
    g_free(self->certificate);
    g_free(self->fingerprint);
    g_strfreev(self->remote_fingerprints);
    g_free(self->remote_offer);
    g_free(self->own_offer);
    g_rec_mutex_clear(&self->lock);
    g_atomic_int_add(&live_peers, -1);
}

OysterPeer *peer_ref(OysterPeer *self) {
    return g_atomic_rc_box_acquire(self);
}

void peer_unref(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static void drop_from_closure(gpointer self, GClosure *closure) {
    (void)closure;
    peer_unref(self);
}

void peer_listen(OysterPeer *self, gpointer object, const char *signal, GCallback handler) {
    g_signal_connect_data(object, signal, handler, peer_ref(self), drop_from_closure, 0);
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

/* What webrtcbin tells. */

static void on_gathering(GstElement *bin, GParamSpec *property, OysterPeer *self) {
    (void)bin, (void)property;
    negotiation_report_offer(self);
}

static void on_connection(GstElement *bin, GParamSpec *property, OysterPeer *self) {
    (void)property;
    int state = 0;
    g_object_get(bin, "connection-state", &state, NULL);
    if (state == OYSTER_CONNECTION_FAILED)
        peer_fail(self, "no way to the other side");
    if (state != OYSTER_CONNECTION_CONNECTED || !peer_acquire(self))
        return;
    if (!self->is_connected) {
        self->is_connected = TRUE;
        peer_log(self, "DTLS is connected");
        self->events.connected(self->events.context);
    }
    peer_release(self);
}

static void on_pad(GstElement *bin, GstPad *pad, OysterPeer *self) {
    (void)bin;
    if (GST_PAD_DIRECTION(pad) != GST_PAD_SRC || !peer_acquire(self))
        return;
    if (self->events.track != NULL)
        self->events.track(self->events.context, pad);
    peer_release(self);
}

static GstPadProbeReturn on_packet(GstPad *pad, GstPadProbeInfo *info, gpointer self) {
    (void)pad, (void)info;
    __atomic_store_n(&((OysterPeer *)self)->last_packet_us, g_get_monotonic_time(),
                     __ATOMIC_RELAXED);
    return GST_PAD_PROBE_OK;
}

/** Whoever answers on the wire must be who was told through signalling; webrtcbin does not look.
 *  It is told before there are keys, so nothing of a stranger is heard. */
static void on_peer_certificate(GstElement *decoder, GParamSpec *property, OysterPeer *self) {
    (void)property;
    char *pem = NULL;
    g_object_get(decoder, "peer-pem", &pem, NULL);
    if (pem != NULL && peer_acquire(self)) {
        gboolean is_right = certificate_matches(pem, self->remote_fingerprints);
        // The property changes twice in a handshake.
        if (!self->is_certificate_logged)
            peer_log(self, "the DTLS handshake showed %s certificate",
                     is_right ? "the announced" : "another");
        self->is_certificate_logged = TRUE;
        if (!is_right) {
            self->events.failed(self->events.context, "the other side has another certificate");
            self->is_open = FALSE;
        }
        peer_release(self);
    }
    g_free(pem);
}

static void on_element(GstBin *bin, GstBin *parent, GstElement *element, OysterPeer *self) {
    (void)bin, (void)parent;
    GstElementFactory *factory = gst_element_get_factory(element);
    const char *kind = factory == NULL ? NULL : GST_OBJECT_NAME(factory);
    if (g_strcmp0(kind, "dtlsdec") == 0) {
        peer_listen(self, element, "notify::peer-pem", G_CALLBACK(on_peer_certificate));
        g_object_set(element, "pem", self->certificate, NULL);
    }
    if (g_strcmp0(kind, "rtpsession") == 0) {
        clock_rates_announce(self, element);
        feedback_set_up_session(element);
    }
    if (g_strcmp0(kind, "rtpjitterbuffer") == 0)
        feedback_set_up_jitter_buffer(element);
    if (g_strcmp0(kind, "nicesrc") != 0)
        return;
    GstPad *pad = gst_element_get_static_pad(element, "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_packet,
                      peer_ref(self), peer_unref);
    gst_object_unref(pad);
}

static GstBusSyncReply on_bus_message(GstBus *bus, GstMessage *message, gpointer context) {
    (void)bus;
    OysterPeer *self = context;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR && peer_acquire(self)) {
        GError *error = NULL;
        gst_message_parse_error(message, &error, NULL);
        GstObject *source = GST_MESSAGE_SRC(message);
        if (self->events.element_failed == NULL ||
            !self->events.element_failed(self->events.context, source, error->message))
            self->events.failed(self->events.context, error->message);
        g_error_free(error);
        peer_release(self);
    }
    gst_message_unref(message);
    return GST_BUS_DROP;
}

/* Life. */

static void watch(OysterPeer *self) {
    GstBus *bus = gst_element_get_bus(self->pipeline);
    gst_bus_set_sync_handler(bus, on_bus_message, peer_ref(self), peer_unref);
    gst_object_unref(bus);
    peer_listen(self, self->bin, "deep-element-added", G_CALLBACK(on_element));
    peer_listen(self, self->bin, "notify::ice-gathering-state", G_CALLBACK(on_gathering));
    peer_listen(self, self->bin, "notify::connection-state", G_CALLBACK(on_connection));
    peer_listen(self, self->bin, "pad-added", G_CALLBACK(on_pad));
    data_channels_listen(self);
    peer_log_listen(self);
}

OysterPeer *peer_new(const OysterPeerEvents *events, OysterIceAddresses addresses) {
    GstElement *bin = gst_element_factory_make("webrtcbin", NULL);
    if (bin == NULL)
        return NULL;
    OysterPeer *self = g_atomic_rc_box_new0(OysterPeer);
    g_atomic_int_add(&live_peers, 1);
    self->events = *events;
    self->is_open = TRUE;
    g_rec_mutex_init(&self->lock);
    self->certificate = certificate_new();
    if (self->certificate != NULL)
        self->fingerprint = certificate_fingerprint(self->certificate);
    self->pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
    self->bin = gst_object_ref_sink(bin);
    watch(self);
    g_object_set(bin, "bundle-policy", OYSTER_BUNDLE_MAX, "latency", REORDER_MS, NULL);
    ice_agent_set_up(bin, addresses == ICE_ADDRESSES_WITH_LOOPBACK);
    gst_bin_add(GST_BIN(self->pipeline), bin);
    return self;
}

GstElement *peer_pipeline(OysterPeer *self) {
    return self->pipeline;
}

GstElement *peer_bin(OysterPeer *self) {
    return self->bin;
}

void peer_add_ice_server(OysterPeer *self, const char *uri) {
    gboolean is_taken = FALSE;
    if (g_str_has_prefix(uri, "stun://"))
        g_object_set(self->bin, "stun-server", uri, NULL);
    else
        g_signal_emit_by_name(self->bin, "add-turn-server", uri, &is_taken);
    self->has_turn_servers = self->has_turn_servers || is_taken;
}

void peer_relay_only(OysterPeer *self) {
    enum { RELAY = 1 };
    g_object_set(self->bin, "ice-transport-policy", RELAY, NULL);
}

gboolean peer_receive(OysterPeer *self, const char *caps) {
    GstCaps *wanted = gst_caps_from_string(caps);
    GObject *transceiver = NULL;
    g_signal_emit_by_name(self->bin, "add-transceiver", OYSTER_DIRECTION_RECEIVE_ONLY, wanted,
                          &transceiver);
    gst_caps_unref(wanted);
    if (transceiver == NULL)
        return FALSE;
    g_object_set(transceiver, "do-nack", TRUE, NULL);
    g_object_unref(transceiver);
    return TRUE;
}

gboolean peer_offer(OysterPeer *self) {
    if (self->fingerprint == NULL)
        return FALSE;
    // Data channels cannot be made below READY.
    if (gst_element_set_state(self->pipeline, GST_STATE_READY) == GST_STATE_CHANGE_FAILURE)
        return FALSE;
    return data_channels_create(self) && negotiation_start(self);
}

gboolean peer_answer(OysterPeer *self, const char *offer) {
    if (self->fingerprint == NULL)
        return FALSE;
    self->remote_offer = g_strdup(offer);
    return negotiation_start(self);
}

OysterAnswerError peer_accept(OysterPeer *self, const char *answer) {
    return negotiation_accept(self, answer);
}

gint64 peer_last_packet_us(OysterPeer *self) {
    return __atomic_load_n(&self->last_packet_us, __ATOMIC_RELAXED);
}

gboolean peer_close(OysterPeer *self) {
    g_rec_mutex_lock(&self->lock);
    self->is_open = FALSE;
    g_rec_mutex_unlock(&self->lock);
    if (self->has_turn_servers)
        ice_agent_release_turn(self->bin);
    gboolean is_done = pipeline_stop(self->pipeline);
    GstBus *bus = gst_element_get_bus(self->pipeline);
    gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
    gst_object_unref(bus);
    g_signal_handlers_disconnect_by_data(self->bin, self);
    data_channels_drop(self);
    gst_object_unref(self->bin);
    pipeline_unref(self->pipeline);
    peer_unref(self);
    return is_done;
}
