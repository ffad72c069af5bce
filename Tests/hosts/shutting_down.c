// SPDX-License-Identifier: Apache-2.0
// OYSTER_OK of oyster_engine_shutdown_all means that no host code of any kind runs or will run,
// on any thread. Until then it returns OYSTER_ERROR_TIMED_OUT.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"
#include "third_party_engine.h"

/** Host code that does not return while `is_held` is set. */
static atomic_bool is_held = true, is_inside, has_left;
static oyster_engine *engine;
static oyster_travel *travel;
static oyster_video_view *view;
static oyster_frame *frame;
static oyster_listener_id listener;
static third_party_probe *probe;

static void stay(void *context) {
    (void)context;
    if (atomic_exchange(&is_inside, true))
        return;
    while (atomic_load(&is_held))
        host_breathe();
    atomic_store(&has_left, true);
}

static void on_event(void *context, const oyster_event *event) {
    (void)event;
    stay(context);
}

static void on_done(void *context, oyster_result code, const cJSON *result) {
    (void)code, (void)result;
    stay(context);
}

static void on_frame(void *context, const oyster_frame_info *info) {
    (void)info;
    stay(context);
}

static void on_audio(void *context, const oyster_audio_info *info) {
    (void)info;
    stay(context);
}

static void on_log(void *context, oyster_log_level level, const char *tag, const char *message) {
    (void)level, (void)tag, (void)message;
    stay(context);
}

static void ignore_event(void *context, const oyster_event *event) {
    (void)context, (void)event;
}

static void *dispatch(void *nothing) {
    oyster_engine_dispatch(engine, 20000, NULL);
    return nothing;
}

static void *release(void *nothing) {
    oyster_travel_release(travel, NULL);
    return nothing;
}

static void *release_frame(void *nothing) {
    oyster_frame_release(frame);
    return nothing;
}

static void begin(void *(*body)(void *)) {
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, body, NULL), 0);
    pthread_detach(thread);
}

static void event_in_dispatch(void) {
    CHECK_EQUAL(oyster_engine_set_delivery(engine, OYSTER_DELIVERY_HOST), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_add_listener(travel, on_event, NULL, NULL, &listener), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(travel, NULL, NULL, NULL), OYSTER_OK);
    begin(dispatch);
}

static void done_in_dispatch_of_a_destroyed_engine(void) {
    CHECK_EQUAL(oyster_engine_set_delivery(engine, OYSTER_DELIVERY_HOST), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_pause(travel, on_done, NULL), OYSTER_OK);
    begin(dispatch);
    WAIT_UNTIL(atomic_load(&is_inside), 20000);
    CHECK_EQUAL(oyster_engine_destroy(engine, NULL), OYSTER_OK);
}

static void release_function_in_release(void) {
    CHECK_EQUAL(oyster_travel_add_listener(travel, ignore_event, NULL, stay, &listener), OYSTER_OK);
    begin(release);
}

static void event_on_a_library_thread(void) {
    CHECK_EQUAL(oyster_travel_add_listener(travel, on_event, NULL, NULL, &listener), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(travel, NULL, NULL, NULL), OYSTER_OK);
}

static void frame_callback(void) {
    CHECK_EQUAL(oyster_video_view_set_frame_callback(view, OYSTER_PIXEL_FORMAT_I420, on_frame, NULL,
                                                     NULL, NULL),
                OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(travel, NULL, NULL, NULL), OYSTER_OK);
}

static void audio_callback(void) {
    CHECK_EQUAL(oyster_travel_set_audio_callback(travel, on_audio, NULL, NULL, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(travel, NULL, NULL, NULL), OYSTER_OK);
}

static void log_handler(void) {
    CHECK_EQUAL(oyster_log_set_handler(on_log, NULL, NULL, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_DEBUG), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(travel, NULL, NULL, NULL), OYSTER_OK);
}

/** A function of the adapter, which the thread that gives the last reference back calls. */
static void release_of_an_adapters_frame(void) {
    host_start(travel);
    WAIT_UNTIL(oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_I420, &frame) == OYSTER_OK,
               20000);
    CHECK(frame);
    host_outcome ended = {0};
    CHECK_EQUAL(oyster_travel_end(travel, host_done, &ended), OYSTER_OK);
    CHECK_EQUAL(host_await(&ended, 20000), OYSTER_OK);
    host_forget(&ended);
    CHECK_EQUAL(oyster_travel_release(travel, NULL), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&probe->frames_released) == atomic_load(&probe->frames_delivered) - 1,
               20000);
    atomic_store(&probe->holds_releases, true);
    begin(release_frame);
    WAIT_UNTIL(atomic_load(&probe->is_releasing), 20000);
    atomic_store(&is_inside, atomic_load(&probe->is_releasing));
}

typedef struct kind {
    const char *name;
    void (*occupy)(void);
    bool needs_adapter;
} kind;

static const kind kinds[] = {
    {"an event in dispatch", event_in_dispatch, false},
    {"a completion in dispatch", done_in_dispatch_of_a_destroyed_engine, false},
    {"a release function", release_function_in_release, false},
    {"an event", event_on_a_library_thread, false},
    {"a frame callback", frame_callback, false},
    {"an audio callback", audio_callback, false},
    {"the log handler", log_handler, false},
    {"an adapter's release", release_of_an_adapters_frame, true},
};

static void *let_go(void *nothing) {
    // Time for the second shutdown to begin its wait.
    for (int look = 0; look < 100; look++)
        host_breathe();
    atomic_store(&is_held, false);
    if (probe)
        atomic_store(&probe->holds_releases, false);
    return nothing;
}

/** Whether the host's code has left. The adapter's has when its release function says so: the call
 *  of oyster_frame_release() may return a little after the shutdown. */
static bool is_outside(void) {
    return probe ? !atomic_load(&probe->is_releasing) : atomic_load(&has_left);
}

static void live(const kind *it, const gateway_credentials *credentials) {
    char path[512];
    host_begin();
    snprintf(path, sizeof path, "%s/third_party_engine.so", getenv("OYSTER_HOSTS"));
    oyster_config config = host_config(credentials);
    if (it->needs_adapter) {
        config.stream_engine = path;
        void *library = dlopen(path, RTLD_NOW);
        probe = library ? dlsym(library, "third_party_probe_data") : NULL;
        CHECK(probe);
    }
    engine = host_engine(credentials, &config);
    travel = host_travel(engine, credentials->ticket);
    CHECK_EQUAL(oyster_travel_video_view(travel, &view), OYSTER_OK);
    it->occupy();
    WAIT_UNTIL(atomic_load(&is_inside), 20000);
    CHECK(atomic_load(&is_inside));
    CHECK_EQUAL(oyster_engine_shutdown_all(300), OYSTER_ERROR_TIMED_OUT);
    CHECK(!is_outside());
    begin(let_go);
    CHECK_EQUAL(oyster_engine_shutdown_all(20000), OYSTER_OK);
    CHECK(is_outside());
    if (host_verdict())
        fprintf(stderr, "in the case of %s\n", it->name);
    exit(host_verdict());
}

int main(void) {
    gateway_start();
    for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) {
        gateway_credentials credentials;
        int status = 0;
        gateway_issue("adventure", &credentials);
        pid_t child = fork();
        if (child == 0)
            live(&kinds[index], &credentials);
        CHECK_EQUAL(waitpid(child, &status, 0), child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    printf("%zu kinds", sizeof kinds / sizeof *kinds);
    gateway_stop();
    return host_verdict();
}
