// SPDX-License-Identifier: Apache-2.0
// Audio of the loopback stream engine arrives in order and without gaps. At most one second of
// it waits for a slow callback. After the callback is removed it is not called again.
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "host.h"

/** The context of a callback: the audio that it received. */
typedef struct listener {
    atomic_int pieces, disorders, gaps, ticks, releases;
    atomic_bool is_blocked;
    /** Presentation time at which the last chunk ended, and its CLOCK_MONOTONIC time. */
    int64_t end_us, monotonic_time_us;
} listener;

static void on_audio(void *context, const oyster_audio_info *info) {
    listener *it = context;
    int64_t length = (int64_t)info->frame_count * 1000000 / info->sample_rate;
    if (info->size != sizeof *info || info->channels != 2 || info->reserved ||
        info->monotonic_time_us < it->monotonic_time_us || atomic_load(&it->releases))
        atomic_fetch_add(&it->disorders, 1);
    if (it->end_us && llabs(info->pts_us - it->end_us) > 100)
        atomic_fetch_add(&it->gaps, 1);
    it->end_us = info->pts_us + length;
    it->monotonic_time_us = info->monotonic_time_us;
    for (uint32_t at = 0; at < info->frame_count * info->channels; at++) {
        if (info->samples[at] > 500) {
            atomic_fetch_add(&it->ticks, 1);
            break;
        }
    }
    atomic_fetch_add(&it->pieces, 1);
    while (atomic_load(&it->is_blocked))
        host_breathe();
}

static void on_release(void *context) {
    atomic_fetch_add(&((listener *)context)->releases, 1);
}

static void listen(oyster_travel *travel, listener *it) {
    CHECK_EQUAL(oyster_travel_set_audio_callback(travel, on_audio, it, on_release, NULL),
                OYSTER_OK);
}

static double stat_of(oyster_travel *travel, const char *key) {
    cJSON *stats = NULL;
    CHECK_EQUAL(oyster_travel_stats(travel, &stats), OYSTER_OK);
    double value = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(stats, key));
    oyster_json_free(stats);
    return value;
}

/** The callback receives two ticks, one second apart, without a gap. */
static void hear_all(oyster_travel *travel) {
    listener it = {0};
    listen(travel, &it);
    WAIT_UNTIL(atomic_load(&it.ticks) >= 2, 5000);
    CHECK(atomic_load(&it.ticks) >= 2);
    oyster_release_outcome outcome = (oyster_release_outcome)7;
    CHECK_EQUAL(oyster_travel_set_audio_callback(travel, NULL, NULL, NULL, &outcome), OYSTER_OK);
    CHECK(outcome == OYSTER_RELEASE_COMPLETE || outcome == OYSTER_RELEASE_DEFERRED);
    WAIT_UNTIL(atomic_load(&it.releases) == 1, 2000);
    CHECK_EQUAL(atomic_load(&it.releases), 1);
    CHECK_EQUAL(atomic_load(&it.disorders), 0);
    CHECK_EQUAL(atomic_load(&it.gaps), 0);
    CHECK_EQUAL(stat_of(travel, "audioChunksDropped"), 0);
}

/** A callback that blocks for more than a second loses the oldest audio, which is counted. */
static void hear_late(oyster_travel *travel) {
    listener it = {.is_blocked = true};
    double received = stat_of(travel, "audioChunksReceived");
    listen(travel, &it);
    WAIT_UNTIL(stat_of(travel, "audioChunksReceived") > received + 40, 10000);
    CHECK_EQUAL(atomic_load(&it.pieces), 1);
    CHECK(stat_of(travel, "audioChunksDropped") > 0);
    atomic_store(&it.is_blocked, false);
    WAIT_UNTIL(atomic_load(&it.pieces) > 20, 5000);
    CHECK_EQUAL(atomic_load(&it.gaps), 1);
    oyster_release_outcome outcome;
    CHECK_EQUAL(oyster_travel_set_audio_callback(travel, NULL, NULL, NULL, &outcome), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&it.releases) == 1, 2000);
    CHECK_EQUAL(atomic_load(&it.disorders), 0);
}

/** A travel is released inside its own audio callback. */
static void on_last_audio(void *context, const oyster_audio_info *info) {
    (void)info;
    oyster_release_outcome outcome = OYSTER_RELEASE_COMPLETE;
    CHECK_EQUAL(oyster_travel_release(*(oyster_travel **)context, &outcome), OYSTER_OK);
    CHECK_EQUAL(outcome, OYSTER_RELEASE_DEFERRED);
}

static atomic_int last_releases;

static void on_last_release(void *context) {
    (void)context;
    atomic_fetch_add(&last_releases, 1);
}

int main(void) {
    gateway_credentials credentials;
    gateway_start();
    gateway_issue("adventure", &credentials);
    oyster_engine *engine = host_engine(&credentials, NULL);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    CHECK_EQUAL(stat_of(travel, "audioChunksReceived"), 0);
    hear_all(travel);
    hear_late(travel);
    CHECK_EQUAL(
        oyster_travel_set_audio_callback(travel, on_last_audio, &travel, on_last_release, NULL),
        OYSTER_OK);
    WAIT_UNTIL(atomic_load(&last_releases) == 1, 5000);
    CHECK_EQUAL(atomic_load(&last_releases), 1);
    CHECK_EQUAL(oyster_travel_set_audio_callback(travel, on_audio, NULL, NULL, NULL),
                OYSTER_ERROR_INVALID_HANDLE);
    host_destroy(engine);
    host_leave();
    return host_verdict();
}
