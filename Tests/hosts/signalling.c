// SPDX-License-Identifier: Apache-2.0
// A process exits while its stream engine waits for an answer that never arrives: it ends at
// once, with status 0 and an empty stderr. A shutdown before the exit waits until the stream
// engine has its answers.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"
#include "third_party_engine.h"

static int listener;

/** A server whose backlog accepts connections and that never answers; returns its port. */
static int listen_without_answers(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    CHECK_EQUAL(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    CHECK_EQUAL(listen(listener, 16), 0);
    CHECK_EQUAL(getsockname(listener, (struct sockaddr *)&address, &length), 0);
    return ntohs(address.sin_port);
}

/** Waits until the server has a request, which it does not answer. */
static void await_request(void) {
    int peer = -1;
    char first = 0;
    WAIT_UNTIL((peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0, 10000);
    CHECK(peer >= 0 && recv(peer, &first, 1, 0) == 1);
}

/** Closes the connections of a process that has exited. */
static void forget_requests(void) {
    for (int peer; (peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0;)
        close(peer);
}

/** The host: joins, so that a request waits for its answer, and exits in the given way. */
static void live(const gateway_credentials *credentials, int port, int way) {
    char path[512];
    host_begin();
    snprintf(path, sizeof path, "%s/third_party_engine.so", getenv("OYSTER_HOSTS"));
    void *library = dlopen(path, RTLD_NOW);
    third_party_probe *probe = library ? dlsym(library, "third_party_probe_data") : NULL;
    if (!probe)
        _exit(3);
    snprintf(probe->signalling_url, sizeof probe->signalling_url, "http://127.0.0.1:%d/", port);
    oyster_config config = host_config(credentials);
    config.stream_engine = path;
    oyster_engine *engine = host_engine(credentials, &config);
    oyster_travel *travel = host_travel(engine, credentials->ticket);
    host_start(travel);
    await_request();
    if (way > 0) {
        host_outcome outcome = {0};
        CHECK_EQUAL(oyster_travel_end(travel, host_done, &outcome), OYSTER_OK);
        CHECK_EQUAL(host_await(&outcome, 5000), OYSTER_OK);
        host_forget(&outcome);
    }
    int asked = way > 0 ? 2 : 1;
    CHECK_EQUAL(atomic_load(&probe->answers), 0);
    if (way > 1) {
        // The stream engine waits for its answers; the library cancels the requests after 2 s. Then
        // OK means that the library does not call the stream engine any more.
        CHECK_EQUAL(oyster_engine_shutdown_all(20000), OYSTER_OK);
        CHECK_EQUAL(atomic_load(&probe->answers), asked);
    }
    exit(host_verdict());
}

/** Ways to exit: with a running travel; during the leave; after a shutdown. */
static void check_exit(int port, int way) {
    gateway_credentials credentials;
    int status = 0;
    gateway_issue("adventure", &credentials);
    double start = host_now_ms();
    pid_t child = fork();
    if (child == 0)
        live(&credentials, port, way);
    CHECK_EQUAL(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    CHECK_EQUAL(WEXITSTATUS(status), 0);
    forget_requests();
    // The requests would fail after 5 s; a shutdown waits for 2 s of them.
    CHECK(host_now_ms() - start < (way > 1 ? 15000 : 4000));
}

int main(void) {
    gateway_start();
    int port = listen_without_answers();
    for (int way = 0; way < 3; way++)
        check_exit(port, way);
    gateway_stop();
    return host_verdict();
}
