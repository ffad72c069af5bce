// SPDX-License-Identifier: Apache-2.0
// Any function may be called in any callback. A callback may release its own travel, engine or
// listener. release, destroy and remove_listener return the right outcome, and the library
// releases each context once.
#define _GNU_SOURCE
#include <stdlib.h>

#include "host.h"

/** The context of a callback, and the calls that it received. */
typedef struct subject {
    oyster_engine *engine;
    oyster_travel *travel;
    oyster_listener_id listener;
    atomic_int events, releases, events_after_release;
    atomic_int outcome;
    atomic_bool is_inside, may_go_on;
    pthread_mutex_t *host_lock;
    void (*in_event)(struct subject *);
} subject;

static void on_event(void *context, const oyster_event *event) {
    subject *it = context;
    (void)event;
    if (atomic_load(&it->releases))
        atomic_fetch_add(&it->events_after_release, 1);
    if (atomic_fetch_add(&it->events, 1) == 0 && it->in_event)
        it->in_event(it);
}

static void on_release(void *context) {
    atomic_fetch_add(&((subject *)context)->releases, 1);
}

static void prepare(subject *it) {
    gateway_credentials credentials;
    gateway_issue("adventure", &credentials);
    it->engine = host_engine(&credentials, NULL);
    it->travel = host_travel(it->engine, credentials.ticket);
    it->outcome = -1;
    CHECK_EQUAL(oyster_travel_add_listener(it->travel, on_event, it, on_release, &it->listener),
                OYSTER_OK);
}

static void release_self(subject *it) {
    oyster_release_outcome outcome;
    CHECK_EQUAL(oyster_travel_release(it->travel, &outcome), OYSTER_OK);
    CHECK_EQUAL(atomic_load(&it->releases), 0);
    atomic_store(&it->outcome, outcome);
}

static void destroy_self(subject *it) {
    oyster_release_outcome outcome;
    CHECK_EQUAL(oyster_engine_destroy(it->engine, &outcome), OYSTER_OK);
    CHECK_EQUAL(atomic_load(&it->releases), 0);
    atomic_store(&it->outcome, outcome);
}

static void remove_self(subject *it) {
    oyster_release_outcome outcome;
    CHECK_EQUAL(oyster_travel_remove_listener(it->travel, it->listener, &outcome), OYSTER_OK);
    atomic_store(&it->outcome, outcome);
}

static void try_everything(subject *it) {
    cJSON *tree = NULL;
    oyster_engine *other = NULL;
    oyster_status status;
    CHECK_EQUAL(oyster_engine_create(&other), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_destroy(other, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_info(it->travel, &tree), OYSTER_OK);
    oyster_json_free(tree);
    CHECK_EQUAL(oyster_travel_stats(it->travel, &tree), OYSTER_OK);
    oyster_json_free(tree);
    CHECK_EQUAL(oyster_travel_status(it->travel, &status), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_dispatch(it->engine, 100, NULL), OYSTER_ERROR_WOULD_DEADLOCK);
    CHECK_EQUAL(oyster_log_set_handler(NULL, NULL, NULL, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_end(it->travel, NULL, NULL), OYSTER_OK);
    atomic_store(&it->outcome, OYSTER_RELEASE_DEFERRED);
}

/** An action inside the first event returns, and the context is released once, last. */
static void act_inside(void (*action)(subject *), bool takes_travel, bool takes_engine) {
    subject it = {.in_event = action};
    prepare(&it);
    CHECK_EQUAL(oyster_travel_start(it.travel, NULL, NULL, NULL), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&it.outcome) != -1, 5000);
    CHECK_EQUAL(atomic_load(&it.outcome), OYSTER_RELEASE_DEFERRED);
    if (!takes_travel)
        CHECK_EQUAL(oyster_travel_release(it.travel, NULL), OYSTER_OK);
    if (!takes_engine)
        host_destroy(it.engine);
    WAIT_UNTIL(atomic_load(&it.releases) == 1, 5000);
    CHECK_EQUAL(atomic_load(&it.releases), 1);
    CHECK_EQUAL(atomic_load(&it.events_after_release), 0);
}

static void wait_inside(subject *it) {
    atomic_store(&it->is_inside, true);
    if (it->host_lock) {
        // As a Python callback that waits for the interpreter's lock.
        pthread_mutex_lock(it->host_lock);
        pthread_mutex_unlock(it->host_lock);
    }
    WAIT_UNTIL(atomic_load(&it->may_go_on), 5000);
}

/** A running callback waits for a lock that the host holds: remove_listener returns in time, and
 *  deferred. */
static void release_under_lock(void) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    subject it = {.in_event = wait_inside, .host_lock = &lock, .may_go_on = true};
    oyster_release_outcome outcome = OYSTER_RELEASE_COMPLETE;
    prepare(&it);
    pthread_mutex_lock(&lock);
    CHECK_EQUAL(oyster_travel_start(it.travel, NULL, NULL, NULL), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&it.is_inside), 5000);
    double before = host_now_ms();
    CHECK_EQUAL(oyster_travel_remove_listener(it.travel, it.listener, &outcome), OYSTER_OK);
    double took = host_now_ms() - before;
    CHECK(took < 250);
    CHECK_EQUAL(outcome, OYSTER_RELEASE_DEFERRED);
    CHECK_EQUAL(atomic_load(&it.releases), 0);
    before = host_now_ms();
    CHECK_EQUAL(oyster_travel_release(it.travel, &outcome), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_destroy(it.engine, &outcome), OYSTER_OK);
    CHECK_EQUAL(outcome, OYSTER_RELEASE_DEFERRED);
    CHECK(host_now_ms() - before < 500);
    pthread_mutex_unlock(&lock);
    WAIT_UNTIL(atomic_load(&it.releases) == 1, 5000);
    CHECK_EQUAL(atomic_load(&it.releases), 1);
    CHECK_EQUAL(atomic_load(&it.events), 1);
    printf("remove_listener under a lock: %.0f ms", took);
}

/** Outside a callback, "complete" means that the release function has run on this thread. */
static void remove_outside_a_callback(void) {
    subject it = {0};
    oyster_release_outcome outcome = OYSTER_RELEASE_DEFERRED;
    prepare(&it);
    host_start(it.travel);
    CHECK_EQUAL(oyster_travel_remove_listener(it.travel, it.listener, &outcome), OYSTER_OK);
    CHECK_EQUAL(outcome, OYSTER_RELEASE_COMPLETE);
    CHECK_EQUAL(atomic_load(&it.releases), 1);
    int events = atomic_load(&it.events);
    host_finish(it.engine, it.travel);
    CHECK_EQUAL(atomic_load(&it.events), events);
    CHECK_EQUAL(atomic_load(&it.releases), 1);
}

static void count_aborted(void *context, oyster_result code, const cJSON *result) {
    CHECK(result);
    if (code == OYSTER_ERROR_ABORTED)
        atomic_fetch_add((atomic_int *)context, 1);
}

/** Operations that are pending at a release complete once, with 109006, in both deliveries. */
static void abort_pending(oyster_delivery delivery) {
    subject it = {0};
    atomic_int aborted = 0;
    oyster_release_outcome outcome;
    prepare(&it);
    CHECK_EQUAL(oyster_engine_set_delivery(it.engine, delivery), OYSTER_OK);
    gateway_post("/faults", "{\"route\":\"travels/enter-travel\",\"kind\":\"hang\"}");
    CHECK_EQUAL(oyster_travel_start(it.travel, NULL, count_aborted, &aborted), OYSTER_OK);
    WAIT_UNTIL(gateway_requests("travels/enter-travel") > 0, 5000);
    CHECK_EQUAL(oyster_travel_release(it.travel, &outcome), OYSTER_OK);
    if (delivery == OYSTER_DELIVERY_THREAD) {
        WAIT_UNTIL(atomic_load(&aborted) == 1, 5000);
    } else {
        CHECK_EQUAL(outcome, OYSTER_RELEASE_DEFERRED);
        CHECK_EQUAL(atomic_load(&aborted), 0);
    }
    host_destroy(it.engine);
    CHECK_EQUAL(atomic_load(&aborted), 1);
    free(gateway_call("DELETE", "/faults", NULL));
}

int main(void) {
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    gateway_start();
    act_inside(try_everything, false, false);
    act_inside(remove_self, false, false);
    act_inside(release_self, true, false);
    act_inside(destroy_self, true, true);
    remove_outside_a_callback();
    release_under_lock();
    abort_pending(OYSTER_DELIVERY_THREAD);
    abort_pending(OYSTER_DELIVERY_HOST);
    host_leave();
    return host_verdict();
}
