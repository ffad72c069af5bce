// SPDX-License-Identifier: Apache-2.0
// After 200 cycles of create, connect, signal and release the number of threads and descriptors and
// the memory have not grown, and the server has no connection left. OYSTER_CYCLES=3 makes it short.
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>

#include "session_client.h"

/** Released in four ways: after a disconnect, connected, connecting, and with its engine. */
static void cycle(const session_access *access, int round) {
    session_client client = {0};
    host_outcome disconnected = {0};
    client_open(&client, access);
    if (round % 4 == 2) {
        CHECK_EQUAL(client_begin(&client, access, "publisher", "", NULL), OYSTER_OK);
        client_close(&client);
        return;
    }
    client_connect(&client, access, "publisher", "");
    CHECK_EQUAL(client_signal(&client, "t", "d", NULL), OYSTER_OK);
    client_wait(&client, OYSTER_SESSION_EVENT_SIGNAL, 1);
    if (round % 4 == 0) {
        CHECK_EQUAL(oyster_session_disconnect(client.session, host_done, &disconnected), OYSTER_OK);
        CHECK_EQUAL(host_await(&disconnected, CLIENT_LIMIT_MS), OYSTER_OK);
        host_forget(&disconnected);
    }
    if (round % 4 != 3) {
        client_close(&client);
        return;
    }
    host_destroy(client.engine);
    WAIT_UNTIL(atomic_load(&client.releases) == 1, CLIENT_LIMIT_MS);
    CHECK_EQUAL(atomic_load(&client.releases), 1);
}

int main(void) {
    const char *wish = getenv("OYSTER_CYCLES");
    int cycles = wish ? atoi(wish) : 200;
    session_access access;
    session_server_start(NULL);
    session_server_create(&access);
    // The first cycles create what exists once per process, and let buffers grow to their size.
    for (int round = 0; round < cycles / 4 + 4; round++)
        cycle(&access, round);
    // This thread, the loop, and up to two callback threads, of which the second starts when
    // needed.
    int threads = 4, descriptors = host_count("fd");
    long resident = host_resident_kb();
    for (int round = 0; round < cycles; round++)
        cycle(&access, round);
    WAIT_UNTIL(host_count("task") <= threads && host_count("fd") <= descriptors, CLIENT_LIMIT_MS);
    long growth = host_resident_kb() - resident;
    printf("%d cycles: %d threads, %d descriptors, %+ld kB", cycles, host_count("task"),
           host_count("fd"), growth);
    CHECK(host_count("task") <= threads);
    CHECK(host_count("fd") <= descriptors);
    if (cycles >= 200)
        CHECK(growth < 4096);
    // Each client left, so none is lost.
    WAIT_UNTIL(session_server_metric("oyster_session_sessions") == 0, CLIENT_LIMIT_MS);
    CHECK_EQUAL(session_server_metric("oyster_session_sessions"), 0);
    CHECK_EQUAL(oyster_engine_shutdown_all(20000), OYSTER_OK);
    session_server_stop(SIGINT);
    return host_verdict();
}
