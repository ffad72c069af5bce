// SPDX-License-Identifier: Apache-2.0
/**
 * @file callback.hpp
 * C callbacks that call a std::function.
 */
#ifndef HAPPYOYSTER_CPP_CALLBACK_HPP
#define HAPPYOYSTER_CPP_CALLBACK_HPP

#include "../base.h"
#include "exceptions.hpp"

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <typeinfo>
#include <utility>

namespace oyster {
namespace detail {

/** Marks that this thread runs a callback of an engine. */
class Running {
  public:
    explicit Running(oyster_engine *engine) noexcept : engine_(engine), outer_(innermost()) {
        innermost() = this;
    }
    ~Running() {
        innermost() = outer_;
    }
    Running(const Running &) = delete;
    Running &operator=(const Running &) = delete;

    /** Whether waiting for this engine on this thread would deadlock. */
    static bool is_inside(const oyster_engine *engine) noexcept {
        const Running *running = innermost();
        while (running && running->engine_ != engine)
            running = running->outer_;
        return running != nullptr;
    }

  private:
    static Running *&innermost() noexcept {
        static thread_local Running *value = nullptr;
        return value;
    }

    oyster_engine *engine_;
    Running *outer_;
};

/** The context of a registered callback; the library deletes it through release(). */
template <class... Arguments> class Callback {
  public:
    /** `engine` is the engine whose callbacks run one at a time with this one; NULL for frames,
     *  audio and the log. */
    Callback(std::function<void(Arguments...)> function, oyster_engine *engine)
        : function_(std::move(function)), engine_(engine) {
    }

    ~Callback() {
        if (has_thrown_)
            ExceptionReports::shared().close(this);
    }
    Callback(const Callback &) = delete;
    Callback &operator=(const Callback &) = delete;

    /** The library makes the calls of one registration one at a time: the flag needs no lock. */
    void call(Arguments... arguments) noexcept {
        const Running running(engine_);
        try {
            function_(arguments...);
        } catch (const std::exception &exception) {
            report(type_name(exception), exception.what());
        } catch (...) {
            report("unknown type", "not a std::exception");
        }
    }

    static void release(void *context) noexcept {
        delete static_cast<Callback *>(context);
    }

  private:
    void report(const char *type, const char *what) noexcept {
        has_thrown_ = true;
        ExceptionReports::shared().report(this, type, what);
    }

    /** The type as the compiler spells it; hosts may be compiled without type information. */
    static const char *type_name(const std::exception &exception) noexcept {
#if defined(__GXX_RTTI) || defined(__cpp_rtti) || defined(_CPPRTTI)
        return typeid(exception).name();
#else
        (void)exception;
        return "std::exception";
#endif
    }

    std::function<void(Arguments...)> function_;
    oyster_engine *engine_;
    bool has_thrown_ = false;
};

/** Text for C, or NULL, which the library refuses, if it contains a NUL character. */
inline const char *c_text(const std::string &text) noexcept {
    return text.find('\0') == std::string::npos ? text.c_str() : nullptr;
}

/** Milliseconds for C; a time that does not fit becomes a value that every function refuses. */
inline std::uint32_t c_milliseconds(std::chrono::milliseconds time) noexcept {
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    return time.count() < 0 || time.count() > most ? most
                                                   : static_cast<std::uint32_t>(time.count());
}

} // namespace detail
} // namespace oyster

#endif
