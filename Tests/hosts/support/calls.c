// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include <cjson/cJSON.h>

static void on_event(void *context, const oyster_event *event) {
    (void)context, (void)event;
}

static void on_frame(void *context, const oyster_frame_info *info) {
    (void)context, (void)info;
}

static void on_audio(void *context, const oyster_audio_info *info) {
    (void)context, (void)info;
}

/** Defines a call whose function takes a handle and these arguments. */
#define CALL(function, ...)                              \
    static oyster_result call_##function(void *handle) { \
        return oyster_##function(handle, __VA_ARGS__);   \
    }
/** The same without further arguments. */
#define CALL_PLAIN(function)                             \
    static oyster_result call_##function(void *handle) { \
        return oyster_##function(handle);                \
    }

static oyster_release_outcome outcome;
static cJSON *tree;

/** Frees the result of a call that succeeds unexpectedly, so that leak checkers report nothing. */
static oyster_result drop_tree(oyster_result code) {
    if (code == 0)
        oyster_json_free(tree);
    return code;
}

static oyster_result call_engine_shared(void *handle) {
    (void)handle;
    return oyster_engine_shared() ? 0 : CALL_REFUSED;
}

static oyster_result call_engine_create(void *handle) {
    oyster_engine *engine = NULL;
    (void)handle;
    oyster_result code = oyster_engine_create(&engine);
    if (code == 0)
        oyster_engine_destroy(engine, NULL);
    return code;
}

static oyster_result call_engine_check_config(void *handle) {
    oyster_config config = OYSTER_CONFIG_INIT;
    config.api_host = "127.0.0.1:1";
    config.model = "m";
    tree = NULL;
    oyster_result code = oyster_engine_check_config(handle, &config, &tree);
    oyster_json_free(tree);
    return code;
}

static oyster_result call_engine_initialize(void *handle) {
    oyster_config config = OYSTER_CONFIG_INIT;
    config.api_host = "http://127.0.0.1:1";
    config.model = "happyoyster-1.0-adventure";
    return oyster_engine_initialize(handle, &config);
}

static oyster_result call_engine_is_ready(void *handle) {
    return oyster_engine_is_ready(handle) ? 0 : CALL_REFUSED;
}

static oyster_result call_engine_create_travel(void *handle) {
    oyster_travel *travel = NULL;
    return oyster_engine_create_travel(handle, "tk_none", &travel);
}

static oyster_result call_engine_event_fd(void *handle) {
    int descriptor;
    return oyster_engine_event_fd(handle, &descriptor);
}

static oyster_result call_travel_is_ended(void *handle) {
    return oyster_travel_is_ended(handle) ? CALL_REFUSED : 0;
}

static oyster_result call_travel_can(void *handle) {
    return oyster_travel_can(handle, OYSTER_ACTION_END) ? 0 : CALL_REFUSED;
}

static oyster_result call_travel_status(void *handle) {
    oyster_status status;
    return oyster_travel_status(handle, &status);
}

static oyster_result call_travel_info(void *handle) {
    return drop_tree(oyster_travel_info(handle, &tree));
}

static oyster_result call_travel_stats(void *handle) {
    return drop_tree(oyster_travel_stats(handle, &tree));
}

static oyster_result call_travel_add_listener(void *handle) {
    oyster_listener_id listener;
    return oyster_travel_add_listener(handle, on_event, NULL, NULL, &listener);
}

static oyster_result call_travel_video_view(void *handle) {
    oyster_video_view *view;
    return oyster_travel_video_view(handle, &view);
}

static oyster_result call_video_view_acquire_frame(void *handle) {
    oyster_frame *frame;
    return oyster_video_view_acquire_frame(handle, OYSTER_PIXEL_FORMAT_RGBA, &frame);
}

static oyster_result call_video_view_wait_frame(void *handle) {
    oyster_frame *frame;
    return oyster_video_view_wait_frame(handle, OYSTER_PIXEL_FORMAT_BGR24, UINT64_MAX, 0, &frame);
}

static oyster_result call_video_view_frame_fd(void *handle) {
    int descriptor;
    return oyster_video_view_frame_fd(handle, &descriptor);
}

static oyster_result call_travel_read_audio(void *handle) {
    int16_t samples[8];
    oyster_audio_info info = OYSTER_AUDIO_INFO_INIT;
    return oyster_travel_read_audio(handle, samples, 8, 0, &info);
}

static oyster_result call_travel_audio_fd(void *handle) {
    int descriptor;
    return oyster_travel_audio_fd(handle, &descriptor);
}

static oyster_result call_frame_get_info(void *handle) {
    oyster_frame_info info = OYSTER_FRAME_INFO_INIT;
    return oyster_frame_get_info(handle, &info);
}

static oyster_result call_engine_create_session(void *handle) {
    oyster_session *session = NULL;
    oyster_session_options options = OYSTER_SESSION_OPTIONS_INIT;
    options.server_url = "http://127.0.0.1:1";
    options.key = "key";
    options.session_id = "id";
    oyster_result code = oyster_engine_create_session(handle, &options, &session);
    if (code == 0)
        oyster_session_release(session, NULL);
    return code;
}

static oyster_result call_session_status(void *handle) {
    oyster_connection_status status;
    return oyster_session_status(handle, &status);
}

static oyster_result call_session_id(void *handle) {
    char *id = NULL;
    oyster_result code = oyster_session_id(handle, &id);
    oyster_string_free(id);
    return code;
}

static oyster_result call_session_connection(void *handle) {
    return drop_tree(oyster_session_connection(handle, &tree));
}

static oyster_result call_session_streams(void *handle) {
    return drop_tree(oyster_session_streams(handle, &tree));
}

static oyster_result call_session_stats(void *handle) {
    return drop_tree(oyster_session_stats(handle, &tree));
}

static oyster_result call_session_capabilities(void *handle) {
    oyster_capabilities capabilities = OYSTER_CAPABILITIES_INIT;
    return oyster_session_capabilities(handle, &capabilities);
}

static oyster_result call_session_send_signal(void *handle) {
    oyster_signal signal = OYSTER_SIGNAL_INIT;
    return oyster_session_send_signal(handle, &signal);
}

static void on_session_event(void *context, const oyster_session_event *event) {
    (void)context, (void)event;
}

static oyster_result call_session_add_listener(void *handle) {
    oyster_listener_id listener;
    return oyster_session_add_listener(handle, on_session_event, NULL, NULL, &listener);
}

static oyster_result call_log_set_minimum_level(void *handle) {
    (void)handle;
    return oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_WARNING);
}

static oyster_result call_log_set_handler(void *handle) {
    (void)handle;
    return oyster_log_set_handler(NULL, NULL, NULL, &outcome);
}

CALL(engine_destroy, &outcome)
CALL(engine_update_token, "st-none")
CALL(engine_cleanup, NULL, NULL)
CALL(engine_set_delivery, OYSTER_DELIVERY_THREAD)
CALL(engine_dispatch, 0, NULL)
CALL(travel_start, NULL, NULL, NULL)
CALL(travel_pause, NULL, NULL)
CALL(travel_resume, NULL, NULL)
CALL(travel_rewind, 4.0, NULL, NULL)
CALL(travel_send_instruct, "It rains.", NULL, NULL)
CALL(travel_update_script, "{\"acts\":[]}", NULL, NULL)
CALL(travel_end, NULL, NULL)
CALL(travel_send_command, OYSTER_TRANSLATION_FRONT, OYSTER_ROTATION_NONE, OYSTER_INTERACTION_NONE)
CALL_PLAIN(travel_flush_commands)
CALL_PLAIN(travel_pause_local_audio_capture)
CALL_PLAIN(travel_resume_local_audio_capture)
CALL(travel_set_audio_callback, on_audio, NULL, NULL, &outcome)
CALL(travel_record, NULL)
CALL(travel_remove_listener, 1, &outcome)
CALL(travel_release, &outcome)
CALL(video_view_set_frame_callback, OYSTER_PIXEL_FORMAT_I420, on_frame, NULL, NULL, &outcome)
CALL_PLAIN(frame_release)
CALL(session_connect, "token", NULL, NULL)
CALL(session_disconnect, NULL, NULL)
CALL(session_force_mute_all, NULL, 0)
CALL_PLAIN(session_disable_force_mute)
CALL(session_force_mute_stream, "s")
CALL(session_force_disconnect, "c")
CALL(session_report_issue, NULL, NULL)
CALL(session_remove_listener, 1, &outcome)
CALL(session_release, &outcome)

#define ROW(function, kind) \
    { "oyster_" #function, kind, call_##function, false }
#define ROW_BY_VALUE(function, kind) \
    { "oyster_" #function, kind, call_##function, true }

// Functions that release a handle are the last of its type: the rows before use the handle.
const call all_calls[] = {
    ROW_BY_VALUE(engine_shared, CALL_NONE),
    ROW(engine_create, CALL_NONE),
    ROW(log_set_minimum_level, CALL_NONE),
    ROW(log_set_handler, CALL_NONE),
    ROW(engine_check_config, CALL_ENGINE),
    ROW(engine_initialize, CALL_ENGINE),
    ROW_BY_VALUE(engine_is_ready, CALL_ENGINE),
    ROW(engine_update_token, CALL_ENGINE),
    ROW(engine_create_travel, CALL_ENGINE),
    ROW(engine_create_session, CALL_ENGINE),
    ROW(engine_set_delivery, CALL_ENGINE),
    ROW(engine_event_fd, CALL_ENGINE),
    ROW(engine_dispatch, CALL_ENGINE),
    ROW(engine_cleanup, CALL_ENGINE),
    ROW(travel_start, CALL_TRAVEL),
    ROW(travel_pause, CALL_TRAVEL),
    ROW(travel_resume, CALL_TRAVEL),
    ROW(travel_rewind, CALL_TRAVEL),
    ROW(travel_send_instruct, CALL_TRAVEL),
    ROW(travel_update_script, CALL_TRAVEL),
    ROW(travel_send_command, CALL_TRAVEL),
    ROW(travel_flush_commands, CALL_TRAVEL),
    ROW(travel_pause_local_audio_capture, CALL_TRAVEL),
    ROW(travel_resume_local_audio_capture, CALL_TRAVEL),
    ROW(travel_status, CALL_TRAVEL),
    ROW_BY_VALUE(travel_is_ended, CALL_TRAVEL),
    ROW_BY_VALUE(travel_can, CALL_TRAVEL),
    ROW(travel_info, CALL_TRAVEL),
    ROW(travel_stats, CALL_TRAVEL),
    ROW(travel_add_listener, CALL_TRAVEL),
    ROW(travel_remove_listener, CALL_TRAVEL),
    ROW(travel_video_view, CALL_TRAVEL),
    ROW(travel_read_audio, CALL_TRAVEL),
    ROW(travel_audio_fd, CALL_TRAVEL),
    ROW(travel_set_audio_callback, CALL_TRAVEL),
    ROW(travel_record, CALL_TRAVEL),
    ROW(travel_end, CALL_TRAVEL),
    ROW(video_view_set_frame_callback, CALL_VIEW),
    ROW(video_view_acquire_frame, CALL_VIEW),
    ROW(video_view_wait_frame, CALL_VIEW),
    ROW(video_view_frame_fd, CALL_VIEW),
    ROW(session_status, CALL_SESSION),
    ROW(session_id, CALL_SESSION),
    ROW(session_connection, CALL_SESSION),
    ROW(session_streams, CALL_SESSION),
    ROW(session_capabilities, CALL_SESSION),
    ROW(session_stats, CALL_SESSION),
    ROW(session_send_signal, CALL_SESSION),
    ROW(session_force_mute_all, CALL_SESSION),
    ROW(session_disable_force_mute, CALL_SESSION),
    ROW(session_force_mute_stream, CALL_SESSION),
    ROW(session_force_disconnect, CALL_SESSION),
    ROW(session_report_issue, CALL_SESSION),
    ROW(session_add_listener, CALL_SESSION),
    ROW(session_remove_listener, CALL_SESSION),
    ROW(session_connect, CALL_SESSION),
    ROW(session_disconnect, CALL_SESSION),
    ROW(frame_get_info, CALL_FRAME),
    ROW(frame_release, CALL_FRAME),
    ROW(session_release, CALL_SESSION),
    ROW(travel_release, CALL_TRAVEL),
    ROW(engine_destroy, CALL_ENGINE),
};
const int all_calls_count = sizeof all_calls / sizeof *all_calls;
