// SPDX-License-Identifier: Apache-2.0
// A name server that never answers delays one engine until its time limit, and no other engine.
// The program defines its own getaddrinfo, which libcurl calls.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool answers;
static int waiting;

/** Does not answer for names that end in `.test` until the program sets `answers`. */
int getaddrinfo(const char *restrict node, const char *restrict service,
                const struct addrinfo *restrict hints, struct addrinfo **restrict result) {
    size_t length = node ? strlen(node) : 0;
    if (length > 5 && strcmp(node + length - 5, ".test") == 0) {
        pthread_mutex_lock(&lock);
        waiting++;
        while (!answers)
            pthread_cond_wait(&changed, &lock);
        waiting--;
        pthread_mutex_unlock(&lock);
        return EAI_AGAIN;
    }
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    return real(node, service, hints, result);
}

static int lookups(void) {
    pthread_mutex_lock(&lock);
    int count = waiting;
    pthread_mutex_unlock(&lock);
    return count;
}

/** Number of polls of a travel while another engine waits for a name. */
static double polls_during(oyster_travel *playing, host_outcome *outcome) {
    double before = host_stat(playing, "polls");
    WAIT_UNTIL(atomic_load(&outcome->calls) > 0, 30000);
    return host_stat(playing, "polls") - before;
}

int main(void) {
    gateway_start();
    gateway_credentials credentials;
    gateway_issue("adventure", &credentials);
    host_player player = host_play(&credentials);

    oyster_config config = host_config(&credentials);
    config.api_host = "https://api.oyster.test";
    config.callback_timeout_ms = 2000;
    oyster_engine *lost = host_engine(&credentials, &config);
    oyster_travel *waits = host_travel(lost, "ticket");
    host_outcome started = {0};
    double began = host_now_ms();
    CHECK_EQUAL(oyster_travel_start(waits, NULL, host_done, &started), OYSTER_OK);
    double polls = polls_during(player.travel, &started);
    double took = host_now_ms() - began;
    CHECK_EQUAL(host_await(&started, 1), OYSTER_ERROR_CALLBACK_TIMEOUT);
    CHECK(started.json && strstr(started.json, "the host name api.oyster.test was not resolved"));
    CHECK(lookups() > 0);
    CHECK(polls >= 2);
    CHECK(took >= 1900);
    host_forget(&started);

    // A cancelled lookup delays no engine either.
    CHECK_EQUAL(oyster_travel_release(waits, NULL), OYSTER_OK);
    waits = host_travel(lost, "ticket");
    CHECK_EQUAL(oyster_travel_start(waits, NULL, host_done, &started), OYSTER_OK);
    WAIT_UNTIL(lookups() > 1, 5000);
    CHECK_EQUAL(oyster_travel_release(waits, NULL), OYSTER_OK);
    host_destroy(lost);
    host_check_polling(player.travel, 2);
    printf("%.0f ms, %.0f polls of the other engine; longest turn of the loop %.0f us\n", took,
           polls, host_stat(player.travel, "loopLongestTurnUs"));

    // Lookups that end after their requests have no effect.
    pthread_mutex_lock(&lock);
    answers = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    WAIT_UNTIL(lookups() == 0, 10000);
    CHECK_EQUAL(lookups(), 0);
    host_finish(player.engine, player.travel);
    host_leave();
    host_forget(&started);
    return host_verdict();
}
