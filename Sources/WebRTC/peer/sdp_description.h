/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sdp_description.h
 * SDP as GStreamer's data structures.
 */
#ifndef OYSTER_SDP_DESCRIPTION_H
#define OYSTER_SDP_DESCRIPTION_H

#include "webrtc_api.h"

/** Longer SDP is refused, in bytes. */
enum { DESCRIPTION_LIMIT = 256 * 1024 };

/** Reads SDP; NULL when the text is not SDP. Free with gst_webrtc_session_description_free(). */
GstWebRTCSessionDescription *description_parse(GstWebRTCSDPType type, const char *sdp);

/** The payload type of a codec in an offer, by the start of its rtpmap ("VP8/90000"); -1 without
 *  one. */
int description_payload(const GstSDPMessage *message, const char *media, const char *codec);

/** The fingerprints of the first section that has any, and those of the session level;
 *  NULL-terminated, free with g_strfreev(). */
char **description_fingerprints(const GstSDPMessage *message);

/** Replaces the fingerprint of every section that has one. */
void description_set_fingerprint(GstSDPMessage *message, const char *value);

#endif
