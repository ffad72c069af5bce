/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_RELAYS_H
#define OYSTER_RELAYS_H

#include <gst/gst.h>

/** Gives back what a webrtcbin's ICE agent allocated on TURN servers, waiting for them at most half
 * a second. By itself webrtcbin leaves that to time, and libnice complains on stderr. */
void ice_agent_release_turn(GstElement *bin);

#endif
