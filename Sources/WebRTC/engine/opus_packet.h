/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file opus_packet.h
 * What a recording needs to know of Opus packets (RFC 6716, section 3).
 */
#ifndef OYSTER_OPUS_PACKET_H
#define OYSTER_OPUS_PACKET_H

#include <gst/gst.h>

/** How long a packet plays: 2.5 to 120 ms, 20 ms for one that cannot be read. */
GstClockTime opus_packet_duration(GstBuffer *packet);

/** A new packet of 20 ms of silence. */
GstBuffer *opus_packet_silence(void);

enum { OPUS_SILENCE_MS = 20 };

#endif
