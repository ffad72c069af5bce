// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "session_server.h"

#include <arpa/inet.h>
#include <cjson/cJSON.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t process;
static int leash = -1;
static int port;
static char api[128], key[129], secret[256];

/** Ends the program, which cannot continue without a session server. */
static void give_up(const char *what) {
    perror(what);
    exit(1);
}

static void copy_member(const cJSON *json, const char *name, char *target, size_t capacity) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    if (!text)
        give_up(name);
    snprintf(target, capacity, "%s", text);
}

/** Reads the line that the server prints when it is ready. */
static void read_ready(int descriptor) {
    char line[1024];
    size_t length = 0;
    while (length + 1 < sizeof line && read(descriptor, line + length, 1) == 1) {
        if (line[length++] == '\n')
            break;
    }
    line[length] = 0;
    cJSON *json = cJSON_Parse(line);
    copy_member(json, "api", api, sizeof api);
    copy_member(json, "key", key, sizeof key);
    copy_member(json, "secret", secret, sizeof secret);
    cJSON_Delete(json);
    const char *colon = strrchr(api, ':');
    port = colon ? atoi(colon + 1) : 0;
}

/** A file with a text, which the server can read. */
static void write_config(const char *config, char *path) {
    int file = mkstemp(path);
    size_t length = strlen(config);
    if (file < 0 || write(file, config, length) != (ssize_t)length)
        give_up("the configuration");
    close(file);
}

void session_server_start(const char *config) {
    const char *path = getenv("OYSTER_SESSION_SERVER");
    char file[] = "/tmp/oyster-session-XXXXXX";
    int input[2], output[2];
    if (!path || pipe2(input, O_CLOEXEC) || pipe2(output, O_CLOEXEC))
        give_up("OYSTER_SESSION_SERVER");
    if (config)
        write_config(config, file);
    process = fork();
    if (process == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        // Its log would count as output of this program.
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        execl(path, path, "--dev", config ? "--config" : (char *)NULL, file, (char *)NULL);
        _exit(127);
    }
    close(input[0]);
    close(output[1]);
    // The server ends when its input ends, so with this process.
    if (leash >= 0)
        close(leash);
    leash = input[1];
    read_ready(output[0]);
    close(output[0]);
    if (config)
        unlink(file);
}

void session_server_signal(int signal) {
    kill(process, signal);
}

void session_server_stop(int signal) {
    kill(process, signal);
    waitpid(process, NULL, 0);
}

/** Sends a request and returns the whole answer, which the caller frees. */
static char *call(const char *method, const char *path, const char *token, const char *body) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int peer = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (peer < 0 || connect(peer, (struct sockaddr *)&address, sizeof address))
        give_up("connect");
    dprintf(peer, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n", method, path,
            port);
    dprintf(peer, "Authorization: Bearer %s\r\nContent-Type: application/json\r\n", token);
    dprintf(peer, "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
    char *answer = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&answer, &size);
    char part[4096];
    for (ssize_t count; (count = read(peer, part, sizeof part)) > 0;)
        fwrite(part, 1, (size_t)count, stream);
    fclose(stream);
    close(peer);
    return answer;
}

/** Appends bytes in base64url without padding. */
static void encode(const void *bytes, size_t count, char *text, size_t capacity) {
    size_t length = strlen(text);
    if (length + 4 * ((count + 2) / 3) + 1 > capacity)
        give_up("a token is too long");
    int written = EVP_EncodeBlock((unsigned char *)text + length, bytes, (int)count);
    for (char *letter = text + length; letter < text + length + written; letter++) {
        if (*letter == '+')
            *letter = '-';
        else if (*letter == '/')
            *letter = '_';
        else if (*letter == '=')
            *letter = 0;
    }
}

/** A JWT with these claims. */
static void sign(const char *claims, char *token, size_t capacity) {
    static const char header[] = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    token[0] = 0;
    encode(header, strlen(header), token, capacity);
    strncat(token, ".", capacity - strlen(token) - 1);
    encode(claims, strlen(claims), token, capacity);
    HMAC(EVP_sha256(), secret, (int)strlen(secret), (const unsigned char *)token, strlen(token),
         digest, &size);
    strncat(token, ".", capacity - strlen(token) - 1);
    encode(digest, size, token, capacity);
}

void session_server_create(session_access *access) {
    char claims[512], token[1024];
    snprintf(claims, sizeof claims, "{\"iss\":\"%s\",\"scope\":\"session.create\",\"exp\":%lld}",
             key, (long long)time(NULL) + 600);
    sign(claims, token, sizeof token);
    char *answer = call("POST", "/v1/sessions", token, "{}");
    const char *body = strstr(answer, "\r\n\r\n");
    cJSON *json = cJSON_Parse(body ? body + 4 : "");
    snprintf(access->api, sizeof access->api, "%s", api);
    snprintf(access->key, sizeof access->key, "%s", key);
    copy_member(json, "sessionId", access->session_id, sizeof access->session_id);
    cJSON_Delete(json);
    free(answer);
}

void session_server_token(const session_access *access, const char *role, const char *data,
                          char *token, size_t capacity) {
    char claims[2048];
    snprintf(claims, sizeof claims,
             "{\"iss\":\"%s\",\"scope\":\"session.connect\",\"session_id\":\"%s\",\"role\":\"%s\","
             "\"connection_data\":\"%s\",\"exp\":%lld}",
             access->key, access->session_id, role, data, (long long)time(NULL) + 3600);
    sign(claims, token, capacity);
}

void session_server_silent(session_access *access) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) || listen(listener, 64) ||
        getsockname(listener, (struct sockaddr *)&address, &size))
        give_up("listen");
    snprintf(access->api, sizeof access->api, "http://127.0.0.1:%d", ntohs(address.sin_port));
    snprintf(access->key, sizeof access->key, "key");
    snprintf(access->session_id, sizeof access->session_id, "silent");
}

double session_server_metric(const char *name) {
    char *answer = call("GET", "/metrics", "none", "");
    char line[256];
    snprintf(line, sizeof line, "\n%s ", name);
    const char *found = strstr(answer, line);
    double value = found ? strtod(found + strlen(line), NULL) : -1;
    free(answer);
    return value;
}
