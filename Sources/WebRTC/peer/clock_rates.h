/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file clock_rates.h
 * The clock rates of what is sent, told to rtpsession before it has to ask.
 *
 * webrtcbin joins all streams before they reach its session, which therefore knows none's rate.
 * GStreamer 1.22 asks for it in the midst of a first sender report, and lets go of its lock for
 * that: a stream that begins just then spoils the report, and GLib complains on standard error.
 * To ask webrtcbin ourselves would be no better: it may be changing its table.
 */
#ifndef OYSTER_CLOCK_RATES_H
#define OYSTER_CLOCK_RATES_H

#include "peer_private.h"
#include "webrtc_api.h"

/** Notes the rates of the own description; to be done before it is set, for then packets flow. */
void clock_rates_read(OysterPeer *self, const GstSDPMessage *own);

/** Tells a session (an rtpsession without pads) each stream's rate with the first packet. */
void clock_rates_announce(OysterPeer *self, GstElement *session);

#endif
