// SPDX-License-Identifier: Apache-2.0
/**
 * @file operation.hpp
 * An asynchronous operation: the host waits for it, or passes a function that is called at its end.
 */
#ifndef HAPPYOYSTER_CPP_OPERATION_HPP
#define HAPPYOYSTER_CPP_OPERATION_HPP

#include "../engine.h"
#include "callback.hpp"
#include "error.hpp"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

namespace oyster {

/** Completion of an operation: the code, and the result or error object, borrowed for the call. */
using Done = std::function<void(oyster_result code, JsonView result)>;

namespace detail {

/** State that the host and the library share until an operation has completed. */
struct Pending {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_done = false;
    oyster_result code = OYSTER_OK;
    Json result;

    void finish(oyster_result how, Json what) noexcept {
        const std::lock_guard<std::mutex> lock(mutex);
        code = how;
        result = std::move(what);
        is_done = true;
        changed.notify_all();
    }

    static void on_done(void *context, oyster_result code, const cJSON *result) noexcept {
        const std::unique_ptr<std::shared_ptr<Pending>> pending(
            static_cast<std::shared_ptr<Pending> *>(context));
        (*pending)->finish(code, Json::copy(JsonView(result)));
    }
};

/** Begin an operation that completes with a call of `done`. */
template <class Call> Result<void> begin(oyster_engine *engine, Done done, Call call) {
    using Context = Callback<oyster_result, JsonView>;
    if (!done)
        return call(nullptr, nullptr);
    auto context = std::make_unique<Context>(std::move(done), engine);
    const oyster_done_fn on_done = [](void *pointer, oyster_result code, const cJSON *result) {
        const std::unique_ptr<Context> owned(static_cast<Context *>(pointer));
        owned->call(code, JsonView(result));
    };
    const oyster_result code = call(on_done, context.get());
    if (code == OYSTER_OK)
        context.release();
    return code;
}

} // namespace detail

/**
 * An operation that has begun. Copies are the same operation. When the last copy is destroyed, the
 * operation continues and its outcome is lost.
 *
 * In host delivery, waiting also runs the callbacks that wait, as oyster_engine_dispatch() does.
 * Inside a callback of the same engine, waiting is refused with OYSTER_ERROR_WOULD_DEADLOCK.
 */
class Operation {
  public:
    /* Copied, not moved, so that each object has an operation. */
    Operation(const Operation &) = default;
    Operation &operator=(const Operation &) = default;

    /** Whether it has completed or was refused. */
    bool ready() const {
        const std::lock_guard<std::mutex> lock(pending_->mutex);
        return pending_->is_done;
    }

    /** Wait until it has completed, or for `timeout`; returns whether it has completed. */
    bool wait_for(std::chrono::milliseconds timeout) const {
        const Result<void> waited = try_wait_for(timeout);
        if (waited.code() == OYSTER_ERROR_TIMED_OUT)
            return false;
        waited.value();
        return true;
    }
    /** The same; OYSTER_ERROR_TIMED_OUT when it has not completed. */
    Result<void> try_wait_for(std::chrono::milliseconds timeout) const {
        const auto now = Clock::now();
        const auto most = std::chrono::duration_cast<Milliseconds>(Clock::time_point::max() - now);
        return wait_until(now + std::min(timeout, most));
    }

    /** Wait and take the result; throws the error. A second call returns an empty result. */
    Json get() {
        return try_get().value();
    }
    Result<Json> try_get() {
        const oyster_result waited = wait_until(Clock::time_point::max());
        if (waited != OYSTER_OK)
            return Result<Json>::failure(waited);
        const std::lock_guard<std::mutex> lock(pending_->mutex);
        Json result = std::move(pending_->result);
        if (pending_->code == OYSTER_OK)
            return result;
        if (!result)
            return Result<Json>::refusal(pending_->code,
                                         "256 operations of this travel are pending");
        auto detail = std::make_shared<const Json>(std::move(result));
        return Result<Json>::failure(pending_->code, std::move(detail));
    }

    /** Begin an operation of the C interface by a call that takes `done` and `context`. */
    template <class Call> static Operation begin(oyster_engine *engine, Call call) {
        auto pending = std::make_shared<detail::Pending>();
        auto context = std::make_unique<std::shared_ptr<detail::Pending>>(pending);
        const oyster_result code = call(&detail::Pending::on_done, context.get());
        if (code == OYSTER_OK)
            context.release();
        else
            pending->finish(code, Json());
        return Operation(engine, std::move(pending));
    }

  private:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::milliseconds;

    Operation(oyster_engine *engine, std::shared_ptr<detail::Pending> pending) noexcept
        : engine_(engine), pending_(std::move(pending)) {
    }

    oyster_result wait_until(Clock::time_point end) const {
        while (!ready()) {
            if (detail::Running::is_inside(engine_))
                return OYSTER_ERROR_WOULD_DEADLOCK;
            const auto rest = std::chrono::ceil<Milliseconds>(end - Clock::now());
            const oyster_result code = step(std::clamp(rest, Milliseconds(0), Milliseconds(1000)));
            if (ready())
                break;
            if (code != OYSTER_OK)
                return code;
            if (Clock::now() >= end)
                return OYSTER_ERROR_TIMED_OUT;
        }
        return OYSTER_OK;
    }

    /** Wait for `time`, and dispatch in host delivery. */
    oyster_result step(Milliseconds time) const {
        const oyster_result code =
            oyster_engine_dispatch(engine_, detail::c_milliseconds(time), nullptr);
        switch (code) {
        case OYSTER_OK:
            return OYSTER_OK;
        case OYSTER_ERROR_UNSUPPORTED: // thread delivery
            sleep(time);
            return OYSTER_OK;
        case OYSTER_ERROR_WOULD_DEADLOCK: // another thread dispatches, and may stop at any time
            sleep(std::min(time, Milliseconds(20)));
            return OYSTER_OK;
        default: // a closed engine still completes pending operations
            sleep(time);
            return code;
        }
    }

    void sleep(Milliseconds time) const {
        std::unique_lock<std::mutex> lock(pending_->mutex);
        pending_->changed.wait_for(lock, time, [this] { return pending_->is_done; });
    }

    oyster_engine *engine_;
    std::shared_ptr<detail::Pending> pending_;
};

} // namespace oyster

#endif
