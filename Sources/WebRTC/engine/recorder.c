/* SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"

#include <fcntl.h>
#include <gst/app/gstappsrc.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../peer/stopping.h"

enum { FINISH_SECONDS = 1 };

/** Encoded bytes that may wait for the disk. */
#define WAITING_LIMIT "8388608"

/** One of the file's tracks. */
typedef struct track {
    GstElement *source;
    /** Of the newest buffer, in the file's own time. */
    GstClockTime last;
} track;

struct recorder {
    GMutex lock;
    int file;
    /** Not in NULL before `is_finished`. */
    GstElement *pipeline;
    track pictures;
    track sounds;
    GstCaps *sound_caps;
    /** When the first key picture came, on the clock that all pipelines share. */
    GstClockTime start;
    gboolean is_finished;
};

/** Stops writing; threads that hang in the file keep it. */
static void stop(recorder *self) {
    if (!pipeline_stop(self->pipeline))
        self->file = -1;
}

static void destroy(gpointer memory) {
    recorder *self = memory;
    if (self->pipeline != NULL && !self->is_finished)
        stop(self);
    gst_clear_object(&self->pipeline);
    gst_caps_replace(&self->sound_caps, NULL);
    if (self->file >= 0)
        close(self->file);
    g_mutex_clear(&self->lock);
}

/** Opens a file to write; -1 for what is none: pipes and devices may never take what is written. */
static int open_file(const char *path) {
    // Without waiting for a pipe's reader.
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    struct stat kind;
    if (file < 0 || (fstat(file, &kind) == 0 && S_ISREG(kind.st_mode)))
        return file;
    close(file);
    return -1;
}

recorder *recorder_new(const char *path) {
    int file = open_file(path);
    if (file < 0)
        return NULL;
    recorder *self = g_atomic_rc_box_new0(recorder);
    g_mutex_init(&self->lock);
    self->file = file;
    return self;
}

recorder *recorder_hold(recorder *self) {
    return g_atomic_rc_box_acquire(self);
}

void recorder_drop(void *self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static GstElement *element(recorder *self, const char *name) {
    GstElement *found = gst_bin_get_by_name(GST_BIN(self->pipeline), name);
    if (found != NULL)
        gst_object_unref(found);
    return found;
}

static gboolean is_h264(const GstCaps *caps) {
    return gst_structure_has_name(gst_caps_get_structure(caps, 0), "video/x-h264");
}

static gboolean begin(recorder *self, GstCaps *caps, GstClockTime start) {
    // Parameters of appsrc are the same for both; sound only when there is some.
    const char *source = "format=time block=false leaky-type=downstream max-bytes=" WAITING_LIMIT;
    char *sound = self->sound_caps == NULL
                      ? g_strdup("")
                      : g_strdup_printf("appsrc name=sounds %s ! opusparse ! queue ! mux.", source);
    char *description =
        g_strdup_printf("%s name=mux offset-to-zero=true ! fdsink name=file sync=false "
                        "appsrc name=pictures %s ! %s ! queue ! mux. %s",
                        // WebM proper has no H.264; its parent format has.
                        is_h264(caps) ? "matroskamux" : "webmmux", source,
                        is_h264(caps) ? "h264parse" : "identity", sound);
    g_free(sound);
    self->pipeline = gst_parse_launch_full(description, NULL, GST_PARSE_FLAG_FATAL_ERRORS, NULL);
    g_free(description);
    if (self->pipeline == NULL)
        return FALSE;
    gst_object_ref_sink(self->pipeline);
    g_object_set(element(self, "file"), "fd", self->file, NULL);
    self->pictures.source = element(self, "pictures");
    self->sounds.source = element(self, "sounds");
    g_object_set(self->pictures.source, "caps", caps, NULL);
    if (self->sounds.source != NULL)
        g_object_set(self->sounds.source, "caps", self->sound_caps, NULL);
    self->start = start;
    return gst_element_set_state(self->pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE;
}

/** When a buffer came, the same for pipelines that were started at other times. */
static GstClockTime moment(GstPad *from, GstBuffer *buffer) {
    GstElement *element = gst_pad_get_parent_element(from);
    if (element == NULL)
        return GST_CLOCK_TIME_NONE;
    GstClockTime base = gst_element_get_base_time(element);
    gst_object_unref(element);
    return GST_BUFFER_PTS_IS_VALID(buffer) ? base + GST_BUFFER_PTS(buffer) : GST_CLOCK_TIME_NONE;
}

/** Hands a copy on, which shares the bytes, in the file's own time. */
static void write_out(recorder *self, track *track, GstPad *from, GstBuffer *buffer) {
    GstClockTime time = moment(from, buffer);
    if (track->source == NULL || !GST_CLOCK_TIME_IS_VALID(time) || time < self->start)
        return;
    // When packets begin to come faster or slower, GStreamer may put them a little back in time.
    time = MAX(time - self->start, track->last + GST_MSECOND);
    track->last = time;
    GstBuffer *copy = gst_buffer_copy(buffer);
    GST_BUFFER_PTS(copy) = time;
    GST_BUFFER_DTS(copy) = GST_CLOCK_TIME_NONE;
    gst_app_src_push_buffer(GST_APP_SRC(track->source), copy);
}

/** Begins with a key picture whose caps and time are known. */
static void begin_if_possible(recorder *self, GstPad *from, GstBuffer *buffer) {
    GstClockTime time = moment(from, buffer);
    GstCaps *caps = gst_pad_get_current_caps(from);
    if (caps == NULL)
        return;
    if (GST_CLOCK_TIME_IS_VALID(time) && !begin(self, caps, time)) {
        self->is_finished = TRUE;
        if (self->pipeline != NULL)
            stop(self);
    }
    gst_caps_unref(caps);
}

gboolean recorder_picture(recorder *self, GstPad *from, GstBuffer *buffer) {
    gboolean is_key = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    g_mutex_lock(&self->lock);
    if (!self->is_finished && self->pipeline == NULL && is_key)
        begin_if_possible(self, from, buffer);
    if (!self->is_finished)
        write_out(self, &self->pictures, from, buffer);
    gboolean is_waiting = !self->is_finished && self->pipeline == NULL;
    g_mutex_unlock(&self->lock);
    return is_waiting;
}

void recorder_sound(recorder *self, GstPad *from, GstBuffer *buffer) {
    g_mutex_lock(&self->lock);
    if (self->pipeline == NULL) {
        GstCaps *caps = gst_pad_get_current_caps(from);
        gst_caps_replace(&self->sound_caps, caps);
        gst_clear_caps(&caps);
    }
    if (!self->is_finished)
        write_out(self, &self->sounds, from, buffer);
    g_mutex_unlock(&self->lock);
}

void recorder_finish(recorder *self) {
    g_mutex_lock(&self->lock);
    gboolean is_writing = !self->is_finished && self->pipeline != NULL;
    self->is_finished = TRUE;
    if (is_writing) {
        gst_app_src_end_of_stream(GST_APP_SRC(self->pictures.source));
        if (self->sounds.source != NULL)
            gst_app_src_end_of_stream(GST_APP_SRC(self->sounds.source));
    }
    g_mutex_unlock(&self->lock);
    if (!is_writing)
        return;
    GstBus *bus = gst_element_get_bus(self->pipeline);
    GstMessage *last = gst_bus_timed_pop_filtered(bus, FINISH_SECONDS * GST_SECOND,
                                                  GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    if (last != NULL)
        gst_message_unref(last);
    gst_object_unref(bus);
    stop(self);
}
