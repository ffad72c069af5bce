// SPDX-License-Identifier: Apache-2.0
// A process may exit at any time, on any thread, with or without a clean-up. Its exit status is
// that of the host, it ends within two seconds, and stderr stays empty.
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

#define RUNS 240
#define AT_ONCE 6
#define STATUS 42

/** The way in which a child exits. */
enum {
    RETURN_FROM_MAIN,
    EXIT_ON_OTHER_THREAD,
    EXIT_IN_EVENT,
    EXIT_IN_FRAME,
    EXIT_IN_COMPLETION,
    EXIT_IN_LOG,
    EXIT_IN_DISPATCH,
    CLEANUP_FIRST,
    END_FIRST,
    SHUTDOWN_FIRST,
    DESTROY_FIRST,
    WAYS
};

/** The time at which a child began to exit, for its parent. */
typedef struct note {
    double exit_began_ms;
} note;

typedef struct child {
    pid_t process;
    int run;
    int errors;
} child;

static note *notes, *own_note;
static int way;

static void leave(void) {
    own_note->exit_began_ms = host_now_ms();
    exit(STATUS);
}

static void on_event(void *context, const oyster_event *event) {
    (void)context;
    if (way == EXIT_IN_EVENT && event->type == OYSTER_EVENT_STATUS_CHANGED &&
        event->status == OYSTER_STATUS_RUNNING) {
        leave();
    }
}

static void on_frame(void *context, const oyster_frame_info *info) {
    (void)context;
    if (way == EXIT_IN_FRAME && info->sequence > 2)
        leave();
}

static void on_done(void *context, oyster_result code, const cJSON *result) {
    (void)context, (void)code, (void)result;
    if (way == EXIT_IN_COMPLETION || way == EXIT_IN_DISPATCH)
        leave();
}

static void on_log(void *context, oyster_log_level level, const char *tag, const char *message) {
    (void)context, (void)level, (void)tag, (void)message;
    leave();
}

static void *leave_soon(void *delay_ms) {
    WAIT_UNTIL(false, *(double *)delay_ms);
    leave();
    return NULL;
}

static oyster_engine *begin(oyster_travel **travel) {
    gateway_credentials credentials;
    oyster_listener_id listener;
    oyster_video_view *view;
    gateway_issue("adventure", &credentials);
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    if (way == EXIT_IN_LOG) {
        oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_DEBUG);
        oyster_log_set_handler(on_log, NULL, NULL, NULL);
    }
    oyster_engine *engine = host_engine(&credentials, NULL);
    if (way == EXIT_IN_DISPATCH)
        oyster_engine_set_delivery(engine, OYSTER_DELIVERY_HOST);
    *travel = host_travel(engine, credentials.ticket);
    oyster_travel_add_listener(*travel, on_event, NULL, NULL, &listener);
    oyster_travel_video_view(*travel, &view);
    oyster_video_view_set_frame_callback(view, OYSTER_PIXEL_FORMAT_RGBA, on_frame, NULL, NULL,
                                         NULL);
    oyster_travel_start(*travel, NULL, on_done, NULL);
    return engine;
}

/** Uses the library and exits after a delay. */
static int live(double delay_ms) {
    oyster_travel *travel = NULL;
    oyster_engine *engine = begin(&travel);
    pthread_t thread;
    if (way == EXIT_ON_OTHER_THREAD)
        pthread_create(&thread, NULL, leave_soon, &delay_ms);
    bool leaves_elsewhere = way >= EXIT_ON_OTHER_THREAD && way <= EXIT_IN_LOG;
    if (leaves_elsewhere)
        WAIT_UNTIL(false, 8000);
    if (way == EXIT_IN_DISPATCH)
        oyster_engine_dispatch(engine, 8000, NULL);
    WAIT_UNTIL(false, delay_ms);
    own_note->exit_began_ms = host_now_ms();
    if (way == CLEANUP_FIRST)
        oyster_engine_cleanup(engine, NULL, NULL);
    if (way == END_FIRST)
        oyster_travel_end(travel, NULL, NULL);
    if (way == SHUTDOWN_FIRST)
        oyster_engine_shutdown_all(1000);
    if (way == DESTROY_FIRST)
        oyster_engine_destroy(engine, NULL);
    return STATUS;
}

/** The delay of a run: spread over a travel, most of them over its start. */
static double delay_of(int run) {
    unsigned bits = (unsigned)run * 2654435761u;
    return (double)(bits >> 16 & 0xff) * ((bits & 1) ? 0.2 : 1.2);
}

/** Starts a run as a program of its own. */
static child start_run(int run, char *self) {
    char number[16];
    child it = {.run = run};
    snprintf(number, sizeof number, "%d", run);
    it.process = host_spawn(self, number, false, &it.errors);
    return it;
}

/** Checks a child that has exited or hangs: status, time, stderr. */
static void judge(const child *it, bool is_gone, int status, double took) {
    char text[512];
    const int number = it->run, how = it->run % WAYS;
    if (!is_gone) {
        host_fail(__FILE__, __LINE__, "run %d (way %d) hangs", number, how);
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != STATUS || took > 2000) {
        host_fail(__FILE__, __LINE__, "run %d (way %d): status %x after %.0f ms", number, how,
                  (unsigned)status, took);
    }
    ssize_t length = read(it->errors, text, sizeof text);
    if (length > 0) {
        host_fail(__FILE__, __LINE__, "run %d (way %d) writes: %.*s", number, how, (int)length,
                  text);
    }
    close(it->errors);
}

/** Waits for all children at once; returns how long the longest exit took. */
static double reap(child *children) {
    double longest = 0;
    int left = AT_ONCE;
    double limit = host_now_ms() + 12000;
    for (; left > 0; host_breathe()) {
        bool is_late = host_now_ms() > limit;
        for (int index = 0; index < AT_ONCE; index++) {
            child *it = &children[index];
            int status = 0;
            if (it->process == 0)
                continue;
            bool is_gone = waitpid(it->process, &status, WNOHANG) == it->process;
            if (!is_gone && !is_late)
                continue;
            double took = host_now_ms() - notes[it->run].exit_began_ms;
            judge(it, is_gone, status, took);
            if (is_gone && took > longest)
                longest = took;
            if (!is_gone)
                kill(it->process, SIGKILL), waitpid(it->process, NULL, 0);
            it->process = 0;
            left--;
        }
    }
    return longest;
}

/** Memory that parent and children share, with a descriptor that stays open over exec. */
static void share_notes(bool is_parent) {
    const int place = 100;
    size_t size = RUNS * sizeof *notes;
    if (is_parent) {
        int memory = memfd_create("notes", 0);
        if (memory < 0 || ftruncate(memory, (off_t)size) || dup2(memory, place) < 0)
            exit(1);
        close(memory);
    }
    notes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, place, 0);
    if (notes == MAP_FAILED)
        exit(1);
}

static int be_child(int run) {
    way = run % WAYS;
    share_notes(false);
    own_note = &notes[run];
    gateway_share();
    return live(delay_of(run));
}

int main(int count, char **arguments) {
    child children[AT_ONCE];
    double longest = 0;
    if (count > 1)
        return be_child(atoi(arguments[1]));
    gateway_start();
    share_notes(true);
    for (int run = 0; run < RUNS; run += AT_ONCE) {
        for (int index = 0; index < AT_ONCE; index++) {
            children[index] = start_run(run + index, arguments[0]);
        }
        double took = reap(children);
        if (took > longest)
            longest = took;
    }
    printf("%d exits, the longest %.0f ms", RUNS, longest);
    gateway_stop();
    return host_verdict();
}
