/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stand-in for libhappyoyster that needs no network: each call is answered at once from one
 * table of statuses. The ticket names the mode; the ticket "used" is refused, with "mute" nothing
 * completes. One engine, one travel, and eight listeners at a time are enough here.
 */
#include <cjson/cJSON.h>
#include <happyoyster.h>
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
#define WIDTH 64
#define HEIGHT 32

/* One waiting callback: a completion when `done` is set, else an event. */
struct item {
    struct item *next;
    oyster_done_fn done;
    void *context;
    oyster_event event;
    oyster_result code;
    cJSON *json;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static struct item *head, **tail = &head;
static int descriptor = -1;
static bool has_thread, by_host, is_ready, has_token, is_shut_down;
static pid_t owner;

static char ticket[64];
static bool is_open;
static oyster_status status;
static oyster_mode mode;
static uint64_t sequence, last_listener;
static struct {
    oyster_event_fn handler;
    void *context;
    oyster_release_fn release;
    uint64_t id;
} listeners[8];
static oyster_log_fn log_handler;
static void *log_context;
static oyster_release_fn log_release;
static oyster_frame_fn frame_handler;
static void *frame_context;
static oyster_release_fn frame_release_fn;
static oyster_pixel_format frame_format = OYSTER_PIXEL_FORMAT_I420;
static uint8_t pixels[WIDTH * HEIGHT * 4];
static uint64_t frame_sequence;
static int frames_held;
static int frame_descriptor = -1;
static int audio_descriptor = -1;
static int16_t pieces[128];
static int piece_count;
static oyster_audio_fn audio_handler;
static void *audio_context;
static oyster_release_fn audio_release;
static bool plays_aloud;
static char recording[128];

static const char *const MODES[] = {"unknown", "adventure", "directing", "acting"};
static const char *const STATUSES[] = {"idle",   "prepare", "running", "pausing",
                                       "paused", "ended",   "failed"};

/* Run one item; false when none waits. */
static bool run_next(void) {
    pthread_mutex_lock(&lock);
    struct item *item = head;
    if (item && !(head = item->next))
        tail = &head;
    pthread_mutex_unlock(&lock);
    if (!item)
        return false;
    if (item->done)
        item->done(item->context, item->code, item->json);
    for (int i = 0; !item->done && item->event.type && i < 8; i++) {
        if (listeners[i].handler)
            listeners[i].handler(listeners[i].context, &item->event);
    }
    cJSON_Delete(item->json);
    free(item);
    return true;
}

static void *deliver(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!head || by_host)
            pthread_cond_wait(&change, &lock);
        pthread_mutex_unlock(&lock);
        run_next();
    }
    return NULL;
}

static void post(struct item item) {
    struct item *copy = malloc(sizeof *copy);
    *copy = item;
    copy->next = NULL;
    pthread_mutex_lock(&lock);
    *tail = copy;
    tail = &copy->next;
    if (!has_thread && !by_host) {
        pthread_t thread;
        has_thread = pthread_create(&thread, NULL, deliver, NULL) == 0;
    }
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&lock);
    if (descriptor >= 0)
        eventfd_write(descriptor, 1);
}

static void emit(oyster_event_type type, oyster_result code, cJSON *payload) {
    struct item item = {.json = payload};
    item.event = (oyster_event){sizeof(oyster_event), type,    status, code, payload,
                                ++sequence,           1500000, NULL};
    post(item);
}

static void become(oyster_status next) {
    status = next;
    eventfd_t value;
    if (frame_descriptor >= 0 && next == OYSTER_STATUS_RUNNING)
        eventfd_write(frame_descriptor, 1);
    else if (frame_descriptor >= 0)
        eventfd_read(frame_descriptor, &value);
    cJSON *payload = cJSON_CreateObject();
    cJSON_AddStringToObject(payload, "status", STATUSES[next]);
    emit(OYSTER_EVENT_STATUS_CHANGED, 0, payload);
}

static cJSON *object(void) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "encryptedTravelId", "travel-1");
    cJSON_AddStringToObject(json, "status", STATUSES[status]);
    return json;
}

static oyster_result complete(oyster_done_fn done, void *context, oyster_result code, cJSON *json) {
    if (done && strcmp(ticket, "mute") != 0)
        post((struct item){.done = done, .context = context, .code = code, .json = json});
    return OYSTER_OK;
}

static oyster_result fail(oyster_done_fn done, void *context, oyster_result code) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "code", code);
    cJSON_AddStringToObject(json, "message", "the fake refuses");
    cJSON_AddBoolToObject(json, "retryable", true);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(json, "raw"), "requestId", "r-1");
    return complete(done, context, code, json);
}

static oyster_result alive(bool handle_is_good) {
    if (owner && owner != getpid())
        return OYSTER_ERROR_FORKED;
    if (is_shut_down)
        return OYSTER_ERROR_SHUT_DOWN;
    return handle_is_good ? OYSTER_OK : OYSTER_ERROR_INVALID_HANDLE;
}

#define GUARD(handle_is_good)                          \
    do {                                               \
        oyster_result refusal = alive(handle_is_good); \
        if (refusal)                                   \
            return refusal;                            \
    } while (0)
#define IS_ENGINE(e) ((e) == ENGINE || (e) == SHARED)
#define IS_TRAVEL(t) ((t) == TRAVEL && is_open)

const char *oyster_version(void) {
    return "0.1.0";
}
uint32_t oyster_abi_version(void) {
    const char *other = getenv("FAKE_ABI");
    return other ? (uint32_t)strtoul(other, NULL, 0) : OYSTER_ABI_VERSION;
}
char *oyster_json_print(const cJSON *json) {
    return json ? cJSON_PrintUnformatted(json) : NULL;
}
void oyster_json_free(cJSON *json) {
    cJSON_Delete(json);
}
void oyster_string_free(char *text) {
    free(text);
}

const char *oyster_error_name(oyster_result code) {
    return code ? "NAME" : "OK";
}
oyster_error_kind_value oyster_error_kind(oyster_result code) {
    return code >= 400000 ? OYSTER_ERROR_KIND_SERVER : OYSTER_ERROR_KIND_UNKNOWN;
}
const char *oyster_error_kind_name(oyster_result code) {
    return code ? "unknown" : "none";
}
const char *oyster_error_advice(oyster_result code) {
    return code ? "Do better." : "";
}
bool oyster_error_ends_travel(oyster_result code) {
    return code == 105001;
}

oyster_result oyster_log_set_minimum_level(oyster_log_level level) {
    GUARD(true);
    if (level < OYSTER_LOG_LEVEL_DEBUG || level > OYSTER_LOG_LEVEL_ERROR)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (log_handler)
        log_handler(log_context, OYSTER_LOG_LEVEL_WARNING, "core", "level set");
    return OYSTER_OK;
}
oyster_result oyster_log_set_handler(oyster_log_fn handler, void *context,
                                     oyster_release_fn release, oyster_release_outcome *outcome) {
    if (log_release)
        log_release(log_context);
    log_handler = handler;
    log_context = context;
    log_release = release;
    if (outcome)
        *outcome = OYSTER_RELEASE_COMPLETE;
    return OYSTER_OK;
}

oyster_engine *oyster_engine_shared(void) {
    if (alive(true))
        return NULL;
    owner = getpid();
    return SHARED;
}
oyster_result oyster_engine_create(oyster_engine **engine) {
    GUARD(true);
    owner = getpid();
    *engine = ENGINE;
    return OYSTER_OK;
}
oyster_result oyster_engine_destroy(oyster_engine *engine, oyster_release_outcome *outcome) {
    GUARD(engine == ENGINE);
    (void)outcome;
    if (is_open)
        oyster_travel_release(TRAVEL, NULL);
    is_ready = has_token = by_host = false;
    return OYSTER_OK;
}
oyster_result oyster_engine_initialize(oyster_engine *engine, const oyster_config *config) {
    GUARD(IS_ENGINE(engine));
    if (config->size != sizeof *config)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (!*config->api_host || !*config->model)
        return OYSTER_ERROR_INVALID_CONFIG;
    plays_aloud = config->play_audio;
    is_ready = true;
    return OYSTER_OK;
}
oyster_result oyster_engine_check_config(const oyster_engine *engine, const oyster_config *config,
                                         cJSON **error) {
    GUARD(IS_ENGINE(engine));
    bool is_valid = *config->api_host && *config->model;
    *error = is_valid ? NULL : cJSON_Parse("{\"message\":\"model is blank.\"}");
    return is_valid ? OYSTER_OK : OYSTER_ERROR_INVALID_CONFIG;
}
bool oyster_engine_is_ready(const oyster_engine *engine) {
    return IS_ENGINE(engine) && is_ready;
}
oyster_result oyster_engine_update_token(oyster_engine *engine, const char *token) {
    GUARD(IS_ENGINE(engine));
    if (!is_ready)
        return OYSTER_ERROR_NOT_INITIALIZED;
    has_token = *token != '\0';
    return OYSTER_OK;
}
oyster_result oyster_engine_create_travel(oyster_engine *engine, const char *text,
                                          oyster_travel **travel) {
    GUARD(IS_ENGINE(engine));
    if (!is_ready)
        return OYSTER_ERROR_NOT_INITIALIZED;
    if (is_open)
        return OYSTER_ERROR_CONCURRENT_TRAVEL;
    strncpy(ticket, text, sizeof ticket - 1);
    is_open = true;
    status = OYSTER_STATUS_IDLE;
    sequence = 0;
    mode = OYSTER_MODE_UNKNOWN;
    for (int known = 1; known <= 3; known++)
        if (strcmp(text, MODES[known]) == 0)
            mode = (oyster_mode)known;
    *travel = TRAVEL;
    return OYSTER_OK;
}
oyster_result oyster_engine_cleanup(oyster_engine *engine, oyster_done_fn done, void *context) {
    GUARD(IS_ENGINE(engine));
    is_ready = has_token = false;
    return done ? complete(done, context, 0, cJSON_CreateObject()) : OYSTER_OK;
}
oyster_result oyster_engine_set_delivery(oyster_engine *engine, oyster_delivery delivery) {
    GUARD(IS_ENGINE(engine));
    by_host = delivery == OYSTER_DELIVERY_HOST;
    return OYSTER_OK;
}
oyster_result oyster_engine_event_fd(oyster_engine *engine, int *fd) {
    GUARD(IS_ENGINE(engine));
    if (descriptor < 0)
        descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    *fd = descriptor;
    return OYSTER_OK;
}
oyster_result oyster_engine_dispatch(oyster_engine *engine, uint32_t timeout_ms, size_t *count) {
    GUARD(IS_ENGINE(engine));
    eventfd_t ignored;
    if (descriptor >= 0)
        (void)eventfd_read(descriptor, &ignored);
    size_t ran = 0;
    while (run_next())
        ran++;
    if (!ran)
        usleep(timeout_ms * 1000);
    if (count)
        *count = ran;
    return OYSTER_OK;
}
oyster_result oyster_engine_shutdown_all(uint32_t timeout_ms) {
    (void)timeout_ms;
    GUARD(true);
    is_shut_down = true;
    return OYSTER_OK;
}

oyster_result oyster_travel_start(oyster_travel *travel, const oyster_start_options *options,
                                  oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    if (options && options->size != sizeof *options)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (!has_token)
        return fail(done, context, OYSTER_ERROR_TOKEN_MISSING);
    if (strcmp(ticket, "used") == 0)
        return fail(done, context, OYSTER_ERROR_SERVER_TICKET_USED);
    become(OYSTER_STATUS_PREPARE);
    for (int i = 0; i < 2; i++) {
        cJSON *info = object();
        cJSON_AddStringToObject(info, "mode", MODES[mode]);
        cJSON_AddStringToObject(info, "version", "fakeV1");
        if (i == 0) {
            emit(OYSTER_EVENT_TRAVEL_INFO_READY, 0, info);
            become(OYSTER_STATUS_RUNNING);
        } else {
            complete(done, context, 0, info);
        }
    }
    return OYSTER_OK;
}
oyster_result oyster_travel_pause(oyster_travel *travel, oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    if (mode == OYSTER_MODE_ADVENTURE)
        return fail(done, context, OYSTER_ERROR_MODE_MISMATCH);
    become(OYSTER_STATUS_PAUSING);
    become(OYSTER_STATUS_PAUSED);
    return complete(done, context, 0, object());
}
oyster_result oyster_travel_resume(oyster_travel *travel, oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    become(OYSTER_STATUS_PREPARE);
    become(OYSTER_STATUS_RUNNING);
    return complete(done, context, 0, object());
}
oyster_result oyster_travel_rewind(oyster_travel *travel, double to_sec, oyster_done_fn done,
                                   void *context) {
    GUARD(IS_TRAVEL(travel));
    if (!(to_sec >= 0))
        return OYSTER_ERROR_INVALID_ARGUMENT;
    become(OYSTER_STATUS_PREPARE);
    become(OYSTER_STATUS_RUNNING);
    cJSON *json = object();
    cJSON_AddNumberToObject(json, "resumedAtSec", 4);
    return complete(done, context, 0, json);
}
oyster_result oyster_travel_send_instruct(oyster_travel *travel, const char *content,
                                          oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    cJSON *json = object();
    cJSON_AddStringToObject(json, "content", content);
    cJSON_AddBoolToObject(json, "accepted", true);
    if (status == OYSTER_STATUS_PAUSED)
        cJSON_AddBoolToObject(json, "queued", true);
    return complete(done, context, 0, json);
}
oyster_result oyster_travel_update_script(oyster_travel *travel, const char *json_text,
                                          oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    cJSON *script = cJSON_Parse(json_text);
    int turns = cJSON_GetArraySize(cJSON_GetObjectItem(script, "acts"));
    cJSON_Delete(script);
    cJSON *json = object();
    cJSON_AddBoolToObject(json, "accepted", true);
    cJSON_AddNumberToObject(json, "turnCount", turns);
    return complete(done, context, 0, json);
}
oyster_result oyster_travel_end(oyster_travel *travel, oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    if (status != OYSTER_STATUS_ENDED)
        become(OYSTER_STATUS_ENDED);
    cJSON *json = object();
    cJSON_AddStringToObject(json, "endedAt", "2026-09-03T10:02:00Z");
    cJSON_AddNumberToObject(json, "duration", 88);
    cJSON_AddBoolToObject(json, "confirmed", true);
    return complete(done, context, 0, json);
}
oyster_result oyster_travel_send_command(oyster_travel *travel, oyster_translation translation,
                                         oyster_rotation rotation, oyster_interaction interaction) {
    GUARD(IS_TRAVEL(travel));
    (void)rotation;
    (void)interaction;
    if ((int)translation < 0 || translation > OYSTER_TRANSLATION_BACK_RIGHT)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (mode != OYSTER_MODE_ADVENTURE)
        emit(OYSTER_EVENT_ERROR, OYSTER_ERROR_MODE_MISMATCH, object());
    return OYSTER_OK;
}
oyster_result oyster_travel_flush_commands(oyster_travel *travel) {
    return alive(IS_TRAVEL(travel));
}
oyster_result oyster_travel_pause_local_audio_capture(oyster_travel *travel) {
    return alive(IS_TRAVEL(travel));
}
oyster_result oyster_travel_resume_local_audio_capture(oyster_travel *travel) {
    return alive(IS_TRAVEL(travel));
}
oyster_result oyster_travel_status(const oyster_travel *travel, oyster_status *out) {
    GUARD(IS_TRAVEL(travel));
    *out = status;
    return OYSTER_OK;
}
bool oyster_travel_is_ended(const oyster_travel *travel) {
    return alive(IS_TRAVEL(travel)) || status >= OYSTER_STATUS_ENDED;
}
bool oyster_travel_can(const oyster_travel *travel, oyster_action action) {
    return IS_TRAVEL(travel) && action == OYSTER_ACTION_END;
}
oyster_result oyster_travel_info(const oyster_travel *travel, cJSON **info) {
    GUARD(IS_TRAVEL(travel));
    *info = object();
    return OYSTER_OK;
}
oyster_result oyster_travel_stats(const oyster_travel *travel, cJSON **stats) {
    return oyster_travel_info(travel, stats);
}
oyster_result oyster_travel_add_listener(oyster_travel *travel, oyster_event_fn handler,
                                         void *context, oyster_release_fn release, uint64_t *id) {
    GUARD(IS_TRAVEL(travel));
    for (int i = 0; i < 8; i++) {
        if (listeners[i].handler)
            continue;
        listeners[i].context = context;
        listeners[i].release = release;
        listeners[i].id = *id = ++last_listener;
        listeners[i].handler = handler;
        return OYSTER_OK;
    }
    return OYSTER_ERROR_LIMIT_REACHED;
}
oyster_result oyster_travel_remove_listener(oyster_travel *travel, uint64_t id,
                                            oyster_release_outcome *outcome) {
    GUARD(IS_TRAVEL(travel));
    (void)outcome;
    for (int i = 0; i < 8; i++) {
        if (!listeners[i].handler || listeners[i].id != id)
            continue;
        listeners[i].handler = NULL;
        if (listeners[i].release)
            listeners[i].release(listeners[i].context);
        return OYSTER_OK;
    }
    return OYSTER_ERROR_INVALID_ARGUMENT;
}
oyster_result oyster_travel_video_view(oyster_travel *travel, oyster_video_view **view) {
    GUARD(IS_TRAVEL(travel));
    *view = VIEW;
    return OYSTER_OK;
}
oyster_result oyster_travel_release(oyster_travel *travel, oyster_release_outcome *outcome) {
    GUARD(IS_TRAVEL(travel));
    for (int i = 0; i < 8; i++) {
        if (listeners[i].handler)
            oyster_travel_remove_listener(travel, listeners[i].id, outcome);
    }
    oyster_video_view_set_frame_callback(VIEW, OYSTER_PIXEL_FORMAT_I420, NULL, NULL, NULL, NULL);
    oyster_travel_set_audio_callback(TRAVEL, NULL, NULL, NULL, NULL);
    if (frame_descriptor >= 0)
        close(frame_descriptor);
    if (audio_descriptor >= 0)
        close(audio_descriptor);
    frame_descriptor = audio_descriptor = -1;
    piece_count = 0;
    is_open = false;
    return OYSTER_OK;
}
const char *oyster_status_name(oyster_status value) {
    return (unsigned)value <= OYSTER_STATUS_FAILED ? STATUSES[value] : "unknown";
}

static oyster_frame_info layout(void) {
    oyster_frame_info info = {.size = sizeof info,
                              .format = frame_format,
                              .width = WIDTH,
                              .height = HEIGHT,
                              .plane_count = 1,
                              .planes = {pixels},
                              .sequence = ++frame_sequence,
                              .pts_us = 41667,
                              .monotonic_time_us = 1500000};
    /* RGB24 rows are padded, so that nobody mistakes a stride for a width. */
    info.strides[0] = frame_format == OYSTER_PIXEL_FORMAT_RGB24   ? WIDTH * 3 + 8
                      : frame_format == OYSTER_PIXEL_FORMAT_BGR24 ? WIDTH * 3
                                                                  : WIDTH * 4;
    if (frame_format <= OYSTER_PIXEL_FORMAT_NV12) {
        bool is_nv12 = frame_format == OYSTER_PIXEL_FORMAT_NV12;
        info.plane_count = is_nv12 ? 2 : 3;
        info.strides[0] = WIDTH;
        for (uint32_t i = 1; i < info.plane_count; i++) {
            info.strides[i] = is_nv12 ? WIDTH : WIDTH / 2;
            info.planes[i] = pixels + WIDTH * HEIGHT;
        }
    }
    return info;
}
oyster_result oyster_video_view_set_frame_callback(oyster_video_view *view,
                                                   oyster_pixel_format format,
                                                   oyster_frame_fn handler, void *context,
                                                   oyster_release_fn release,
                                                   oyster_release_outcome *outcome) {
    GUARD(view == VIEW && is_open);
    (void)outcome;
    if (format < OYSTER_PIXEL_FORMAT_I420 || format > OYSTER_PIXEL_FORMAT_BGR24)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (frame_handler && frame_release_fn)
        frame_release_fn(frame_context);
    frame_handler = handler;
    frame_context = context;
    frame_release_fn = release;
    frame_format = format;
    oyster_frame_info info = layout();
    if (handler)
        handler(context, &info);
    return OYSTER_OK;
}
oyster_result oyster_video_view_acquire_frame(oyster_video_view *view, oyster_pixel_format format,
                                              oyster_frame **frame) {
    GUARD(view == VIEW && is_open);
    if (status != OYSTER_STATUS_RUNNING)
        return OYSTER_ERROR_NO_FRAME;
    if (format < OYSTER_PIXEL_FORMAT_I420 || format > OYSTER_PIXEL_FORMAT_BGR24)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (frames_held == 64)
        return OYSTER_ERROR_LIMIT_REACHED;
    frame_format = format;
    frames_held++;
    *frame = FRAME;
    return OYSTER_OK;
}
/* Each look finds a new frame. */
oyster_result oyster_video_view_wait_frame(oyster_video_view *view, oyster_pixel_format format,
                                           uint64_t after_sequence, uint32_t timeout_ms,
                                           oyster_frame **frame) {
    (void)after_sequence;
    for (uint32_t waited = 0;; waited++) {
        oyster_result code = oyster_video_view_acquire_frame(view, format, frame);
        if (code != OYSTER_ERROR_NO_FRAME || status >= OYSTER_STATUS_ENDED)
            return code;
        if (waited >= timeout_ms)
            return OYSTER_ERROR_TIMED_OUT;
        usleep(1000);
    }
}
oyster_result oyster_video_view_frame_fd(oyster_video_view *view, int *fd) {
    GUARD(view == VIEW && is_open);
    if (frame_descriptor < 0)
        frame_descriptor = eventfd(status == OYSTER_STATUS_RUNNING, EFD_NONBLOCK | EFD_CLOEXEC);
    *fd = frame_descriptor;
    return OYSTER_OK;
}
oyster_result oyster_frame_get_info(const oyster_frame *frame, oyster_frame_info *info) {
    GUARD(frame == FRAME);
    *info = layout();
    return OYSTER_OK;
}
oyster_result oyster_frame_release(oyster_frame *frame) {
    if (frame != FRAME || !frames_held)
        return OYSTER_ERROR_INVALID_HANDLE;
    frames_held--;
    return OYSTER_OK;
}

oyster_result oyster_travel_set_audio_callback(oyster_travel *travel, oyster_audio_fn handler,
                                               void *context, oyster_release_fn release,
                                               oyster_release_outcome *outcome) {
    GUARD(IS_TRAVEL(travel));
    (void)outcome;
    oyster_release_fn former = audio_handler ? audio_release : NULL;
    void *former_context = audio_context;
    audio_handler = handler;
    audio_context = context;
    audio_release = release;
    if (former)
        former(former_context);
    return OYSTER_OK;
}
oyster_result oyster_travel_audio_fd(oyster_travel *travel, int *fd) {
    GUARD(IS_TRAVEL(travel));
    if (audio_descriptor < 0)
        audio_descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    *fd = audio_descriptor;
    return OYSTER_OK;
}
oyster_result oyster_travel_read_audio(oyster_travel *travel, int16_t *samples, size_t capacity,
                                       uint32_t timeout_ms, oyster_audio_info *info) {
    GUARD(IS_TRAVEL(travel));
    (void)timeout_ms;
    pthread_mutex_lock(&lock);
    bool is_there = piece_count > 0 && capacity >= 6;
    if (is_there) {
        memcpy(samples, (int16_t[]){pieces[0], -1, 2, -2, 3, -3}, 6 * sizeof *samples);
        memmove(pieces, pieces + 1, --piece_count * sizeof *pieces);
        *info = (oyster_audio_info){sizeof *info, 48000, 2, 3, samples, 20000, 1500000, NULL};
        eventfd_t value;
        if (!piece_count && audio_descriptor >= 0)
            eventfd_read(audio_descriptor, &value);
    }
    pthread_mutex_unlock(&lock);
    return is_there ? OYSTER_OK : OYSTER_ERROR_TIMED_OUT;
}
oyster_result oyster_travel_record(oyster_travel *travel, const char *path) {
    GUARD(IS_TRAVEL(travel));
    if (path && !*path)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (status >= OYSTER_STATUS_ENDED)
        return OYSTER_ERROR_NO_ACTIVE_TRAVEL;
    strncpy(recording, path ? path : "", sizeof recording - 1);
    return OYSTER_OK;
}

/* Only the fake has these: one piece of stereo sound, and what it was told. */
OYSTER_API bool fake_play(int16_t first);
bool fake_play(int16_t first) {
    int16_t samples[] = {first, -1, 2, -2, 3, -3};
    oyster_audio_info info = {sizeof info, 48000, 2, 3, samples, 20000, 1500000, NULL};
    if (audio_handler) {
        audio_handler(audio_context, &info);
        return true;
    }
    if (audio_descriptor < 0)
        return false;
    pthread_mutex_lock(&lock);
    if (piece_count < 128)
        pieces[piece_count++] = first;
    pthread_mutex_unlock(&lock);
    eventfd_write(audio_descriptor, 1);
    return true;
}
OYSTER_API const char *fake_recording(void);
const char *fake_recording(void) {
    return recording;
}
OYSTER_API bool fake_plays_aloud(void);
bool fake_plays_aloud(void) {
    return plays_aloud;
}

/* Only the fake has this: how many frames the host holds. */
OYSTER_API int fake_frames_held(void);
int fake_frames_held(void) {
    return frames_held;
}
