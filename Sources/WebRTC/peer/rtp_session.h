/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rtp_session.h
 * Settings of webrtcbin's RTP sessions: clock rates, and the delay of RTCP feedback.
 */
#ifndef OYSTER_RTP_SESSION_H
#define OYSTER_RTP_SESSION_H

#include "peer_private.h"
#include "webrtc_api.h"

/** Reads the clock rates of the local description, before that is set and packets are sent. */
void rtp_session_read_clock_rates(OysterPeer *self, const GstSDPMessage *local);

/** Sets up an rtpsession before it starts: feedback is sent at once, and each clock rate is
 *  announced with the first packet of its stream. */
void rtp_session_set_up(OysterPeer *self, GstElement *session);

/** Sets up an rtpjitterbuffer before it starts: it requests a missing packet as soon as a later one
 *  has arrived, and again until it gives the packet up. */
void rtp_session_set_up_jitter_buffer(GstElement *buffer);

#endif
