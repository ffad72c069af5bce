/* SPDX-License-Identifier: Apache-2.0 */
/* The travel: its operations, status, listeners and recording. */
#include "fake.h"

static uint64_t last_listener;
static struct {
    oyster_event_fn handler;
    void *context;
    oyster_release_fn release;
    oyster_listener_id id;
} listeners[8];
static char recording[128];

void fake_notify(const oyster_event *event) {
    for (int i = 0; i < 8; i++) {
        if (listeners[i].handler)
            listeners[i].handler(listeners[i].context, event);
    }
}
void fake_remove_listeners(void) {
    for (int i = 0; i < 8; i++) {
        if (listeners[i].handler)
            oyster_travel_remove_listener(TRAVEL, listeners[i].id, NULL);
    }
}

oyster_result oyster_travel_start(oyster_travel *travel, const oyster_start_options *options,
                                  oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    if (options && options->size != sizeof *options)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (!fake.has_token)
        return fake_fail(done, context, OYSTER_ERROR_TOKEN_MISSING);
    if (strcmp(fake.ticket, "used") == 0)
        return fake_fail(done, context, OYSTER_ERROR_SERVER_TICKET_USED);
    fake_set_status(OYSTER_STATUS_PREPARE);
    for (int i = 0; i < 2; i++) {
        cJSON *info = fake_object();
        cJSON_AddStringToObject(info, "mode", fake_modes[fake.mode]);
        cJSON_AddStringToObject(info, "version", "fakeV1");
        if (i == 0) {
            fake_emit(OYSTER_EVENT_TRAVEL_INFO_READY, 0, info);
            fake_set_status(OYSTER_STATUS_RUNNING);
        } else {
            fake_complete(done, context, 0, info);
        }
    }
    return OYSTER_OK;
}
oyster_result oyster_travel_pause(oyster_travel *travel, oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    if (fake.mode == OYSTER_MODE_ADVENTURE)
        return fake_fail(done, context, OYSTER_ERROR_MODE_MISMATCH);
    fake_set_status(OYSTER_STATUS_PAUSING);
    fake_set_status(OYSTER_STATUS_PAUSED);
    return fake_complete(done, context, 0, fake_object());
}
oyster_result oyster_travel_resume(oyster_travel *travel, oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    fake_set_status(OYSTER_STATUS_PREPARE);
    fake_set_status(OYSTER_STATUS_RUNNING);
    return fake_complete(done, context, 0, fake_object());
}
oyster_result oyster_travel_rewind(oyster_travel *travel, double to_sec, oyster_done_fn done,
                                   void *context) {
    GUARD(IS_TRAVEL(travel));
    if (!(to_sec >= 0))
        return OYSTER_ERROR_INVALID_ARGUMENT;
    fake_set_status(OYSTER_STATUS_PREPARE);
    fake_set_status(OYSTER_STATUS_RUNNING);
    cJSON *json = fake_object();
    cJSON_AddNumberToObject(json, "resumedAtSec", 4);
    return fake_complete(done, context, 0, json);
}
oyster_result oyster_travel_send_instruct(oyster_travel *travel, const char *content,
                                          oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    cJSON *json = fake_object();
    cJSON_AddStringToObject(json, "content", content);
    cJSON_AddBoolToObject(json, "accepted", true);
    if (fake.status == OYSTER_STATUS_PAUSED)
        cJSON_AddBoolToObject(json, "queued", true);
    return fake_complete(done, context, 0, json);
}
oyster_result oyster_travel_update_script(oyster_travel *travel, const char *json_text,
                                          oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    cJSON *script = cJSON_Parse(json_text);
    int turns = cJSON_GetArraySize(cJSON_GetObjectItem(script, "acts"));
    cJSON_Delete(script);
    cJSON *json = fake_object();
    cJSON_AddBoolToObject(json, "accepted", true);
    cJSON_AddNumberToObject(json, "turnCount", turns);
    return fake_complete(done, context, 0, json);
}
oyster_result oyster_travel_end(oyster_travel *travel, oyster_done_fn done, void *context) {
    GUARD(IS_TRAVEL(travel));
    if (fake.status != OYSTER_STATUS_ENDED)
        fake_set_status(OYSTER_STATUS_ENDED);
    cJSON *json = fake_object();
    cJSON_AddStringToObject(json, "endedAt", "2026-09-03T10:02:00Z");
    cJSON_AddNumberToObject(json, "duration", 88);
    cJSON_AddBoolToObject(json, "confirmed", true);
    return fake_complete(done, context, 0, json);
}
oyster_result oyster_travel_send_command(oyster_travel *travel, oyster_translation translation,
                                         oyster_rotation rotation, oyster_interaction interaction) {
    GUARD(IS_TRAVEL(travel));
    (void)rotation;
    (void)interaction;
    if ((int)translation < 0 || translation > OYSTER_TRANSLATION_BACK_RIGHT)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (fake.mode != OYSTER_MODE_ADVENTURE)
        fake_emit(OYSTER_EVENT_ERROR, OYSTER_ERROR_MODE_MISMATCH, fake_object());
    return OYSTER_OK;
}
oyster_result oyster_travel_flush_commands(oyster_travel *travel) {
    return fake_check(IS_TRAVEL(travel));
}
oyster_result oyster_travel_status(const oyster_travel *travel, oyster_status *out) {
    GUARD(IS_TRAVEL(travel));
    *out = fake.status;
    return OYSTER_OK;
}
bool oyster_travel_is_ended(const oyster_travel *travel) {
    return fake_check(IS_TRAVEL(travel)) || fake.status >= OYSTER_STATUS_ENDED;
}
bool oyster_travel_can(const oyster_travel *travel, oyster_action action) {
    return IS_TRAVEL(travel) && action == OYSTER_ACTION_END;
}
oyster_result oyster_travel_info(const oyster_travel *travel, cJSON **info) {
    GUARD(IS_TRAVEL(travel));
    *info = fake_object();
    return OYSTER_OK;
}
oyster_result oyster_travel_stats(const oyster_travel *travel, cJSON **stats) {
    return oyster_travel_info(travel, stats);
}
oyster_result oyster_travel_add_listener(oyster_travel *travel, oyster_event_fn handler,
                                         void *context, oyster_release_fn release,
                                         oyster_listener_id *id) {
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
oyster_result oyster_travel_remove_listener(oyster_travel *travel, oyster_listener_id id,
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
oyster_result oyster_travel_release(oyster_travel *travel, oyster_release_outcome *outcome) {
    GUARD(IS_TRAVEL(travel));
    (void)outcome;
    fake_remove_listeners();
    fake_close_video();
    fake_close_audio();
    fake.is_open = false;
    return OYSTER_OK;
}
const char *oyster_status_name(oyster_status value) {
    return (unsigned)value <= OYSTER_STATUS_FAILED ? fake_statuses[value] : "unknown";
}

oyster_result oyster_travel_record(oyster_travel *travel, const char *path) {
    GUARD(IS_TRAVEL(travel));
    if (path && !*path)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (fake.status >= OYSTER_STATUS_ENDED)
        return OYSTER_ERROR_NO_ACTIVE_TRAVEL;
    strncpy(recording, path ? path : "", sizeof recording - 1);
    return OYSTER_OK;
}

/* The path of the last call, which only tests read. */
OYSTER_API const char *fake_recording(void);
const char *fake_recording(void) {
    return recording;
}
