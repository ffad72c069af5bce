/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_MICROPHONE_H
#define OYSTER_MICROPHONE_H

/**
 * The GStreamer element that a microphone can be had from: of the sound server, or of ALSA.
 *
 * @return Static text; NULL when the machine has neither. To try all the same would cost a thread
 *         each time, which GStreamer's PulseAudio source leaves behind when nobody answers, and
 *         fill stderr with what ALSA and others say.
 */
const char *microphone_find(void);

#endif
