/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_RTC_CONFIG_H
#define OYSTER_RTC_CONFIG_H

#include <glib.h>

/** What an rtcConfig says, as docs/webrtc.md has it. */
typedef struct OysterRtcConfig {
    char *signaling_url;
    /** Secret; NULL when there is none. */
    char *token;
    /** `stun://…` and `turn://user:password@…`; NULL-terminated. Secret. */
    char **ice_servers;
    /** Whether media may go through TURN servers only. */
    gboolean is_relayed;
    /** Whether the signalling is on this machine. */
    gboolean is_local;
} OysterRtcConfig;

/** Reads an rtcConfig; NULL when it does not suit. */
OysterRtcConfig *rtc_config_parse(const char *rtc_config);

void rtc_config_free(OysterRtcConfig *channel);

#endif
