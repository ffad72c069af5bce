/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file webrtc_api.h
 * The declarations of GStreamer 1.22's WebRTC library that are used here. Debian's package with its
 * headers depends on hundreds of megabytes of other packages; the library itself is installed with
 * webrtcbin. Everything else uses properties and signals by name.
 */
#ifndef OYSTER_WEBRTC_API_H
#define OYSTER_WEBRTC_API_H

#include <gst/gst.h>
#include <gst/sdp/sdp.h>

typedef enum GstWebRTCSDPType {
    GST_WEBRTC_SDP_TYPE_OFFER = 1,
    GST_WEBRTC_SDP_TYPE_PRANSWER,
    GST_WEBRTC_SDP_TYPE_ANSWER,
    GST_WEBRTC_SDP_TYPE_ROLLBACK
} GstWebRTCSDPType;

/** The public members of GStreamer's struct. */
typedef struct GstWebRTCSessionDescription {
    GstWebRTCSDPType type;
    GstSDPMessage *sdp;
} GstWebRTCSessionDescription;

/** Values of enumeration properties and parameters. */
enum {
    OYSTER_BUNDLE_MAX = 3,
    OYSTER_KIND_AUDIO = 1,
    OYSTER_DIRECTION_RECEIVE_ONLY = 3,
    OYSTER_DIRECTION_SEND_AND_RECEIVE = 4,
    OYSTER_ICE_TRANSPORT_RELAY = 1,
    OYSTER_GATHERING_COMPLETE = 2,
    OYSTER_CONNECTION_CONNECTED = 2,
    OYSTER_CONNECTION_DISCONNECTED = 3,
    OYSTER_CONNECTION_FAILED = 4,
    OYSTER_CONNECTION_CLOSED = 5
};

GType gst_webrtc_session_description_get_type(void);
GstWebRTCSessionDescription *gst_webrtc_session_description_new(GstWebRTCSDPType type,
                                                                GstSDPMessage *sdp);
void gst_webrtc_session_description_free(GstWebRTCSessionDescription *description);

#endif
