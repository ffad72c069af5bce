// SPDX-License-Identifier: Apache-2.0
// dlclose while a travel runs does not crash the process later, and a second dlopen works. The
// program is not linked with the library: it loads it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

/** The functions that this program uses, found with dlsym. */
typedef struct entries {
    oyster_result (*create)(oyster_engine **);
    oyster_result (*initialize)(oyster_engine *, const oyster_config *);
    oyster_result (*update_token)(oyster_engine *, const char *);
    oyster_result (*create_travel)(oyster_engine *, const char *, oyster_travel **);
    oyster_result (*start)(oyster_travel *, const oyster_start_options *, oyster_done_fn, void *);
    oyster_result (*status)(const oyster_travel *, oyster_status *);
    oyster_result (*end)(oyster_travel *, oyster_done_fn, void *);
} entries;

static void *load(entries *library) {
    void *handle = dlopen(getenv("OYSTER_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        host_fail(__FILE__, __LINE__, "%s", dlerror());
        exit(1);
    }
    host_find(handle, "oyster_engine_create", &library->create);
    host_find(handle, "oyster_engine_initialize", &library->initialize);
    host_find(handle, "oyster_engine_update_token", &library->update_token);
    host_find(handle, "oyster_engine_create_travel", &library->create_travel);
    host_find(handle, "oyster_travel_start", &library->start);
    host_find(handle, "oyster_travel_status", &library->status);
    host_find(handle, "oyster_travel_end", &library->end);
    return handle;
}

static void on_done(void *context, oyster_result code, const cJSON *result) {
    (void)result;
    CHECK_EQUAL(code, OYSTER_OK);
    atomic_fetch_add((atomic_int *)context, 1);
}

static oyster_travel *travel_on(const entries *library) {
    gateway_credentials credentials;
    atomic_int started = 0;
    oyster_engine *engine = NULL;
    oyster_travel *travel = NULL;
    gateway_issue("adventure", &credentials);
    oyster_config config = OYSTER_CONFIG_INIT;
    config.api_host = credentials.api_host;
    config.model = credentials.model;
    config.stream_engine = "loopback";
    CHECK_EQUAL(library->create(&engine), OYSTER_OK);
    CHECK_EQUAL(library->initialize(engine, &config), OYSTER_OK);
    CHECK_EQUAL(library->update_token(engine, credentials.token), OYSTER_OK);
    CHECK_EQUAL(library->create_travel(engine, credentials.ticket, &travel), OYSTER_OK);
    CHECK_EQUAL(library->start(travel, NULL, on_done, &started), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&started) == 1, 5000);
    CHECK_EQUAL(atomic_load(&started), 1);
    return travel;
}

int main(void) {
    entries library;
    atomic_int ended = 0;
    oyster_status status = OYSTER_STATUS_IDLE;
    gateway_start();
    void *handle = load(&library);
    oyster_travel *travel = travel_on(&library);
    CHECK_EQUAL(dlclose(handle), 0);
    // Idle threads wake within seconds. No condition can be polled for "nothing crashes".
    sleep(10);
    load(&library);
    CHECK_EQUAL(library.status(travel, &status), OYSTER_OK);
    CHECK_EQUAL(status, OYSTER_STATUS_RUNNING);
    CHECK_EQUAL(library.end(travel, on_done, &ended), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&ended) == 1, 5000);
    CHECK_EQUAL(atomic_load(&ended), 1);
    travel_on(&library);
    gateway_stop();
    return host_verdict();
}
