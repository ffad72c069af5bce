// SPDX-License-Identifier: Apache-2.0
// A stream engine as an RTC vendor's integrator would write it, from stream_engine.h alone: a
// moving gradient, fifty pictures a second, delivered without a copy from a small pool.
#define _GNU_SOURCE
#include "third_party_engine.h"

#include <happyoyster/stream_engine.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PIXELS (THIRD_PARTY_WIDTH * THIRD_PARTY_HEIGHT)
#define PICTURE_SIZE (PIXELS * 3 / 2)
#define PICTURES 8

__attribute__((visibility("default"))) third_party_probe third_party_probe_data;

static uint8_t arena[PICTURES][PICTURE_SIZE];
static atomic_bool in_use[PICTURES];

typedef struct stream {
    const oyster_stream_sink *sink;
    atomic_bool is_leaving;
} stream;

static void release_picture(void *owner) {
    atomic_store((atomic_bool *)owner, false);
    atomic_fetch_add(&third_party_probe_data.frames_released, 1);
}

/** A free picture's place, or -1 when the library holds them all. */
static int claim_picture(void) {
    for (int index = 0; index < PICTURES; index++) {
        if (!atomic_exchange(&in_use[index], true))
            return index;
    }
    return -1;
}

static void paint(uint8_t *picture, unsigned tick) {
    for (unsigned y = 0; y < THIRD_PARTY_HEIGHT; y++) {
        for (unsigned x = 0; x < THIRD_PARTY_WIDTH; x++) {
            picture[y * THIRD_PARTY_WIDTH + x] = third_party_luma(x, y, tick);
        }
    }
    memset(picture + PIXELS, 128, PIXELS / 2);
}

static void deliver(const oyster_stream_sink *sink, unsigned tick) {
    int place = claim_picture();
    if (place < 0)
        return;
    uint8_t *picture = arena[place];
    paint(picture, tick);
    oyster_stream_frame frame = {
        .size = sizeof frame,
        .format = OYSTER_PIXEL_FORMAT_I420,
        .width = THIRD_PARTY_WIDTH,
        .height = THIRD_PARTY_HEIGHT,
        .strides = {THIRD_PARTY_WIDTH, THIRD_PARTY_WIDTH / 2, THIRD_PARTY_WIDTH / 2},
        .planes = {picture, picture + PIXELS, picture + PIXELS * 5 / 4},
        .pts_us = (int64_t)tick * 20000,
        .release = release_picture,
        .owner = &in_use[place],
    };
    atomic_fetch_add(&third_party_probe_data.frames_delivered, 1);
    sink->frame(sink->context, &frame);
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
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
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
    pthread_t thread;
    if (pthread_create(&thread, NULL, play, self)) {
        free(self);
        return 105001;
    }
    pthread_detach(thread);
    snprintf(third_party_probe_data.rtc_config, sizeof third_party_probe_data.rtc_config, "%s",
             join->rtc_config);
    atomic_fetch_add(&third_party_probe_data.joins, 1);
    // An engine that talks too much: the library redacts it.
    sink->log(sink->context, OYSTER_LOG_LEVEL_INFO, join->rtc_config);
    sink->log(sink->context, OYSTER_LOG_LEVEL_INFO, "gradient: joined");
    *result = self;
    return 0;
}

static void leave(void *argument) {
    atomic_fetch_add(&third_party_probe_data.leaves, 1);
    atomic_store(&((stream *)argument)->is_leaving, true);
}

static oyster_result send_command(void *argument, const oyster_stream_command *command) {
    (void)argument;
    if (command->interaction >= 0 && command->interaction < 5) {
        atomic_fetch_add(&third_party_probe_data.interactions[command->interaction], 1);
    }
    atomic_fetch_add(&third_party_probe_data.commands, 1);
    // Last, so that who sees it sees the counts as well.
    atomic_store(&third_party_probe_data.last_translation, command->translation);
    return 0;
}

static void set_local_audio(void *argument, bool on) {
    (void)argument, (void)on;
    atomic_fetch_add(&third_party_probe_data.audio_changes, 1);
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
    };
    third_party_probe_data.arena = &arena[0][0];
    third_party_probe_data.arena_size = sizeof arena;
    return abi == OYSTER_STREAM_ENGINE_ABI ? &table : NULL;
}
