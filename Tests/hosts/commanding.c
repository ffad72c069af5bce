// SPDX-License-Identifier: Apache-2.0
// A host may submit commands at any rate and on any thread. The library sends at most one per
// 42 ms, and each one-shot exactly once. A call takes well under a microsecond, and memory does
// not grow.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "host.h"
#include "third_party_engine.h"

#define THREADS 4
#define SECONDS 2

static char engine_path[512];
static third_party_probe *probe;
static oyster_travel *travel;
static atomic_bool stop;
static atomic_long submitted;

static oyster_result submit(oyster_translation translation, oyster_interaction interaction) {
    return oyster_travel_send_command(travel, translation, OYSTER_ROTATION_NONE, interaction);
}

/** Submits as fast as possible. */
static void *flood(void *context) {
    (void)context;
    long count = 0, failures = 0;
    while (!atomic_load(&stop)) {
        failures += submit((oyster_translation)(count % 8), OYSTER_INTERACTION_NONE) != OYSTER_OK;
        count++;
    }
    atomic_fetch_add(&submitted, count);
    CHECK_EQUAL(failures, 0);
    return NULL;
}

/** One jump among many commands without a jump is sent exactly once. */
static void jump_once(void) {
    int jumps = atomic_load(&probe->interactions[OYSTER_INTERACTION_JUMP]);
    CHECK_EQUAL(submit(OYSTER_TRANSLATION_FRONT, OYSTER_INTERACTION_JUMP), OYSTER_OK);
    int commands = atomic_load(&probe->commands);
    WAIT_UNTIL(atomic_load(&probe->commands) >= commands + 5, 2000);
    CHECK_EQUAL(atomic_load(&probe->interactions[OYSTER_INTERACTION_JUMP]), jumps + 1);
}

static void flood_from_threads(void) {
    pthread_t threads[THREADS];
    long resident = host_resident_kb();
    int sent = atomic_load(&probe->commands);
    double began = host_now_ms();
    for (int index = 0; index < THREADS; index++)
        pthread_create(&threads[index], NULL, flood, NULL);
    for (int index = 0; index < 5; index++)
        jump_once();
    WAIT_UNTIL(false, SECONDS * 1000 - (host_now_ms() - began));
    double took = host_now_ms() - began;
    sent = atomic_load(&probe->commands) - sent;
    atomic_store(&stop, true);
    for (int index = 0; index < THREADS; index++)
        pthread_join(threads[index], NULL);
    double cost_ns = took * 1e6 * THREADS / (double)atomic_load(&submitted);
    printf("%.1f million submitted in %.1f s, %d sent, at most %.0f ns each",
           (double)atomic_load(&submitted) / 1e6, took / 1000, sent, cost_ns);
    CHECK(sent <= took / 42 + 2);
    CHECK(sent > took / 42 / 3);
    CHECK(host_resident_kb() - resident < 4096);
}

/** The last submission is sent although none follows; then nothing is sent. */
static void send_last(void) {
    CHECK_EQUAL(submit(OYSTER_TRANSLATION_NONE, OYSTER_INTERACTION_NONE), OYSTER_OK);
    CHECK_EQUAL(submit(OYSTER_TRANSLATION_BACK_RIGHT, OYSTER_INTERACTION_NONE), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&probe->last_translation) == OYSTER_TRANSLATION_BACK_RIGHT, 1000);
    CHECK_EQUAL(atomic_load(&probe->last_translation), OYSTER_TRANSLATION_BACK_RIGHT);
    int sent = atomic_load(&probe->commands);
    WAIT_UNTIL(atomic_load(&probe->commands) > sent, 200);
    CHECK_EQUAL(atomic_load(&probe->commands), sent);
    CHECK_EQUAL(oyster_travel_flush_commands(travel), OYSTER_OK);
}

int main(void) {
    gateway_credentials credentials;
    snprintf(engine_path, sizeof engine_path, "%s/third_party_engine.so", getenv("OYSTER_HOSTS"));
    void *library = dlopen(engine_path, RTLD_NOW);
    probe = library ? dlsym(library, "third_party_probe_data") : NULL;
    CHECK(probe);
    if (!probe)
        return host_verdict();
    gateway_start();
    gateway_issue("adventure", &credentials);
    oyster_config config = host_config(&credentials);
    config.stream_engine = engine_path;
    oyster_engine *engine = host_engine(&credentials, &config);
    travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    flood_from_threads();
    send_last();
    host_finish(engine, travel);
    CHECK_EQUAL(submit(OYSTER_TRANSLATION_FRONT, OYSTER_INTERACTION_NONE),
                OYSTER_ERROR_INVALID_HANDLE);
    host_leave();
    return host_verdict();
}
