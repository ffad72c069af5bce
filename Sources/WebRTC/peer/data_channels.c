/* SPDX-License-Identifier: Apache-2.0 */
#include "data_channels.h"

static const char *const labels[DATA_CHANNEL_COUNT] = {"oyster-commands", "oyster-actions"};

static void on_channel_text(GObject *channel, const char *text, OysterPeer *self) {
    if (text == NULL || !peer_acquire(self))
        return;
    for (int index = 0; index < DATA_CHANNEL_COUNT; index++)
        if (self->channels[index] == channel)
            self->events.message(self->events.context, (OysterDataChannel)index, text);
    peer_release(self);
}

static void set_channel_open(OysterPeer *self, GObject *channel, gboolean is_open) {
    g_rec_mutex_lock(&self->lock);
    for (int index = 0; index < DATA_CHANNEL_COUNT; index++) {
        if (self->channels[index] != channel || self->is_data_channel_open[index] == is_open)
            continue;
        self->is_data_channel_open[index] = is_open;
        peer_log(self, "data channel %s is %s", labels[index], is_open ? "open" : "closed");
    }
    g_rec_mutex_unlock(&self->lock);
}

static void on_channel_open(GObject *channel, OysterPeer *self) {
    set_channel_open(self, channel, TRUE);
}

static void on_channel_close(GObject *channel, OysterPeer *self) {
    set_channel_open(self, channel, FALSE);
}

/** Uses a channel, unless there is one of its kind; takes the reference over. */
static void adopt(OysterPeer *self, int index, GObject *channel) {
    g_rec_mutex_lock(&self->lock);
    gboolean is_wanted = self->is_open && self->channels[index] == NULL;
    if (is_wanted)
        self->channels[index] = channel;
    g_rec_mutex_unlock(&self->lock);
    if (!is_wanted) {
        g_object_unref(channel);
        return;
    }
    peer_connect_signal(self, channel, "on-message-string", G_CALLBACK(on_channel_text));
    peer_connect_signal(self, channel, "on-open", G_CALLBACK(on_channel_open));
    peer_connect_signal(self, channel, "on-close", G_CALLBACK(on_channel_close));
    int state = 0;
    g_object_get(channel, "ready-state", &state, NULL);
    enum { OPEN = 1 };
    if (state == OPEN)
        set_channel_open(self, channel, TRUE);
}

/** Each channel needs a thread. */
static gboolean has_too_many_channels(OysterPeer *self) {
    enum { MAX_DATA_CHANNELS = 16 };
    g_rec_mutex_lock(&self->lock);
    gboolean has_too_many = ++self->remote_channels > MAX_DATA_CHANNELS;
    g_rec_mutex_unlock(&self->lock);
    return has_too_many;
}

static void on_data_channel(GstElement *bin, GObject *channel, OysterPeer *self) {
    (void)bin;
    if (has_too_many_channels(self)) {
        peer_fail(self, "the other side opened more than 16 data channels");
        return;
    }
    char *label = NULL;
    g_object_get(channel, "label", &label, NULL);
    for (int index = 0; index < DATA_CHANNEL_COUNT; index++)
        if (g_strcmp0(label, labels[index]) == 0)
            adopt(self, index, g_object_ref(channel));
    g_free(label);
}

gboolean data_channels_create(OysterPeer *self) {
    GstStructure *lossy = gst_structure_new("options", "ordered", G_TYPE_BOOLEAN, FALSE,
                                            "max-retransmits", G_TYPE_INT, 0, NULL);
    for (int index = 0; index < DATA_CHANNEL_COUNT; index++) {
        GObject *channel = NULL;
        g_signal_emit_by_name(self->bin, "create-data-channel", labels[index],
                              index == DATA_CHANNEL_COMMANDS ? lossy : NULL, &channel);
        if (channel != NULL)
            adopt(self, index, channel);
    }
    gst_structure_free(lossy);
    return self->channels[0] != NULL && self->channels[1] != NULL;
}

gboolean data_channels_send(OysterPeer *self, OysterDataChannel channel, const char *text) {
    g_rec_mutex_lock(&self->lock);
    GObject *target =
        self->is_open && self->is_data_channel_open[channel] ? self->channels[channel] : NULL;
    if (target != NULL)
        g_object_ref(target);
    g_rec_mutex_unlock(&self->lock);
    if (target == NULL)
        return FALSE;
    g_signal_emit_by_name(target, "send-string", text);
    g_object_unref(target);
    return TRUE;
}

void data_channels_watch(OysterPeer *self) {
    peer_connect_signal(self, self->bin, "on-data-channel", G_CALLBACK(on_data_channel));
}

void data_channels_clear(OysterPeer *self) {
    for (int index = 0; index < DATA_CHANNEL_COUNT; index++) {
        if (self->channels[index] == NULL)
            continue;
        g_signal_handlers_disconnect_by_data(self->channels[index], self);
        g_clear_object(&self->channels[index]);
    }
}
