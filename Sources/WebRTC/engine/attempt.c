/* SPDX-License-Identifier: Apache-2.0 */
#include "attempt.h"

#include <cjson/cJSON.h>

#include "../peer/element_bin.h"
#include "../peer/peer.h"
#include "audio.h"
#include "audio_sender.h"
#include "commands.h"
#include "readiness.h"
#include "video.h"

#define VP8_CAPS                                                                   \
    "application/x-rtp,media=video,encoding-name=VP8,clock-rate=90000,payload=96," \
    "rtcp-fb-nack-pli=true,rtcp-fb-ccm-fir=true"
#define H264_CAPS                                                                    \
    "application/x-rtp,media=video,encoding-name=H264,clock-rate=90000,payload=102," \
    "packetization-mode=(string)1,profile-level-id=(string)42e01f,"                  \
    "rtcp-fb-nack-pli=true,rtcp-fb-ccm-fir=true"

struct OysterAttempt {
    guint number;
    OysterAttemptFn on_event;
    void *context;
    OysterReceiver *receiver;
    OysterPeer *peer;
    OysterAudioSender *audio_sender;
};

static void report(OysterAttempt *self, OysterAttemptEvent event, const char *text) {
    self->on_event(self->context, self->number, event, text);
}

static void on_offer(void *context, const char *sdp) {
    report(context, ATTEMPT_OFFERED, sdp);
}

static void on_connected(void *context) {
    OysterAttempt *self = context;
    if (peer_receives_audio(self->peer))
        receiver_expect_audio(self->receiver);
    report(self, ATTEMPT_CONNECTED, NULL);
}

static void on_failed(void *context, const char *reason) {
    report(context, ATTEMPT_FAILED, reason);
}

/** Attaches a track by its RTP caps; FALSE when the engine cannot use it. */
static gboolean attach(OysterAttempt *self, GstPad *track, const char *media,
                       const char *encoding) {
    if (g_strcmp0(media, "video") == 0)
        return video_attach(self->receiver, self->peer, track, encoding);
    if (g_strcmp0(media, "audio") != 0)
        return FALSE;
    receiver_expect_audio(self->receiver);
    return audio_attach(self->receiver, self->peer, track);
}

static void on_track(void *context, GstPad *track) {
    OysterAttempt *self = context;
    OysterSink *sink = receiver_sink(self->receiver);
    GstCaps *caps = gst_pad_get_current_caps(track);
    if (caps == NULL)
        caps = gst_pad_query_caps(track, NULL);
    const GstStructure *rtp = gst_caps_is_empty(caps) ? NULL : gst_caps_get_structure(caps, 0);
    const char *media = rtp == NULL ? NULL : gst_structure_get_string(rtp, "media");
    const char *encoding = rtp == NULL ? NULL : gst_structure_get_string(rtp, "encoding-name");
    if (attach(self, track, media, encoding)) {
        sink_log(sink, OYSTER_LOG_LEVEL_DEBUG, "the server sends %s as %s", media, encoding);
    } else {
        sink_log(sink, OYSTER_LOG_LEVEL_WARNING, "the engine cannot use a track: %s",
                 encoding == NULL ? "unknown" : encoding);
        if (!element_bin_discard_track(self->peer, track))
            report(self, ATTEMPT_FAILED, "a track that the engine cannot use cannot be discarded");
    }
    gst_caps_unref(caps);
}

/** `{"type":"applied","sequence":12,"frame":345}`; other messages are ignored, so that later
 *  versions may send them. */
static void on_message(void *context, OysterDataChannel channel, const char *text) {
    (void)channel;
    OysterAttempt *self = context;
    cJSON *message = cJSON_Parse(text);
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(message, "type");
    const cJSON *sequence = cJSON_GetObjectItemCaseSensitive(message, "sequence");
    const double largest = 9007199254740991.0;
    if (g_strcmp0(cJSON_GetStringValue(type), "applied") == 0 && cJSON_IsNumber(sequence) &&
        sequence->valuedouble >= 1 && sequence->valuedouble <= largest)
        stats_command_applied(receiver_stats(self->receiver), (guint64)sequence->valuedouble);
    cJSON_Delete(message);
}

static void on_log(void *context, const char *text) {
    OysterAttempt *self = context;
    sink_log(receiver_sink(self->receiver), OYSTER_LOG_LEVEL_DEBUG, "peer connection %u: %s",
             self->number + 1, text);
}

static gboolean on_element_failed(void *context, GstObject *source, const char *reason) {
    if (!audio_sender_is_microphone(source))
        return FALSE;
    report(context, ATTEMPT_MICROPHONE_FAILED, reason);
    return TRUE;
}

static gboolean start(OysterAttempt *self, const OysterRtcConfig *config) {
    self->audio_sender = audio_sender_new(self->peer, receiver_sink(self->receiver));
    if (self->audio_sender == NULL)
        return FALSE;
    for (char **server = config->ice_servers; *server != NULL; server++)
        peer_add_ice_server(self->peer, *server);
    if (config->is_relay_only)
        peer_relay_only(self->peer);
    const char *caps = readiness_has_h264() ? VP8_CAPS ";" H264_CAPS : VP8_CAPS;
    return peer_receive(self->peer, caps) && peer_offer(self->peer);
}

OysterAttempt *attempt_start(guint number, const OysterRtcConfig *config, OysterReceiver *receiver,
                             OysterAttemptFn on_event, void *context) {
    OysterAttempt *self = g_new0(OysterAttempt, 1);
    self->number = number;
    self->on_event = on_event;
    self->context = context;
    self->receiver = receiver_ref(receiver);
    const OysterPeerEvents events = {
        .context = self,
        .described = on_offer,
        .connected = on_connected,
        .failed = on_failed,
        .track = on_track,
        .message = on_message,
        .element_failed = on_element_failed,
        .log = on_log,
    };
    self->peer =
        peer_new(&events, config->is_local ? ICE_ADDRESSES_WITH_LOOPBACK : ICE_ADDRESSES_DEFAULT);
    if (self->peer != NULL && start(self, config))
        return self;
    attempt_close(self);
    return NULL;
}

OysterAnswerError attempt_accept_answer(OysterAttempt *self, const char *answer) {
    return peer_accept(self->peer, answer);
}

void attempt_set_microphone(OysterAttempt *self, gboolean is_on) {
    audio_sender_set_microphone(self->audio_sender, is_on);
}

void attempt_poll_microphone(OysterAttempt *self) {
    audio_sender_poll_microphone(self->audio_sender);
}

gboolean attempt_send_command(OysterAttempt *self, const oyster_stream_command *command) {
    char text[COMMAND_TEXT_SIZE];
    // One-shot actions must arrive; movement that arrives late is useless.
    OysterDataChannel channel =
        command->interaction == 0 ? DATA_CHANNEL_COMMANDS : DATA_CHANNEL_ACTIONS;
    if (!command_print(command, text) || !peer_send(self->peer, channel, text))
        return FALSE;
    stats_command_sent(receiver_stats(self->receiver), command);
    return TRUE;
}

gint64 attempt_last_packet_us(OysterAttempt *self) {
    return peer_last_packet_us(self->peer);
}

static void on_stats(void *context, const GstStructure *all) {
    stats_transport(context, all);
}

void attempt_request_stats(OysterAttempt *self) {
    peer_request_stats(self->peer, on_stats, stats_ref(receiver_stats(self->receiver)),
                       stats_unref);
}

gboolean attempt_close(OysterAttempt *self) {
    gboolean is_clean = self->peer == NULL || peer_close(self->peer);
    audio_sender_free(self->audio_sender);
    receiver_unref(self->receiver);
    g_free(self);
    return is_clean;
}
