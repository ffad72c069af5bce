// SPDX-License-Identifier: Apache-2.0
// Any function of a session may be called in its listener and in its completions, in both
// deliveries: release, disconnect, connect, remove_listener, destroy. Each context is released
// once, last, and each operation completes once.
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "session_client.h"

static session_access access_;

/** A client with an action, and what the action did. */
typedef struct subject {
    session_client client;
    void (*action)(struct subject *);
    atomic_int outcome, completions, aborted;
    oyster_delivery delivery;
    char token[4096];
} subject;

static void on_done(void *context, oyster_result code, const cJSON *result) {
    subject *it = context;
    CHECK(result);
    atomic_fetch_add(&it->completions, 1);
    if (code == OYSTER_ERROR_ABORTED)
        atomic_fetch_add(&it->aborted, 1);
}

/** The listener that acts is released later; one that does not run has been released. */
static void check_listener(subject *it) {
    CHECK_EQUAL(atomic_load(&it->client.releases), it->client.on_event ? 0 : 1);
}

static void release_self(subject *it) {
    oyster_release_outcome outcome;
    CHECK_EQUAL(oyster_session_release(it->client.session, &outcome), OYSTER_OK);
    check_listener(it);
    atomic_store(&it->outcome, outcome);
}

static void destroy_engine(subject *it) {
    oyster_release_outcome outcome;
    CHECK_EQUAL(oyster_engine_destroy(it->client.engine, &outcome), OYSTER_OK);
    check_listener(it);
    atomic_store(&it->outcome, outcome);
}

static void remove_self(subject *it) {
    oyster_release_outcome outcome;
    CHECK_EQUAL(oyster_session_remove_listener(it->client.session, it->client.listener, &outcome),
                OYSTER_OK);
    atomic_store(&it->outcome, outcome);
}

static void disconnect_self(subject *it) {
    CHECK_EQUAL(oyster_session_disconnect(it->client.session, on_done, it), OYSTER_OK);
    atomic_store(&it->outcome, OYSTER_RELEASE_DEFERRED);
}

static void try_everything(subject *it) {
    oyster_session *session = it->client.session, *other = NULL;
    oyster_session_options options = client_options(&access_);
    oyster_capabilities capabilities = OYSTER_CAPABILITIES_INIT;
    cJSON *tree = NULL;
    CHECK_EQUAL(oyster_session_connection(session, &tree), OYSTER_OK);
    oyster_json_free(tree);
    CHECK_EQUAL(oyster_session_streams(session, &tree), OYSTER_OK);
    oyster_json_free(tree);
    CHECK_EQUAL(oyster_session_stats(session, &tree), OYSTER_OK);
    oyster_json_free(tree);
    CHECK_EQUAL(oyster_session_capabilities(session, &capabilities), OYSTER_OK);
    CHECK_EQUAL(client_status(&it->client), OYSTER_CONNECTION_STATUS_CONNECTED);
    CHECK_EQUAL(client_signal(&it->client, "inside", NULL, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_session_force_mute_all(session, NULL, 0), OYSTER_OK);
    CHECK_EQUAL(oyster_session_disable_force_mute(session), OYSTER_OK);
    CHECK_EQUAL(oyster_session_report_issue(session, on_done, it), OYSTER_OK);
    CHECK_EQUAL(oyster_session_connect(session, "token", on_done, it),
                OYSTER_ERROR_SESSION_ILLEGAL_STATE);
    CHECK_EQUAL(oyster_engine_create_session(it->client.engine, &options, &other), OYSTER_OK);
    CHECK_EQUAL(oyster_session_release(other, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_dispatch(it->client.engine, 100, NULL), OYSTER_ERROR_WOULD_DEADLOCK);
    atomic_store(&it->outcome, OYSTER_RELEASE_DEFERRED);
}

/** Acts once connected. */
static void on_event(session_client *client, const oyster_session_event *event) {
    subject *it = (subject *)client;
    if (event->type == OYSTER_SESSION_EVENT_CONNECTED && it->action &&
        atomic_load(&it->outcome) == -1)
        it->action(it);
}

static void pump(subject *it) {
    if (it->delivery == OYSTER_DELIVERY_HOST)
        oyster_engine_dispatch(it->client.engine, 5, NULL);
    else
        host_breathe();
}

#define PUMP_UNTIL(it, condition)                      \
    do {                                               \
        double end_ = host_now_ms() + CLIENT_LIMIT_MS; \
        while (!(condition) && host_now_ms() < end_)   \
            pump(it);                                  \
        CHECK(condition);                              \
    } while (0)

static void open(subject *it, void (*action)(subject *), oyster_delivery delivery) {
    memset(it, 0, sizeof *it);
    it->client.on_event = on_event;
    it->action = action;
    it->delivery = delivery;
    atomic_store(&it->outcome, -1);
    client_open(&it->client, &access_);
    CHECK_EQUAL(oyster_engine_set_delivery(it->client.engine, delivery), OYSTER_OK);
    session_server_token(&access_, "moderator", "", it->token, sizeof it->token);
}

static void begin(subject *it) {
    CHECK_EQUAL(oyster_session_connect(it->client.session, it->token, on_done, it), OYSTER_OK);
}

/** An action in the listener, at CONNECTED. `completions` with the connect's. */
static void act_in_listener(void (*action)(subject *), oyster_delivery delivery, int completions,
                            bool takes_session, bool takes_engine) {
    static subject it;
    open(&it, action, delivery);
    begin(&it);
    PUMP_UNTIL(&it, atomic_load(&it.outcome) != -1);
    CHECK_EQUAL(atomic_load(&it.outcome), OYSTER_RELEASE_DEFERRED);
    PUMP_UNTIL(&it, atomic_load(&it.completions) == completions);
    if (!takes_session)
        CHECK_EQUAL(oyster_session_release(it.client.session, NULL), OYSTER_OK);
    if (!takes_engine)
        host_destroy(it.client.engine);
    WAIT_UNTIL(atomic_load(&it.client.releases) == 1, CLIENT_LIMIT_MS);
    CHECK_EQUAL(atomic_load(&it.client.releases), 1);
    CHECK_EQUAL(atomic_load(&it.client.events_after_release), 0);
    CHECK_EQUAL(atomic_load(&it.completions), completions);
}

static void done_then_act(void *context, oyster_result code, const cJSON *result) {
    subject *it = context;
    on_done(context, code, result);
    if (code == OYSTER_OK)
        it->action(it);
}

/** An action in the completion of the connect. */
static void act_in_completion(void (*action)(subject *), oyster_delivery delivery,
                              bool takes_session, bool takes_engine) {
    static subject it;
    open(&it, NULL, delivery);
    it.action = action;
    it.client.on_event = NULL;
    CHECK_EQUAL(oyster_session_connect(it.client.session, it.token, done_then_act, &it), OYSTER_OK);
    PUMP_UNTIL(&it, atomic_load(&it.outcome) != -1);
    if (!takes_session)
        CHECK_EQUAL(oyster_session_release(it.client.session, NULL), OYSTER_OK);
    if (!takes_engine)
        host_destroy(it.client.engine);
    WAIT_UNTIL(atomic_load(&it.client.releases) == 1, CLIENT_LIMIT_MS);
    CHECK_EQUAL(atomic_load(&it.client.releases), 1);
    CHECK_EQUAL(atomic_load(&it.client.events_after_release), 0);
}

/** Connects again in the listener when disconnected, ten times. */
static void on_disconnected(session_client *client, const oyster_session_event *event) {
    subject *it = (subject *)client;
    if (event->type == OYSTER_SESSION_EVENT_CONNECTED)
        CHECK_EQUAL(oyster_session_disconnect(client->session, NULL, NULL), OYSTER_OK);
    if (event->type == OYSTER_SESSION_EVENT_DISCONNECTED &&
        atomic_load(&client->counts[event->type]) < 9)
        begin(it);
}

static void connect_in_listener(oyster_delivery delivery) {
    static subject it;
    open(&it, NULL, delivery);
    it.client.on_event = on_disconnected;
    begin(&it);
    PUMP_UNTIL(&it, atomic_load(&it.client.counts[OYSTER_SESSION_EVENT_DISCONNECTED]) == 10);
    PUMP_UNTIL(&it, atomic_load(&it.completions) == 10);
    CHECK_EQUAL(atomic_load(&it.aborted), 0);
    client_close(&it.client);
}

static pthread_mutex_t host_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_inside;

static void wait_inside(session_client *client, const oyster_session_event *event) {
    (void)client, (void)event;
    atomic_store(&is_inside, true);
    pthread_mutex_lock(&host_lock);
    pthread_mutex_unlock(&host_lock);
}

/** A listener that waits for a lock of the host delays a release by 50 ms at most. */
static void release_under_lock(void) {
    static subject it;
    oyster_release_outcome outcome = OYSTER_RELEASE_COMPLETE;
    open(&it, NULL, OYSTER_DELIVERY_THREAD);
    it.client.on_event = wait_inside;
    pthread_mutex_lock(&host_lock);
    begin(&it);
    WAIT_UNTIL(atomic_load(&is_inside), CLIENT_LIMIT_MS);
    double before = host_now_ms();
    CHECK_EQUAL(oyster_session_release(it.client.session, &outcome), OYSTER_OK);
    double took = host_now_ms() - before;
    CHECK(took < 500);
    CHECK_EQUAL(outcome, OYSTER_RELEASE_DEFERRED);
    CHECK_EQUAL(atomic_load(&it.client.releases), 0);
    pthread_mutex_unlock(&host_lock);
    WAIT_UNTIL(atomic_load(&it.client.releases) == 1, CLIENT_LIMIT_MS);
    CHECK_EQUAL(atomic_load(&it.client.events), 1);
    host_destroy(it.client.engine);
    WAIT_UNTIL(atomic_load(&it.completions) == 1, CLIENT_LIMIT_MS);
    CHECK_EQUAL(atomic_load(&it.completions), 1);
    printf("release under a lock: %.0f ms", took);
}

/** Operations that are pending at a release complete with 109006, once. */
static void abort_pending(oyster_delivery delivery) {
    static subject it;
    session_access silent;
    session_server_silent(&silent);
    memset(&it, 0, sizeof it);
    it.delivery = delivery;
    client_open(&it.client, &silent);
    CHECK_EQUAL(oyster_engine_set_delivery(it.client.engine, delivery), OYSTER_OK);
    CHECK_EQUAL(oyster_session_connect(it.client.session, "token", on_done, &it), OYSTER_OK);
    client_wait_status(&it.client, OYSTER_CONNECTION_STATUS_CONNECTING);
    CHECK_EQUAL(oyster_session_release(it.client.session, NULL), OYSTER_OK);
    host_destroy(it.client.engine);
    // In host delivery the destroy has run it; else a thread of the library does.
    if (delivery == OYSTER_DELIVERY_THREAD)
        WAIT_UNTIL(atomic_load(&it.completions) == 1, CLIENT_LIMIT_MS);
    CHECK_EQUAL(atomic_load(&it.completions), 1);
    CHECK_EQUAL(atomic_load(&it.aborted), 1);
    WAIT_UNTIL(atomic_load(&it.client.releases) == 1, CLIENT_LIMIT_MS);
    CHECK_EQUAL(atomic_load(&it.client.releases), 1);
}

int main(void) {
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    session_server_start(NULL);
    session_server_create(&access_);
    for (int delivery = OYSTER_DELIVERY_THREAD; delivery <= OYSTER_DELIVERY_HOST; delivery++) {
        oyster_delivery way = (oyster_delivery)delivery;
        act_in_listener(try_everything, way, 2, false, false);
        act_in_listener(remove_self, way, 1, false, false);
        act_in_listener(disconnect_self, way, 2, false, false);
        act_in_listener(release_self, way, 1, true, false);
        act_in_listener(destroy_engine, way, 1, true, true);
        act_in_completion(try_everything, way, false, false);
        act_in_completion(remove_self, way, false, false);
        act_in_completion(disconnect_self, way, false, false);
        act_in_completion(release_self, way, true, false);
        act_in_completion(destroy_engine, way, true, true);
        connect_in_listener(way);
        abort_pending(way);
    }
    release_under_lock();
    CHECK_EQUAL(oyster_engine_shutdown_all(20000), OYSTER_OK);
    session_server_stop(SIGINT);
    return host_verdict();
}
