/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engine.h
 * The engine: configuration, token, delivery of callbacks, and the travel in flight.
 *
 * An engine has at most one travel in flight. oyster_engine_shared() is the process-level engine of
 * the SDK reference. A program that plays several travels at a time creates one engine for each;
 * all engines share one event loop thread.
 */
#ifndef HAPPYOYSTER_ENGINE_H
#define HAPPYOYSTER_ENGINE_H

#include "base.h"
#include "log.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Configuration of an engine (reference: OysterConfig). Start from OYSTER_CONFIG_INIT; fields left
 * 0 or NULL take their default.
 */
typedef struct oyster_config {
    /** sizeof(oyster_config) as the host was compiled. */
    uint32_t size;
    /** Log level of the process, or OYSTER_LOG_LEVEL_DEFAULT (0): warning. Without effect when the
     *  host has called oyster_log_set_minimum_level() or the environment has HAPPYOYSTER_LOG. */
    oyster_log_level log_level;
    /** Required. `host[:port]` or `https://host[:port]`; `http://` only for loopback addresses.
     *  White space around it and one slash at its end are ignored. */
    const char *api_host;
    /** Required. Versioned model name, such as "happyoyster-1.0-adventure". */
    const char *model;
    /** Bound of each network step in milliseconds, 1 to 600000; 0 means 30000. */
    uint32_t callback_timeout_ms;
    /** Interval of the status poll in milliseconds, 50 to 60000; 0 means 2000. */
    uint32_t poll_interval_ms;
    /** The stream engine, which receives the media. "webrtc": the WebRTC stream engine. "auto"
     *  (default): the same; if `api_host` is a loopback address and the WebRTC stream engine cannot
     *  run or does not support the channel, the test card. "loopback": the test card. Or the path
     *  of an adapter (stream_engine.h), which contains a slash; oyster_engine_initialize() loads
     *  it. When a stream engine cannot run, oyster_travel_start() fails with 105001, whose message
     *  names what is missing, and does not spend the ticket. */
    const char *stream_engine;
    /** PEM file with the only certificate authorities to trust. oyster_engine_initialize() resolves
     *  a relative path and returns OYSTER_ERROR_INVALID_CONFIG for a file that it cannot read or
     *  that contains no certificate. NULL: those that the environment names in SSL_CERT_FILE and
     *  SSL_CERT_DIR (ignored in a set-user-ID process), else those of the system. */
    const char *ca_file;
    /** Application's `name/version`, appended to the user agent; NULL for none. Up to 128 bytes of
     *  printable ASCII. */
    const char *user_agent;
    /** NULL. */
    void *reserved;
    /** 1: the stream engine plays audio on the default output, if it can; 0: it does not. The host
     *  can receive audio in both cases (audio.h). */
    uint32_t play_audio;
} oyster_config;

/** All defaults; set api_host and model. */
#define OYSTER_CONFIG_INIT \
    { sizeof(oyster_config), OYSTER_LOG_LEVEL_DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, 0 }

/** The thread that runs callbacks of an engine. */
typedef enum OYSTER_ENUM oyster_delivery {
    /** A thread of the library, one callback at a time per engine. The default. */
    OYSTER_DELIVERY_THREAD = 0,
    /** The host's thread, inside oyster_engine_dispatch(). */
    OYSTER_DELIVERY_HOST = 1
} oyster_delivery;

/**
 * Get the process-level engine: the same handle each time.
 *
 * @return Handle, or NULL in a forked child, after oyster_engine_shutdown_all(), or when the
 *         library's thread could not be started.
 *
 * Ownership: library owns; never destroyed (oyster_engine_destroy() refuses it).
 * Threading: any thread, any callback. The first engine starts the library's event loop thread.
 * Since: 0.1
 */
OYSTER_API oyster_engine *oyster_engine_shared(void);

/**
 * Create an independent engine.
 *
 * @param engine Out: the new handle, written on success only; not NULL.
 * @return OYSTER_OK, OYSTER_ERROR_INVALID_ARGUMENT, OYSTER_ERROR_LIMIT_REACHED (4096 engines),
 *         OYSTER_ERROR_FORKED, OYSTER_ERROR_SHUT_DOWN, OYSTER_ERROR_OUT_OF_RESOURCES.
 *
 * Ownership: caller owns the handle, gives it back with oyster_engine_destroy().
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_create(oyster_engine **engine);

/**
 * Give an engine back. The library ends a travel in flight on the server in the background. Every
 * travel handle of the engine becomes invalid. Pending operations complete with
 * OYSTER_ERROR_ABORTED; in host delivery they do so on this thread, before the call returns.
 *
 * @param engine Handle from oyster_engine_create().
 * @param outcome Out, may be NULL: OYSTER_RELEASE_COMPLETE or OYSTER_RELEASE_DEFERRED.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_UNSUPPORTED for the shared engine;
 *         OYSTER_ERROR_FORKED.
 *
 * Ownership: takes the handle.
 * Threading: any thread, any callback; waits up to 50 ms for a callback that runs.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_destroy(oyster_engine *engine,
                                               oyster_release_outcome *outcome);

/**
 * Apply a configuration. It replaces the former one; the token is kept. While a travel is in flight
 * the call is refused. One model is for one mode.
 *
 * @param engine Handle.
 * @param config Configuration; copied before return.
 * @return OYSTER_OK when applied; OYSTER_ERROR_INVALID_CONFIG for a blank or invalid host, model or
 *         option, a file of certificates that cannot be used, or an adapter that cannot be loaded:
 *         the log names the field and the reason, as oyster_engine_check_config() does;
 *         OYSTER_ERROR_CONCURRENT_TRAVEL while a travel is in flight or a cleanup runs;
 *         OYSTER_ERROR_INVALID_ARGUMENT for NULL, a wrong `size`, an unknown log level or invalid
 *         UTF-8;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: everything is copied.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_initialize(oyster_engine *engine,
                                                  const oyster_config *config);

/**
 * Check a configuration as oyster_engine_initialize() does, without applying it.
 *
 * The `message` of the error object (docs/json.md) names the field and the reason, such as "ca_file
 * cannot be read (Permission denied)". It never contains the value.
 *
 * @param engine Handle.
 * @param config Configuration; not kept.
 * @param error Out, may be NULL: the error object, or NULL when the configuration is valid.
 * @return OYSTER_OK when the configuration is valid; OYSTER_ERROR_INVALID_CONFIG for a blank or
 *         invalid host, model or option;
 *         OYSTER_ERROR_INVALID_ARGUMENT for NULL, a wrong `size`, an unknown log level or invalid
 *         UTF-8;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_SHUT_DOWN; OYSTER_ERROR_FORKED.
 *
 * Ownership: caller frees `error` with oyster_json_free().
 * Threading: any thread, any callback; reads the files that the configuration names.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_check_config(const oyster_engine *engine,
                                                    const oyster_config *config, cJSON **error);

/**
 * Whether the engine has a valid configuration, so that travels can be created.
 *
 * @param engine Handle.
 * @return true when it has one; false for an invalid handle.
 *
 * Ownership: none.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API bool oyster_engine_is_ready(const oyster_engine *engine);

/**
 * Set the HTTP token, a temporary API key from the host's own server. The engine keeps only the
 * latest token, in memory, and uses it from the next request on. It never refreshes a token.
 *
 * @param engine Handle.
 * @param token 1 to 4096 bytes of printable ASCII without spaces.
 * @return OYSTER_OK; OYSTER_ERROR_NOT_INITIALIZED before the first valid configuration (the token
 *         is not kept); OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_FORKED.
 *
 * Ownership: copied.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_update_token(oyster_engine *engine, const char *token);

/**
 * Create a travel from a one-time ticket. Nothing is sent until oyster_travel_start().
 *
 * @param engine Handle.
 * @param ticket 1 to 4096 bytes of printable ASCII without spaces.
 * @param travel Out: the new handle, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_NOT_INITIALIZED; OYSTER_ERROR_CONCURRENT_TRAVEL while another
 *         travel of this engine has not reached a terminal status or a cleanup runs;
 *         OYSTER_ERROR_INVALID_ARGUMENT;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_LIMIT_REACHED; OYSTER_ERROR_FORKED.
 *
 * Ownership: ticket copied; caller owns the handle, gives it back with oyster_travel_release().
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_create_travel(oyster_engine *engine, const char *ticket,
                                                     oyster_travel **travel);

/**
 * End the travel in flight, forget configuration and token. The host may initialise the engine
 * again after completion. The result object is `{}`. When the server did not confirm the end, the
 * library asks again in the background, with the token that the travel had (oyster_travel_end()).
 *
 * @param engine Handle.
 * @param done Called once, or NULL.
 * @param context Passed to `done`.
 * @return OYSTER_OK when accepted; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED. After a
 *         refusal the library does not call `done`.
 *
 * Ownership: `context` belongs to the library until `done` has run.
 * Threading: any thread, any callback; completes within callback_timeout_ms.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_cleanup(oyster_engine *engine, oyster_done_fn done,
                                               void *context);

/**
 * Choose the thread that runs this engine's callbacks. Callbacks that already wait run on the new
 * thread, in order. Frame and audio callbacks (video.h, audio.h) always run on library threads.
 *
 * @param engine Handle.
 * @param delivery OYSTER_DELIVERY_THREAD or OYSTER_DELIVERY_HOST.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_set_delivery(oyster_engine *engine,
                                                    oyster_delivery delivery);

/**
 * Get a file descriptor that is readable while callbacks wait for oyster_engine_dispatch(). Poll
 * it; never read from it, write to it, or close it.
 *
 * @param engine Handle.
 * @param fd Out: descriptor, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_OUT_OF_RESOURCES; OYSTER_ERROR_FORKED.
 *
 * Ownership: borrowed, valid until the engine is destroyed.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_event_fd(oyster_engine *engine, int *fd);

/**
 * Run the callbacks that wait, on this thread (host delivery). Returns when at least one callback
 * has run and none waits, or after `timeout_ms` without a callback. Callbacks that arrive during
 * the call run as well, up to 1024 per call.
 *
 * @param engine Handle.
 * @param timeout_ms How long to wait for the first callback, 0 to 60000 ms; 0 does not wait.
 * @param count Out, may be NULL: number of callbacks that ran.
 * @return OYSTER_OK, also when none ran; OYSTER_ERROR_UNSUPPORTED in thread delivery;
 *         OYSTER_ERROR_WOULD_DEADLOCK inside a callback of this engine or while another thread
 *         dispatches it; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_FORKED.
 *
 * Ownership: none.
 * Threading: any thread, not in callbacks; blocks up to `timeout_ms` plus the callbacks' own time.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_dispatch(oyster_engine *engine, uint32_t timeout_ms,
                                                size_t *count);

/**
 * Shut the library down before the process exits. The library refuses all later calls, ends travels
 * in flight on the server, drops events that wait, and completes pending operations with
 * OYSTER_ERROR_ABORTED. Then it waits until no host code runs or will run: callbacks, completions
 * and release functions on every thread, also inside oyster_engine_dispatch(), and the functions of
 * stream adapters. Language runtimes call it before they finalise. It cannot be undone. Calls may
 * overlap; another call continues to wait.
 *
 * After `timeout_ms` the library starts no more callbacks on its own threads. A callback that runs
 * continues, and a dispatch that runs finishes its completions.
 *
 * @param timeout_ms Bound in milliseconds, 0 to 60000; a larger value counts as 60000.
 * @return OYSTER_OK when no host code runs or will run; OYSTER_ERROR_TIMED_OUT when some still
 *         runs, a stream adapter has not closed its stream, or the server did not confirm an end in
 *         time (the library does not wait for an end that the server refused for good or because of
 *         its token); OYSTER_ERROR_WOULD_DEADLOCK inside host code that the library called (later
 *         calls are refused, and this call does not wait); OYSTER_ERROR_FORKED in a forked child
 *         (nothing happens).
 *
 * Ownership: invalidates every handle.
 * Threading: any thread; blocks up to `timeout_ms`.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_engine_shutdown_all(uint32_t timeout_ms);

#ifdef __cplusplus
}
#endif

#endif
