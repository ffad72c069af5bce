/* SPDX-License-Identifier: Apache-2.0 */
#include "negotiation.h"

#include <string.h>

#include "rtp_session.h"
#include "sdp_description.h"
#include "webrtc_api.h"

void negotiation_report_description(OysterPeer *self) {
    if (!peer_acquire(self))
        return;
    int gathering = 0;
    g_object_get(self->bin, "ice-gathering-state", &gathering, NULL);
    GstWebRTCSessionDescription *local = NULL;
    if (!self->is_described && gathering == OYSTER_GATHERING_COMPLETE)
        g_object_get(self->bin, "local-description", &local, NULL);
    if (local != NULL) {
        // webrtcbin hashes the whole PEM text, with the key, instead of the certificate.
        description_set_fingerprint(local->sdp, self->fingerprint);
        char *sdp = gst_sdp_message_as_text(local->sdp);
        gst_webrtc_session_description_free(local);
        self->is_described = TRUE;
        self->local_offer = g_strdup(sdp);
        self->events.described(self->events.context, sdp);
        g_free(sdp);
    }
    peer_release(self);
}

static gboolean has_error(const GstStructure *reply) {
    return reply != NULL && gst_structure_has_field(reply, "error");
}

/** Whether a step succeeded; if it failed, that is reported with the text `failure`. FALSE also
 * when the step was cancelled. */
static gboolean succeeded(OysterPeer *self, GstPromise *step, const char *failure) {
    if (gst_promise_wait(step) != GST_PROMISE_RESULT_REPLIED)
        return FALSE;
    const GstStructure *reply = gst_promise_get_reply(step);
    if (!has_error(reply))
        return TRUE;
    GError *error = NULL;
    gst_structure_get(reply, "error", G_TYPE_ERROR, &error, NULL);
    char *reason = g_strdup_printf("%s: %s", failure, error == NULL ? "?" : error->message);
    peer_fail(self, reason);
    g_free(reason);
    g_clear_error(&error);
    return FALSE;
}

static GstPromise *promise(OysterPeer *self, GstPromiseChangeFunc then) {
    return gst_promise_new_with_change_func(then, peer_ref(self), peer_unref);
}

static void on_local_set(GstPromise *step, gpointer self) {
    if (succeeded(self, step, "webrtcbin refused its own description"))
        negotiation_report_description(self);
    gst_promise_unref(step);
}

static void set_local(OysterPeer *self, GstPromise *made, const char *field) {
    GstWebRTCSessionDescription *description = NULL;
    if (succeeded(self, made, "webrtcbin made no description"))
        gst_structure_get(gst_promise_get_reply(made), field,
                          gst_webrtc_session_description_get_type(), &description, NULL);
    gst_promise_unref(made);
    if (description == NULL)
        return;
    rtp_session_read_clock_rates(self, description->sdp);
    g_signal_emit_by_name(self->bin, "set-local-description", description,
                          promise(self, on_local_set));
    gst_webrtc_session_description_free(description);
}

static void on_offer_made(GstPromise *made, gpointer self) {
    set_local(self, made, "offer");
}

static void on_answer_made(GstPromise *made, gpointer self) {
    set_local(self, made, "answer");
}

static void on_offer_set(GstPromise *step, gpointer context) {
    OysterPeer *self = context;
    if (succeeded(self, step, "webrtcbin refused the offer"))
        g_signal_emit_by_name(self->bin, "create-answer", NULL, promise(self, on_answer_made));
    gst_promise_unref(step);
}

static void on_answer_set(GstPromise *step, gpointer self) {
    succeeded(self, step, "webrtcbin refused the answer");
    gst_promise_unref(step);
}

static gboolean set_remote(OysterPeer *self, GstWebRTCSDPType type, const char *sdp,
                           GstPromiseChangeFunc then) {
    GstWebRTCSessionDescription *description = description_parse(type, sdp);
    if (description == NULL)
        return FALSE;
    g_rec_mutex_lock(&self->lock);
    g_strfreev(self->remote_fingerprints);
    self->remote_fingerprints = description_fingerprints(description->sdp);
    g_rec_mutex_unlock(&self->lock);
    g_signal_emit_by_name(self->bin, "set-remote-description", description, promise(self, then));
    gst_webrtc_session_description_free(description);
    return TRUE;
}

/* webrtcbin writes SSRCs only for tracks whose payloaders have set their caps. */

static gboolean has_ssrc(GstPad *pad) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (caps == NULL)
        return FALSE;
    gboolean has = gst_structure_has_field(gst_caps_get_structure(caps, 0), "ssrc");
    gst_caps_unref(caps);
    return has;
}

static gboolean are_tracks_ready(OysterPeer *self) {
    gboolean are_ready = TRUE;
    GST_OBJECT_LOCK(self->bin);
    for (GList *pad = self->bin->sinkpads; pad != NULL; pad = pad->next)
        are_ready = are_ready && has_ssrc(pad->data);
    GST_OBJECT_UNLOCK(self->bin);
    return are_ready;
}

static void negotiate(OysterPeer *self) {
    if (!peer_acquire(self))
        return;
    gboolean is_ready = self->is_waiting_for_caps && are_tracks_ready(self);
    if (is_ready)
        self->is_waiting_for_caps = FALSE;
    peer_release(self);
    if (!is_ready)
        return;
    if (self->remote_offer == NULL)
        g_signal_emit_by_name(self->bin, "create-offer", NULL, promise(self, on_offer_made));
    else if (!set_remote(self, GST_WEBRTC_SDP_TYPE_OFFER, self->remote_offer, on_offer_set))
        peer_fail(self, "the offer is not SDP");
}

static void on_caps(GstPad *pad, GParamSpec *property, OysterPeer *self) {
    (void)pad, (void)property;
    negotiate(self);
}

gboolean negotiation_start(OysterPeer *self) {
    g_rec_mutex_lock(&self->lock);
    self->is_waiting_for_caps = TRUE;
    g_rec_mutex_unlock(&self->lock);
    // No other thread changes the list: all tracks are added before the start.
    for (GList *pad = self->bin->sinkpads; pad != NULL; pad = pad->next)
        peer_connect_signal(self, pad->data, "notify::caps", G_CALLBACK(on_caps));
    if (gst_element_set_state(self->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
        return FALSE;
    negotiate(self);
    return TRUE;
}

OysterAnswerError negotiation_accept(OysterPeer *self, const char *answer) {
    OysterAnswerError error;
    char *clean = sdp_sanitize_answer(self->local_offer, answer, &error);
    if (clean != NULL && !set_remote(self, GST_WEBRTC_SDP_TYPE_ANSWER, clean, on_answer_set))
        error.reason = "the answer is not SDP";
    if (clean != NULL && strstr(clean, "m=application 0 ") != NULL)
        peer_log(self, "the server refuses data channels, so commands cannot be sent");
    g_free(clean);
    return error;
}
