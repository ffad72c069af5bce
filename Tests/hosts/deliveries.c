// SPDX-License-Identifier: Apache-2.0
// Thread delivery and host delivery give the same events in the same order. The descriptor is
// readable when a callback waits. A callback that blocks delays no other engine and no request.
#define _GNU_SOURCE
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

/** The callbacks of one run, as text. */
typedef struct record {
    char text[4096];
    atomic_int completions;
    atomic_bool is_foreign;
    pid_t only_thread;
} record;

static void note(record *it, const char *format, ...) {
    char line[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    strncat(it->text, line, sizeof it->text - strlen(it->text) - 1);
    if (it->only_thread && it->only_thread != gettid())
        atomic_store(&it->is_foreign, true);
}

static void on_event(void *context, const oyster_event *event) {
    // The time of a poll depends on the clock, so travelUpdated is not part of the compared order.
    if (event->type == OYSTER_EVENT_TRAVEL_UPDATED)
        return;
    note(context, "%d:%s ", event->type, oyster_status_name(event->status));
}

static void on_done(void *context, oyster_result code, const cJSON *result) {
    (void)result;
    note(context, "done:%d ", code);
    atomic_fetch_add(&((record *)context)->completions, 1);
}

/** Waits until a run has so many completions; dispatches in host delivery. */
static void await(record *it, oyster_engine *engine, int completions) {
    int descriptor = -1;
    if (!it->only_thread) {
        WAIT_UNTIL(atomic_load(&it->completions) == completions, 10000);
    } else {
        CHECK_EQUAL(oyster_engine_event_fd(engine, &descriptor), OYSTER_OK);
    }
    double limit = host_now_ms() + 10000;
    while (it->only_thread && atomic_load(&it->completions) < completions &&
           host_now_ms() < limit) {
        struct pollfd ready = {.fd = descriptor, .events = POLLIN};
        size_t count = 0;
        if (poll(&ready, 1, 1000) <= 0)
            continue;
        CHECK_EQUAL(oyster_engine_dispatch(engine, 0, &count), OYSTER_OK);
        CHECK(count > 0);
    }
    CHECK_EQUAL(atomic_load(&it->completions), completions);
}

/** Plays a travel with every kind of completion, in one delivery. */
static void run(record *it, oyster_delivery delivery) {
    gateway_credentials credentials;
    oyster_travel *travel = NULL;
    oyster_listener_id listener;
    gateway_issue("directing", &credentials);
    oyster_engine *engine = host_engine(&credentials, NULL);
    CHECK_EQUAL(oyster_engine_set_delivery(engine, delivery), OYSTER_OK);
    if (delivery == OYSTER_DELIVERY_HOST)
        it->only_thread = gettid();
    travel = host_travel(engine, credentials.ticket);
    CHECK_EQUAL(oyster_travel_add_listener(travel, on_event, it, NULL, &listener), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(travel, NULL, on_done, it), OYSTER_OK);
    await(it, engine, 1);
    CHECK_EQUAL(oyster_travel_rewind(travel, 4, on_done, it), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_send_instruct(travel, "It rains.", on_done, it), OYSTER_OK);
    await(it, engine, 3);
    CHECK_EQUAL(oyster_travel_pause(travel, on_done, it), OYSTER_OK);
    await(it, engine, 4);
    CHECK_EQUAL(oyster_travel_end(travel, on_done, it), OYSTER_OK);
    await(it, engine, 5);
    // After the destroy no callback runs any more, so that the text does not change.
    CHECK_EQUAL(oyster_travel_release(travel, NULL), OYSTER_OK);
    host_destroy(engine);
    CHECK(!atomic_load(&it->is_foreign));
}

static void compare_deliveries(void) {
    static record by_thread, by_host;
    run(&by_thread, OYSTER_DELIVERY_THREAD);
    run(&by_host, OYSTER_DELIVERY_HOST);
    CHECK(strstr(by_thread.text, "ended"));
    if (strcmp(by_thread.text, by_host.text) != 0) {
        host_fail(__FILE__, __LINE__, "\n%s\n%s", by_thread.text, by_host.text);
    }
}

typedef struct nested {
    oyster_engine *engine;
    atomic_int inside, outside;
} nested;

static void *dispatch_elsewhere(void *context) {
    nested *it = context;
    it->outside = oyster_engine_dispatch(it->engine, 0, NULL);
    return NULL;
}

/** Dispatches inside a callback, and on another thread at the same time. */
static void dispatch_again(void *context, oyster_result code, const cJSON *result) {
    (void)code, (void)result;
    nested *it = context;
    pthread_t thread;
    it->inside = oyster_engine_dispatch(it->engine, 1000, NULL);
    pthread_create(&thread, NULL, dispatch_elsewhere, it);
    pthread_join(thread, NULL);
}

static void refuse_nesting(void) {
    gateway_credentials credentials;
    size_t count = 7;
    int descriptor;
    gateway_issue("adventure", &credentials);
    nested it = {.engine = host_engine(&credentials, NULL)};
    CHECK_EQUAL(oyster_engine_dispatch(it.engine, 0, NULL), OYSTER_ERROR_UNSUPPORTED);
    CHECK_EQUAL(oyster_engine_set_delivery(it.engine, OYSTER_DELIVERY_HOST), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_event_fd(it.engine, &descriptor), OYSTER_OK);
    struct pollfd ready = {.fd = descriptor, .events = POLLIN};
    CHECK_EQUAL(poll(&ready, 1, 0), 0);
    double before = host_now_ms();
    CHECK_EQUAL(oyster_engine_dispatch(it.engine, 50, &count), OYSTER_OK);
    CHECK_EQUAL(count, 0);
    CHECK(host_now_ms() - before >= 49);
    CHECK_EQUAL(oyster_engine_cleanup(it.engine, dispatch_again, &it), OYSTER_OK);
    CHECK_EQUAL(poll(&ready, 1, 2000), 1);
    CHECK_EQUAL(oyster_engine_dispatch(it.engine, 2000, &count), OYSTER_OK);
    CHECK_EQUAL(count, 1);
    CHECK_EQUAL(poll(&ready, 1, 0), 0);
    CHECK_EQUAL(it.inside, OYSTER_ERROR_WOULD_DEADLOCK);
    CHECK_EQUAL(it.outside, OYSTER_ERROR_WOULD_DEADLOCK);
    host_destroy(it.engine);
}

typedef struct blocker {
    atomic_bool is_blocking, may_go_on;
    char thread[16];
} blocker;

static void block(void *context, oyster_result code, const cJSON *result) {
    (void)code, (void)result;
    blocker *it = context;
    pthread_getname_np(pthread_self(), it->thread, sizeof it->thread);
    atomic_store(&it->is_blocking, true);
    WAIT_UNTIL(atomic_load(&it->may_go_on), 10000);
}

static void count_frame(void *context, const oyster_frame_info *info) {
    (void)info;
    atomic_fetch_add((atomic_int *)context, 1);
}

/** While a callback blocks, polling, video and another engine continue. */
static void block_one(void) {
    static blocker it;
    static atomic_int frames;
    gateway_credentials credentials;
    oyster_video_view *view = NULL;
    gateway_issue("adventure", &credentials);
    oyster_engine *engine = host_engine(&credentials, NULL);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    CHECK_EQUAL(oyster_travel_video_view(travel, &view), OYSTER_OK);
    CHECK_EQUAL(oyster_video_view_set_frame_callback(view, OYSTER_PIXEL_FORMAT_I420, count_frame,
                                                     &frames, NULL, NULL),
                OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(travel, NULL, block, &it), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&it.is_blocking), 5000);
    CHECK(strcmp(it.thread, "oyster-call") == 0);
    int polls = gateway_requests("travels/status"), seen = atomic_load(&frames);
    record other = {0};
    double before = host_now_ms();
    run(&other, OYSTER_DELIVERY_THREAD);
    CHECK(host_now_ms() - before < 3000);
    WAIT_UNTIL(gateway_requests("travels/status") > polls + 5, 3000);
    CHECK(gateway_requests("travels/status") > polls + 5);
    CHECK(atomic_load(&frames) > seen + 5);
    CHECK_EQUAL(oyster_travel_send_command(travel, 1, 0, 0), OYSTER_OK);
    atomic_store(&it.may_go_on, true);
    host_finish(engine, travel);
}

int main(void) {
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    gateway_start();
    compare_deliveries();
    refuse_nesting();
    block_one();
    host_leave();
    return host_verdict();
}
