// SPDX-License-Identifier: Apache-2.0
// Checks each sentence of docs/c.md about hosts that define symbols of OpenSSL, libcurl or
// cJSON. Each variant starts a travel at a TLS server that never answers: 105005 means that the
// encryption works, 106001 that it does not.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

typedef struct variant {
    const char *name;
    int code;
    bool has_result;
    /** Whether the library, or a library that it uses, calls the host's function. */
    bool is_called;
} variant;

static const variant variants[] = {
    {"none", OYSTER_ERROR_CALLBACK_TIMEOUT, true, false},
    // Exported functions replace those that the library calls.
    {"ssl_write_wrapped", OYSTER_ERROR_CALLBACK_TIMEOUT, true, true},
    {"ssl_write_own", OYSTER_ERROR_LOCAL_NETWORK, true, true},
    {"evp_wrapped", OYSTER_ERROR_CALLBACK_TIMEOUT, true, true},
    {"evp_own", OYSTER_ERROR_LOCAL_NETWORK, true, true},
    {"curl_wrapped", OYSTER_ERROR_CALLBACK_TIMEOUT, true, true},
    {"cjson_own", OYSTER_ERROR_CALLBACK_TIMEOUT, false, true},
    // Ways to separate the two.
    {"evp_hidden", OYSTER_ERROR_CALLBACK_TIMEOUT, true, false},
    {"cjson_hidden", OYSTER_ERROR_CALLBACK_TIMEOUT, true, false},
    {"evp_excluded", OYSTER_ERROR_CALLBACK_TIMEOUT, true, false},
    {"evp_versioned", OYSTER_ERROR_CALLBACK_TIMEOUT, true, false},
    {"evp_deep", OYSTER_ERROR_CALLBACK_TIMEOUT, true, false},
    {"evp_plugin", OYSTER_ERROR_CALLBACK_TIMEOUT, true, false},
    // No separation: the symbols of the program come first, in whichever way the library is loaded.
    {"evp_late", OYSTER_ERROR_LOCAL_NETWORK, true, true},
};

static char folder[] = "/tmp/own_symbols.XXXXXX";
static char certificate[64], key[64];
static pid_t server;

/** Runs a command, waits, and returns its exit status. */
static int run(char *const *command) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        freopen("/dev/null", "w", stderr);
        execvp(command[0], command);
        _exit(127);
    }
    waitpid(child, &status, 0);
    return status;
}

/** A TLS server on its own port, which accepts connections and never answers. */
static int serve(void) {
    int output[2], port = 0;
    char line[256];
    CHECK(mkdtemp(folder));
    snprintf(certificate, sizeof certificate, "%s/cert.pem", folder);
    snprintf(key, sizeof key, "%s/key.pem", folder);
    char *make[] = {"openssl",  "req",       "-x509",   "-newkey",
                    "rsa:2048", "-nodes",    "-keyout", key,
                    "-out",     certificate, "-days",   "2",
                    "-subj",    "/CN=host",  "-addext", "subjectAltName=IP:127.0.0.1",
                    NULL};
    CHECK_EQUAL(run(make), 0);
    CHECK_EQUAL(pipe2(output, O_CLOEXEC), 0);
    server = fork();
    if (server == 0) {
        dup2(output[1], STDOUT_FILENO);
        freopen("/dev/null", "w", stderr);
        execlp("openssl", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate,
               "-key", key, "-www", (char *)NULL);
        _exit(127);
    }
    close(output[1]);
    FILE *lines = fdopen(output[0], "r");
    while (!port && fgets(line, sizeof line, lines))
        sscanf(line, "ACCEPT 127.0.0.1:%d", &port);
    CHECK(port > 0);
    return port;
}

static void check(const variant *it, int port) {
    char command[512], line[128] = "";
    int code = 0, has_result = 0, calls = 0;
    snprintf(command, sizeof command, "%s/own_symbols_%s https://127.0.0.1:%d",
             getenv("OYSTER_HOSTS"), it->name, port);
    FILE *output = popen(command, "r");
    CHECK(output && fgets(line, sizeof line, output));
    CHECK_EQUAL(pclose(output), 0);
    CHECK_EQUAL(sscanf(line, "%d %d %d", &code, &has_result, &calls), 3);
    if (code != it->code || has_result != it->has_result || (calls > 0) != it->is_called)
        host_fail(__FILE__, __LINE__, "%s: code %d, result %d, %d calls", it->name, code,
                  has_result, calls);
}

int main(void) {
    int port = serve();
    setenv("OYSTER_TEST_CA", certificate, 1);
    for (size_t index = 0; index < sizeof variants / sizeof *variants; index++)
        check(&variants[index], port);
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    unlink(certificate);
    unlink(key);
    rmdir(folder);
    printf("%zu variants", sizeof variants / sizeof *variants);
    return host_verdict();
}
