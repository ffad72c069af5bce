/* SPDX-License-Identifier: Apache-2.0 */
/* A received video track: from RTP packets to the host's frames. It is decoded only while the host
 * wants frames. */
#include "video.h"

#include <gst/app/gstappsink.h>
#include <gst/video/video.h>

#include "../peer/element_bin.h"

/** The engine repeats a request for a key frame after this time if none has arrived. */
enum { KEY_REQUEST_INTERVAL_US = 250 * 1000 };

/** The sizes that stream_engine.h allows, in pixels. */
enum { MIN_SIDE = 16, MAX_SIDE = 8192 };

/** Slightly more than 8K. A decoder allocates memory for the size that a frame claims. */
enum { MAX_PIXELS = 36 * 1000 * 1000 };

/** Reference-counted: its probes and callbacks hold one reference each. */
typedef struct OysterVideoTrack {
    OysterReceiver *receiver;
    /** Static text. */
    const char *codec;
    /** The SSRC of the newest packet. */
    guint32 ssrc;
    /** The depayloader's source pad. Borrowed: it owns the probe, which owns this. */
    GstPad *encoded;
    /** Frames were not decoded: the next one to decode must be a key frame. */
    gboolean needs_key;
    gboolean is_size_logged;
    /** Of the newest decoded frame; 0 before. */
    int width, height;
    gboolean is_too_large;
    /** The engine requested a key frame at `requested_us`, and none has arrived since. */
    gboolean is_key_requested;
    gint64 requested_us;
    gint64 decode_start_us;
    gint64 last_us;
} OysterVideoTrack;

static void destroy(gpointer memory) {
    OysterVideoTrack *self = memory;
    receiver_unref(self->receiver);
}

static void unref(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static void request_key_frame(OysterVideoTrack *self) {
    // Upstream from the depayloader to webrtcbin, which sends a PLI.
    gst_pad_send_event(self->encoded,
                       gst_video_event_new_upstream_force_key_unit(GST_CLOCK_TIME_NONE, TRUE, 0));
}

static void record(OysterVideoTrack *self, GstBuffer *buffer) {
    OysterRecorder *recorder = receiver_recorder(self->receiver);
    if (recorder == NULL)
        return;
    gboolean has_audio = receiver_expects_audio(self->receiver);
    if (recorder_write_frame(recorder, self->encoded, buffer, has_audio))
        request_key_frame(self);
    recorder_unref(recorder);
}

/** All requests for a key frame pass here: the engine's, and one of the depayloader for each frame
 *  that it cannot use after a loss. The first is sent at once; until the key frame arrives, at most
 *  one more is sent per KEY_REQUEST_INTERVAL_US. */
static GstPadProbeReturn on_request(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    OysterVideoTrack *self = context;
    if (!gst_video_event_is_force_key_unit(GST_PAD_PROBE_INFO_EVENT(info)))
        return GST_PAD_PROBE_OK;
    gint64 now = g_get_monotonic_time();
    if (self->is_key_requested && now - self->requested_us < KEY_REQUEST_INTERVAL_US)
        return GST_PAD_PROBE_DROP;
    self->is_key_requested = TRUE;
    self->requested_us = now;
    sink_log(receiver_sink(self->receiver), OYSTER_LOG_LEVEL_DEBUG,
             "the engine requests a key frame from the server");
    return GST_PAD_PROBE_OK;
}

/** Finds the video's SSRC for the statistics; a server may change it at any time. */
static GstPadProbeReturn on_packet(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    OysterVideoTrack *self = context;
    guint32 ssrc = 0;
    // The third word of an RTP packet.
    gst_buffer_extract(GST_PAD_PROBE_INFO_BUFFER(info), 8, &ssrc, sizeof ssrc);
    ssrc = g_ntohl(ssrc);
    if (ssrc != self->ssrc) {
        self->ssrc = ssrc;
        stats_video_ssrc(receiver_stats(self->receiver), self->codec, ssrc);
    }
    return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn on_encoded(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    OysterVideoTrack *self = context;
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    OysterStats *stats = receiver_stats(self->receiver);
    gboolean is_key = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    if (is_key)
        self->is_key_requested = FALSE;
    if (stats_frame_received(stats, is_key))
        sink_first_frame(receiver_sink(self->receiver));
    record(self, buffer);
    if (!sink_wants_frames(receiver_sink(self->receiver))) {
        self->needs_key = TRUE;
        stats_frame_shown(stats);
        return GST_PAD_PROBE_DROP;
    }
    if (self->needs_key && !is_key) {
        request_key_frame(self);
        stats_frame_dropped(stats);
        return GST_PAD_PROBE_DROP;
    }
    self->needs_key = FALSE;
    self->decode_start_us = g_get_monotonic_time();
    return GST_PAD_PROBE_OK;
}

static void check_size(OysterVideoTrack *self, GstEvent *event) {
    if (GST_EVENT_TYPE(event) != GST_EVENT_CAPS)
        return;
    GstCaps *caps = NULL;
    gst_event_parse_caps(event, &caps);
    const GstStructure *one = gst_caps_get_structure(caps, 0);
    int width = 0, height = 0;
    gst_structure_get_int(one, "width", &width);
    gst_structure_get_int(one, "height", &height);
    self->is_too_large =
        width > MAX_SIDE || height > MAX_SIDE || (gint64)width * height > MAX_PIXELS;
    if (self->is_too_large)
        sink_log(receiver_sink(self->receiver), OYSTER_LOG_LEVEL_WARNING,
                 "the engine does not decode frames of %dx%d pixels", width, height);
}

/** Drops frames before the decoder that would take too much memory. */
static GstPadProbeReturn on_decoder_input(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    OysterVideoTrack *self = context;
    if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) {
        check_size(self, GST_PAD_PROBE_INFO_EVENT(info));
        return GST_PAD_PROBE_OK;
    }
    if (!self->is_too_large)
        return GST_PAD_PROBE_OK;
    stats_frame_dropped(receiver_stats(self->receiver));
    return GST_PAD_PROBE_DROP;
}

/** A decoded frame, mapped in the decoder's own memory until the library releases it. */
typedef struct OysterMappedFrame {
    GstVideoFrame mapped;
} OysterMappedFrame;

static void release_frame(void *owner) {
    OysterMappedFrame *self = owner;
    gst_video_frame_unmap(&self->mapped);
    g_free(self);
}

static gboolean is_size_supported(OysterVideoTrack *self, const GstVideoInfo *info) {
    int sides[] = {GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info)};
    for (gsize index = 0; index < G_N_ELEMENTS(sides); index++) {
        if (sides[index] >= MIN_SIDE && sides[index] <= MAX_SIDE)
            continue;
        if (!self->is_size_logged)
            sink_log(receiver_sink(self->receiver), OYSTER_LOG_LEVEL_WARNING,
                     "the library does not take frames of %dx%d pixels", sides[0], sides[1]);
        self->is_size_logged = TRUE;
        return FALSE;
    }
    return TRUE;
}

/** The library takes even sides only: the last row or column of an odd side is cropped. */
static uint32_t even(int side) {
    return (uint32_t)side & ~1u;
}

static void log_size(OysterVideoTrack *self, const GstVideoInfo *info) {
    int width = GST_VIDEO_INFO_WIDTH(info), height = GST_VIDEO_INFO_HEIGHT(info);
    if (width == self->width && height == self->height)
        return;
    self->width = width;
    self->height = height;
    self->is_size_logged = FALSE;
    sink_log(receiver_sink(self->receiver), OYSTER_LOG_LEVEL_DEBUG,
             "the video has %dx%d pixels, the host gets %ux%u", width, height, even(width),
             even(height));
}

static void deliver(OysterVideoTrack *self, OysterMappedFrame *owner) {
    GstVideoFrame *mapped = &owner->mapped;
    oyster_stream_frame frame = {
        .size = sizeof frame,
        .format = OYSTER_PIXEL_FORMAT_I420,
        .width = even(GST_VIDEO_FRAME_WIDTH(mapped)),
        .height = even(GST_VIDEO_FRAME_HEIGHT(mapped)),
        .pts_us = receiver_next_time_us(self->receiver, &self->last_us),
        .release = release_frame,
        .owner = owner,
    };
    for (guint plane = 0; plane < 3; plane++) {
        frame.strides[plane] = (uint32_t)GST_VIDEO_FRAME_PLANE_STRIDE(mapped, plane);
        frame.planes[plane] = GST_VIDEO_FRAME_PLANE_DATA(mapped, plane);
    }
    sink_frame(receiver_sink(self->receiver), &frame);
    stats_frame_delivered(receiver_stats(self->receiver));
}

static GstFlowReturn on_decoded(GstAppSink *sink, gpointer context) {
    OysterVideoTrack *self = context;
    OysterStats *stats = receiver_stats(self->receiver);
    GstSample *sample = gst_app_sink_try_pull_sample(sink, 0);
    if (sample == NULL)
        return GST_FLOW_OK;
    GstVideoInfo info;
    OysterMappedFrame *frame = g_new0(OysterMappedFrame, 1);
    gboolean is_good =
        gst_video_info_from_caps(&info, gst_sample_get_caps(sample)) &&
        is_size_supported(self, &info) &&
        gst_video_frame_map(&frame->mapped, &info, gst_sample_get_buffer(sample), GST_MAP_READ);
    gst_sample_unref(sample);
    if (!is_good) {
        g_free(frame);
        stats_frame_dropped(stats);
        return GST_FLOW_OK;
    }
    log_size(self, &info);
    stats_frame_decoded(stats, g_get_monotonic_time() - self->decode_start_us,
                        (int)even(GST_VIDEO_INFO_WIDTH(&info)),
                        (int)even(GST_VIDEO_INFO_HEIGHT(&info)));
    deliver(self, frame);
    stats_frame_shown(stats);
    return GST_FLOW_OK;
}

static const char *decoder_description(const char *encoding) {
    if (g_strcmp0(encoding, "VP8") == 0)
        return "rtpvp8depay name=depay request-keyframe=true wait-for-keyframe=true ! "
               "vp8dec name=decoder threads=1";
    if (g_strcmp0(encoding, "H264") == 0)
        return "rtph264depay name=depay request-keyframe=true wait-for-keyframe=true ! "
               "h264parse ! avdec_h264 name=decoder max-threads=1";
    return NULL;
}

gboolean video_attach(OysterReceiver *receiver, OysterPeer *peer, GstPad *track,
                      const char *encoding) {
    const char *decoder = decoder_description(encoding);
    if (decoder == NULL)
        return FALSE;
    // videoconvert copies nothing when the decoder's output is I420 already.
    char *description =
        g_strdup_printf("%s ! videoconvert ! video/x-raw,format=I420 ! "
                        "appsink name=frames sync=false async=false max-buffers=1 drop=true",
                        decoder);
    GstElement *bin = element_bin_add(peer, description);
    g_free(description);
    if (bin == NULL)
        return FALSE;
    OysterVideoTrack *self = g_atomic_rc_box_new0(OysterVideoTrack);
    self->receiver = receiver_ref(receiver);
    self->codec = g_strcmp0(encoding, "VP8") == 0 ? "VP8" : "H264";
    gst_pad_add_probe(element_bin_pad(bin, "depay", "sink"), GST_PAD_PROBE_TYPE_BUFFER, on_packet,
                      g_atomic_rc_box_acquire(self), unref);
    gst_pad_add_probe(element_bin_pad(bin, "depay", "sink"), GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
                      on_request, g_atomic_rc_box_acquire(self), unref);
    self->encoded = element_bin_pad(bin, "depay", "src");
    gst_pad_add_probe(self->encoded, GST_PAD_PROBE_TYPE_BUFFER, on_encoded,
                      g_atomic_rc_box_acquire(self), unref);
    GstPad *decoder_input = element_bin_pad(bin, "decoder", "sink");
    gst_pad_add_probe(decoder_input,
                      GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
                      on_decoder_input, g_atomic_rc_box_acquire(self), unref);
    GstAppSinkCallbacks callbacks = {.new_sample = on_decoded};
    gst_app_sink_set_callbacks(GST_APP_SINK(element_bin_find(bin, "frames")), &callbacks, self,
                               unref);
    return element_bin_link_track(bin, track);
}
