// SPDX-License-Identifier: Apache-2.0
// The ends of a session that is connected: exit of the process, fork, destroy of the engine,
// shutdown_all, and a disconnect without a network.
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calls.h"
#include "session_client.h"

#define STATUS 42
#define ROUNDS 8

/** The way in which a child exits. */
enum {
    RETURN,
    IN_EVENT,
    IN_COMPLETION,
    IN_DISPATCH,
    CONNECTING,
    SHUTDOWN_FIRST,
    DESTROY_FIRST,
    WAYS
};

static session_access access_;
static int way;

/** Waits for a child, at most `limit_ms`. */
static int reap(pid_t child, double limit_ms) {
    int status = -1;
    pid_t gone = 0;
    WAIT_UNTIL((gone = waitpid(child, &status, WNOHANG)) != 0, limit_ms);
    if (gone == child)
        return status;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    host_fail(__FILE__, __LINE__, "a child that exits in the way %d hangs", way);
    return status;
}

static void exit_in_event(session_client *client, const oyster_session_event *event) {
    (void)client;
    if (way == IN_EVENT && event->type == OYSTER_SESSION_EVENT_CONNECTED)
        exit(STATUS);
}

static void exit_in_completion(void *context, oyster_result code, const cJSON *result) {
    (void)context, (void)code, (void)result;
    if (way == IN_COMPLETION || way == IN_DISPATCH)
        exit(STATUS);
}

/** Uses the library for the first time in this process, and exits. */
static void live(void) {
    static session_client client;
    char token[4096];
    client.on_event = exit_in_event;
    client_open(&client, &access_);
    if (way == IN_DISPATCH)
        oyster_engine_set_delivery(client.engine, OYSTER_DELIVERY_HOST);
    session_server_token(&access_, "publisher", "", token, sizeof token);
    CHECK_EQUAL(oyster_session_connect(client.session, token, exit_in_completion, NULL), OYSTER_OK);
    double limit = host_now_ms() + CLIENT_LIMIT_MS;
    while (way == IN_DISPATCH && host_now_ms() < limit)
        oyster_engine_dispatch(client.engine, 1000, NULL);
    if (way == CONNECTING)
        exit(STATUS);
    client_wait(&client, OYSTER_SESSION_EVENT_CONNECTED, 1);
    if (way == IN_EVENT || way == IN_COMPLETION)
        WAIT_UNTIL(false, CLIENT_LIMIT_MS);
    if (way == SHUTDOWN_FIRST)
        CHECK_EQUAL(oyster_engine_shutdown_all(10000), OYSTER_OK);
    if (way == DESTROY_FIRST)
        host_destroy(client.engine);
    exit(host_verdict() ? 1 : STATUS);
}

/** Each way, several at a time: the exit status is the host's. */
static void try_exits(void) {
    for (way = 0; way < WAYS; way++) {
        pid_t children[ROUNDS];
        for (int index = 0; index < ROUNDS; index++) {
            children[index] = fork();
            if (children[index] == 0) {
                host_begin();
                live();
            }
        }
        for (int index = 0; index < ROUNDS; index++) {
            int status = reap(children[index], CLIENT_LIMIT_MS);
            if (!WIFEXITED(status) || WEXITSTATUS(status) != STATUS)
                host_fail(__FILE__, __LINE__, "the way %d ends with %#x", way, status);
        }
    }
}

/** In a forked child every function of a session refuses; the parent's session continues. */
static void try_fork(void) {
    session_client client = {0};
    client_open(&client, &access_);
    client_connect(&client, &access_, "moderator", "parent");
    pid_t child = fork();
    if (child == 0) {
        host_begin();
        for (int index = 0; index < all_calls_count; index++) {
            const call *it = &all_calls[index];
            if (it->kind != CALL_SESSION)
                continue;
            double before = host_now_ms();
            CHECK_EQUAL(it->run(client.session), OYSTER_ERROR_FORKED);
            CHECK(host_now_ms() - before < 1000);
        }
        exit(host_verdict() ? 1 : STATUS);
    }
    int status = reap(child, CLIENT_LIMIT_MS);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == STATUS);
    CHECK_EQUAL(client_signal(&client, "t", "after the fork", NULL), OYSTER_OK);
    client_wait(&client, OYSTER_SESSION_EVENT_SIGNAL, 1);
    client_close(&client);
}

/** A witness sees an orderly leave, not a loss. */
static void check_left(session_client *witness, int count) {
    client_wait(witness, OYSTER_SESSION_EVENT_CONNECTION_DESTROYED, count);
    char *history = client_history(witness);
    int left = 0;
    for (const char *found = history; (found = strstr(found, "left:client ")); found++)
        left++;
    CHECK_EQUAL(left, count);
    free(history);
}

/** A release and a destroy leave at once; so does a process that calls shutdown_all. */
static void try_leaves(void) {
    session_client witness = {0}, released = {0}, destroyed = {0};
    session_server_create(&access_);
    client_open(&witness, &access_);
    client_connect(&witness, &access_, "subscriber", "witness");
    client_open(&released, &access_);
    client_connect(&released, &access_, "publisher", "");
    double before = host_now_ms();
    client_close(&released);
    CHECK(host_now_ms() - before < 1000);
    check_left(&witness, 1);
    client_open(&destroyed, &access_);
    client_connect(&destroyed, &access_, "publisher", "");
    host_destroy(destroyed.engine);
    check_left(&witness, 2);
    CHECK_EQUAL(oyster_session_release(destroyed.session, NULL), OYSTER_ERROR_INVALID_HANDLE);
    client_close(&witness);
}

/** Without a network a disconnect returns at once and completes within its bound. */
static void try_offline(void) {
    session_client stopped = {0}, lost = {0};
    host_outcome first = {0}, second = {0};
    client_open(&stopped, &access_);
    client_open(&lost, &access_);
    client_connect(&stopped, &access_, "publisher", "");
    client_connect(&lost, &access_, "publisher", "");
    session_server_signal(SIGSTOP);
    double before = host_now_ms();
    CHECK_EQUAL(oyster_session_disconnect(stopped.session, host_done, &first), OYSTER_OK);
    CHECK(host_now_ms() - before < 500);
    CHECK_EQUAL(host_await(&first, CLIENT_LIMIT_MS), OYSTER_OK);
    double took = host_now_ms() - before;
    CHECK(took < 20000);
    session_server_stop(SIGKILL);
    client_wait_status(&lost, OYSTER_CONNECTION_STATUS_RECONNECTING);
    before = host_now_ms();
    CHECK_EQUAL(oyster_session_disconnect(lost.session, host_done, &second), OYSTER_OK);
    CHECK(host_now_ms() - before < 500);
    CHECK_EQUAL(host_await(&second, CLIENT_LIMIT_MS), OYSTER_OK);
    printf("disconnect: %.0f ms from a stopped server, %.0f ms from a lost one", took,
           host_now_ms() - before);
    CHECK_EQUAL(client_status(&lost), OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
    client_close(&stopped);
    client_close(&lost);
    host_forget(&first);
    host_forget(&second);
}

/** shutdown_all leaves: a witness in another process sees it. */
static void try_shutdown(void) {
    int ready[2];
    char byte;
    session_server_create(&access_);
    CHECK_EQUAL(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        session_client witness = {0};
        host_begin();
        client_open(&witness, &access_);
        client_connect(&witness, &access_, "subscriber", "witness");
        CHECK_EQUAL(write(ready[1], "r", 1), 1);
        check_left(&witness, 2);
        client_close(&witness);
        CHECK_EQUAL(oyster_engine_shutdown_all(10000), OYSTER_OK);
        exit(host_verdict() ? 1 : STATUS);
    }
    CHECK_EQUAL(read(ready[0], &byte, 1), 1);
    session_client clients[2] = {{0}};
    for (int index = 0; index < 2; index++) {
        client_open(&clients[index], &access_);
        client_connect(&clients[index], &access_, "publisher", "");
    }
    CHECK_EQUAL(oyster_engine_shutdown_all(20000), OYSTER_OK);
    for (int index = 0; index < 2; index++) {
        CHECK_EQUAL(atomic_load(&clients[index].releases), 1);
        CHECK_EQUAL(client_signal(&clients[index], "t", NULL, NULL), OYSTER_ERROR_SHUT_DOWN);
    }
    int status = reap(child, CLIENT_LIMIT_MS);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == STATUS);
}

int main(void) {
    // Children are forked before this process uses the library.
    session_server_start(NULL);
    session_server_create(&access_);
    try_exits();
    pid_t child = fork();
    if (child == 0) {
        host_begin();
        oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
        try_fork();
        try_leaves();
        try_offline();
        exit(host_verdict());
    }
    CHECK_EQUAL(reap(child, 4 * CLIENT_LIMIT_MS), 0);
    session_server_start(NULL);
    try_shutdown();
    session_server_stop(SIGINT);
    return host_verdict();
}
