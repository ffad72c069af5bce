// SPDX-License-Identifier: Apache-2.0
// An event loop watches the descriptors of frames and audio: each frame wakes it, and nothing
// else does. Threads wait, and a release wakes them. After a rewind no earlier frame or audio
// is returned.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/select.h>

#include "host.h"

static oyster_video_view *view;

static bool is_readable(int descriptor, int timeout_ms) {
    struct pollfd entry = {.fd = descriptor, .events = POLLIN};
    return poll(&entry, 1, timeout_ms) == 1;
}

static bool is_selected(int descriptor) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(descriptor, &set);
    struct timeval no_time = {0, 0};
    return select(descriptor + 1, &set, NULL, NULL, &no_time) == 1;
}

static void check_descriptor(int descriptor) {
    CHECK(descriptor >= 0);
    CHECK(fcntl(descriptor, F_GETFD) & FD_CLOEXEC);
}

/** Sequence number of the newest frame, 0 without one. */
static uint64_t newest(void) {
    oyster_frame *frame;
    oyster_frame_info info = OYSTER_FRAME_INFO_INIT;
    if (oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_BGR24, &frame) != OYSTER_OK)
        return 0;
    CHECK_EQUAL(oyster_frame_get_info(frame, &info), OYSTER_OK);
    CHECK_EQUAL(info.strides[0], 3 * info.width);
    CHECK_EQUAL(oyster_frame_release(frame), OYSTER_OK);
    return info.sequence;
}

static void watch_frames(int descriptor) {
    uint64_t last = newest();
    for (int round = 0; round < 20; round++) {
        CHECK(is_readable(descriptor, 20000));
        CHECK(is_selected(descriptor));
        uint64_t sequence = newest();
        CHECK(sequence > last);
        last = sequence;
    }
}

static void read_audio(oyster_travel *travel, int descriptor) {
    int16_t samples[9600];
    int64_t last = -1;
    for (int round = 0; round < 20; round++) {
        oyster_audio_info info = OYSTER_AUDIO_INFO_INIT;
        CHECK(is_readable(descriptor, 20000));
        CHECK_EQUAL(oyster_travel_read_audio(travel, samples, 9600, 0, &info), OYSTER_OK);
        CHECK(info.samples == samples && info.frame_count > 0 && info.pts_us >= last);
        last = info.pts_us;
    }
}

/** While a travel is paused neither descriptor is readable. */
static void watch_nothing(oyster_travel *travel, int frames, int audio) {
    host_outcome paused = {0};
    CHECK_EQUAL(oyster_travel_pause(travel, host_done, &paused), OYSTER_OK);
    // A host that does not acquire for 2 s does not count as a consumer any more.
    WAIT_UNTIL((newest(), atomic_load(&paused.calls)), 20000);
    CHECK_EQUAL(host_await(&paused, 20000), OYSTER_OK);
    host_forget(&paused);
    CHECK(newest() > 0);
    int16_t samples[9600];
    oyster_audio_info info = OYSTER_AUDIO_INFO_INIT;
    while (oyster_travel_read_audio(travel, samples, 9600, 0, &info) == OYSTER_OK) {
    }
    struct pollfd both[2] = {{.fd = frames, .events = POLLIN}, {.fd = audio, .events = POLLIN}};
    CHECK_EQUAL(poll(both, 2, 500), 0);
}

/** The newest frame inside the completion of a rewind. */
typedef struct rewound {
    host_outcome outcome;
    _Atomic uint64_t inside;
} rewound;

static void on_rewound(void *context, oyster_result code, const cJSON *result) {
    rewound *it = context;
    atomic_store(&it->inside, newest());
    host_done(&it->outcome, code, result);
}

static void rewind_to_fresh(oyster_travel *travel) {
    uint64_t kept = newest();
    CHECK(kept > 0);
    rewound it = {.outcome = {0}};
    CHECK_EQUAL(oyster_travel_rewind(travel, 0, on_rewound, &it), OYSTER_OK);
    CHECK_EQUAL(host_await(&it.outcome, 30000), OYSTER_OK);
    host_forget(&it.outcome);
    CHECK(it.inside == 0 || it.inside > kept);
    oyster_frame *frame = NULL;
    CHECK_EQUAL(oyster_video_view_wait_frame(view, OYSTER_PIXEL_FORMAT_I420, kept, 20000, &frame),
                OYSTER_OK);
    CHECK_EQUAL(oyster_frame_release(frame), OYSTER_OK);
}

static void *wait_for_ever(void *code) {
    oyster_frame *frame;
    *(oyster_result *)code =
        oyster_video_view_wait_frame(view, OYSTER_PIXEL_FORMAT_I420, UINT64_MAX, 60000, &frame);
    return NULL;
}

static void keep_no_descriptor(void) {
    int before = host_count("fd"), descriptor = -1;
    for (int round = 0; round < 1000; round++) {
        CHECK_EQUAL(oyster_video_view_frame_fd(view, &descriptor), OYSTER_OK);
        newest();
    }
    // A poll may have a connection of its own.
    CHECK(host_count("fd") <= before + 2);
}

int main(void) {
    gateway_credentials credentials;
    gateway_start();
    gateway_issue("directing", &credentials);
    oyster_engine *engine = host_engine(&credentials, NULL);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    CHECK_EQUAL(oyster_travel_video_view(travel, &view), OYSTER_OK);
    host_start(travel);
    int frames = -1, audio = -1;
    CHECK_EQUAL(oyster_video_view_frame_fd(view, &frames), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_audio_fd(travel, &audio), OYSTER_OK);
    check_descriptor(frames);
    check_descriptor(audio);
    watch_frames(frames);
    read_audio(travel, audio);
    keep_no_descriptor();
    watch_nothing(travel, frames, audio);
    rewind_to_fresh(travel);
    watch_frames(frames);
    int threads = host_count("task");
    oyster_result code = -1;
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, wait_for_ever, &code), 0);
    WAIT_UNTIL(host_count("task") > threads, 5000);
    double begin = host_now_ms();
    host_finish(engine, travel);
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
    CHECK(host_now_ms() - begin < 20000);
    CHECK(code == OYSTER_ERROR_NO_FRAME || code == OYSTER_ERROR_INVALID_HANDLE);
    host_leave();
    return host_verdict();
}
