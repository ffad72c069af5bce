/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_ICE_AGENT_H
#define OYSTER_ICE_AGENT_H

#include <gst/gst.h>

/** Tells a webrtcbin which addresses to use: what its ICE library finds, which leaves loopback out,
 *  or all of the machine's. Either way it asks no router to open ports. */
void ice_agent_set_up(GstElement *bin, gboolean with_loopback);

#endif
