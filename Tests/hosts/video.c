// SPDX-License-Identifier: Apache-2.0
// The library keeps only the newest frame. A slow consumer costs no memory, its missed frames
// are counted, and it receives the newest frame next. A travel without a consumer converts no
// frame.
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "host.h"

static double stat_of(oyster_travel *travel, const char *key) {
    cJSON *stats = NULL;
    CHECK_EQUAL(oyster_travel_stats(travel, &stats), OYSTER_OK);
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(stats, key);
    if (!cJSON_IsNumber(number))
        host_fail(__FILE__, __LINE__, "no %s", key);
    double value = number ? number->valuedouble : -1;
    oyster_json_free(stats);
    return value;
}

/** The frames that a callback received. */
typedef struct watcher {
    atomic_int frames, releases;
    atomic_bool is_wrong;
    uint64_t last_sequence;
    int64_t oldest_us;
    int old_frames;
    double pause_ms;
} watcher;

static void on_frame(void *context, const oyster_frame_info *info) {
    watcher *it = context;
    int64_t age = (int64_t)(host_now_ms() * 1000) - info->monotonic_time_us;
    if (age > it->oldest_us)
        it->oldest_us = age;
    if (age > 120000)
        it->old_frames++;
    if (info->sequence <= it->last_sequence)
        atomic_store(&it->is_wrong, true);
    it->last_sequence = info->sequence;
    atomic_fetch_add(&it->frames, 1);
    WAIT_UNTIL(false, it->pause_ms);
}

static void on_release(void *context) {
    atomic_fetch_add(&((watcher *)context)->releases, 1);
}

static oyster_video_view *view_of(oyster_travel *travel) {
    oyster_video_view *view = NULL, *again = NULL;
    CHECK_EQUAL(oyster_travel_video_view(travel, &view), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_video_view(travel, &again), OYSTER_OK);
    CHECK(view == again);
    return view;
}

/** A consumer that takes 200 ms for each RGBA frame. */
static void watch_slowly(oyster_travel *travel) {
    static watcher it = {.pause_ms = 200};
    oyster_video_view *view = view_of(travel);
    double dropped = stat_of(travel, "framesDropped");
    CHECK_EQUAL(oyster_video_view_set_frame_callback(view, OYSTER_PIXEL_FORMAT_RGBA, on_frame, &it,
                                                     on_release, NULL),
                OYSTER_OK);
    WAIT_UNTIL(atomic_load(&it.frames) >= 3, 5000);
    long resident = host_resident_kb();
    WAIT_UNTIL(atomic_load(&it.frames) >= 13, 8000);
    CHECK(atomic_load(&it.frames) >= 13);
    CHECK(!atomic_load(&it.is_wrong));
    CHECK(host_resident_kb() - resident < 8192);
    CHECK(stat_of(travel, "framesDropped") - dropped >= 20);
    // Each frame is about one frame interval old, not the 200 ms that the callback took; a busy
    // machine may delay a few.
    CHECK(it.old_frames <= atomic_load(&it.frames) / 3);
    oyster_release_outcome outcome = OYSTER_RELEASE_DEFERRED;
    CHECK_EQUAL(oyster_video_view_set_frame_callback(view, OYSTER_PIXEL_FORMAT_I420, NULL, NULL,
                                                     NULL, &outcome),
                OYSTER_OK);
    WAIT_UNTIL(atomic_load(&it.releases) == 1, 3000);
    CHECK_EQUAL(atomic_load(&it.releases), 1);
    int frames = atomic_load(&it.frames);
    printf("%d frames at 5 Hz, oldest %.0f ms", frames, (double)it.oldest_us / 1000);
    WAIT_UNTIL(atomic_load(&it.frames) > frames, 300);
    CHECK_EQUAL(atomic_load(&it.frames), frames);
}

/** All planes of every format are readable to the last byte. */
static void acquire_formats(oyster_travel *travel) {
    oyster_video_view *view = view_of(travel);
    const unsigned planes[] = {0, 3, 2, 1, 1, 1, 1}, bytes[] = {0, 1, 1, 4, 4, 3, 3};
    for (int format = OYSTER_PIXEL_FORMAT_I420; format <= OYSTER_PIXEL_FORMAT_BGR24; format++) {
        oyster_frame *frame = NULL;
        oyster_frame_info info = OYSTER_FRAME_INFO_INIT;
        unsigned sum = 0;
        WAIT_UNTIL(!oyster_video_view_acquire_frame(view, (oyster_pixel_format)format, &frame),
                   3000);
        CHECK_EQUAL(oyster_frame_get_info(frame, &info), OYSTER_OK);
        CHECK_EQUAL(info.format, format);
        CHECK_EQUAL(info.plane_count, planes[format]);
        CHECK(info.strides[0] >= info.width * bytes[format]);
        CHECK(info.width % 2 == 0 && info.height % 2 == 0 && info.width > 0);
        for (unsigned plane = 0; plane < info.plane_count; plane++) {
            unsigned rows = plane == 0 ? info.height : info.height / 2;
            for (size_t at = 0; at < (size_t)rows * info.strides[plane]; at++) {
                sum += info.planes[plane][at];
            }
        }
        CHECK(sum > 0);
        CHECK_EQUAL(oyster_frame_release(frame), OYSTER_OK);
    }
}

/** A host can hold 64 frames; the 65th is refused. They outlive the travel and its engine. */
static void hold_many(oyster_engine *engine, oyster_travel *travel) {
    oyster_frame *held[64], *extra = NULL;
    oyster_video_view *view = view_of(travel);
    for (int index = 0; index < 64; index++) {
        CHECK_EQUAL(oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_RGB24, &held[index]),
                    OYSTER_OK);
    }
    CHECK_EQUAL(oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_RGB24, &extra),
                OYSTER_ERROR_LIMIT_REACHED);
    CHECK(!extra);
    host_finish(engine, travel);
    for (int index = 0; index < 64; index++) {
        oyster_frame_info info = OYSTER_FRAME_INFO_INIT;
        CHECK_EQUAL(oyster_frame_get_info(held[index], &info), OYSTER_OK);
        CHECK(info.planes[0][info.strides[0] * (info.height - 1)] <= 255);
        CHECK_EQUAL(oyster_frame_release(held[index]), OYSTER_OK);
    }
}

int main(void) {
    gateway_credentials credentials;
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR); /* a limit is a warning */
    gateway_start();
    gateway_issue("adventure", &credentials);
    oyster_engine *engine = host_engine(&credentials, NULL);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    int polls = gateway_requests("travels/status");
    WAIT_UNTIL(gateway_requests("travels/status") > polls + 5, 3000);
    CHECK_EQUAL(stat_of(travel, "framesConverted"), 0);
    CHECK_EQUAL(stat_of(travel, "framesDelivered"), 0);
    watch_slowly(travel);
    acquire_formats(travel);
    hold_many(engine, travel);
    host_leave();
    return host_verdict();
}
