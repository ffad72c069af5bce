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

static farewell *farewell_new(GstElement *pipeline) {
    farewell *last = g_atomic_rc_box_new0(farewell);
    g_mutex_init(&last->lock);
    g_cond_init(&last->done);
    last->pipeline = pipeline;
    return last;
}

static void free_farewell(gpointer memory) {
    farewell *last = memory;
    g_mutex_clear(&last->lock);
    g_cond_clear(&last->done);
}

static void farewell_drop(gpointer last) {
    g_atomic_rc_box_release_full(last, free_farewell);
}

static void tell_done(farewell *last) {
    g_mutex_lock(&last->lock);
    last->is_done = TRUE;
    g_cond_signal(&last->done);
    g_mutex_unlock(&last->lock);
}

static gboolean wait_until_done(farewell *last) {
    gint64 until = g_get_monotonic_time() + STOP_SECONDS * G_TIME_SPAN_SECOND;
    g_mutex_lock(&last->lock);
    while (!last->is_done && g_cond_wait_until(&last->done, &last->lock, until)) {
    }
    gboolean is_done = last->is_done;
    g_mutex_unlock(&last->lock);
    return is_done;
}

static gboolean on_clock(GstClock *clock, GstClockTime time, GstClockID id, gpointer context) {
    (void)clock, (void)time, (void)id;
    farewell *last = context;
    gst_object_unref(last->pipeline);
    tell_done(last);
    return TRUE;
}

void pipeline_drop(GstElement *pipeline) {
    farewell *last = farewell_new(pipeline);
    GstClock *clock = gst_system_clock_obtain();
    GstClockID now = gst_clock_new_single_shot_id(clock, gst_clock_get_time(clock));
    if (gst_clock_id_wait_async(now, on_clock, g_atomic_rc_box_acquire(last), farewell_drop) ==
        GST_CLOCK_OK)
        wait_until_done(last);
    else
        gst_object_unref(pipeline);
    gst_clock_id_unref(now);
    gst_object_unref(clock);
    farewell_drop(last);
}

static gpointer stop(gpointer context) {
    farewell *last = context;
    gst_element_set_state(last->pipeline, GST_STATE_NULL);
    tell_done(last);
    pipeline_drop(last->pipeline);
    farewell_drop(last);
    return NULL;
}

gboolean pipeline_stop(GstElement *pipeline) {
    farewell *last = farewell_new(gst_object_ref(pipeline));
    GThread *thread = g_thread_try_new("oyster-close", stop, g_atomic_rc_box_acquire(last), NULL);
    if (thread == NULL) {
        farewell_drop(last);
        stop(last);
        return TRUE;
    }
    gboolean is_done = wait_until_done(last);
    if (is_done)
        g_thread_join(thread);
    else
        g_thread_unref(thread);
    farewell_drop(last);
    return is_done;
}
