// SPDX-License-Identifier: Apache-2.0
/**
 * @file exceptions.hpp
 * Reports on stderr of exceptions that leave handlers.
 */
#ifndef HAPPYOYSTER_CPP_EXCEPTIONS_HPP
#define HAPPYOYSTER_CPP_EXCEPTIONS_HPP

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace oyster {
namespace detail {

/**
 * One rule for all handlers: the first exception of a kind is reported at once. Later exceptions of
 * that kind are counted; a line with the count follows at most once per second. The remaining count
 * is reported when the handler is released, and at exit. A kind is one registered handler and one
 * type of exception.
 */
class ExceptionReports {
  public:
    using Clock = std::chrono::steady_clock;

    /** The reports of the process. Never destroyed: library threads may use them during exit. */
    static ExceptionReports &shared() {
        static ExceptionReports *const value = [] {
            auto *const reports = new ExceptionReports;
            std::atexit([] { shared().close(nullptr); });
            return reports;
        }();
        return *value;
    }

    /** Reports an exception, or counts it. */
    void report(const void *owner, const char *type, const char *what) noexcept {
        try {
            const std::lock_guard<std::mutex> lock(mutex_);
            const auto now = Clock::now();
            const auto [at, is_new] = entries_.try_emplace({owner, type}, Entry{now, 0, what});
            Entry &entry = at->second;
            if (is_new) {
                std::fprintf(stderr, "happyoyster: an exception left a handler: %s: %s\n", type,
                             what);
                return;
            }
            entry.count++;
            entry.newest = what;
            if (now - entry.reported >= std::chrono::seconds(1))
                report_count(at->first.second, entry, now);
        } catch (...) {
            std::fputs(
                "happyoyster: an exception left a handler, and there is no memory to report it\n",
                stderr);
        }
    }

    /** Reports the remaining counts of one owner or, with NULL, of all. */
    void close(const void *owner) noexcept {
        try {
            const std::lock_guard<std::mutex> lock(mutex_);
            for (auto at = entries_.begin(); at != entries_.end();) {
                const bool is_meant = !owner || at->first.first == owner;
                if (is_meant && at->second.count > 0)
                    report_count(at->first.second, at->second, Clock::now());
                at = is_meant ? entries_.erase(at) : std::next(at);
            }
        } catch (...) { // the lock failed: the counts stay
        }
    }

  private:
    struct Entry {
        Clock::time_point reported;
        unsigned long count;
        std::string newest;
    };

    static void report_count(const std::string &type, Entry &entry, Clock::time_point now) {
        std::fprintf(stderr, "happyoyster: an exception left a handler, %lu more: %s: %s\n",
                     entry.count, type.c_str(), entry.newest.c_str());
        entry.count = 0;
        entry.reported = now;
    }

    std::mutex mutex_;
    std::map<std::pair<const void *, std::string>, Entry> entries_;
};

} // namespace detail
} // namespace oyster

#endif
