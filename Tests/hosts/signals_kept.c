// SPDX-License-Identifier: Apache-2.0
// A travel changes no signal disposition and no mask. The library's threads receive no signal
// that a host may handle, and a server that closes the connection raises no SIGPIPE.
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

#include "host.h"
#include "signals.h"

static atomic_int usual_deliveries, foreign_deliveries, pipe_deliveries;
static pid_t main_thread;

static void on_usual(int number) {
    (void)number;
    atomic_fetch_add(gettid() == main_thread ? &usual_deliveries : &foreign_deliveries, 1);
}

static void on_pipe(int number) {
    (void)number;
    atomic_fetch_add(&pipe_deliveries, 1);
}

static void *do_nothing(void *argument) {
    return argument;
}

/** Sets handlers and a mask, as a host does. */
static void prepare(void) {
    sigset_t mask;
    struct sigaction action = {.sa_handler = on_usual, .sa_flags = SA_RESTART};
    main_thread = gettid();
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGRTMIN + 5, &action, NULL);
    action.sa_handler = on_pipe;
    sigaction(SIGPIPE, &action, NULL);
    sigemptyset(&mask);
    sigaddset(&mask, SIGWINCH);
    pthread_sigmask(SIG_BLOCK, &mask, NULL);
    // glibc sets its own signal 33 with the first thread of a process.
    pthread_t thread;
    pthread_create(&thread, NULL, do_nothing, NULL);
    pthread_join(thread, NULL);
}

static void bombard(void) {
    int sent = 200;
    for (int index = 0; index < sent; index++)
        kill(getpid(), SIGUSR1);
    // Equal pending signals merge, so fewer may arrive; none may arrive on another thread.
    WAIT_UNTIL(atomic_load(&usual_deliveries) > 0, 1000);
    CHECK(atomic_load(&usual_deliveries) > 0);
    CHECK_EQUAL(atomic_load(&foreign_deliveries), 0);
}

int main(void) {
    gateway_credentials credentials;
    signals_state before, after;
    gateway_start();
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    gateway_issue("directing", &credentials);
    prepare();
    signals_read(&before);
    oyster_config config = host_config(&credentials);
    config.callback_timeout_ms = 5000;
    oyster_engine *engine = host_engine(&credentials, &config);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    CHECK(host_count("task") > 1);
    CHECK_EQUAL(signals_open_threads(), 0);
    bombard();
    int polls = gateway_requests("travels/status");
    gateway_post("/faults", "{\"route\":\"*\",\"kind\":\"reset\"}");
    WAIT_UNTIL(gateway_requests("travels/status") > polls + 5, 5000);
    gateway_stop();
    host_finish(engine, travel);
    CHECK_EQUAL(atomic_load(&pipe_deliveries), 0);
    // The gateway has exited, so the end of the travel is not confirmed.
    CHECK_EQUAL(oyster_engine_shutdown_all(1000), OYSTER_ERROR_TIMED_OUT);
    signals_read(&after);
    CHECK(signals_equal(&before, &after));
    return host_verdict();
}
