/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stand-in for libhappyoyster without network: each call is answered at once from one table of
 * statuses. The ticket is the name of the mode. The ticket "used" is refused; with the ticket
 * "mute" no operation completes. There is one engine, one travel with up to eight listeners, and up
 * to four sessions (session.c).
 */
#ifndef FAKE_H
#define FAKE_H

#include <cjson/cJSON.h>
#include <happyoyster.h>
#include <happyoyster/session.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define ENGINE ((oyster_engine *)0x101)
#define SHARED ((oyster_engine *)0x102)
#define TRAVEL ((oyster_travel *)0x201)
#define VIEW ((oyster_video_view *)0x301)
#define FRAME ((oyster_frame *)0x401)

#define IS_ENGINE(e) ((e) == ENGINE || (e) == SHARED)
#define IS_TRAVEL(t) ((t) == TRAVEL && fake.is_open)

/* Returns from the function when the library would refuse the call. */
#define GUARD(handle_is_good)                               \
    do {                                                    \
        oyster_result refusal = fake_check(handle_is_good); \
        if (refusal)                                        \
            return refusal;                                 \
    } while (0)

/* State of the engine and its travel. `lock` protects the queue of callbacks and the audio. */
typedef struct fake_state {
    pthread_mutex_t lock;
    bool is_by_host, is_ready, has_token, is_shut_down, plays_audio, is_open;
    pid_t owner;
    char ticket[64];
    oyster_status status;
    oyster_mode mode;
    uint64_t sequence;
} fake_state;

extern fake_state fake;
extern const char *const fake_modes[];
extern const char *const fake_statuses[];

/* OYSTER_OK, or the code with which every function refuses. */
oyster_result fake_check(bool handle_is_good);
/* Queues a completion, unless the ticket is "mute"; takes `json`. */
oyster_result fake_complete(oyster_done_fn done, void *context, oyster_result code, cJSON *json);
/* Queues a failed completion. */
oyster_result fake_fail(oyster_done_fn done, void *context, oyster_result code);
/* Queues an event; takes `payload`. */
void fake_emit(oyster_event_type type, oyster_result code, cJSON *payload);
/* Changes the status and queues the event. */
void fake_set_status(oyster_status next);
/* A new object with id and status. */
cJSON *fake_object(void);

/* Queues a completion of a session, whose id "mute" suppresses it; takes `json`. */
oyster_result fake_complete_session(int session, oyster_done_fn done, void *context,
                                    oyster_result code, cJSON *json);
/* Queues an event of a session; takes the payload. */
void fake_emit_session(int session, const oyster_session_event *event);
/* Calls the listeners of a session. */
void fake_notify_session(int session, const oyster_session_event *event);
/* Whether a session has the id "mute". */
bool fake_is_mute(int session);
/* Releases all sessions. */
void fake_release_sessions(void);

/* Calls the listeners; removes all of them. */
void fake_notify(const oyster_event *event);
void fake_remove_listeners(void);
/* Frames are available, or not. */
void fake_video_available(bool is_available);
/* Give callbacks and descriptors of the travel back. */
void fake_close_video(void);
void fake_close_audio(void);

#endif
