// SPDX-License-Identifier: Apache-2.0
// A host whose decimal separator is a comma sends the same requests and receives the same
// results.
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

/** A German locale: that of the system, or one that is compiled for this program. */
static void speak_german(void) {
    char command[2048], folder[512], made[600];
    if (setlocale(LC_ALL, "de_DE.UTF-8"))
        return;
    snprintf(folder, sizeof folder, "%s/locales", getenv("OYSTER_HOSTS"));
    snprintf(made, sizeof made, "%s/de_DE.UTF-8", folder);
    snprintf(command, sizeof command,
             "mkdir -p '%s' && localedef -i de_DE -f UTF-8 '%s' >/dev/null 2>&1", folder, made);
    // localedef exits with a status for warnings, too: check that the locale exists.
    if (access(made, R_OK) && system(command) < 0)
        perror("localedef");
    // Set the path only now: glibc caches what it did not find there.
    setenv("LOCPATH", folder, 1);
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        fprintf(stderr, "no locale: install `locales`\n");
}

/** Checks that the host's own numbers still have a comma. */
static bool is_german(void) {
    char number[16];
    snprintf(number, sizeof number, "%.1f", 6.5);
    return strcmp(number, "6,5") == 0;
}

/** The number of a member of a completion. */
static double member(const host_outcome *outcome, const char *key) {
    uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
    cJSON *tree = cJSON_Parse(outcome->json);
    uselocale(LC_GLOBAL_LOCALE);
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(tree, key);
    CHECK(cJSON_IsNumber(number));
    double value = number ? number->valuedouble : -1;
    cJSON_Delete(tree);
    return value;
}

static void expect_requested(const char *route, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "/requests?route=%s", route);
    char *requests = gateway_call("GET", path, NULL);
    if (!strstr(requests, text))
        host_fail(__FILE__, __LINE__, "no %s in %s", text, requests);
    free(requests);
}

static void travel_with_fractions(void) {
    gateway_credentials credentials;
    host_outcome outcome = {0};
    gateway_issue("directing", &credentials);
    oyster_engine *engine = host_engine(&credentials, NULL);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    gateway_post("/faults",
                 "{\"route\":\"travels/rewind\",\"effect\":true,\"body\":{\"output\":{\"code\":0,"
                 "\"data\":{\"status\":\"running\",\"resumedAtSec\":7.25}}}}");
    CHECK_EQUAL(oyster_travel_pause(travel, host_done, &outcome), OYSTER_OK);
    CHECK_EQUAL(host_await(&outcome, 10000), OYSTER_OK);
    host_forget(&outcome);
    CHECK_EQUAL(oyster_travel_rewind(travel, 6.5, host_done, &outcome), OYSTER_OK);
    CHECK_EQUAL(host_await(&outcome, 15000), OYSTER_OK);
    expect_requested("travels/rewind", "\"rewindToSec\":6.5");
    CHECK(member(&outcome, "resumedAtSec") == 7.25);
    host_forget(&outcome);
    CHECK_EQUAL(oyster_travel_end(travel, host_done, &outcome), OYSTER_OK);
    CHECK_EQUAL(host_await(&outcome, 5000), OYSTER_OK);
    CHECK(member(&outcome, "duration") >= 0);
    host_forget(&outcome);
    CHECK_EQUAL(oyster_travel_release(travel, NULL), OYSTER_OK);
    host_destroy(engine);
}

int main(void) {
    gateway_start();
    speak_german();
    CHECK(is_german());
    if (is_german())
        travel_with_fractions();
    CHECK(is_german());
    host_leave();
    return host_verdict();
}
