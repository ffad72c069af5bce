// SPDX-License-Identifier: Apache-2.0
// A third-party stream engine, loaded by path: an adventure takes its commands, a directing travel
// leaves and rejoins over pause, resume and rewind, info and stats tell of it, and its pictures
// arrive without a copy.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "third_party_engine.h"

static char engine_path[512];
static third_party_probe *probe;

static void find_probe(void) {
    snprintf(engine_path, sizeof engine_path, "%s/third_party_engine.so", getenv("OYSTER_HOSTS"));
    void *engine = dlopen(engine_path, RTLD_NOW);
    probe = engine ? dlsym(engine, "third_party_probe_data") : NULL;
    if (!probe) {
        host_fail(__FILE__, __LINE__, "%s", dlerror());
        exit(1);
    }
}

static oyster_engine *make_engine(const gateway_credentials *credentials) {
    oyster_config config = host_config(credentials);
    config.stream_engine = engine_path;
    return host_engine(credentials, &config);
}

/** Whether the printed info (or stats) of a travel has a text. */
static bool tells(const oyster_travel *travel,
                  oyster_result (*read)(const oyster_travel *, cJSON **), const char *text) {
    cJSON *tree = NULL;
    CHECK_EQUAL(read(travel, &tree), OYSTER_OK);
    char *json = oyster_json_print(tree);
    bool found = json && strstr(json, text);
    if (!found)
        host_fail(__FILE__, __LINE__, "no %s in %s", text, json ? json : "NULL");
    oyster_string_free(json);
    oyster_json_free(tree);
    return found;
}

/** The plane is the adapter's own memory and shows the gradient. */
static void check_picture(const oyster_frame_info *info) {
    size_t offset = (size_t)(info->planes[0] - probe->arena);
    CHECK(info->planes[0] >= probe->arena && offset < probe->arena_size);
    CHECK_EQUAL(info->width, THIRD_PARTY_WIDTH);
    CHECK_EQUAL(info->height, THIRD_PARTY_HEIGHT);
    CHECK_EQUAL(info->plane_count, 3);
    unsigned tick = info->planes[0][0];
    for (unsigned y = 0; y < THIRD_PARTY_HEIGHT; y += 30) {
        const uint8_t *row = info->planes[0] + y * info->strides[0];
        CHECK_EQUAL(row[200], third_party_luma(200, y, tick));
    }
}

/** Checks the newest picture; whether it is newer than the last one. */
static bool take_newer(oyster_video_view *view, uint64_t *last) {
    oyster_frame *frame = NULL;
    oyster_frame_info info = {.size = sizeof info};
    if (oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_I420, &frame))
        return false;
    CHECK_EQUAL(oyster_frame_get_info(frame, &info), OYSTER_OK);
    check_picture(&info);
    CHECK_EQUAL(oyster_frame_release(frame), OYSTER_OK);
    bool is_newer = info.sequence > *last;
    *last = info.sequence;
    return is_newer;
}

static void check_frames(oyster_travel *travel) {
    oyster_video_view *view = NULL;
    uint64_t last = 0;
    CHECK_EQUAL(oyster_travel_video_view(travel, &view), OYSTER_OK);
    for (int seen = 0; seen < 5; seen++) {
        bool is_new = false;
        WAIT_UNTIL((is_new = take_newer(view, &last)), 3000);
        CHECK(is_new);
    }
}

static void run_adventure(void) {
    gateway_credentials credentials;
    gateway_issue("adventure", &credentials);
    oyster_engine *engine = make_engine(&credentials);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    CHECK_EQUAL(atomic_load(&probe->joins), 1);
    check_frames(travel);
    CHECK_EQUAL(oyster_travel_send_command(travel, OYSTER_TRANSLATION_BACK, OYSTER_ROTATION_NONE,
                                           OYSTER_INTERACTION_NONE),
                OYSTER_OK);
    WAIT_UNTIL(atomic_load(&probe->last_translation) == OYSTER_TRANSLATION_BACK, 2000);
    CHECK_EQUAL(atomic_load(&probe->last_translation), OYSTER_TRANSLATION_BACK);
    CHECK_EQUAL(atomic_load(&probe->commands), 1);
    tells(travel, oyster_travel_info, "\"streamEngine\":\"gradient\"");
    tells(travel, oyster_travel_stats, "\"stream\":{\"gradientFrames\":");
    tells(travel, oyster_travel_stats, "\"gradientCommands\":1");
    CHECK_EQUAL(oyster_travel_pause_local_audio_capture(travel), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&probe->audio_changes) == 1, 2000);
    CHECK_EQUAL(atomic_load(&probe->audio_changes), 1);
    host_finish(engine, travel);
    WAIT_UNTIL(atomic_load(&probe->leaves) == 1, 2000);
    CHECK_EQUAL(atomic_load(&probe->leaves), 1);
}

static void await_next(host_outcome *outcome) {
    CHECK_EQUAL(host_await(outcome, 15000), OYSTER_OK);
    host_forget(outcome);
}

static void run_directing(void) {
    gateway_credentials credentials;
    host_outcome outcome = {0};
    gateway_issue("directing", &credentials);
    oyster_engine *engine = make_engine(&credentials);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    int joins = atomic_load(&probe->joins), leaves = atomic_load(&probe->leaves);
    CHECK_EQUAL(oyster_travel_pause(travel, host_done, &outcome), OYSTER_OK);
    await_next(&outcome);
    WAIT_UNTIL(atomic_load(&probe->leaves) == leaves + 1, 2000);
    CHECK_EQUAL(atomic_load(&probe->leaves), leaves + 1);
    CHECK_EQUAL(oyster_travel_resume(travel, host_done, &outcome), OYSTER_OK);
    await_next(&outcome);
    CHECK_EQUAL(atomic_load(&probe->joins), joins + 1);
    CHECK_EQUAL(oyster_travel_pause(travel, host_done, &outcome), OYSTER_OK);
    await_next(&outcome);
    CHECK_EQUAL(oyster_travel_rewind(travel, 0, host_done, &outcome), OYSTER_OK);
    await_next(&outcome);
    CHECK_EQUAL(atomic_load(&probe->joins), joins + 2);
    check_frames(travel);
    host_finish(engine, travel);
}

/** A path that is no adapter fails the travel with 105001 and nothing else. */
static void refuse_nonsense(const char *path) {
    gateway_credentials credentials;
    host_outcome started = {0};
    gateway_issue("adventure", &credentials);
    oyster_config config = host_config(&credentials);
    config.stream_engine = path;
    oyster_engine *engine = host_engine(&credentials, &config);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    CHECK_EQUAL(oyster_travel_start(travel, NULL, host_done, &started), OYSTER_OK);
    CHECK_EQUAL(host_await(&started, 5000), OYSTER_ERROR_REALTIME_CONNECT_FAILED);
    host_forget(&started);
    host_finish(engine, travel);
}

int main(void) {
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    find_probe();
    gateway_start();
    run_adventure();
    run_directing();
    WAIT_UNTIL(atomic_load(&probe->leaves) == atomic_load(&probe->joins), 2000);
    CHECK_EQUAL(atomic_load(&probe->leaves), atomic_load(&probe->joins));
    WAIT_UNTIL(atomic_load(&probe->frames_released) == atomic_load(&probe->frames_delivered), 2000);
    CHECK_EQUAL(atomic_load(&probe->frames_released), atomic_load(&probe->frames_delivered));
    refuse_nonsense("/nowhere/engine.so");
    refuse_nonsense("/etc/passwd");
    refuse_nonsense(getenv("OYSTER_LIBRARY"));
    printf("%d joins, %d frames", atomic_load(&probe->joins),
           atomic_load(&probe->frames_delivered));
    gateway_stop();
    return host_verdict();
}
