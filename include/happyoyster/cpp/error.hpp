// SPDX-License-Identifier: Apache-2.0
/**
 * @file error.hpp
 * Errors as exceptions, and results that are a value or an error.
 */
#ifndef HAPPYOYSTER_CPP_ERROR_HPP
#define HAPPYOYSTER_CPP_ERROR_HPP

#include "../error.h"
#include "json.hpp"

#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

namespace oyster {

namespace code {

/** Short name of a code, such as "TOKEN_INVALID"; "OK" for OYSTER_OK. */
inline const char *name(oyster_result code) noexcept {
    return oyster_error_name(code);
}

/** Name and number of a code, such as "TOKEN_INVALID (101002)". */
inline std::string text(oyster_result code) {
    return std::string(name(code)).append(" (").append(std::to_string(code)).append(")");
}

} // namespace code

/**
 * A failure of the library or the service.
 *
 * what() is the name and number of the code, and what happened if that is known, such as
 * "LIMIT_REACHED (109007): this travel has 64 listeners". It contains no secrets. advice() is what
 * a developer does about it.
 */
class Error : public std::runtime_error {
  public:
    /** Error of a code, with its error object or a cause if there is one. */
    explicit Error(oyster_result code, std::shared_ptr<const Json> detail = nullptr,
                   const char *cause = nullptr)
        : std::runtime_error(describe(code, detail.get(), cause)), code_(code),
          detail_(std::move(detail)) {
    }

    /** OYSTER_ERROR_…, or a code of the server that the headers do not name. */
    oyster_result code() const noexcept {
        return code_;
    }
    oyster_error_kind_value kind() const noexcept {
        return oyster_error_kind(code_);
    }
    /** Name of the kind in the reference's spelling, such as "tokenInvalid". */
    const char *kind_name() const noexcept {
        return oyster_error_kind_name(code_);
    }
    /** Short name, such as "TOKEN_INVALID". */
    const char *name() const noexcept {
        return oyster_error_name(code_);
    }
    /** What a developer does about it. */
    const char *advice() const noexcept {
        return oyster_error_advice(code_);
    }
    /** Whether the travel is over because of it. */
    bool ends_travel() const noexcept {
        return detail()["endsTravel"].boolean(oyster_error_ends_travel(code_));
    }
    /** The error object of docs/json.md; empty for calls that were refused at once. Valid as long
     *  as the error. */
    JsonView detail() const noexcept {
        return detail_ ? detail_->view() : JsonView();
    }

  private:
    static std::string describe(oyster_result code, const Json *detail, const char *cause) {
        std::string_view message = cause ? cause : "";
        if (detail)
            message = (*detail)["message"].text();
        else if (!cause && code == OYSTER_ERROR_INVALID_ARGUMENT)
            message = "the log names the function and the argument";
        std::string text = code::text(code);
        return message.empty() ? text : text.append(": ").append(message);
    }

    oyster_result code_;
    std::shared_ptr<const Json> detail_;
};

/** A value, or the code of a failure. */
template <class T> class [[nodiscard]] Result {
  public:
    Result(T value) : value_(std::move(value)) {
    }
    /** Failure; `code` is not OYSTER_OK. */
    static Result failure(oyster_result code, std::shared_ptr<const Json> detail = nullptr) {
        Result result;
        result.code_ = code;
        result.detail_ = std::move(detail);
        return result;
    }

    /** Failure of a function with a limit. `limit`, a static text, names the limit of
     *  OYSTER_ERROR_LIMIT_REACHED. */
    static Result refusal(oyster_result code, const char *limit) {
        Result result = failure(code);
        if (code == OYSTER_ERROR_LIMIT_REACHED)
            result.cause_ = limit;
        return result;
    }

    explicit operator bool() const noexcept {
        return value_.has_value();
    }
    /** OYSTER_OK or the error code. */
    oyster_result code() const noexcept {
        return code_;
    }
    /** The failure as an exception object, for its texts. */
    Error error() const {
        return Error(code_, detail_, cause_);
    }
    /** The value; throws Error on failure. */
    T &value() & {
        return check(), *value_;
    }
    T value() && {
        return check(), std::move(*value_);
    }

  private:
    Result() = default;
    void check() const {
        if (!value_)
            throw error();
    }

    oyster_result code_ = OYSTER_OK;
    const char *cause_ = nullptr;
    std::optional<T> value_;
    std::shared_ptr<const Json> detail_;
};

/** Success, or the code of a failure. */
template <> class [[nodiscard]] Result<void> {
  public:
    Result(oyster_result code) noexcept : code_(code) {
    }
    /** Failure with its error object. */
    Result(oyster_result code, std::shared_ptr<const Json> detail) noexcept
        : code_(code), detail_(std::move(detail)) {
    }
    explicit operator bool() const noexcept {
        return code_ == OYSTER_OK;
    }
    /** OYSTER_OK or the error code. */
    oyster_result code() const noexcept {
        return code_;
    }
    Error error() const {
        return Error(code_, detail_);
    }
    /** Nothing on success; throws Error on failure. */
    void value() const {
        if (code_ != OYSTER_OK)
            throw error();
    }

  private:
    oyster_result code_;
    std::shared_ptr<const Json> detail_;
};

/** Prints name, number and message of an error. */
inline std::ostream &operator<<(std::ostream &stream, const Error &error) {
    return stream << error.what();
}

/** Prints "OK", or name, number and message of the failure. */
template <class T> std::ostream &operator<<(std::ostream &stream, const Result<T> &result) {
    return result ? stream << code::name(OYSTER_OK) : stream << result.error();
}

} // namespace oyster

#endif
