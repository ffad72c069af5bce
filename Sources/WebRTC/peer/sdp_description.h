/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_SDP_DESCRIPTION_H
#define OYSTER_SDP_DESCRIPTION_H

#include "webrtc_api.h"

/** Longest SDP that is looked at, in bytes. */
enum { DESCRIPTION_LIMIT = 256 * 1024 };

/** Reads SDP; NULL when it is none. Free with gst_webrtc_session_description_free(). */
GstWebRTCSessionDescription *description_parse(GstWebRTCSDPType type, const char *sdp);

/** The payload type that an offer gives a codec ("VP8/90000"), or -1. */
int description_payload(const GstSDPMessage *message, const char *media, const char *codec);

/** The fingerprints of the first section that has any, and those above all sections;
 *  NULL-terminated, freed with g_strfreev(). */
char **description_fingerprints(const GstSDPMessage *message);

/** Sets the fingerprint of every section that has one. */
void description_set_fingerprint(GstSDPMessage *message, const char *value);

#endif
