/* SPDX-License-Identifier: Apache-2.0 */
#include "uplink.h"

#include "../peer/chain.h"
#include "sound_device.h"

#define SOUND "audio/x-raw,format=S16LE,rate=48000,channels=1,layout=interleaved"

/** Sound per packet: speech must not be late, silence must cost nothing. */
enum { SPEECH_MS = 20, SILENCE_MS = 60 };

/** The name of the microphone's bin. */
#define MICROPHONE "oyster-microphone"

struct uplink {
    outlet *outlet;
    GstElement *chain;
    GstElement *choice;
    GstElement *encoder;
    /** NULL while silence is sent. */
    GstElement *microphone;
    GstPad *entrance;
};

uplink *uplink_new(peer *peer, outlet *outlet) {
    GstElement *chain = chain_add(
        peer, "audiotestsrc is-live=true wave=silence samplesperbuffer=2880 ! " SOUND " ! "
              "input-selector name=choice sync-streams=false ! "
              "opusenc name=encoder bitrate=24000 complexity=2 dtx=true frame-size=60 ! rtpopuspay "
              "pt=97 ! "
              "capssetter caps=application/x-rtp,stereo=(string)1 ! capsfilter "
              "caps=application/x-rtp,media=audio,encoding-name=OPUS,clock-rate=48000,payload=97");
    if (chain == NULL || !chain_send(peer, chain, FALSE))
        return NULL;
    uplink *self = g_new0(uplink, 1);
    self->outlet = outlet_hold(outlet);
    self->chain = chain;
    self->choice = chain_find(chain, "choice");
    self->encoder = chain_find(chain, "encoder");
    return self;
}

static void choose(uplink *self, GstPad *pad) {
    g_object_set(self->choice, "active-pad", pad, NULL);
}

/** A microphone that fails says that its sound is over. That is not the end of ours, and the
 *  selector would hold the thread that says it until the microphone is chosen. */
static GstPadProbeReturn ignore_end(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad, (void)context;
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    return GST_EVENT_TYPE(event) == GST_EVENT_EOS ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}

static void choose_silence(uplink *self) {
    GstPad *silence = gst_element_get_static_pad(self->choice, "sink_0");
    choose(self, silence);
    gst_object_unref(silence);
}

static void take(uplink *self) {
    self->microphone = sound_device_microphone(SOUND);
    if (self->microphone == NULL) {
        outlet_log(self->outlet, OYSTER_LOG_LEVEL_INFO, "there is no microphone: sending silence");
        return;
    }
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
}

static void give_back(uplink *self) {
    choose_silence(self);
    gst_element_set_locked_state(self->microphone, TRUE);
    gst_element_set_state(self->microphone, GST_STATE_NULL);
    gst_element_release_request_pad(self->choice, self->entrance);
    gst_bin_remove(GST_BIN(self->chain), self->microphone);
    g_clear_object(&self->microphone);
    g_clear_object(&self->entrance);
}

void uplink_set_microphone(uplink *self, gboolean is_on) {
    if (is_on == (self->microphone != NULL))
        return;
    if (is_on)
        take(self);
    else
        give_back(self);
    g_object_set(self->encoder, "frame-size", is_on ? SPEECH_MS : SILENCE_MS, NULL);
}

gboolean uplink_is_microphone(GstObject *source) {
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

void uplink_free(uplink *self) {
    if (self == NULL)
        return;
    g_clear_object(&self->microphone);
    g_clear_object(&self->entrance);
    outlet_drop(self->outlet);
    g_free(self);
}
