/* SPDX-License-Identifier: Apache-2.0 */
/* From RTP packets to sound; decoded only while somebody listens. */
#include <gst/app/gstappsink.h>
#include <gst/audio/audio.h>

#include "../peer/chain.h"
#include "receiver.h"
#include "speaker.h"

/** What the host gets. */
enum { SAMPLE_RATE = 48000, CHANNELS = 2 };

/** One audio track. */
typedef struct sound {
    receiver *receiver;
    /** Borrowed: the pad owns the probe, which owns this. */
    GstPad *encoded;
    gint64 last_us;
    /** For the default output, if the host wants that. */
    speaker *speaker;
    gboolean was_speaker_tried;
} sound;

static void destroy(gpointer memory) {
    sound *self = memory;
    speaker_free(self->speaker);
    receiver_drop(self->receiver);
}

static void drop(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static void record(sound *self, GstBuffer *buffer) {
    recorder *recorder = receiver_recorder(self->receiver);
    if (recorder == NULL)
        return;
    recorder_audio(recorder, self->encoded, buffer);
    recorder_drop(recorder);
}

static gboolean is_heard(sound *self) {
    return receiver_plays_audio(self->receiver) ||
           outlet_wants_audio(receiver_outlet(self->receiver));
}

static GstPadProbeReturn on_encoded(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    sound *self = context;
    record(self, GST_PAD_PROBE_INFO_BUFFER(info));
    return is_heard(self) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

static void play(sound *self, GstSample *sample) {
    if (!receiver_plays_audio(self->receiver))
        return;
    if (!self->was_speaker_tried)
        self->speaker = speaker_new(receiver_outlet(self->receiver));
    self->was_speaker_tried = TRUE;
    if (self->speaker != NULL)
        speaker_play(self->speaker, gst_sample_get_caps(sample), gst_sample_get_buffer(sample));
}

static GstFlowReturn on_decoded(GstAppSink *sink, gpointer context) {
    sound *self = context;
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
            .pts_us = receiver_time_us(self->receiver, &self->last_us),
        };
        if (audio.frame_count > 0)
            outlet_audio(receiver_outlet(self->receiver), &audio);
        gst_buffer_unmap(buffer, &map);
    }
    gst_sample_unref(sample);
    return GST_FLOW_OK;
}

gboolean sound_attach(receiver *receiver, peer *peer, GstPad *track) {
    char *description = g_strdup_printf(
        "rtpopusdepay name=depay ! opusdec plc=true ! audioconvert ! audioresample ! "
        "audio/x-raw,format=%s,rate=%d,channels=%d,layout=interleaved ! "
        "appsink name=sounds sync=false async=false max-buffers=16 drop=true",
        GST_AUDIO_NE(S16), SAMPLE_RATE, CHANNELS);
    GstElement *chain = chain_add(peer, description);
    g_free(description);
    if (chain == NULL)
        return FALSE;
    sound *self = g_atomic_rc_box_new0(sound);
    self->receiver = receiver_hold(receiver);
    self->encoded = chain_pad(chain, "depay", "src");
    gst_pad_add_probe(self->encoded, GST_PAD_PROBE_TYPE_BUFFER, on_encoded,
                      g_atomic_rc_box_acquire(self), drop);
    GstAppSinkCallbacks callbacks = {.new_sample = on_decoded};
    gst_app_sink_set_callbacks(GST_APP_SINK(chain_find(chain, "sounds")), &callbacks, self, drop);
    return chain_receive(chain, track);
}
