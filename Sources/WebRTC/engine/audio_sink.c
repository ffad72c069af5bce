/* SPDX-License-Identifier: Apache-2.0 */
#include "audio_sink.h"

#include <gst/app/gstappsrc.h>

#include "../peer/pipeline_shutdown.h"
#include "audio_device.h"

struct OysterAudioSink {
    OysterSink *sink;
    GstElement *pipeline;
    GstElement *source;
    /** Atomic: set by the pipeline's threads. */
    gboolean has_failed;
};

static GstBusSyncReply on_message(GstBus *bus, GstMessage *message, gpointer context) {
    (void)bus;
    OysterAudioSink *self = context;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR &&
        g_atomic_int_compare_and_exchange(&self->has_failed, FALSE, TRUE))
        sink_log(self->sink, OYSTER_LOG_LEVEL_INFO, "the sound output failed");
    gst_message_unref(message);
    return GST_BUS_DROP;
}

OysterAudioSink *audio_sink_new(OysterSink *sink) {
    GstElement *output = audio_device_open_speaker();
    if (output == NULL) {
        sink_log(sink, OYSTER_LOG_LEVEL_INFO, "there is no sound output");
        return NULL;
    }
    OysterAudioSink *self = g_new0(OysterAudioSink, 1);
    self->sink = sink_ref(sink);
    self->pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
    self->source = gst_element_factory_make("appsrc", NULL);
    g_object_set(self->source, "is-live", TRUE, "do-timestamp", TRUE, "format", GST_FORMAT_TIME,
                 "max-time", 500 * GST_MSECOND, "leaky-type", GST_APP_LEAKY_TYPE_DOWNSTREAM, NULL);
    gst_bin_add_many(GST_BIN(self->pipeline), self->source, output, NULL);
    gst_object_unref(output);
    gst_element_link(self->source, output);
    GstBus *bus = gst_element_get_bus(self->pipeline);
    gst_bus_set_sync_handler(bus, on_message, self, NULL);
    gst_object_unref(bus);
    gst_element_set_state(self->pipeline, GST_STATE_PLAYING);
    return self;
}

void audio_sink_play(OysterAudioSink *self, GstCaps *caps, GstBuffer *buffer) {
    if (g_atomic_int_get(&self->has_failed))
        return;
    GstBuffer *copy = gst_buffer_copy(buffer);
    // The output's own time begins when it does.
    GST_BUFFER_PTS(copy) = GST_CLOCK_TIME_NONE;
    gst_app_src_set_caps(GST_APP_SRC(self->source), caps);
    gst_app_src_push_buffer(GST_APP_SRC(self->source), copy);
}

void audio_sink_free(OysterAudioSink *self) {
    if (self == NULL)
        return;
    gboolean is_clean = pipeline_stop(self->pipeline);
    GstBus *bus = gst_element_get_bus(self->pipeline);
    gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
    gst_object_unref(bus);
    gst_object_unref(self->pipeline);
    // Threads of an output that hangs may still look here.
    if (!is_clean)
        return;
    sink_unref(self->sink);
    g_free(self);
}
