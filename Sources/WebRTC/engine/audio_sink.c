/* SPDX-License-Identifier: Apache-2.0 */
#include "audio_sink.h"

#include <gst/app/gstappsrc.h>
#include <stdatomic.h>

#include "../peer/pipeline_shutdown.h"
#include "audio_device.h"

struct OysterAudioSink {
    OysterSink *sink;
    GstElement *pipeline;
    GstElement *source;
    /** Set by the pipeline's threads. */
    atomic_bool has_failed;
};

static GstBusSyncReply on_message(GstBus *bus, GstMessage *message, gpointer context) {
    (void)bus;
    OysterAudioSink *self = context;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR && !atomic_exchange(&self->has_failed, true))
        sink_log(self->sink, OYSTER_LOG_LEVEL_INFO, "the audio output failed");
    gst_message_unref(message);
    return GST_BUS_DROP;
}

static void set_bus_handler(OysterAudioSink *self, GstBusSyncHandler handler) {
    GstBus *bus = gst_element_get_bus(self->pipeline);
    gst_bus_set_sync_handler(bus, handler, self, NULL);
    gst_object_unref(bus);
}

/** NULL, or why the pipeline does not play. */
static const char *start(OysterAudioSink *self, GstElement *output) {
    self->source = gst_element_factory_make("appsrc", NULL);
    if (self->source == NULL || !gst_bin_add(GST_BIN(self->pipeline), self->source) ||
        !gst_bin_add(GST_BIN(self->pipeline), output))
        return "the audio output cannot be added to a pipeline";
    g_object_set(self->source, "is-live", TRUE, "do-timestamp", TRUE, "format", GST_FORMAT_TIME,
                 "max-time", 500 * GST_MSECOND, "leaky-type", GST_APP_LEAKY_TYPE_DOWNSTREAM, NULL);
    if (!gst_element_link(self->source, output))
        return "the audio output cannot be linked";
    set_bus_handler(self, on_message);
    if (gst_element_set_state(self->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
        return "the audio output cannot be started";
    return NULL;
}

OysterAudioSink *audio_sink_new(OysterSink *sink) {
    GstElement *output = audio_device_open_output();
    if (output == NULL) {
        sink_log(sink, OYSTER_LOG_LEVEL_INFO, "there is no audio output");
        return NULL;
    }
    OysterAudioSink *self = g_new0(OysterAudioSink, 1);
    self->sink = sink_ref(sink);
    self->pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
    const char *problem = start(self, output);
    if (problem != NULL) {
        // Of an output that the pipeline did not take.
        gst_element_set_state(output, GST_STATE_NULL);
        sink_log(sink, OYSTER_LOG_LEVEL_WARNING, "%s", problem);
        audio_sink_free(self);
        self = NULL;
    }
    gst_object_unref(output);
    return self;
}

void audio_sink_play(OysterAudioSink *self, GstCaps *caps, GstBuffer *buffer) {
    if (atomic_load(&self->has_failed))
        return;
    GstBuffer *copy = gst_buffer_copy(buffer);
    // The source stamps the buffer with the pipeline's own time.
    GST_BUFFER_PTS(copy) = GST_CLOCK_TIME_NONE;
    gst_app_src_set_caps(GST_APP_SRC(self->source), caps);
    gst_app_src_push_buffer(GST_APP_SRC(self->source), copy);
}

void audio_sink_free(OysterAudioSink *self) {
    if (self == NULL)
        return;
    gboolean is_clean = pipeline_stop(self->pipeline);
    set_bus_handler(self, NULL);
    gst_object_unref(self->pipeline);
    // Threads that still run use this memory.
    if (!is_clean)
        return;
    sink_unref(self->sink);
    g_free(self);
}
