/* SPDX-License-Identifier: Apache-2.0 */
#include "living.h"

#include <glib.h>
#include <stdlib.h>
#include <unistd.h>

/** What an exit may cost. */
enum { EXIT_MS = 1000 };

static GMutex lock;
static GCond changed;
static GPtrArray *streams;
static pid_t process;

static void stop_all(void) {
    // The threads of a forked process's parent are not here.
    if (getpid() != process)
        return;
    gint64 until = g_get_monotonic_time() + EXIT_MS * 1000;
    g_mutex_lock(&lock);
    for (guint index = 0; index < streams->len; index++)
        stream_stop(g_ptr_array_index(streams, index));
    while (streams->len > 0 && g_cond_wait_until(&changed, &lock, until)) {
    }
    g_mutex_unlock(&lock);
}

void living_add(void *stream) {
    g_mutex_lock(&lock);
    if (streams == NULL) {
        streams = g_ptr_array_new();
        process = getpid();
        atexit(stop_all);
    }
    g_ptr_array_add(streams, stream);
    g_mutex_unlock(&lock);
}

void living_remove(void *stream) {
    g_mutex_lock(&lock);
    g_ptr_array_remove(streams, stream);
    g_cond_broadcast(&changed);
    g_mutex_unlock(&lock);
}
