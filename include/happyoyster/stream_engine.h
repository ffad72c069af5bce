/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_engine.h
 * The contract between the library and whatever brings the media: an adapter for an RTC vendor's
 * SDK, our own WebRTC engine, a recording. Hosts do not need this header.
 *
 * An adapter is a shared object that defines oyster_stream_engine_entry(). The library never
 * unloads it. An adapter that a configuration names by its path is loaded by
 * oyster_engine_initialize(), on the thread of the caller; "webrtc" and "auto" stand for
 * libhappyoyster-stream-webrtc.so.0, beside the library or else where the dynamic loader looks,
 * loaded by the first start. Each start of a travel calls `prepare` once; each connection calls
 * `join` once; the adapter reports through the sink; the library calls `leave` once, and the
 * adapter calls the sink's `closed` once, last. A pause leaves; a resume joins again.
 *
 * The entry function and `prepare` run on a thread of the library (`oyster-adapter`) that may wait:
 * load plugins and vendor libraries there. The library calls the functions of one stream one at a
 * time, from its event loop: they return within milliseconds and hand slow work to the adapter's
 * own threads. The adapter calls the sink from any thread, also inside join and send_command.
 *
 * Structs grow at their end. An adapter compiled against an older header has a smaller `size`; the
 * library takes what is missing as NULL or 0, and an adapter does the same with the library's.
 */
#ifndef HAPPYOYSTER_STREAM_ENGINE_H
#define HAPPYOYSTER_STREAM_ENGINE_H

#include "base.h"
#include "log.h"
#include "video.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Number of this contract. An adapter refuses a library with another number. */
#define OYSTER_STREAM_ENGINE_ABI 1u

/** State of the media connection. */
typedef enum OYSTER_ENUM oyster_stream_state {
    OYSTER_STREAM_STATE_CONNECTING = 1,
    /** Joined; no frame yet. */
    OYSTER_STREAM_STATE_CONNECTED = 2,
    /** Frames arrive. */
    OYSTER_STREAM_STATE_PLAYING = 3,
    /** Joined, frames late. */
    OYSTER_STREAM_STATE_BUFFERING = 4,
    /** Lost, being rebuilt by the adapter. */
    OYSTER_STREAM_STATE_RECONNECTING = 5,
    /** Lost for good, or left. */
    OYSTER_STREAM_STATE_DISCONNECTED = 6
} oyster_stream_state;

/** One command snapshot, as sampled: at most one per 42 ms. */
typedef struct oyster_stream_command {
    /** sizeof(oyster_stream_command) as the library was compiled. */
    uint32_t size;
    /** oyster_translation of travel.h. */
    int32_t translation;
    /** oyster_rotation of travel.h. */
    int32_t rotation;
    /** oyster_interaction of travel.h. */
    int32_t interaction;
    /** 1, 2, 3 … per travel. */
    uint64_t sequence;
    /** CLOCK_MONOTONIC in microseconds, when the newest of the merged submissions was taken. */
    int64_t monotonic_time_us;
} oyster_stream_command;

/** One decoded picture from an adapter. */
typedef struct oyster_stream_frame {
    /** sizeof(oyster_stream_frame) as the adapter was compiled. */
    uint32_t size;
    /** OYSTER_PIXEL_FORMAT_I420. Others are refused in this version. */
    oyster_pixel_format format;
    /** Even, 16 to 8192. */
    uint32_t width;
    /** Even, 16 to 8192. */
    uint32_t height;
    /** Bytes per row of Y, U, V. */
    uint32_t strides[3];
    /** First byte of Y, U, V; readable until `release` is called. */
    const uint8_t *planes[3];
    /** Presentation time in microseconds since the first frame of this join. */
    int64_t pts_us;
    /** Called once, from any thread, when the library no longer reads the planes. */
    void (*release)(void *owner);
    /** Passed to `release`. */
    void *owner;
} oyster_stream_frame;

/** Decoded sound from an adapter. */
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
    /** Presentation time in microseconds since the first picture or sound of this join. */
    int64_t pts_us;
} oyster_stream_audio;

/** The answer to oyster_stream_http_request, or why there is none. Borrowed for the call. */
typedef struct oyster_stream_http_response {
    /** sizeof(oyster_stream_http_response) as the library was compiled. */
    uint32_t size;
    /** HTTP status; 0 when there was no answer. */
    int32_t status;
    /** The body, NUL-terminated after `body_length` bytes; "" when there is none. */
    const char *body;
    size_t body_length;
    /** The Location header made absolute, or NULL. */
    const char *location;
    /** Why there was no answer, without secrets; NULL when there was one. */
    const char *failure;
} oyster_stream_http_response;

/** A request through the library's HTTP client, for signalling. */
typedef struct oyster_stream_http_request {
    /** sizeof(oyster_stream_http_request) as the adapter was compiled. */
    uint32_t size;
    /** "GET", "POST", "PATCH" or "DELETE". */
    const char *method;
    /** `https://…`; `http://` for loopback addresses only. Printable ASCII, up to 8192 bytes,
     * without user and fragment. Secret: it is not logged. */
    const char *url;
    /** Sent as `Authorization: Bearer …`, or NULL. 1 to 8192 bytes of printable ASCII without
     *  spaces. */
    const char *bearer;
    /** Value of Content-Type, 1 to 256 bytes of printable ASCII, or NULL. */
    const char *content_type;
    /** The body, up to 1 MiB; may be NULL when `body_length` is 0. Secret: it is not logged. */
    const char *body;
    size_t body_length;
    /** Bound in milliseconds, 1 to 600000. */
    uint32_t timeout_ms;
    /** Called once, from the event loop, where functions of streams are called: return within
     *  milliseconds. Never inside `http` itself, never after `closed`, and not when the process
     *  exits before there is an answer. Not NULL. */
    void (*done)(void *owner, const oyster_stream_http_response *response);
    /** Passed to `done`. */
    void *owner;
} oyster_stream_http_request;

/** What the library offers an adapter; valid until the adapter has called `closed`. */
typedef struct oyster_stream_sink {
    /** sizeof(oyster_stream_sink) as the library was compiled. */
    uint32_t size;
    /** First argument of every function below. */
    void *context;
    /** The connection changed. */
    void (*state)(void *context, oyster_stream_state state);
    /** The first picture of this join arrived, decoded or not. Once per join. */
    void (*first_frame)(void *context);
    /** The connection failed for good. `message` is for the log: no secrets. Last before leave. */
    void (*failure)(void *context, const char *message);
    /** Whether anybody wants pictures; an adapter skips decoding while false. */
    bool (*wants_frames)(void *context);
    /** A picture. The library takes it over and calls its `release`, at once when refused. */
    void (*frame)(void *context, const oyster_stream_frame *frame);
    /** A log line under the tag "stream". */
    void (*log)(void *context, oyster_log_level level, const char *message);
    /** The stream is gone: no thread of it runs or will run. Once, last, after leave. */
    void (*closed)(void *context);
    /** Whether the host wants sound; an adapter skips decoding while false. */
    bool (*wants_audio)(void *context);
    /** Sound. It is copied; what is out of range is ignored. */
    void (*audio)(void *context, const oyster_stream_audio *audio);
    /** Send a request with the library's HTTP client: its TLS rules, certificates and user agent;
     * no redirects. Everything is copied. 0, or a code for a malformed request (109002) or after
     *  `closed` (109001); then `done` is not called. From any thread. A request may outlive leave
     *  by two seconds, then it fails; not `closed`: call that after the last `done`. */
    oyster_result (*http)(void *context, const oyster_stream_http_request *request);
    /** The file that `record` named cannot be written, or cannot be written any more: the host gets
     *  an event 109005 with `reason`, UTF-8 text without secrets. At most once per file; from any
     *  thread, also between leave and `closed`. */
    void (*recording_failed)(void *context, const char *reason);
} oyster_stream_sink;

/** What a travel will want of its streams; for `prepare`. */
typedef struct oyster_stream_requirements {
    /** sizeof(oyster_stream_requirements) as the library was compiled. */
    uint32_t size;
    /** 1: audio is to be played on the default output; 0: not. */
    uint32_t play_audio;
} oyster_stream_requirements;

/** What to join. */
typedef struct oyster_stream_join {
    /** sizeof(oyster_stream_join) as the library was compiled. */
    uint32_t size;
    /** The rtcConfig object as received, UTF-8 JSON text. Secret: do not log. */
    const char *rtc_config;
    /** encryptedTravelId. */
    const char *travel_id;
    /** oyster_mode of travel.h. */
    int32_t mode;
    /** `width:height` as the server said, or NULL. */
    const char *aspect_ratio;
    /** Bound for joining in milliseconds; the library gives up after it. */
    uint32_t timeout_ms;
    /** 1: play sound on the default output; 0: not. */
    uint32_t play_audio;
} oyster_stream_join;

/** The functions of an adapter; `record` and what follows it may be missing in an older one. */
typedef struct oyster_stream_engine {
    /** sizeof(oyster_stream_engine) as the adapter was compiled. */
    uint32_t size;
    /** OYSTER_STREAM_ENGINE_ABI as the adapter was compiled. */
    uint32_t abi;
    /** Short name for log and travel info, such as "webrtc"; static. */
    const char *name;
    /** Passed to join. */
    void *engine;
    /** Whether this rtcConfig can be joined; used by "auto". NULL means yes. */
    bool (*supports)(void *engine, const char *rtc_config);
    /**
     * Begin to join. `join` and its strings are borrowed for the call; `sink` is valid until
     * `closed`. On success write the stream; on failure return a code (105001 as a rule), write
     * nothing, and do not use the sink any more.
     */
    oyster_result (*join)(void *engine, const oyster_stream_join *join,
                          const oyster_stream_sink *sink, void **stream);
    /** Begin to leave: no frames from now on; call `closed` when done. Does not block. */
    void (*leave)(void *stream);
    /** Send a command; 0, or 105004 when the channel is not ready. NULL: not supported. */
    oyster_result (*send_command)(void *stream, const oyster_stream_command *command);
    /** Microphone on or off. NULL: not supported. */
    void (*set_local_audio)(void *stream, bool on);
    /** Statistics as JSON text of an object, written into `buffer`, NUL-terminated; returns the
     *  length, or 0 when there are none or it does not fit. Called from any thread, but never
     *  together with another function of the stream. NULL: not supported. */
    size_t (*stats)(void *stream, char *buffer, size_t capacity);
    /** Write the received media into a file as they arrive, from the next key frame on, in the
     *  container that the name's ending says (.webm, .mkv or .mp4); NULL stops. `path` is absolute.
     *  0, or 109005 when the engine cannot record at all; open the file on a thread of the
     *  adapter's own, and report a file that cannot be written through the sink's
     *  `recording_failed`. NULL: not supported. */
    oyster_result (*record)(void *stream, const char *path);
    /**
     * Load what streams need on this machine (plugins, codecs, a vendor's libraries) and check that
     * all of it is there. The library calls it at each start of a travel, before it spends the
     * ticket, on a thread that may wait; never twice at the same time for one adapter. The start
     * waits for it up to `callback_timeout_ms`; the call itself is not interrupted. Something that
     * a travel can do without is no reason to fail. 0, or a code (105001 as a rule) after writing
     * into `reason` what is missing: UTF-8, NUL-terminated, at most `capacity` bytes, without
     * secrets; the host reads it in the error of start. NULL: always ready.
     */
    oyster_result (*prepare)(void *engine, const oyster_stream_requirements *requirements,
                             char *reason, size_t capacity);
} oyster_stream_engine;

/** Name of the function that an adapter exports. */
#define OYSTER_STREAM_ENGINE_ENTRY "oyster_stream_engine_entry"

/**
 * Type of the exported function. Gets OYSTER_STREAM_ENGINE_ABI of the library; returns a static
 * table, or NULL when the number is not its own.
 */
typedef const oyster_stream_engine *(*oyster_stream_engine_entry_fn)(uint32_t abi);

#ifdef __cplusplus
}
#endif

#endif
