/* SPDX-License-Identifier: Apache-2.0 */
#include "audio_sender.h"

#include "../peer/element_bin.h"
#include "audio_device.h"

#define SOUND "audio/x-raw,format=S16LE,rate=48000,channels=1,layout=interleaved"

/** Sound per packet: speech must not be late, silence must cost nothing. */
enum { SPEECH_MS = 20, SILENCE_MS = 60 };

/** The name of the microphone's bin. */
#define MICROPHONE "oyster-microphone"

/** A microphone that is being opened by a thread: a sound server may let it wait for ever. */
typedef struct OysterPendingMicrophone {
    /** Atomic; `microphone` is constant afterwards. */
    gboolean is_done;
    GstElement *microphone;
} OysterPendingMicrophone;

/** Whether any thread of the process opens one; atomic. */
static gboolean is_opening;

struct OysterAudioSender {
    OysterSink *sink;
    GstElement *chain;
    GstElement *choice;
    GstElement *encoder;
    /** NULL while silence is sent. */
    GstElement *microphone;
    GstPad *entrance;
    /** A microphone is to be opened, or is being opened. */
    gboolean is_wanted;
    OysterPendingMicrophone *opening;
};

OysterAudioSender *audio_sender_new(OysterPeer *peer, OysterSink *sink) {
    GstElement *chain = element_bin_add(
        peer, "audiotestsrc is-live=true wave=silence samplesperbuffer=2880 ! " SOUND " ! "
              "input-selector name=choice sync-streams=false ! "
              "opusenc name=encoder bitrate=24000 complexity=2 dtx=true frame-size=60 ! rtpopuspay "
              "pt=97 ! "
              "capssetter caps=application/x-rtp,stereo=(string)1 ! capsfilter "
              "caps=application/x-rtp,media=audio,encoding-name=OPUS,clock-rate=48000,payload=97");
    if (chain == NULL || !element_bin_link_to_peer(peer, chain, FALSE))
        return NULL;
    OysterAudioSender *self = g_new0(OysterAudioSender, 1);
    self->sink = sink_ref(sink);
    self->chain = chain;
    self->choice = element_bin_find(chain, "choice");
    self->encoder = element_bin_find(chain, "encoder");
    return self;
}

static void choose(OysterAudioSender *self, GstPad *pad) {
    g_object_set(self->choice, "active-pad", pad, NULL);
}

/** A microphone that fails says that its sound is over. That is not the end of ours, and the
 *  selector would hold the thread that says it until the microphone is chosen. */
static GstPadProbeReturn ignore_end(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad, (void)context;
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    return GST_EVENT_TYPE(event) == GST_EVENT_EOS ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}

static void choose_silence(OysterAudioSender *self) {
    GstPad *silence = gst_element_get_static_pad(self->choice, "sink_0");
    choose(self, silence);
    gst_object_unref(silence);
}

static void free_opening(gpointer memory) {
    OysterPendingMicrophone *self = memory;
    if (self->microphone == NULL)
        return;
    gst_element_set_state(self->microphone, GST_STATE_NULL);
    gst_object_unref(self->microphone);
}

static gpointer open_microphone(gpointer context) {
    OysterPendingMicrophone *self = context;
    self->microphone = audio_device_open_microphone(SOUND);
    g_atomic_int_set(&self->is_done, TRUE);
    g_atomic_int_set(&is_opening, FALSE);
    g_atomic_rc_box_release_full(self, free_opening);
    return NULL;
}

/** One at a time, so that a mute sound server costs no more than one thread. */
static void begin_to_open(OysterAudioSender *self) {
    if (!g_atomic_int_compare_and_exchange(&is_opening, FALSE, TRUE))
        return;
    self->opening = g_atomic_rc_box_new0(OysterPendingMicrophone);
    GThread *thread = g_thread_try_new("oyster-mic", open_microphone,
                                       g_atomic_rc_box_acquire(self->opening), NULL);
    if (thread != NULL)
        g_thread_unref(thread);
    else
        open_microphone(self->opening);
}

static void forget_opening(OysterAudioSender *self) {
    self->is_wanted = FALSE;
    if (self->opening != NULL)
        g_atomic_rc_box_release_full(self->opening, free_opening);
    self->opening = NULL;
}

static void take(OysterAudioSender *self) {
    gst_object_set_name(GST_OBJECT(self->microphone), MICROPHONE);
    gst_bin_add(GST_BIN(self->chain), self->microphone);
    self->entrance = gst_element_request_pad_simple(self->choice, "sink_%u");
    GstPad *from = gst_element_get_static_pad(self->microphone, "src");
    gst_pad_add_probe(from, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, ignore_end, NULL, NULL);
    gst_pad_link(from, self->entrance);
    gst_object_unref(from);
    // First the choice, then the start: choosing asks the source to negotiate again, and pulsesrc
    // forgets to negotiate at all when it hears that while it starts.
    choose(self, self->entrance);
    gst_element_sync_state_with_parent(self->microphone);
    g_object_set(self->encoder, "frame-size", SPEECH_MS, NULL);
}

static void give_back(OysterAudioSender *self) {
    choose_silence(self);
    gst_element_set_locked_state(self->microphone, TRUE);
    gst_element_set_state(self->microphone, GST_STATE_NULL);
    gst_element_release_request_pad(self->choice, self->entrance);
    gst_bin_remove(GST_BIN(self->chain), self->microphone);
    g_clear_object(&self->microphone);
    g_clear_object(&self->entrance);
    g_object_set(self->encoder, "frame-size", SILENCE_MS, NULL);
}

void audio_sender_set_microphone(OysterAudioSender *self, gboolean is_on) {
    if (is_on) {
        self->is_wanted = self->microphone == NULL;
        audio_sender_poll_microphone(self);
        return;
    }
    forget_opening(self);
    if (self->microphone != NULL)
        give_back(self);
}

void audio_sender_poll_microphone(OysterAudioSender *self) {
    if (!self->is_wanted)
        return;
    if (self->opening == NULL)
        begin_to_open(self);
    if (self->opening == NULL || !g_atomic_int_get(&self->opening->is_done))
        return;
    self->microphone = g_steal_pointer(&self->opening->microphone);
    forget_opening(self);
    if (self->microphone != NULL)
        take(self);
    else
        sink_log(self->sink, OYSTER_LOG_LEVEL_INFO, "there is no microphone: sending silence");
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
    forget_opening(self);
    g_clear_object(&self->microphone);
    g_clear_object(&self->entrance);
    sink_unref(self->sink);
    g_free(self);
}
