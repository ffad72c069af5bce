/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file host.h
 * Support for host programs: checks, waiting with a limit, outcomes of operations.
 */
#ifndef HOST_H
#define HOST_H

#include <happyoyster.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/types.h>

#include "gateway.h"

/** Count a failure when a condition does not hold. */
#define CHECK(condition)                                     \
    do {                                                     \
        if (!(condition))                                    \
            host_fail(__FILE__, __LINE__, "%s", #condition); \
    } while (0)

/** As CHECK, for two numbers, which the failure prints. */
#define CHECK_EQUAL(have, want)                                                         \
    do {                                                                                \
        long long have_ = (long long)(have), want_ = (long long)(want);                 \
        if (have_ != want_)                                                             \
            host_fail(__FILE__, __LINE__, "%s is %lld, not %lld", #have, have_, want_); \
    } while (0)

/** Poll a condition until it holds or `limit_ms` have passed. */
#define WAIT_UNTIL(condition, limit_ms)                                                   \
    for (double end_ = host_now_ms() + (limit_ms); !(condition) && host_now_ms() < end_;) \
    host_breathe()

/** Count a failure: its place, and a sentence. */
void host_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** The exit status of the program: 0 without failures, else 1. */
int host_verdict(void);
/** In a forked child: forget the failures of the parent. */
void host_begin(void);
/** CLOCK_MONOTONIC in milliseconds. */
double host_now_ms(void);
/** Wait for 1 ms between two checks of a condition. */
void host_breathe(void);

/** Find a function of a loaded library; `function` points to a function pointer. */
void host_find(void *library, const char *name, void *function);

/** The outcome of an operation; the context of host_done(). */
typedef struct host_outcome {
    atomic_int calls;
    oyster_result code;
    /** The result or error object as text; the outcome owns it. */
    char *json;
} host_outcome;

/** An oyster_done_fn that fills a host_outcome. */
void host_done(void *outcome, oyster_result code, const cJSON *result);
/** Wait for an outcome and return its code; count a failure after `limit_ms`. */
oyster_result host_await(host_outcome *outcome, double limit_ms);
/** Make an outcome ready for the next operation. */
void host_forget(host_outcome *outcome);

/** A configuration for a gateway's credentials, polling every 100 ms. */
oyster_config host_config(const gateway_credentials *credentials);
/** A fresh engine with a configuration and a token. */
oyster_engine *host_engine(const gateway_credentials *credentials, const oyster_config *config);
/** A travel of an engine. */
oyster_travel *host_travel(oyster_engine *engine, const char *ticket);
/** Start a travel and wait until it runs. */
void host_start(oyster_travel *travel);
/** A number of the statistics of a travel, such as "polls". */
double host_stat(oyster_travel *travel, const char *key);

/** An engine with a running travel, beside the engine under test. */
typedef struct host_player {
    oyster_engine *engine;
    oyster_travel *travel;
} host_player;

/** Start a travel with these credentials on an engine of its own. */
host_player host_play(const gateway_credentials *credentials);
/** Check that a travel polls so many times more, within 20 s. */
void host_check_polling(oyster_travel *travel, int polls);

/** End a travel, wait for it, and give handle and engine back. */
void host_finish(oyster_engine *engine, oyster_travel *travel);
/** Destroy an engine. */
void host_destroy(oyster_engine *engine);
/** Shut down at the end of a program: first the library, which may still end travels in the
 *  background, then the gateway, which answers it. */
void host_leave(void);

/** Number of entries of a folder of /proc/self: `task` counts threads, `fd` descriptors. */
int host_count(const char *folder);
/** Number of threads of this process with a name. */
int host_threads_named(const char *name);
/** How long a thread of that name, or with NULL the calling one, was ready to run without a
 *  processor, in milliseconds since it began; negative where the system does not count it. */
double host_thread_waited_ms(const char *name);
/**
 * Start this program, whose path is `self`, again with one argument.
 *
 * Its stderr is a pipe; `errors` receives the end for reading, which never blocks and which the
 * caller closes. With `is_full` the pipe has no room.
 */
pid_t host_spawn(char *self, const char *argument, bool is_full, int *errors);
/** Resident memory in KiB; 0 under a sanitizer, which keeps freed memory for its own use. */
long host_resident_kb(void);

#endif
