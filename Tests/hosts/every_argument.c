// SPDX-License-Identifier: Apache-2.0
// NaN, infinite, negative and huge numbers, unknown enum values, invalid UTF-8, strings of 8 MB
// and wrong struct sizes give the documented code, and the library sends nothing.
#define _GNU_SOURCE
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

static oyster_engine *engine;
static oyster_travel *travel;
static oyster_video_view *view;
static char *huge;

/** Invalid UTF-8: a lone continuation byte, overlong, surrogate, beyond Unicode, truncated. */
static const char *const bad_texts[] = {"\x80", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                        "abc\xe2\x82"};
#define BAD_TEXTS (sizeof bad_texts / sizeof *bad_texts)

static void make_huge(void) {
    size_t length = 8u << 20;
    huge = malloc(length + 1);
    memset(huge, 'x', length);
    huge[length] = 0;
}

static oyster_config good_config(void) {
    oyster_config config = OYSTER_CONFIG_INIT;
    config.api_host = "127.0.0.1:1";
    config.model = "happyoyster-1.0-adventure";
    return config;
}

/** One wrong configuration and its code. */
#define REFUSE_CONFIG(field, value, code)                              \
    do {                                                               \
        oyster_config config_ = good_config();                         \
        config_.field = value;                                         \
        CHECK_EQUAL(oyster_engine_initialize(engine, &config_), code); \
    } while (0)

static void refuse_hosts(void) {
    const char *const hosts[] = {"",
                                 " ",
                                 "http://example.com",
                                 "http://127.0.0.1.example.com",
                                 "http://localhost.example.com",
                                 "ftp://127.0.0.1",
                                 "https://",
                                 "https://user:pass@host",
                                 "host/path",
                                 "host?query",
                                 "host#part",
                                 "ho st",
                                 "host:0",
                                 "host:65536",
                                 "host:-1",
                                 "host:",
                                 "host\r\nX: y",
                                 "https://https://host"};
    for (size_t index = 0; index < sizeof hosts / sizeof *hosts; index++) {
        oyster_config config = good_config();
        config.api_host = hosts[index];
        oyster_result code = oyster_engine_initialize(engine, &config);
        if (code != OYSTER_ERROR_INVALID_CONFIG) {
            host_fail(__FILE__, __LINE__, "host \"%s\" gives %d", hosts[index], code);
        }
    }
}

static void refuse_configs(void) {
    const oyster_result invalid = OYSTER_ERROR_INVALID_CONFIG;
    refuse_hosts();
    REFUSE_CONFIG(api_host, NULL, invalid);
    REFUSE_CONFIG(api_host, huge, invalid);
    REFUSE_CONFIG(model, NULL, invalid);
    REFUSE_CONFIG(model, "  ", invalid);
    REFUSE_CONFIG(model, "../other", invalid);
    REFUSE_CONFIG(model, "a b", invalid);
    REFUSE_CONFIG(model, huge, invalid);
    REFUSE_CONFIG(callback_timeout_ms, 600001, invalid);
    REFUSE_CONFIG(callback_timeout_ms, UINT32_MAX, invalid);
    REFUSE_CONFIG(poll_interval_ms, 49, invalid);
    REFUSE_CONFIG(poll_interval_ms, 60001, invalid);
    REFUSE_CONFIG(stream_engine, "surprise", invalid);
    REFUSE_CONFIG(stream_engine, huge, invalid);
    REFUSE_CONFIG(ca_file, huge, invalid);
    REFUSE_CONFIG(user_agent, huge, invalid);
    REFUSE_CONFIG(user_agent, "a\r\nb: c", invalid);
    REFUSE_CONFIG(play_audio, 2, invalid);
    REFUSE_CONFIG(play_audio, UINT32_MAX, invalid);
    REFUSE_CONFIG(log_level, 5, OYSTER_ERROR_INVALID_ARGUMENT);
    for (size_t index = 0; index < BAD_TEXTS; index++) {
        REFUSE_CONFIG(api_host, bad_texts[index], OYSTER_ERROR_INVALID_ARGUMENT);
        REFUSE_CONFIG(model, bad_texts[index], OYSTER_ERROR_INVALID_ARGUMENT);
        REFUSE_CONFIG(stream_engine, bad_texts[index], OYSTER_ERROR_INVALID_ARGUMENT);
        REFUSE_CONFIG(ca_file, bad_texts[index], OYSTER_ERROR_INVALID_ARGUMENT);
        REFUSE_CONFIG(user_agent, bad_texts[index], OYSTER_ERROR_INVALID_ARGUMENT);
    }
    CHECK(!oyster_engine_is_ready(engine));
}

static void check_sizes(void) {
    struct {
        oyster_config config;
        unsigned char newer[64];
    } grown;
    memset(&grown, 0, sizeof grown);
    grown.config = good_config();
    REFUSE_CONFIG(size, 0, OYSTER_ERROR_INVALID_ARGUMENT);
    REFUSE_CONFIG(size, 4, OYSTER_ERROR_INVALID_ARGUMENT);
    REFUSE_CONFIG(size, sizeof(oyster_config) - 1, OYSTER_ERROR_INVALID_ARGUMENT);
    REFUSE_CONFIG(size, 4097, OYSTER_ERROR_INVALID_ARGUMENT);
    REFUSE_CONFIG(reserved, &grown, OYSTER_ERROR_UNKNOWN_FIELD);
    CHECK_EQUAL(oyster_engine_initialize(engine, NULL), OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_engine_check_config(engine, NULL, NULL), OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_engine_check_config(NULL, NULL, NULL), OYSTER_ERROR_INVALID_HANDLE);
    // A host of a newer header, with and without a field that this library does not know.
    grown.config.size = sizeof grown;
    grown.newer[63] = 1;
    CHECK_EQUAL(oyster_engine_initialize(engine, &grown.config), OYSTER_ERROR_UNKNOWN_FIELD);
    grown.newer[63] = 0;
    CHECK_EQUAL(oyster_engine_initialize(engine, &grown.config), OYSTER_OK);
    CHECK(oyster_engine_is_ready(engine));
}

static void refuse_secrets(void) {
    const char *const secrets[] = {NULL,        "",      " ",        "a b", "a\n",
                                   "a\r\nX: y", "a\x7f", "\xc3\xa4", huge};
    for (size_t index = 0; index < sizeof secrets / sizeof *secrets; index++) {
        oyster_travel *other = NULL;
        CHECK_EQUAL(oyster_engine_update_token(engine, secrets[index]),
                    OYSTER_ERROR_INVALID_ARGUMENT);
        CHECK_EQUAL(oyster_engine_create_travel(engine, secrets[index], &other),
                    OYSTER_ERROR_INVALID_ARGUMENT);
        CHECK(other == NULL);
    }
    CHECK_EQUAL(oyster_engine_create_travel(engine, "tk_none", NULL),
                OYSTER_ERROR_INVALID_ARGUMENT);
}

static void refuse_engine_arguments(void) {
    size_t count = 7;
    CHECK_EQUAL(oyster_engine_create(NULL), OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_engine_event_fd(engine, NULL), OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_engine_set_delivery(engine, (oyster_delivery)2),
                OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_engine_set_delivery(engine, (oyster_delivery)INT_MAX),
                OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_engine_dispatch(engine, 60001, &count), OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_engine_dispatch(engine, 0, &count), OYSTER_ERROR_UNSUPPORTED);
    CHECK_EQUAL(count, 7);
    for (int level = -1; level < 6; level++) {
        if (level >= OYSTER_LOG_LEVEL_DEBUG && level <= OYSTER_LOG_LEVEL_ERROR)
            continue;
        CHECK_EQUAL(oyster_log_set_minimum_level((oyster_log_level)level),
                    OYSTER_ERROR_INVALID_ARGUMENT);
    }
    CHECK_EQUAL(oyster_engine_destroy(oyster_engine_shared(), NULL), OYSTER_ERROR_UNSUPPORTED);
}

static void refuse_options(void) {
    oyster_start_options options = OYSTER_START_OPTIONS_INIT;
    options.size = 0;
    CHECK_EQUAL(oyster_travel_start(travel, &options, NULL, NULL), OYSTER_ERROR_INVALID_ARGUMENT);
    options.size = sizeof options - 1;
    CHECK_EQUAL(oyster_travel_start(travel, &options, NULL, NULL), OYSTER_ERROR_INVALID_ARGUMENT);
    options.size = sizeof options;
    options.reserved = &options;
    CHECK_EQUAL(oyster_travel_start(travel, &options, NULL, NULL), OYSTER_ERROR_UNKNOWN_FIELD);
}

static void refuse_numbers(void) {
    const double seconds[] = {NAN, -NAN, INFINITY, -INFINITY, -1, -1e-300, -1e308};
    for (size_t index = 0; index < sizeof seconds / sizeof *seconds; index++) {
        CHECK_EQUAL(oyster_travel_rewind(travel, seconds[index], NULL, NULL),
                    OYSTER_ERROR_INVALID_ARGUMENT);
    }
    for (int value = -2; value < 1000; value += value < 20 ? 1 : 100) {
        bool is_direction = value >= 0 && value <= 8, is_action = value >= 0 && value <= 4;
        if (!is_direction) {
            CHECK_EQUAL(oyster_travel_send_command(travel, (oyster_translation)value, 0, 0),
                        OYSTER_ERROR_INVALID_ARGUMENT);
            CHECK_EQUAL(oyster_travel_send_command(travel, 0, (oyster_rotation)value, 0),
                        OYSTER_ERROR_INVALID_ARGUMENT);
            CHECK(!oyster_travel_can(travel, (oyster_action)value));
        }
        if (!is_action) {
            CHECK_EQUAL(oyster_travel_send_command(travel, 0, 0, (oyster_interaction)value),
                        OYSTER_ERROR_INVALID_ARGUMENT);
        }
    }
}

static void refuse_texts(void) {
    const char *const blank[] = {"", " ", "\t\n", "\xc2\xa0", "\xe3\x80\x80", huge};
    for (size_t index = 0; index < sizeof blank / sizeof *blank; index++) {
        CHECK_EQUAL(oyster_travel_send_instruct(travel, blank[index], NULL, NULL),
                    OYSTER_ERROR_SERVER_INVALID_PARAMETER);
    }
    const char *const scripts[] = {
        NULL, "",     "[]", "{}", "{\"acts\":1}", "{\"acts\":[]}", "{\"acts\":[{\"turn\":1}]}",
        huge, "{} x", "{"};
    for (size_t index = 0; index < sizeof scripts / sizeof *scripts; index++) {
        CHECK_EQUAL(oyster_travel_update_script(travel, scripts[index], NULL, NULL),
                    OYSTER_ERROR_INVALID_ARGUMENT);
    }
    for (size_t index = 0; index < BAD_TEXTS; index++) {
        CHECK_EQUAL(oyster_travel_send_instruct(travel, bad_texts[index], NULL, NULL),
                    OYSTER_ERROR_INVALID_ARGUMENT);
        CHECK_EQUAL(oyster_travel_update_script(travel, bad_texts[index], NULL, NULL),
                    OYSTER_ERROR_INVALID_ARGUMENT);
    }
    CHECK_EQUAL(oyster_travel_send_instruct(travel, NULL, NULL, NULL),
                OYSTER_ERROR_INVALID_ARGUMENT);
}

static void refuse_paths(void) {
    CHECK_EQUAL(oyster_travel_record(travel, ""), OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_travel_record(travel, huge), OYSTER_ERROR_INVALID_ARGUMENT);
    for (size_t index = 0; index < BAD_TEXTS; index++) {
        CHECK_EQUAL(oyster_travel_record(travel, bad_texts[index]), OYSTER_ERROR_INVALID_ARGUMENT);
    }
    CHECK_EQUAL(oyster_travel_record(travel, NULL), OYSTER_OK);
}

static void on_event(void *context, const oyster_event *event) {
    (void)context, (void)event;
}

static void on_release(void *context) {
    atomic_fetch_add((atomic_int *)context, 1);
}

static void refuse_outputs(void) {
    atomic_int releases = 0;
    uint64_t id = 7;
    oyster_release_outcome outcome = (oyster_release_outcome)7;
    const oyster_result invalid = OYSTER_ERROR_INVALID_ARGUMENT;
    CHECK_EQUAL(oyster_travel_status(travel, NULL), invalid);
    CHECK_EQUAL(oyster_travel_info(travel, NULL), invalid);
    CHECK_EQUAL(oyster_travel_stats(travel, NULL), invalid);
    CHECK_EQUAL(oyster_travel_video_view(travel, NULL), invalid);
    CHECK_EQUAL(oyster_travel_add_listener(travel, NULL, &releases, on_release, &id), invalid);
    CHECK_EQUAL(oyster_travel_add_listener(travel, on_event, &releases, on_release, NULL), invalid);
    CHECK_EQUAL(oyster_travel_remove_listener(travel, 0, &outcome), invalid);
    CHECK_EQUAL(oyster_travel_remove_listener(travel, UINT64_MAX, &outcome), invalid);
    CHECK_EQUAL(id, 7);
    CHECK_EQUAL(outcome, 7);
    CHECK_EQUAL(atomic_load(&releases), 0);
}

static void on_frame(void *context, const oyster_frame_info *info) {
    (void)context, (void)info;
}

static void refuse_reading(void) {
    int16_t samples[8] = {0};
    oyster_audio_info info = OYSTER_AUDIO_INFO_INIT;
    const oyster_result invalid = OYSTER_ERROR_INVALID_ARGUMENT;
    CHECK_EQUAL(oyster_travel_read_audio(travel, NULL, 8, 0, &info), invalid);
    CHECK_EQUAL(oyster_travel_read_audio(travel, samples, 7, 0, &info), invalid);
    CHECK_EQUAL(oyster_travel_read_audio(travel, samples, 0, 0, &info), invalid);
    CHECK_EQUAL(oyster_travel_read_audio(travel, samples, 8, 60001, &info), invalid);
    CHECK_EQUAL(oyster_travel_read_audio(travel, samples, 8, UINT32_MAX, &info), invalid);
    CHECK_EQUAL(oyster_travel_read_audio(travel, samples, 8, 0, NULL), invalid);
    info.size--;
    CHECK_EQUAL(oyster_travel_read_audio(travel, samples, 8, 0, &info), invalid);
    CHECK_EQUAL(oyster_travel_audio_fd(travel, NULL), invalid);
    CHECK_EQUAL(info.sample_rate, 0);
}

static void refuse_video(void) {
    atomic_int releases = 0;
    oyster_frame *frame = NULL;
    for (int format = -1; format < 8; format++) {
        if (format >= OYSTER_PIXEL_FORMAT_I420 && format <= OYSTER_PIXEL_FORMAT_BGR24)
            continue;
        CHECK_EQUAL(oyster_video_view_acquire_frame(view, (oyster_pixel_format)format, &frame),
                    OYSTER_ERROR_INVALID_ARGUMENT);
        CHECK_EQUAL(oyster_video_view_set_frame_callback(view, (oyster_pixel_format)format,
                                                         on_frame, &releases, on_release, NULL),
                    OYSTER_ERROR_INVALID_ARGUMENT);
    }
    CHECK_EQUAL(oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_I420, NULL),
                OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_video_view_wait_frame(view, OYSTER_PIXEL_FORMAT_I420, 0, 0, NULL),
                OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_video_view_wait_frame(view, OYSTER_PIXEL_FORMAT_I420, 0, 60001, &frame),
                OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_video_view_wait_frame(view, (oyster_pixel_format)7, 0, 0, &frame),
                OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_video_view_frame_fd(view, NULL), OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(atomic_load(&releases), 0);
    WAIT_UNTIL(!oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_I420, &frame), 3000);
    oyster_frame_info info = OYSTER_FRAME_INFO_INIT;
    info.size = 0;
    info.width = 7;
    CHECK_EQUAL(oyster_frame_get_info(frame, &info), OYSTER_ERROR_INVALID_ARGUMENT);
    info.size = sizeof info - 1;
    CHECK_EQUAL(oyster_frame_get_info(frame, &info), OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(oyster_frame_get_info(frame, NULL), OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(info.width, 7);
    CHECK_EQUAL(oyster_frame_release(frame), OYSTER_OK);
}

/** Functions that accept any number or NULL, and return a text. */
static void ask_names(void) {
    const int numbers[] = {INT_MIN, -1, 0, 1, 99999, 100000, 109099, 400099, 599999, INT_MAX};
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
        CHECK(oyster_error_name(numbers[index]) && oyster_error_kind_name(numbers[index]));
        CHECK(oyster_error_advice(numbers[index]));
        CHECK(oyster_status_name((oyster_status)numbers[index]));
        CHECK(!oyster_error_ends_travel(numbers[index]));
    }
    CHECK_EQUAL(oyster_error_kind(INT_MIN), OYSTER_ERROR_KIND_UNKNOWN);
    CHECK(strcmp(oyster_status_name((oyster_status)7), "unknown") == 0);
    CHECK(oyster_json_print(NULL) == NULL);
    oyster_json_free(NULL);
    oyster_string_free(NULL);
}

/** The log has the reason why a configuration is invalid. */
static void ignore_log(void *context, oyster_log_level level, const char *tag,
                       const char *message) {
    (void)context, (void)level, (void)tag, (void)message;
}

int main(void) {
    gateway_credentials credentials;
    make_huge();
    CHECK_EQUAL(oyster_log_set_handler(ignore_log, NULL, NULL, NULL), OYSTER_OK);
    gateway_start();
    gateway_issue("directing", &credentials);
    CHECK_EQUAL(oyster_engine_create(&engine), OYSTER_OK);
    ask_names();
    CHECK_EQUAL(oyster_engine_update_token(engine, "st-none"), OYSTER_ERROR_NOT_INITIALIZED);
    refuse_configs();
    check_sizes();
    refuse_secrets();
    refuse_engine_arguments();
    CHECK_EQUAL(gateway_requests(NULL), 0);
    host_destroy(engine);
    engine = host_engine(&credentials, NULL);
    travel = host_travel(engine, credentials.ticket);
    CHECK_EQUAL(oyster_travel_video_view(travel, &view), OYSTER_OK);
    refuse_options();
    host_start(travel);
    refuse_numbers();
    refuse_texts();
    refuse_paths();
    refuse_outputs();
    refuse_reading();
    refuse_video();
    host_finish(engine, travel);
    CHECK_EQUAL(gateway_requests("travels/enter-travel"), 1);
    CHECK_EQUAL(gateway_requests("travels/end"), 1);
    CHECK_EQUAL(gateway_requests("travels/rewind") + gateway_requests("travels/instruct") +
                    gateway_requests("travels/update-script"),
                0);
    host_leave();
    free(huge);
    return host_verdict();
}
