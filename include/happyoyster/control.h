/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file control.h
 * Control of a running travel: commands of an adventure, text instructions, scripts.
 *
 * Commands and flushes return at once and have no completion. The other functions are asynchronous
 * as described in travel.h.
 */
#ifndef HAPPYOYSTER_CONTROL_H
#define HAPPYOYSTER_CONTROL_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/** One-shot action of a command. The library sends it exactly once per submission. */
typedef enum OYSTER_ENUM oyster_interaction {
    OYSTER_INTERACTION_NONE = 0,
    OYSTER_INTERACTION_JUMP = 1,
    OYSTER_INTERACTION_ATTACK = 2,
    OYSTER_INTERACTION_CROUCH = 3,
    OYSTER_INTERACTION_SPRINT = 4
} oyster_interaction;

/**
 * Submit a control command (mode adventure, status `running`). The host may call it at any rate.
 *
 * The library sends at most one message per 42 ms. It sends the first command at once; of the
 * commands that arrive within the next 42 ms it sends the newest. An interaction waits until it is
 * sent; of several that wait, the newest that is not `none` is sent. The library repeats nothing
 * and sends no `none` by itself: submit a held direction once per frame, and a command of three
 * `none` when it is released.
 *
 * Errors of the travel (103001, 103002, 103003, 105004) arrive as error events, at most one per
 * second and code.
 *
 * @param travel Handle.
 * @param translation Movement.
 * @param rotation View rotation.
 * @param interaction One-shot action.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_ARGUMENT for a value outside the enums;
 *         OYSTER_ERROR_NO_ACTIVE_TRAVEL when the travel is over or ending, since no event follows
 *         the terminal status; OYSTER_ERROR_FEATURE_GATE_DISABLED when the feature gate has ended
 *         the travel; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, any callback, but not a signal handler; takes no lock, allocates nothing.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_send_command(oyster_travel *travel,
                                                    oyster_translation translation,
                                                    oyster_rotation rotation,
                                                    oyster_interaction interaction);

/**
 * Send the command that waits for the next message now. Does nothing when none waits.
 *
 * @param travel Handle.
 * @return OYSTER_OK; OYSTER_ERROR_NO_ACTIVE_TRAVEL when the travel is over or ending;
 *         OYSTER_ERROR_FEATURE_GATE_DISABLED when the feature gate has ended the travel;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, any callback; takes no lock, allocates nothing.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_flush_commands(oyster_travel *travel);

/**
 * Send a text instruction (modes directing and acting).
 *
 * While running, the library sends it at once. While paused, it keeps up to 16 instructions in
 * order; each call completes at once with `queued: true`. The library sends them with the first
 * frame after the resume, one after the answer to the other. A refusal is then an error event.
 *
 * Result: `encryptedTravelId, content, accepted`, and `queued` when the instruction was kept.
 * Errors: 400000 (blank, or longer than 2000 characters), 103001, 103002 (status, scriptlist world,
 * queue full), 103003 (adventure), 403004, 403006, 404000, 409000, 105005, 108001, 101001, 101002,
 * 106001, 106002, 106003.
 *
 * @param travel Handle.
 * @param content Non-blank UTF-8, up to 2000 Unicode characters; not NULL.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted for processing; OYSTER_ERROR_INVALID_ARGUMENT for NULL or invalid
 *         UTF-8; OYSTER_ERROR_SERVER_INVALID_PARAMETER for blank or too long text;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `content` is copied; `context` belongs to the library until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_send_instruct(oyster_travel *travel, const char *content,
                                                     oyster_done_fn done, void *context);

/**
 * Replace the acts of a scriptlist travel (mode directing; status `prepare` or `running`).
 *
 * A script has exactly 45 acts with the turns 1 to 45, each once. An act without a turn has the
 * turn of its position. The library refuses other scripts at once. The service judges what the acts
 * say.
 *
 * Result: `encryptedTravelId, accepted, turnCount`. Errors: 103001, 103002 (status, or not a
 * scriptlist world), 103003, 400000, 403004, 403005, 404000, 409000, 105005, 108001, 101001,
 * 101002, 106001, 106002, 106003. Source: Open API `travels/update-script`; no vendor SDK has it.
 *
 * @param travel Handle.
 * @param json_text JSON text `{"acts":[{"turn":1,"content":"…"}, …]}`, up to 1 MiB; not NULL.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_ARGUMENT for text that is not such an
 *         object, another number of acts, or turns other than 1 to 45 once each;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `json_text` is copied; `context` belongs to the library until `done` has run.
 * Threading: any thread, any callback; never blocks.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_update_script(oyster_travel *travel, const char *json_text,
                                                     oyster_done_fn done, void *context);

#ifdef __cplusplus
}
#endif

#endif
