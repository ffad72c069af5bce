/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file audio_device.h
 * The machine's default microphone and speaker: PulseAudio's (which PipeWire plays as well),
 * PipeWire's own, or ALSA's where there is such a device. GStreamer's automatic elements would try
 * everything there is, and the sound libraries complain on stderr about each that they do not find.
 */
#ifndef OYSTER_AUDIO_DEVICE_H
#define OYSTER_AUDIO_DEVICE_H

#include <gst/gst.h>

/** Opens the microphone: a bin in READY with a source pad that gives `caps`; NULL without one. */
GstElement *audio_device_open_microphone(const char *caps);

/** Opens the speaker: a bin in READY with a sink pad that takes raw sound; NULL without one. */
GstElement *audio_device_open_speaker(void);

#endif
