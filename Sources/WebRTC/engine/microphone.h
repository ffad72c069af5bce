/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_MICROPHONE_H
#define OYSTER_MICROPHONE_H

#include <gst/gst.h>

/**
 * Opens the default microphone: PulseAudio's (which PipeWire plays as well), PipeWire's own, or
 * ALSA's where the machine has a capture device. GStreamer's automatic source would try everything
 * there is, and the sound libraries complain on stderr about each that they do not find.
 *
 * @return A bin in READY with one source pad that gives `caps`; NULL when there is no microphone.
 */
GstElement *microphone_open(const char *caps);

#endif
