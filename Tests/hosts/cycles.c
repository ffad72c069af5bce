// SPDX-License-Identifier: Apache-2.0
// After 200 cycles of create, start, end and release the number of threads and descriptors and
// the memory have not grown. OYSTER_CYCLES=3 makes the program short for valgrind.
#include <stdlib.h>

#include "host.h"

static void on_event(void *context, const oyster_event *event) {
    (void)event;
    atomic_fetch_add((atomic_int *)context, 1);
}

static void on_release(void *context) {
    atomic_store((atomic_int *)context, -1);
}

static void on_frame(void *context, const oyster_frame_info *info) {
    (void)context, (void)info;
}

static void cycle(void) {
    gateway_credentials credentials;
    atomic_int events = 0;
    oyster_listener_id listener;
    oyster_video_view *view = NULL;
    cJSON *tree = NULL;
    gateway_issue("adventure", &credentials);
    oyster_engine *engine = host_engine(&credentials, NULL);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    CHECK_EQUAL(oyster_travel_add_listener(travel, on_event, &events, on_release, &listener),
                OYSTER_OK);
    CHECK_EQUAL(oyster_travel_video_view(travel, &view), OYSTER_OK);
    CHECK_EQUAL(oyster_video_view_set_frame_callback(view, OYSTER_PIXEL_FORMAT_RGBA, on_frame, NULL,
                                                     NULL, NULL),
                OYSTER_OK);
    host_start(travel);
    CHECK_EQUAL(oyster_travel_send_command(travel, OYSTER_TRANSLATION_FRONT, OYSTER_ROTATION_NONE,
                                           OYSTER_INTERACTION_JUMP),
                OYSTER_OK);
    CHECK_EQUAL(oyster_travel_info(travel, &tree), OYSTER_OK);
    oyster_json_free(tree);
    host_finish(engine, travel);
    WAIT_UNTIL(atomic_load(&events) == -1, 2000);
    CHECK_EQUAL(atomic_load(&events), -1);
}

int main(void) {
    const char *wish = getenv("OYSTER_CYCLES");
    int cycles = wish ? atoi(wish) : 200;
    gateway_start();
    // The first cycles create what exists once per process, and let buffers grow to their size.
    for (int index = 0; index < cycles / 4 + 1; index++)
        cycle();
    int threads = host_count("task"), descriptors = host_count("fd");
    long resident = host_resident_kb();
    for (int index = 0; index < cycles; index++)
        cycle();
    WAIT_UNTIL(host_count("task") <= threads && host_count("fd") <= descriptors, 5000);
    long growth = host_resident_kb() - resident;
    printf("%d cycles: %d threads, %d descriptors, %+ld kB", cycles, host_count("task"),
           host_count("fd"), growth);
    CHECK(host_count("task") <= threads);
    CHECK(host_count("fd") <= descriptors);
    // A leak of one frame per cycle would be 300 MB; a few cycles under valgrind prove nothing.
    if (cycles >= 200)
        CHECK(growth < 8192);
    host_leave();
    return host_verdict();
}
