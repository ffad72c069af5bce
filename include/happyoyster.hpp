// SPDX-License-Identifier: Apache-2.0
/**
 * @file happyoyster.hpp
 * HappyOyster for C++17: the C interface with owners, exceptions and std::function.
 *
 *     oyster::Engine engine;
 *     engine.initialize({"https://…", "happyoyster-1.0-adventure"});
 *     engine.update_token(token);
 *     oyster::Travel travel = engine.create_travel(ticket);
 *     oyster::Listener listener = travel.add_listener([](const oyster::Event &event) { … });
 *     travel.start().get();
 *     … travel.send_command(oyster::Translation::front) …
 *     travel.end().get();
 *
 * Everything here is inline; link libhappyoyster and libcjson. What happyoyster.h promises about
 * threads, order, silence and limits holds unchanged; these comments tell only what is different.
 *
 * # 1. Ownership
 *
 * Engine, Travel, Listener and Frame give their handle back when they are destroyed, in any
 * order. They move and do not copy. An object that was moved from or closed answers with
 * OYSTER_ERROR_INVALID_HANDLE. Engine::shared() owns nothing.
 *
 * # 2. Errors
 *
 * A function `f` throws oyster::Error; its twin `try_f` returns a Result instead. Both may throw
 * std::bad_alloc. Asynchronous functions come in three forms: `f(…)` returns an Operation that
 * keeps a refusal for its get(); `f(…, done)` throws a refusal and calls `done` otherwise;
 * `try_f(…, done)` returns the refusal.
 *
 * # 3. Callbacks
 *
 * The library owns a copy of the function and destroys it after its last call. An exception that
 * leaves it is caught; the first one of each registration is told on stderr.
 */
#ifndef HAPPYOYSTER_HPP
#define HAPPYOYSTER_HPP

#include "happyoyster/cpp/audio.hpp"
#include "happyoyster/cpp/codes.hpp"
#include "happyoyster/cpp/engine.hpp"
#include "happyoyster/cpp/enums.hpp"
#include "happyoyster/cpp/error.hpp"
#include "happyoyster/cpp/event.hpp"
#include "happyoyster/cpp/frame.hpp"
#include "happyoyster/cpp/json.hpp"
#include "happyoyster/cpp/log.hpp"
#include "happyoyster/cpp/operation.hpp"
#include "happyoyster/cpp/travel.hpp"

#endif
