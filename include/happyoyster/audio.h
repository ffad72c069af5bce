/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file audio.h
 * The sound of a travel, as samples.
 *
 * Sound must stay in order, so nothing is replaced: at most a second of it waits for a slow host,
 * then the oldest goes and is counted (oyster_travel_stats()). A travel without an audio callback
 * decodes no sound, unless the configuration says `play_audio`.
 */
#ifndef HAPPYOYSTER_AUDIO_H
#define HAPPYOYSTER_AUDIO_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A piece of sound. Rate and channels may change from one piece to the next. */
typedef struct oyster_audio_info {
    /** sizeof(oyster_audio_info) as the library was compiled. */
    uint32_t size;
    /** Samples per second and channel, 8000 to 192000. */
    uint32_t sample_rate;
    /** Number of channels, 1 to 8. */
    uint32_t channels;
    /** Samples per channel, 1 to 192000. */
    uint32_t frame_count;
    /** `frame_count` times `channels` samples: signed 16 bit, native byte order, interleaved. Read
     *  only. */
    const int16_t *samples;
    /** Presentation time in microseconds since the first picture or sound of the travel's stream:
     *  on one clock with `pts_us` of frames. */
    int64_t pts_us;
    /** CLOCK_MONOTONIC in microseconds, when the sound reached the library. */
    int64_t time_us;
    /** NULL. */
    void *reserved;
} oyster_audio_info;

/**
 * Receives sound. `info` and its samples are borrowed for the call. Runs on a library thread, one
 * call at a time per travel; a slow callback delays nothing but its own next sound.
 */
typedef void (*oyster_audio_fn)(void *context, const oyster_audio_info *info);

/**
 * Deliver sound to a callback. One callback per travel: a former one is dropped, what waited for it
 * too, and its release function runs once, last. Works before and after start.
 *
 * @param travel Handle.
 * @param handler Callback, or NULL to stop.
 * @param context Passed to the callback; not used when that is NULL.
 * @param release Called once when `context` is no longer used, or NULL. Not called when `handler`
 *                is NULL: then nothing was lent.
 * @param silence Out, may be NULL: what became of the former callback; silent when there was none.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED. On a refusal nothing
 *         changes.
 *
 * Ownership: `context` is lent until `release` has run.
 * Threading: any thread, any callback; waits up to 50 ms for a running audio callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_set_audio_callback(oyster_travel *travel,
                                                          oyster_audio_fn handler, void *context,
                                                          oyster_release_fn release,
                                                          oyster_silence *silence);

#ifdef __cplusplus
}
#endif

#endif
