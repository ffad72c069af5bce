/* SPDX-License-Identifier: Apache-2.0 */
#include "link.h"

#include <cjson/cJSON.h>

#include "../peer/peer.h"
#include "commands.h"
#include "readiness.h"
#include "uplink.h"

#define VP8_CAPS                                                                   \
    "application/x-rtp,media=video,encoding-name=VP8,clock-rate=90000,payload=96," \
    "rtcp-fb-nack-pli=true,rtcp-fb-ccm-fir=true"
#define H264_CAPS                                                                    \
    "application/x-rtp,media=video,encoding-name=H264,clock-rate=90000,payload=102," \
    "packetization-mode=(string)1,profile-level-id=(string)42e01f,"                  \
    "rtcp-fb-nack-pli=true,rtcp-fb-ccm-fir=true"

struct media_link {
    guint number;
    link_told_fn told;
    void *context;
    receiver *receiver;
    peer *peer;
    uplink *uplink;
};

static void on_described(void *context, const char *sdp) {
    media_link *self = context;
    self->told(self->context, self->number, LINK_DESCRIBED, sdp);
}

static void on_connected(void *context) {
    media_link *self = context;
    if (peer_receives_audio(self->peer))
        receiver_expect_audio(self->receiver);
    self->told(self->context, self->number, LINK_CONNECTED, NULL);
}

static void on_failed(void *context, const char *reason) {
    media_link *self = context;
    self->told(self->context, self->number, LINK_FAILED, reason);
}

static void on_track(void *context, GstPad *pad) {
    media_link *self = context;
    receiver_track(self->receiver, self->peer, pad);
}

/** `{"type":"applied","sequence":12,"frame":345}`; anything else is for a later version. */
static void on_message(void *context, peer_channel channel, const char *text) {
    (void)channel;
    media_link *self = context;
    cJSON *message = cJSON_Parse(text);
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(message, "type");
    const cJSON *sequence = cJSON_GetObjectItemCaseSensitive(message, "sequence");
    const double largest = 9007199254740991.0;
    if (g_strcmp0(cJSON_GetStringValue(type), "applied") == 0 && cJSON_IsNumber(sequence) &&
        sequence->valuedouble >= 1 && sequence->valuedouble <= largest)
        measures_applied(receiver_measures(self->receiver), (guint64)sequence->valuedouble);
    cJSON_Delete(message);
}

static void on_log(void *context, const char *text) {
    media_link *self = context;
    outlet_log(receiver_outlet(self->receiver), OYSTER_LOG_LEVEL_DEBUG, "connection %u: %s",
               self->number + 1, text);
}

static gboolean on_element_failed(void *context, GstObject *source, const char *reason) {
    media_link *self = context;
    if (!uplink_is_microphone(source))
        return FALSE;
    self->told(self->context, self->number, LINK_MICROPHONE_FAILED, reason);
    return TRUE;
}

static gboolean start(media_link *self, const channel *channel) {
    self->uplink = uplink_new(self->peer, receiver_outlet(self->receiver));
    if (self->uplink == NULL)
        return FALSE;
    for (char **server = channel->ice_servers; *server != NULL; server++)
        peer_add_ice_server(self->peer, *server);
    if (channel->is_relayed)
        peer_relay_only(self->peer);
    const char *caps = readiness_has_h264() ? VP8_CAPS ";" H264_CAPS : VP8_CAPS;
    return peer_receive(self->peer, caps) && peer_offer(self->peer);
}

media_link *link_open(guint number, const channel *channel, receiver *receiver, link_told_fn told,
                      void *context) {
    media_link *self = g_new0(media_link, 1);
    self->number = number;
    self->told = told;
    self->context = context;
    self->receiver = receiver_hold(receiver);
    const peer_events events = {
        .context = self,
        .described = on_described,
        .connected = on_connected,
        .failed = on_failed,
        .track = on_track,
        .message = on_message,
        .element_failed = on_element_failed,
        .log = on_log,
    };
    self->peer =
        peer_new(&events, channel->is_local ? PEER_ADDRESSES_WITH_LOOPBACK : PEER_ADDRESSES_USUAL);
    if (self->peer != NULL && start(self, channel))
        return self;
    link_close(self);
    return NULL;
}

answer_error link_accept(media_link *self, const char *answer) {
    return peer_accept(self->peer, answer);
}

void link_set_microphone(media_link *self, gboolean is_on) {
    uplink_set_microphone(self->uplink, is_on);
}

void link_look_for_microphone(media_link *self) {
    uplink_look(self->uplink);
}

gboolean link_send(media_link *self, const oyster_stream_command *command) {
    char text[COMMAND_TEXT_SIZE];
    // A one-shot must arrive; a movement that arrives late is worth nothing.
    peer_channel channel = command->interaction == 0 ? PEER_CHANNEL_COMMANDS : PEER_CHANNEL_ACTIONS;
    if (!command_print(command, text) || !peer_send(self->peer, channel, text))
        return FALSE;
    measures_command(receiver_measures(self->receiver), command);
    return TRUE;
}

gint64 link_last_packet_us(media_link *self) {
    return peer_last_packet_us(self->peer);
}

static void on_figures(void *context, const GstStructure *all) {
    measures_transport(context, all);
}

void link_measure(media_link *self) {
    peer_statistics(self->peer, on_figures, measures_hold(receiver_measures(self->receiver)),
                    measures_drop);
}

gboolean link_close(media_link *self) {
    gboolean is_clean = self->peer == NULL || peer_close(self->peer);
    uplink_free(self->uplink);
    receiver_drop(self->receiver);
    g_free(self);
    return is_clean;
}
