/* SPDX-License-Identifier: Apache-2.0 */
#include "sdp_description.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FINGERPRINTS = 16 };

GstWebRTCSessionDescription *description_parse(GstWebRTCSDPType type, const char *sdp) {
    size_t length = strnlen(sdp, DESCRIPTION_LIMIT + 1);
    GstSDPMessage *message = NULL;
    if (length == 0 || length > DESCRIPTION_LIMIT || gst_sdp_message_new(&message) != GST_SDP_OK)
        return NULL;
    if (gst_sdp_message_parse_buffer((const guint8 *)sdp, (guint)length, message) != GST_SDP_OK ||
        gst_sdp_message_medias_len(message) == 0) {
        gst_sdp_message_free(message);
        return NULL;
    }
    return gst_webrtc_session_description_new(type, message);
}

static int payload_in(const GstSDPMedia *media, const char *codec) {
    for (guint index = 0; index < gst_sdp_media_attributes_len(media); index++) {
        const GstSDPAttribute *attribute = gst_sdp_media_get_attribute(media, index);
        if (g_strcmp0(attribute->key, "rtpmap") != 0 || attribute->value == NULL)
            continue;
        const char *name = strchr(attribute->value, ' ');
        if (name != NULL && g_ascii_strncasecmp(name + 1, codec, strlen(codec)) == 0)
            return atoi(attribute->value) & 0x7f;
    }
    return -1;
}

int description_payload(const GstSDPMessage *message, const char *media, const char *codec) {
    for (guint index = 0; index < gst_sdp_message_medias_len(message); index++) {
        const GstSDPMedia *one = gst_sdp_message_get_media(message, index);
        if (g_strcmp0(gst_sdp_media_get_media(one), media) != 0)
            continue;
        int payload = payload_in(one, codec);
        if (payload >= 0)
            return payload;
    }
    return -1;
}

static void collect_fingerprint(GPtrArray *found, const GstSDPAttribute *attribute) {
    if (g_strcmp0(attribute->key, "fingerprint") == 0 && attribute->value != NULL &&
        found->len < MAX_FINGERPRINTS)
        g_ptr_array_add(found, g_strdup(attribute->value));
}

char **description_fingerprints(const GstSDPMessage *message) {
    GPtrArray *found = g_ptr_array_new();
    for (guint index = 0; index < gst_sdp_message_medias_len(message) && found->len == 0; index++) {
        const GstSDPMedia *media = gst_sdp_message_get_media(message, index);
        for (guint line = 0; line < gst_sdp_media_attributes_len(media); line++)
            collect_fingerprint(found, gst_sdp_media_get_attribute(media, line));
    }
    for (guint line = 0; line < gst_sdp_message_attributes_len(message); line++)
        collect_fingerprint(found, gst_sdp_message_get_attribute(message, line));
    g_ptr_array_add(found, NULL);
    return (char **)g_ptr_array_free(found, FALSE);
}

void description_set_fingerprint(GstSDPMessage *message, const char *value) {
    for (guint index = 0; index < gst_sdp_message_medias_len(message); index++) {
        // GStreamer returns media as constants only, and has no other function to change them.
        GstSDPMedia *media = (GstSDPMedia *)gst_sdp_message_get_media(message, index);
        for (guint line = 0; line < gst_sdp_media_attributes_len(media); line++) {
            GstSDPAttribute changed = {0};
            if (g_strcmp0(gst_sdp_media_get_attribute(media, line)->key, "fingerprint") != 0)
                continue;
            gst_sdp_attribute_set(&changed, "fingerprint", value);
            gst_sdp_media_replace_attribute(media, line, &changed);
        }
    }
}
