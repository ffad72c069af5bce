/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_engine.h
 * The contract between the library and a stream engine, which receives the media of a travel. Hosts
 * do not need this header.
 *
 * A stream engine is built into the library (the test card "loopback") or is an *adapter*: a shared
 * object that defines oyster_stream_engine_entry(), for example for an RTC vendor's SDK.
 *
 * **Loading.** oyster_engine_initialize() loads an adapter that the configuration names by its
 * path, on the thread of the caller. "webrtc" and "auto" mean libhappyoyster-stream-webrtc.so.0,
 * which the first start loads from the directory of the library, or else from where the dynamic
 * loader looks. The library never unloads an adapter.
 *
 * **Order of calls.** The library calls `prepare` once for each start of a travel, and `join` once
 * for each connection. The adapter reports through the sink. The library calls `leave` once; then
 * the adapter calls `closed` of the sink once, as its last call. A pause leaves; a resume or rewind
 * joins again.
 *
 * **Threads.** The entry function and `prepare` run on a thread of the library (`oyster-adapter`)
 * and may block: load plugins and vendor libraries there. The library calls the functions of one
 * stream one at a time, from its event loop: they return within milliseconds and pass slow work to
 * the adapter's own threads. The adapter may call the sink from any thread, also inside `join` and
 * `send_command`.
 *
 * **Structs** grow at their end. An adapter that was compiled against an older header has a smaller
 * `size`; the library reads the missing fields as NULL or 0. An adapter reads the library's structs
 * in the same way.
 */
#ifndef HAPPYOYSTER_STREAM_ENGINE_H
#define HAPPYOYSTER_STREAM_ENGINE_H

#include "base.h"
#include "log.h"
#include "video.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of this contract. An adapter refuses a library with another version. */
#define OYSTER_STREAM_ENGINE_ABI 1u

/** State of the media connection. */
typedef enum OYSTER_ENUM oyster_stream_state {
    OYSTER_STREAM_STATE_CONNECTING = 1,
    /** Joined; no frame yet. */
    OYSTER_STREAM_STATE_CONNECTED = 2,
    /** Frames arrive. */
    OYSTER_STREAM_STATE_PLAYING = 3,
    /** Joined; frames are late. */
    OYSTER_STREAM_STATE_BUFFERING = 4,
    /** Lost; the adapter connects again. */
    OYSTER_STREAM_STATE_RECONNECTING = 5,
    /** Lost, and the adapter does not connect again; or left. */
    OYSTER_STREAM_STATE_DISCONNECTED = 6
} oyster_stream_state;

/** One command of an adventure. The library sends at most one per 42 ms. */
typedef struct oyster_stream_command {
    /** sizeof(oyster_stream_command) as the library was compiled. */
    uint32_t size;
    /** oyster_translation of control.h. */
    int32_t translation;
    /** oyster_rotation of control.h. */
    int32_t rotation;
    /** oyster_interaction of control.h. */
    int32_t interaction;
    /** 1, 2, 3 … per travel. */
    uint64_t sequence;
    /** When the host submitted the command, in microseconds of CLOCK_MONOTONIC; of several that
     *  were merged, the newest. */
    int64_t monotonic_time_us;
} oyster_stream_command;

/** One decoded frame from an adapter. */
typedef struct oyster_stream_frame {
    /** sizeof(oyster_stream_frame) as the adapter was compiled. */
    uint32_t size;
    /** OYSTER_PIXEL_FORMAT_I420. The library refuses other formats. */
    oyster_pixel_format format;
    /** Even, 16 to 8192. */
    uint32_t width;
    /** Even, 16 to 8192. */
    uint32_t height;
    /** Bytes per row of Y, U, V. */
    uint32_t strides[3];
    /** First byte of Y, U, V; readable until the library calls `release`. */
    const uint8_t *planes[3];
    /** Presentation time in microseconds since the first frame of this join. */
    int64_t pts_us;
    /** Called once, from any thread, when the library no longer reads the planes. */
    void (*release)(void *owner);
    /** Passed to `release`. */
    void *owner;
} oyster_stream_frame;

/** Decoded audio from an adapter. */
typedef struct oyster_stream_audio {
    /** sizeof(oyster_stream_audio) as the adapter was compiled. */
    uint32_t size;
    /** Samples per second and channel, 8000 to 192000. */
    uint32_t sample_rate;
    /** 1 to 8. */
    uint32_t channels;
    /** Samples per channel, 1 to 192000. */
    uint32_t frame_count;
    /** Signed 16 bit, native byte order, interleaved; borrowed for the call. */
    const int16_t *samples;
    /** Presentation time in microseconds since the first frame or audio of this join. */
    int64_t pts_us;
} oyster_stream_audio;

/** The answer to an oyster_stream_http_request, or the reason why there is none. Borrowed for the
 *  call. */
typedef struct oyster_stream_http_response {
    /** sizeof(oyster_stream_http_response) as the library was compiled. */
    uint32_t size;
    /** HTTP status; 0 when there was no answer. */
    int32_t status;
    /** The body, NUL-terminated after `body_length` bytes; "" when there is none. */
    const char *body;
    size_t body_length;
    /** The Location header as an absolute URL, or NULL. */
    const char *location;
    /** The reason why there was no answer, without secrets; NULL when there was one. */
    const char *failure;
} oyster_stream_http_response;

/** A request of the library's HTTP client, for signalling. */
typedef struct oyster_stream_http_request {
    /** sizeof(oyster_stream_http_request) as the adapter was compiled. */
    uint32_t size;
    /** "GET", "POST", "PATCH" or "DELETE". */
    const char *method;
    /** `https://…`; `http://` for loopback addresses only. Printable ASCII, up to 8192 bytes,
     *  without user and fragment. Secret: the library does not log it. */
    const char *url;
    /** Sent as `Authorization: Bearer …`, or NULL. 1 to 8192 bytes of printable ASCII without
     *  spaces. */
    const char *bearer;
    /** Value of Content-Type, 1 to 256 bytes of printable ASCII, or NULL. */
    const char *content_type;
    /** The body, up to 1 MiB; may be NULL when `body_length` is 0. Secret: the library does not log
     *  it. */
    const char *body;
    size_t body_length;
    /** The request fails after this time in milliseconds, 1 to 600000. */
    uint32_t timeout_ms;
    /** Called once, from the event loop: return within milliseconds. It is never called inside
     *  `http` and never after `closed`. It is not called when the process exits before the answer.
     *  Not NULL. */
    void (*done)(void *owner, const oyster_stream_http_response *response);
    /** Passed to `done`. */
    void *owner;
} oyster_stream_http_request;

/** Functions of the library for one stream of an adapter; valid until the adapter has called
 *  `closed`. */
typedef struct oyster_stream_sink {
    /** sizeof(oyster_stream_sink) as the library was compiled. */
    uint32_t size;
    /** First argument of every function below. */
    void *context;
    /** The state of the connection changed. */
    void (*state)(void *context, oyster_stream_state state);
    /** The first frame of this join arrived, decoded or not. Once per join. */
    void (*first_frame)(void *context);
    /** The connection failed, and the adapter does not connect again. `message` is for the log: no
     *  secrets. Last call before `leave`. */
    void (*failure)(void *context, const char *message);
    /** Whether the host asks for frames; an adapter skips decoding while false. */
    bool (*wants_frames)(void *context);
    /** A frame. The library owns it from now on and calls its `release`; when it refuses the frame,
     *  at once. */
    void (*frame)(void *context, const oyster_stream_frame *frame);
    /** Write a log record with the tag "stream". */
    void (*log)(void *context, oyster_log_level level, const char *message);
    /** The stream is closed: no thread of it runs or will run. Once, after `leave`, as the last
     *  call. */
    void (*closed)(void *context);
    /** Whether the host asks for audio; an adapter skips decoding while false. */
    bool (*wants_audio)(void *context);
    /** Audio. The library copies it, and ignores audio whose fields are out of range. */
    void (*audio)(void *context, const oyster_stream_audio *audio);
    /** Send a request with the library's HTTP client: its TLS rules, certificates and user agent,
     *  without redirects. Everything is copied. Returns 0, or 109002 for a malformed request, or
     *  109001 after `closed`; when it does not return 0, `done` is not called. From any thread. A
     *  request that still runs 2 s after `leave` fails. Call `closed` after the last `done`. */
    oyster_result (*http)(void *context, const oyster_stream_http_request *request);
    /** The file of `record` cannot be written, or writing it stopped early. The host receives an
     *  error event 109005 with `reason`, UTF-8 text without secrets. At most once per file; from
     *  any thread, also between `leave` and `closed`. */
    void (*recording_failed)(void *context, const char *reason);
} oyster_stream_sink;

/** What a travel requires of its streams; for `prepare`. */
typedef struct oyster_stream_requirements {
    /** sizeof(oyster_stream_requirements) as the library was compiled. */
    uint32_t size;
    /** 1: the stream will play audio on the default output; 0: not. */
    uint32_t play_audio;
} oyster_stream_requirements;

/** The channel to join. */
typedef struct oyster_stream_join {
    /** sizeof(oyster_stream_join) as the library was compiled. */
    uint32_t size;
    /** The rtcConfig object as received, UTF-8 JSON text. Secret: do not log it. */
    const char *rtc_config;
    /** The `encryptedTravelId`. */
    const char *travel_id;
    /** oyster_mode of travel.h. */
    int32_t mode;
    /** `width:height` as the server sent it, or NULL. */
    const char *aspect_ratio;
    /** The library waits this long for the join, in milliseconds. */
    uint32_t timeout_ms;
    /** 1: play audio on the default output; 0: not. */
    uint32_t play_audio;
} oyster_stream_join;

/** The functions of an adapter. An older adapter may lack `record` and the functions after it. */
typedef struct oyster_stream_engine {
    /** sizeof(oyster_stream_engine) as the adapter was compiled. */
    uint32_t size;
    /** OYSTER_STREAM_ENGINE_ABI as the adapter was compiled. */
    uint32_t abi;
    /** Short name for the log and the travel info, such as "webrtc"; static. */
    const char *name;
    /** Passed to join. */
    void *engine;
    /** Whether the adapter can join this rtcConfig; used by "auto". NULL means yes. */
    bool (*supports)(void *engine, const char *rtc_config);
    /**
     * Start to join. `join` and its strings are borrowed for the call; `sink` is valid until
     * `closed`. On success write the stream and return 0. On failure return a code, usually 105001,
     * write nothing, and do not use the sink any more.
     */
    oyster_result (*join)(void *engine, const oyster_stream_join *join,
                          const oyster_stream_sink *sink, void **stream);
    /** Start to leave: send no frames from now on, and call `closed` at the end. Must not block. */
    void (*leave)(void *stream);
    /** Send a command. Returns 0, or 105004 when the channel is not ready. NULL: not supported. */
    oyster_result (*send_command)(void *stream, const oyster_stream_command *command);
    /** Microphone on or off. NULL: not supported. */
    void (*set_local_audio)(void *stream, bool on);
    /** Write statistics into `buffer`: JSON text of an object, NUL-terminated. Returns the length,
     *  or 0 when there are none or the text does not fit. Called from any thread, but never while
     *  another function of the stream runs. NULL: not supported. */
    size_t (*stats)(void *stream, char *buffer, size_t capacity);
    /** Write the received media into a file, without re-encoding, from the next key frame on. The
     *  ending of the name selects the container (.webm, .mkv or .mp4). `path` is absolute; NULL
     *  stops. Returns 0, or 109005 when the adapter cannot record at all. Open the file on a thread
     *  of the adapter, and report a file that cannot be written through `recording_failed` of the
     *  sink. NULL: not supported. */
    oyster_result (*record)(void *stream, const char *path);
    /**
     * Load what streams need on this machine (plugins, codecs, a vendor's libraries) and check that
     * nothing is missing. The library calls it at each start of a travel, before it spends the
     * ticket, on a thread that may block, and never twice at the same time for one adapter. The
     * start waits for it up to `callback_timeout_ms`; the call itself is not interrupted. Fail only
     * when a travel cannot run without the missing part. Returns 0, or a code, usually 105001,
     * after writing into `reason` what is missing: UTF-8, NUL-terminated, at most `capacity` bytes,
     * without secrets. The error of start contains it. NULL: always ready.
     */
    oyster_result (*prepare)(void *engine, const oyster_stream_requirements *requirements,
                             char *reason, size_t capacity);
} oyster_stream_engine;

/** Name of the function that an adapter exports. */
#define OYSTER_STREAM_ENGINE_ENTRY "oyster_stream_engine_entry"

/**
 * Type of the exported function. `abi` is OYSTER_STREAM_ENGINE_ABI of the library. Returns a static
 * table, or NULL when the adapter does not support this version.
 */
typedef const oyster_stream_engine *(*oyster_stream_engine_entry_fn)(uint32_t abi);

#ifdef __cplusplus
}
#endif

#endif
