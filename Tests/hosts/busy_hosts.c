// SPDX-License-Identifier: Apache-2.0
// Callbacks that block, a full pipe as standard error, and connections that read certificates
// delay neither requests nor other engines. The program prints the longest turn of the event
// loop under each load, and fails when a turn computes or blocks for more than LIMIT_MS. Time
// in which the loop was ready to run while other programs used the processors does not count.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

/** Longest turn. Reading the system's certificates takes about 20 ms. */
#define LIMIT_MS 200

static atomic_bool may_return;
static atomic_int blocked;

static void block(void *context, const oyster_event *event) {
    (void)context, (void)event;
    atomic_fetch_add(&blocked, 1);
    while (!atomic_load(&may_return))
        host_breathe();
}

/** Checks the longest turn so far, unless it was checked before; returns its milliseconds. */
static double judge_turns(oyster_travel *travel, const char *under) {
    static double checked, waited_before;
    double longest = host_stat(travel, "loopLongestTurnUs") / 1000;
    double waited = host_thread_waited_ms("oyster-loop");
    // The time without a processor since the last check includes that of the longest turn.
    if (waited >= 0 && longest > checked && longest - (waited - waited_before) > LIMIT_MS)
        host_fail(__FILE__, __LINE__, "%s: a turn of %.1f ms, %.1f ms without a processor", under,
                  longest, waited - waited_before);
    checked = longest;
    waited_before = waited;
    return longest;
}

/** Checks that a travel continues to poll, and prints the longest turn. */
static void check_progress(oyster_travel *travel, const char *under) {
    host_check_polling(travel, 3);
    printf("%s: %.1f ms\n", under, judge_turns(travel, under));
}

/** Replaces standard error by a full pipe; returns the former descriptor. */
static int block_errors(int *reader) {
    int ends[2];
    CHECK_EQUAL(pipe2(ends, O_CLOEXEC), 0);
    *reader = ends[0];
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    while (write(ends[1], "................", 16) > 0) {
    }
    fcntl(ends[1], F_SETFL, 0);
    int former = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    return former;
}

/** Discards the lines that wait to be written. Later failures count without a text. */
static void unblock_errors(int reader) {
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
    close(reader);
}

/** Makes connections to a port without TLS; each reads the certificates before it fails. */
static void connect_with_tls(const gateway_credentials *credentials, oyster_travel *playing) {
    char host[160];
    const char *plain = strstr(credentials->api_host, "://");
    snprintf(host, sizeof host, "https%s", plain ? plain : "");
    for (int round = 0; round < 10; round++) {
        oyster_config config = host_config(credentials);
        config.api_host = host;
        oyster_engine *engine = host_engine(credentials, &config);
        oyster_travel *travel = host_travel(engine, "ticket");
        host_outcome started = {0};
        CHECK_EQUAL(oyster_travel_start(travel, NULL, host_done, &started), OYSTER_OK);
        CHECK_EQUAL(host_await(&started, 20000), OYSTER_ERROR_LOCAL_NETWORK);
        CHECK(started.json && strstr(started.json, "TLS handshake"));
        host_forget(&started);
        CHECK_EQUAL(oyster_travel_release(travel, NULL), OYSTER_OK);
        host_destroy(engine);
        judge_turns(playing, "TLS");
    }
}

int main(void) {
    gateway_start();
    gateway_credentials credentials;
    gateway_issue("adventure", &credentials);
    host_player player = host_play(&credentials);
    check_progress(player.travel, "no load");
    connect_with_tls(&credentials, player.travel);
    check_progress(player.travel, "TLS");

    gateway_issue("adventure", &credentials);
    oyster_engine *busy = host_engine(&credentials, NULL);
    oyster_travel *other = host_travel(busy, credentials.ticket);
    oyster_listener_id listener = 0;
    CHECK_EQUAL(oyster_travel_add_listener(other, block, NULL, NULL, &listener), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(other, NULL, NULL, NULL), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&blocked) > 0, 10000);
    CHECK_EQUAL(atomic_load(&blocked), 1);
    check_progress(player.travel, "blocked callbacks of another engine");
    check_progress(other, "blocked callbacks");

    int reader = -1;
    int former = block_errors(&reader);
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_DEBUG);
    check_progress(player.travel, "blocked stderr");
    unblock_errors(reader);

    atomic_store(&may_return, true);
    host_finish(busy, other);
    host_finish(player.engine, player.travel);
    host_leave();
    dup2(former, STDERR_FILENO);
    close(former);
    return host_verdict();
}
