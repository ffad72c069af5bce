/* SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "latency.h"
#include "ssrc_stats.h"

/** As in browsers: a gap between frames is a freeze when it exceeds both three times the mean gap,
 *  and the mean gap and this time. */
enum { FREEZE_EXTRA_US = 150 * 1000 };

struct OysterStats {
    GMutex lock;
    const char *codec;
    int width, height;
    guint64 connects;
    guint64 received, keys, decoded, delivered, dropped;
    guint64 freezes;
    gint64 frozen_us;
    gint64 last_frame_us;
    double mean_gap_us;
    double decode_us;
    guint64 commands, actions;
    OysterLatency latency;
    /* From webrtcbin. */
    OysterSsrcStats ssrcs;
    double jitter_ms, round_trip_ms, bitrate_kbps;
    guint64 counted_bytes;
    gint64 counted_at;
};

static void destroy(gpointer memory) {
    g_mutex_clear(&((OysterStats *)memory)->lock);
}

OysterStats *stats_new(void) {
    OysterStats *self = g_atomic_rc_box_new0(OysterStats);
    g_mutex_init(&self->lock);
    self->jitter_ms = self->round_trip_ms = self->bitrate_kbps = -1;
    return self;
}

OysterStats *stats_ref(OysterStats *self) {
    return g_atomic_rc_box_acquire(self);
}

void stats_unref(void *self) {
    g_atomic_rc_box_release_full(self, destroy);
}

void stats_connected(OysterStats *self) {
    g_mutex_lock(&self->lock);
    self->connects++;
    ssrc_stats_forget(&self->ssrcs);
    // The state RECONNECTING reports the gap between two connections, which is not a freeze.
    self->last_frame_us = 0;
    g_mutex_unlock(&self->lock);
}

static void count_gap(OysterStats *self, gint64 gap) {
    double usual = self->mean_gap_us;
    if (usual > 0 && gap > MAX(3 * usual, usual + FREEZE_EXTRA_US)) {
        self->freezes++;
        self->frozen_us += gap;
        return;
    }
    self->mean_gap_us = usual > 0 ? usual + ((double)gap - usual) / 30 : (double)gap;
}

gboolean stats_frame_received(OysterStats *self, gboolean is_key) {
    gint64 now = g_get_monotonic_time();
    g_mutex_lock(&self->lock);
    gboolean is_first = self->received++ == 0;
    if (is_key)
        self->keys++;
    if (self->last_frame_us != 0)
        count_gap(self, now - self->last_frame_us);
    self->last_frame_us = now;
    g_mutex_unlock(&self->lock);
    return is_first;
}

void stats_frame_decoded(OysterStats *self, gint64 duration_us, int width, int height) {
    g_mutex_lock(&self->lock);
    double taken = (double)duration_us;
    self->decode_us += self->decoded++ == 0 ? taken : (taken - self->decode_us) / 30;
    self->width = width;
    self->height = height;
    g_mutex_unlock(&self->lock);
}

void stats_frame_delivered(OysterStats *self) {
    g_mutex_lock(&self->lock);
    self->delivered++;
    g_mutex_unlock(&self->lock);
}

void stats_frame_dropped(OysterStats *self) {
    g_mutex_lock(&self->lock);
    self->dropped++;
    g_mutex_unlock(&self->lock);
}

void stats_video_ssrc(OysterStats *self, const char *codec, guint32 ssrc) {
    g_mutex_lock(&self->lock);
    self->codec = codec;
    ssrc_stats_add(&self->ssrcs, ssrc);
    g_mutex_unlock(&self->lock);
}

void stats_command_sent(OysterStats *self, const oyster_stream_command *command) {
    g_mutex_lock(&self->lock);
    if (command->interaction == 0)
        self->commands++;
    else
        self->actions++;
    latency_sent(&self->latency, command->sequence, command->monotonic_time_us);
    g_mutex_unlock(&self->lock);
}

void stats_command_applied(OysterStats *self, guint64 sequence) {
    g_mutex_lock(&self->lock);
    latency_applied(&self->latency, sequence);
    g_mutex_unlock(&self->lock);
}

void stats_frame_shown(OysterStats *self) {
    g_mutex_lock(&self->lock);
    latency_shown(&self->latency, g_get_monotonic_time());
    g_mutex_unlock(&self->lock);
}

gint64 stats_last_frame_us(OysterStats *self) {
    g_mutex_lock(&self->lock);
    gint64 last = self->last_frame_us;
    g_mutex_unlock(&self->lock);
    return last;
}

/* webrtcbin's statistics: a structure of structures, with unsigned and floating-point fields. */

static double number_of(const GstStructure *one, const char *name, double otherwise) {
    const GValue *value = gst_structure_get_value(one, name);
    GValue number = G_VALUE_INIT;
    g_value_init(&number, G_TYPE_DOUBLE);
    if (value != NULL && g_value_transform(value, &number))
        otherwise = g_value_get_double(&number);
    g_value_unset(&number);
    return otherwise;
}

/** Counts only the video's own SSRCs: webrtcbin reports audio and retransmissions as video, too. */
static void read_inbound(OysterStats *self, const GstStructure *one) {
    guint number = 0;
    if (!gst_structure_get_uint(one, "ssrc", &number))
        return;
    const OysterRtpCounts reading = {
        .packets = (guint64)MAX(0, number_of(one, "packets-received", 0)),
        .lost = (guint64)MAX(0, number_of(one, "packets-lost", 0)),
        .bytes = (guint64)MAX(0, number_of(one, "bytes-received", 0)),
    };
    if (ssrc_stats_update(&self->ssrcs, number, &reading))
        self->jitter_ms = number_of(one, "jitter", -0.001) * 1000;
}

static void read_bitrate(OysterStats *self, gint64 now) {
    guint64 bytes = self->ssrcs.total.bytes;
    if (self->counted_at != 0 && now > self->counted_at)
        self->bitrate_kbps =
            (double)(bytes - self->counted_bytes) * 8000 / (double)(now - self->counted_at);
    self->counted_bytes = bytes;
    self->counted_at = now;
}

static gboolean read_one(GQuark name, const GValue *value, gpointer context) {
    (void)name;
    OysterStats *self = context;
    if (!GST_VALUE_HOLDS_STRUCTURE(value))
        return TRUE;
    const GstStructure *one = gst_value_get_structure(value);
    const char *kind = gst_structure_get_name(one);
    if (g_strcmp0(kind, "inbound-rtp") == 0)
        read_inbound(self, one);
    if (g_strcmp0(kind, "remote-inbound-rtp") == 0)
        self->round_trip_ms = number_of(one, "round-trip-time", -0.001) * 1000;
    return TRUE;
}

void stats_transport(OysterStats *self, const GstStructure *all) {
    g_mutex_lock(&self->lock);
    gst_structure_foreach(all, read_one, self);
    read_bitrate(self, g_get_monotonic_time());
    g_mutex_unlock(&self->lock);
}

/* JSON. */

static void add_count(cJSON *object, const char *key, guint64 count) {
    cJSON_AddNumberToObject(object, key, (double)count);
}

static void add_known(cJSON *object, const char *key, double value) {
    if (value >= 0)
        cJSON_AddNumberToObject(object, key, value);
}

static void add_frames(const OysterStats *self, cJSON *object) {
    add_count(object, "framesReceived", self->received);
    add_count(object, "framesDecoded", self->decoded);
    add_count(object, "framesDelivered", self->delivered);
    add_count(object, "framesDropped", self->dropped);
    add_count(object, "keyFrames", self->keys);
    add_count(object, "freezes", self->freezes);
    add_count(object, "freezeMs", (guint64)self->frozen_us / 1000);
    if (self->codec != NULL)
        cJSON_AddStringToObject(object, "codec", self->codec);
    if (self->decoded == 0)
        return;
    add_count(object, "width", (guint64)self->width);
    add_count(object, "height", (guint64)self->height);
    add_known(object, "decodeMs", self->decode_us / 1000);
}

static void add_transport(const OysterStats *self, cJSON *object) {
    add_count(object, "packetsReceived", self->ssrcs.total.packets);
    add_count(object, "packetsLost", self->ssrcs.total.lost);
    add_count(object, "bytesReceived", self->ssrcs.total.bytes);
    add_known(object, "bitrateKbps", self->bitrate_kbps);
    add_known(object, "jitterMs", self->jitter_ms);
    add_known(object, "rttMs", self->round_trip_ms);
    add_count(object, "connects", self->connects);
    add_count(object, "reconnects", self->connects > 0 ? self->connects - 1 : 0);
}

static void add_commands(const OysterStats *self, cJSON *object) {
    add_count(object, "commandsSent", self->commands);
    add_count(object, "actionsSent", self->actions);
    if (self->latency.count == 0)
        return;
    cJSON *taken = cJSON_AddObjectToObject(object, "commandToFrameMs");
    add_known(taken, "last", latency_last(&self->latency));
    add_known(taken, "p50", latency_percentile(&self->latency, 50));
    add_known(taken, "p95", latency_percentile(&self->latency, 95));
    add_count(taken, "count", self->latency.count);
}

static void add_recording(cJSON *object, const char *path, guint64 bytes) {
    if (path == NULL)
        return;
    cJSON *recording = cJSON_AddObjectToObject(object, "recording");
    cJSON_AddStringToObject(recording, "path", path);
    add_count(recording, "bytes", bytes);
}

size_t stats_print(OysterStats *self, const char *path, guint64 bytes, char *buffer,
                   size_t capacity) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "engine", "webrtc");
    g_mutex_lock(&self->lock);
    add_frames(self, object);
    add_transport(self, object);
    add_commands(self, object);
    g_mutex_unlock(&self->lock);
    add_recording(object, path, bytes);
    gboolean fits =
        capacity <= G_MAXINT && cJSON_PrintPreallocated(object, buffer, (int)capacity, FALSE);
    cJSON_Delete(object);
    return fits ? strlen(buffer) : 0;
}
