/* SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "happyoyster/error.h"

enum { DEADLINE_SECONDS = 15, FRAMES_PER_SECOND = 24, MAX_LEAVE_MS = 3000 };

static struct timespec limit;

static void lock(OysterHarness *self) {
    pthread_mutex_lock(&self->lock);
}

static void unlock(OysterHarness *self) {
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void harness_restart_deadline(void) {
    limit.tv_sec = 0;
}

bool harness_wait(OysterHarness *self) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    if (limit.tv_sec == 0) {
        limit = until;
        limit.tv_sec += DEADLINE_SECONDS;
    }
    if (until.tv_sec > limit.tv_sec)
        return false;
    until.tv_sec += 1;
    pthread_cond_timedwait(&self->changed, &self->lock, &until);
    return true;
}

void harness_fail(OysterHarness *self, int line, const char *condition) {
    fprintf(stderr,
            "line %d: failed: %s\n state %d first %u frames %u audio %u luma %d failures %u (%s) "
            "closings %u posts %u connected %d losses %u messages %u (%s) deletions %u viewers "
            "closed %u\n",
            line, condition, (int)self->state, self->first_frames, self->frames, self->audio_chunks,
            self->luma, self->failures, self->failure, self->closings, self->posts,
            self->is_connected, self->losses, self->messages, self->message, self->deletions,
            self->viewers_closed);
    _Exit(1);
}

/* In place of the gateway. */

static void answer(const oyster_stream_http_request *request, int status, const char *body,
                   const char *location) {
    const oyster_stream_http_response response = {
        .size = sizeof response,
        .status = status,
        .body = body,
        .body_length = strlen(body),
        .location = location,
        .failure = status == 0 ? "the test makes this request fail" : NULL,
    };
    request->done(request->owner, &response);
}

/** Answers the offer that waits for an answer, once. */
static void answer_offer(OysterHarness *self, int status, const char *body) {
    oyster_stream_http_request request = self->pending;
    self->pending.done = NULL;
    if (request.done == NULL)
        return;
    bool has_location = status == 201 && !self->hides_location;
    answer(&request, status, body, has_location ? "http://127.0.0.1:1/sessions/1" : NULL);
}

/** Under the lock. */
static void answer_with_sdp(OysterHarness *self, const char *sdp) {
    if (sdp == NULL) {
        answer_offer(self, 400, "");
        return;
    }
    char *edited =
        self->edit_answer == NULL ? strdup(sdp) : self->edit_answer(sdp, self->edit_context);
    answer_offer(self, 201, edited);
    free(edited);
}

void harness_answer(OysterHarness *self, int status) {
    lock(self);
    if (status == 201)
        answer_with_sdp(self, self->held);
    else
        answer_offer(self, status, "");
    free(self->held);
    self->held = NULL;
    self->holds_answers = false;
    unlock(self);
}

static void on_answered(void *context, const char *sdp) {
    OysterHarness *self = context;
    lock(self);
    if (self->holds_answers && sdp != NULL) {
        free(self->held);
        self->held = strdup(sdp);
    } else {
        answer_with_sdp(self, sdp);
    }
    unlock(self);
}

static void on_connected(void *context) {
    OysterHarness *self = context;
    lock(self);
    self->is_connected = true;
    unlock(self);
}

static void on_message(void *context, const char *text, bool is_reliable) {
    OysterHarness *self = context;
    lock(self);
    snprintf(self->message, sizeof self->message, "%s", text);
    self->is_message_reliable = is_reliable;
    self->messages++;
    unlock(self);
}

static void on_lost(void *context, const char *reason) {
    (void)reason;
    OysterHarness *self = context;
    lock(self);
    self->losses++;
    unlock(self);
}

static void on_viewer_closed(void *context) {
    OysterHarness *self = context;
    lock(self);
    self->viewers_closed++;
    unlock(self);
}

/** Under the lock. */
static void close_viewer(OysterHarness *self) {
    if (!self->is_viewer_open)
        return;
    self->is_viewer_open = false;
    self->is_connected = false;
    self->media->close(self->viewer);
}

/** Under the lock, which it gives up while it opens the viewer. */
static void open_viewer(OysterHarness *self, const char *offer) {
    const oyster_media_options options = {FRAME_WIDTH, FRAME_HEIGHT, FRAMES_PER_SECOND, 600};
    const oyster_media_events events = {self,       on_answered, on_connected,
                                        on_message, on_lost,     on_viewer_closed};
    close_viewer(self);
    // An event may arrive on another thread before `open` returns. It waits for this lock, and
    // `open` waits for the event.
    pthread_mutex_unlock(&self->lock);
    oyster_media_viewer *viewer = self->media->open(offer, &options, &events);
    pthread_mutex_lock(&self->lock);
    self->viewer = viewer;
    self->is_viewer_open = viewer != NULL;
    if (!self->is_viewer_open)
        answer_offer(self, 400, "");
}

void harness_drop_viewer(OysterHarness *self) {
    lock(self);
    close_viewer(self);
    unlock(self);
}

static void *send_frames(void *context) {
    OysterHarness *self = context;
    static uint8_t frame[FRAME_WIDTH * FRAME_HEIGHT * 3 / 2];
    const struct timespec pause = {.tv_nsec = 1000000000 / FRAMES_PER_SECOND};
    for (;;) {
        lock(self);
        bool is_over = self->is_sender_stopped;
        memset(frame, self->sent_luma, FRAME_WIDTH * FRAME_HEIGHT);
        memset(frame + FRAME_WIDTH * FRAME_HEIGHT, 128, sizeof frame / 3);
        if (self->is_viewer_open && self->is_connected && !self->is_stalled)
            self->media->push(self->viewer, frame, sizeof frame);
        unlock(self);
        if (is_over)
            return NULL;
        nanosleep(&pause, NULL);
    }
}

/* In place of the library. */

static void on_state(void *context, oyster_stream_state state) {
    OysterHarness *self = context;
    lock(self);
    self->state = state;
    self->states_seen[state]++;
    unlock(self);
}

static void on_first_frame(void *context) {
    OysterHarness *self = context;
    lock(self);
    self->first_frames++;
    unlock(self);
}

static void on_failure(void *context, const char *message) {
    OysterHarness *self = context;
    lock(self);
    self->failures++;
    snprintf(self->failure, sizeof self->failure, "%s", message);
    unlock(self);
}

static bool wants_frames(void *context) {
    return ((OysterHarness *)context)->wants_frames;
}

static bool wants_audio(void *context) {
    return ((OysterHarness *)context)->wants_audio;
}

static void on_frame(void *context, const oyster_stream_frame *frame) {
    OysterHarness *self = context;
    lock(self);
    self->frames++;
    self->width = frame->width;
    self->height = frame->height;
    self->luma = frame->planes[0][frame->strides[0] * (frame->height / 2) + frame->width / 2];
    unlock(self);
    frame->release(frame->owner);
}

static void on_audio(void *context, const oyster_stream_audio *audio) {
    OysterHarness *self = context;
    double power = 0;
    for (uint32_t index = 0; index < audio->frame_count * audio->channels; index++)
        power += (double)audio->samples[index] * audio->samples[index];
    lock(self);
    self->audio_chunks++;
    self->audio_power = power / (audio->frame_count * audio->channels);
    unlock(self);
}

static void on_recording_failed(void *context, const char *reason) {
    OysterHarness *self = context;
    lock(self);
    self->recording_failures++;
    snprintf(self->recording_failure, sizeof self->recording_failure, "%s", reason);
    unlock(self);
}

static void on_log(void *context, oyster_log_level level, const char *message) {
    OysterHarness *self = context;
    lock(self);
    size_t length = strlen(self->log);
    snprintf(self->log + length, sizeof self->log - length, "%s\n", message);
    self->warnings += level >= OYSTER_LOG_LEVEL_WARNING;
    unlock(self);
    if (getenv("HARNESS_LOG") != NULL)
        fprintf(stderr, "log %d: %s\n", (int)level, message);
}

static void on_closed(void *context) {
    OysterHarness *self = context;
    lock(self);
    self->closings++;
    unlock(self);
}

/** Under the lock. */
static void handle_offer(OysterHarness *self, const oyster_stream_http_request *request) {
    self->posts++;
    snprintf(self->offer, sizeof self->offer, "%s", request->body);
    self->pending = *request;
    if (self->refusals == 0) {
        char *offer = self->edit_offer == NULL
                          ? strdup(request->body)
                          : self->edit_offer(request->body, self->edit_context);
        open_viewer(self, offer);
        free(offer);
        return;
    }
    self->refusals--;
    answer_offer(self, self->refusal, "");
}

static oyster_result on_http(void *context, const oyster_stream_http_request *request) {
    OysterHarness *self = context;
    lock(self);
    if (strcmp(request->method, "DELETE") == 0) {
        self->deletions++;
        close_viewer(self);
        answer(request, self->deletion_status, "", NULL);
    } else {
        handle_offer(self, request);
    }
    unlock(self);
    return OYSTER_OK;
}

static void *load(const char *path, const char *name) {
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = object == NULL ? NULL : dlsym(object, name);
    if (symbol != NULL)
        return symbol;
    fprintf(stderr, "%s: %s\n", path, dlerror());
    exit(1);
}

void harness_start(OysterHarness *self, char **paths) {
    memset(self, 0, sizeof *self);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&self->changed, &attributes);
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&self->lock, &recursive);
    oyster_stream_engine_entry_fn engine;
    oyster_gateway_media_entry_fn media;
    *(void **)&engine = load(paths[0], OYSTER_STREAM_ENGINE_ENTRY);
    *(void **)&media = load(paths[1], OYSTER_GATEWAY_MEDIA_ENTRY);
    const char *problem = NULL;
    self->engine = engine(OYSTER_STREAM_ENGINE_ABI);
    self->media = media(OYSTER_GATEWAY_MEDIA_ABI, &problem);
    if (self->engine == NULL || self->media == NULL) {
        fprintf(stderr, "%s\n", problem == NULL ? "the versions of the contract differ" : problem);
        exit(1);
    }
    self->sent_luma = 60;
    self->deletion_status = 200;
    self->timeout_ms = 10000;
    self->wants_frames = true;
    self->sink = (oyster_stream_sink){sizeof self->sink,  self,         on_state, on_first_frame,
                                      on_failure,         wants_frames, on_frame, on_log,
                                      on_closed,          wants_audio,  on_audio, on_http,
                                      on_recording_failed};
    pthread_create(&self->sender, NULL, send_frames, self);
}

void harness_reset(OysterHarness *self) {
    lock(self);
    self->state = 0;
    memset(self->states_seen, 0, sizeof self->states_seen);
    self->first_frames = self->frames = self->audio_chunks = self->failures = self->closings = 0;
    self->posts = self->deletions = self->losses = self->messages = self->viewers_closed = 0;
    unlock(self);
}

void harness_join(OysterHarness *self) {
    char config[1024];
    snprintf(config, sizeof config,
             "{\"token\":\"rtc\",\"signalingUrl\":\"http://127.0.0.1:1/channel\"%s}",
             self->extra_config == NULL ? "" : self->extra_config);
    const oyster_stream_join join = {
        .size = sizeof join,
        .rtc_config = config,
        .travel_id = "travel",
        .mode = 1,
        .timeout_ms = self->timeout_ms,
        .play_audio = self->plays_audio,
    };
    harness_restart_deadline();
    EXPECT(self, self->engine->join(self->engine->engine, &join, &self->sink, &self->stream) ==
                     OYSTER_OK);
}

void harness_leave(OysterHarness *self) {
    lock(self);
    unsigned closings = self->closings;
    unlock(self);
    harness_restart_deadline();
    int64_t start = now_ms();
    self->engine->leave(self->stream);
    AWAIT(self, self->closings == closings + 1);
    EXPECT(self, now_ms() - start < MAX_LEAVE_MS);
}

void harness_stop(OysterHarness *self) {
    lock(self);
    close_viewer(self);
    self->is_sender_stopped = true;
    unlock(self);
    pthread_join(self->sender, NULL);
}

static unsigned count_entries(const char *path) {
    DIR *folder = opendir(path);
    unsigned count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

unsigned count_threads(void) {
    return count_entries("/proc/self/task");
}

unsigned count_descriptors(void) {
    return count_entries("/proc/self/fd");
}
