/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file harness.h
 * The stream engine and the gateway's sender in one process, introduced to each other by the test,
 * which plays the library on one side and the gateway on the other. No network but loopback.
 */
#ifndef OYSTER_HARNESS_H
#define OYSTER_HARNESS_H

#include <pthread.h>

#include "../../Sources/CGatewayMedia/gateway_media.h"
#include "happyoyster/stream_engine.h"

enum { FRAME_WIDTH = 320, FRAME_HEIGHT = 240 };

/** What the test sees; guarded by `lock`, told by `changed`. */
typedef struct OysterHarness {
    pthread_mutex_t lock;
    pthread_cond_t changed;

    const oyster_stream_engine *engine;
    const oyster_gateway_media *media;

    /* The library's side. */
    void *stream;
    oyster_stream_sink sink;
    bool wants_frames;
    bool wants_audio;
    /** Of the next join. */
    bool plays_audio;
    /** Further members of its rtcConfig, such as `,"x":1`; NULL for none. */
    const char *extra_config;
    oyster_stream_state state;
    unsigned first_frames, frames, audio_chunks, failures, closings, deletions;
    unsigned states_seen[8];
    /** The middle sample of the newest picture. */
    uint8_t luma;
    uint32_t width, height;
    double audio_power;
    char failure[256];
    /** All lines of the engine's log, as far as they fit, and how many are warnings or errors. */
    char log[16384];
    unsigned warnings;
    unsigned recording_failures;
    /** The newest. */
    char recording_failure[512];

    /* The gateway's side. */
    oyster_media_viewer *viewer;
    bool is_viewer_open, is_connected;
    /** The newest. */
    char offer[16384];
    /** So many offers are answered with this status, 0 for a failure of the request. */
    unsigned refusals;
    int refusal;
    /** What becomes of an answer on its way; freed with free(). NULL: nothing. */
    char *(*edit_answer)(const char *sdp, void *context);
    void *edit_context;
    /** The same for offers on their way to the gateway, with the same context. */
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
    /** Pictures are sent with this luma by a thread, unless stalled. */
    uint8_t sent_luma;
    bool is_stalled, is_sender_stopped;
    pthread_t sender;
} OysterHarness;

/** Loads both objects. Arguments of the program: the two paths. */
void harness_start(OysterHarness *self, char **paths);
void harness_join(OysterHarness *self);
/** Waits for `closed`, which must come within three seconds. */
void harness_leave(OysterHarness *self);
/** Zeroes all counters and what was seen. */
void harness_reset(OysterHarness *self);
/** Answers the offer that was held with 201, another status, or 0 for a failed request. */
void harness_answer(OysterHarness *self, int status);
/** The server is gone without a word. */
void harness_drop_viewer(OysterHarness *self);
void harness_stop(OysterHarness *self);

/** Waits until a condition on `self` holds; ends the program with a message after 15 s. */
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

/** Waits for a change under the lock, up to a second; false when 15 s are over since the last AWAIT
 *  began. */
bool harness_wait(OysterHarness *self);
void harness_restart_deadline(void);
_Noreturn void harness_fail(OysterHarness *self, int line, const char *condition);

int64_t now_ms(void);

/** Threads and open descriptors of this process. */
unsigned count_threads(void);
unsigned count_descriptors(void);

#endif
