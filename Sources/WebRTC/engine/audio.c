/* SPDX-License-Identifier: Apache-2.0 */
/* From RTP packets to sound; decoded only while somebody listens. */
#include <gst/app/gstappsink.h>
#include <gst/audio/audio.h>

#include "../peer/element_bin.h"
#include "receiver.h"
#include "audio_sink.h"

/** What the host gets. */
enum { SAMPLE_RATE = 48000, CHANNELS = 2 };

/** One audio track. */
typedef struct OysterAudioTrack {
    OysterReceiver *receiver;
    /** Borrowed: the pad owns the probe, which owns this. */
    GstPad *encoded;
    gint64 last_us;
    /** For the default output, if the host wants that. */
    OysterAudioSink *speaker;
    gboolean was_audio_sink_tried;
} OysterAudioTrack;

static void destroy(gpointer memory) {
    OysterAudioTrack *self = memory;
    audio_sink_free(self->speaker);
    receiver_unref(self->receiver);
}

static void drop(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static void record(OysterAudioTrack *self, GstBuffer *buffer) {
    OysterRecorder *recorder = receiver_recorder(self->receiver);
    if (recorder == NULL)
        return;
    recorder_write_audio(recorder, self->encoded, buffer);
    recorder_unref(recorder);
}

static gboolean is_heard(OysterAudioTrack *self) {
    return receiver_plays_audio(self->receiver) || sink_wants_audio(receiver_sink(self->receiver));
}

static GstPadProbeReturn on_encoded(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    OysterAudioTrack *self = context;
    record(self, GST_PAD_PROBE_INFO_BUFFER(info));
    return is_heard(self) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

static void play(OysterAudioTrack *self, GstSample *sample) {
    if (!receiver_plays_audio(self->receiver))
        return;
    if (!self->was_audio_sink_tried)
        self->speaker = audio_sink_new(receiver_sink(self->receiver));
    self->was_audio_sink_tried = TRUE;
    if (self->speaker != NULL)
        audio_sink_play(self->speaker, gst_sample_get_caps(sample), gst_sample_get_buffer(sample));
}

static GstFlowReturn on_decoded(GstAppSink *sink, gpointer context) {
    OysterAudioTrack *self = context;
    GstSample *sample = gst_app_sink_try_pull_sample(sink, 0);
    if (sample == NULL)
        return GST_FLOW_OK;
    GstMapInfo map;
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    // The decoder fills gaps also when nothing was given to it.
    if (!is_heard(self)) {
        gst_sample_unref(sample);
        return GST_FLOW_OK;
    }
    play(self, sample);
    if (gst_buffer_map(buffer, &map, GST_MAP_READ)) {
        oyster_stream_audio audio = {
            .size = sizeof audio,
            .sample_rate = SAMPLE_RATE,
            .channels = CHANNELS,
            .frame_count = (uint32_t)(map.size / (CHANNELS * sizeof(int16_t))),
            .samples = (const int16_t *)(const void *)map.data,
            .pts_us = receiver_next_time_us(self->receiver, &self->last_us),
        };
        if (audio.frame_count > 0)
            sink_audio(receiver_sink(self->receiver), &audio);
        gst_buffer_unmap(buffer, &map);
    }
    gst_sample_unref(sample);
    return GST_FLOW_OK;
}

gboolean audio_attach(OysterReceiver *receiver, OysterPeer *peer, GstPad *track) {
    char *description = g_strdup_printf(
        "rtpopusdepay name=depay ! opusdec plc=true ! audioconvert ! audioresample ! "
        "audio/x-raw,format=%s,rate=%d,channels=%d,layout=interleaved ! "
        "appsink name=sounds sync=false async=false max-buffers=16 drop=true",
        GST_AUDIO_NE(S16), SAMPLE_RATE, CHANNELS);
    GstElement *chain = element_bin_add(peer, description);
    g_free(description);
    if (chain == NULL)
        return FALSE;
    OysterAudioTrack *self = g_atomic_rc_box_new0(OysterAudioTrack);
    self->receiver = receiver_ref(receiver);
    self->encoded = element_bin_pad(chain, "depay", "src");
    gst_pad_add_probe(self->encoded, GST_PAD_PROBE_TYPE_BUFFER, on_encoded,
                      g_atomic_rc_box_acquire(self), drop);
    GstAppSinkCallbacks callbacks = {.new_sample = on_decoded};
    gst_app_sink_set_callbacks(GST_APP_SINK(element_bin_find(chain, "sounds")), &callbacks, self,
                               drop);
    return element_bin_link_track(chain, track);
}
