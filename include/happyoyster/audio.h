/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file audio.h
 * The sound of a travel, as samples.
 *
 * Sound must stay in order, so nothing is replaced: at most a second of it waits for a slow host,
 * then the oldest goes and is counted (oyster_travel_stats()). Sound comes either to a callback, or
 * to a host that reads it. A travel without either decodes no sound, unless the configuration says
 * `play_audio`.
 *
 * Once the server has accepted a resume or a rewind, and so before that operation completes, all
 * sound that still waits is dropped. An audio callback that was called before goes on; none begins
 * with earlier sound.
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
    int64_t monotonic_time_us;
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
 * @param outcome Out, may be NULL: what became of the former callback; silent when there was none.
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
                                                          oyster_release_outcome *outcome);

/**
 * Read the oldest sound that waits, and wait for some when there is none. One call gives samples of
 * one piece only, so of one rate and number of channels: all of it, or as many whole frames as fit;
 * the rest waits for the next call. The first call makes the travel decode sound; a travel that was
 * not read from for 2 s, and whose descriptor was not asked for, stops.
 *
 * @param travel Handle.
 * @param samples Out: the samples, interleaved; written on success only, not NULL.
 * @param capacity Number of samples, of all channels, that fit into `samples`; 8 at least.
 * @param timeout_ms How long to wait, 0 to 60000 ms; 0 does not wait.
 * @param info Out: filled up to info->size bytes on success; set info->size before, not NULL.
 *             `info->samples` is `samples`.
 * @return OYSTER_OK; OYSTER_ERROR_TIMED_OUT when no sound came in time; OYSTER_ERROR_NO_FRAME at
 *         once when none will come, because the travel is over; OYSTER_ERROR_UNSUPPORTED while an
 *         audio callback is set; OYSTER_ERROR_INVALID_HANDLE, also when another thread releases the
 *         travel or destroys its engine meanwhile; OYSTER_ERROR_SHUT_DOWN, also when the library is
 *         shut down meanwhile; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_FORKED.
 *
 * Ownership: `samples` is the caller's.
 * Threading: any thread, any callback; blocks up to `timeout_ms`. Several threads that read share
 *            the sound between them.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_read_audio(oyster_travel *travel, int16_t *samples,
                                                  size_t capacity, uint32_t timeout_ms,
                                                  oyster_audio_info *info);

/**
 * Get a descriptor for event loops (poll, epoll, select, GLib, asyncio): readable exactly while
 * sound waits to be read, and never because of anything else; never while an audio callback is set.
 * The end of the travel does not make it readable; an event reports that.
 *
 * Asking makes the travel decode sound, until some has waited for 2 s: then it stops, and the next
 * read drops what waits, which is old by then, and begins anew.
 *
 * @param travel Handle.
 * @param fd Out: descriptor, the same one each time, close-on-exec; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_OUT_OF_RESOURCES; OYSTER_ERROR_INVALID_ARGUMENT;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: borrowed, valid until the travel is released: remove it from the event loop before.
 *            Never read from it, write to it, or close it.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_audio_fd(oyster_travel *travel, int *fd);

#ifdef __cplusplus
}
#endif

#endif
