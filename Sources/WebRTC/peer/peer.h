/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer.h
 * One WebRTC peer connection: a pipeline around webrtcbin with bundled transports, an ECDSA
 * certificate, data channels, and a watch on whether packets arrive. Who receives or sends adds
 * its elements to the pipeline.
 *
 * Events come from GStreamer's threads, until peer_close() has returned. A peer is used from one
 * thread; peer_send(), peer_last_packet_us() and peer_request_key_frame() from any.
 */
#ifndef OYSTER_PEER_H
#define OYSTER_PEER_H

#include <gst/gst.h>

#include "sdp_sanitizer.h"

typedef struct OysterPeer OysterPeer;

/** The data channels of docs/webrtc.md. */
typedef enum OysterDataChannel {
    DATA_CHANNEL_COMMANDS = 0,
    DATA_CHANNEL_ACTIONS = 1
} OysterDataChannel;

enum { DATA_CHANNEL_COUNT = 2 };

typedef struct OysterPeerEvents {
    void *context;
    /** Once: the own description, with all candidates. */
    void (*described)(void *context, const char *sdp);
    /** Packets can flow in both directions. */
    void (*connected)(void *context);
    /** Beyond repair; `reason` names no secret. */
    void (*failed)(void *context, const char *reason);
    /** A track of the other side: link it. */
    void (*track)(void *context, GstPad *pad);
    void (*message)(void *context, OysterDataChannel channel, const char *text);
    /** Something in the elements of the user went wrong; true when it was taken care of. */
    gboolean (*element_failed)(void *context, GstObject *source, const char *reason);
    /** Progress of the connection, one sentence a time; NULL when it is not wanted. */
    void (*log)(void *context, const char *text);
} OysterPeerEvents;

/** Addresses for candidates. */
typedef enum OysterIceAddresses {
    /** What the ICE library finds: all but loopback. */
    ICE_ADDRESSES_DEFAULT,
    /** All of the machine's, loopback included. */
    ICE_ADDRESSES_WITH_LOOPBACK
} OysterIceAddresses;

/** Loads GStreamer, and the elements of every peer and those of a NULL-terminated list. NULL, or
 *  what is missing, with Debian's packages (constant text). Any thread; may take seconds the first
 *  time on a machine. */
const char *gstreamer_init(const char *const *elements);

/** Waits until gstreamer_init() has returned on every thread, and refuses it from then on:
 * GStreamer must not be loaded while the process ends. */
void gstreamer_init_shut_down(void);

/** A peer with an empty pipeline; NULL when an element cannot be made. */
OysterPeer *peer_new(const OysterPeerEvents *events, OysterIceAddresses addresses);

/** How many peers have not been freed, those of closed connections included; any thread. */
guint peer_count_live(void);

GstElement *peer_pipeline(OysterPeer *self);

/** The bin that tracks are linked to. */
GstElement *peer_bin(OysterPeer *self);

/** Adds STUN and TURN servers, as `stun://…` and `turn://user:password@…`. */
void peer_add_ice_server(OysterPeer *self, const char *uri);

/** Lets media go through TURN servers only. */
void peer_relay_only(OysterPeer *self);

/** Expects a track of the other side, as RTP caps; lost packets are asked for again. */
gboolean peer_receive(OysterPeer *self, const char *caps);

/** Starts with an offer, with both data channels, once every sending track has its caps. */
gboolean peer_offer(OysterPeer *self);

/** Starts with an answer to an offer. FALSE when it is no SDP. */
gboolean peer_answer(OysterPeer *self, const char *offer);

/** The other side's answer; returns what is wrong with it. */
OysterAnswerError peer_accept(OysterPeer *self, const char *answer);

/** Sends a text; FALSE when the channel is not open. */
gboolean peer_send(OysterPeer *self, OysterDataChannel channel, const char *text);

/** When the newest packet of the other side came in, in g_get_monotonic_time(); 0 before. */
gint64 peer_last_packet_us(OysterPeer *self);

/** Whether the answer lets the other side send audio; once it was accepted. */
gboolean peer_receives_audio(OysterPeer *self);

/** Asks for webrtcbin's statistics; `done` gets them on one of GStreamer's threads, or never. */
void peer_statistics(OysterPeer *self, void (*done)(void *context, const GstStructure *all),
                     void *context, void (*release)(void *context));

/**
 * Stops and frees. Waits up to two seconds for GStreamer's threads; when they hang, they are left
 * behind, without a way to call anybody.
 *
 * @return FALSE when something was left behind.
 */
gboolean peer_close(OysterPeer *self);

#endif
