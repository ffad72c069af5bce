// SPDX-License-Identifier: Apache-2.0
// Options, signals, ids and texts of sessions that are NULL, too long, malformed or not UTF-8, and
// structs of other sizes give the documented code, and the library sends nothing.
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

static const char *const bad_texts[] = {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                        "a\xe2\x82"};
#define BAD_TEXTS (sizeof bad_texts / sizeof *bad_texts)
#define PARAMETER OYSTER_ERROR_SESSION_INVALID_PARAMETER
#define ARGUMENT OYSTER_ERROR_INVALID_ARGUMENT
#define OFFLINE OYSTER_ERROR_SESSION_NOT_CONNECTED

static oyster_engine *engine;
static oyster_session *session;
static char *huge;

static char *kept[64];
static size_t kept_count;

/** A text of so many times the same letters, which main() frees at the end. */
static char *repeat(const char *letters, size_t count) {
    size_t length = strlen(letters);
    char *text = malloc(length * count + 1);
    if (!text || kept_count == sizeof kept / sizeof *kept)
        abort();
    kept[kept_count++] = text;
    for (size_t index = 0; index < count; index++)
        memcpy(text + index * length, letters, length);
    text[length * count] = 0;
    return text;
}

static oyster_session_options good_options(void) {
    oyster_session_options options = OYSTER_SESSION_OPTIONS_INIT;
    options.server_url = "http://127.0.0.1:1";
    options.key = "key";
    options.session_id = "session-1_~.";
    return options;
}

static oyster_result create(const oyster_session_options *options) {
    oyster_session *made = NULL;
    oyster_result code = oyster_engine_create_session(engine, options, &made);
    CHECK((code == OYSTER_OK) == (made != NULL));
    if (made)
        CHECK_EQUAL(oyster_session_release(made, NULL), OYSTER_OK);
    return code;
}

#define TRY_OPTION(field, value, want)                                                \
    do {                                                                              \
        oyster_session_options options_ = good_options();                             \
        options_.field = value;                                                       \
        oyster_result code_ = create(&options_);                                      \
        if (code_ != (want))                                                          \
            host_fail(__FILE__, __LINE__, "%s gives %d", #field " = " #value, code_); \
    } while (0)

static void try_options(void) {
    const char *const urls[] = {NULL,
                                "",
                                " ",
                                "ftp://host",
                                "http://example.com",
                                "http://127.0.0.1@example.com",
                                "https://user:pass@host",
                                "https://host/path",
                                "https://host?query",
                                "host:0",
                                "host:65536",
                                "host\r\nX: y",
                                huge};
    for (size_t index = 0; index < sizeof urls / sizeof *urls; index++)
        TRY_OPTION(server_url, urls[index], PARAMETER);
    TRY_OPTION(server_url, "https://[::1]:8443/", OYSTER_OK);
    TRY_OPTION(server_url, " example.com ", OYSTER_OK);
    const char *const ids[] = {NULL, "", "a b", "a/b", "\xc3\xa4", repeat("a", 129), huge};
    for (size_t index = 0; index < sizeof ids / sizeof *ids; index++)
        TRY_OPTION(session_id, ids[index], PARAMETER);
    TRY_OPTION(session_id, repeat("a", 128), OYSTER_OK);
    TRY_OPTION(key, NULL, PARAMETER);
    TRY_OPTION(key, "", PARAMETER);
    TRY_OPTION(key, repeat("a", 129), PARAMETER);
    TRY_OPTION(key, huge, PARAMETER);
    // Characters, not bytes: any text is a key.
    TRY_OPTION(key, repeat("\xf0\x9f\x9a\x80", 128), OYSTER_OK);
    TRY_OPTION(key, repeat("\xf0\x9f\x9a\x80", 129), PARAMETER);
    TRY_OPTION(key, "a b/\xc3\xa4", OYSTER_OK);
    TRY_OPTION(suppress_connection_events, 1, OYSTER_OK);
    TRY_OPTION(suppress_connection_events, 2, PARAMETER);
    TRY_OPTION(suppress_connection_events, UINT32_MAX, PARAMETER);
    TRY_OPTION(timeout_ms, 600000, OYSTER_OK);
    TRY_OPTION(timeout_ms, 600001, PARAMETER);
    TRY_OPTION(timeout_ms, UINT32_MAX, PARAMETER);
    TRY_OPTION(user_agent, "chat/1", OYSTER_OK);
    TRY_OPTION(user_agent, "a\r\nb: c", PARAMETER);
    TRY_OPTION(user_agent, huge, PARAMETER);
    TRY_OPTION(ca_file, "", PARAMETER);
    TRY_OPTION(ca_file, "/nowhere/ca.pem", PARAMETER);
    TRY_OPTION(ca_file, "/dev/null", PARAMETER);
    TRY_OPTION(ca_file, huge, PARAMETER);
    for (size_t index = 0; index < BAD_TEXTS; index++) {
        TRY_OPTION(server_url, bad_texts[index], ARGUMENT);
        TRY_OPTION(key, bad_texts[index], ARGUMENT);
        TRY_OPTION(session_id, bad_texts[index], ARGUMENT);
        TRY_OPTION(user_agent, bad_texts[index], ARGUMENT);
        TRY_OPTION(ca_file, bad_texts[index], ARGUMENT);
    }
}

static void try_sizes(void) {
    struct {
        oyster_session_options options;
        unsigned char newer[64];
    } grown = {.options = good_options()};
    TRY_OPTION(size, 0, ARGUMENT);
    TRY_OPTION(size, sizeof(oyster_session_options) - 1, ARGUMENT);
    TRY_OPTION(size, 4097, ARGUMENT);
    TRY_OPTION(reserved, &grown, OYSTER_ERROR_UNKNOWN_FIELD);
    CHECK_EQUAL(create(NULL), ARGUMENT);
    grown.options.size = sizeof grown;
    CHECK_EQUAL(create(&grown.options), OYSTER_OK);
    grown.newer[63] = 1;
    CHECK_EQUAL(create(&grown.options), OYSTER_ERROR_UNKNOWN_FIELD);
    oyster_session_options options = good_options();
    CHECK_EQUAL(oyster_engine_create_session(engine, &options, NULL), ARGUMENT);
    struct {
        oyster_signal signal;
        unsigned char newer[64];
    } signal = {.signal = OYSTER_SIGNAL_INIT};
    CHECK_EQUAL(oyster_session_send_signal(session, NULL), ARGUMENT);
    signal.signal.size = sizeof(oyster_signal) - 1;
    CHECK_EQUAL(oyster_session_send_signal(session, &signal.signal), ARGUMENT);
    signal.signal.size = sizeof signal;
    CHECK_EQUAL(oyster_session_send_signal(session, &signal.signal), OFFLINE);
    signal.newer[0] = 1;
    CHECK_EQUAL(oyster_session_send_signal(session, &signal.signal), OYSTER_ERROR_UNKNOWN_FIELD);
    signal.newer[0] = 0;
    signal.signal.reserved = &signal;
    CHECK_EQUAL(oyster_session_send_signal(session, &signal.signal), OYSTER_ERROR_UNKNOWN_FIELD);
}

static oyster_result send(const char *type, const char *data, const char *to, uint32_t retry) {
    oyster_signal signal = OYSTER_SIGNAL_INIT;
    CHECK_EQUAL(signal.retry_after_reconnect, 1);
    signal.type = type;
    signal.data = data;
    signal.to = to;
    signal.retry_after_reconnect = retry;
    return oyster_session_send_signal(session, &signal);
}

/** A valid signal gives OFFLINE here, since the session is not connected. */
static void try_signals(void) {
    const oyster_result bad_type = OYSTER_ERROR_SESSION_INVALID_SIGNAL_TYPE;
    const oyster_result too_long = OYSTER_ERROR_SESSION_SIGNAL_DATA_TOO_LONG;
    CHECK_EQUAL(send(NULL, NULL, NULL, 1), OFFLINE);
    CHECK_EQUAL(send(repeat("a", 128), NULL, NULL, 0), OFFLINE);
    CHECK_EQUAL(send("AZaz09-_~", repeat("d", 8192), "c-1.~_-", 1), OFFLINE);
    CHECK_EQUAL(send("t", repeat("\xf0\x9f\x9a\x80", 2048), NULL, 1), OFFLINE);
    CHECK_EQUAL(send("t", "", NULL, 1), OFFLINE);
    const char *const types[] = {"", " ", "a b", "a.b", "a/b", "\xc3\xa4", repeat("a", 129), huge};
    for (size_t index = 0; index < sizeof types / sizeof *types; index++)
        CHECK_EQUAL(send(types[index], NULL, NULL, 1), bad_type);
    CHECK_EQUAL(send("t", repeat("d", 8193), NULL, 1), too_long);
    CHECK_EQUAL(send("t", repeat("\xf0\x9f\x9a\x80", 2049), NULL, 1), too_long);
    CHECK_EQUAL(send("t", huge, NULL, 1), too_long);
    const char *const targets[] = {"", "a b", "a/b", "\xc3\xa4", repeat("a", 129), huge};
    for (size_t index = 0; index < sizeof targets / sizeof *targets; index++)
        CHECK_EQUAL(send("t", NULL, targets[index], 1), PARAMETER);
    CHECK_EQUAL(send("t", NULL, NULL, 2), ARGUMENT);
    CHECK_EQUAL(send("t", NULL, NULL, UINT32_MAX), ARGUMENT);
    for (size_t index = 0; index < BAD_TEXTS; index++) {
        CHECK_EQUAL(send(bad_texts[index], NULL, NULL, 1), ARGUMENT);
        CHECK_EQUAL(send(NULL, bad_texts[index], NULL, 1), ARGUMENT);
        CHECK_EQUAL(send(NULL, NULL, bad_texts[index], 1), ARGUMENT);
    }
}

static void try_id(const char *id, oyster_result want) {
    CHECK_EQUAL(oyster_session_force_mute_stream(session, id), want);
    CHECK_EQUAL(oyster_session_force_disconnect(session, id), want);
    CHECK_EQUAL(oyster_session_force_mute_all(session, &id, 1), want);
}

static void try_ids(void) {
    const char *const ids[] = {NULL, "", "a b", "a/b", "\xc3\xa4", repeat("a", 129), huge};
    for (size_t index = 0; index < sizeof ids / sizeof *ids; index++)
        try_id(ids[index], PARAMETER);
    for (size_t index = 0; index < BAD_TEXTS; index++)
        try_id(bad_texts[index], ARGUMENT);
    try_id(repeat("a", 128), OFFLINE);
    const char *many[65];
    for (int index = 0; index < 65; index++)
        many[index] = "s";
    CHECK_EQUAL(oyster_session_force_mute_all(session, many, 64), OFFLINE);
    CHECK_EQUAL(oyster_session_force_mute_all(session, many, 65), PARAMETER);
    CHECK_EQUAL(oyster_session_force_mute_all(session, many, SIZE_MAX), PARAMETER);
    CHECK_EQUAL(oyster_session_force_mute_all(session, NULL, 1), PARAMETER);
    CHECK_EQUAL(oyster_session_force_mute_all(session, NULL, 0), OFFLINE);
    CHECK_EQUAL(oyster_session_force_mute_all(session, many, 0), OFFLINE);
}

static void try_tokens(void) {
    const char *const tokens[] = {
        NULL, "", " ", "a b", "a\n", "a\x7f", "\xc3\xa4", "a\r\nX: y", repeat("a", 30001), huge};
    for (size_t index = 0; index < sizeof tokens / sizeof *tokens; index++)
        CHECK_EQUAL(oyster_session_connect(session, tokens[index], NULL, NULL), PARAMETER);
    for (size_t index = 0; index < BAD_TEXTS; index++)
        CHECK_EQUAL(oyster_session_connect(session, bad_texts[index], NULL, NULL), ARGUMENT);
}

static void on_event(void *context, const oyster_session_event *event) {
    (void)context, (void)event;
}

static void on_release(void *context) {
    atomic_fetch_add((atomic_int *)context, 1);
}

static void try_outputs(void) {
    atomic_int releases = 0;
    uint64_t id = 7;
    oyster_release_outcome outcome = (oyster_release_outcome)7;
    CHECK_EQUAL(oyster_session_status(session, NULL), ARGUMENT);
    CHECK_EQUAL(oyster_session_id(session, NULL), ARGUMENT);
    CHECK_EQUAL(oyster_session_connection(session, NULL), ARGUMENT);
    CHECK_EQUAL(oyster_session_streams(session, NULL), ARGUMENT);
    CHECK_EQUAL(oyster_session_stats(session, NULL), ARGUMENT);
    CHECK_EQUAL(oyster_session_capabilities(session, NULL), ARGUMENT);
    oyster_capabilities capabilities = OYSTER_CAPABILITIES_INIT;
    capabilities.size--;
    CHECK_EQUAL(oyster_session_capabilities(session, &capabilities), ARGUMENT);
    capabilities.size++;
    CHECK_EQUAL(oyster_session_capabilities(session, &capabilities), OFFLINE);
    CHECK(!capabilities.can_signal);
    CHECK_EQUAL(oyster_session_add_listener(session, NULL, &releases, on_release, &id), ARGUMENT);
    CHECK_EQUAL(oyster_session_add_listener(session, on_event, &releases, on_release, NULL),
                ARGUMENT);
    CHECK_EQUAL(oyster_session_remove_listener(session, 0, &outcome), ARGUMENT);
    CHECK_EQUAL(oyster_session_remove_listener(session, UINT64_MAX, &outcome), ARGUMENT);
    CHECK_EQUAL(id, 7);
    CHECK_EQUAL(outcome, 7);
    CHECK_EQUAL(atomic_load(&releases), 0);
    for (int index = 0; index < 64; index++)
        CHECK_EQUAL(oyster_session_add_listener(session, on_event, &releases, on_release, &id),
                    OYSTER_OK);
    CHECK_EQUAL(oyster_session_add_listener(session, on_event, &releases, on_release, &id),
                OYSTER_ERROR_LIMIT_REACHED);
    CHECK_EQUAL(oyster_session_release(session, &outcome), OYSTER_OK);
    CHECK_EQUAL(outcome, OYSTER_RELEASE_COMPLETE);
    CHECK_EQUAL(atomic_load(&releases), 64);
}

static void try_reads(void) {
    oyster_connection_status status = OYSTER_CONNECTION_STATUS_FAILED;
    char *id = NULL;
    cJSON *stats = NULL;
    CHECK_EQUAL(oyster_session_status(session, &status), OYSTER_OK);
    CHECK_EQUAL(status, OYSTER_CONNECTION_STATUS_NOT_CONNECTED);
    CHECK_EQUAL(oyster_session_id(session, &id), OYSTER_OK);
    CHECK(id && strcmp(id, "session-1_~.") == 0);
    oyster_string_free(id);
    CHECK_EQUAL(oyster_session_stats(session, &stats), OYSTER_OK);
    oyster_json_free(stats);
    const int numbers[] = {INT_MIN, -1, 6, INT_MAX};
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++)
        CHECK(strcmp(oyster_connection_status_name((oyster_connection_status)numbers[index]),
                     "unknown") == 0);
    CHECK(strcmp(oyster_connection_status_name(OYSTER_CONNECTION_STATUS_RECONNECTING),
                 "reconnecting") == 0);
}

/** The process has 4096 sessions at most. */
static void fill_table(void) {
    static oyster_session *made[4096];
    oyster_session_options options = good_options();
    int count = 0;
    oyster_result code = OYSTER_OK;
    while (count < 4096 &&
           (code = oyster_engine_create_session(engine, &options, &made[count])) == OYSTER_OK)
        count++;
    CHECK_EQUAL(count, 4095); // and the one that the other checks use
    CHECK_EQUAL(code, OYSTER_ERROR_LIMIT_REACHED);
    while (count > 0)
        CHECK_EQUAL(oyster_session_release(made[--count], NULL), OYSTER_OK);
}

static void ignore_log(void *context, oyster_log_level level, const char *tag,
                       const char *message) {
    (void)context, (void)level, (void)tag, (void)message;
}

int main(void) {
    huge = repeat("a", 8 << 20);
    CHECK_EQUAL(oyster_log_set_handler(ignore_log, NULL, NULL, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_create(&engine), OYSTER_OK);
    oyster_session_options options = good_options();
    CHECK_EQUAL(oyster_engine_create_session(engine, &options, &session), OYSTER_OK);
    try_options();
    try_sizes();
    try_signals();
    try_ids();
    try_tokens();
    try_reads();
    fill_table();
    try_outputs();
    host_destroy(engine);
    CHECK_EQUAL(oyster_engine_shutdown_all(5000), OYSTER_OK);
    while (kept_count > 0)
        free(kept[--kept_count]);
    return host_verdict();
}
