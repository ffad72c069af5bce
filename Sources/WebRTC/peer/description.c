/* SPDX-License-Identifier: Apache-2.0 */
#include "description.h"

#include <stdlib.h>
#include <string.h>

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

const char *description_fingerprint(const GstSDPMessage *message) {
    for (guint index = 0; index < gst_sdp_message_medias_len(message); index++) {
        const GstSDPMedia *media = gst_sdp_message_get_media(message, index);
        const char *value = gst_sdp_media_get_attribute_val(media, "fingerprint");
        if (value != NULL)
            return value;
    }
    return gst_sdp_message_get_attribute_val(message, "fingerprint");
}

void description_set_fingerprint(GstSDPMessage *message, const char *value) {
    for (guint index = 0; index < gst_sdp_message_medias_len(message); index++) {
        // GStreamer gives only constant media away, and has no other way to change them.
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
