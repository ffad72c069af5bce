// SPDX-License-Identifier: Apache-2.0
// A third-party stream engine is loaded by its path. An adventure sends it commands; a
// directing travel leaves and joins it over pause, resume and rewind. Info and stats name it,
// and its frames arrive without a copy.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    config.play_audio = 1;
    return host_engine(credentials, &config);
}

/** Checks that the printed info (or stats) of a travel contains a text. */
static bool expect_text(const oyster_travel *travel,
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
static void check_frame(const oyster_frame_info *info) {
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

/** Checks the newest frame; returns whether it is newer than the last one. */
static bool take_newer(oyster_video_view *view, uint64_t *last) {
    oyster_frame *frame = NULL;
    oyster_frame_info info = OYSTER_FRAME_INFO_INIT;
    if (oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_I420, &frame))
        return false;
    CHECK_EQUAL(oyster_frame_get_info(frame, &info), OYSTER_OK);
    check_frame(&info);
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

/** Audio arrives in order, from any thread. Each sample of a chunk is the number of the chunk. */
typedef struct listener {
    atomic_int heard, disorders, releases;
    int last;
} listener;

static void on_audio(void *context, const oyster_audio_info *info) {
    listener *it = context;
    bool is_complete = info->size == sizeof *info && info->sample_rate == 48000 &&
                       info->channels == 1 && info->frame_count == 960 &&
                       info->samples[0] == info->samples[959];
    if (!is_complete || info->samples[0] <= it->last)
        atomic_fetch_add(&it->disorders, 1);
    it->last = info->samples[0];
    atomic_fetch_add(&it->heard, 1);
}

static void on_release(void *context) {
    atomic_fetch_add(&((listener *)context)->releases, 1);
}

static void check_audio(oyster_travel *travel) {
    listener it = {.last = -1};
    oyster_release_outcome outcome;
    CHECK_EQUAL(atomic_load(&probe->chunks), 0);
    CHECK_EQUAL(oyster_travel_set_audio_callback(travel, on_audio, &it, on_release, NULL),
                OYSTER_OK);
    WAIT_UNTIL(atomic_load(&it.heard) >= 5, 3000);
    CHECK(atomic_load(&it.heard) >= 5);
    CHECK_EQUAL(oyster_travel_set_audio_callback(travel, NULL, NULL, NULL, &outcome), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&it.releases) == 1, 2000);
    CHECK_EQUAL(atomic_load(&it.releases), 1);
    CHECK_EQUAL(atomic_load(&it.disorders), 0);
}

/** The library sends the signalling requests. It answers each once, and never inside the call. */
static void check_signalling(int answers) {
    WAIT_UNTIL(atomic_load(&probe->answers) == answers, 5000);
    CHECK_EQUAL(atomic_load(&probe->answers), answers);
    CHECK_EQUAL(atomic_load(&probe->wrong_answers), 0);
}

/** The working directory of the process when it asked for the recording. */
static char folder[512];

/** Checks that the stream engine received an absolute path, or "" to stop a recording. */
static void check_recording(const char *path, int count) {
    char expected[1024] = "";
    if (*path)
        snprintf(expected, sizeof expected, "%s/%s", folder, path);
    WAIT_UNTIL(atomic_load(&probe->recordings) == count, 2000);
    CHECK_EQUAL(atomic_load(&probe->recordings), count);
    if (strcmp(probe->recording, expected) != 0)
        host_fail(__FILE__, __LINE__, "recorded to %s, not %s", probe->recording, expected);
}

static void run_adventure(void) {
    gateway_credentials credentials;
    gateway_issue("adventure", &credentials);
    oyster_engine *engine = make_engine(&credentials);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    CHECK_EQUAL(atomic_load(&probe->joins), 1);
    CHECK_EQUAL(atomic_load(&probe->plays_audio), 1);
    check_frames(travel);
    check_audio(travel);
    check_signalling(1);
    CHECK_EQUAL(atomic_load(&probe->last_status), 200);
    CHECK(strstr(probe->last_body, "travel"));
    CHECK_EQUAL(oyster_travel_send_command(travel, OYSTER_TRANSLATION_BACK, OYSTER_ROTATION_NONE,
                                           OYSTER_INTERACTION_NONE),
                OYSTER_OK);
    WAIT_UNTIL(atomic_load(&probe->last_translation) == OYSTER_TRANSLATION_BACK, 2000);
    CHECK_EQUAL(atomic_load(&probe->last_translation), OYSTER_TRANSLATION_BACK);
    CHECK_EQUAL(atomic_load(&probe->commands), 1);
    expect_text(travel, oyster_travel_info, "\"streamEngine\":\"gradient\"");
    expect_text(travel, oyster_travel_stats, "\"stream\":{\"gradientFrames\":");
    expect_text(travel, oyster_travel_stats, "\"gradientCommands\":1");
    CHECK_EQUAL(oyster_travel_pause_local_audio_capture(travel), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&probe->audio_changes) == 1, 2000);
    CHECK_EQUAL(atomic_load(&probe->audio_changes), 1);
    host_finish(engine, travel);
    WAIT_UNTIL(atomic_load(&probe->leaves) == 1, 2000);
    CHECK_EQUAL(atomic_load(&probe->leaves), 1);
    check_signalling(2);
    CHECK(atomic_load(&probe->last_status) >= 400);
    // From now on the server does not answer.
    snprintf(probe->signalling_url, sizeof probe->signalling_url, "http://127.0.0.1:1/");
}

static void await_next(host_outcome *outcome) {
    CHECK_EQUAL(host_await(outcome, 15000), OYSTER_OK);
    host_forget(outcome);
}

static void on_event(void *context, const oyster_event *event) {
    if (event->type == OYSTER_EVENT_ERROR)
        atomic_store((atomic_int *)context, event->code);
}

/** A recording that fails, at once or later, is an error event, and the travel continues. */
static void check_refused_recording(oyster_travel *travel, const char *path) {
    atomic_int code = 0;
    uint64_t id = 0;
    CHECK_EQUAL(oyster_travel_add_listener(travel, on_event, &code, NULL, &id), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_record(travel, path), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&code), 2000);
    CHECK_EQUAL(atomic_load(&code), OYSTER_ERROR_UNSUPPORTED);
    CHECK(!oyster_travel_is_ended(travel));
    CHECK_EQUAL(oyster_travel_remove_listener(travel, id, NULL), OYSTER_OK);
}

static void run_directing(void) {
    gateway_credentials credentials;
    host_outcome outcome = {0};
    gateway_issue("directing", &credentials);
    oyster_engine *engine = make_engine(&credentials);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    CHECK(getcwd(folder, sizeof folder));
    CHECK_EQUAL(oyster_travel_record(travel, "out.d/a.webm"), OYSTER_OK);
    CHECK_EQUAL(chdir("/"), 0);
    host_start(travel);
    check_recording("out.d/a.webm", 1);
    int joins = atomic_load(&probe->joins), leaves = atomic_load(&probe->leaves);
    CHECK_EQUAL(oyster_travel_pause(travel, host_done, &outcome), OYSTER_OK);
    await_next(&outcome);
    WAIT_UNTIL(atomic_load(&probe->leaves) == leaves + 1, 2000);
    CHECK_EQUAL(atomic_load(&probe->leaves), leaves + 1);
    CHECK_EQUAL(oyster_travel_resume(travel, host_done, &outcome), OYSTER_OK);
    await_next(&outcome);
    CHECK_EQUAL(atomic_load(&probe->joins), joins + 1);
    check_recording("out.d/a-2.webm", 2);
    CHECK_EQUAL(oyster_travel_pause(travel, host_done, &outcome), OYSTER_OK);
    await_next(&outcome);
    CHECK_EQUAL(oyster_travel_rewind(travel, 0, host_done, &outcome), OYSTER_OK);
    await_next(&outcome);
    CHECK_EQUAL(atomic_load(&probe->joins), joins + 2);
    check_recording("out.d/a-3.webm", 3);
    check_frames(travel);
    check_refused_recording(travel, "refuse.webm");
    check_refused_recording(travel, "full.webm");
    CHECK_EQUAL(oyster_travel_record(travel, NULL), OYSTER_OK);
    CHECK_EQUAL(chdir(folder), 0);
    check_recording("", 4);
    host_finish(engine, travel);
    // Three joins and three leaves each made a request; none was answered.
    check_signalling(8);
    CHECK_EQUAL(atomic_load(&probe->last_status), 0);
    CHECK(*probe->last_failure);
}

static char logged[512];
static atomic_int log_lines;

static void on_log(void *context, oyster_log_level level, const char *tag, const char *message) {
    (void)context, (void)level, (void)tag;
    snprintf(logged, sizeof logged, "%s", message);
    atomic_fetch_add(&log_lines, 1);
}

/** initialize refuses a path that is not an adapter; the log names the field and the reason. */
static void refuse_nonsense(const char *path, const char *reason) {
    gateway_credentials credentials;
    gateway_issue("adventure", &credentials);
    oyster_config config = host_config(&credentials);
    config.stream_engine = path;
    oyster_engine *engine = NULL;
    CHECK_EQUAL(oyster_engine_create(&engine), OYSTER_OK);
    atomic_store(&log_lines, 0);
    CHECK_EQUAL(oyster_log_set_handler(on_log, NULL, NULL, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_initialize(engine, &config), OYSTER_ERROR_INVALID_CONFIG);
    WAIT_UNTIL(atomic_load(&log_lines) == 1, 2000);
    CHECK_EQUAL(oyster_log_set_handler(NULL, NULL, NULL, NULL), OYSTER_OK);
    if (!strstr(logged, "stream_engine: ") || !strstr(logged, reason))
        host_fail(__FILE__, __LINE__, "no %s in %s", reason, logged);
    CHECK(!oyster_engine_is_ready(engine));
    CHECK_EQUAL(oyster_engine_destroy(engine, NULL), OYSTER_OK);
}

int main(void) {
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    find_probe();
    gateway_start();
    gateway_address("/travels", probe->signalling_url, sizeof probe->signalling_url);
    run_adventure();
    run_directing();
    WAIT_UNTIL(atomic_load(&probe->leaves) == atomic_load(&probe->joins), 2000);
    CHECK_EQUAL(atomic_load(&probe->leaves), atomic_load(&probe->joins));
    WAIT_UNTIL(atomic_load(&probe->frames_released) == atomic_load(&probe->frames_delivered), 2000);
    CHECK_EQUAL(atomic_load(&probe->frames_released), atomic_load(&probe->frames_delivered));
    refuse_nonsense("/nowhere/engine.so", "engine.so: cannot open shared object file");
    refuse_nonsense("/etc/passwd", "passwd: ");
    refuse_nonsense(getenv("OYSTER_LIBRARY"), "no entry function");
    printf("%d joins, %d frames", atomic_load(&probe->joins),
           atomic_load(&probe->frames_delivered));
    host_leave();
    return host_verdict();
}
