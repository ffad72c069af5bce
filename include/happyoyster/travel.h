/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file travel.h
 * A travel: one real-time experience in the mode adventure, directing or acting.
 *
 * Statuses: idle -> prepare -> running -> pausing -> paused (back to prepare -> running), and two
 * terminal ones, ended and failed. A travel is single-use: after a terminal status, create another
 * with a new ticket.
 *
 * Asynchronous functions return at once. A non-zero return refuses the call and `done` is not
 * called; otherwise `done` is called exactly once. What depends on the travel (mode, state, gate,
 * network, server) is always told through `done`; what is wrong with the call itself (handle,
 * argument) is always the return value.
 */
#ifndef HAPPYOYSTER_TRAVEL_H
#define HAPPYOYSTER_TRAVEL_H

#include "base.h"
#include "event.h"
#include "video.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a world understands. */
typedef enum OYSTER_ENUM oyster_mode {
    /** Not known yet: before the server answered start. */
    OYSTER_MODE_UNKNOWN = 0,
    /** Direction, view and action commands. */
    OYSTER_MODE_ADVENTURE = 1,
    /** Text-driven storyline: instructions, pause, resume, rewind. */
    OYSTER_MODE_DIRECTING = 2,
    /** Text-driven character performance: instructions, pause, resume. */
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

/** Movement of a command. */
typedef enum OYSTER_ENUM oyster_translation {
    OYSTER_TRANSLATION_NONE = 0,
    OYSTER_TRANSLATION_FRONT = 1,
    OYSTER_TRANSLATION_BACK = 2,
    OYSTER_TRANSLATION_LEFT = 3,
    OYSTER_TRANSLATION_RIGHT = 4,
    OYSTER_TRANSLATION_FRONT_LEFT = 5,
    OYSTER_TRANSLATION_FRONT_RIGHT = 6,
    OYSTER_TRANSLATION_BACK_LEFT = 7,
    OYSTER_TRANSLATION_BACK_RIGHT = 8
} oyster_translation;

/** View rotation of a command. */
typedef enum OYSTER_ENUM oyster_rotation {
    OYSTER_ROTATION_NONE = 0,
    OYSTER_ROTATION_MOUSE_UP = 1,
    OYSTER_ROTATION_MOUSE_DOWN = 2,
    OYSTER_ROTATION_MOUSE_LEFT = 3,
    OYSTER_ROTATION_MOUSE_RIGHT = 4,
    OYSTER_ROTATION_MOUSE_UP_LEFT = 5,
    OYSTER_ROTATION_MOUSE_UP_RIGHT = 6,
    OYSTER_ROTATION_MOUSE_DOWN_LEFT = 7,
    OYSTER_ROTATION_MOUSE_DOWN_RIGHT = 8
} oyster_rotation;

/** One-shot action of a command: submitted once, sent exactly once. */
typedef enum OYSTER_ENUM oyster_interaction {
    OYSTER_INTERACTION_NONE = 0,
    OYSTER_INTERACTION_JUMP = 1,
    OYSTER_INTERACTION_ATTACK = 2,
    OYSTER_INTERACTION_CROUCH = 3,
    OYSTER_INTERACTION_SPRINT = 4
} oyster_interaction;

/** Options of oyster_travel_start(). Start from OYSTER_START_OPTIONS_INIT. */
typedef struct oyster_start_options {
    /** sizeof(oyster_start_options) as the host was compiled. */
    uint32_t size;
    /** Requested length of an adventure in seconds; sent as given, judged by the server alone.
     *  0: not sent, the server's default applies. */
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
 * 500000, 500001). When the server created no travel (101001, 108001, a refused or failed request)
 * the status is idle again and start may be called again, with the same ticket. After 105005 the
 * library still waits 60 s for the server's answer, and ends the travel that the answer names.
 *
 * @param travel Handle.
 * @param options Options, or NULL for the defaults; copied.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_ARGUMENT for a wrong `size`;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` is lent until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_start(oyster_travel *travel,
                                             const oyster_start_options *options,
                                             oyster_done_fn done, void *context);

/**
 * Pause (directing and acting, status `running`). Status is `pausing` until the server confirms;
 * completes with the confirmation. Succeeds at once when paused, joins the pause when pausing. A
 * server that pauses, resumes or drops a pause by itself is followed: the status changes when two
 * polls in a row report it while no operation is in flight.
 *
 * Result: `encryptedTravelId, status`. Errors: 103001, 103002 (state or world version), 103003
 * (adventure), 105005, 108001, 101001, 101002, 106001, 106002, 106003, and the server's.
 *
 * @param travel Handle.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` is lent until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_pause(oyster_travel *travel, oyster_done_fn done,
                                             void *context);

/**
 * Resume (status `paused`). Waits until 3 s after the pause was confirmed, tries up to four times
 * on network and server trouble, rejoins with the first rtcConfig; completes at the first frame
 * after the rejoin. Succeeds at once when running.
 *
 * Result: `encryptedTravelId, status`. Errors: as oyster_travel_pause(), and 105001, 105002,
 * 105003 (these end the travel).
 *
 * @param travel Handle.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` is lent until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_resume(oyster_travel *travel, oyster_done_fn done,
                                              void *context);

/**
 * Rewind the storyline and play on from there (directing, status `paused`). The server rounds to
 * its 4 s blocks; `resumedAtSec` of the result is what it chose. Waits, rejoins and completes as
 * oyster_travel_resume().
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
 * Ownership: `context` is lent until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_rewind(oyster_travel *travel, double to_sec,
                                              oyster_done_fn done, void *context);

/**
 * Send a text instruction (directing and acting). Running: sent at once. Paused: kept, up to 16 in
 * order, completes at once with `queued: true`, and sent with the first frame after resuming; a
 * refusal then arrives as an error event.
 *
 * Result: `encryptedTravelId, content, accepted`, and `queued` when it was kept. Errors: 400000
 * (blank, or longer than 2000 characters), 103001, 103002 (state, scriptlist world, queue full),
 * 103003 (adventure), 403004, 403006, 404000, 409000, 105005, 108001, 101001, 101002, 106001,
 * 106002, 106003.
 *
 * @param travel Handle.
 * @param content Non-blank UTF-8, up to 2000 Unicode characters; not NULL.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted for processing; OYSTER_ERROR_INVALID_ARGUMENT for NULL or invalid
 *         UTF-8; OYSTER_ERROR_SERVER_INVALID_PARAMETER for blank or too long text;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `content` copied; `context` is lent until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_send_instruct(oyster_travel *travel, const char *content,
                                                     oyster_done_fn done, void *context);

/**
 * Replace the acts of a scriptlist travel (directing; status prepare or running, not paused). A
 * script has exactly 45 acts with the turns 1 to 45 once each, an act without a turn has that of
 * its position, and the library refuses others at once; what the acts say the service judges.
 *
 * Result: `encryptedTravelId, accepted, turnCount`. Errors: 103001, 103002 (state, or not a
 * scriptlist world), 103003, 400000, 403004, 403005, 404000, 409000, 105005, 108001, 101001,
 * 101002, 106001, 106002, 106003. Source: Open API `travels/update-script`; no vendor SDK has it.
 *
 * @param travel Handle.
 * @param json_text JSON text `{"acts":[{"turn":1,"content":"…"}, …]}`, up to 1 MiB; not NULL.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_ARGUMENT for text that is not such an
 *         object, another number of acts, or other turns than 1 to 45 once each;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `json_text` copied; `context` is lent until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_update_script(oyster_travel *travel, const char *json_text,
                                                     oyster_done_fn done, void *context);

/**
 * End the travel. Works in every state, is never gated, and completes within callback_timeout_ms
 * also when the server does not answer. Ticket and RTC secrets are forgotten. Reach it on every
 * exit path; oyster_travel_release() does it for hosts that did not.
 *
 * Result: `encryptedTravelId, status, endedAt, duration, confirmed`; `confirmed` (ours) is false
 * when the server did not confirm, and the other fields are then our own measure. The library then
 * asks again in the background, with the newest token, until the server confirms, refuses for good,
 * or 60 s have passed, also after the release of the handle; the log reports the confirmation.
 * Another call asks at once and completes with what the server says; once confirmed, each call
 * completes with the same data. No errors: a travel that was never started becomes `ended` without
 * a request.
 *
 * @param travel Handle.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` is lent until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_end(oyster_travel *travel, oyster_done_fn done,
                                           void *context);

/**
 * Submit a control command (adventure, status `running`). Fire and forget, at any rate: at most one
 * message goes out per 42 ms, the first at once, then the newest submission wins; a one-shot
 * interaction is kept until it is sent, the newest non-`none` one if several. Nothing is repeated
 * and no `none` is sent on its own: submit a held direction every frame, and one all-`none` command
 * on release. Errors of the travel (103001, 103002, 103003, 105004) arrive as error events, at most
 * one per second and code.
 *
 * @param travel Handle.
 * @param translation Movement.
 * @param rotation View rotation.
 * @param interaction One-shot action.
 * @return OYSTER_OK when taken; OYSTER_ERROR_INVALID_ARGUMENT for a value outside the enums;
 *         OYSTER_ERROR_NO_ACTIVE_TRAVEL once the travel is over or ending, since no event
 *         follows the terminal status; OYSTER_ERROR_FEATURE_GATE_DISABLED once the feature gate
 *         has ended the travel; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, any callback, a signal handler excepted; takes no lock, allocates nothing.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_send_command(oyster_travel *travel,
                                                    oyster_translation translation,
                                                    oyster_rotation rotation,
                                                    oyster_interaction interaction);

/**
 * Send a command that still waits for its turn now. Does nothing when none waits.
 *
 * @param travel Handle.
 * @return OYSTER_OK; OYSTER_ERROR_NO_ACTIVE_TRAVEL once the travel is over or ending;
 *         OYSTER_ERROR_FEATURE_GATE_DISABLED once the feature gate has ended the travel;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, any callback; takes no lock, allocates nothing.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_flush_commands(oyster_travel *travel);

/**
 * Yield the microphone to the host. No effect on the travel's status; remembered when the stream is
 * not connected.
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
 * Let the stream use the microphone, or use it again. Without this call the stream engine decides:
 * the WebRTC engine sends silence, an adapter of a vendor's may record from the start. Remembered
 * as above. Having no microphone is no error.
 *
 * @param travel Handle.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_resume_local_audio_capture(oyster_travel *travel);

/**
 * Write the media as received into a file, without re-encoding; NULL stops. Begins with the next
 * key frame; may be called before start. The ending of the name gives the container: `.webm` for
 * VP8, `.mp4` for H.264 (in fragments of a second, so that a process that dies loses no more),
 * `.mkv` for both; audio is Opus. Where the audio pauses, or has not begun, the file holds silence.
 * Each join (after pause, resume, rewind) writes a file of its own: `path`, then `name-2.webm`,
 * `name-3.webm`; a reconnect within a join goes on in the same file. Another call begins anew with
 * its path. An existing file is replaced.
 *
 * A relative path is resolved by this call: the host may change its working directory afterwards.
 * What cannot be recorded is reported by one error event 109005 of the operation `record` per file,
 * whose message names file and reason, and the travel goes on: a stream engine that cannot record
 * (the loopback cannot, and an adapter may not), a file that cannot be opened (pipes and devices
 * are refused), a container that does not hold the codec, a missing GStreamer element, a full disk
 * or a limit of file sizes. From then on oyster_travel_stats() shows no recording; the next join
 * tries again.
 *
 * @param travel Handle.
 * @param path UTF-8, 1 to 4096 bytes; the name ends in .webm, .mkv or .mp4 (in any case) after at
 *             least one more character. Or NULL.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_ARGUMENT for what is no such path, and for
 *         a relative one when the working directory cannot be read;
 *         OYSTER_ERROR_NO_ACTIVE_TRAVEL once the travel is over or ending;
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
 * Whether a terminal status is reached.
 *
 * @param travel Handle.
 * @return true when ended or failed, and for an invalid handle.
 *
 * Ownership: none.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API bool oyster_travel_is_ended(const oyster_travel *travel);

/**
 * Whether an action makes sense now, for enabling controls: start = idle and never started;
 * send_command = running adventure; send_instruct = running or paused, directing or acting, not
 * scriptlist; pause = running with support; resume = paused with support; rewind = paused directing
 * with support; update_script = prepare or running scriptlist; end = not ended.
 *
 * @param travel Handle.
 * @param action Action; an unknown one gives false.
 * @return true when the SDK would not refuse it locally; false for an invalid handle.
 *
 * Ownership: none.
 * Threading: any thread, any callback. The state may change at any moment.
 * Since: 0.1
 */
OYSTER_API bool oyster_travel_can(const oyster_travel *travel, oyster_action action);

/**
 * What is known about the travel: ids, mode, version, status, stream engine, newest action pools,
 * chapters and executed instructions (docs/json.md). Empty fields are absent before the server
 * answered start.
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
 * Counters of the travel: frames and sound received, delivered, dropped; commands submitted,
 * merged, sent; polls; requests; dropped events; the stream engine's own figures (docs/json.md).
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
 * Subscribe to events. Any number of subscribers, up to 64; each sees every event from its
 * subscription on, in order.
 *
 * @param travel Handle.
 * @param handler Called once per event, on the thread that the engine's delivery names; not NULL.
 * @param context Passed to the handler.
 * @param release Called once when `context` is no longer used, or NULL.
 * @param listener Out: id for oyster_travel_remove_listener(), unique in the process, never 0;
 *                     written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_LIMIT_REACHED; OYSTER_ERROR_FORKED. On a refusal `release` is not called.
 *
 * Ownership: `context` is lent until `release` has run.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_add_listener(oyster_travel *travel, oyster_event_fn handler,
                                                    void *context, oyster_release_fn release,
                                                    oyster_listener_id *listener);

/**
 * End a subscription. Events that still wait for this subscriber are dropped. With
 * OYSTER_RELEASE_COMPLETE the release function has run on this thread before the return.
 *
 * @param travel Handle.
 * @param listener Id from oyster_travel_add_listener().
 * @param outcome Out, may be NULL: OYSTER_RELEASE_COMPLETE or OYSTER_RELEASE_DEFERRED.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT for an id that is not subscribed;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: gives `context` back, at once (silent) or through its release function (deferred).
 * Threading: any thread, any callback; waits up to 50 ms for a running callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_remove_listener(oyster_travel *travel,
                                                       oyster_listener_id listener,
                                                       oyster_release_outcome *outcome);

/**
 * The picture of this travel: the same handle each time, valid before and after start, until the
 * travel is released.
 *
 * @param travel Handle.
 * @param view Out: handle, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_FORKED.
 *
 * Ownership: borrowed from the travel.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_video_view(oyster_travel *travel, oyster_video_view **view);

/**
 * Give the handle back. Subscriptions, frame and audio callbacks stop; pending operations complete
 * with OYSTER_ERROR_ABORTED; a travel that was not ended is ended on the server in the background.
 *
 * @param travel Handle; NULL is refused.
 * @param outcome Out, may be NULL: OYSTER_RELEASE_COMPLETE or OYSTER_RELEASE_DEFERRED.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: takes the handle and the view's.
 * Threading: any thread, any callback; waits up to 50 ms for a running callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_release(oyster_travel *travel,
                                               oyster_release_outcome *outcome);

/**
 * Name of a status in the reference's spelling, such as "running".
 *
 * @param status Any number.
 * @return Static text; "unknown" for other numbers.
 *
 * Ownership: static, never freed.
 * Threading: any thread, also in a forked child.
 * Since: 0.1
 */
OYSTER_API const char *oyster_status_name(oyster_status status);

#ifdef __cplusplus
}
#endif

#endif
