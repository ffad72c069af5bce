/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file travel.h
 * A travel: one real-time experience in the mode adventure, directing or acting.
 *
 * The status of a travel is idle -> prepare -> running -> pausing -> paused, then prepare and
 * running again after a resume or rewind, and at the end ended or failed. These two are terminal: a
 * travel is used once. For the next one create a travel with a new ticket.
 *
 * Asynchronous functions return at once. When one returns a code other than 0, the library has
 * refused the call and does not call `done`. Otherwise it calls `done` exactly once. The return
 * value reports mistakes in the call itself (handle, argument). `done` reports everything that
 * depends on the travel: mode, status, feature gate, network, server.
 *
 * Listeners are in event.h, commands and instructions in control.h, media in video.h and audio.h.
 */
#ifndef HAPPYOYSTER_TRAVEL_H
#define HAPPYOYSTER_TRAVEL_H

#include "base.h"
#include "event.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a host controls a world. */
typedef enum OYSTER_ENUM oyster_mode {
    /** Not known yet: the server has not answered start. */
    OYSTER_MODE_UNKNOWN = 0,
    /** Movement, view and action commands. */
    OYSTER_MODE_ADVENTURE = 1,
    /** A storyline by text: instructions, pause, resume, rewind. */
    OYSTER_MODE_DIRECTING = 2,
    /** A character's performance by text: instructions, pause, resume. */
    OYSTER_MODE_ACTING = 3
} oyster_mode;

/** Actions for oyster_travel_can(). */
typedef enum OYSTER_ENUM oyster_action {
    OYSTER_ACTION_START = 0,
    OYSTER_ACTION_SEND_COMMAND = 1,
    OYSTER_ACTION_SEND_INSTRUCT = 2,
    OYSTER_ACTION_PAUSE = 3,
    OYSTER_ACTION_RESUME = 4,
    OYSTER_ACTION_REWIND = 5,
    OYSTER_ACTION_END = 6,
    OYSTER_ACTION_UPDATE_SCRIPT = 7
} oyster_action;

/** Options of oyster_travel_start(). Start from OYSTER_START_OPTIONS_INIT. */
typedef struct oyster_start_options {
    /** sizeof(oyster_start_options) as the host was compiled. */
    uint32_t size;
    /** Requested length of an adventure in seconds; sent as given, and the server alone checks it.
     *  0: not sent, so that the server's default applies. */
    int32_t max_experience_time_sec;
    /** NULL. */
    void *reserved;
} oyster_start_options;

/** All defaults. */
#define OYSTER_START_OPTIONS_INIT \
    { sizeof(oyster_start_options), 0, NULL }

/**
 * Exchange the ticket for a travel, connect, and play. Completes at the first frame (status
 * `running`).
 *
 * Result: `encryptedTravelId, encryptedWorldId, mode, playUrl, firstFrame, version, aspectRatio,
 * creationModel, maxExperienceTimeSec, bgmUrl` (docs/json.md). Errors: 101001, 103002 (the travel
 * is over), 103004 (started before), 108001, 105001, 105002, 105003, 105005, 105006, 106001,
 * 106002, 106003, and the server's (401010, 401011, 403001, 403002, 403007, 403008, 429001, 429002,
 * 500000, 500001).
 *
 * When the server created no travel (101001, 108001, a request that it refused or that failed), the
 * status is `idle` again, and the host may call start again with the same ticket. After 105005 the
 * library waits up to 60 s more for the server's answer and ends the travel that the answer names.
 *
 * @param travel Handle.
 * @param options Options, or NULL for the defaults; copied.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_ARGUMENT for a wrong `size`;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` belongs to the library until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_start(oyster_travel *travel,
                                             const oyster_start_options *options,
                                             oyster_done_fn done, void *context);

/**
 * Pause (modes directing and acting, status `running`). The status is `pausing` until the server
 * confirms; the call completes with the confirmation. In the status `paused` it succeeds at once;
 * in the status `pausing` it completes together with the pause that runs.
 *
 * The server may pause, resume or drop a pause by itself. The library then changes the status when
 * two status polls in a row report it while no operation runs.
 *
 * Result: `encryptedTravelId, status`. Errors: 103001, 103002 (status or world version), 103003
 * (adventure), 105005, 108001, 101001, 101002, 106001, 106002, 106003, and the server's.
 *
 * @param travel Handle.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` belongs to the library until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_pause(oyster_travel *travel, oyster_done_fn done,
                                             void *context);

/**
 * Resume (status `paused`). The library sends the request 3 s after the pause was confirmed or
 * later, up to four times when the network or the server fails, and connects again with the
 * rtcConfig of start. Completes at the first frame after that. In the status `running` it succeeds
 * at once.
 *
 * Result: `encryptedTravelId, status`. Errors: as oyster_travel_pause(), and 105001, 105002, 105003
 * (these end the travel).
 *
 * @param travel Handle.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` belongs to the library until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_resume(oyster_travel *travel, oyster_done_fn done,
                                              void *context);

/**
 * Rewind the storyline and play on from there (mode directing, status `paused`). The server rounds
 * to its blocks of 4 s; `resumedAtSec` of the result is the second that it chose. The library
 * waits, connects again and completes as for oyster_travel_resume().
 *
 * Result: `encryptedTravelId, status, resumedAtSec`. Errors: as oyster_travel_resume().
 *
 * @param travel Handle.
 * @param to_sec Seconds from the start of the storyline, finite and not negative; sent as given.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_ARGUMENT for NaN, infinite or negative
 *         seconds; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` belongs to the library until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_rewind(oyster_travel *travel, double to_sec,
                                              oyster_done_fn done, void *context);

/**
 * End the travel. The call works in every status, also while the feature gate is closed, and
 * completes within callback_timeout_ms even if the server does not answer. The library forgets
 * ticket and RTC secrets. Call it on every exit path; oyster_travel_release() ends a travel that
 * the host did not end.
 *
 * Result: `encryptedTravelId, status, endedAt, duration, confirmed`. `confirmed` (ours) is false
 * when the server did not confirm the end; the other fields are then measured by the library. In
 * this case the library asks again in the background, also after the release of the handle, with
 * the newest token, until the server confirms, refuses for good, or 60 s have passed. The log
 * reports the confirmation. Another call asks at once and completes with the server's answer. Once
 * confirmed, each call completes with the same data.
 *
 * There are no errors. A travel that was never started becomes `ended` without a request.
 *
 * @param travel Handle.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` belongs to the library until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_end(oyster_travel *travel, oyster_done_fn done,
                                           void *context);

/**
 * Write the media into a file as received, without re-encoding; NULL stops. May be called before
 * start.
 *
 * A file begins with the next key frame. The ending of the name selects the container: `.webm` for
 * VP8, `.mp4` for H.264 (in fragments of 1 s, so that a process that dies loses no more than that),
 * `.mkv` for both. Audio is Opus; the file contains silence where no audio arrives. After each
 * resume or rewind the library begins another file: `path`, then `name-2.webm`, `name-3.webm`. A
 * reconnect continues the same file. Another call begins with its own path. An existing file is
 * replaced. The library resolves a relative path within this call.
 *
 * A file that cannot be written is reported by one error event 109005 of the operation `record`;
 * its message names the file and the reason. The travel continues. Reasons are: the stream engine
 * cannot record (loopback cannot), the file cannot be opened (pipes and devices are refused), the
 * container does not support the codec, a GStreamer element is missing, the disk is full, a limit
 * of file sizes is reached. After that event oyster_travel_stats() shows no recording, and the next
 * resume or rewind tries again.
 *
 * @param travel Handle.
 * @param path UTF-8, 1 to 4096 bytes; the name ends in .webm, .mkv or .mp4 (in any case) after at
 *             least one more character. Or NULL.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_ARGUMENT for a path that is not of this
 *         form, and for a relative one when the working directory cannot be read;
 *         OYSTER_ERROR_NO_ACTIVE_TRAVEL when the travel is over or ending;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: copied.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_record(oyster_travel *travel, const char *path);

/**
 * Current status.
 *
 * @param travel Handle.
 * @param status Out: the status, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_status(const oyster_travel *travel, oyster_status *status);

/**
 * Whether the status is terminal.
 *
 * @param travel Handle.
 * @return true for `ended` and `failed`, and for an invalid handle.
 *
 * Ownership: none.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API bool oyster_travel_is_ended(const oyster_travel *travel);

/**
 * Whether the library accepts an action now, for example to enable a button.
 *
 * | Action | Accepted |
 * |---|---|
 * | start | idle and never started |
 * | send_command | running adventure |
 * | send_instruct | running or paused; directing or acting; not a scriptlist world |
 * | pause | running; directing or acting; the world's version supports it |
 * | resume | paused; the world's version supports it |
 * | rewind | paused directing; the world's version supports it |
 * | update_script | prepare or running scriptlist world |
 * | end | not ended |
 *
 * @param travel Handle.
 * @param action Action; an unknown one gives false.
 * @return true when the library would send the action to the server; false for an invalid handle.
 *
 * Ownership: none.
 * Threading: any thread, any callback. The status may change at any time.
 * Since: 0.1
 */
OYSTER_API bool oyster_travel_can(const oyster_travel *travel, oyster_action action);

/**
 * What the library knows about the travel: ids, mode, version, status, stream engine, newest action
 * lists, chapters and executed instructions (docs/json.md). Fields that the server has not sent are
 * absent.
 *
 * @param travel Handle.
 * @param info Out: tree, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_OUT_OF_RESOURCES; OYSTER_ERROR_FORKED.
 *
 * Ownership: caller owns the tree, release with oyster_json_free().
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_info(const oyster_travel *travel, cJSON **info);

/**
 * Statistics of the travel: frames and audio received, delivered, dropped; commands submitted,
 * merged, sent; polls; requests; dropped events; the stream engine's own statistics (docs/json.md).
 *
 * @param travel Handle.
 * @param stats Out: tree, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_OUT_OF_RESOURCES; OYSTER_ERROR_FORKED.
 *
 * Ownership: caller owns the tree, release with oyster_json_free().
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_stats(const oyster_travel *travel, cJSON **stats);

/**
 * Give the handle back. Listeners, frame and audio callbacks are removed; pending operations
 * complete with OYSTER_ERROR_ABORTED; the library ends a travel that was not ended, in the
 * background.
 *
 * @param travel Handle; NULL is refused.
 * @param outcome Out, may be NULL: OYSTER_RELEASE_COMPLETE or OYSTER_RELEASE_DEFERRED.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: takes the handle and that of its view.
 * Threading: any thread, any callback; waits up to 50 ms for a callback that runs.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_release(oyster_travel *travel,
                                               oyster_release_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
