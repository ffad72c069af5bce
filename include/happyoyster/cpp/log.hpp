// SPDX-License-Identifier: Apache-2.0
/**
 * @file log.hpp
 * The log of the process.
 */
#ifndef HAPPYOYSTER_CPP_LOG_HPP
#define HAPPYOYSTER_CPP_LOG_HPP

#include "../log.h"
#include "callback.hpp"
#include "enums.hpp"
#include "error.hpp"

#include <memory>
#include <string_view>
#include <utility>

namespace oyster {

/** Receives log records, one at a time; the texts are borrowed for the call. */
using LogHandler =
    std::function<void(LogLevel level, std::string_view tag, std::string_view message)>;

/** Set the lowest level that is logged. It replaces that of configurations and HAPPYOYSTER_LOG. */
inline Result<void> try_set_log_level(LogLevel level) {
    return oyster_log_set_minimum_level(static_cast<oyster_log_level>(level));
}
inline void set_log_level(LogLevel level) {
    try_set_log_level(level).value();
}

/** Send the log to a handler, or without one to stderr. It replaces the former handler; returns
 *  whether that is destroyed. */
inline Result<ReleaseOutcome> try_set_log_handler(LogHandler handler) {
    using Context = detail::Callback<LogLevel, std::string_view, std::string_view>;
    const bool is_there = static_cast<bool>(handler);
    auto context = is_there ? std::make_unique<Context>(std::move(handler), nullptr) : nullptr;
    const oyster_log_fn call = [](void *pointer, oyster_log_level level, const char *tag,
                                  const char *message) {
        static_cast<Context *>(pointer)->call(static_cast<LogLevel>(level), tag, message);
    };
    oyster_release_outcome outcome = OYSTER_RELEASE_COMPLETE;
    const oyster_result code = oyster_log_set_handler(
        is_there ? call : nullptr, context.get(), is_there ? &Context::release : nullptr, &outcome);
    if (code != OYSTER_OK)
        return Result<ReleaseOutcome>::failure(code);
    context.release();
    return static_cast<ReleaseOutcome>(outcome);
}
inline ReleaseOutcome set_log_handler(LogHandler handler) {
    return try_set_log_handler(std::move(handler)).value();
}

} // namespace oyster

#endif
