/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file audio.h
 * The audio of a travel: received samples, and the microphone.
 *
 * The library delivers audio in order and buffers up to one second of it for a slow host. When more
 * arrives, it drops the oldest audio and counts it (oyster_travel_stats()). A host receives audio
 * through a callback, or reads it. A travel that has neither, and whose configuration does not set
 * `play_audio`, decodes no audio.
 *
 * When the server has accepted a resume or a rewind, the library drops all audio that waits, before
 * that operation completes. An audio callback that runs then continues; none starts with audio from
 * before.
 */
#ifndef HAPPYOYSTER_AUDIO_H
#define HAPPYOYSTER_AUDIO_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A chunk of audio. Sample rate and channels may differ from one chunk to the next. */
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
    /** Presentation time in microseconds since the first frame or audio of the travel. Video and
     *  audio of a travel share this clock. */
    int64_t pts_us;
    /** When the audio reached the library, in microseconds of CLOCK_MONOTONIC. */
    int64_t monotonic_time_us;
    /** NULL. */
    void *reserved;
} oyster_audio_info;

/** The size alone, for the library to fill. */
#define OYSTER_AUDIO_INFO_INIT \
    { sizeof(oyster_audio_info), 0, 0, 0, NULL, 0, 0, NULL }

/**
 * Receives audio. `info` and its samples are borrowed for the call. Runs on a library thread, one
 * call at a time per travel. A slow callback delays only its own next audio.
 */
typedef void (*oyster_audio_fn)(void *context, const oyster_audio_info *info);

/**
 * Deliver audio to a callback. A travel has one audio callback. The new one replaces the former one
 * and drops the audio that waited for it; the release function of the former one runs once, after
 * its last call. May be called before and after start.
 *
 * @param travel Handle.
 * @param handler Callback, or NULL to stop.
 * @param context Passed to the callback; not used when that is NULL.
 * @param release Called once when `context` is no longer used, or NULL. Not called when `handler`
 *                is NULL.
 * @param outcome Out, may be NULL: whether the former callback is released; complete when there was
 *                none.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED. On a refusal nothing changes
 *         and `release` is not called.
 *
 * Ownership: `context` belongs to the library until `release` has run.
 * Threading: any thread, any callback; waits up to 50 ms for an audio callback that runs.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_set_audio_callback(oyster_travel *travel,
                                                          oyster_audio_fn handler, void *context,
                                                          oyster_release_fn release,
                                                          oyster_release_outcome *outcome);

/**
 * Read the oldest audio that waits; wait for some when there is none. One call returns samples of
 * one chunk, and so of one rate and number of channels: the whole chunk, or as many samples of
 * every channel as fit. The next call returns the rest.
 *
 * The first call makes the travel decode audio. The travel stops decoding when the host has not
 * read for 2 s and has not asked for the descriptor.
 *
 * @param travel Handle.
 * @param samples Out: the samples, interleaved; written on success only, not NULL.
 * @param capacity Number of samples, of all channels together, that fit into `samples`; at least 8.
 * @param timeout_ms How long to wait, 0 to 60000 ms; 0 does not wait.
 * @param info Out: start from OYSTER_AUDIO_INFO_INIT; filled on success, not NULL.
 *             `info->samples` is `samples`.
 * @return OYSTER_OK; OYSTER_ERROR_TIMED_OUT when no audio arrived in time; OYSTER_ERROR_NO_FRAME at
 *         once when none will arrive because the travel is over; OYSTER_ERROR_UNSUPPORTED while an
 *         audio callback is set; OYSTER_ERROR_INVALID_HANDLE, also when another thread releases the
 *         travel or destroys its engine during the call; OYSTER_ERROR_SHUT_DOWN, also when the
 *         library is shut down during the call; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_FORKED.
 *
 * Ownership: `samples` belongs to the caller.
 * Threading: any thread, any callback; blocks up to `timeout_ms`. When several threads read, each
 *            chunk goes to one of them.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_read_audio(oyster_travel *travel, int16_t *samples,
                                                  size_t capacity, uint32_t timeout_ms,
                                                  oyster_audio_info *info);

/**
 * Get a file descriptor for event loops (poll, epoll, select, GLib, asyncio). It is readable while
 * audio waits to be read, and for no other reason; it is never readable while an audio callback is
 * set. The end of the travel does not make it readable; an event reports the end.
 *
 * This call makes the travel decode audio. When audio has waited for 2 s without being read, the
 * travel stops decoding; the next read then drops the audio that waits, which is old, and decoding
 * starts again.
 *
 * @param travel Handle.
 * @param fd Out: descriptor, the same one each time, close-on-exec; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_OUT_OF_RESOURCES; OYSTER_ERROR_INVALID_ARGUMENT;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: borrowed, valid until the travel is released. Remove it from the event loop before.
 *            Never read from it, write to it, or close it.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_audio_fd(oyster_travel *travel, int *fd);

/**
 * Stop using the microphone. The status of the travel does not change. While the travel is not
 * connected, the library remembers the call for the next connection.
 *
 * @param travel Handle.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_pause_local_audio_capture(oyster_travel *travel);

/**
 * Use the microphone, or use it again. Until the first call the stream engine decides: the WebRTC
 * engine sends silence; an adapter for a vendor's SDK may capture from the start. While the travel
 * is not connected, the library remembers the call for the next connection. A missing microphone is
 * not an error.
 *
 * @param travel Handle.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_resume_local_audio_capture(oyster_travel *travel);

#ifdef __cplusplus
}
#endif

#endif
