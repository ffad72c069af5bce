/* SPDX-License-Identifier: Apache-2.0 */
/* Requests to the signalling server, through the library; see docs/webrtc.md. */
#include <string.h>

#include "stream_inside.h"

typedef struct question {
    stream *stream;
    guint number;
    void (*act)(stream *self, const note *note);
} question;

static void on_response(void *owner, const oyster_stream_http_response *response) {
    question *asked = owner;
    stream_post(asked->stream,
                (note){
                    .act = asked->act,
                    .number = asked->number,
                    .value = response->status,
                    .text = g_strdup(response->status == 0 ? response->failure : response->body),
                    .more = g_strdup(response->location),
                });
    stream_drop(asked->stream);
    g_free(asked);
}

static gboolean ask(stream *self, const char *method, const char *url, const char *body,
                    uint32_t timeout_ms, void (*then)(stream *self, const note *note)) {
    question *asked = g_new(question, 1);
    *asked = (question){stream_hold(self), self->number, then};
    const oyster_stream_http_request request = {
        .size = sizeof request,
        .method = method,
        .url = url,
        .bearer = self->channel->token,
        .content_type = body == NULL ? NULL : "application/sdp",
        .body = body,
        .body_length = body == NULL ? 0 : strlen(body),
        .timeout_ms = timeout_ms,
        .done = on_response,
        .owner = asked,
    };
    self->requests++;
    if (outlet_http(self->outlet, &request))
        return TRUE;
    self->requests--;
    stream_drop(asked->stream);
    g_free(asked);
    return FALSE;
}

static void on_goodbye(stream *self, const note *note) {
    (void)note;
    self->requests--;
    stream_finish_if_idle(self);
}

/** Whether two addresses have the same scheme, host and port: the token goes nowhere else. */
static gboolean is_same_origin(const char *left, const char *right) {
    GUri *a = g_uri_parse(left, G_URI_FLAGS_NONE, NULL);
    GUri *b = g_uri_parse(right, G_URI_FLAGS_NONE, NULL);
    gboolean is_same = a != NULL && b != NULL &&
                       g_strcmp0(g_uri_get_scheme(a), g_uri_get_scheme(b)) == 0 &&
                       g_strcmp0(g_uri_get_host(a), g_uri_get_host(b)) == 0 &&
                       g_uri_get_port(a) == g_uri_get_port(b);
    g_clear_pointer(&a, g_uri_unref);
    g_clear_pointer(&b, g_uri_unref);
    return is_same;
}

void signalling_goodbye(stream *self, const char *session) {
    if (session != NULL && is_same_origin(session, self->channel->signaling_url))
        ask(self, "DELETE", session, NULL, GOODBYE_MS, on_goodbye);
}

gboolean signalling_offer(stream *self, const char *offer) {
    return ask(self, "POST", self->channel->signaling_url, offer, ATTEMPT_US / 1000,
               course_answered);
}
