// SPDX-License-Identifier: Apache-2.0
// A host that uses libcurl and cJSON itself, with its own memory functions, continues to work,
// and the library continues to work when the host cleans up its use of them.
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

static atomic_long allocations;

static void *own_allocate(size_t size) {
    atomic_fetch_add(&allocations, 1);
    return malloc(size);
}

static void own_free(void *memory) {
    if (memory)
        atomic_fetch_sub(&allocations, 1);
    free(memory);
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    *(size_t *)context += size * count;
    return size * count;
}

/** The host's own request. */
static void fetch(const gateway_credentials *credentials) {
    char url[256];
    size_t length = 0;
    long status = 0;
    snprintf(url, sizeof url, "%s/api/v2/apps/%s/openapi/v1/nothing", credentials->api_host,
             credentials->model);
    CURL *request = curl_easy_init();
    curl_easy_setopt(request, CURLOPT_URL, url);
    curl_easy_setopt(request, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(request, CURLOPT_WRITEDATA, &length);
    CHECK_EQUAL(curl_easy_perform(request), CURLE_OK);
    curl_easy_getinfo(request, CURLINFO_RESPONSE_CODE, &status);
    CHECK_EQUAL(status, 404);
    CHECK(length > 0);
    curl_easy_cleanup(request);
}

/** The host's cJSON reads and changes a tree of the library. */
static void walk(oyster_travel *travel) {
    cJSON *info = NULL;
    CHECK_EQUAL(oyster_travel_info(travel, &info), OYSTER_OK);
    const cJSON *status = cJSON_GetObjectItemCaseSensitive(info, "status");
    CHECK(cJSON_IsString(status) && strcmp(status->valuestring, "running") == 0);
    cJSON_AddNumberToObject(info, "ours", 1);
    char *text = oyster_json_print(info);
    CHECK(text && strstr(text, "\"ours\":1"));
    oyster_string_free(text);
    oyster_json_free(info);
    cJSON *own = cJSON_Parse("{\"a\":[1,2,3]}");
    text = oyster_json_print(own);
    CHECK(text && strcmp(text, "{\"a\":[1,2,3]}") == 0);
    oyster_string_free(text);
    cJSON_Delete(own);
}

int main(void) {
    gateway_credentials credentials;
    cJSON_Hooks hooks = {.malloc_fn = own_allocate, .free_fn = own_free};
    cJSON_InitHooks(&hooks);
    gateway_start();
    gateway_issue("adventure", &credentials);
    CHECK_EQUAL(curl_global_init(CURL_GLOBAL_DEFAULT), CURLE_OK);
    fetch(&credentials);
    oyster_engine *engine = host_engine(&credentials, NULL);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    fetch(&credentials);
    walk(travel);
    curl_global_cleanup();
    int polls = gateway_requests("travels/status");
    WAIT_UNTIL(gateway_requests("travels/status") > polls + 2, 3000);
    CHECK(gateway_requests("travels/status") > polls + 2);
    host_finish(engine, travel);
    CHECK_EQUAL(oyster_engine_shutdown_all(2000), OYSTER_OK);
    CHECK_EQUAL(atomic_load(&allocations), 0);
    gateway_stop();
    return host_verdict();
}
