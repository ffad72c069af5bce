/* SPDX-License-Identifier: Apache-2.0 */
/* The queue of callbacks, and the state. */
#include "fake.h"

/* One waiting callback: a completion when `done` is set, else an event of the travel, or of a
 * session when `session_event.size` is not 0. */
struct item {
    struct item *next;
    oyster_done_fn done;
    void *context;
    oyster_event event;
    oyster_session_event session_event;
    int session;
    oyster_result code;
    cJSON *json;
};

fake_state fake = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static struct item *head, **tail = &head;
static int descriptor = -1;
static bool has_thread;

const char *const fake_modes[] = {"unknown", "adventure", "directing", "acting"};
const char *const fake_statuses[] = {"idle",   "prepare", "running", "pausing",
                                     "paused", "ended",   "failed"};

/* Run one item; false when none waits. */
static bool run_next(void) {
    pthread_mutex_lock(&fake.lock);
    struct item *item = head;
    if (item && !(head = item->next))
        tail = &head;
    pthread_mutex_unlock(&fake.lock);
    if (!item)
        return false;
    if (item->done)
        item->done(item->context, item->code, item->json);
    else if (item->session_event.size)
        fake_notify_session(item->session, &item->session_event);
    else
        fake_notify(&item->event);
    cJSON_Delete(item->json);
    free(item);
    return true;
}

static void *deliver(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&fake.lock);
        while (!head || fake.is_by_host)
            pthread_cond_wait(&change, &fake.lock);
        pthread_mutex_unlock(&fake.lock);
        run_next();
    }
    return NULL;
}

static void post(struct item item) {
    struct item *copy = malloc(sizeof *copy);
    *copy = item;
    copy->next = NULL;
    pthread_mutex_lock(&fake.lock);
    *tail = copy;
    tail = &copy->next;
    if (!has_thread && !fake.is_by_host) {
        pthread_t thread;
        has_thread = pthread_create(&thread, NULL, deliver, NULL) == 0;
    }
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&fake.lock);
    if (descriptor >= 0)
        eventfd_write(descriptor, 1);
}

void fake_emit(oyster_event_type type, oyster_result code, cJSON *payload) {
    struct item item = {.json = payload};
    item.event = (oyster_event){sizeof(oyster_event), type,    fake.status, code, payload,
                                ++fake.sequence,      1500000, NULL};
    post(item);
}

void fake_set_status(oyster_status next) {
    fake.status = next;
    fake_video_available(next == OYSTER_STATUS_RUNNING);
    cJSON *payload = cJSON_CreateObject();
    cJSON_AddStringToObject(payload, "status", fake_statuses[next]);
    fake_emit(OYSTER_EVENT_STATUS_CHANGED, 0, payload);
}

cJSON *fake_object(void) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "encryptedTravelId", "travel-1");
    cJSON_AddStringToObject(json, "status", fake_statuses[fake.status]);
    return json;
}

oyster_result fake_complete(oyster_done_fn done, void *context, oyster_result code, cJSON *json) {
    if (done && strcmp(fake.ticket, "mute") != 0)
        post((struct item){.done = done, .context = context, .code = code, .json = json});
    return OYSTER_OK;
}

oyster_result fake_complete_session(int session, oyster_done_fn done, void *context,
                                    oyster_result code, cJSON *json) {
    if (done && !fake_is_mute(session))
        post((struct item){.done = done, .context = context, .code = code, .json = json});
    return OYSTER_OK;
}

void fake_emit_session(int session, const oyster_session_event *event) {
    cJSON *payload = (cJSON *)(uintptr_t)event->payload;
    post((struct item){.session = session, .session_event = *event, .json = payload});
}

oyster_result fake_fail(oyster_done_fn done, void *context, oyster_result code) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "code", code);
    cJSON_AddStringToObject(json, "message", "the fake refuses");
    cJSON_AddBoolToObject(json, "retryable", true);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(json, "raw"), "requestId", "r-1");
    return fake_complete(done, context, code, json);
}

oyster_result fake_check(bool handle_is_good) {
    if (fake.owner && fake.owner != getpid())
        return OYSTER_ERROR_FORKED;
    if (fake.is_shut_down)
        return OYSTER_ERROR_SHUT_DOWN;
    return handle_is_good ? OYSTER_OK : OYSTER_ERROR_INVALID_HANDLE;
}

oyster_result oyster_engine_set_delivery(oyster_engine *engine, oyster_delivery delivery) {
    GUARD(IS_ENGINE(engine));
    fake.is_by_host = delivery == OYSTER_DELIVERY_HOST;
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
