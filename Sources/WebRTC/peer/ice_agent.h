/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ice_agent.h
 * The ICE agent of a peer connection: its addresses, its log lines, and its allocations on TURN
 * servers.
 */
#ifndef OYSTER_ICE_AGENT_H
#define OYSTER_ICE_AGENT_H

#include "peer_private.h"

/** Selects the local addresses: those that libnice finds, which exclude loopback, or all of the
 *  machine's. In both cases without UPnP and without ICE over TCP. */
void ice_agent_set_up(OysterPeer *self, gboolean with_loopback);

/** Logs ICE states and the types of the selected candidate pair. */
void ice_agent_log_progress(OysterPeer *self);

/** Releases the allocations on TURN servers and waits up to 0.5 s for the servers' answers. By
 *  itself webrtcbin lets them expire, and libnice writes a complaint to stderr. */
void ice_agent_release_turn(OysterPeer *self);

#endif
