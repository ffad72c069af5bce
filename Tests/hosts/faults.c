// SPDX-License-Identifier: Apache-2.0
// Each wrong answer of a server to start and to a poll gives the documented code within a time
// limit, and the engine continues to work.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "host.h"

/** One fault of a route, and the code that the host receives; 0 is success. */
typedef struct fault {
    const char *name;
    /** Members of the gateway's fault, without the route. */
    const char *members;
    oyster_result code;
} fault;

#define TEXT(body) "\"text\":\"" body "\""

static const fault faults[] = {
    {"envelope A", "\"kind\":\"envelope\",\"envelope\":\"A\"", 0},
    {"envelope B", "\"kind\":\"envelope\",\"envelope\":\"B\"", 0},
    {"envelope C", "\"kind\":\"envelope\",\"envelope\":\"C\"", 0},
    {"late", "\"delayMs\":200", 0},
    {"reset in mid-body", "\"kind\":\"reset\"", OYSTER_ERROR_LOCAL_NETWORK},
    {"hang", "\"kind\":\"hang\"", OYSTER_ERROR_CALLBACK_TIMEOUT},
    {"drip", "\"kind\":\"drip\",\"dripBytes\":1,\"dripMs\":50", OYSTER_ERROR_CALLBACK_TIMEOUT},
    {"no JSON", TEXT("hello"), OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"cut JSON", TEXT("{\\\"code\\\":0,"), OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"nothing", TEXT(""), OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"an array", TEXT("[]"), OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"trailing bytes", TEXT("{\\\"code\\\":0,\\\"data\\\":{}} x"),
     OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"duplicate keys", TEXT("{\\\"code\\\":0,\\\"code\\\":0,\\\"data\\\":{}}"),
     OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"U+0000", TEXT("{\\\"code\\\":0,\\\"data\\\":{\\\"a\\\":\\\"\\\\u0000\\\"}}"),
     OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"lone surrogate", TEXT("{\\\"code\\\":0,\\\"data\\\":{\\\"a\\\":\\\"\\\\ud800\\\"}}"),
     OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"huge number", TEXT("{\\\"code\\\":0,\\\"data\\\":{\\\"a\\\":1e999}}"),
     OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"no data", "\"body\":{\"output\":{\"code\":0}}", OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"wrong types", "\"body\":{\"output\":{\"code\":0,\"data\":[]}}",
     OYSTER_ERROR_RESPONSE_DECODE_FAILED},
    {"HTTP 500", "\"status\":500", OYSTER_ERROR_PROXY_OR_UNRECOGNIZED},
    {"HTTP 502, HTML", "\"status\":502,\"text\":\"<html>\"", OYSTER_ERROR_PROXY_OR_UNRECOGNIZED},
    {"HTTP 302", "\"status\":302,\"text\":\"\"", OYSTER_ERROR_PROXY_OR_UNRECOGNIZED},
    {"HTTP 401", "\"status\":401,\"body\":{\"code\":\"InvalidApiKey\",\"message\":\"no\"}",
     OYSTER_ERROR_TOKEN_INVALID},
    {"HTTP 403", "\"status\":403,\"body\":{\"code\":\"AccessDenied\",\"message\":\"no\"}",
     OYSTER_ERROR_PROXY_OR_UNRECOGNIZED},
    {"429001", "\"code\":429001", OYSTER_ERROR_SERVER_CONCURRENCY_LIMIT},
    {"500001", "\"code\":500001", OYSTER_ERROR_SERVER_INFERENCE_FAILED},
    {"an unnamed code", "\"code\":499999", 499999},
};

/** Sets one fault of a route. */
static void plan(const char *route, const fault *it) {
    char body[1024];
    free(gateway_call("DELETE", "/faults", NULL));
    snprintf(body, sizeof body, "{\"route\":\"%s\",\"times\":1,%s}", route, it->members);
    gateway_post("/faults", body);
}

/** A body of 5 MB, which is beyond the limit, and one of 300 nested arrays. */
static void plan_large(const char *route, bool is_deep) {
    size_t size = is_deep ? 300 : 5u << 20;
    char *body = malloc(size * 2 + 512);
    int length = sprintf(body, "{\"route\":\"%s\",\"times\":1,\"text\":\"%s", route,
                         is_deep ? "{\\\"code\\\":0,\\\"data\\\":{\\\"a\\\":" : "");
    memset(body + length, is_deep ? '[' : 'x', size);
    memset(body + length + size, ']', is_deep ? size : 0);
    strcpy(body + length + size + (is_deep ? size : 0), is_deep ? "}}\"}" : "\"}");
    free(gateway_call("DELETE", "/faults", NULL));
    gateway_post("/faults", body);
    free(body);
}

/** The bound of an operation and of a poll: short where the fault lasts longer than any bound, and
 *  otherwise long enough for a busy machine to move five megabytes. */
static uint32_t bound_ms(oyster_result want) {
    return want == OYSTER_ERROR_CALLBACK_TIMEOUT ? 2000 : 15000;
}

static oyster_engine *make_engine(gateway_credentials *credentials, oyster_result want) {
    gateway_issue("adventure", credentials);
    oyster_config config = host_config(credentials);
    config.callback_timeout_ms = bound_ms(want);
    return host_engine(credentials, &config);
}

/** Starts with a fault. If the server created no travel, the travel can be started again. */
static void start_against(const char *name, const fault *it, bool is_deep) {
    gateway_credentials credentials;
    host_outcome started = {0};
    oyster_status status;
    oyster_result want = it ? it->code : OYSTER_ERROR_RESPONSE_DECODE_FAILED;
    oyster_engine *engine = make_engine(&credentials, want);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    if (it)
        plan("travels/enter-travel", it);
    if (!it)
        plan_large("travels/enter-travel", is_deep);
    CHECK_EQUAL(oyster_travel_start(travel, NULL, host_done, &started), OYSTER_OK);
    oyster_result code = host_await(&started, bound_ms(want) + 2000);
    if (code != want)
        host_fail(__FILE__, __LINE__, "start, %s: %d, not %d", name, code, want);
    CHECK(code == 0 || (started.json && strstr(started.json, "\"message\"")));
    CHECK_EQUAL(oyster_travel_status(travel, &status), OYSTER_OK);
    CHECK_EQUAL(status, code == 0 ? OYSTER_STATUS_RUNNING : OYSTER_STATUS_IDLE);
    host_forget(&started);
    host_finish(engine, travel);
}

/** What a listener receives while one poll goes wrong. */
typedef struct observation {
    atomic_int errors, others;
    oyster_result want;
} observation;

static void on_event(void *context, const oyster_event *event) {
    observation *it = context;
    if (event->type != OYSTER_EVENT_ERROR)
        return;
    bool is_wanted = event->code == it->want;
    if (!is_wanted)
        host_fail(__FILE__, __LINE__, "poll: %d, not %d", event->code, it->want);
    atomic_fetch_add(is_wanted ? &it->errors : &it->others, 1);
}

/** A failed poll is one error event, and polling continues. */
static void poll_against(oyster_travel *travel, const fault *it, bool is_deep) {
    observation seen = {.want = it ? it->code : OYSTER_ERROR_RESPONSE_DECODE_FAILED};
    oyster_listener_id listener;
    oyster_status status;
    CHECK_EQUAL(oyster_travel_add_listener(travel, on_event, &seen, NULL, &listener), OYSTER_OK);
    if (it)
        plan("travels/status", it);
    if (!it)
        plan_large("travels/status", is_deep);
    int polls = gateway_requests("travels/status");
    WAIT_UNTIL(gateway_requests("travels/status") >= polls + 3, bound_ms(seen.want) + 5000);
    CHECK(gateway_requests("travels/status") >= polls + 3);
    int want = seen.want ? 1 : 0;
    WAIT_UNTIL(atomic_load(&seen.errors) == want, 2000);
    if (atomic_load(&seen.errors) != want || atomic_load(&seen.others)) {
        host_fail(__FILE__, __LINE__, "poll, %s: %d errors", it ? it->name : "large",
                  atomic_load(&seen.errors));
    }
    CHECK_EQUAL(oyster_travel_remove_listener(travel, listener, NULL), OYSTER_OK);
    CHECK_EQUAL(oyster_travel_status(travel, &status), OYSTER_OK);
    CHECK_EQUAL(status, OYSTER_STATUS_RUNNING);
}

/** The faults that end by the bound of a poll, or the others. */
static void poll_against_all(int count, bool by_bound) {
    gateway_credentials credentials;
    const oyster_result bound = OYSTER_ERROR_CALLBACK_TIMEOUT;
    free(gateway_call("DELETE", "/faults", NULL));
    oyster_engine *engine = make_engine(&credentials, by_bound ? bound : OYSTER_OK);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    for (int index = 0; index < count; index++) {
        if ((faults[index].code == bound) == by_bound)
            poll_against(travel, &faults[index], false);
    }
    if (!by_bound) {
        poll_against(travel, NULL, false);
        poll_against(travel, NULL, true);
    }
    host_finish(engine, travel);
}

int main(void) {
    const int count = sizeof faults / sizeof *faults;
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    gateway_start();
    for (int index = 0; index < count; index++) {
        start_against(faults[index].name, &faults[index], false);
    }
    start_against("a huge body", NULL, false);
    start_against("a deep body", NULL, true);
    poll_against_all(count, true);
    poll_against_all(count, false);
    printf("%d faults, %ld MB", count + 2, host_resident_kb() / 1024);
    CHECK(host_resident_kb() < 128 * 1024);
    gateway_stop();
    return host_verdict();
}
