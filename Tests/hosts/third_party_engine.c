// SPDX-License-Identifier: Apache-2.0
// A stream engine as an integrator of an RTC vendor writes it, from stream_engine.h alone: a
// moving gradient, 50 frames per second, delivered without a copy from a small pool.
#define _GNU_SOURCE
#include "third_party_engine.h"

#include <happyoyster/stream_engine.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PIXELS (THIRD_PARTY_WIDTH * THIRD_PARTY_HEIGHT)
#define FRAME_SIZE (PIXELS * 3 / 2)
#define FRAMES 8

__attribute__((visibility("default"))) third_party_probe third_party_probe_data;

static uint8_t arena[FRAMES][FRAME_SIZE];
static atomic_bool in_use[FRAMES];

typedef struct stream {
    const oyster_stream_sink *sink;
    atomic_bool is_leaving;
    /** Requests without an answer; `closed` waits for them. */
    atomic_int pending;
    atomic_bool is_asking;
    char token[256];
} stream;

static void release_frame(void *owner) {
    atomic_store((atomic_bool *)owner, false);
    while (atomic_load(&third_party_probe_data.holds_releases)) {
        atomic_store(&third_party_probe_data.is_releasing, true);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    atomic_store(&third_party_probe_data.is_releasing, false);
    atomic_fetch_add(&third_party_probe_data.frames_released, 1);
}

/** The index of a free frame, or -1 when the library holds all. */
static int claim_frame(void) {
    for (int index = 0; index < FRAMES; index++) {
        if (!atomic_exchange(&in_use[index], true))
            return index;
    }
    return -1;
}

static void paint(uint8_t *pixels, unsigned tick) {
    for (unsigned y = 0; y < THIRD_PARTY_HEIGHT; y++) {
        for (unsigned x = 0; x < THIRD_PARTY_WIDTH; x++) {
            pixels[y * THIRD_PARTY_WIDTH + x] = third_party_luma(x, y, tick);
        }
    }
    memset(pixels + PIXELS, 128, PIXELS / 2);
}

static void deliver(const oyster_stream_sink *sink, unsigned tick) {
    int place = claim_frame();
    if (place < 0)
        return;
    uint8_t *pixels = arena[place];
    paint(pixels, tick);
    oyster_stream_frame frame = {
        .size = sizeof frame,
        .format = OYSTER_PIXEL_FORMAT_I420,
        .width = THIRD_PARTY_WIDTH,
        .height = THIRD_PARTY_HEIGHT,
        .strides = {THIRD_PARTY_WIDTH, THIRD_PARTY_WIDTH / 2, THIRD_PARTY_WIDTH / 2},
        .planes = {pixels, pixels + PIXELS, pixels + PIXELS * 5 / 4},
        .pts_us = (int64_t)tick * 20000,
        .release = release_frame,
        .owner = &in_use[place],
    };
    atomic_fetch_add(&third_party_probe_data.frames_delivered, 1);
    sink->frame(sink->context, &frame);
}

static void send_audio(const oyster_stream_sink *sink, unsigned tick) {
    int16_t samples[960];
    for (size_t at = 0; at < 960; at++)
        samples[at] = (int16_t)tick;
    oyster_stream_audio audio = {
        .size = sizeof audio,
        .sample_rate = 48000,
        .channels = 1,
        .frame_count = 960,
        .samples = samples,
        .pts_us = (int64_t)tick * 20000,
    };
    sink->audio(sink->context, &audio);
    atomic_fetch_add(&third_party_probe_data.chunks, 1);
}

static void answered(void *owner, const oyster_stream_http_response *response) {
    stream *self = owner;
    third_party_probe *probe = &third_party_probe_data;
    if (atomic_load(&self->is_asking))
        atomic_fetch_add(&probe->wrong_answers, 1);
    snprintf(probe->last_body, sizeof probe->last_body, "%s", response->body);
    snprintf(probe->last_failure, sizeof probe->last_failure, "%s",
             response->failure ? response->failure : "");
    atomic_store(&probe->last_status, response->status);
    atomic_fetch_add(&probe->answers, 1);
    // As the last action: the thread may close the stream now.
    atomic_fetch_sub(&self->pending, 1);
}

/** Sends a request to the test's server, and overwrites its strings after the call. */
static void ask(stream *self, const char *method) {
    char url[256];
    snprintf(url, sizeof url, "%s", third_party_probe_data.signalling_url);
    if (!*url)
        return;
    oyster_stream_http_request request = {
        .size = sizeof request,
        .method = method,
        .url = url,
        .bearer = self->token,
        .timeout_ms = 5000,
        .done = answered,
        .owner = self,
    };
    atomic_fetch_add(&self->pending, 1);
    // This is the thread of the event loop: an answer inside the call would see this flag.
    atomic_store(&self->is_asking, true);
    if (self->sink->http(self->sink->context, &request)) {
        atomic_fetch_sub(&self->pending, 1);
        atomic_fetch_add(&third_party_probe_data.wrong_answers, 1);
    }
    atomic_store(&self->is_asking, false);
    memset(url, 'x', sizeof url);
}

/** Copies the token of an rtcConfig. */
static void copy_token(const char *rtc_config, char *target, size_t capacity) {
    const char *start = strstr(rtc_config, "\"token\":\"");
    start = start ? start + 9 : "none";
    snprintf(target, capacity, "%.*s", (int)strcspn(start, "\""), start);
}

static void *play(void *argument) {
    stream *self = argument;
    const oyster_stream_sink *sink = self->sink;
    sink->state(sink->context, OYSTER_STREAM_STATE_CONNECTED);
    sink->first_frame(sink->context);
    sink->state(sink->context, OYSTER_STREAM_STATE_PLAYING);
    for (unsigned tick = 0; !atomic_load(&self->is_leaving); tick++) {
        if (sink->wants_frames(sink->context))
            deliver(sink, tick);
        if (sink->wants_audio(sink->context))
            send_audio(sink, tick);
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    while (atomic_load(&self->pending))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    free(self);
    sink->closed(sink->context);
    return NULL;
}

static oyster_result join(void *engine, const oyster_stream_join *join,
                          const oyster_stream_sink *sink, void **result) {
    (void)engine;
    if (join->size < sizeof *join || !strstr(join->rtc_config, "channel"))
        return 105001;
    stream *self = calloc(1, sizeof *self);
    if (!self)
        return 105001;
    self->sink = sink;
    copy_token(join->rtc_config, self->token, sizeof self->token);
    ask(self, "GET");
    pthread_t thread;
    // Requests that were sent cannot be cancelled: the stream stays open without frames.
    if (pthread_create(&thread, NULL, play, self))
        return 105001;
    pthread_detach(thread);
    snprintf(third_party_probe_data.rtc_config, sizeof third_party_probe_data.rtc_config, "%s",
             join->rtc_config);
    atomic_store(&third_party_probe_data.plays_audio, (int)join->play_audio);
    atomic_fetch_add(&third_party_probe_data.joins, 1);
    // A stream engine that logs secrets: the library redacts them.
    sink->log(sink->context, OYSTER_LOG_LEVEL_INFO, join->rtc_config);
    sink->log(sink->context, OYSTER_LOG_LEVEL_INFO, "gradient: joined");
    *result = self;
    return 0;
}

static void leave(void *argument) {
    stream *self = argument;
    ask(self, "DELETE");
    atomic_fetch_add(&third_party_probe_data.leaves, 1);
    atomic_store(&self->is_leaving, true);
}

static oyster_result send_command(void *argument, const oyster_stream_command *command) {
    (void)argument;
    if (command->interaction >= 0 && command->interaction < 5) {
        atomic_fetch_add(&third_party_probe_data.interactions[command->interaction], 1);
    }
    atomic_fetch_add(&third_party_probe_data.commands, 1);
    // As the last action, so that a reader of this flag sees the counts as well.
    atomic_store(&third_party_probe_data.last_translation, command->translation);
    return 0;
}

static void set_local_audio(void *argument, bool on) {
    (void)argument, (void)on;
    atomic_fetch_add(&third_party_probe_data.audio_changes, 1);
}

static oyster_result record(void *argument, const char *path) {
    stream *self = argument;
    if (path && strstr(path, "refuse"))
        return 109005;
    if (path && strstr(path, "full")) {
        self->sink->recording_failed(self->sink->context, "the disk is full");
        return 0;
    }
    snprintf(third_party_probe_data.recording, sizeof third_party_probe_data.recording, "%s",
             path ? path : "");
    atomic_fetch_add(&third_party_probe_data.recordings, 1);
    return 0;
}

static size_t stats(void *argument, char *buffer, size_t capacity) {
    (void)argument;
    int length = snprintf(buffer, capacity, "{\"gradientFrames\":%d,\"gradientCommands\":%d}",
                          atomic_load(&third_party_probe_data.frames_delivered),
                          atomic_load(&third_party_probe_data.commands));
    return length > 0 && (size_t)length < capacity ? (size_t)length : 0;
}

__attribute__((visibility("default"))) const oyster_stream_engine *
oyster_stream_engine_entry(uint32_t abi);

const oyster_stream_engine *oyster_stream_engine_entry(uint32_t abi) {
    static const oyster_stream_engine table = {
        .size = sizeof table,
        .abi = OYSTER_STREAM_ENGINE_ABI,
        .name = "gradient",
        .join = join,
        .leave = leave,
        .send_command = send_command,
        .set_local_audio = set_local_audio,
        .stats = stats,
        .record = record,
    };
    third_party_probe_data.arena = &arena[0][0];
    third_party_probe_data.arena_size = sizeof arena;
    return abi == OYSTER_STREAM_ENGINE_ABI ? &table : NULL;
}
