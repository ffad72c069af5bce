/* SPDX-License-Identifier: Apache-2.0 */
/* The statistics of webrtcbin, on their way to whoever pending. */
#include "peer_private.h"

typedef struct OysterPendingRequest {
    void (*done)(void *context, const GstStructure *all);
    void *context;
    void (*release)(void *context);
} OysterPendingRequest;

static void on_statistics(GstPromise *promise, gpointer context) {
    OysterPendingRequest *pending = context;
    if (gst_promise_wait(promise) == GST_PROMISE_RESULT_REPLIED) {
        const GstStructure *reply = gst_promise_get_reply(promise);
        if (reply != NULL && !gst_structure_has_field(reply, "error"))
            pending->done(pending->context, reply);
    }
    gst_promise_unref(promise);
}

static void free_pending_request(gpointer context) {
    OysterPendingRequest *pending = context;
    pending->release(pending->context);
    g_free(pending);
}

void peer_statistics(OysterPeer *self, void (*done)(void *context, const GstStructure *all),
                     void *context, void (*release)(void *context)) {
    OysterPendingRequest *pending = g_new(OysterPendingRequest, 1);
    *pending = (OysterPendingRequest){done, context, release};
    g_signal_emit_by_name(
        self->bin, "get-stats", NULL,
        gst_promise_new_with_change_func(on_statistics, pending, free_pending_request));
}
