/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer_events.h
 * What a peer connection reports to its user.
 */
#ifndef OYSTER_PEER_EVENTS_H
#define OYSTER_PEER_EVENTS_H

#include <gst/gst.h>

typedef struct OysterPeer OysterPeer;

/** The data channels of docs/webrtc.md. */
typedef enum OysterDataChannel {
    DATA_CHANNEL_COMMANDS = 0,
    DATA_CHANNEL_ACTIONS = 1
} OysterDataChannel;

enum { DATA_CHANNEL_COUNT = 2 };

/** Called by GStreamer's threads, one at a time, until peer_close() has returned. Texts are
 *  borrowed. */
typedef struct OysterPeerEvents {
    void *context;
    /** The local offer or answer is complete, with all candidates. Once. */
    void (*described)(void *context, const char *sdp);
    /** DTLS is connected: packets can be sent in both directions. Once. */
    void (*connected)(void *context);
    /** The peer connection failed and does not recover. `reason` has no secrets. */
    void (*failed)(void *context, const char *reason);
    /** The other side sends a track, whose pad must be linked. NULL: tracks are ignored. */
    void (*track)(void *context, GstPad *pad);
    void (*message)(void *context, OysterDataChannel channel, const char *text);
    /** An element of the pipeline failed. TRUE when the user handled that; otherwise, and when this
     *  is NULL, `failed` follows. */
    gboolean (*element_failed)(void *context, GstObject *source, const char *reason);
    /** A line for the debug log; may be NULL. */
    void (*log)(void *context, const char *text);
} OysterPeerEvents;

#endif
