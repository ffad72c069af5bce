// SPDX-License-Identifier: Apache-2.0
// No argument ends the process. Every function is called with NULL, stale and made-up handles
// and with handles of another type, before any engine exists, after, and after shutdown_all. It
// returns the documented code and sends nothing.
#define _GNU_SOURCE
#include <string.h>

#include "calls.h"
#include "host.h"

static oyster_engine *engine;
static oyster_travel *travel;
static oyster_video_view *view;
static oyster_frame *frame;
static oyster_session *session;

/** Calls every function of a type of handle with a handle that is not of this type. */
static void refuse(const char *what, void *handle, call_kind except) {
    for (int index = 0; index < all_calls_count; index++) {
        const call *it = &all_calls[index];
        if (it->kind == CALL_NONE || it->kind == except)
            continue;
        oyster_result code = it->run(handle);
        oyster_result want = it->refuses_by_value ? CALL_REFUSED : OYSTER_ERROR_INVALID_HANDLE;
        if (code != want)
            host_fail(__FILE__, __LINE__, "%s(%s) gives %d", it->name, what, code);
    }
}

static void refuse_inventions(void) {
    static char own_memory[64];
    const uintptr_t inventions[] = {1,
                                    2,
                                    3,
                                    4,
                                    5,
                                    15,
                                    16,
                                    0x7fffffff,
                                    0xffffffff,
                                    1ull << 32,
                                    0x00007ffffffff000,
                                    0x8000000000000000,
                                    UINTPTR_MAX};
    refuse("NULL", NULL, CALL_NONE);
    refuse("memory", own_memory, CALL_NONE);
    for (size_t index = 0; index < sizeof inventions / sizeof *inventions; index++) {
        refuse("a number", (void *)inventions[index], CALL_NONE);
    }
}

/** Handles that differ from a real one in type, slot or generation. */
static void refuse_neighbours(void *handle, call_kind kind) {
    for (int bit = 0; bit < 64; bit++) {
        void *other = (void *)((uintptr_t)handle ^ (uintptr_t)1 << bit);
        bool is_real = other == engine || other == travel || other == view || other == frame ||
                       other == session || other == (void *)oyster_engine_shared();
        if (!is_real)
            refuse("a neighbour", other, CALL_NONE);
    }
    refuse("another kind's handle", handle, kind);
}

static oyster_session *make_session(oyster_engine *owner) {
    oyster_session *made = NULL;
    oyster_session_options options = OYSTER_SESSION_OPTIONS_INIT;
    options.server_url = "http://127.0.0.1:1";
    options.key = options.session_id = "s";
    CHECK_EQUAL(oyster_engine_create_session(owner, &options, &made), OYSTER_OK);
    return made;
}

static void make_objects(const gateway_credentials *credentials) {
    engine = host_engine(credentials, NULL);
    travel = host_travel(engine, credentials->ticket);
    host_start(travel);
    CHECK_EQUAL(oyster_travel_video_view(travel, &view), OYSTER_OK);
    WAIT_UNTIL(oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_I420, &frame) == OYSTER_OK,
               3000);
    CHECK(frame);
    session = make_session(engine);
}

/** The handles of the objects that make_objects() created, by type. */
static void refuse_mixed(void) {
    refuse_neighbours(engine, CALL_ENGINE);
    refuse_neighbours(travel, CALL_TRAVEL);
    refuse_neighbours(view, CALL_VIEW);
    refuse_neighbours(frame, CALL_FRAME);
    refuse_neighbours(session, CALL_SESSION);
}

static void refuse_stale(void) {
    CHECK_EQUAL(oyster_frame_release(frame), OYSTER_OK);
    CHECK_EQUAL(oyster_session_release(session, NULL), OYSTER_OK);
    host_finish(engine, travel);
    refuse("a stale engine", engine, CALL_NONE);
    refuse("a stale travel", travel, CALL_NONE);
    refuse("a stale view", view, CALL_NONE);
    refuse("a stale frame", frame, CALL_NONE);
    refuse("a stale session", session, CALL_NONE);
}

/** A slot that is used again does not accept its former handle. */
static void refuse_reused(const gateway_credentials *credentials) {
    for (int round = 0; round < 50; round++) {
        oyster_engine *next = host_engine(credentials, NULL);
        oyster_travel *unstarted = host_travel(next, credentials->ticket);
        oyster_session *unconnected = make_session(next);
        CHECK(next != engine && unstarted != travel && unconnected != session);
        refuse("an old engine", engine, CALL_NONE);
        refuse("an old travel", travel, CALL_NONE);
        refuse("an old view", view, CALL_NONE);
        refuse("an old session", session, CALL_NONE);
        CHECK_EQUAL(oyster_session_release(unconnected, NULL), OYSTER_OK);
        CHECK_EQUAL(oyster_travel_release(unstarted, NULL), OYSTER_OK);
        host_destroy(next);
    }
}

static void refuse_after_shutdown(void) {
    oyster_engine *last = NULL;
    CHECK_EQUAL(oyster_engine_create(&last), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_shutdown_all(2000), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_shutdown_all(2000), OYSTER_OK);
    for (int index = 0; index < all_calls_count; index++) {
        const call *it = &all_calls[index];
        oyster_result code = it->run(it->kind == CALL_ENGINE ? (void *)last : NULL);
        oyster_result want = it->refuses_by_value ? CALL_REFUSED : OYSTER_ERROR_SHUT_DOWN;
        if (code != want)
            host_fail(__FILE__, __LINE__, "%s, shut down, gives %d", it->name, code);
    }
}

int main(void) {
    gateway_credentials credentials;
    refuse_inventions();
    CHECK_EQUAL(host_count("task"), 1);
    gateway_start();
    gateway_issue("adventure", &credentials);
    refuse_inventions();
    CHECK_EQUAL(gateway_requests(NULL), 0);
    make_objects(&credentials);
    refuse_mixed();
    CHECK_EQUAL(gateway_requests("travels/end"), 0);
    refuse_stale();
    CHECK_EQUAL(gateway_requests("travels/end"), 1);
    refuse_reused(&credentials);
    CHECK_EQUAL(gateway_requests("travels/enter-travel"), 1);
    CHECK_EQUAL(gateway_requests("travels/end"), 1);
    CHECK_EQUAL(gateway_requests("travels/pause") + gateway_requests("travels/instruct"), 0);
    refuse_after_shutdown();
    printf("%d functions", all_calls_count);
    gateway_stop();
    return host_verdict();
}
