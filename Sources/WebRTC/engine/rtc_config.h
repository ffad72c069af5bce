/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rtc_config.h
 * Reads the rtcConfig of enter-travel; see docs/webrtc.md.
 */
#ifndef OYSTER_RTC_CONFIG_H
#define OYSTER_RTC_CONFIG_H

#include <glib.h>

typedef struct OysterRtcConfig {
    char *signaling_url;
    /** Secret; NULL when there is none. */
    char *token;
    /** `stun://…` and `turn://user:password@…`; NULL-terminated. Secret. */
    char **ice_servers;
    /** Whether media must pass through a TURN server. */
    gboolean is_relay_only;
    /** Whether the signalling URL has a loopback address. */
    gboolean is_local;
} OysterRtcConfig;

/** NULL when the text has no usable signalingUrl. */
OysterRtcConfig *rtc_config_parse(const char *rtc_config);

void rtc_config_free(OysterRtcConfig *config);

#endif
