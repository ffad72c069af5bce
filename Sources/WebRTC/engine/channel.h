/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_CHANNEL_H
#define OYSTER_CHANNEL_H

#include <glib.h>

/** What an rtcConfig says, as docs/webrtc.md has it. */
typedef struct channel {
    char *signaling_url;
    /** Secret; NULL when there is none. */
    char *token;
    /** `stun://…` and `turn://user:password@…`; NULL-terminated. Secret. */
    char **ice_servers;
    /** Whether media may go through TURN servers only. */
    gboolean is_relayed;
    /** Whether the signalling is on this machine. */
    gboolean is_local;
} channel;

/** Reads an rtcConfig; NULL when it does not suit. */
channel *channel_parse(const char *rtc_config);

void channel_free(channel *channel);

#endif
