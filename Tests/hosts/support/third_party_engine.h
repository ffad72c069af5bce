/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file third_party_engine.h
 * State of the third-party stream engine for its test; not part of the stream engine contract.
 */
#ifndef THIRD_PARTY_ENGINE_H
#define THIRD_PARTY_ENGINE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define THIRD_PARTY_WIDTH 320
#define THIRD_PARTY_HEIGHT 180

/** Exported as `third_party_probe_data`. */
typedef struct third_party_probe {
    atomic_int joins, leaves, commands;
    atomic_int frames_delivered, frames_released;
    /** Set by the test: a frame's release function stays inside while it is set; whether one is.
     */
    atomic_bool holds_releases, is_releasing;
    atomic_int last_translation;
    atomic_int audio_changes;
    /** Chunks of audio that were passed on; the first sample of each is its number. */
    atomic_int chunks;
    /** play_audio of the newest join. */
    atomic_int plays_audio;
    /** The newest path to record to, "" when stopped, and how many there were. A path with the word
     *  `refuse` in it is refused. */
    char recording[256];
    atomic_int recordings;
    /** Set by the test: the URL that a join requests (GET) and a leave deletes (DELETE); "" for
     * none.
     */
    char signalling_url[256];
    /** Answers, those of them that came inside the call or after `closed`, and the newest one. */
    atomic_int answers, wrong_answers, last_status;
    char last_body[256], last_failure[128];
    /** Commands with each interaction of oyster_interaction. */
    atomic_int interactions[5];
    /** The rtcConfig of the newest join, as text. */
    char rtc_config[1024];
    /** The memory of all frames. */
    const uint8_t *arena;
    size_t arena_size;
} third_party_probe;

/** The brightness of a pixel: a gradient that moves with `tick`. */
static inline uint8_t third_party_luma(unsigned x, unsigned y, unsigned tick) {
    return (uint8_t)(x + y + tick);
}

#endif
