// SPDX-License-Identifier: Apache-2.0
// Both deliveries give the same events and completions in the same order. In host delivery all run
// on the dispatching thread, and the descriptor is readable exactly while one waits. Several
// sessions of an engine share its order; a listener that blocks delays no session of another
// engine.
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session_client.h"

static session_access access_;

typedef struct record {
    session_client client;
    atomic_int completions;
    atomic_bool is_foreign;
    pid_t only_thread;
} record;

static void check_thread(record *it) {
    if (it->only_thread && it->only_thread != gettid())
        atomic_store(&it->is_foreign, true);
}

static void on_event(session_client *client, const oyster_session_event *event) {
    (void)event;
    check_thread((record *)client);
}

static void on_done(void *context, oyster_result code, const cJSON *result) {
    record *it = context;
    char line[32];
    CHECK(result);
    check_thread(it);
    snprintf(line, sizeof line, "done:%d ", code);
    pthread_mutex_lock(&it->client.lock);
    strncat(it->client.history, line, sizeof it->client.history - strlen(it->client.history) - 1);
    pthread_mutex_unlock(&it->client.lock);
    atomic_fetch_add(&it->completions, 1);
}

/** Waits for completions; in host delivery with poll and dispatch. */
static void await(record *it, int completions) {
    int descriptor = -1;
    double limit = host_now_ms() + CLIENT_LIMIT_MS;
    if (it->only_thread)
        CHECK_EQUAL(oyster_engine_event_fd(it->client.engine, &descriptor), OYSTER_OK);
    while (atomic_load(&it->completions) < completions && host_now_ms() < limit) {
        struct pollfd ready = {.fd = descriptor, .events = POLLIN};
        size_t count = 0;
        if (!it->only_thread)
            host_breathe();
        else if (poll(&ready, 1, 1000) > 0) {
            CHECK_EQUAL(oyster_engine_dispatch(it->client.engine, 0, &count), OYSTER_OK);
            CHECK(count > 0);
        }
    }
    CHECK_EQUAL(atomic_load(&it->completions), completions);
}

static void run(record *it, oyster_delivery delivery) {
    char token[4096];
    it->client.on_event = on_event;
    if (delivery == OYSTER_DELIVERY_HOST)
        it->only_thread = gettid();
    client_open(&it->client, &access_);
    CHECK_EQUAL(oyster_engine_set_delivery(it->client.engine, delivery), OYSTER_OK);
    session_server_token(&access_, "moderator", "", token, sizeof token);
    CHECK_EQUAL(oyster_session_connect(it->client.session, token, on_done, it), OYSTER_OK);
    await(it, 1);
    CHECK_EQUAL(oyster_session_force_disconnect(it->client.session, "unknown"), OYSTER_OK);
    CHECK_EQUAL(oyster_session_report_issue(it->client.session, on_done, it), OYSTER_OK);
    await(it, 2);
    CHECK_EQUAL(oyster_session_disconnect(it->client.session, on_done, it), OYSTER_OK);
    await(it, 3);
    CHECK(!atomic_load(&it->is_foreign));
    client_close(&it->client);
}

static void compare(void) {
    static record by_thread, by_host;
    run(&by_thread, OYSTER_DELIVERY_THREAD);
    run(&by_host, OYSTER_DELIVERY_HOST);
    if (strcmp(by_thread.client.history, by_host.client.history) != 0)
        host_fail(__FILE__, __LINE__, "thread: %s; host: %s", by_thread.client.history,
                  by_host.client.history);
    CHECK(strcmp(by_thread.client.history,
                 "status:connecting status:connected connected done:0 error done:0 "
                 "status:disconnecting status:notConnected disconnected:client done:0 ") == 0);
}

/** Without callbacks the descriptor is not readable; with one it is, until the dispatch. */
static void watch_descriptor(void) {
    static record it;
    session_client other = {0};
    char token[4096];
    int descriptor = -1;
    client_open(&it.client, &access_);
    it.only_thread = gettid();
    it.client.on_event = on_event;
    CHECK_EQUAL(oyster_engine_set_delivery(it.client.engine, OYSTER_DELIVERY_HOST), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_event_fd(it.client.engine, &descriptor), OYSTER_OK);
    struct pollfd ready = {.fd = descriptor, .events = POLLIN};
    CHECK_EQUAL(poll(&ready, 1, 0), 0);
    session_server_token(&access_, "publisher", "", token, sizeof token);
    CHECK_EQUAL(oyster_session_connect(it.client.session, token, on_done, &it), OYSTER_OK);
    await(&it, 1);
    while (poll(&ready, 1, 0) > 0)
        CHECK_EQUAL(oyster_engine_dispatch(it.client.engine, 0, NULL), OYSTER_OK);
    // Nothing happens in this session now but what the other client does.
    client_open(&other, &access_);
    client_connect(&other, &access_, "publisher", "");
    CHECK_EQUAL(poll(&ready, 1, (int)CLIENT_LIMIT_MS), 1);
    CHECK_EQUAL(atomic_load(&it.client.counts[OYSTER_SESSION_EVENT_CONNECTION_CREATED]), 0);
    CHECK_EQUAL(oyster_engine_dispatch(it.client.engine, 0, NULL), OYSTER_OK);
    CHECK_EQUAL(atomic_load(&it.client.counts[OYSTER_SESSION_EVENT_CONNECTION_CREATED]), 1);
    CHECK_EQUAL(poll(&ready, 1, 0), 0);
    CHECK(!atomic_load(&it.is_foreign));
    client_close(&other);
    client_close(&it.client);
}

static atomic_bool may_go_on, is_inside;

static void block(session_client *client, const oyster_session_event *event) {
    (void)client, (void)event;
    atomic_store(&is_inside, true);
    WAIT_UNTIL(atomic_load(&may_go_on), CLIENT_LIMIT_MS);
}

/** While a listener of one engine blocks, a session of another engine talks. */
static void block_one(void) {
    session_client blocked = {.on_event = block}, free_one = {0};
    client_open(&blocked, &access_);
    CHECK_EQUAL(client_begin(&blocked, &access_, "publisher", "", NULL), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&is_inside), CLIENT_LIMIT_MS);
    client_open(&free_one, &access_);
    client_connect(&free_one, &access_, "publisher", "");
    for (int index = 1; index <= 20; index++) {
        CHECK_EQUAL(client_signal(&free_one, "t", "d", NULL), OYSTER_OK);
        client_wait(&free_one, OYSTER_SESSION_EVENT_SIGNAL, index);
    }
    CHECK_EQUAL(atomic_load(&blocked.events), 0);
    atomic_store(&may_go_on, true);
    client_wait(&blocked, OYSTER_SESSION_EVENT_SIGNAL, 20);
    client_close(&blocked);
    client_close(&free_one);
}

/** Sessions of one engine: each receives the signals of the others. */
static void share_engine(void) {
    enum { COUNT = 16 };
    static session_client clients[COUNT];
    oyster_engine *engine = NULL;
    oyster_session_options options = client_options(&access_);
    CHECK_EQUAL(oyster_engine_create(&engine), OYSTER_OK);
    for (int index = 0; index < COUNT; index++)
        client_open_with(&clients[index], engine, &options);
    for (int index = 0; index < COUNT; index++)
        client_connect(&clients[index], &access_, "publisher", "");
    for (int index = 0; index < COUNT; index++)
        CHECK_EQUAL(client_signal(&clients[index], "t", NULL, NULL), OYSTER_OK);
    for (int index = 0; index < COUNT; index++)
        client_wait(&clients[index], OYSTER_SESSION_EVENT_SIGNAL, COUNT);
    for (int index = 0; index < COUNT; index++)
        client_release(&clients[index]);
    host_destroy(engine);
}

int main(void) {
    // The server refuses an unknown connection on purpose.
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    session_server_start(NULL);
    session_server_create(&access_);
    compare();
    watch_descriptor();
    session_server_create(&access_);
    block_one();
    session_server_create(&access_);
    share_engine();
    CHECK_EQUAL(oyster_engine_shutdown_all(20000), OYSTER_OK);
    session_server_stop(SIGINT);
    return host_verdict();
}
