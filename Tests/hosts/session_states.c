// SPDX-License-Identifier: Apache-2.0
// Every function of a session in every connection status returns the code of its comment and has no
// other effect; and each status is reached as the header says.
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "session_client.h"

#define OFFLINE OYSTER_ERROR_SESSION_NOT_CONNECTED
#define ILLEGAL OYSTER_ERROR_SESSION_ILLEGAL_STATE
#define FAILED OYSTER_ERROR_SESSION_STATE_FAILED
/** In this status the call would change the status; another check makes it. */
#define LATER (-1)
#define STATUSES 6

static oyster_session *session;
static cJSON *tree;

static oyster_result drop(oyster_result code) {
    if (code == OYSTER_OK)
        oyster_json_free(tree);
    return code;
}

static oyster_result call_connect(void) {
    return oyster_session_connect(session, "token", NULL, NULL);
}
static oyster_result call_disconnect(void) {
    return oyster_session_disconnect(session, NULL, NULL);
}
static oyster_result call_connection(void) {
    return drop(oyster_session_connection(session, &tree));
}
static oyster_result call_streams(void) {
    return drop(oyster_session_streams(session, &tree));
}
static oyster_result call_stats(void) {
    return drop(oyster_session_stats(session, &tree));
}
static oyster_result call_capabilities(void) {
    oyster_capabilities capabilities = OYSTER_CAPABILITIES_INIT;
    return oyster_session_capabilities(session, &capabilities);
}
static oyster_result call_id(void) {
    char *id = NULL;
    oyster_result code = oyster_session_id(session, &id);
    oyster_string_free(id);
    return code;
}
static oyster_result call_signal(void) {
    oyster_signal signal = OYSTER_SIGNAL_INIT;
    return oyster_session_send_signal(session, &signal);
}
static oyster_result call_signal_once(void) {
    oyster_signal signal = OYSTER_SIGNAL_INIT;
    signal.retry_after_reconnect = 0;
    return oyster_session_send_signal(session, &signal);
}
static oyster_result call_mute_all(void) {
    return oyster_session_force_mute_all(session, NULL, 0);
}
static oyster_result call_disable_mute(void) {
    return oyster_session_disable_force_mute(session);
}
static oyster_result call_mute_stream(void) {
    return oyster_session_force_mute_stream(session, "unknown");
}
static oyster_result call_force_disconnect(void) {
    return oyster_session_force_disconnect(session, "unknown");
}
static oyster_result call_report(void) {
    return oyster_session_report_issue(session, NULL, NULL);
}
static void ignore(void *context, const oyster_session_event *event) {
    (void)context, (void)event;
}
static oyster_result call_listeners(void) {
    oyster_listener_id id = 0;
    oyster_result code = oyster_session_add_listener(session, ignore, NULL, NULL, &id);
    return code ? code : oyster_session_remove_listener(session, id, NULL);
}

/** A call, and its codes in the order of the statuses' numbers: not connected, connected,
 * connecting, reconnecting, disconnecting, failed. */
static const struct {
    const char *name;
    oyster_result (*run)(void);
    oyster_result codes[STATUSES];
} calls[] = {
    {"connect", call_connect, {LATER, ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL, FAILED}},
    {"disconnect", call_disconnect, {OFFLINE, LATER, LATER, LATER, OFFLINE, FAILED}},
    {"id", call_id, {0, 0, 0, 0, 0, 0}},
    {"stats", call_stats, {0, 0, 0, 0, 0, 0}},
    {"listeners", call_listeners, {0, 0, 0, 0, 0, 0}},
    {"connection", call_connection, {OFFLINE, 0, OFFLINE, 0, OFFLINE, OFFLINE}},
    {"streams", call_streams, {OFFLINE, 0, OFFLINE, 0, OFFLINE, OFFLINE}},
    {"capabilities", call_capabilities, {OFFLINE, 0, OFFLINE, 0, OFFLINE, OFFLINE}},
    {"signal", call_signal, {OFFLINE, 0, OFFLINE, 0, OFFLINE, OFFLINE}},
    {"signal once", call_signal_once, {OFFLINE, 0, OFFLINE, OFFLINE, OFFLINE, OFFLINE}},
    {"mute all", call_mute_all, {OFFLINE, 0, OFFLINE, 0, OFFLINE, OFFLINE}},
    {"disable mute", call_disable_mute, {OFFLINE, 0, OFFLINE, 0, OFFLINE, OFFLINE}},
    {"mute stream",
     call_mute_stream,
     {OFFLINE, OYSTER_ERROR_SESSION_INVALID_STREAM, OFFLINE, OYSTER_ERROR_SESSION_INVALID_STREAM,
      OFFLINE, OFFLINE}},
    {"force disconnect", call_force_disconnect, {OFFLINE, 0, OFFLINE, 0, OFFLINE, OFFLINE}},
    {"report", call_report, {OFFLINE, 0, OFFLINE, OFFLINE, OFFLINE, OFFLINE}},
};

/** Makes every call in a status, which lasts. */
static void try_calls(session_client *client, oyster_connection_status status) {
    session = client->session;
    for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
        if (calls[index].codes[status] == LATER)
            continue;
        CHECK_EQUAL(client_status(client), status);
        oyster_result code = calls[index].run();
        if (code != calls[index].codes[status])
            host_fail(__FILE__, __LINE__, "%s in the status %s gives %d", calls[index].name,
                      oyster_connection_status_name(status), code);
    }
    CHECK_EQUAL(client_status(client), status);
}

static void check_history(session_client *client, const char *want) {
    char *history = client_history(client);
    if (strcmp(history, want) != 0)
        host_fail(__FILE__, __LINE__, "the history is \"%s\", not \"%s\"", history, want);
    free(history);
}

/** A server that accepts and never answers: connecting lasts; a disconnect ends it at once. */
static void try_connecting(void) {
    session_access access;
    session_client client = {0};
    host_outcome connected = {0}, disconnected = {0};
    session_server_silent(&access);
    client_open(&client, &access);
    try_calls(&client, OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
    CHECK_EQUAL(oyster_session_connect(client.session, "token", host_done, &connected), OYSTER_OK);
    client_wait_status(&client, OYSTER_CONNECTION_STATUS_CONNECTING);
    try_calls(&client, OYSTER_CONNECTION_STATUS_CONNECTING);
    double before = host_now_ms();
    CHECK_EQUAL(oyster_session_disconnect(client.session, host_done, &disconnected), OYSTER_OK);
    CHECK(host_now_ms() - before < 1000);
    CHECK_EQUAL(host_await(&connected, 1000 + CLIENT_LIMIT_MS), OYSTER_ERROR_ABORTED);
    CHECK_EQUAL(host_await(&disconnected, CLIENT_LIMIT_MS), OYSTER_OK);
    CHECK_EQUAL(client_status(&client), OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
    check_history(&client, "status:connecting status:notConnected ");
    client_close(&client);
    host_forget(&connected);
    host_forget(&disconnected);
}

/** Connected and disconnecting; then a second connect. */
static void try_connected(const session_access *access) {
    session_client client = {0};
    host_outcome disconnected = {0};
    client_open(&client, access);
    client_connect(&client, access, "moderator", "Ada");
    try_calls(&client, OYSTER_CONNECTION_STATUS_CONNECTED);
    // The signals and mutes of the table have come back: nothing waits any more.
    client_wait(&client, OYSTER_SESSION_EVENT_SIGNAL, 2);
    client_wait(&client, OYSTER_SESSION_EVENT_MUTE_FORCED, 2);
    client_wait(&client, OYSTER_SESSION_EVENT_ERROR, 1);
    CHECK_EQUAL(atomic_load(&client.code), OYSTER_ERROR_SESSION_INVALID_PARAMETER);
    session_server_signal(SIGSTOP);
    CHECK_EQUAL(oyster_session_disconnect(client.session, host_done, &disconnected), OYSTER_OK);
    client_wait_status(&client, OYSTER_CONNECTION_STATUS_DISCONNECTING);
    try_calls(&client, OYSTER_CONNECTION_STATUS_DISCONNECTING);
    session_server_signal(SIGCONT);
    CHECK_EQUAL(host_await(&disconnected, CLIENT_LIMIT_MS), OYSTER_OK);
    client_wait(&client, OYSTER_SESSION_EVENT_DISCONNECTED, 1);
    try_calls(&client, OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
    client_connect(&client, access, "subscriber", "Ada");
    CHECK_EQUAL(client_signal(&client, NULL, NULL, NULL), OYSTER_OK);
    client_close(&client);
    host_forget(&disconnected);
}

/** The server is killed: reconnecting, and failed after the grace time. */
static void try_failed(const session_access *access) {
    session_client client = {0};
    client_open(&client, access);
    client_connect(&client, access, "moderator", "Ada");
    session_server_stop(SIGKILL);
    client_wait(&client, OYSTER_SESSION_EVENT_RECONNECTING, 1);
    try_calls(&client, OYSTER_CONNECTION_STATUS_RECONNECTING);
    client_wait(&client, OYSTER_SESSION_EVENT_DISCONNECTED, 1);
    CHECK_EQUAL(atomic_load(&client.code), OYSTER_ERROR_SESSION_CONNECTION_DROPPED);
    try_calls(&client, OYSTER_CONNECTION_STATUS_FAILED);
    check_history(&client, "status:connecting status:connected connected status:reconnecting lost "
                           "status:failed failed disconnected:lost ");
    client_close(&client);
}

/** Nothing listens: the connect fails, and may be repeated. */
static void try_refused(const session_access *access) {
    session_client client = {0};
    host_outcome connected = {0};
    client_open(&client, access);
    for (int round = 1; round <= 2; round++) {
        CHECK_EQUAL(client_begin(&client, access, "publisher", "", &connected), OYSTER_OK);
        CHECK_EQUAL(host_await(&connected, CLIENT_LIMIT_MS),
                    OYSTER_ERROR_SESSION_CONNECTION_REFUSED);
        client_wait(&client, OYSTER_SESSION_EVENT_FAILED, round);
        CHECK_EQUAL(client_status(&client), OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
        host_forget(&connected);
    }
    client_close(&client);
}

int main(void) {
    session_access access;
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    try_connecting();
    session_server_start("{\"graceTimeMs\":4000}");
    session_server_create(&access);
    try_connected(&access);
    session_server_create(&access);
    try_failed(&access);
    try_refused(&access);
    CHECK_EQUAL(oyster_engine_shutdown_all(20000), OYSTER_OK);
    return host_verdict();
}
