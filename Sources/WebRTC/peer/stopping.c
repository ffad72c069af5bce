/* SPDX-License-Identifier: Apache-2.0 */
#include "stopping.h"

/** How long stopping waits for GStreamer's threads. */
enum { STOP_SECONDS = 2 };

typedef struct farewell {
    GMutex lock;
    GCond done;
    gboolean is_done;
    GstElement *pipeline;
} farewell;

static void free_farewell(gpointer memory) {
    farewell *last = memory;
    gst_object_unref(last->pipeline);
    g_mutex_clear(&last->lock);
    g_cond_clear(&last->done);
}

static gpointer stop(gpointer context) {
    farewell *last = context;
    gst_element_set_state(last->pipeline, GST_STATE_NULL);
    g_mutex_lock(&last->lock);
    last->is_done = TRUE;
    g_cond_signal(&last->done);
    g_mutex_unlock(&last->lock);
    g_atomic_rc_box_release_full(last, free_farewell);
    return NULL;
}

gboolean pipeline_stop(GstElement *pipeline) {
    farewell *last = g_atomic_rc_box_new0(farewell);
    g_mutex_init(&last->lock);
    g_cond_init(&last->done);
    last->pipeline = gst_object_ref(pipeline);
    gint64 until = g_get_monotonic_time() + STOP_SECONDS * G_TIME_SPAN_SECOND;
    GThread *thread = g_thread_try_new("oyster-close", stop, g_atomic_rc_box_acquire(last), NULL);
    if (thread == NULL) {
        g_atomic_rc_box_release_full(last, free_farewell);
        stop(last);
        return TRUE;
    }
    g_mutex_lock(&last->lock);
    while (!last->is_done && g_cond_wait_until(&last->done, &last->lock, until)) {
    }
    gboolean is_done = last->is_done;
    g_mutex_unlock(&last->lock);
    if (is_done)
        g_thread_join(thread);
    else
        g_thread_unref(thread);
    g_atomic_rc_box_release_full(last, free_farewell);
    return is_done;
}
