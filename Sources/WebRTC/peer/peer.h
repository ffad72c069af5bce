/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer.h
 * One WebRTC peer connection: a pipeline around webrtcbin with bundled transports, an ECDSA
 * certificate and two data channels. Its user adds the elements that send and receive media to the
 * pipeline. gstreamer_init() must have succeeded.
 *
 * A peer is used by one thread, unless a function says otherwise.
 */
#ifndef OYSTER_PEER_H
#define OYSTER_PEER_H

#include "peer_events.h"
#include "sdp_sanitizer.h"

/** The local addresses for ICE candidates. */
typedef enum OysterIceAddresses {
    /** Those that libnice finds: all but loopback. */
    ICE_ADDRESSES_DEFAULT,
    /** All of the machine's, loopback included. */
    ICE_ADDRESSES_WITH_LOOPBACK
} OysterIceAddresses;

/** Creates a peer connection without tracks; NULL when an element or the certificate cannot be
 *  created. The user calls peer_close() once. */
OysterPeer *peer_new(const OysterPeerEvents *events, OysterIceAddresses addresses);

/** How many peers exist in the process. A peer is freed soon after peer_close(), when GStreamer has
 *  dropped its references. Any thread. */
guint peer_count(void);

/** The pipeline, and the webrtcbin in it; borrowed. */
GstElement *peer_pipeline(OysterPeer *self);
GstElement *peer_bin(OysterPeer *self);

/** Adds a STUN server `stun://…` or a TURN server `turn://user:password@…`. */
void peer_add_ice_server(OysterPeer *self, const char *uri);

/** Restricts media to TURN servers. */
void peer_relay_only(OysterPeer *self);

/** Offers to receive a track with these RTP caps, and to request lost packets again. FALSE when
 *  webrtcbin refuses. */
gboolean peer_receive(OysterPeer *self, const char *caps);

/** Starts with an offer that has both data channels; it is made when the caps of all tracks to send
 *  are known. FALSE when the pipeline cannot start. */
gboolean peer_offer(OysterPeer *self);

/** Starts with an answer to an SDP offer. FALSE when the offer or the pipeline cannot be used. */
gboolean peer_answer(OysterPeer *self, const char *offer);

/** Takes the other side's answer; returns why it cannot be used. */
OysterAnswerError peer_accept(OysterPeer *self, const char *answer);

/** Sends a text; FALSE when the channel is not open. Any thread. */
gboolean peer_send(OysterPeer *self, OysterDataChannel channel, const char *text);

/** When the last packet of the other side arrived, in g_get_monotonic_time(); 0 before the first.
 *  Any thread. */
gint64 peer_last_packet_us(OysterPeer *self);

/** Whether the accepted answer lets the other side send audio. */
gboolean peer_receives_audio(OysterPeer *self);

/** Requests webrtcbin's statistics. `done` is called by a GStreamer thread, or never; `release` is
 *  called last, once. */
void peer_request_stats(OysterPeer *self, void (*done)(void *context, const GstStructure *all),
                        void *context, void (*release)(void *context));

/**
 * Stops and frees the peer. Waits up to two seconds for GStreamer's threads; threads that still run
 * report no events any more.
 *
 * @return FALSE when threads still run.
 */
gboolean peer_close(OysterPeer *self);

#endif
