/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The session: each valid call succeeds at once. The token is the name of the role; the token
 * "expired" is refused. Signals come back from the own connection.
 */
#include <stdio.h>

#include "fake.h"

static struct {
    oyster_session_event_fn handler;
    void *context;
    oyster_release_fn release;
    oyster_listener_id id;
} listeners[8];
static uint64_t last_listener;
static bool is_open;
static oyster_connection_status status;
static char role[32];
static char session_id[129];
/* The last request, such as "forceMuteAll s-1 s-2". */
static char request[512];

static const char *const names[] = {"notConnected", "connected",     "connecting",
                                    "reconnecting", "disconnecting", "failed"};

#define IS_SESSION(s) ((s) == SESSION && is_open)
#define GUARD_CONNECTED()                                 \
    do {                                                  \
        if (status != OYSTER_CONNECTION_STATUS_CONNECTED) \
            return OYSTER_ERROR_SESSION_NOT_CONNECTED;    \
    } while (0)

void fake_notify_session(const oyster_session_event *event) {
    for (int i = 0; i < 8; i++) {
        if (listeners[i].handler)
            listeners[i].handler(listeners[i].context, event);
    }
}
void fake_release_session(void) {
    if (is_open)
        oyster_session_release(SESSION, NULL);
}

static bool is_moderator(void) {
    return strcmp(role, "moderator") == 0;
}
static cJSON *own_connection(void) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "id", "c-own");
    cJSON_AddStringToObject(json, "createdAt", "2026-12-01T13:30:00.000Z");
    cJSON_AddStringToObject(json, "data", role);
    return json;
}
static void emit(oyster_session_event_type type, oyster_result code, const char *member,
                 cJSON *value) {
    cJSON *payload = cJSON_CreateObject();
    if (member)
        cJSON_AddItemToObject(payload, member, value);
    fake_emit_session(
        (oyster_session_event){.type = type, .status = status, .code = code, .payload = payload});
}
static void set_status(oyster_connection_status next) {
    status = next;
    emit(OYSTER_SESSION_EVENT_STATUS_CHANGED, 0, "status", cJSON_CreateString(names[next]));
}
static void note(const char *name, const char *const *texts, size_t count) {
    snprintf(request, sizeof request, "%s", name);
    for (size_t i = 0; i < count; i++) {
        strncat(request, " ", sizeof request - strlen(request) - 1);
        strncat(request, texts[i] ? texts[i] : "NULL", sizeof request - strlen(request) - 1);
    }
}

oyster_result oyster_engine_create_session(oyster_engine *engine,
                                           const oyster_session_options *options,
                                           oyster_session **session) {
    GUARD(IS_ENGINE(engine));
    if (options->size != sizeof *options || !*options->server_url)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (!*options->key || !*options->session_id)
        return OYSTER_ERROR_SESSION_INVALID_PARAMETER;
    snprintf(session_id, sizeof session_id, "%s", options->session_id);
    is_open = true;
    status = OYSTER_CONNECTION_STATUS_NOT_CONNECTED;
    fake.session_sequence = 0;
    *session = SESSION;
    return OYSTER_OK;
}
oyster_result oyster_session_connect(oyster_session *session, const char *token,
                                     oyster_done_fn done, void *context) {
    GUARD(IS_SESSION(session));
    if (!token || !*token)
        return OYSTER_ERROR_SESSION_INVALID_PARAMETER;
    if (status != OYSTER_CONNECTION_STATUS_NOT_CONNECTED)
        return OYSTER_ERROR_SESSION_ILLEGAL_STATE;
    set_status(OYSTER_CONNECTION_STATUS_CONNECTING);
    if (strcmp(token, "expired") == 0) {
        set_status(OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
        emit(OYSTER_SESSION_EVENT_FAILED, OYSTER_ERROR_SESSION_AUTHORIZATION, "message",
             cJSON_CreateString("the fake refuses"));
        return fake_fail(done, context, OYSTER_ERROR_SESSION_AUTHORIZATION);
    }
    snprintf(role, sizeof role, "%s", token);
    set_status(OYSTER_CONNECTION_STATUS_CONNECTED);
    emit(OYSTER_SESSION_EVENT_CONNECTED, 0, "connection", own_connection());
    return fake_complete(done, context, 0, cJSON_CreateObject());
}
oyster_result oyster_session_disconnect(oyster_session *session, oyster_done_fn done,
                                        void *context) {
    GUARD(IS_SESSION(session));
    GUARD_CONNECTED();
    set_status(OYSTER_CONNECTION_STATUS_DISCONNECTING);
    set_status(OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
    emit(OYSTER_SESSION_EVENT_DISCONNECTED, 0, "reason", cJSON_CreateString("client"));
    return fake_complete(done, context, 0, cJSON_CreateObject());
}
oyster_result oyster_session_status(const oyster_session *session, oyster_connection_status *out) {
    GUARD(IS_SESSION(session));
    *out = status;
    return OYSTER_OK;
}
oyster_result oyster_session_id(const oyster_session *session, char **id) {
    GUARD(IS_SESSION(session));
    *id = strdup(session_id);
    return OYSTER_OK;
}
oyster_result oyster_session_connection(const oyster_session *session, cJSON **connection) {
    GUARD(IS_SESSION(session));
    GUARD_CONNECTED();
    *connection = own_connection();
    return OYSTER_OK;
}
oyster_result oyster_session_streams(const oyster_session *session, cJSON **streams) {
    GUARD(IS_SESSION(session));
    GUARD_CONNECTED();
    *streams = cJSON_CreateArray();
    return OYSTER_OK;
}
oyster_result oyster_session_capabilities(const oyster_session *session, oyster_capabilities *out) {
    GUARD(IS_SESSION(session));
    GUARD_CONNECTED();
    bool publishes = strcmp(role, "subscriber") != 0, hears = strcmp(role, "publisher-only") != 0;
    *out = (oyster_capabilities){sizeof *out,    publishes,      hears, hears,
                                 is_moderator(), is_moderator(), NULL};
    return OYSTER_OK;
}
oyster_result oyster_session_stats(const oyster_session *session, cJSON **stats) {
    GUARD(IS_SESSION(session));
    *stats = cJSON_CreateObject();
    cJSON_AddNumberToObject(*stats, "requests", 1);
    return OYSTER_OK;
}
oyster_result oyster_session_send_signal(oyster_session *session, const oyster_signal *signal) {
    GUARD(IS_SESSION(session));
    if (signal->size != sizeof *signal || signal->retry_after_reconnect > 1)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (signal->type && (!*signal->type || strlen(signal->type) > 128))
        return OYSTER_ERROR_SESSION_INVALID_SIGNAL_TYPE;
    if (signal->data && strlen(signal->data) > 8192)
        return OYSTER_ERROR_SESSION_SIGNAL_DATA_TOO_LONG;
    GUARD_CONNECTED();
    if (strcmp(role, "publisher-only") == 0)
        return OYSTER_ERROR_SESSION_UNABLE_TO_SIGNAL;
    note(signal->retry_after_reconnect ? "signal" : "signalOnce",
         (const char *const[]){signal->type, signal->data, signal->to}, 3);
    cJSON *payload = cJSON_CreateObject();
    if (signal->type)
        cJSON_AddStringToObject(payload, "type", signal->type);
    if (signal->data)
        cJSON_AddStringToObject(payload, "data", signal->data);
    cJSON_AddItemToObject(payload, "from", own_connection());
    fake_emit_session((oyster_session_event){
        .type = OYSTER_SESSION_EVENT_SIGNAL, .status = status, .payload = payload});
    return OYSTER_OK;
}
static oyster_result moderate(const char *name, const char *const *ids, size_t count,
                              oyster_result refusal) {
    for (size_t i = 0; i < count; i++) {
        if (!ids || !ids[i] || !*ids[i])
            return OYSTER_ERROR_SESSION_INVALID_PARAMETER;
    }
    GUARD_CONNECTED();
    if (!is_moderator())
        return refusal;
    note(name, ids, count);
    return OYSTER_OK;
}
oyster_result oyster_session_force_mute_all(oyster_session *session, const char *const *ids,
                                            size_t count) {
    GUARD(IS_SESSION(session));
    oyster_result code =
        moderate("forceMuteAll", ids, count, OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_MUTE);
    if (code == OYSTER_OK)
        emit(OYSTER_SESSION_EVENT_MUTE_FORCED, 0, "active", cJSON_CreateBool(true));
    return code;
}
oyster_result oyster_session_disable_force_mute(oyster_session *session) {
    GUARD(IS_SESSION(session));
    oyster_result code =
        moderate("disableForceMute", NULL, 0, OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_MUTE);
    if (code == OYSTER_OK)
        emit(OYSTER_SESSION_EVENT_MUTE_FORCED, 0, "active", cJSON_CreateBool(false));
    return code;
}
oyster_result oyster_session_force_mute_stream(oyster_session *session, const char *stream_id) {
    GUARD(IS_SESSION(session));
    return moderate("forceMuteStream", &stream_id, 1, OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_MUTE);
}
oyster_result oyster_session_force_disconnect(oyster_session *session, const char *connection_id) {
    GUARD(IS_SESSION(session));
    return moderate("forceDisconnect", &connection_id, 1,
                    OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_DISCONNECT);
}
oyster_result oyster_session_report_issue(oyster_session *session, oyster_done_fn done,
                                          void *context) {
    GUARD(IS_SESSION(session));
    GUARD_CONNECTED();
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "issueId", "issue-1");
    return fake_complete(done, context, 0, json);
}
oyster_result oyster_session_add_listener(oyster_session *session, oyster_session_event_fn handler,
                                          void *context, oyster_release_fn release,
                                          oyster_listener_id *id) {
    GUARD(IS_SESSION(session));
    for (int i = 0; i < 8; i++) {
        if (listeners[i].handler)
            continue;
        listeners[i].context = context;
        listeners[i].release = release;
        listeners[i].id = *id = ++last_listener;
        listeners[i].handler = handler;
        return OYSTER_OK;
    }
    return OYSTER_ERROR_LIMIT_REACHED;
}
oyster_result oyster_session_remove_listener(oyster_session *session, oyster_listener_id id,
                                             oyster_release_outcome *outcome) {
    GUARD(IS_SESSION(session));
    (void)outcome;
    for (int i = 0; i < 8; i++) {
        if (!listeners[i].handler || listeners[i].id != id)
            continue;
        listeners[i].handler = NULL;
        if (listeners[i].release)
            listeners[i].release(listeners[i].context);
        return OYSTER_OK;
    }
    return OYSTER_ERROR_INVALID_ARGUMENT;
}
oyster_result oyster_session_release(oyster_session *session, oyster_release_outcome *outcome) {
    GUARD(IS_SESSION(session));
    (void)outcome;
    for (int i = 0; i < 8; i++) {
        if (listeners[i].handler)
            oyster_session_remove_listener(SESSION, listeners[i].id, NULL);
    }
    is_open = false;
    return OYSTER_OK;
}
const char *oyster_connection_status_name(oyster_connection_status value) {
    return (unsigned)value <= OYSTER_CONNECTION_STATUS_FAILED ? names[value] : "unknown";
}

/* What only tests use: an event of any type, with a payload as JSON text; and the last request. */
OYSTER_API void fake_session_event(int type, int new_status, int code, const char *payload);
void fake_session_event(int type, int new_status, int code, const char *payload) {
    status = (oyster_connection_status)new_status;
    fake_emit_session((oyster_session_event){.type = (oyster_session_event_type)type,
                                             .status = status,
                                             .code = code,
                                             .payload = cJSON_Parse(payload)});
}
OYSTER_API const char *fake_session_request(void);
const char *fake_session_request(void) {
    return request;
}
