/* SPDX-License-Identifier: Apache-2.0 */
/* Requests to the signalling server, through the library; see docs/webrtc.md. */
#include <string.h>

#include "stream_private.h"

typedef struct OysterPendingRequest {
    OysterStream *stream;
    guint number;
    void (*then)(OysterStream *self, const OysterTask *task);
} OysterPendingRequest;

static void on_response(void *owner, const oyster_stream_http_response *response) {
    OysterPendingRequest *pending = owner;
    stream_post(pending->stream,
                (OysterTask){
                    .run = pending->then,
                    .number = pending->number,
                    .value = response->status,
                    .text = g_strdup(response->status == 0 ? response->failure : response->body),
                    .more = g_strdup(response->location),
                });
    stream_unref(pending->stream);
    g_free(pending);
}

static gboolean send_request(OysterStream *self, const char *method, const char *url,
                             const char *body, uint32_t timeout_ms,
                             void (*then)(OysterStream *self, const OysterTask *task)) {
    OysterPendingRequest *pending = g_new(OysterPendingRequest, 1);
    *pending = (OysterPendingRequest){stream_ref(self), self->number, then};
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
        .owner = pending,
    };
    self->requests++;
    if (sink_http(self->sink, &request))
        return TRUE;
    self->requests--;
    stream_unref(pending->stream);
    g_free(pending);
    return FALSE;
}

static void on_deleted(OysterStream *self, const OysterTask *task) {
    (void)task;
    self->requests--;
    stream_quit_if_idle(self);
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

void signalling_delete(OysterStream *self, const char *session) {
    if (session != NULL && is_same_origin(session, self->channel->signaling_url))
        send_request(self, "DELETE", session, NULL, DELETE_TIMEOUT_MS, on_deleted);
}

gboolean signalling_send_offer(OysterStream *self, const char *offer) {
    return send_request(self, "POST", self->channel->signaling_url, offer, ATTEMPT_US / 1000,
                        supervisor_answered);
}
