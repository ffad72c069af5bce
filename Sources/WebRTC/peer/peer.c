/* SPDX-License-Identifier: Apache-2.0 */
#include "peer.h"

#include "certificate.h"
#include "data_channels.h"
#include "ice_agent.h"
#include "negotiation.h"
#include "peer_private.h"
#include "pipeline_shutdown.h"
#include "rtp_session.h"
#include "webrtc_api.h"

/** How long the jitter buffer waits for a missing packet, in milliseconds. */
enum { JITTER_BUFFER_MS = 100 };

/* What webrtcbin reports. */

static void on_gathering(GstElement *bin, GParamSpec *property, OysterPeer *self) {
    (void)bin, (void)property;
    negotiation_report_description(self);
}

static void on_connection(GstElement *bin, GParamSpec *property, OysterPeer *self) {
    (void)property;
    int state = 0;
    g_object_get(bin, "connection-state", &state, NULL);
    if (state == OYSTER_CONNECTION_FAILED)
        peer_fail(self, "ICE or DTLS failed");
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

static GstPadProbeReturn on_packet(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad, (void)info;
    OysterPeer *self = context;
    atomic_store_explicit(&self->last_packet_us, g_get_monotonic_time(), memory_order_relaxed);
    return GST_PAD_PROBE_OK;
}

/** Compares the certificate of the DTLS handshake with the fingerprints of the remote description:
 *  webrtcbin does not. dtlsdec reports the certificate before it has keys, so that no packet of
 *  another sender is decrypted. */
static void on_peer_certificate(GstElement *decoder, GParamSpec *property, OysterPeer *self) {
    (void)property;
    char *pem = NULL;
    g_object_get(decoder, "peer-pem", &pem, NULL);
    if (pem != NULL && peer_acquire(self)) {
        gboolean is_right = certificate_matches(pem, self->remote_fingerprints);
        // The property changes twice in a handshake.
        if (!self->is_certificate_logged)
            peer_log(self, "the certificate of the DTLS handshake %s the fingerprint in the SDP",
                     is_right ? "matches" : "does not match");
        self->is_certificate_logged = TRUE;
        if (!is_right) {
            self->events.failed(
                self->events.context,
                "the certificate of the DTLS handshake does not match the fingerprint in the SDP");
            self->is_open = FALSE;
        }
        peer_release(self);
    }
    g_free(pem);
}

static void watch_packets(OysterPeer *self, GstElement *nice_source) {
    GstPad *pad = gst_element_get_static_pad(nice_source, "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_packet,
                      peer_ref(self), peer_unref);
    gst_object_unref(pad);
}

/** Sets up the elements that webrtcbin creates. */
static void on_element(GstBin *bin, GstBin *parent, GstElement *element, OysterPeer *self) {
    (void)bin, (void)parent;
    GstElementFactory *factory = gst_element_get_factory(element);
    const char *kind = factory == NULL ? NULL : GST_OBJECT_NAME(factory);
    if (g_strcmp0(kind, "dtlsdec") == 0) {
        peer_connect_signal(self, element, "notify::peer-pem", G_CALLBACK(on_peer_certificate));
        g_object_set(element, "pem", self->certificate, NULL);
    }
    if (g_strcmp0(kind, "rtpsession") == 0)
        rtp_session_set_up(self, element);
    if (g_strcmp0(kind, "rtpjitterbuffer") == 0)
        rtp_session_set_up_jitter_buffer(element);
    if (g_strcmp0(kind, "nicesrc") == 0)
        watch_packets(self, element);
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

/* Creating and closing. */

static void watch(OysterPeer *self) {
    GstBus *bus = gst_element_get_bus(self->pipeline);
    gst_bus_set_sync_handler(bus, on_bus_message, peer_ref(self), peer_unref);
    gst_object_unref(bus);
    peer_connect_signal(self, self->bin, "deep-element-added", G_CALLBACK(on_element));
    peer_connect_signal(self, self->bin, "notify::ice-gathering-state", G_CALLBACK(on_gathering));
    peer_connect_signal(self, self->bin, "notify::connection-state", G_CALLBACK(on_connection));
    peer_connect_signal(self, self->bin, "pad-added", G_CALLBACK(on_pad));
    data_channels_watch(self);
    ice_agent_log_progress(self);
}

OysterPeer *peer_new(const OysterPeerEvents *events, OysterIceAddresses addresses) {
    GstElement *bin = gst_element_factory_make("webrtcbin", NULL);
    if (bin == NULL)
        return NULL;
    OysterPeer *self = peer_allocate(events);
    self->certificate = certificate_new();
    if (self->certificate != NULL)
        self->fingerprint = certificate_fingerprint(self->certificate);
    self->pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
    self->bin = gst_object_ref_sink(bin);
    watch(self);
    g_object_set(bin, "bundle-policy", OYSTER_BUNDLE_MAX, "latency", JITTER_BUFFER_MS, NULL);
    ice_agent_set_up(self, addresses == ICE_ADDRESSES_WITH_LOOPBACK);
    if (self->fingerprint != NULL && gst_bin_add(GST_BIN(self->pipeline), bin))
        return self;
    peer_close(self);
    return NULL;
}

guint peer_count(void) {
    return peer_count_live();
}

GstElement *peer_pipeline(OysterPeer *self) {
    return self->pipeline;
}

GstElement *peer_bin(OysterPeer *self) {
    return self->bin;
}

void peer_add_ice_server(OysterPeer *self, const char *uri) {
    gboolean is_added = FALSE;
    if (g_str_has_prefix(uri, "stun://"))
        g_object_set(self->bin, "stun-server", uri, NULL);
    else
        g_signal_emit_by_name(self->bin, "add-turn-server", uri, &is_added);
    self->has_turn_servers = self->has_turn_servers || is_added;
}

void peer_relay_only(OysterPeer *self) {
    g_object_set(self->bin, "ice-transport-policy", OYSTER_ICE_TRANSPORT_RELAY, NULL);
}

gboolean peer_receive(OysterPeer *self, const char *caps) {
    GstCaps *parsed = gst_caps_from_string(caps);
    GObject *transceiver = NULL;
    g_signal_emit_by_name(self->bin, "add-transceiver", OYSTER_DIRECTION_RECEIVE_ONLY, parsed,
                          &transceiver);
    gst_caps_unref(parsed);
    if (transceiver == NULL)
        return FALSE;
    g_object_set(transceiver, "do-nack", TRUE, NULL);
    g_object_unref(transceiver);
    return TRUE;
}

gboolean peer_offer(OysterPeer *self) {
    // webrtcbin creates no data channels below READY.
    if (gst_element_set_state(self->pipeline, GST_STATE_READY) == GST_STATE_CHANGE_FAILURE)
        return FALSE;
    return data_channels_create(self) && negotiation_start(self);
}

gboolean peer_answer(OysterPeer *self, const char *offer) {
    self->remote_offer = g_strdup(offer);
    return negotiation_start(self);
}

OysterAnswerError peer_accept(OysterPeer *self, const char *answer) {
    return negotiation_accept(self, answer);
}

gboolean peer_send(OysterPeer *self, OysterDataChannel channel, const char *text) {
    return data_channels_send(self, channel, text);
}

gint64 peer_last_packet_us(OysterPeer *self) {
    return atomic_load_explicit(&self->last_packet_us, memory_order_relaxed);
}

gboolean peer_close(OysterPeer *self) {
    g_rec_mutex_lock(&self->lock);
    self->is_open = FALSE;
    g_rec_mutex_unlock(&self->lock);
    if (self->has_turn_servers)
        ice_agent_release_turn(self);
    gboolean is_done = pipeline_stop(self->pipeline);
    GstBus *bus = gst_element_get_bus(self->pipeline);
    gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
    gst_object_unref(bus);
    g_signal_handlers_disconnect_by_data(self->bin, self);
    data_channels_clear(self);
    gst_object_unref(self->bin);
    pipeline_unref(self->pipeline);
    peer_unref(self);
    return is_done;
}

/* What the user asks about the connection. */

static gboolean is_receiving_audio(GObject *transceiver) {
    int kind = 0, direction = 0;
    g_object_get(transceiver, "kind", &kind, "current-direction", &direction, NULL);
    return kind == OYSTER_KIND_AUDIO && (direction == OYSTER_DIRECTION_RECEIVE_ONLY ||
                                         direction == OYSTER_DIRECTION_SEND_AND_RECEIVE);
}

gboolean peer_receives_audio(OysterPeer *self) {
    GArray *all = NULL;
    gboolean receives = FALSE;
    g_signal_emit_by_name(self->bin, "get-transceivers", &all);
    for (guint index = 0; all != NULL && index < all->len; index++)
        receives = receives || is_receiving_audio(g_array_index(all, GObject *, index));
    if (all != NULL)
        g_array_unref(all);
    return receives;
}

typedef struct OysterStatsRequest {
    void (*done)(void *context, const GstStructure *all);
    void *context;
    void (*release)(void *context);
} OysterStatsRequest;

static void on_stats(GstPromise *promise, gpointer context) {
    OysterStatsRequest *request = context;
    if (gst_promise_wait(promise) == GST_PROMISE_RESULT_REPLIED) {
        const GstStructure *reply = gst_promise_get_reply(promise);
        if (reply != NULL && !gst_structure_has_field(reply, "error"))
            request->done(request->context, reply);
    }
    gst_promise_unref(promise);
}

static void free_stats_request(gpointer context) {
    OysterStatsRequest *request = context;
    request->release(request->context);
    g_free(request);
}

void peer_request_stats(OysterPeer *self, void (*done)(void *context, const GstStructure *all),
                        void *context, void (*release)(void *context)) {
    OysterStatsRequest *request = g_new(OysterStatsRequest, 1);
    *request = (OysterStatsRequest){done, context, release};
    g_signal_emit_by_name(self->bin, "get-stats", NULL,
                          gst_promise_new_with_change_func(on_stats, request, free_stats_request));
}
