// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "gateway.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t process;
static int leash = -1;
static int control_port;

/** Ends the program, which cannot continue without a gateway. */
static void give_up(const char *what) {
    perror(what);
    exit(1);
}

/** Reads the line that the gateway prints when it is ready. */
static void read_ports(int descriptor) {
    char line[256];
    size_t length = 0;
    while (length + 1 < sizeof line && read(descriptor, line + length, 1) == 1) {
        if (line[length++] == '\n')
            break;
    }
    line[length] = 0;
    static const char name[] = "\"control\":\"http://127.0.0.1:";
    const char *control = strstr(line, name);
    if (!control)
        give_up("the gateway does not start");
    control_port = atoi(control + strlen(name));
    char port[16];
    snprintf(port, sizeof port, "%d", control_port);
    setenv("OYSTER_CONTROL_PORT", port, 1);
}

void gateway_start(void) {
    const char *path = getenv("OYSTER_GATEWAY");
    int input[2], output[2];
    if (!path || pipe2(input, O_CLOEXEC) || pipe2(output, O_CLOEXEC))
        give_up("OYSTER_GATEWAY");
    process = fork();
    if (process == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        execl(path, path, "--exit-with-stdin", (char *)NULL);
        _exit(127);
    }
    close(input[0]);
    close(output[1]);
    leash = input[1];
    read_ports(output[0]);
    close(output[0]);
    gateway_post("/settings",
                 "{\"initMs\":0,\"startMs\":0,\"pauseConfirmMs\":100,\"roomTeardownMs\":0}");
}

void gateway_share(void) {
    const char *port = getenv("OYSTER_CONTROL_PORT");
    if (!port)
        give_up("OYSTER_CONTROL_PORT");
    control_port = atoi(port);
}

void gateway_stop(void) {
    close(leash);
    waitpid(process, NULL, 0);
}

/** A connection to the control port. */
static int dial(void) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)control_port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int peer = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (peer < 0 || connect(peer, (struct sockaddr *)&address, sizeof address))
        give_up("connect");
    return peer;
}

char *gateway_call(const char *method, const char *path, const char *body) {
    char *answer = NULL;
    size_t size = 0, length = body ? strlen(body) : 0;
    int peer = dial();
    dprintf(peer, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n", method, path,
            control_port);
    dprintf(peer, "Content-Length: %zu\r\n\r\n%s", length, body ? body : "");
    FILE *stream = open_memstream(&answer, &size);
    char part[4096];
    for (ssize_t count; (count = read(peer, part, sizeof part)) > 0;) {
        fwrite(part, 1, (size_t)count, stream);
    }
    fclose(stream);
    close(peer);
    char *start = answer ? strstr(answer, "\r\n\r\n") : NULL;
    if (!start || strncmp(answer, "HTTP/1.1 200", 12) != 0) {
        fprintf(stderr, "%s %s: %s\n", method, path, answer ? answer : "no answer");
        exit(1);
    }
    char *text = strdup(start + 4);
    free(answer);
    return text;
}

void gateway_post(const char *path, const char *body) {
    free(gateway_call("POST", path, body));
}

/** Copies the string member `key` of a flat JSON object. */
static void copy_member(const char *json, const char *key, char *target, size_t capacity) {
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *start = strstr(json, pattern);
    if (!start)
        give_up(key);
    start += strlen(pattern);
    snprintf(target, capacity, "%.*s", (int)strcspn(start, "\""), start);
}

void gateway_issue_with(const char *mode, const char *members, gateway_credentials *credentials) {
    char body[512];
    snprintf(body, sizeof body, "{\"mode\":\"%s\"%s}", mode, members);
    char *json = gateway_call("POST", "/credentials", body);
    copy_member(json, "apiHost", credentials->api_host, sizeof credentials->api_host);
    copy_member(json, "model", credentials->model, sizeof credentials->model);
    copy_member(json, "token", credentials->token, sizeof credentials->token);
    copy_member(json, "ticket", credentials->ticket, sizeof credentials->ticket);
    free(json);
}

void gateway_issue(const char *mode, gateway_credentials *credentials) {
    gateway_issue_with(mode, "", credentials);
}

/** Number of times that a text is in the answer of a control route. */
static int occurrences(const char *path, const char *text) {
    int count = 0;
    char *json = gateway_call("GET", path, NULL);
    for (const char *found = json; (found = strstr(found, text)); found += strlen(text))
        count++;
    free(json);
    return count;
}

int gateway_requests(const char *route) {
    char path[128] = "/requests";
    if (route)
        snprintf(path, sizeof path, "/requests?route=%s", route);
    return occurrences(path, "\"requestId\":");
}

void gateway_address(const char *path, char *address, size_t capacity) {
    snprintf(address, capacity, "http://127.0.0.1:%d%s", control_port, path);
}

int gateway_travels(const char *status) {
    char text[64];
    snprintf(text, sizeof text, "\"status\":\"%s\"", status);
    return occurrences("/travels", text);
}
