// SPDX-License-Identifier: Apache-2.0
// In a child whose parent used the library, every function returns OYSTER_ERROR_FORKED at once,
// and the child exits cleanly; the parent's travel continues. First use after fork works, and
// so do fork and exec.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calls.h"
#include "host.h"

/** Number of forks; rare races need many. */
#define FIRST_USES 360
#define AT_ONCE 12

extern char **environ;

typedef struct family {
    gateway_credentials credentials;
    oyster_engine *engine;
    oyster_travel *travel;
    oyster_video_view *view;
    oyster_frame *frame;
    oyster_session *session;
} family;

static family parent;

/** Waits for a child, at most ten seconds. */
static int reap(pid_t child) {
    int status = -1;
    pid_t gone = 0;
    WAIT_UNTIL((gone = waitpid(child, &status, WNOHANG)) != 0, 10000);
    if (gone == child)
        return status;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    host_fail(__FILE__, __LINE__, "a child hung");
    return status;
}

static void *handle_for(call_kind kind) {
    void *handles[] = {parent.engine, parent.travel,  parent.view,
                       parent.frame,  parent.session, NULL};
    return handles[kind];
}

/** Every function of an inherited library refuses within a second. */
static void refused_child(void) {
    for (int index = 0; index < all_calls_count; index++) {
        const call *it = &all_calls[index];
        double before = host_now_ms();
        oyster_result code = it->run(handle_for(it->kind));
        oyster_result want = it->refuses_by_value ? CALL_REFUSED : OYSTER_ERROR_FORKED;
        if (code != want)
            host_fail(__FILE__, __LINE__, "%s gives %d", it->name, code);
        if (host_now_ms() - before > 1000)
            host_fail(__FILE__, __LINE__, "%s hangs", it->name);
    }
    CHECK_EQUAL(oyster_engine_shutdown_all(1000), OYSTER_ERROR_FORKED);
    CHECK(strcmp(oyster_version(), OYSTER_VERSION_STRING) == 0);
    CHECK(strcmp(oyster_error_name(OYSTER_ERROR_FORKED), "FORKED") == 0);
    CHECK(strcmp(oyster_status_name(OYSTER_STATUS_RUNNING), "running") == 0);
    CHECK(strcmp(oyster_connection_status_name(OYSTER_CONNECTION_STATUS_FAILED), "failed") == 0);
    oyster_json_free(NULL);
    oyster_string_free(NULL);
}

/** Forks, runs the body and exits as a host would, with its exit handlers. */
static void in_child(void (*body)(void)) {
    pid_t child = fork();
    if (child == 0) {
        host_begin();
        body();
        exit(host_verdict());
    }
    CHECK_EQUAL(reap(child), 0);
}

static void whole_travel(void) {
    gateway_credentials credentials;
    gateway_issue("adventure", &credentials);
    oyster_engine *engine = host_engine(&credentials, NULL);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    host_finish(engine, travel);
}

/** The calls of a language binding when it is imported: they use locks, but no thread. */
static void import_library(void) {
    CHECK(oyster_version() && oyster_error_name(OYSTER_ERROR_FORKED));
    CHECK_EQUAL(oyster_travel_end(NULL, NULL, NULL), OYSTER_ERROR_INVALID_HANDLE);
    CHECK_EQUAL(oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR), OYSTER_OK);
    CHECK_EQUAL(oyster_log_set_handler(NULL, NULL, NULL, NULL), OYSTER_OK);
}

/** First use after fork, by many children at once. If a child inherited an identifier of a thread,
 *  two of its threads would wait for each other's locks for ever. */
static void use_after_fork(void) {
    for (int batch = 0; batch < FIRST_USES / AT_ONCE; batch++) {
        pid_t children[AT_ONCE];
        if (batch == FIRST_USES / AT_ONCE / 3)
            import_library();
        for (int index = 0; index < AT_ONCE; index++) {
            children[index] = fork();
            if (children[index] > 0)
                continue;
            host_begin();
            whole_travel();
            exit(host_verdict());
        }
        for (int index = 0; index < AT_ONCE; index++)
            CHECK_EQUAL(reap(children[index]), 0);
    }
}

static void begin_travel(void) {
    gateway_issue("adventure", &parent.credentials);
    parent.engine = host_engine(&parent.credentials, NULL);
    parent.travel = host_travel(parent.engine, parent.credentials.ticket);
    CHECK_EQUAL(oyster_travel_video_view(parent.travel, &parent.view), OYSTER_OK);
    oyster_session_options options = OYSTER_SESSION_OPTIONS_INIT;
    options.server_url = "http://127.0.0.1:1";
    options.key = options.session_id = "s";
    CHECK_EQUAL(oyster_engine_create_session(parent.engine, &options, &parent.session), OYSTER_OK);
    host_start(parent.travel);
    oyster_result code = OYSTER_ERROR_NO_FRAME;
    WAIT_UNTIL((code = oyster_video_view_acquire_frame(parent.view, OYSTER_PIXEL_FORMAT_I420,
                                                       &parent.frame)) == OYSTER_OK,
               5000);
    CHECK_EQUAL(code, OYSTER_OK);
}

/** Submits and reads as fast as possible, so that forks happen in every state of every lock. */
static void *stir(void *stop) {
    while (!atomic_load((atomic_bool *)stop)) {
        cJSON *tree = NULL;
        oyster_error_advice(OYSTER_ERROR_FORKED);
        oyster_travel_send_command(parent.travel, OYSTER_TRANSLATION_LEFT, OYSTER_ROTATION_NONE,
                                   OYSTER_INTERACTION_NONE);
        if (oyster_travel_stats(parent.travel, &tree) == OYSTER_OK)
            oyster_json_free(tree);
    }
    return NULL;
}

static void fork_while_busy(void) {
    pthread_t thread;
    atomic_bool stop = false;
    pthread_create(&thread, NULL, stir, &stop);
    for (int index = 0; index < 50; index++)
        in_child(refused_child);
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
}

static void fork_and_execute(char *self) {
    pid_t child = fork();
    if (child == 0) {
        execl(self, self, "--travel", (char *)NULL);
        _exit(127);
    }
    CHECK_EQUAL(reap(child), 0);
    char *arguments[] = {self, "--travel", NULL};
    CHECK_EQUAL(posix_spawn(&child, self, NULL, NULL, arguments, environ), 0);
    CHECK_EQUAL(reap(child), 0);
}

static void fork_in_callback(void *context, oyster_result code, const cJSON *result) {
    (void)code, (void)result;
    in_child(refused_child);
    atomic_fetch_add((atomic_int *)context, 1);
}

static void check_parent(void) {
    oyster_status status = OYSTER_STATUS_IDLE;
    int polls = gateway_requests("travels/status");
    CHECK_EQUAL(oyster_travel_status(parent.travel, &status), OYSTER_OK);
    CHECK_EQUAL(status, OYSTER_STATUS_RUNNING);
    WAIT_UNTIL(gateway_requests("travels/status") > polls + 2, 5000);
    CHECK(gateway_requests("travels/status") > polls + 2);
    CHECK_EQUAL(gateway_travels("running"), 1);
}

int main(int count, char **arguments) {
    atomic_int calls = 0;
    gateway_start();
    if (count > 1) {
        whole_travel();
        gateway_stop();
        return host_verdict();
    }
    use_after_fork();
    begin_travel();
    int ends = gateway_requests("travels/end");
    in_child(refused_child);
    fork_while_busy();
    // The pause of an adventure is refused by its completion: a callback that runs soon.
    CHECK_EQUAL(oyster_travel_pause(parent.travel, fork_in_callback, &calls), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&calls) == 1, 15000);
    CHECK_EQUAL(atomic_load(&calls), 1);
    fork_and_execute(arguments[0]);
    check_parent();
    CHECK_EQUAL(gateway_requests("travels/end"), ends);
    CHECK_EQUAL(oyster_frame_release(parent.frame), OYSTER_OK);
    CHECK_EQUAL(oyster_session_release(parent.session, NULL), OYSTER_OK);
    host_finish(parent.engine, parent.travel);
    gateway_stop();
    return host_verdict();
}
