/* SPDX-License-Identifier: Apache-2.0 */
/* The statistics of webrtcbin, on their way to whoever asked. */
#include "inside.h"

typedef struct question {
    void (*done)(void *context, const GstStructure *all);
    void *context;
    void (*release)(void *context);
} question;

static void on_statistics(GstPromise *promise, gpointer context) {
    question *asked = context;
    if (gst_promise_wait(promise) == GST_PROMISE_RESULT_REPLIED) {
        const GstStructure *reply = gst_promise_get_reply(promise);
        if (reply != NULL && !gst_structure_has_field(reply, "error"))
            asked->done(asked->context, reply);
    }
    gst_promise_unref(promise);
}

static void free_question(gpointer context) {
    question *asked = context;
    asked->release(asked->context);
    g_free(asked);
}

void peer_statistics(peer *self, void (*done)(void *context, const GstStructure *all),
                     void *context, void (*release)(void *context)) {
    question *asked = g_new(question, 1);
    *asked = (question){done, context, release};
    g_signal_emit_by_name(self->bin, "get-stats", NULL,
                          gst_promise_new_with_change_func(on_statistics, asked, free_question));
}
