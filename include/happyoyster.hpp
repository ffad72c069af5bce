// SPDX-License-Identifier: Apache-2.0
/**
 * @file happyoyster.hpp
 * HappyOyster for C++17: the C interface with owning types, exceptions and std::function.
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
 * All functions are inline; link libhappyoyster and libcjson. The promises of happyoyster.h about
 * threads, order, release and limits apply unchanged; these comments describe only differences.
 *
 * # 1. Ownership
 *
 * Engine, Travel, Listener and Frame give their handle back when they are destroyed, in any order.
 * They are moved, not copied. Calls on an object that was moved from or closed fail with
 * OYSTER_ERROR_INVALID_HANDLE. Engine::shared() owns no handle.
 *
 * # 2. Errors
 *
 * A function `f` throws oyster::Error; `try_f` does the same and returns a Result. Both may throw
 * std::bad_alloc. Asynchronous functions have three forms: `f(…)` returns an Operation, whose get()
 * throws a refusal; `f(…, done)` throws a refusal and calls `done` otherwise; `try_f(…, done)`
 * returns the refusal. Errors, results and Error::what() print the name and number of their code.
 *
 * # 3. Callbacks
 *
 * The library owns a copy of the function and destroys it after its last call. An exception that
 * leaves it is caught; the first one of each registration and type is reported on stderr.
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
