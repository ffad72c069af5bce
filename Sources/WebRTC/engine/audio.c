/* SPDX-License-Identifier: Apache-2.0 */
/* A received audio track: from RTP packets to samples. It is decoded only while the host plays or
 * reads audio. */
#include "audio.h"

#include <gst/app/gstappsink.h>
#include <gst/audio/audio.h>

#include "../peer/element_bin.h"
#include "audio_sink.h"

/** The format of the host's samples. */
enum { SAMPLE_RATE = 48000, CHANNELS = 2 };

/** Reference-counted: the probe and the appsink's callbacks hold one reference each. */
typedef struct OysterAudioTrack {
    OysterReceiver *receiver;
    /** The depayloader's pad. Borrowed: it owns the probe, which owns this. */
    GstPad *encoded;
    gint64 last_us;
    /** The default output if the host wants playback; NULL when it does not work. */
    OysterAudioSink *audio_sink;
    gboolean was_audio_sink_tried;
} OysterAudioTrack;

static void destroy(gpointer memory) {
    OysterAudioTrack *self = memory;
    audio_sink_free(self->audio_sink);
    receiver_unref(self->receiver);
}

static void unref(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static void record(OysterAudioTrack *self, GstBuffer *buffer) {
    OysterRecorder *recorder = receiver_recorder(self->receiver);
    if (recorder == NULL)
        return;
    recorder_write_audio(recorder, self->encoded, buffer);
    recorder_unref(recorder);
}

static gboolean is_wanted(OysterAudioTrack *self) {
    return receiver_plays_audio(self->receiver) || sink_wants_audio(receiver_sink(self->receiver));
}

static GstPadProbeReturn on_encoded(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    OysterAudioTrack *self = context;
    record(self, GST_PAD_PROBE_INFO_BUFFER(info));
    return is_wanted(self) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

static void play(OysterAudioTrack *self, GstSample *sample) {
    if (!receiver_plays_audio(self->receiver))
        return;
    if (!self->was_audio_sink_tried)
        self->audio_sink = audio_sink_new(receiver_sink(self->receiver));
    self->was_audio_sink_tried = TRUE;
    if (self->audio_sink != NULL)
        audio_sink_play(self->audio_sink, gst_sample_get_caps(sample),
                        gst_sample_get_buffer(sample));
}

static void deliver(OysterAudioTrack *self, GstBuffer *buffer) {
    GstMapInfo map;
    if (!gst_buffer_map(buffer, &map, GST_MAP_READ))
        return;
    const oyster_stream_audio audio = {
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

static GstFlowReturn on_decoded(GstAppSink *appsink, gpointer context) {
    OysterAudioTrack *self = context;
    GstSample *sample = gst_app_sink_try_pull_sample(appsink, 0);
    if (sample == NULL)
        return GST_FLOW_OK;
    // The decoder conceals gaps, so it also gives samples when the probe dropped all packets.
    if (is_wanted(self)) {
        play(self, sample);
        deliver(self, gst_sample_get_buffer(sample));
    }
    gst_sample_unref(sample);
    return GST_FLOW_OK;
}

gboolean audio_attach(OysterReceiver *receiver, OysterPeer *peer, GstPad *track) {
    char *description = g_strdup_printf(
        "rtpopusdepay name=depay ! opusdec plc=true ! audioconvert ! audioresample ! "
        "audio/x-raw,format=%s,rate=%d,channels=%d,layout=interleaved ! "
        "appsink name=samples sync=false async=false max-buffers=16 drop=true",
        GST_AUDIO_NE(S16), SAMPLE_RATE, CHANNELS);
    GstElement *bin = element_bin_add(peer, description);
    g_free(description);
    if (bin == NULL)
        return FALSE;
    OysterAudioTrack *self = g_atomic_rc_box_new0(OysterAudioTrack);
    self->receiver = receiver_ref(receiver);
    self->encoded = element_bin_pad(bin, "depay", "src");
    gst_pad_add_probe(self->encoded, GST_PAD_PROBE_TYPE_BUFFER, on_encoded,
                      g_atomic_rc_box_acquire(self), unref);
    GstAppSinkCallbacks callbacks = {.new_sample = on_decoded};
    gst_app_sink_set_callbacks(GST_APP_SINK(element_bin_find(bin, "samples")), &callbacks, self,
                               unref);
    return element_bin_link_track(bin, track);
}
