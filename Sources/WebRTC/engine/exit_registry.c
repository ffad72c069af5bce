/* SPDX-License-Identifier: Apache-2.0 */
#include "exit_registry.h"

#include <openssl/ssl.h>
#include <stdlib.h>
#include <unistd.h>

#include "../peer/gstreamer_init.h"

/** The longest delay of an exit, once GStreamer is loaded. */
enum { EXIT_MS = 1700 };

typedef struct OysterExitEntry {
    void *stream;
    void (*stop)(void *stream);
} OysterExitEntry;

static GMutex lock;
static GCond changed;
/** OysterExitEntry; NULL until the atexit handler is registered. */
static GArray *entries;
/** How many threads are between exit_registry_thread_ending() and exit_registry_thread_ended(). */
static guint ending_count;
/** Threads that ended and are not joined yet. */
static GPtrArray *ended;
static pid_t process;
static gboolean is_exiting;

void exit_registry_join_threads(void) {
    g_mutex_lock(&lock);
    GPtrArray *threads = ended;
    ended = NULL;
    g_mutex_unlock(&lock);
    for (guint index = 0; threads != NULL && index < threads->len; index++)
        g_thread_join(g_ptr_array_index(threads, index));
    g_clear_pointer(&threads, g_ptr_array_unref);
}

/** With the lock held. */
static void remove_entry(void *stream) {
    for (guint index = 0; index < entries->len; index++) {
        if (g_array_index(entries, OysterExitEntry, index).stream == stream) {
            g_array_remove_index_fast(entries, index);
            return;
        }
    }
}

void exit_registry_thread_ending(void *stream) {
    g_mutex_lock(&lock);
    remove_entry(stream);
    ending_count++;
    g_mutex_unlock(&lock);
}

void exit_registry_thread_ended(void) {
    g_mutex_lock(&lock);
    ending_count--;
    if (ended == NULL)
        ended = g_ptr_array_new();
    g_ptr_array_add(ended, g_thread_self());
    g_cond_broadcast(&changed);
    g_mutex_unlock(&lock);
}

static void stop_all(void) {
    // A forked child inherits the handler, but not the threads.
    if (getpid() != process)
        return;
    g_mutex_lock(&lock);
    is_exiting = TRUE;
    g_mutex_unlock(&lock);
    gstreamer_init_shut_down();
    gint64 until = g_get_monotonic_time() + EXIT_MS * 1000;
    g_mutex_lock(&lock);
    for (guint index = 0; index < entries->len; index++) {
        const OysterExitEntry *entry = &g_array_index(entries, OysterExitEntry, index);
        entry->stop(entry->stream);
    }
    while ((entries->len > 0 || ending_count > 0) && g_cond_wait_until(&changed, &lock, until)) {
    }
    g_mutex_unlock(&lock);
    exit_registry_join_threads();
}

/** With the lock held. */
static void register_handler(void) {
    if (entries != NULL)
        return;
    entries = g_array_new(FALSE, FALSE, sizeof(OysterExitEntry));
    process = getpid();
    // Handlers run in reverse order: OpenSSL's must be registered first, so that it frees its
    // memory after the streams have stopped.
    OPENSSL_init_ssl(0, NULL);
    atexit(stop_all);
}

gboolean exit_registry_add(void *stream, void (*stop)(void *stream)) {
    const OysterExitEntry entry = {stream, stop};
    g_mutex_lock(&lock);
    register_handler();
    gboolean may_start = !is_exiting;
    if (may_start)
        g_array_append_val(entries, entry);
    g_mutex_unlock(&lock);
    return may_start;
}

gboolean exit_registry_allows_start(void) {
    g_mutex_lock(&lock);
    register_handler();
    gboolean may_start = !is_exiting;
    g_mutex_unlock(&lock);
    return may_start;
}

void exit_registry_remove(void *stream) {
    g_mutex_lock(&lock);
    remove_entry(stream);
    g_cond_broadcast(&changed);
    g_mutex_unlock(&lock);
}
