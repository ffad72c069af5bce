// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "session_client.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static const char *text(const cJSON *object, const char *name) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return value ? value : "";
}

/** The name of an event in the history: a status, or a type and the reason of an end. */
static void note(session_client *client, const oyster_session_event *event) {
    static const char *const names[] = {
        "?",       "status", "connected", "disconnected", "failed",   "error",
        "lost",    "found",  "joined",    "left",         "streamed", "unstreamed",
        "changed", "signal", "muted",     "archiving",    "archived",
    };
    char line[256];
    const char *detail = event->type == OYSTER_SESSION_EVENT_STATUS_CHANGED
                             ? oyster_connection_status_name(event->status)
                             : text(event->payload, "reason");
    const char *name = event->type < sizeof names / sizeof *names ? names[event->type] : "?";
    snprintf(line, sizeof line, "%s%s%s ", name, *detail ? ":" : "", detail);
    pthread_mutex_lock(&client->lock);
    if (strlen(client->history) + strlen(line) < sizeof client->history)
        strcat(client->history, line);
    pthread_mutex_unlock(&client->lock);
}

static void on_event(void *context, const oyster_session_event *event) {
    session_client *client = context;
    if (event->size != sizeof *event || !event->payload || event->reserved)
        host_fail(__FILE__, __LINE__, "an event of size %u", event->size);
    if (atomic_load(&client->releases))
        atomic_fetch_add(&client->events_after_release, 1);
    if (event->sequence != client->sequence + 1)
        atomic_store(&client->has_gap, true);
    client->sequence = event->sequence;
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(event->payload, "connection");
    if (event->type == OYSTER_SESSION_EVENT_CONNECTED)
        snprintf(client->id, sizeof client->id, "%s", text(own, "id"));
    if (event->code)
        atomic_store(&client->code, event->code);
    note(client, event);
    if (client->on_event)
        client->on_event(client, event);
    if (event->type < 32)
        atomic_fetch_add(&client->counts[event->type], 1);
    atomic_fetch_add(&client->events, 1);
}

static void on_release(void *context) {
    atomic_fetch_add(&((session_client *)context)->releases, 1);
}

oyster_session_options client_options(const session_access *access) {
    oyster_session_options options = OYSTER_SESSION_OPTIONS_INIT;
    options.server_url = access->api;
    options.key = access->key;
    options.session_id = access->session_id;
    return options;
}

void client_open_with(session_client *client, oyster_engine *engine,
                      const oyster_session_options *options) {
    pthread_mutex_init(&client->lock, NULL);
    client->engine = engine;
    CHECK_EQUAL(oyster_engine_create_session(engine, options, &client->session), OYSTER_OK);
    CHECK_EQUAL(oyster_session_add_listener(client->session, on_event, client, on_release,
                                            &client->listener),
                OYSTER_OK);
}

void client_open(session_client *client, const session_access *access) {
    oyster_engine *engine = NULL;
    oyster_session_options options = client_options(access);
    CHECK_EQUAL(oyster_engine_create(&engine), OYSTER_OK);
    client_open_with(client, engine, &options);
}

oyster_result client_begin(session_client *client, const session_access *access, const char *role,
                           const char *data, host_outcome *outcome) {
    char token[4096];
    session_server_token(access, role, data, token, sizeof token);
    return oyster_session_connect(client->session, token, outcome ? host_done : NULL, outcome);
}

void client_connect(session_client *client, const session_access *access, const char *role,
                    const char *data) {
    host_outcome connected = {0};
    CHECK_EQUAL(client_begin(client, access, role, data, &connected), OYSTER_OK);
    CHECK_EQUAL(host_await(&connected, CLIENT_LIMIT_MS), OYSTER_OK);
    host_forget(&connected);
}

void client_wait(session_client *client, oyster_session_event_type type, int count) {
    WAIT_UNTIL(atomic_load(&client->counts[type]) >= count, CLIENT_LIMIT_MS);
    if (atomic_load(&client->counts[type]) < count)
        host_fail(__FILE__, __LINE__, "%d events of type %d, not %d, after: %s",
                  atomic_load(&client->counts[type]), type, count, client->history);
}

oyster_connection_status client_status(const session_client *client) {
    oyster_connection_status status = (oyster_connection_status)99;
    CHECK_EQUAL(oyster_session_status(client->session, &status), OYSTER_OK);
    return status;
}

void client_wait_status(session_client *client, oyster_connection_status status) {
    WAIT_UNTIL(client_status(client) == status, CLIENT_LIMIT_MS);
    CHECK_EQUAL(client_status(client), status);
}

oyster_result client_signal(session_client *client, const char *type, const char *data,
                            const char *to) {
    oyster_signal signal = OYSTER_SIGNAL_INIT;
    signal.type = type;
    signal.data = data;
    signal.to = to;
    return oyster_session_send_signal(client->session, &signal);
}

char *client_history(session_client *client) {
    pthread_mutex_lock(&client->lock);
    char *copy = strdup(client->history);
    pthread_mutex_unlock(&client->lock);
    return copy;
}

void client_release(session_client *client) {
    CHECK_EQUAL(oyster_session_release(client->session, NULL), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&client->releases) == 1, CLIENT_LIMIT_MS);
    CHECK_EQUAL(atomic_load(&client->releases), 1);
    CHECK_EQUAL(atomic_load(&client->events_after_release), 0);
    CHECK(!atomic_load(&client->has_gap));
}

void client_close(session_client *client) {
    client_release(client);
    host_destroy(client->engine);
}
