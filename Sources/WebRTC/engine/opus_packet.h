/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file opus_packet.h
 * The duration of Opus packets, and packets of silence (RFC 6716, section 3).
 */
#ifndef OYSTER_OPUS_PACKET_H
#define OYSTER_OPUS_PACKET_H

#include <gst/gst.h>

/** The duration of a packet: 2.5 to 120 ms, or 20 ms when it cannot be read. */
GstClockTime opus_packet_duration(GstBuffer *packet);

/** A new packet of 20 ms of silence. */
GstBuffer *opus_packet_silence(void);

enum { OPUS_SILENCE_MS = 20 };

#endif
