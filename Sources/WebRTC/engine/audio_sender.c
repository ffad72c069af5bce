/* SPDX-License-Identifier: Apache-2.0 */
#include "audio_sender.h"

#include <stdatomic.h>

#include "../peer/element_bin.h"
#include "audio_device.h"

#define RAW_AUDIO "audio/x-raw,format=S16LE,rate=48000,channels=1,layout=interleaved"

/** Audio per packet: short packets keep speech on time, long ones make silence cheap. */
enum { SPEECH_MS = 20, SILENCE_MS = 60 };

/** The name of the microphone's bin. */
#define MICROPHONE "oyster-microphone"

/** A microphone that a thread opens: an audio server may never answer. */
typedef struct OysterPendingMicrophone {
    atomic_bool is_done;
    /** Constant once `is_done`; NULL when there is no microphone. */
    GstElement *microphone;
} OysterPendingMicrophone;

/** Whether any thread of the process opens a microphone. */
static atomic_bool is_opening;

struct OysterAudioSender {
    OysterSink *sink;
    GstElement *bin;
    GstElement *selector;
    GstElement *encoder;
    /** NULL while silence is sent. */
    GstElement *microphone;
    /** The selector's pad for the microphone. */
    GstPad *microphone_pad;
    /** A microphone shall be opened, or is being opened. */
    gboolean is_wanted;
    OysterPendingMicrophone *pending;
};

OysterAudioSender *audio_sender_new(OysterPeer *peer, OysterSink *sink) {
    GstElement *bin = element_bin_add(
        peer, "audiotestsrc is-live=true wave=silence samplesperbuffer=2880 ! " RAW_AUDIO " ! "
              "input-selector name=selector sync-streams=false ! "
              "opusenc name=encoder bitrate=24000 complexity=2 dtx=true frame-size=60 ! rtpopuspay "
              "pt=97 ! "
              "capssetter caps=application/x-rtp,stereo=(string)1 ! capsfilter "
              "caps=application/x-rtp,media=audio,encoding-name=OPUS,clock-rate=48000,payload=97");
    if (bin == NULL || !element_bin_link_to_peer(peer, bin, FALSE))
        return NULL;
    OysterAudioSender *self = g_new0(OysterAudioSender, 1);
    self->sink = sink_ref(sink);
    self->bin = bin;
    self->selector = element_bin_find(bin, "selector");
    self->encoder = element_bin_find(bin, "encoder");
    return self;
}

static void select_pad(OysterAudioSender *self, GstPad *pad) {
    g_object_set(self->selector, "active-pad", pad, NULL);
}

static void select_silence(OysterAudioSender *self) {
    GstPad *silence = gst_element_get_static_pad(self->selector, "sink_0");
    select_pad(self, silence);
    gst_object_unref(silence);
}

/** A microphone that fails sends EOS, which must not end the track. The selector would also block
 *  the sending thread until the microphone is selected. */
static GstPadProbeReturn drop_eos(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad, (void)context;
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    return GST_EVENT_TYPE(event) == GST_EVENT_EOS ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}

/* Opening a microphone. */

static void free_pending(gpointer memory) {
    OysterPendingMicrophone *self = memory;
    if (self->microphone == NULL)
        return;
    gst_element_set_state(self->microphone, GST_STATE_NULL);
    gst_object_unref(self->microphone);
}

static gpointer open_microphone(gpointer context) {
    OysterPendingMicrophone *self = context;
    self->microphone = audio_device_open_microphone(RAW_AUDIO);
    atomic_store(&self->is_done, true);
    atomic_store(&is_opening, false);
    g_atomic_rc_box_release_full(self, free_pending);
    return NULL;
}

/** One thread at a time, so that an audio server that never answers costs one thread only. */
static void start_to_open(OysterAudioSender *self) {
    bool expected = false;
    if (!atomic_compare_exchange_strong(&is_opening, &expected, true))
        return;
    self->pending = g_atomic_rc_box_new0(OysterPendingMicrophone);
    GThread *thread = g_thread_try_new("oyster-mic", open_microphone,
                                       g_atomic_rc_box_acquire(self->pending), NULL);
    if (thread != NULL)
        g_thread_unref(thread);
    else
        open_microphone(self->pending);
}

static void forget_pending(OysterAudioSender *self) {
    self->is_wanted = FALSE;
    if (self->pending != NULL)
        g_atomic_rc_box_release_full(self->pending, free_pending);
    self->pending = NULL;
}

/* Using and releasing it. */

static gboolean link_microphone(OysterAudioSender *self) {
    self->microphone_pad = gst_element_request_pad_simple(self->selector, "sink_%u");
    GstPad *source = gst_element_get_static_pad(self->microphone, "src");
    gboolean is_linked = self->microphone_pad != NULL && source != NULL &&
                         gst_pad_link(source, self->microphone_pad) == GST_PAD_LINK_OK;
    if (source != NULL) {
        gst_pad_add_probe(source, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, drop_eos, NULL, NULL);
        gst_object_unref(source);
    }
    return is_linked;
}

static void release_microphone(OysterAudioSender *self) {
    select_silence(self);
    gst_element_set_locked_state(self->microphone, TRUE);
    gst_element_set_state(self->microphone, GST_STATE_NULL);
    if (self->microphone_pad != NULL)
        gst_element_release_request_pad(self->selector, self->microphone_pad);
    gst_bin_remove(GST_BIN(self->bin), self->microphone);
    g_clear_object(&self->microphone);
    g_clear_object(&self->microphone_pad);
    g_object_set(self->encoder, "frame-size", SILENCE_MS, NULL);
}

static void use_microphone(OysterAudioSender *self) {
    gst_object_set_name(GST_OBJECT(self->microphone), MICROPHONE);
    if (!gst_bin_add(GST_BIN(self->bin), self->microphone)) {
        sink_log(self->sink, OYSTER_LOG_LEVEL_WARNING,
                 "the microphone cannot be added, the engine sends silence");
        gst_element_set_state(self->microphone, GST_STATE_NULL);
        g_clear_object(&self->microphone);
        return;
    }
    if (!link_microphone(self)) {
        sink_log(self->sink, OYSTER_LOG_LEVEL_WARNING,
                 "the microphone cannot be linked, the engine sends silence");
        release_microphone(self);
        return;
    }
    // First select, then start: selecting makes the source negotiate again, and pulsesrc does not
    // negotiate at all when that happens while it starts.
    select_pad(self, self->microphone_pad);
    g_object_set(self->encoder, "frame-size", SPEECH_MS, NULL);
    if (!gst_element_sync_state_with_parent(self->microphone)) {
        sink_log(self->sink, OYSTER_LOG_LEVEL_WARNING,
                 "the microphone cannot be started, the engine sends silence");
        release_microphone(self);
    }
}

void audio_sender_set_microphone(OysterAudioSender *self, gboolean is_on) {
    if (is_on) {
        self->is_wanted = self->microphone == NULL;
        audio_sender_poll_microphone(self);
        return;
    }
    forget_pending(self);
    if (self->microphone != NULL)
        release_microphone(self);
}

void audio_sender_poll_microphone(OysterAudioSender *self) {
    if (!self->is_wanted)
        return;
    if (self->pending == NULL)
        start_to_open(self);
    if (self->pending == NULL || !atomic_load(&self->pending->is_done))
        return;
    self->microphone = g_steal_pointer(&self->pending->microphone);
    forget_pending(self);
    if (self->microphone != NULL)
        use_microphone(self);
    else
        sink_log(self->sink, OYSTER_LOG_LEVEL_INFO,
                 "there is no microphone, the engine sends silence");
}

gboolean audio_sender_is_microphone(GstObject *source) {
    GstObject *object = gst_object_ref(source);
    while (object != NULL && g_strcmp0(GST_OBJECT_NAME(object), MICROPHONE) != 0) {
        GstObject *parent = gst_object_get_parent(object);
        gst_object_unref(object);
        object = parent;
    }
    if (object != NULL)
        gst_object_unref(object);
    return object != NULL;
}

void audio_sender_free(OysterAudioSender *self) {
    if (self == NULL)
        return;
    forget_pending(self);
    g_clear_object(&self->microphone);
    g_clear_object(&self->microphone_pad);
    sink_unref(self->sink);
    g_free(self);
}
