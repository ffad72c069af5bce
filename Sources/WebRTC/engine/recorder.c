/* SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"

#include <gst/app/gstappsrc.h>

#include "../peer/pipeline_shutdown.h"
#include "opus_packet.h"
#include "recording_container.h"
#include "recording_output.h"

enum { FINISH_SECONDS = 1 };

/** Audio that is later than the video by more than this time is replaced by silence, because the
 *  muxer writes in the order of time and would wait. Longer than the delay of the jitter buffer. */
#define MAX_AUDIO_DELAY (1 * GST_SECOND)

/** A smaller gap between two audio packets is not filled. */
#define MAX_AUDIO_GAP (100 * GST_MSECOND)

/** How many encoded bytes may wait for the disk. */
enum { MAX_QUEUED_BYTES = 32 * 1024 * 1024 };

/** One of the file's tracks. */
typedef struct OysterRecordingTrack {
    GstElement *source;
    /** When the last buffer begins and ends, in the time of the file. */
    GstClockTime last;
    GstClockTime end;
} OysterRecordingTrack;

struct OysterRecorder {
    GMutex lock;
    OysterSink *sink;
    OysterRecordingFile *file;
    /** NULL until the file starts. Its state is not NULL before `is_finished`. */
    GstElement *pipeline;
    OysterRecordingTrack frames;
    OysterRecordingTrack audio;
    /** When the first key frame arrived, on the clock that all pipelines share. */
    GstClockTime start;
    gboolean is_open;
    gboolean is_finished;
};

/** Stops the pipeline; threads that block in the file keep a reference to it. */
static void stop(OysterRecorder *self) {
    if (!pipeline_stop(self->pipeline))
        sink_log(self->sink, OYSTER_LOG_LEVEL_ERROR, "a recording did not stop within 2 s: %s",
                 recording_file_path(self->file));
}

static void destroy(gpointer memory) {
    OysterRecorder *self = memory;
    if (self->pipeline != NULL && !self->is_finished)
        stop(self);
    gst_clear_object(&self->pipeline);
    recording_file_unref(self->file);
    sink_unref(self->sink);
    g_mutex_clear(&self->lock);
}

OysterRecorder *recorder_new(const char *path, OysterSink *sink) {
    OysterRecorder *self = g_atomic_rc_box_new0(OysterRecorder);
    g_mutex_init(&self->lock);
    self->sink = sink_ref(sink);
    self->file = recording_file_new(path, sink);
    return self;
}

OysterRecorder *recorder_ref(OysterRecorder *self) {
    return g_atomic_rc_box_acquire(self);
}

void recorder_unref(void *self) {
    g_atomic_rc_box_release_full(self, destroy);
}

void recorder_open(OysterRecorder *self) {
    recording_file_open(self->file);
    g_mutex_lock(&self->lock);
    self->is_open = TRUE;
    g_mutex_unlock(&self->lock);
}

static GstElement *element(OysterRecorder *self, const char *name) {
    GstElement *found = gst_bin_get_by_name(GST_BIN(self->pipeline), name);
    if (found != NULL)
        gst_object_unref(found);
    return found;
}

/** Starts the file's pipeline. NULL, or why it cannot start. */
static const char *begin(OysterRecorder *self, GstCaps *caps, gboolean has_audio) {
    const char *path = recording_file_path(self->file);
    const char *problem = recording_container_problem(path, caps);
    if (problem != NULL)
        return problem;
    char *description = recording_container_describe(path, caps, has_audio);
    self->pipeline = gst_parse_launch_full(description, NULL, GST_PARSE_FLAG_FATAL_ERRORS, NULL);
    g_free(description);
    if (self->pipeline == NULL)
        return "GStreamer cannot create the pipeline";
    gst_object_ref_sink(self->pipeline);
    recording_output_connect(element(self, "file"), self->pipeline, self->file);
    self->frames.source = element(self, "frames");
    self->audio.source = element(self, "audio");
    g_object_set(self->frames.source, "caps", caps, NULL);
    recording_file_clear(self->file);
    if (gst_element_set_state(self->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
        return "GStreamer cannot start the pipeline";
    return NULL;
}

/** When a buffer arrived, on the clock that all pipelines share. */
static GstClockTime arrival_time(GstPad *from, GstBuffer *buffer) {
    GstElement *element = gst_pad_get_parent_element(from);
    if (element == NULL)
        return GST_CLOCK_TIME_NONE;
    GstClockTime base = gst_element_get_base_time(element);
    gst_object_unref(element);
    return GST_BUFFER_PTS_IS_VALID(buffer) ? base + GST_BUFFER_PTS(buffer) : GST_CLOCK_TIME_NONE;
}

/** Passes a buffer to the muxer, in the time of the file. Takes the buffer over. */
static void push(OysterRecorder *self, OysterRecordingTrack *track, GstBuffer *buffer,
                 GstClockTime time, GstClockTime duration) {
    GstAppSrc *source = GST_APP_SRC(track->source);
    if (gst_app_src_get_current_level_bytes(source) > MAX_QUEUED_BYTES) {
        recording_file_fail(self->file, "the disk is too slow");
        gst_buffer_unref(buffer);
        return;
    }
    GST_BUFFER_PTS(buffer) = time;
    GST_BUFFER_DTS(buffer) = GST_CLOCK_TIME_NONE;
    track->last = time;
    track->end = time + duration;
    if (gst_app_src_push_buffer(source, buffer) != GST_FLOW_OK)
        recording_file_fail(self->file, "the muxer takes no more data");
}

/** GStreamer may give a packet an earlier time than the one before it when the packet rate changes;
 *  muxers refuse that. */
static GstClockTime after_last(const OysterRecordingTrack *track, GstClockTime time) {
    return MAX(time, track->last + GST_MSECOND);
}

static void fill_with_silence(OysterRecorder *self, GstClockTime until) {
    const GstClockTime duration = OPUS_SILENCE_MS * GST_MSECOND;
    while (self->audio.end + duration <= until && !recording_file_has_failed(self->file))
        push(self, &self->audio, opus_packet_silence(), self->audio.end, duration);
}

/** Starts the file with a key frame, unless its caps or time are unknown. */
static void begin_if_possible(OysterRecorder *self, GstPad *from, GstBuffer *buffer,
                              gboolean has_audio) {
    GstClockTime time = arrival_time(from, buffer);
    GstCaps *caps = gst_pad_get_current_caps(from);
    if (caps == NULL)
        return;
    if (GST_CLOCK_TIME_IS_VALID(time)) {
        self->start = time;
        const char *problem = begin(self, caps, has_audio);
        if (problem != NULL)
            recording_file_fail(self->file, problem);
    }
    gst_caps_unref(caps);
}

/** With the lock held. */
static gboolean is_writing(OysterRecorder *self) {
    return !self->is_finished && self->pipeline != NULL && !recording_file_has_failed(self->file);
}

static void write_frame(OysterRecorder *self, GstPad *from, GstBuffer *buffer) {
    GstClockTime time = arrival_time(from, buffer);
    if (!GST_CLOCK_TIME_IS_VALID(time) || time < self->start)
        return;
    time -= self->start;
    if (time > 0)
        time = after_last(&self->frames, time);
    // The copy shares the bytes.
    push(self, &self->frames, gst_buffer_copy(buffer), time, 0);
    if (self->audio.source != NULL && time > MAX_AUDIO_DELAY)
        fill_with_silence(self, time - MAX_AUDIO_DELAY);
}

gboolean recorder_write_frame(OysterRecorder *self, GstPad *from, GstBuffer *buffer,
                              gboolean has_audio) {
    gboolean is_key = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    g_mutex_lock(&self->lock);
    gboolean may_begin = self->is_open && !self->is_finished && self->pipeline == NULL &&
                         !recording_file_has_failed(self->file);
    if (may_begin && is_key)
        begin_if_possible(self, from, buffer, has_audio);
    if (is_writing(self))
        write_frame(self, from, buffer);
    gboolean is_waiting = may_begin && self->pipeline == NULL;
    g_mutex_unlock(&self->lock);
    return is_waiting;
}

static void write_audio(OysterRecorder *self, GstPad *from, GstBuffer *buffer) {
    GstClockTime time = arrival_time(from, buffer);
    if (self->audio.source == NULL || !GST_CLOCK_TIME_IS_VALID(time) || time < self->start)
        return;
    time -= self->start;
    // Silence was already written for this time.
    if (time + MAX_AUDIO_GAP < self->audio.end)
        return;
    if (time > self->audio.end + MAX_AUDIO_GAP)
        fill_with_silence(self, time);
    if (self->audio.end > 0)
        time = after_last(&self->audio, time);
    GstBuffer *copy = gst_buffer_copy(buffer);
    GstClockTime duration = opus_packet_duration(copy);
    GST_BUFFER_DURATION(copy) = duration;
    push(self, &self->audio, copy, time, duration);
}

void recorder_write_audio(OysterRecorder *self, GstPad *from, GstBuffer *buffer) {
    g_mutex_lock(&self->lock);
    if (is_writing(self))
        write_audio(self, from, buffer);
    g_mutex_unlock(&self->lock);
}

gboolean recorder_has_failed(OysterRecorder *self) {
    return recording_file_has_failed(self->file);
}

const char *recorder_path(OysterRecorder *self) {
    return recording_file_path(self->file);
}

guint64 recorder_bytes(OysterRecorder *self) {
    return recording_file_bytes(self->file);
}

/** Waits until the muxer has written the end of the file. */
static void wait_for_end(OysterRecorder *self) {
    GstBus *bus = gst_element_get_bus(self->pipeline);
    GstMessage *last = gst_bus_timed_pop_filtered(bus, FINISH_SECONDS * GST_SECOND,
                                                  GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    if (last == NULL)
        sink_log(self->sink, OYSTER_LOG_LEVEL_WARNING,
                 "a recording was not completed within 1 s and lacks its end: %s",
                 recording_file_path(self->file));
    else
        gst_message_unref(last);
    gst_object_unref(bus);
}

void recorder_finish(OysterRecorder *self) {
    g_mutex_lock(&self->lock);
    gboolean must_stop = !self->is_finished && self->pipeline != NULL;
    gboolean must_end = is_writing(self);
    self->is_finished = TRUE;
    if (must_end) {
        gst_app_src_end_of_stream(GST_APP_SRC(self->frames.source));
        if (self->audio.source != NULL)
            gst_app_src_end_of_stream(GST_APP_SRC(self->audio.source));
    }
    g_mutex_unlock(&self->lock);
    if (must_end)
        wait_for_end(self);
    if (must_stop)
        stop(self);
}
