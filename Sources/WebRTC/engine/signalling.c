/* SPDX-License-Identifier: Apache-2.0 */
#include "signalling.h"

#include <string.h>

/** A DELETE without a response is given up after this time. */
enum { DELETE_TIMEOUT_MS = 2000 };

typedef struct OysterPendingRequest {
    OysterStream *stream;
    guint attempt;
    OysterResponseFn on_response;
} OysterPendingRequest;

static void on_done(void *owner, const oyster_stream_http_response *response) {
    OysterPendingRequest *pending = owner;
    stream_post(pending->stream,
                (OysterTask){
                    .run = pending->on_response,
                    .attempt = pending->attempt,
                    .value = response->status,
                    .text = g_strdup(response->status == 0 ? response->failure : response->body),
                    .location = g_strdup(response->location),
                });
    stream_unref(pending->stream);
    g_free(pending);
}

static gboolean send_request(OysterStream *self, const char *method, const char *url,
                             const char *body, uint32_t timeout_ms, OysterResponseFn on_response) {
    OysterPendingRequest *pending = g_new(OysterPendingRequest, 1);
    *pending = (OysterPendingRequest){stream_ref(self), self->reconnect.attempt, on_response};
    const oyster_stream_http_request request = {
        .size = sizeof request,
        .method = method,
        .url = url,
        .bearer = self->config->token,
        .content_type = body == NULL ? NULL : "application/sdp",
        .body = body,
        .body_length = body == NULL ? 0 : strlen(body),
        .timeout_ms = timeout_ms,
        .done = on_done,
        .owner = pending,
    };
    self->pending_requests++;
    if (sink_http(self->sink, &request))
        return TRUE;
    self->pending_requests--;
    stream_unref(pending->stream);
    g_free(pending);
    return FALSE;
}

gboolean signalling_send_offer(OysterStream *self, const char *offer, OysterResponseFn on_answer) {
    return send_request(self, "POST", self->config->signaling_url, offer, ATTEMPT_TIMEOUT_US / 1000,
                        on_answer);
}

static void on_deleted(OysterStream *self, const OysterTask *response) {
    (void)response;
    self->pending_requests--;
    stream_quit_if_idle(self);
}

/** The token must not be sent to another scheme, host or port. */
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

void signalling_delete(OysterStream *self, const char *resource_url) {
    if (resource_url != NULL && is_same_origin(resource_url, self->config->signaling_url))
        send_request(self, "DELETE", resource_url, NULL, DELETE_TIMEOUT_MS, on_deleted);
}
