/* SPDX-License-Identifier: Apache-2.0 */
#include "peer.h"

#include "addresses.h"
#include "certificate.h"
#include "description.h"
#include "webrtc_api.h"

/** How long closing waits for GStreamer's threads. */
enum { CLOSE_SECONDS = 2 };

/** How long a lost packet may hold up the ones behind it, in milliseconds. */
enum { REORDER_MS = 100 };

struct peer {
    peer_events events;
    GstElement *pipeline;
    GstElement *bin;
    char *certificate;
    /** Guards what follows, and is held while an event runs. */
    GRecMutex lock;
    gboolean is_open;
    gboolean is_described;
    gboolean is_connected;
    /** The offer to answer, until it is under way; NULL for the side that offers. */
    char *offer;
    /** Waiting for the caps of the sending tracks. */
    gboolean is_waiting;
    GObject *channels[PEER_CHANNELS];
    gboolean is_channel_open[PEER_CHANNELS];
    /** In g_get_monotonic_time(); atomic. */
    gint64 last_packet_us;
};

static const char *const labels[PEER_CHANNELS] = {"oyster-commands", "oyster-actions"};

static void destroy(gpointer memory) {
    peer *self = memory;
    g_free(self->certificate);
    g_free(self->offer);
    g_rec_mutex_clear(&self->lock);
}

static peer *hold(peer *self) {
    return g_atomic_rc_box_acquire(self);
}

static void drop(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static void drop_from_closure(gpointer self, GClosure *closure) {
    (void)closure;
    drop(self);
}

/** Connects a signal; the handler keeps the peer alive. */
static void listen(peer *self, gpointer object, const char *signal, GCallback handler) {
    g_signal_connect_data(object, signal, handler, hold(self), drop_from_closure, 0);
}

/** Begins an event: true when somebody listens, and then the lock is held. */
static gboolean enter(peer *self) {
    g_rec_mutex_lock(&self->lock);
    if (self->is_open)
        return TRUE;
    g_rec_mutex_unlock(&self->lock);
    return FALSE;
}

static void leave(peer *self) {
    g_rec_mutex_unlock(&self->lock);
}

static void fail(peer *self, const char *reason) {
    if (!enter(self))
        return;
    self->events.failed(self->events.context, reason);
    leave(self);
}

/* Descriptions. */

static void tell_description(peer *self) {
    if (!enter(self))
        return;
    int gathering = 0;
    g_object_get(self->bin, "ice-gathering-state", &gathering, NULL);
    GstWebRTCSessionDescription *local = NULL;
    if (!self->is_described && gathering == OYSTER_GATHERING_COMPLETE)
        g_object_get(self->bin, "local-description", &local, NULL);
    if (local != NULL) {
        char *sdp = gst_sdp_message_as_text(local->sdp);
        gst_webrtc_session_description_free(local);
        self->is_described = TRUE;
        self->events.described(self->events.context, sdp);
        g_free(sdp);
    }
    leave(self);
}

static gboolean has_error(const GstStructure *reply) {
    return reply != NULL && gst_structure_has_field(reply, "error");
}

/** Whether a step went well; when not, `complaint` is told. False as well when it was called off.
 */
static gboolean went_well(peer *self, GstPromise *step, const char *complaint) {
    if (gst_promise_wait(step) != GST_PROMISE_RESULT_REPLIED)
        return FALSE;
    if (!has_error(gst_promise_get_reply(step)))
        return TRUE;
    fail(self, complaint);
    return FALSE;
}

static GstPromise *promise(peer *self, GstPromiseChangeFunc then) {
    return gst_promise_new_with_change_func(then, hold(self), drop);
}

static void on_local_set(GstPromise *step, gpointer self) {
    if (went_well(self, step, "the own description was refused"))
        tell_description(self);
    gst_promise_unref(step);
}

static void set_local(peer *self, GstPromise *made, const char *field) {
    GstWebRTCSessionDescription *description = NULL;
    if (went_well(self, made, "no description could be made"))
        gst_structure_get(gst_promise_get_reply(made), field,
                          gst_webrtc_session_description_get_type(), &description, NULL);
    gst_promise_unref(made);
    if (description == NULL)
        return;
    g_signal_emit_by_name(self->bin, "set-local-description", description,
                          promise(self, on_local_set));
    gst_webrtc_session_description_free(description);
}

static void on_offer_made(GstPromise *made, gpointer self) {
    set_local(self, made, "offer");
}

static void on_answer_made(GstPromise *made, gpointer self) {
    set_local(self, made, "answer");
}

static void on_offer_set(GstPromise *step, gpointer context) {
    peer *self = context;
    if (went_well(self, step, "the offer was refused"))
        g_signal_emit_by_name(self->bin, "create-answer", NULL, promise(self, on_answer_made));
    gst_promise_unref(step);
}

static void on_answer_set(GstPromise *step, gpointer self) {
    went_well(self, step, "the answer was refused");
    gst_promise_unref(step);
}

static gboolean set_remote(peer *self, GstWebRTCSDPType type, const char *sdp,
                           GstPromiseChangeFunc then) {
    GstWebRTCSessionDescription *description = description_parse(type, sdp);
    if (description == NULL)
        return FALSE;
    g_signal_emit_by_name(self->bin, "set-remote-description", description, promise(self, then));
    gst_webrtc_session_description_free(description);
    return TRUE;
}

/* An offer made before the payloaders have told their ssrc may carry none. */

static gboolean has_ssrc(GstPad *pad) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (caps == NULL)
        return FALSE;
    gboolean has = gst_structure_has_field(gst_caps_get_structure(caps, 0), "ssrc");
    gst_caps_unref(caps);
    return has;
}

static gboolean are_tracks_ready(peer *self) {
    gboolean are_ready = TRUE;
    GST_OBJECT_LOCK(self->bin);
    for (GList *pad = self->bin->sinkpads; pad != NULL; pad = pad->next)
        are_ready = are_ready && has_ssrc(pad->data);
    GST_OBJECT_UNLOCK(self->bin);
    return are_ready;
}

static void negotiate(peer *self) {
    if (!enter(self))
        return;
    gboolean is_time = self->is_waiting && are_tracks_ready(self);
    if (is_time)
        self->is_waiting = FALSE;
    leave(self);
    if (!is_time)
        return;
    if (self->offer == NULL)
        g_signal_emit_by_name(self->bin, "create-offer", NULL, promise(self, on_offer_made));
    else if (!set_remote(self, GST_WEBRTC_SDP_TYPE_OFFER, self->offer, on_offer_set))
        fail(self, "the offer is no SDP");
}

static void on_caps(GstPad *pad, GParamSpec *property, peer *self) {
    (void)pad, (void)property;
    negotiate(self);
}

static gboolean start(peer *self) {
    g_rec_mutex_lock(&self->lock);
    self->is_waiting = TRUE;
    g_rec_mutex_unlock(&self->lock);
    // Tracks are added before the start, so nobody changes this list.
    for (GList *pad = self->bin->sinkpads; pad != NULL; pad = pad->next)
        listen(self, pad->data, "notify::caps", G_CALLBACK(on_caps));
    if (gst_element_set_state(self->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
        return FALSE;
    negotiate(self);
    return TRUE;
}

/* Data channels. */

static void on_channel_text(GObject *channel, const char *text, peer *self) {
    if (text == NULL || !enter(self))
        return;
    for (int index = 0; index < PEER_CHANNELS; index++)
        if (self->channels[index] == channel)
            self->events.message(self->events.context, (peer_channel)index, text);
    leave(self);
}

static void set_channel_open(peer *self, GObject *channel, gboolean is_open) {
    g_rec_mutex_lock(&self->lock);
    for (int index = 0; index < PEER_CHANNELS; index++)
        if (self->channels[index] == channel)
            self->is_channel_open[index] = is_open;
    g_rec_mutex_unlock(&self->lock);
}

static void on_channel_open(GObject *channel, peer *self) {
    set_channel_open(self, channel, TRUE);
}

static void on_channel_close(GObject *channel, peer *self) {
    set_channel_open(self, channel, FALSE);
}

/** Takes a channel over, with its reference. */
static void adopt(peer *self, int index, GObject *channel) {
    g_rec_mutex_lock(&self->lock);
    gboolean is_wanted = self->is_open && self->channels[index] == NULL;
    if (is_wanted)
        self->channels[index] = channel;
    g_rec_mutex_unlock(&self->lock);
    if (!is_wanted) {
        g_object_unref(channel);
        return;
    }
    listen(self, channel, "on-message-string", G_CALLBACK(on_channel_text));
    listen(self, channel, "on-open", G_CALLBACK(on_channel_open));
    listen(self, channel, "on-close", G_CALLBACK(on_channel_close));
    int state = 0;
    g_object_get(channel, "ready-state", &state, NULL);
    enum { OPEN = 1 };
    if (state == OPEN)
        set_channel_open(self, channel, TRUE);
}

static void on_data_channel(GstElement *bin, GObject *channel, peer *self) {
    (void)bin;
    char *label = NULL;
    g_object_get(channel, "label", &label, NULL);
    for (int index = 0; index < PEER_CHANNELS; index++)
        if (g_strcmp0(label, labels[index]) == 0)
            adopt(self, index, g_object_ref(channel));
    g_free(label);
}

static gboolean create_channels(peer *self) {
    GstStructure *lossy = gst_structure_new("options", "ordered", G_TYPE_BOOLEAN, FALSE,
                                            "max-retransmits", G_TYPE_INT, 0, NULL);
    for (int index = 0; index < PEER_CHANNELS; index++) {
        GObject *channel = NULL;
        g_signal_emit_by_name(self->bin, "create-data-channel", labels[index],
                              index == PEER_CHANNEL_COMMANDS ? lossy : NULL, &channel);
        if (channel != NULL)
            adopt(self, index, channel);
    }
    gst_structure_free(lossy);
    return self->channels[0] != NULL && self->channels[1] != NULL;
}

gboolean peer_send(peer *self, peer_channel channel, const char *text) {
    g_rec_mutex_lock(&self->lock);
    GObject *target =
        self->is_open && self->is_channel_open[channel] ? self->channels[channel] : NULL;
    if (target != NULL)
        g_object_ref(target);
    g_rec_mutex_unlock(&self->lock);
    if (target == NULL)
        return FALSE;
    g_signal_emit_by_name(target, "send-string", text);
    g_object_unref(target);
    return TRUE;
}

/* What webrtcbin tells. */

static void on_gathering(GstElement *bin, GParamSpec *property, peer *self) {
    (void)bin, (void)property;
    tell_description(self);
}

static void on_connection(GstElement *bin, GParamSpec *property, peer *self) {
    (void)property;
    int state = 0;
    g_object_get(bin, "connection-state", &state, NULL);
    if (state == OYSTER_CONNECTION_FAILED)
        fail(self, "no way to the other side");
    if (state != OYSTER_CONNECTION_CONNECTED || !enter(self))
        return;
    if (!self->is_connected) {
        self->is_connected = TRUE;
        self->events.connected(self->events.context);
    }
    leave(self);
}

static void on_pad(GstElement *bin, GstPad *pad, peer *self) {
    (void)bin;
    if (GST_PAD_DIRECTION(pad) != GST_PAD_SRC || !enter(self))
        return;
    if (self->events.track != NULL)
        self->events.track(self->events.context, pad);
    leave(self);
}

static GstPadProbeReturn on_packet(GstPad *pad, GstPadProbeInfo *info, gpointer self) {
    (void)pad, (void)info;
    __atomic_store_n(&((peer *)self)->last_packet_us, g_get_monotonic_time(), __ATOMIC_RELAXED);
    return GST_PAD_PROBE_OK;
}

static void on_element(GstBin *bin, GstBin *parent, GstElement *element, peer *self) {
    (void)bin, (void)parent;
    GstElementFactory *factory = gst_element_get_factory(element);
    const char *kind = factory == NULL ? NULL : GST_OBJECT_NAME(factory);
    if (g_strcmp0(kind, "dtlsdec") == 0)
        g_object_set(element, "pem", self->certificate, NULL);
    if (g_strcmp0(kind, "nicesrc") != 0)
        return;
    GstPad *pad = gst_element_get_static_pad(element, "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_packet,
                      hold(self), drop);
    gst_object_unref(pad);
}

static GstBusSyncReply on_bus_message(GstBus *bus, GstMessage *message, gpointer context) {
    (void)bus;
    peer *self = context;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR && enter(self)) {
        GError *error = NULL;
        gst_message_parse_error(message, &error, NULL);
        GstObject *source = GST_MESSAGE_SRC(message);
        if (self->events.element_failed == NULL ||
            !self->events.element_failed(self->events.context, source, error->message))
            self->events.failed(self->events.context, error->message);
        g_error_free(error);
        leave(self);
    }
    gst_message_unref(message);
    return GST_BUS_DROP;
}

/* Life. */

static void watch(peer *self) {
    GstBus *bus = gst_element_get_bus(self->pipeline);
    gst_bus_set_sync_handler(bus, on_bus_message, hold(self), drop);
    gst_object_unref(bus);
    listen(self, self->bin, "deep-element-added", G_CALLBACK(on_element));
    listen(self, self->bin, "notify::ice-gathering-state", G_CALLBACK(on_gathering));
    listen(self, self->bin, "notify::connection-state", G_CALLBACK(on_connection));
    listen(self, self->bin, "pad-added", G_CALLBACK(on_pad));
    listen(self, self->bin, "on-data-channel", G_CALLBACK(on_data_channel));
}

peer *peer_new(const peer_events *events, peer_addresses addresses) {
    GstElement *bin = gst_element_factory_make("webrtcbin", NULL);
    if (bin == NULL)
        return NULL;
    peer *self = g_atomic_rc_box_new0(peer);
    self->events = *events;
    self->is_open = TRUE;
    g_rec_mutex_init(&self->lock);
    self->certificate = oyster_certificate_new();
    self->pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
    self->bin = gst_object_ref_sink(bin);
    watch(self);
    g_object_set(bin, "bundle-policy", OYSTER_BUNDLE_MAX, "latency", REORDER_MS, NULL);
    addresses_set_up(bin, addresses == PEER_ADDRESSES_WITH_LOOPBACK);
    gst_bin_add(GST_BIN(self->pipeline), bin);
    return self;
}

GstElement *peer_pipeline(peer *self) {
    return self->pipeline;
}

GstElement *peer_bin(peer *self) {
    return self->bin;
}

void peer_add_ice_server(peer *self, const char *uri) {
    gboolean is_taken = FALSE;
    if (g_str_has_prefix(uri, "stun://"))
        g_object_set(self->bin, "stun-server", uri, NULL);
    else
        g_signal_emit_by_name(self->bin, "add-turn-server", uri, &is_taken);
}

gboolean peer_receive(peer *self, const char *caps) {
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

gboolean peer_offer(peer *self) {
    if (self->certificate == NULL)
        return FALSE;
    // Data channels cannot be made below READY.
    if (gst_element_set_state(self->pipeline, GST_STATE_READY) == GST_STATE_CHANGE_FAILURE)
        return FALSE;
    return create_channels(self) && start(self);
}

gboolean peer_answer(peer *self, const char *offer) {
    if (self->certificate == NULL)
        return FALSE;
    self->offer = g_strdup(offer);
    return start(self);
}

gboolean peer_accept(peer *self, const char *answer) {
    return set_remote(self, GST_WEBRTC_SDP_TYPE_ANSWER, answer, on_answer_set);
}

gint64 peer_last_packet_us(peer *self) {
    return __atomic_load_n(&self->last_packet_us, __ATOMIC_RELAXED);
}

typedef struct question {
    void (*done)(void *context, const GstStructure *all);
    void *context;
    void (*release)(void *context);
} question;

static void on_statistics(GstPromise *promise, gpointer context) {
    question *asked = context;
    if (gst_promise_wait(promise) == GST_PROMISE_RESULT_REPLIED) {
        const GstStructure *reply = gst_promise_get_reply(promise);
        if (reply != NULL && !has_error(reply))
            asked->done(asked->context, reply);
    }
    gst_promise_unref(promise);
}

static void free_question(gpointer context) {
    question *asked = context;
    asked->release(asked->context);
    g_free(asked);
}

void peer_statistics(peer *self, void (*done)(void *context, const GstStructure *all),
                     void *context, void (*release)(void *context)) {
    question *asked = g_new(question, 1);
    *asked = (question){done, context, release};
    g_signal_emit_by_name(self->bin, "get-stats", NULL,
                          gst_promise_new_with_change_func(on_statistics, asked, free_question));
}

/* Setting a pipeline to NULL may wait for its threads; a thread of its own waits instead. */

typedef struct farewell {
    GMutex lock;
    GCond done;
    gboolean is_done;
    GstElement *pipeline;
} farewell;

static void free_farewell(gpointer memory) {
    farewell *last = memory;
    gst_object_unref(last->pipeline);
    g_mutex_clear(&last->lock);
    g_cond_clear(&last->done);
}

static gpointer stop(gpointer context) {
    farewell *last = context;
    gst_element_set_state(last->pipeline, GST_STATE_NULL);
    g_mutex_lock(&last->lock);
    last->is_done = TRUE;
    g_cond_signal(&last->done);
    g_mutex_unlock(&last->lock);
    g_atomic_rc_box_release_full(last, free_farewell);
    return NULL;
}

static gboolean stop_pipeline(GstElement *pipeline) {
    farewell *last = g_atomic_rc_box_new0(farewell);
    g_mutex_init(&last->lock);
    g_cond_init(&last->done);
    last->pipeline = gst_object_ref(pipeline);
    gint64 until = g_get_monotonic_time() + CLOSE_SECONDS * G_TIME_SPAN_SECOND;
    GThread *thread = g_thread_try_new("oyster-close", stop, g_atomic_rc_box_acquire(last), NULL);
    if (thread == NULL) {
        g_atomic_rc_box_release_full(last, free_farewell);
        stop(last);
        return TRUE;
    }
    g_mutex_lock(&last->lock);
    while (!last->is_done && g_cond_wait_until(&last->done, &last->lock, until)) {
    }
    gboolean is_done = last->is_done;
    g_mutex_unlock(&last->lock);
    if (is_done)
        g_thread_join(thread);
    else
        g_thread_unref(thread);
    g_atomic_rc_box_release_full(last, free_farewell);
    return is_done;
}

static void disconnect(peer *self, gpointer object) {
    g_signal_handlers_disconnect_by_data(object, self);
}

gboolean peer_close(peer *self) {
    g_rec_mutex_lock(&self->lock);
    self->is_open = FALSE;
    g_rec_mutex_unlock(&self->lock);
    gboolean is_done = stop_pipeline(self->pipeline);
    GstBus *bus = gst_element_get_bus(self->pipeline);
    gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
    gst_object_unref(bus);
    disconnect(self, self->bin);
    for (int index = 0; index < PEER_CHANNELS; index++) {
        if (self->channels[index] == NULL)
            continue;
        disconnect(self, self->channels[index]);
        g_clear_object(&self->channels[index]);
    }
    gst_object_unref(self->bin);
    gst_object_unref(self->pipeline);
    drop(self);
    return is_done;
}
