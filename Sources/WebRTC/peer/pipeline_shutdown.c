/* SPDX-License-Identifier: Apache-2.0 */
#include "pipeline_shutdown.h"

/** How long the caller waits for GStreamer's threads. */
enum { STOP_SECONDS = 2 };

/** A step of a shutdown that another thread performs. Reference-counted: that thread may finish
 *  after the caller has stopped waiting. */
typedef struct OysterShutdown {
    GMutex lock;
    GCond done;
    gboolean is_done;
    GstElement *pipeline;
} OysterShutdown;

static OysterShutdown *shutdown_new(GstElement *pipeline) {
    OysterShutdown *self = g_atomic_rc_box_new0(OysterShutdown);
    g_mutex_init(&self->lock);
    g_cond_init(&self->done);
    self->pipeline = pipeline;
    return self;
}

static void destroy(gpointer memory) {
    OysterShutdown *self = memory;
    g_mutex_clear(&self->lock);
    g_cond_clear(&self->done);
}

static void shutdown_unref(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static void signal_done(OysterShutdown *self) {
    g_mutex_lock(&self->lock);
    self->is_done = TRUE;
    g_cond_signal(&self->done);
    g_mutex_unlock(&self->lock);
}

static gboolean wait_until_done(OysterShutdown *self) {
    gint64 until = g_get_monotonic_time() + STOP_SECONDS * G_TIME_SPAN_SECOND;
    g_mutex_lock(&self->lock);
    while (!self->is_done && g_cond_wait_until(&self->done, &self->lock, until)) {
    }
    gboolean is_done = self->is_done;
    g_mutex_unlock(&self->lock);
    return is_done;
}

static gboolean on_clock(GstClock *clock, GstClockTime time, GstClockID id, gpointer context) {
    (void)clock, (void)time, (void)id;
    OysterShutdown *self = context;
    gst_object_unref(self->pipeline);
    signal_done(self);
    return TRUE;
}

void pipeline_unref(GstElement *pipeline) {
    OysterShutdown *self = shutdown_new(pipeline);
    GstClock *clock = gst_system_clock_obtain();
    GstClockID now = gst_clock_new_single_shot_id(clock, gst_clock_get_time(clock));
    if (gst_clock_id_wait_async(now, on_clock, g_atomic_rc_box_acquire(self), shutdown_unref) ==
        GST_CLOCK_OK)
        wait_until_done(self);
    else
        gst_object_unref(pipeline);
    gst_clock_id_unref(now);
    gst_object_unref(clock);
    shutdown_unref(self);
}

static gpointer stop(gpointer context) {
    OysterShutdown *self = context;
    gst_element_set_state(self->pipeline, GST_STATE_NULL);
    signal_done(self);
    pipeline_unref(self->pipeline);
    shutdown_unref(self);
    return NULL;
}

gboolean pipeline_stop(GstElement *pipeline) {
    OysterShutdown *self = shutdown_new(gst_object_ref(pipeline));
    GThread *thread = g_thread_try_new("oyster-close", stop, g_atomic_rc_box_acquire(self), NULL);
    if (thread == NULL) {
        // The reference for the thread.
        shutdown_unref(self);
        stop(self);
        return TRUE;
    }
    gboolean is_done = wait_until_done(self);
    if (is_done)
        g_thread_join(thread);
    else
        g_thread_unref(thread);
    shutdown_unref(self);
    return is_done;
}
