/* SPDX-License-Identifier: Apache-2.0 */
/* Versions, errors, the log, and the engine. */
#include "fake.h"

static oyster_log_fn log_handler;
static void *log_context;
static oyster_release_fn log_release;

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
    return code >= 400000                 ? OYSTER_ERROR_KIND_SERVER
           : code >= 1000 && code < 10000 ? OYSTER_ERROR_KIND_SESSION
                                          : OYSTER_ERROR_KIND_UNKNOWN;
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
    if (fake_check(true))
        return NULL;
    fake.owner = getpid();
    return SHARED;
}
oyster_result oyster_engine_create(oyster_engine **engine) {
    GUARD(true);
    fake.owner = getpid();
    *engine = ENGINE;
    return OYSTER_OK;
}
oyster_result oyster_engine_destroy(oyster_engine *engine, oyster_release_outcome *outcome) {
    GUARD(engine == ENGINE);
    (void)outcome;
    if (fake.is_open)
        oyster_travel_release(TRAVEL, NULL);
    fake_release_sessions();
    fake.is_ready = fake.has_token = fake.is_by_host = false;
    return OYSTER_OK;
}
oyster_result oyster_engine_initialize(oyster_engine *engine, const oyster_config *config) {
    GUARD(IS_ENGINE(engine));
    if (config->size != sizeof *config)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (!*config->api_host || !*config->model)
        return OYSTER_ERROR_INVALID_CONFIG;
    fake.plays_audio = config->play_audio;
    fake.is_ready = true;
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
    return IS_ENGINE(engine) && fake.is_ready;
}
oyster_result oyster_engine_update_token(oyster_engine *engine, const char *token) {
    GUARD(IS_ENGINE(engine));
    if (!fake.is_ready)
        return OYSTER_ERROR_NOT_INITIALIZED;
    fake.has_token = *token != '\0';
    return OYSTER_OK;
}
oyster_result oyster_engine_create_travel(oyster_engine *engine, const char *text,
                                          oyster_travel **travel) {
    GUARD(IS_ENGINE(engine));
    if (!fake.is_ready)
        return OYSTER_ERROR_NOT_INITIALIZED;
    if (fake.is_open)
        return OYSTER_ERROR_CONCURRENT_TRAVEL;
    strncpy(fake.ticket, text, sizeof fake.ticket - 1);
    fake.is_open = true;
    fake.status = OYSTER_STATUS_IDLE;
    fake.sequence = 0;
    fake.mode = OYSTER_MODE_UNKNOWN;
    for (int known = 1; known <= 3; known++)
        if (strcmp(text, fake_modes[known]) == 0)
            fake.mode = (oyster_mode)known;
    *travel = TRAVEL;
    return OYSTER_OK;
}
oyster_result oyster_engine_cleanup(oyster_engine *engine, oyster_done_fn done, void *context) {
    GUARD(IS_ENGINE(engine));
    fake.is_ready = fake.has_token = false;
    return done ? fake_complete(done, context, 0, cJSON_CreateObject()) : OYSTER_OK;
}
oyster_result oyster_engine_shutdown_all(uint32_t timeout_ms) {
    (void)timeout_ms;
    GUARD(true);
    fake.is_shut_down = true;
    return OYSTER_OK;
}

OYSTER_API bool fake_plays_audio(void);
bool fake_plays_audio(void) {
    return fake.plays_audio;
}
