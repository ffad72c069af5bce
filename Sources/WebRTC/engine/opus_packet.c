/* SPDX-License-Identifier: Apache-2.0 */
#include "opus_packet.h"

enum { HEADER_BYTES = 2 };

/** The duration of one frame in microseconds, by the configuration number in the first byte. */
static guint frame_us(guint configuration) {
    static const guint silk[] = {10000, 20000, 40000, 60000};
    static const guint hybrid[] = {10000, 20000};
    static const guint celt[] = {2500, 5000, 10000, 20000};
    if (configuration < 12)
        return silk[configuration % 4];
    if (configuration < 16)
        return hybrid[configuration % 2];
    return celt[configuration % 4];
}

GstClockTime opus_packet_duration(GstBuffer *packet) {
    guint8 header[HEADER_BYTES] = {0};
    gsize length = gst_buffer_extract(packet, 0, header, HEADER_BYTES);
    guint code = header[0] & 3;
    // Packets of code 3 have the number of their frames in the second byte.
    guint frames = code == 0 ? 1 : code < 3 ? 2 : header[1] & 0x3F;
    guint64 duration_us = (guint64)frame_us(header[0] >> 3) * frames;
    gboolean is_readable = length >= (code == 3 ? 2 : 1) && frames > 0 && duration_us <= 120000;
    return (is_readable ? duration_us : (guint64)OPUS_SILENCE_MS * 1000) * GST_USECOND;
}

GstBuffer *opus_packet_silence(void) {
    // CELT, full bandwidth, one frame of 20 ms, mono; a stereo decoder plays it on both channels.
    static const guint8 silence[] = {0xF8, 0xFF, 0xFE};
    GstBuffer *packet = gst_buffer_new_memdup(silence, sizeof silence);
    GST_BUFFER_DURATION(packet) = OPUS_SILENCE_MS * GST_MSECOND;
    return packet;
}
