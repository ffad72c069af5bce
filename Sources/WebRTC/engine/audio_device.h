/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file audio_device.h
 * The machine's default audio input and output: those of PulseAudio (or PipeWire's emulation of
 * it), else those of PipeWire, else ALSA's if there is a device. GStreamer's automatic elements try
 * every audio system, and the audio libraries write to stderr about each that is missing.
 */
#ifndef OYSTER_AUDIO_DEVICE_H
#define OYSTER_AUDIO_DEVICE_H

#include <gst/gst.h>

/** Opens the microphone: a bin in state READY whose source pad has `caps`; NULL without one. Blocks
 *  as long as an audio server does not answer. */
GstElement *audio_device_open_microphone(const char *caps);

/** Opens the output: a bin in state READY whose sink pad takes raw audio; NULL without one. */
GstElement *audio_device_open_output(void);

#endif
