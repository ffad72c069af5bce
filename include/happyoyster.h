/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file happyoyster.h
 * HappyOyster for Linux: interactive worlds as live video, from any language that can call C.
 *
 * # 1. The shape of a program
 *
 *     oyster_engine *engine = oyster_engine_shared();
 *     oyster_config config = OYSTER_CONFIG_INIT;
 *     config.api_host = "…";
 *     config.model = "happyoyster-1.0-adventure";
 *     oyster_engine_initialize(engine, &config);
 *     oyster_engine_update_token(engine, token);
 *     oyster_travel *travel;
 *     oyster_engine_create_travel(engine, ticket, &travel);
 *     oyster_listener_id listener;
 *     oyster_travel_add_listener(travel, on_event, self, NULL, &listener);
 *     oyster_travel_start(travel, NULL, on_started, self);
 *     … oyster_travel_send_command(travel, OYSTER_TRANSLATION_FRONT, 0, 0) …
 *     oyster_travel_end(travel, on_ended, self);
 *     oyster_travel_release(travel, NULL);
 *
 * Token and ticket come from the host's own server. The library never obtains or refreshes them.
 * The *host* is the program that uses the library; the *server* or *service* is the remote side.
 * Sessions of several people (session.h) need neither configuration nor travel.
 *
 * # 2. Handles
 *
 * A handle is an entry in a table of the library, not an address. A handle that is NULL, stale or
 * of another type gives OYSTER_ERROR_INVALID_HANDLE. Two handles may be compared for equality.
 *
 * # 3. Results and errors
 *
 * Functions return an oyster_result. An asynchronous function either refuses the call (it returns a
 * code other than 0, and `done` is not called) or completes exactly once.
 *
 * A failure that ends the travel is one error event, followed by the status `failed`. An operation
 * that is pending then completes with the same code. A failure that does not end the travel is
 * reported by the completion of its operation, or, when no operation is pending, by one error
 * event. There is no "last error". The log has the reason why a call was refused (log.h).
 *
 * The comments below do not repeat three codes:
 *
 * - OYSTER_ERROR_SHUT_DOWN: from every function after oyster_engine_shutdown_all().
 * - OYSTER_ERROR_LIMIT_REACHED: from asynchronous functions of a travel or session that has 256
 *   pending operations.
 * - OYSTER_ERROR_ABORTED: through `done`, when a release, a destroy or an end comes before the
 *   completion of the operation.
 *
 * A call on one thread during the release of its handle on another thread is refused with
 * OYSTER_ERROR_INVALID_HANDLE, or is accepted and completes with OYSTER_ERROR_ABORTED.
 *
 * # 4. Callbacks
 *
 * Event callbacks and completions of one engine run one at a time, in order, on a library thread
 * (default) or on the host's thread inside oyster_engine_dispatch(). Frame, audio and log callbacks
 * always run on library threads. A callback may call any function; two functions that would wait
 * for the callback itself return OYSTER_ERROR_WOULD_DEADLOCK (engine.h). An event callback or a
 * completion that blocks delays later ones of its engine. It does not delay requests, polling,
 * commands, video or other engines. Each registered context may have a release function, which runs
 * exactly once, after the last use. Exceptions and longjmp must not leave a callback.
 *
 * # 5. Strings and structs
 *
 * Strings that a host passes are NUL-terminated UTF-8. The library copies them before it returns
 * and refuses invalid UTF-8. Strings that the library passes are borrowed for a callback, static,
 * or owned by the host, as each comment states.
 *
 * Versioned structs begin with their size; start from the macro OYSTER_…_INIT of the struct. The
 * library refuses a struct that is too small with OYSTER_ERROR_INVALID_ARGUMENT. It accepts a
 * struct of a newer header as long as the fields that it does not know are 0, and refuses others
 * with OYSTER_ERROR_UNKNOWN_FIELD. Output parameters come last and are written on success only.
 *
 * # 6. Effects on the process
 *
 * Loading the library starts no thread, prints nothing, installs no signal handler, and changes
 * neither locale nor environment. Warnings and errors are lines on stderr unless there is a log
 * handler (log.h).
 *
 * These threads start later:
 *
 * - `oyster-loop`: one, from the first engine on; the event loop.
 * - `oyster-call`: up to two, up to 64 while callbacks block; host callbacks and the log.
 * - `oyster-media`: one, while a loopback travel is connected; draws the test card.
 * - `oyster-adapter`: up to one per stream engine, during a start; loads the stream engine.
 *
 * All of them block every signal. libcurl may start short-lived resolver threads; a stream engine
 * may have threads of its own.
 *
 * The first engine calls curl_global_init. The library starts no child process; GStreamer starts
 * `gst-plugin-scanner` when its registry of plugins is out of date. A bug inside the library aborts
 * the process. The library is never unloaded (`nodelete`), so that dlclose has no effect. In a
 * child that was forked from a process that used the library, each call returns
 * OYSTER_ERROR_FORKED; loading or first use after fork works.
 *
 * # 7. Conventions of these comments
 *
 * "Any thread, any callback" has no exceptions but those named. Times have their unit in the name
 * or in the comment. Names and behaviour are those of the vendor's iOS SDK reference 1.0.3, in
 * session.h those of the OTSession reference, unless a comment says "ours".
 */
#ifndef HAPPYOYSTER_H
#define HAPPYOYSTER_H

#include "happyoyster/base.h"
#include "happyoyster/error.h"
#include "happyoyster/log.h"
#include "happyoyster/event.h"
#include "happyoyster/video.h"
#include "happyoyster/audio.h"
#include "happyoyster/engine.h"
#include "happyoyster/travel.h"
#include "happyoyster/control.h"
#include "happyoyster/session.h"
#include "happyoyster/stream_engine.h"

#endif
