/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A chat in a session: each line that you type goes to everyone, and events are printed.
 *
 *     chat FILE
 *
 * FILE is a JSON file with api, key, sessionId and token, as your own server issues them. Lines
 * that begin with "/" are commands:
 *
 *     /who                 the other connections
 *     /to ID TEXT          a line to one connection
 *     /report              report an issue to the operator of the session server
 *     /mute-all            as a moderator: mute all streams, and those that follow
 *     /unmute              as a moderator: let streams that follow start unmuted
 *     /mute STREAM         as a moderator: mute one stream
 *     /kick ID             as a moderator: end a connection
 *     /quit                leave; so does the end of the input
 *
 * The program needs no threads: with host delivery, callbacks run inside oyster_engine_dispatch(),
 * which it calls when the engine's descriptor is readable.
 */
#include <cjson/cJSON.h>
#include <happyoyster.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct chat {
    oyster_engine *engine;
    oyster_session *session;
    /* The connections of others, by id. */
    cJSON *others;
    bool is_over;
    int status;
    char line[8192 + 256];
    size_t length;
};

static const char *text(const cJSON *object, const char *key) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return value ? value : "";
}

static const cJSON *member(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* How a connection is shown: the data of its token, and its id. */
static void print_connection(const char *what, const cJSON *connection) {
    printf("%s %s (%s)\n", what, text(connection, "data"), text(connection, "id"));
}

/* Prints why a call was refused; nothing when it was accepted. */
static void explain(const char *what, oyster_result code) {
    if (code != OYSTER_OK)
        printf("%s: error %d %s\n  %s\n", what, code, oyster_error_name(code),
               oyster_error_advice(code));
}

static void on_event(void *context, const oyster_session_event *event) {
    struct chat *chat = context;
    const cJSON *payload = event->payload, *connection = member(payload, "connection");
    switch (event->type) {
    case OYSTER_SESSION_EVENT_STATUS_CHANGED:
        printf("status: %s\n", oyster_connection_status_name(event->status));
        break;
    case OYSTER_SESSION_EVENT_CONNECTED:
        print_connection("you are", connection);
        break;
    case OYSTER_SESSION_EVENT_CONNECTION_CREATED:
        print_connection("joined:", connection);
        cJSON_AddItemToObject(chat->others, text(connection, "id"),
                              cJSON_Duplicate(connection, true));
        break;
    case OYSTER_SESSION_EVENT_CONNECTION_DESTROYED:
        print_connection("left:", connection);
        cJSON_DeleteItemFromObjectCaseSensitive(chat->others, text(connection, "id"));
        break;
    case OYSTER_SESSION_EVENT_SIGNAL:
        printf("%s: %s\n", text(member(payload, "from"), "data"), text(payload, "data"));
        break;
    case OYSTER_SESSION_EVENT_MUTE_FORCED:
        puts(cJSON_IsTrue(member(payload, "active")) ? "all streams are muted"
                                                     : "streams may start unmuted");
        break;
    case OYSTER_SESSION_EVENT_FAILED:
    case OYSTER_SESSION_EVENT_ERROR:
        explain("session", event->code);
        break;
    case OYSTER_SESSION_EVENT_DISCONNECTED:
        printf("disconnected: %s\n", text(payload, "reason"));
        chat->is_over = true;
        break;
    default: /* streams, archives, and what later versions add */
        break;
    }
}

static void on_connected(void *context, oyster_result code, const cJSON *result) {
    struct chat *chat = context;
    (void)result;
    if (code == OYSTER_OK)
        return;
    chat->is_over = true;
    chat->status = 1;
}

static void on_reported(void *context, oyster_result code, const cJSON *result) {
    (void)context;
    if (code == OYSTER_OK)
        printf("issue %s\n", text(result, "issueId"));
    explain("/report", code);
}

static oyster_result say(struct chat *chat, const char *to, const char *data) {
    oyster_signal signal = OYSTER_SIGNAL_INIT;
    signal.type = "chat";
    signal.data = data;
    signal.to = to;
    return oyster_session_send_signal(chat->session, &signal);
}

static oyster_result list_others(const struct chat *chat) {
    const cJSON *connection;
    cJSON_ArrayForEach(connection, chat->others) print_connection(" ", connection);
    return OYSTER_OK;
}

/* Ends a text at its first space; what follows, or NULL. */
static char *cut(char *words) {
    char *space = words ? strchr(words, ' ') : NULL;
    if (!space)
        return NULL;
    *space = '\0';
    return space + 1;
}

static oyster_result run_command(struct chat *chat, const char *command, char *rest) {
    oyster_session *session = chat->session;
    if (strcmp(command, "/who") == 0)
        return list_others(chat);
    if (strcmp(command, "/to") == 0) {
        char *words = cut(rest);
        return say(chat, rest ? rest : "", words);
    }
    if (strcmp(command, "/report") == 0)
        return oyster_session_report_issue(session, on_reported, chat);
    if (strcmp(command, "/mute-all") == 0)
        return oyster_session_force_mute_all(session, NULL, 0);
    if (strcmp(command, "/unmute") == 0)
        return oyster_session_disable_force_mute(session);
    if (strcmp(command, "/mute") == 0)
        return oyster_session_force_mute_stream(session, rest);
    if (strcmp(command, "/kick") == 0)
        return oyster_session_force_disconnect(session, rest);
    if (strcmp(command, "/quit") == 0)
        return oyster_session_disconnect(session, NULL, NULL);
    puts("commands: /who /to /report /mute-all /unmute /mute /kick /quit");
    return OYSTER_OK;
}

static void run_line(struct chat *chat, char *line) {
    if (line[0] != '/') {
        explain("signal", say(chat, NULL, line));
        return;
    }
    char *rest = cut(line);
    explain(line, run_command(chat, line, rest));
}

/* Read what the user typed; the end of the input leaves the session. */
static void read_input(struct chat *chat) {
    size_t space = sizeof chat->line - 1 - chat->length;
    if (space == 0) {
        puts("the line is too long");
        chat->length = 0;
        return;
    }
    ssize_t count = read(STDIN_FILENO, chat->line + chat->length, space);
    if (count <= 0) {
        explain("leave", oyster_session_disconnect(chat->session, NULL, NULL));
        return;
    }
    chat->length += (size_t)count;
    chat->line[chat->length] = '\0';
    char *start = chat->line, *end;
    for (; (end = strchr(start, '\n')); start = end + 1) {
        *end = '\0';
        if (*start)
            run_line(chat, start);
    }
    chat->length = strlen(start);
    memmove(chat->line, start, chat->length + 1);
}

/* Run callbacks, and read lines while the session is connected, until it is over. */
static void run(struct chat *chat) {
    struct pollfd files[] = {{.events = POLLIN}, {.events = POLLIN}};
    if (oyster_engine_event_fd(chat->engine, &files[0].fd) != OYSTER_OK)
        return;
    while (!chat->is_over) {
        oyster_connection_status status = OYSTER_CONNECTION_STATUS_FAILED;
        oyster_session_status(chat->session, &status);
        bool reads = status == OYSTER_CONNECTION_STATUS_CONNECTED ||
                     status == OYSTER_CONNECTION_STATUS_RECONNECTING;
        files[1].fd = reads ? STDIN_FILENO : -1;
        if (poll(files, 2, -1) <= 0)
            continue;
        if (files[0].revents)
            oyster_engine_dispatch(chat->engine, 0, NULL);
        else
            read_input(chat);
    }
}

static cJSON *read_access(const char *path) {
    static char content[64 * 1024];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(content, 1, sizeof content - 1, file) : 0;
    if (file)
        fclose(file);
    content[size] = '\0';
    return cJSON_Parse(content);
}

int main(int count, char **arguments) {
    cJSON *access = count == 2 ? read_access(arguments[1]) : NULL;
    if (!access) {
        fputs("usage: chat FILE (JSON with api, key, sessionId, token)\n", stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct chat chat = {.engine = oyster_engine_shared(), .others = cJSON_CreateObject()};
    oyster_engine_set_delivery(chat.engine, OYSTER_DELIVERY_HOST);
    oyster_session_options options = OYSTER_SESSION_OPTIONS_INIT;
    options.server_url = text(access, "api");
    options.key = text(access, "key");
    options.session_id = text(access, "sessionId");
    oyster_result code = oyster_engine_create_session(chat.engine, &options, &chat.session);
    oyster_listener_id listener;
    if (code == OYSTER_OK)
        code = oyster_session_add_listener(chat.session, on_event, &chat, NULL, &listener);
    if (code == OYSTER_OK)
        code = oyster_session_connect(chat.session, text(access, "token"), on_connected, &chat);
    explain("connect", code);
    if (code == OYSTER_OK)
        run(&chat);
    oyster_session_release(chat.session, NULL);
    oyster_engine_shutdown_all(5000);
    cJSON_Delete(chat.others);
    cJSON_Delete(access);
    return code == OYSTER_OK ? chat.status : 1;
}
