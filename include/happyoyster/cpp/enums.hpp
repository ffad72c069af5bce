// SPDX-License-Identifier: Apache-2.0
/**
 * @file enums.hpp
 * The enums of the C interface as scoped ones. All are open: other values are legal.
 */
#ifndef HAPPYOYSTER_CPP_ENUMS_HPP
#define HAPPYOYSTER_CPP_ENUMS_HPP

#include "../../happyoyster.h"

#include <cstdint>

namespace oyster {

/** Status of a travel; see oyster_status. */
enum class Status : std::uint32_t {
    idle = OYSTER_STATUS_IDLE,
    prepare = OYSTER_STATUS_PREPARE,
    running = OYSTER_STATUS_RUNNING,
    pausing = OYSTER_STATUS_PAUSING,
    paused = OYSTER_STATUS_PAUSED,
    ended = OYSTER_STATUS_ENDED,
    failed = OYSTER_STATUS_FAILED
};

/** What happened; see oyster_event_type. */
enum class EventType : std::uint32_t {
    status_changed = OYSTER_EVENT_STATUS_CHANGED,
    error = OYSTER_EVENT_ERROR,
    travel_info_ready = OYSTER_EVENT_TRAVEL_INFO_READY,
    first_frame_generated = OYSTER_EVENT_FIRST_FRAME_GENERATED,
    travel_updated = OYSTER_EVENT_TRAVEL_UPDATED
};

/** Actions for Travel::can(); see oyster_action. */
enum class Action : std::uint32_t {
    start = OYSTER_ACTION_START,
    send_command = OYSTER_ACTION_SEND_COMMAND,
    send_instruct = OYSTER_ACTION_SEND_INSTRUCT,
    pause = OYSTER_ACTION_PAUSE,
    resume = OYSTER_ACTION_RESUME,
    rewind = OYSTER_ACTION_REWIND,
    end = OYSTER_ACTION_END,
    update_script = OYSTER_ACTION_UPDATE_SCRIPT
};

/** Movement of a command; see oyster_translation. */
enum class Translation : std::uint32_t {
    none = OYSTER_TRANSLATION_NONE,
    front = OYSTER_TRANSLATION_FRONT,
    back = OYSTER_TRANSLATION_BACK,
    left = OYSTER_TRANSLATION_LEFT,
    right = OYSTER_TRANSLATION_RIGHT,
    front_left = OYSTER_TRANSLATION_FRONT_LEFT,
    front_right = OYSTER_TRANSLATION_FRONT_RIGHT,
    back_left = OYSTER_TRANSLATION_BACK_LEFT,
    back_right = OYSTER_TRANSLATION_BACK_RIGHT
};

/** View rotation of a command; see oyster_rotation. */
enum class Rotation : std::uint32_t {
    none = OYSTER_ROTATION_NONE,
    mouse_up = OYSTER_ROTATION_MOUSE_UP,
    mouse_down = OYSTER_ROTATION_MOUSE_DOWN,
    mouse_left = OYSTER_ROTATION_MOUSE_LEFT,
    mouse_right = OYSTER_ROTATION_MOUSE_RIGHT,
    mouse_up_left = OYSTER_ROTATION_MOUSE_UP_LEFT,
    mouse_up_right = OYSTER_ROTATION_MOUSE_UP_RIGHT,
    mouse_down_left = OYSTER_ROTATION_MOUSE_DOWN_LEFT,
    mouse_down_right = OYSTER_ROTATION_MOUSE_DOWN_RIGHT
};

/** One-shot action of a command; see oyster_interaction. */
enum class Interaction : std::uint32_t {
    none = OYSTER_INTERACTION_NONE,
    jump = OYSTER_INTERACTION_JUMP,
    attack = OYSTER_INTERACTION_ATTACK,
    crouch = OYSTER_INTERACTION_CROUCH,
    sprint = OYSTER_INTERACTION_SPRINT
};

/** Pixel formats; see oyster_pixel_format. */
enum class PixelFormat : std::uint32_t {
    i420 = OYSTER_PIXEL_FORMAT_I420,
    nv12 = OYSTER_PIXEL_FORMAT_NV12,
    rgba = OYSTER_PIXEL_FORMAT_RGBA,
    bgra = OYSTER_PIXEL_FORMAT_BGRA,
    rgb24 = OYSTER_PIXEL_FORMAT_RGB24,
    bgr24 = OYSTER_PIXEL_FORMAT_BGR24
};

/** Where callbacks of an engine run; see oyster_delivery. */
enum class Delivery : std::uint32_t {
    thread = OYSTER_DELIVERY_THREAD,
    host = OYSTER_DELIVERY_HOST
};

/** What a close achieved; see oyster_release_outcome. */
enum class ReleaseOutcome : std::uint32_t {
    complete = OYSTER_RELEASE_COMPLETE,
    deferred = OYSTER_RELEASE_DEFERRED
};

/** Severity of a log record; see oyster_log_level. */
enum class LogLevel : std::uint32_t {
    /** In a configuration: no level, which means warning. */
    by_default = OYSTER_LOG_LEVEL_DEFAULT,
    debug = OYSTER_LOG_LEVEL_DEBUG,
    info = OYSTER_LOG_LEVEL_INFO,
    warning = OYSTER_LOG_LEVEL_WARNING,
    error = OYSTER_LOG_LEVEL_ERROR
};

/** Name of a status in the reference's spelling, such as "running". */
inline const char *name(Status status) noexcept {
    return oyster_status_name(static_cast<oyster_status>(status));
}

} // namespace oyster

#endif
