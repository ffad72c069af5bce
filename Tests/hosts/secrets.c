// SPDX-License-Identifier: Apache-2.0
// Token, ticket, RTC token and media URLs are in no log line, error, info or stats, also when
// the server or the stream engine repeats them.
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "third_party_engine.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *said;
static size_t said_length;
static int log_lines;
static char engine_path[512];
static third_party_probe *probe;

/** Collects the texts that a host may pass on. */
static void keep(const char *kind, const char *text) {
    pthread_mutex_lock(&lock);
    size_t length = strlen(kind) + strlen(text) + 3;
    said = realloc(said, said_length + length + 1);
    said_length += (size_t)sprintf(said + said_length, "%s: %s\n", kind, text);
    pthread_mutex_unlock(&lock);
}

static void on_log(void *context, oyster_log_level level, const char *tag, const char *message) {
    (void)context, (void)level;
    log_lines++;
    keep(tag, message);
}

static void keep_json(const char *kind, const cJSON *json) {
    char *text = oyster_json_print(json);
    keep(kind, text ? text : "");
    oyster_string_free(text);
}

static void on_event(void *context, const oyster_event *event) {
    (void)context;
    // Payloads of travelInfoReady and firstFrameGenerated contain media URLs on purpose.
    if (event->type == OYSTER_EVENT_ERROR || event->type == OYSTER_EVENT_STATUS_CHANGED) {
        keep_json("event", event->payload);
    }
}

/** Collects the error objects of completions. */
static void on_done(void *context, oyster_result code, const cJSON *result) {
    if (code != 0)
        keep_json("error", result);
    atomic_fetch_add((atomic_int *)context, 1);
}

static void await(atomic_int *done) {
    WAIT_UNTIL(atomic_load(done) == 1, 10000);
    CHECK_EQUAL(atomic_load(done), 1);
    atomic_store(done, 0);
}

static void keep_reads(oyster_travel *travel) {
    cJSON *tree = NULL;
    CHECK_EQUAL(oyster_travel_info(travel, &tree), OYSTER_OK);
    keep_json("info", tree);
    oyster_json_free(tree);
    CHECK_EQUAL(oyster_travel_stats(travel, &tree), OYSTER_OK);
    keep_json("stats", tree);
    oyster_json_free(tree);
}

/** Makes the next answer of a route contain the secrets. */
static void repeat_secrets(const char *route, const gateway_credentials *credentials,
                           const char *rtc_token) {
    char fault[1024];
    snprintf(
        fault, sizeof fault,
        "{\"route\":\"%s\",\"code\":409000,\"times\":1,\"message\":\"Bearer %s with ticket %s, "
        "rtc %s, see https://media.oyster.invalid/a.mp4?auth=1\"}",
        route, credentials->token, credentials->ticket, rtc_token);
    gateway_post("/faults", fault);
}

static void check_absent(const char *what, const char *secret) {
    const char *found = secret && *secret ? strstr(said, secret) : NULL;
    if (!found)
        return;
    while (found > said && found[-1] != '\n')
        found--;
    host_fail(__FILE__, __LINE__, "the %s is in: %.*s", what, (int)strcspn(found, "\n"), found);
}

/** The RTC token of the configuration that the stream engine received. */
static char *find_rtc_token(void) {
    cJSON *config = cJSON_Parse(probe->rtc_config);
    const char *token = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(config, "token"));
    CHECK(token && strlen(token) > 16);
    char *copy = strdup(token ? token : "");
    cJSON_Delete(config);
    return copy;
}

static void run(const gateway_credentials *credentials) {
    static atomic_int done;
    oyster_listener_id listener;
    oyster_config config = host_config(credentials);
    config.stream_engine = engine_path;
    config.log_level = OYSTER_LOG_LEVEL_DEBUG;
    oyster_engine *engine = host_engine(credentials, &config);
    oyster_travel *travel = host_travel(engine, credentials->ticket);
    oyster_travel_add_listener(travel, on_event, NULL, NULL, &listener);
    repeat_secrets("travels/enter-travel", credentials, "unknown");
    oyster_travel_start(travel, NULL, on_done, &done);
    await(&done);
    oyster_travel_start(travel, NULL, on_done, &done);
    await(&done);
    char *rtc_token = find_rtc_token();
    WAIT_UNTIL(atomic_load(&probe->answers) == 1, 5000);
    CHECK_EQUAL(atomic_load(&probe->answers), 1);
    repeat_secrets("travels/instruct", credentials, rtc_token);
    oyster_travel_send_instruct(travel, "It rains.", on_done, &done);
    await(&done);
    repeat_secrets("travels/status", credentials, rtc_token);
    oyster_travel_pause(travel, on_done, &done);
    await(&done);
    keep_reads(travel);
    repeat_secrets("travels/end", credentials, rtc_token);
    oyster_travel_end(travel, on_done, &done);
    await(&done);
    keep_reads(travel);
    oyster_travel_release(travel, NULL);
    host_destroy(engine);
    CHECK_EQUAL(oyster_log_set_handler(NULL, NULL, NULL, NULL), OYSTER_OK);
    check_absent("token", credentials->token);
    check_absent("ticket", credentials->ticket);
    check_absent("rtc token", rtc_token);
    check_absent("media URL", "media.oyster.invalid");
    check_absent("signalling's key", "hidden-key");
    check_absent("signalling's address", "/travels?");
    CHECK(strstr(said, "GET request was answered with HTTP 200"));
    free(rtc_token);
}

int main(void) {
    gateway_credentials credentials;
    snprintf(engine_path, sizeof engine_path, "%s/third_party_engine.so", getenv("OYSTER_HOSTS"));
    void *engine = dlopen(engine_path, RTLD_NOW);
    probe = engine ? dlsym(engine, "third_party_probe_data") : NULL;
    CHECK(probe);
    gateway_start();
    CHECK_EQUAL(oyster_log_set_handler(on_log, NULL, NULL, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_DEBUG), OYSTER_OK);
    gateway_issue("directing", &credentials);
    if (probe) {
        gateway_address("/travels?key=hidden-key", probe->signalling_url,
                        sizeof probe->signalling_url);
        run(&credentials);
    }
    CHECK(log_lines > 10);
    CHECK(said && strstr(said, "409000"));
    printf("%d log lines, %zu bytes", log_lines, said_length);
    host_leave();
    free(said);
    return host_verdict();
}
