/* SPDX-License-Identifier: Apache-2.0 */
#include "exit_registry.h"

#include <openssl/ssl.h>
#include <stdlib.h>
#include <unistd.h>

#include "../peer/peer.h"

/** What an exit may cost, once GStreamer is loaded. */
enum { EXIT_MS = 1700 };

static GMutex lock;
static GCond changed;
static GPtrArray *streams;
/** How many threads are about to end, and those that have and are not joined yet. */
static guint ending;
static GPtrArray *ended;
static pid_t process;
/** The process ends. */
static gboolean is_over;

void exit_registry_join_threads(void) {
    g_mutex_lock(&lock);
    GPtrArray *joined = ended;
    ended = NULL;
    g_mutex_unlock(&lock);
    for (guint index = 0; joined != NULL && index < joined->len; index++)
        g_thread_join(g_ptr_array_index(joined, index));
    g_clear_pointer(&joined, g_ptr_array_unref);
}

void exit_registry_thread_ending(void *stream) {
    g_mutex_lock(&lock);
    g_ptr_array_remove(streams, stream);
    ending++;
    g_mutex_unlock(&lock);
}

void exit_registry_thread_ended(void) {
    g_mutex_lock(&lock);
    ending--;
    if (ended == NULL)
        ended = g_ptr_array_new();
    g_ptr_array_add(ended, g_thread_self());
    g_cond_broadcast(&changed);
    g_mutex_unlock(&lock);
}

static void stop_all(void) {
    // The threads of a forked process's parent are not here.
    if (getpid() != process)
        return;
    g_mutex_lock(&lock);
    is_over = TRUE;
    g_mutex_unlock(&lock);
    gstreamer_init_shut_down();
    gint64 until = g_get_monotonic_time() + EXIT_MS * 1000;
    g_mutex_lock(&lock);
    for (guint index = 0; index < streams->len; index++)
        stream_stop(g_ptr_array_index(streams, index));
    while ((streams->len > 0 || ending > 0) && g_cond_wait_until(&changed, &lock, until)) {
    }
    g_mutex_unlock(&lock);
    exit_registry_join_threads();
}

/** With the lock held. */
static void watch_for_exit(void) {
    if (streams != NULL)
        return;
    streams = g_ptr_array_new();
    process = getpid();
    // First, so that it is undone after the streams have stopped.
    OPENSSL_init_ssl(0, NULL);
    atexit(stop_all);
}

gboolean exit_registry_add(void *stream) {
    g_mutex_lock(&lock);
    watch_for_exit();
    gboolean may_run = !is_over;
    if (may_run)
        g_ptr_array_add(streams, stream);
    g_mutex_unlock(&lock);
    return may_run;
}

gboolean exit_registry_allows_start(void) {
    g_mutex_lock(&lock);
    watch_for_exit();
    gboolean may = !is_over;
    g_mutex_unlock(&lock);
    return may;
}

void exit_registry_remove(void *stream) {
    g_mutex_lock(&lock);
    g_ptr_array_remove(streams, stream);
    g_cond_broadcast(&changed);
    g_mutex_unlock(&lock);
}
