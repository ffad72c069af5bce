/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file happyoyster.h
 * HappyOyster for Linux: interactive worlds as live video, from any language that can call C.
 *
 * # 1. The shape of a program
 *
 *     oyster_engine *engine = oyster_engine_shared();
 *     oyster_config config = OYSTER_CONFIG_INIT;
 *     config.api_host = "…";  config.model = "happyoyster-1.0-adventure";
 *     oyster_engine_initialize(engine, &config);
 *     oyster_engine_update_token(engine, token);
 *     oyster_travel *travel;
 *     oyster_engine_create_travel(engine, ticket, &travel);
 *     oyster_travel_add_listener(travel, on_event, self, NULL, &listener);
 *     oyster_travel_start(travel, NULL, on_started, self);
 *     … oyster_travel_send_command(travel, OYSTER_TRANSLATION_FRONT, 0, 0) …
 *     oyster_travel_end(travel, on_ended, self);
 *     oyster_travel_release(travel, NULL);
 *
 * Token and ticket come from the host's own server; the library never obtains or refreshes them.
 *
 * # 2. Handles
 *
 * Handles are tickets into a table, never addresses: NULL, stale or foreign handles give
 * OYSTER_ERROR_INVALID_HANDLE. Compare them for equality, nothing else.
 *
 * # 3. Results and errors
 *
 * Functions return an oyster_result. Asynchronous ones refuse at once (non-zero return, `done` is
 * not called) or complete exactly once. A failure that ends the travel is one error event, then the
 * status `failed`; an operation pending at that moment completes with the same code. A failure that
 * does not end it goes to the operation's completion alone, or, if none is pending, to one error
 * event. There is no "last error"; why a call was refused at once is in the log (log.h).
 *
 * Three codes are not repeated below: OYSTER_ERROR_SHUT_DOWN, from every function after
 * oyster_engine_shutdown_all(); OYSTER_ERROR_LIMIT_REACHED, from asynchronous functions of a travel
 * while 256 of its operations are pending; OYSTER_ERROR_ABORTED, through `done`, when a release, a
 * destroy or an end overtakes the operation. A call that overlaps the release of its handle is
 * refused with OYSTER_ERROR_INVALID_HANDLE, or is accepted and completes with OYSTER_ERROR_ABORTED.
 *
 * # 4. Callbacks
 *
 * Callbacks of one engine run one at a time, in order, on a library thread (default) or inside
 * oyster_engine_dispatch() on the host's. Any function may be called from any callback; none hangs.
 * A callback that blocks delays later callbacks of its engine, never requests, polling, commands,
 * video or other engines. Every registered context may have a release function; it runs exactly
 * once, after the last use. Exceptions and longjmp must not leave a callback.
 *
 * # 5. Strings and structs
 *
 * Strings in are NUL-terminated UTF-8 and copied before return; invalid UTF-8 is refused. Strings
 * out are borrowed for a callback, static, or the caller's to free, as each comment says. Versioned
 * structs carry their size first; a struct smaller than its first version is refused, what a
 * smaller one lacks takes its default, and a larger one is read as far as the library knows it.
 * Output pointers come last and are written on success only.
 *
 * # 6. What the library does to your process
 *
 * Loading starts no thread, prints nothing, installs no signal handler, and changes neither locale
 * nor environment. Warnings and errors are lines on stderr unless there is a log handler (log.h).
 * The first engine starts one event loop thread (`oyster-loop`) and runs curl_global_init. Callback
 * threads (`oyster-call`) start on demand, two as a rule, more (up to 64) only while callbacks
 * block. The loopback stream has one thread (`oyster-media`) for all travels, and a start loads its
 * stream engine on a short-lived one (`oyster-adapter`). All of them block every signal. libcurl
 * may start short-lived resolver threads. No child process is ever started. A bug inside the
 * library aborts the process. The library is never unloaded (`nodelete`); dlclose is harmless. A
 * forked child that inherits a used library gets OYSTER_ERROR_FORKED from every call; loading or
 * first use after fork works.
 *
 * # 7. Conventions of these comments
 *
 * "Any thread, any callback" is meant literally. Times carry their unit in the name or comment.
 * Names and behaviour are those of the vendor's iOS SDK reference 1.0.3 unless a comment says
 * "ours".
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
#include "happyoyster/stream_engine.h"

#endif
