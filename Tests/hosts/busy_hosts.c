// SPDX-License-Identifier: Apache-2.0
// Rules 8 and 18: a host whose callbacks block and whose standard error is a full pipe, and
// connections that read certificates, hold up neither requests nor other engines. Prints the
// longest turn of the event loop under each, and fails when a turn computes or blocks for more than
// LIMIT_MS. Time for which the loop was ready to run while other programs had the processors is not
// the library's.
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

/** Most of a turn: reading the system's certificates takes about 20 ms. */
#define LIMIT_MS 200

static atomic_bool may_go;
static atomic_int blocked;

static void block(void *context, const oyster_event *event) {
    (void)context, (void)event;
    atomic_fetch_add(&blocked, 1);
    while (!atomic_load(&may_go))
        host_breathe();
}

static double figure(oyster_travel *travel, const char *key) {
    cJSON *stats = NULL;
    CHECK_EQUAL(oyster_travel_stats(travel, &stats), OYSTER_OK);
    double value = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(stats, key));
    oyster_json_free(stats);
    return value;
}

/** Judges the longest turn so far, unless it was judged before; its time in milliseconds. */
static double judge_turns(oyster_travel *travel, const char *under) {
    static double judged, waited_before;
    double longest = figure(travel, "loopLongestTurnUs") / 1000;
    double waited = host_thread_waited_ms("oyster-loop");
    // All the waiting since the last judgement, that of the longest turn included.
    if (waited >= 0 && longest > judged && longest - (waited - waited_before) > LIMIT_MS)
        host_fail(__FILE__, __LINE__, "%s: a turn of %.1f ms, %.1f ms without a processor", under,
                  longest, waited - waited_before);
    judged = longest;
    waited_before = waited;
    return longest;
}

/** Whether a travel goes on polling. */
static void goes_on(oyster_travel *travel, const char *under) {
    double polls = figure(travel, "polls");
    WAIT_UNTIL(figure(travel, "polls") >= polls + 3, 20000);
    CHECK(figure(travel, "polls") >= polls + 3);
    printf("%s: %.1f ms\n", under, judge_turns(travel, under));
}

/** Puts a full pipe in the place of standard error; gives back what was there. */
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

/** Lets what waits to be written go nowhere; failures from here on count without a text. */
static void unblock_errors(int reader) {
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
    close(reader);
}

/** Connections to a port without TLS, each of which reads the authorities before it fails. */
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
    oyster_engine *engine = host_engine(&credentials, NULL);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    goes_on(travel, "nothing");
    connect_with_tls(&credentials, travel);
    goes_on(travel, "TLS");

    gateway_issue("adventure", &credentials);
    oyster_engine *busy = host_engine(&credentials, NULL);
    oyster_travel *other = host_travel(busy, credentials.ticket);
    oyster_listener_id listener = 0;
    CHECK_EQUAL(oyster_travel_add_listener(other, block, NULL, NULL, &listener), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_start(other, NULL, NULL, NULL), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&blocked) > 0, 10000);
    CHECK_EQUAL(atomic_load(&blocked), 1);
    goes_on(travel, "blocked callbacks");
    goes_on(other, "their own travel");

    int reader = -1;
    int former = block_errors(&reader);
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_DEBUG);
    goes_on(travel, "blocked stderr");
    unblock_errors(reader);

    atomic_store(&may_go, true);
    host_finish(busy, other);
    host_finish(engine, travel);
    host_leave();
    dup2(former, STDERR_FILENO);
    close(former);
    return host_verdict();
}
