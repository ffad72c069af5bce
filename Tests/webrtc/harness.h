/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file harness.h
 * Connects the stream engine to the gateway's sender in one process. The test program takes the
 * place of the library on one side and of the gateway on the other. It uses loopback only.
 */
#ifndef OYSTER_HARNESS_H
#define OYSTER_HARNESS_H

#include <pthread.h>

#include "../../Sources/CGatewayMedia/gateway_media.h"
#include "happyoyster/stream_engine.h"

enum { FRAME_WIDTH = 320, FRAME_HEIGHT = 240 };

/** Everything that both sides reported. `lock` guards it; each change signals `changed`. */
typedef struct OysterHarness {
    pthread_mutex_t lock;
    pthread_cond_t changed;

    const oyster_stream_engine *engine;
    const oyster_gateway_media *media;

    /* In place of the library. */
    void *stream;
    oyster_stream_sink sink;
    bool wants_frames;
    bool wants_audio;
    /** For the next join. */
    bool plays_audio;
    /** More members for the next join's rtcConfig, such as `,"x":1`; NULL for none. */
    const char *extra_config;
    oyster_stream_state state;
    unsigned first_frames, frames, audio_chunks, failures, closings, deletions;
    unsigned states_seen[8];
    /** The luma in the middle of the last frame. */
    uint8_t luma;
    uint32_t width, height;
    double audio_power;
    char failure[256];
    /** The engine's log lines, as many as fit, and how many are warnings or errors. */
    char log[16384];
    unsigned warnings;
    unsigned recording_failures;
    /** The newest. */
    char recording_failure[512];

    /* In place of the gateway. */
    oyster_media_viewer *viewer;
    bool is_viewer_open, is_connected;
    /** The newest. */
    char offer[16384];
    /** This number of offers is answered with this status; 0: the request fails. */
    unsigned refusals;
    int refusal;
    /** Changes each answer on its way to the engine; the result is freed. NULL: no change. */
    char *(*edit_answer)(const char *sdp, void *context);
    void *edit_context;
    /** Changes each offer on its way to the gateway, with the same context. */
    char *(*edit_offer)(const char *sdp, void *context);
    bool hides_location;
    /** Keeps the next answer for harness_answer(). */
    bool holds_answers;
    char *held;
    int deletion_status;
    uint32_t timeout_ms;
    unsigned posts, losses, viewers_closed;
    oyster_stream_http_request pending;
    char message[256];
    bool is_message_reliable;
    unsigned messages;
    /** A thread sends frames with this luma unless `is_stalled`. */
    uint8_t sent_luma;
    bool is_stalled, is_sender_stopped;
    pthread_t sender;
} OysterHarness;

/** Loads both shared objects; `paths` are the first two arguments of the program. */
void harness_start(OysterHarness *self, char **paths);
void harness_join(OysterHarness *self);
/** Leaves; fails unless the engine reports `closed` within three seconds. */
void harness_leave(OysterHarness *self);
/** Sets all counters and reported states to 0. */
void harness_reset(OysterHarness *self);
/** Answers the kept offer with 201, another status, or 0 for a failed request. */
void harness_answer(OysterHarness *self, int status);
/** Closes the server's peer connection; the engine is not notified. */
void harness_drop_viewer(OysterHarness *self);
void harness_stop(OysterHarness *self);

/** Waits until a condition on `self` holds; after 15 s the program fails. */
#define AWAIT(self, condition)                            \
    do {                                                  \
        harness_restart_deadline();                       \
        pthread_mutex_lock(&(self)->lock);                \
        while (!(condition))                              \
            if (!harness_wait(self))                      \
                harness_fail(self, __LINE__, #condition); \
        pthread_mutex_unlock(&(self)->lock);              \
    } while (0)

#define EXPECT(self, condition)                       \
    do {                                              \
        if (!(condition))                             \
            harness_fail(self, __LINE__, #condition); \
    } while (0)

/** Waits up to one second for a change, with the lock held; false once 15 s have passed since the
 *  last harness_restart_deadline(). */
bool harness_wait(OysterHarness *self);
void harness_restart_deadline(void);
_Noreturn void harness_fail(OysterHarness *self, int line, const char *condition);

int64_t now_ms(void);

/** Threads and open descriptors of this process. */
unsigned count_threads(void);
unsigned count_descriptors(void);

#endif
