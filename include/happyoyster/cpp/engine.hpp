// SPDX-License-Identifier: Apache-2.0
/**
 * @file engine.hpp
 * An engine: configuration, token, delivery, and the travel in flight; see engine.h.
 */
#ifndef HAPPYOYSTER_CPP_ENGINE_HPP
#define HAPPYOYSTER_CPP_ENGINE_HPP

#include "../engine.h"
#include "operation.hpp"
#include "travel.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace oyster {

/** Version of the loaded library, such as "0.1.0". */
inline const char *version() noexcept {
    return oyster_version();
}
/** ABI of the loaded library, to compare with OYSTER_ABI_VERSION of the headers. */
inline std::uint32_t abi_version() noexcept {
    return oyster_abi_version();
}

/** Configuration of an engine; empty values and 0 mean the default (oyster_config). */
struct Config {
    /** Required. `host[:port]` or a URL; `http://` only for loopback addresses. */
    std::string api_host;
    /** Required. Versioned model name. */
    std::string model;
    /** Time limit of each network step; 0 means 30 s. */
    std::chrono::milliseconds callback_timeout{0};
    /** Interval of the status poll; 0 means 2 s. */
    std::chrono::milliseconds poll_interval{0};
    /** "auto", "loopback", "webrtc", or the path of an adapter; see oyster_config. */
    std::string stream_engine{};
    /** PEM file with certificate authorities. */
    std::string ca_file{};
    /** `name/version`, appended to the user agent. */
    std::string user_agent{};
    /** Log level to set. */
    LogLevel log_level = LogLevel::by_default;
    /** Whether the stream engine plays audio on the default output, if it can. */
    bool play_audio = false;
};

namespace detail {

inline auto cleanup_call(oyster_engine *engine) {
    return [engine](oyster_done_fn done, void *context) {
        return oyster_engine_cleanup(engine, done, context);
    };
}

} // namespace detail

/** Creates travels, one in flight at a time. Its destructor ends the travel in flight. */
class Engine {
  public:
    /** Create an independent engine. */
    Engine() : Engine(try_create().value()) {
    }
    static Result<Engine> try_create() {
        oyster_engine *handle = nullptr;
        const oyster_result code = oyster_engine_create(&handle);
        return code == OYSTER_OK ? Result<Engine>(Engine(handle, true))
                                 : Result<Engine>::refusal(code, "4096 engines exist");
    }
    /** The process-level engine, which this object does not own. */
    static Engine shared() noexcept {
        return Engine(oyster_engine_shared(), false);
    }
    Engine(Engine &&other) noexcept
        : handle_(std::exchange(other.handle_, nullptr)), is_owned_(other.is_owned_) {
    }
    Engine &operator=(Engine &&other) noexcept {
        if (this != &other) {
            close();
            handle_ = std::exchange(other.handle_, nullptr);
            is_owned_ = other.is_owned_;
        }
        return *this;
    }
    ~Engine() {
        close();
    }

    /** Destroy the engine now; its travels become invalid. */
    ReleaseOutcome close() noexcept {
        oyster_release_outcome outcome = OYSTER_RELEASE_COMPLETE;
        oyster_engine *handle = std::exchange(handle_, nullptr);
        if (handle && is_owned_)
            oyster_engine_destroy(handle, &outcome);
        return static_cast<ReleaseOutcome>(outcome);
    }

    /** Apply a configuration. */
    void initialize(const Config &config) {
        try_initialize(config).value();
    }
    Result<void> try_initialize(const Config &config) {
        oyster_config raw = OYSTER_CONFIG_INIT;
        for (const auto &[from, to] :
             {std::pair(&config.api_host, &raw.api_host), std::pair(&config.model, &raw.model),
              std::pair(&config.stream_engine, &raw.stream_engine),
              std::pair(&config.ca_file, &raw.ca_file),
              std::pair(&config.user_agent, &raw.user_agent)}) {
            if (!detail::c_text(*from))
                return OYSTER_ERROR_INVALID_ARGUMENT;
            *to = from->empty() ? nullptr : from->c_str();
        }
        raw.callback_timeout_ms = detail::c_milliseconds(config.callback_timeout);
        raw.poll_interval_ms = detail::c_milliseconds(config.poll_interval);
        raw.play_audio = config.play_audio;
        raw.log_level = static_cast<oyster_log_level>(config.log_level);
        const oyster_result code = oyster_engine_initialize(handle_, &raw);
        if (code != OYSTER_ERROR_INVALID_CONFIG)
            return code;
        cJSON *tree = nullptr;
        oyster_engine_check_config(handle_, &raw, &tree);
        return {code, std::make_shared<const Json>(Json::take(tree))};
    }
    /** Whether travels can be created. */
    bool is_ready() const noexcept {
        return oyster_engine_is_ready(handle_);
    }
    /** Set the token that the host's own server issued. */
    void update_token(const std::string &token) {
        try_update_token(token).value();
    }
    Result<void> try_update_token(const std::string &token) noexcept {
        return oyster_engine_update_token(handle_, detail::c_text(token));
    }

    /** Create a travel from a one-time ticket; nothing is sent before Travel::start(). */
    Travel create_travel(const std::string &ticket) {
        return try_create_travel(ticket).value();
    }
    Result<Travel> try_create_travel(const std::string &ticket) {
        oyster_travel *travel = nullptr;
        const oyster_result code =
            oyster_engine_create_travel(handle_, detail::c_text(ticket), &travel);
        return code == OYSTER_OK ? Result<Travel>(Travel(handle_, travel))
                                 : Result<Travel>::refusal(code, "4096 travels exist");
    }

    /** End the travel in flight, and forget configuration and token. */
    Operation cleanup() {
        return Operation::begin(handle_, detail::cleanup_call(handle_));
    }
    void cleanup(Done done) {
        try_cleanup(std::move(done)).value();
    }
    Result<void> try_cleanup(Done done) {
        return detail::begin(handle_, std::move(done), detail::cleanup_call(handle_));
    }

    /** Choose the thread that runs callbacks. */
    void set_delivery(Delivery delivery) {
        try_set_delivery(delivery).value();
    }
    Result<void> try_set_delivery(Delivery delivery) noexcept {
        return oyster_engine_set_delivery(handle_, static_cast<oyster_delivery>(delivery));
    }
    /** A file descriptor that is readable while callbacks wait for dispatch(); only poll it. */
    int event_fd() const {
        return try_event_fd().value();
    }
    Result<int> try_event_fd() const {
        int fd = -1;
        const oyster_result code = oyster_engine_event_fd(handle_, &fd);
        return code == OYSTER_OK ? Result<int>(fd) : Result<int>::failure(code);
    }
    /** Run the callbacks that wait, on this thread (host delivery); wait up to `timeout` for the
     *  first one. Returns their number. */
    std::size_t dispatch(std::chrono::milliseconds timeout) {
        return try_dispatch(timeout).value();
    }
    Result<std::size_t> try_dispatch(std::chrono::milliseconds timeout) {
        std::size_t count = 0;
        const oyster_result code =
            oyster_engine_dispatch(handle_, detail::c_milliseconds(timeout), &count);
        return code == OYSTER_OK ? Result<std::size_t>(count) : Result<std::size_t>::failure(code);
    }

    /** Shut the library down before the process exits, and wait until no callback runs. */
    static Result<void> try_shutdown_all(std::chrono::milliseconds timeout) noexcept {
        return oyster_engine_shutdown_all(detail::c_milliseconds(timeout));
    }
    static void shutdown_all(std::chrono::milliseconds timeout) {
        try_shutdown_all(timeout).value();
    }

    /** The handle, for functions of the C interface. */
    oyster_engine *get() const noexcept {
        return handle_;
    }

  private:
    Engine(oyster_engine *handle, bool is_owned) noexcept : handle_(handle), is_owned_(is_owned) {
    }

    oyster_engine *handle_;
    bool is_owned_;
};

} // namespace oyster

#endif
