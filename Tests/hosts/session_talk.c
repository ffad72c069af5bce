// SPDX-License-Identifier: Apache-2.0
// Connections of all roles in one session: presence, signals in order and to one, moderation,
// reports, and tokens that the server refuses.
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "session_client.h"

#define SIGNALS 1000

static session_access access_;

/** What a client received in signals of the type "count", and of other types. */
typedef struct inbox {
    atomic_int next;
    atomic_bool is_disordered;
    char last[256];
    char sender[129];
} inbox;

static const char *text(const cJSON *object, const char *name) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return value ? value : "absent";
}

static void on_signal(session_client *client, const oyster_session_event *event) {
    inbox *it = client->context;
    if (event->type != OYSTER_SESSION_EVENT_SIGNAL)
        return;
    const char *type = text(event->payload, "type"), *data = text(event->payload, "data");
    if (strcmp(type, "count") == 0) {
        if (atoi(data) != atomic_fetch_add(&it->next, 1))
            atomic_store(&it->is_disordered, true);
        return;
    }
    snprintf(it->last, sizeof it->last, "%s:%s", type, data);
    const cJSON *from = cJSON_GetObjectItemCaseSensitive(event->payload, "from");
    snprintf(it->sender, sizeof it->sender, "%s", text(from, "id"));
}

static void enter(session_client *client, inbox *it, const char *role, const char *data) {
    client->on_event = on_signal;
    client->context = it;
    client_open(client, &access_);
    client_connect(client, &access_, role, data);
}

static void check_capabilities(session_client *client, bool publishes, bool hears, bool moderates) {
    oyster_capabilities can = OYSTER_CAPABILITIES_INIT;
    CHECK_EQUAL(oyster_session_capabilities(client->session, &can), OYSTER_OK);
    CHECK_EQUAL(can.size, sizeof can);
    CHECK_EQUAL(can.can_publish, publishes);
    CHECK_EQUAL(can.can_subscribe, hears);
    CHECK_EQUAL(can.can_signal, hears);
    CHECK_EQUAL(can.can_force_mute, moderates);
    CHECK_EQUAL(can.can_force_disconnect, moderates);
}

static void check_own_connection(session_client *client, const char *data) {
    cJSON *own = NULL, *streams = NULL;
    CHECK_EQUAL(oyster_session_connection(client->session, &own), OYSTER_OK);
    CHECK(strcmp(text(own, "data"), data) == 0 && strcmp(text(own, "id"), client->id) == 0);
    CHECK(strlen(text(own, "createdAt")) == strlen("2026-12-01T13:30:00.000Z"));
    CHECK_EQUAL(oyster_session_streams(client->session, &streams), OYSTER_OK);
    CHECK(cJSON_IsArray(streams) && cJSON_GetArraySize(streams) == 0);
    oyster_json_free(own);
    oyster_json_free(streams);
}

/** One sends 1,000 signals as fast as the library takes them; both receive them in order. */
static void count(session_client *sender, inbox *own, inbox *other) {
    double limit = host_now_ms() + 4 * CLIENT_LIMIT_MS;
    for (int index = 0; index < SIGNALS; index++) {
        char data[16];
        oyster_result code;
        snprintf(data, sizeof data, "%d", index);
        while ((code = client_signal(sender, "count", data, NULL)) == OYSTER_ERROR_LIMIT_REACHED &&
               host_now_ms() < limit)
            host_breathe();
        CHECK_EQUAL(code, OYSTER_OK);
    }
    WAIT_UNTIL(atomic_load(&own->next) == SIGNALS && atomic_load(&other->next) == SIGNALS,
               limit - host_now_ms());
    CHECK_EQUAL(atomic_load(&own->next), SIGNALS);
    CHECK_EQUAL(atomic_load(&other->next), SIGNALS);
    CHECK(!atomic_load(&own->is_disordered) && !atomic_load(&other->is_disordered));
}

static void talk(session_client *ada, inbox *ada_box, session_client *ben, inbox *ben_box) {
    int heard = atomic_load(&ben->counts[OYSTER_SESSION_EVENT_SIGNAL]);
    int echoed = atomic_load(&ada->counts[OYSTER_SESSION_EVENT_SIGNAL]);
    CHECK_EQUAL(client_signal(ada, "whisper", "\xf0\x9f\x9a\x80", ben->id), OYSTER_OK);
    client_wait(ben, OYSTER_SESSION_EVENT_SIGNAL, heard + 1);
    CHECK(strcmp(ben_box->last, "whisper:\xf0\x9f\x9a\x80") == 0);
    CHECK(strcmp(ben_box->sender, ada->id) == 0);
    CHECK_EQUAL(client_signal(ada, NULL, NULL, NULL), OYSTER_OK);
    client_wait(ben, OYSTER_SESSION_EVENT_SIGNAL, heard + 2);
    client_wait(ada, OYSTER_SESSION_EVENT_SIGNAL, echoed + 1);
    CHECK(strcmp(ben_box->last, "absent:absent") == 0);
    CHECK(strcmp(ada_box->sender, ada->id) == 0);
    // The signal to one was not echoed: it would have come before.
    CHECK_EQUAL(atomic_load(&ada->counts[OYSTER_SESSION_EVENT_SIGNAL]), echoed + 1);
}

static void moderate(session_client *ada, session_client *ben) {
    const char *streams[] = {"s-1", "s-2"};
    host_outcome reported = {0};
    CHECK_EQUAL(oyster_session_force_mute_all(ben->session, NULL, 0),
                OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_MUTE);
    CHECK_EQUAL(oyster_session_disable_force_mute(ben->session),
                OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_MUTE);
    CHECK_EQUAL(oyster_session_force_mute_stream(ben->session, "s-1"),
                OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_MUTE);
    CHECK_EQUAL(oyster_session_force_disconnect(ben->session, ada->id),
                OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_DISCONNECT);
    CHECK_EQUAL(oyster_session_force_mute_all(ada->session, streams, 2), OYSTER_OK);
    client_wait(ben, OYSTER_SESSION_EVENT_MUTE_FORCED, 1);
    client_wait(ada, OYSTER_SESSION_EVENT_MUTE_FORCED, 1);
    CHECK_EQUAL(oyster_session_disable_force_mute(ada->session), OYSTER_OK);
    client_wait(ben, OYSTER_SESSION_EVENT_MUTE_FORCED, 2);
    client_wait(ada, OYSTER_SESSION_EVENT_MUTE_FORCED, 2);
    CHECK_EQUAL(oyster_session_report_issue(ben->session, host_done, &reported), OYSTER_OK);
    CHECK_EQUAL(host_await(&reported, CLIENT_LIMIT_MS), OYSTER_OK);
    CHECK(reported.json && strstr(reported.json, "\"issueId\":\""));
    host_forget(&reported);
}

/** A moderator ends a connection, which may connect again; then its own. */
static void force(session_client *ada, session_client *ben) {
    int left = atomic_load(&ada->counts[OYSTER_SESSION_EVENT_CONNECTION_DESTROYED]);
    CHECK_EQUAL(oyster_session_force_disconnect(ada->session, ben->id), OYSTER_OK);
    client_wait(ben, OYSTER_SESSION_EVENT_DISCONNECTED, 1);
    client_wait(ada, OYSTER_SESSION_EVENT_CONNECTION_DESTROYED, left + 1);
    char *history = client_history(ben);
    CHECK(strstr(history, "status:notConnected disconnected:forced "));
    free(history);
    history = client_history(ada);
    CHECK(strstr(history, "left:forced "));
    free(history);
    client_connect(ben, &access_, "publisher", "Ben");
    CHECK_EQUAL(oyster_session_force_disconnect(ada->session, ada->id), OYSTER_OK);
    client_wait(ada, OYSTER_SESSION_EVENT_DISCONNECTED, 1);
    CHECK_EQUAL(client_status(ada), OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
}

/** Tokens that the server refuses: signed with another secret, or for another session. */
static void refuse_tokens(void) {
    session_access other;
    session_client client = {0};
    host_outcome connected = {0};
    char token[4096];
    session_server_create(&other);
    client_open(&client, &access_);
    session_server_token(&access_, "publisher", "", token, sizeof token);
    char *last = token + strlen(token) - 4;
    *last = *last == 'A' ? 'B' : 'A';
    CHECK_EQUAL(oyster_session_connect(client.session, token, host_done, &connected), OYSTER_OK);
    CHECK_EQUAL(host_await(&connected, CLIENT_LIMIT_MS), OYSTER_ERROR_SESSION_AUTHORIZATION);
    host_forget(&connected);
    CHECK_EQUAL(client_begin(&client, &other, "publisher", "", &connected), OYSTER_OK);
    oyster_result code = host_await(&connected, CLIENT_LIMIT_MS);
    CHECK(code == OYSTER_ERROR_SESSION_INVALID_SESSION_ID ||
          code == OYSTER_ERROR_SESSION_AUTHORIZATION);
    host_forget(&connected);
    CHECK_EQUAL(atomic_load(&client.counts[OYSTER_SESSION_EVENT_FAILED]), 2);
    CHECK_EQUAL(atomic_load(&client.counts[OYSTER_SESSION_EVENT_CONNECTED]), 0);
    client_close(&client);
}

/** A client that suppresses connection events receives none; others see it. */
static void suppress(session_client *ada) {
    session_client quiet = {0};
    oyster_engine *engine = NULL;
    oyster_session_options options = client_options(&access_);
    options.suppress_connection_events = 1;
    options.user_agent = "host/1";
    options.timeout_ms = 60000;
    CHECK_EQUAL(oyster_engine_create(&engine), OYSTER_OK);
    client_open_with(&quiet, engine, &options);
    int joined = atomic_load(&ada->counts[OYSTER_SESSION_EVENT_CONNECTION_CREATED]);
    int left = atomic_load(&ada->counts[OYSTER_SESSION_EVENT_CONNECTION_DESTROYED]);
    client_connect(&quiet, &access_, "subscriber", "quiet");
    client_wait(ada, OYSTER_SESSION_EVENT_CONNECTION_CREATED, joined + 1);
    // Another connection comes and leaves; a signal shows that its events would have arrived.
    session_client guest = {0};
    client_open(&guest, &access_);
    client_connect(&guest, &access_, "publisher", "guest");
    client_close(&guest);
    client_wait(ada, OYSTER_SESSION_EVENT_CONNECTION_DESTROYED, left + 1);
    CHECK_EQUAL(client_signal(ada, "after", NULL, quiet.id), OYSTER_OK);
    client_wait(&quiet, OYSTER_SESSION_EVENT_SIGNAL, 1);
    CHECK_EQUAL(atomic_load(&quiet.counts[OYSTER_SESSION_EVENT_CONNECTION_CREATED]), 0);
    CHECK_EQUAL(atomic_load(&quiet.counts[OYSTER_SESSION_EVENT_CONNECTION_DESTROYED]), 0);
    cJSON *stats = NULL;
    CHECK_EQUAL(oyster_session_stats(quiet.session, &stats), OYSTER_OK);
    CHECK(cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(stats, "requests")) >= 2);
    oyster_json_free(stats);
    client_close(&quiet);
}

int main(void) {
    session_client ada = {0}, ben = {0}, cleo = {0}, dan = {0};
    inbox boxes[4] = {{0}};
    // The server refuses tokens on purpose.
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    session_server_start(NULL);
    session_server_create(&access_);
    enter(&ada, &boxes[0], "moderator", "Ada");
    enter(&ben, &boxes[1], "publisher", "Ben");
    enter(&cleo, &boxes[2], "publisher-only", "Cleo");
    enter(&dan, &boxes[3], "subscriber", "Dan");
    client_wait(&ada, OYSTER_SESSION_EVENT_CONNECTION_CREATED, 3);
    client_wait(&dan, OYSTER_SESSION_EVENT_CONNECTION_CREATED, 3);
    check_own_connection(&ada, "Ada");
    check_capabilities(&ada, true, true, true);
    check_capabilities(&ben, true, true, false);
    check_capabilities(&cleo, true, false, false);
    check_capabilities(&dan, false, true, false);
    CHECK_EQUAL(client_signal(&cleo, "t", NULL, NULL), OYSTER_ERROR_SESSION_UNABLE_TO_SIGNAL);
    talk(&ada, &boxes[0], &ben, &boxes[1]);
    count(&ben, &boxes[1], &boxes[3]);
    moderate(&ada, &ben);
    suppress(&ada);
    force(&ada, &ben);
    refuse_tokens();
    client_close(&ada);
    client_close(&ben);
    client_close(&cleo);
    client_close(&dan);
    CHECK_EQUAL(oyster_engine_shutdown_all(20000), OYSTER_OK);
    session_server_stop(SIGINT);
    return host_verdict();
}
