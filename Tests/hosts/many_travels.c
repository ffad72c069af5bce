// SPDX-License-Identifier: Apache-2.0
// 64 engines, each with a running travel, in one process do not have more threads than one.
#include "host.h"

#define TRAVELS 64

static oyster_engine *engines[TRAVELS];
static oyster_travel *travels[TRAVELS];
static oyster_video_view *views[TRAVELS];
static host_outcome outcomes[TRAVELS];
static atomic_int frames[TRAVELS];

static void on_frame(void *context, const oyster_frame_info *info) {
    (void)info;
    atomic_fetch_add((atomic_int *)context, 1);
}

static void begin(int index) {
    gateway_credentials credentials;
    gateway_issue("adventure", &credentials);
    engines[index] = host_engine(&credentials, NULL);
    travels[index] = host_travel(engines[index], credentials.ticket);
    CHECK_EQUAL(oyster_travel_video_view(travels[index], &views[index]), OYSTER_OK);
    CHECK_EQUAL(oyster_video_view_set_frame_callback(views[index], OYSTER_PIXEL_FORMAT_I420,
                                                     on_frame, &frames[index], NULL, NULL),
                OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(travels[index], NULL, host_done, &outcomes[index]), OYSTER_OK);
}

static void await_start(int index) {
    CHECK_EQUAL(host_await(&outcomes[index], 20000), OYSTER_OK);
    host_forget(&outcomes[index]);
    WAIT_UNTIL(atomic_load(&frames[index]) > 3, 10000);
    CHECK(atomic_load(&frames[index]) > 3);
}

/** Removes the frame callbacks, so that the callback threads beyond the usual two leave. */
static void remove_frame_callbacks(void) {
    for (int index = 0; index < TRAVELS; index++)
        CHECK_EQUAL(oyster_video_view_set_frame_callback(views[index], OYSTER_PIXEL_FORMAT_I420,
                                                         NULL, NULL, NULL, NULL),
                    OYSTER_OK);
}

static void await_end(int index) {
    CHECK_EQUAL(host_await(&outcomes[index], 20000), OYSTER_OK);
    host_forget(&outcomes[index]);
    CHECK_EQUAL(oyster_travel_release(travels[index], NULL), OYSTER_OK);
    host_destroy(engines[index]);
}

int main(void) {
    gateway_start();
    begin(0);
    await_start(0);
    int few = host_count("task");
    long first_kb = host_resident_kb();
    for (int index = 1; index < TRAVELS; index++)
        begin(index);
    for (int index = 1; index < TRAVELS; index++)
        await_start(index);
    CHECK_EQUAL(host_threads_named("oyster-loop"), 1);
    CHECK_EQUAL(host_threads_named("oyster-media"), 1);
    // On a busy machine frame callbacks last longer, and the library adds callback threads for
    // them. Those belong to the callbacks, not to the travels: without callbacks two stay at most.
    remove_frame_callbacks();
    WAIT_UNTIL(host_threads_named("oyster-call") <= 2, 30000);
    CHECK(host_threads_named("oyster-call") <= 2);
    CHECK(host_count("task") <= few + 1);
    printf("%d travels: %d threads (%d with one), %ld MB (%ld)", TRAVELS, host_count("task"), few,
           host_resident_kb() / 1024, first_kb / 1024);
    CHECK_EQUAL(gateway_travels("running"), TRAVELS);
    for (int index = 0; index < TRAVELS; index++) {
        CHECK_EQUAL(oyster_travel_end(travels[index], host_done, &outcomes[index]), OYSTER_OK);
    }
    for (int index = 0; index < TRAVELS; index++)
        await_end(index);
    CHECK_EQUAL(gateway_travels("running"), 0);
    CHECK_EQUAL(gateway_requests("travels/end"), TRAVELS);
    host_leave();
    return host_verdict();
}
