/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file feedback.h
 * How soon a receiver asks for what is missing: NACK and PLI leave at once.
 */
#ifndef OYSTER_FEEDBACK_H
#define OYSTER_FEEDBACK_H

#include <gst/gst.h>

/** Sets up an rtpsession, before it starts: feedback need not wait for bandwidth. */
void feedback_set_up_session(GstElement *session);

/** Sets up an rtpjitterbuffer, before it starts: a missing packet is asked for as soon as a later
 *  one has come, and again until it is given up. */
void feedback_set_up_jitter_buffer(GstElement *buffer);

#endif
