/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sessions of one member, and of another one with one stream who exists from the start. The token
 * is the role; the token "expired" is refused. In the session "mute" no operation completes.
 */
#include "fake.h"

#include <stdio.h>

#define SESSIONS 4
#define LISTENERS 8
#define BASE 0x501
#define NUMBER(s) ((int)((uintptr_t)(s)-BASE))
#define HANDLE(number) ((oyster_session *)(uintptr_t)(BASE + (number)))
#define OWN "connection-own"

static struct session {
    bool is_open;
    oyster_connection_status status;
    char id[129], token[64];
    uint64_t sequence;
    struct {
        oyster_session_event_fn handler;
        void *context;
        oyster_release_fn release;
        oyster_listener_id id;
    } listeners[LISTENERS];
} sessions[SESSIONS];
static oyster_listener_id last_listener = 1000;
static const char *const statuses[] = {"notConnected", "connected",     "connecting",
                                       "reconnecting", "disconnecting", "failed"};

static bool is_session(const oyster_session *session) {
    int number = NUMBER(session);
    return number >= 0 && number < SESSIONS && sessions[number].is_open;
}
static bool has_token(const struct session *session, const char *token) {
    return strcmp(session->token, token) == 0;
}
bool fake_is_mute(int session) {
    return strcmp(sessions[session].id, "mute") == 0;
}
static cJSON *member(const char *id, const char *data) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "id", id);
    cJSON_AddStringToObject(json, "createdAt", "2026-12-01T13:30:00.250Z");
    cJSON_AddStringToObject(json, "data", data);
    return json;
}
static cJSON *stream(void) {
    cJSON *json = member("stream-1", "");
    cJSON_AddStringToObject(json, "name", "camera of Ada");
    cJSON_AddItemToObject(json, "connection", member("connection-ada", "Ada"));
    cJSON_AddTrueToObject(json, "hasAudio");
    cJSON_AddTrueToObject(json, "hasVideo");
    cJSON_AddNumberToObject(json, "width", 640);
    cJSON_AddNumberToObject(json, "height", 480);
    cJSON_AddStringToObject(json, "videoType", "camera");
    return json;
}
static cJSON *of(const char *key, cJSON *value) {
    cJSON *json = cJSON_CreateObject();
    if (key)
        cJSON_AddItemToObject(json, key, value);
    return json;
}
static void emit(int number, oyster_session_event_type type, oyster_result code, cJSON *payload) {
    oyster_session_event event = {.size = sizeof event,
                                  .type = type,
                                  .status = sessions[number].status,
                                  .code = code,
                                  .payload = payload,
                                  .sequence = ++sessions[number].sequence,
                                  .monotonic_time_us = 1500000};
    fake_emit_session(number, &event);
}
static void set_status(int number, oyster_connection_status status) {
    sessions[number].status = status;
    emit(number, OYSTER_SESSION_EVENT_STATUS_CHANGED, 0,
         of("status", cJSON_CreateString(statuses[status])));
}
static void end(int number, const char *reason) {
    set_status(number, OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
    emit(number, OYSTER_SESSION_EVENT_DISCONNECTED, 0, of("reason", cJSON_CreateString(reason)));
}
/* A refusal of what only a connected session may do, unless it has this token or `role` is NULL. */
static oyster_result check(const oyster_session *session, const char *role, oyster_result without) {
    GUARD(is_session(session));
    const struct session *found = &sessions[NUMBER(session)];
    if (found->status != OYSTER_CONNECTION_STATUS_CONNECTED)
        return OYSTER_ERROR_SESSION_NOT_CONNECTED;
    return role && !has_token(found, role) ? without : OYSTER_OK;
}

oyster_result oyster_engine_create_session(oyster_engine *engine,
                                           const oyster_session_options *options,
                                           oyster_session **session) {
    GUARD(IS_ENGINE(engine));
    if (options->size != sizeof *options || options->suppress_connection_events > 1)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (!*options->server_url || !*options->key || !*options->session_id ||
        strlen(options->session_id) > 128 || options->timeout_ms > 600000)
        return OYSTER_ERROR_SESSION_INVALID_PARAMETER;
    for (int number = 0; number < SESSIONS; number++) {
        if (sessions[number].is_open)
            continue;
        sessions[number] = (struct session){.is_open = true};
        strcpy(sessions[number].id, options->session_id);
        *session = HANDLE(number);
        return OYSTER_OK;
    }
    return OYSTER_ERROR_LIMIT_REACHED;
}
oyster_result oyster_session_connect(oyster_session *session, const char *token,
                                     oyster_done_fn done, void *context) {
    GUARD(is_session(session));
    int number = NUMBER(session);
    struct session *found = &sessions[number];
    if (!token || !*token)
        return OYSTER_ERROR_SESSION_INVALID_PARAMETER;
    if (found->status != OYSTER_CONNECTION_STATUS_NOT_CONNECTED)
        return OYSTER_ERROR_SESSION_ILLEGAL_STATE;
    set_status(number, OYSTER_CONNECTION_STATUS_CONNECTING);
    if (strcmp(token, "expired") == 0) {
        oyster_result code = OYSTER_ERROR_SESSION_AUTHORIZATION;
        set_status(number, OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
        emit(number, OYSTER_SESSION_EVENT_FAILED, code,
             of("message", cJSON_CreateString("The token has expired.")));
        return fake_complete_session(number, done, context, code,
                                     of("message", cJSON_CreateString("The token has expired.")));
    }
    snprintf(found->token, sizeof found->token, "%s", token);
    set_status(number, OYSTER_CONNECTION_STATUS_CONNECTED);
    cJSON *results[2];
    for (int i = 0; i < 2; i++) {
        results[i] = of("connection", member(OWN, token));
        cJSON *allowed = cJSON_AddObjectToObject(results[i], "capabilities");
        cJSON_AddTrueToObject(allowed, "canSignal");
        cJSON_AddBoolToObject(allowed, "canForceMute", has_token(found, "moderator"));
    }
    emit(number, OYSTER_SESSION_EVENT_CONNECTED, 0, results[0]);
    emit(number, OYSTER_SESSION_EVENT_CONNECTION_CREATED, 0,
         of("connection", member("connection-ada", "Ada")));
    emit(number, OYSTER_SESSION_EVENT_STREAM_CREATED, 0, of("stream", stream()));
    return fake_complete_session(number, done, context, 0, results[1]);
}
oyster_result oyster_session_disconnect(oyster_session *session, oyster_done_fn done,
                                        void *context) {
    GUARD(is_session(session));
    int number = NUMBER(session);
    if (sessions[number].status == OYSTER_CONNECTION_STATUS_NOT_CONNECTED)
        return OYSTER_ERROR_SESSION_NOT_CONNECTED;
    set_status(number, OYSTER_CONNECTION_STATUS_DISCONNECTING);
    end(number, "client");
    return fake_complete_session(number, done, context, 0, of(NULL, NULL));
}
oyster_result oyster_session_status(const oyster_session *session,
                                    oyster_connection_status *status) {
    GUARD(is_session(session));
    *status = sessions[NUMBER(session)].status;
    return OYSTER_OK;
}
oyster_result oyster_session_id(const oyster_session *session, char **id) {
    GUARD(is_session(session));
    *id = strdup(sessions[NUMBER(session)].id);
    return OYSTER_OK;
}
oyster_result oyster_session_connection(const oyster_session *session, cJSON **connection) {
    oyster_result code = check(session, NULL, 0);
    if (!code)
        *connection = member(OWN, sessions[NUMBER(session)].token);
    return code;
}
oyster_result oyster_session_streams(const oyster_session *session, cJSON **streams) {
    oyster_result code = check(session, NULL, 0);
    if (!code) {
        *streams = cJSON_CreateArray();
        cJSON_AddItemToArray(*streams, stream());
    }
    return code;
}
oyster_result oyster_session_capabilities(const oyster_session *session,
                                          oyster_capabilities *capabilities) {
    oyster_result code = check(session, NULL, 0);
    if (!code && capabilities->size != sizeof *capabilities)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (!code) {
        capabilities->can_signal = true;
        capabilities->can_force_mute = capabilities->can_force_disconnect =
            has_token(&sessions[NUMBER(session)], "moderator");
    }
    return code;
}
oyster_result oyster_session_stats(const oyster_session *session, cJSON **stats) {
    GUARD(is_session(session));
    *stats = of("signalsSent", cJSON_CreateNumber(0));
    return OYSTER_OK;
}
oyster_result oyster_session_send_signal(oyster_session *session, const oyster_signal *signal) {
    const char *allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~";
    GUARD(is_session(session));
    if (signal->size != sizeof *signal || signal->retry_after_reconnect > 1)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    const char *type = signal->type;
    if (type && (!*type || strlen(type) > 128 || type[strspn(type, allowed)]))
        return OYSTER_ERROR_SESSION_INVALID_SIGNAL_TYPE;
    if (signal->data && strlen(signal->data) > 8192)
        return OYSTER_ERROR_SESSION_SIGNAL_DATA_TOO_LONG;
    if (signal->to && !*signal->to)
        return OYSTER_ERROR_SESSION_INVALID_PARAMETER;
    oyster_result code = check(session, NULL, 0);
    if (code)
        return code;
    int number = NUMBER(session);
    if (has_token(&sessions[number], "publisher-only"))
        return OYSTER_ERROR_SESSION_UNABLE_TO_SIGNAL;
    if (signal->to && strcmp(signal->to, OWN) != 0) {
        if (strcmp(signal->to, "connection-ada") != 0)
            emit(number, OYSTER_SESSION_EVENT_ERROR, OYSTER_ERROR_SESSION_INVALID_PARAMETER,
                 of("operation", cJSON_CreateString("sendSignal")));
        return OYSTER_OK;
    }
    cJSON *payload = of("from", member(OWN, sessions[number].token));
    if (type)
        cJSON_AddStringToObject(payload, "type", type);
    if (signal->data)
        cJSON_AddStringToObject(payload, "data", signal->data);
    emit(number, OYSTER_SESSION_EVENT_SIGNAL, 0, payload);
    return OYSTER_OK;
}
static oyster_result force_mute(oyster_session *session, bool active) {
    oyster_result code = check(session, "moderator", OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_MUTE);
    if (!code)
        emit(NUMBER(session), OYSTER_SESSION_EVENT_MUTE_FORCED, 0,
             of("active", cJSON_CreateBool(active)));
    return code;
}
oyster_result oyster_session_force_mute_all(oyster_session *session,
                                            const char *const *excluded_stream_ids, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!excluded_stream_ids[i] || strcmp(excluded_stream_ids[i], "stream-1") != 0)
            return OYSTER_ERROR_SESSION_INVALID_PARAMETER;
    return force_mute(session, true);
}
oyster_result oyster_session_disable_force_mute(oyster_session *session) {
    return force_mute(session, false);
}
oyster_result oyster_session_force_mute_stream(oyster_session *session, const char *stream_id) {
    if (!stream_id)
        return OYSTER_ERROR_SESSION_INVALID_PARAMETER;
    oyster_result code = check(session, "moderator", OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_MUTE);
    return code                                 ? code
           : strcmp(stream_id, "stream-1") == 0 ? OYSTER_OK
                                                : OYSTER_ERROR_SESSION_INVALID_STREAM;
}
oyster_result oyster_session_force_disconnect(oyster_session *session, const char *connection_id) {
    if (!connection_id)
        return OYSTER_ERROR_SESSION_INVALID_PARAMETER;
    oyster_result code =
        check(session, "moderator", OYSTER_ERROR_SESSION_UNABLE_TO_FORCE_DISCONNECT);
    if (!code && strcmp(connection_id, OWN) == 0)
        end(NUMBER(session), "forced");
    return code;
}
oyster_result oyster_session_report_issue(oyster_session *session, oyster_done_fn done,
                                          void *context) {
    oyster_result code = check(session, NULL, 0);
    return code ? code
                : fake_complete_session(NUMBER(session), done, context, 0,
                                        of("issueId", cJSON_CreateString("issue-1")));
}
oyster_result oyster_session_add_listener(oyster_session *session, oyster_session_event_fn handler,
                                          void *context, oyster_release_fn release,
                                          oyster_listener_id *listener) {
    GUARD(is_session(session));
    struct session *found = &sessions[NUMBER(session)];
    for (int i = 0; i < LISTENERS; i++) {
        if (found->listeners[i].handler)
            continue;
        found->listeners[i].context = context;
        found->listeners[i].release = release;
        found->listeners[i].id = *listener = ++last_listener;
        found->listeners[i].handler = handler;
        return OYSTER_OK;
    }
    return OYSTER_ERROR_LIMIT_REACHED;
}
oyster_result oyster_session_remove_listener(oyster_session *session, oyster_listener_id listener,
                                             oyster_release_outcome *outcome) {
    GUARD(is_session(session));
    (void)outcome;
    struct session *found = &sessions[NUMBER(session)];
    for (int i = 0; i < LISTENERS; i++) {
        if (!found->listeners[i].handler || found->listeners[i].id != listener)
            continue;
        found->listeners[i].handler = NULL;
        if (found->listeners[i].release)
            found->listeners[i].release(found->listeners[i].context);
        return OYSTER_OK;
    }
    return OYSTER_ERROR_INVALID_ARGUMENT;
}
void fake_notify_session(int session, const oyster_session_event *event) {
    for (int i = 0; i < LISTENERS; i++)
        if (sessions[session].listeners[i].handler)
            sessions[session].listeners[i].handler(sessions[session].listeners[i].context, event);
}
oyster_result oyster_session_release(oyster_session *session, oyster_release_outcome *outcome) {
    GUARD(is_session(session));
    (void)outcome;
    struct session *found = &sessions[NUMBER(session)];
    for (int i = 0; i < LISTENERS; i++)
        if (found->listeners[i].handler)
            oyster_session_remove_listener(session, found->listeners[i].id, NULL);
    found->is_open = false;
    return OYSTER_OK;
}
void fake_release_sessions(void) {
    for (int number = 0; number < SESSIONS; number++)
        if (sessions[number].is_open)
            oyster_session_release(HANDLE(number), NULL);
}
const char *oyster_connection_status_name(oyster_connection_status status) {
    return (unsigned)status <= OYSTER_CONNECTION_STATUS_FAILED ? statuses[status] : "unknown";
}

/* Emits any event in the newest session, as a test describes it. */
OYSTER_API void fake_session_event(int type, int status, oyster_result code, const char *payload);
void fake_session_event(int type, int status, oyster_result code, const char *payload) {
    for (int number = SESSIONS - 1; number >= 0; number--) {
        if (!sessions[number].is_open)
            continue;
        sessions[number].status = (oyster_connection_status)status;
        emit(number, (oyster_session_event_type)type, code, cJSON_Parse(payload));
        return;
    }
}
