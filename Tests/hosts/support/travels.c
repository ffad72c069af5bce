// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

void host_done(void *context, oyster_result code, const cJSON *result) {
    host_outcome *outcome = context;
    outcome->code = code;
    free(outcome->json);
    char *text = oyster_json_print(result);
    outcome->json = text ? strdup(text) : NULL;
    oyster_string_free(text);
    atomic_fetch_add(&outcome->calls, 1);
}

oyster_result host_await(host_outcome *outcome, double limit_ms) {
    WAIT_UNTIL(atomic_load(&outcome->calls) > 0, limit_ms);
    if (atomic_load(&outcome->calls) == 0) {
        host_fail(__FILE__, __LINE__, "no completion within %.0f ms", limit_ms);
        return -1;
    }
    return outcome->code;
}

void host_forget(host_outcome *outcome) {
    free(outcome->json);
    outcome->json = NULL;
    outcome->code = 0;
    atomic_store(&outcome->calls, 0);
}

oyster_config host_config(const gateway_credentials *credentials) {
    oyster_config config = OYSTER_CONFIG_INIT;
    config.api_host = credentials->api_host;
    config.model = credentials->model;
    config.stream_engine = "loopback";
    config.poll_interval_ms = 100;
    return config;
}

oyster_engine *host_engine(const gateway_credentials *credentials, const oyster_config *config) {
    oyster_engine *engine = NULL;
    oyster_config usual = host_config(credentials);
    CHECK_EQUAL(oyster_engine_create(&engine), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_initialize(engine, config ? config : &usual), OYSTER_OK);
    CHECK_EQUAL(oyster_engine_update_token(engine, credentials->token), OYSTER_OK);
    return engine;
}

oyster_travel *host_travel(oyster_engine *engine, const char *ticket) {
    oyster_travel *travel = NULL;
    CHECK_EQUAL(oyster_engine_create_travel(engine, ticket, &travel), OYSTER_OK);
    return travel;
}

void host_start(oyster_travel *travel) {
    host_outcome started = {0};
    CHECK_EQUAL(oyster_travel_start(travel, NULL, host_done, &started), OYSTER_OK);
    CHECK_EQUAL(host_await(&started, 10000), OYSTER_OK);
    host_forget(&started);
}

double host_stat(oyster_travel *travel, const char *key) {
    cJSON *stats = NULL;
    CHECK_EQUAL(oyster_travel_stats(travel, &stats), OYSTER_OK);
    double value = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(stats, key));
    oyster_json_free(stats);
    return value;
}

host_player host_play(const gateway_credentials *credentials) {
    host_player player = {.engine = host_engine(credentials, NULL)};
    player.travel = host_travel(player.engine, credentials->ticket);
    host_start(player.travel);
    return player;
}

void host_check_polling(oyster_travel *travel, int polls) {
    double before = host_stat(travel, "polls");
    WAIT_UNTIL(host_stat(travel, "polls") >= before + polls, 20000);
    CHECK(host_stat(travel, "polls") >= before + polls);
}

void host_finish(oyster_engine *engine, oyster_travel *travel) {
    host_outcome ended = {0};
    CHECK_EQUAL(oyster_travel_end(travel, host_done, &ended), OYSTER_OK);
    CHECK_EQUAL(host_await(&ended, 10000), OYSTER_OK);
    host_forget(&ended);
    CHECK_EQUAL(oyster_travel_release(travel, NULL), OYSTER_OK);
    host_destroy(engine);
}

void host_destroy(oyster_engine *engine) {
    CHECK_EQUAL(oyster_engine_destroy(engine, NULL), OYSTER_OK);
}

void host_leave(void) {
    CHECK_EQUAL(oyster_engine_shutdown_all(5000), OYSTER_OK);
    gateway_stop();
}
