// SPDX-License-Identifier: Apache-2.0
// A program that the host starts by fork and exec, while a travel runs and records, inherits no
// descriptor of the library, of libcurl or of the stream engine.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum { MOST = 1024 };

/** In the child: prints each open descriptor and what it is. */
static int list(void) {
    for (int number = 3; number < MOST; number++) {
        char link[64], target[256];
        snprintf(link, sizeof link, "/proc/self/fd/%d", number);
        ssize_t length = readlink(link, target, sizeof target - 1);
        if (length > 0)
            printf("%d %.*s\n", number, (int)length, target);
    }
    return 0;
}

/** The descriptors of a child as lines; the caller frees the text. */
static char *inherited(void) {
    int ends[2];
    CHECK_EQUAL(pipe2(ends, O_CLOEXEC), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execl("/proc/self/exe", "children", "list", (char *)NULL);
        _exit(9);
    }
    close(ends[1]);
    char *text = calloc(1, 65536);
    size_t length = 0;
    for (ssize_t count; (count = read(ends[0], text + length, 65535 - length)) > 0;)
        length += (size_t)count;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_EQUAL(status, 0);
    return text;
}

static bool has_frame(oyster_travel *travel) {
    oyster_video_view *view = NULL;
    oyster_frame *frame = NULL;
    if (oyster_travel_video_view(travel, &view) != OYSTER_OK ||
        oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_I420, &frame) != OYSTER_OK)
        return false;
    oyster_frame_release(frame);
    return true;
}

static bool has_content(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && info.st_size > 0;
}

/** Plays a travel with a stream engine and checks that a child has no descriptor more than before.
 */
static void travel_with(const char *stream_engine, const char *before) {
    gateway_credentials credentials;
    gateway_issue("adventure", &credentials);
    oyster_config config = host_config(&credentials);
    config.stream_engine = stream_engine;
    oyster_engine *engine = host_engine(&credentials, &config);
    int event = -1;
    CHECK_EQUAL(oyster_engine_event_fd(engine, &event), OYSTER_OK);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    char folder[] = "/tmp/oyster-children-XXXXXX", film[64];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(film, sizeof film, "%s/film.webm", folder);
    host_start(travel);
    WAIT_UNTIL(has_frame(travel), 20000);
    CHECK(has_frame(travel));
    if (strcmp(stream_engine, "webrtc") == 0) {
        CHECK_EQUAL(oyster_travel_record(travel, film), OYSTER_OK);
        WAIT_UNTIL(has_content(film), 20000);
        CHECK(has_content(film));
    }
    for (int round = 0; round < 20; round++) {
        char *now = inherited();
        if (strcmp(now, before) != 0)
            host_fail(__FILE__, __LINE__, "%s: a child has\n%sand had before\n%s", stream_engine,
                      now, before);
        bool differs = strcmp(now, before) != 0;
        free(now);
        if (differs)
            break;
    }
    host_finish(engine, travel);
    unlink(film);
    CHECK_EQUAL(rmdir(folder), 0);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "list") == 0)
        return list();
    gateway_start();
    char *before = inherited();
    travel_with("loopback", before);
    char webrtc[4096];
    const char *library = getenv("OYSTER_LIBRARY");
    const char *slash = library ? strrchr(library, '/') : NULL;
    snprintf(webrtc, sizeof webrtc, "%.*s/libhappyoyster-stream-webrtc.so.0",
             slash ? (int)(slash - library) : 0, library);
    if (access(webrtc, R_OK) == 0)
        travel_with("webrtc", before);
    else
        printf("no WebRTC stream engine beside the library\n");
    free(before);
    host_leave();
    return host_verdict();
}
