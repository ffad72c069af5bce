/* SPDX-License-Identifier: Apache-2.0 */
#include "rtc_config.h"

#include <cjson/cJSON.h>
#include <string.h>

/** Each server makes the gathering of candidates slower. */
enum { MAX_ICE_SERVERS = 8 };

static const char *text_of(const cJSON *object, const char *key) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

/** Whether an address is printable ASCII without spaces: GStreamer and HTTP receive it unchanged.
 */
static gboolean is_plain(const char *text) {
    if (text == NULL || *text == '\0')
        return FALSE;
    for (; *text != '\0'; text++)
        if (!g_ascii_isgraph(*text))
            return FALSE;
    return TRUE;
}

/** `stun:host:port` as `stun://host:port`, which GStreamer expects; NULL for anything else. */
static char *stun_server(const char *url) {
    if (!g_str_has_prefix(url, "stun:"))
        return NULL;
    return g_strconcat("stun://", url + strlen("stun:"), NULL);
}

static char *turn_server(const char *url, const char *user, const char *password) {
    const char *colon = strchr(url, ':');
    gboolean is_turn = g_str_has_prefix(url, "turn:") || g_str_has_prefix(url, "turns:");
    if (!is_turn || user == NULL || password == NULL)
        return NULL;
    char *name = g_uri_escape_string(user, NULL, FALSE);
    char *secret = g_uri_escape_string(password, NULL, FALSE);
    char *server =
        g_strdup_printf("%.*s://%s:%s@%s", (int)(colon - url), url, name, secret, colon + 1);
    g_free(name);
    g_free(secret);
    return server;
}

static void add_server(GPtrArray *servers, const cJSON *entry, const cJSON *url) {
    const char *text = cJSON_GetStringValue(url);
    if (!is_plain(text) || servers->len >= MAX_ICE_SERVERS)
        return;
    char *server = stun_server(text);
    if (server == NULL)
        server = turn_server(text, text_of(entry, "username"), text_of(entry, "credential"));
    if (server != NULL)
        g_ptr_array_add(servers, server);
}

static char **ice_servers(const cJSON *list) {
    GPtrArray *servers = g_ptr_array_new();
    const cJSON *entry = NULL;
    cJSON_ArrayForEach(entry, list) {
        const cJSON *urls = cJSON_GetObjectItemCaseSensitive(entry, "urls");
        const cJSON *url = NULL;
        if (cJSON_IsArray(urls)) {
            cJSON_ArrayForEach(url, urls) add_server(servers, entry, url);
        } else {
            add_server(servers, entry, urls);
        }
    }
    g_ptr_array_add(servers, NULL);
    return (char **)g_ptr_array_free(servers, FALSE);
}

static gboolean is_loopback(const char *host) {
    return g_strcmp0(host, "localhost") == 0 || g_strcmp0(host, "::1") == 0 ||
           (host != NULL && g_str_has_prefix(host, "127."));
}

OysterRtcConfig *rtc_config_parse(const char *rtc_config) {
    cJSON *root = cJSON_Parse(rtc_config);
    const char *url = text_of(root, "signalingUrl");
    GUri *address = is_plain(url) ? g_uri_parse(url, G_URI_FLAGS_NONE, NULL) : NULL;
    OysterRtcConfig *self = NULL;
    if (address != NULL) {
        const char *scheme = g_uri_get_scheme(address);
        gboolean is_local = is_loopback(g_uri_get_host(address));
        if (g_strcmp0(scheme, "https") == 0 || (g_strcmp0(scheme, "http") == 0 && is_local)) {
            self = g_new0(OysterRtcConfig, 1);
            self->signaling_url = g_strdup(url);
            self->token = g_strdup(text_of(root, "token"));
            self->ice_servers = ice_servers(cJSON_GetObjectItemCaseSensitive(root, "iceServers"));
            self->is_relay_only = g_strcmp0(text_of(root, "iceTransportPolicy"), "relay") == 0;
            self->is_local = is_local;
        }
        g_uri_unref(address);
    }
    cJSON_Delete(root);
    return self;
}

void rtc_config_free(OysterRtcConfig *self) {
    if (self == NULL)
        return;
    g_free(self->signaling_url);
    g_free(self->token);
    g_strfreev(self->ice_servers);
    g_free(self);
}
