// SPDX-License-Identifier: Apache-2.0
/**
 * @file event.hpp
 * Events of a travel, and the subscription that brings them.
 */
#ifndef HAPPYOYSTER_CPP_EVENT_HPP
#define HAPPYOYSTER_CPP_EVENT_HPP

#include "../travel.h"
#include "enums.hpp"
#include "json.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace oyster {

/** One event, lent for the call that tells it. */
class Event {
  public:
    explicit Event(const oyster_event &event) noexcept : event_(&event) {
    }
    EventType type() const noexcept {
        return static_cast<EventType>(event_->type);
    }
    /** Status after the event. */
    Status status() const noexcept {
        return static_cast<Status>(event_->status);
    }
    /** Error code of an error event, else 0. */
    oyster_result code() const noexcept {
        return event_->code;
    }
    JsonView payload() const noexcept {
        return JsonView(event_->payload);
    }
    /** 1, 2, 3 … per travel; a gap means dropped events. */
    std::uint64_t sequence() const noexcept {
        return event_->sequence;
    }
    /** CLOCK_MONOTONIC, when it happened. */
    std::chrono::microseconds time() const noexcept {
        return std::chrono::microseconds(event_->time_us);
    }

  private:
    const oyster_event *event_;
};

/** Receives events, one at a time per engine. */
using EventHandler = std::function<void(const Event &)>;

/** A subscription; its end is the end of the events. */
class [[nodiscard]] Subscription {
  public:
    Subscription() = default;
    Subscription(oyster_travel *travel, std::uint64_t id) noexcept : travel_(travel), id_(id) {
    }
    Subscription(Subscription &&other) noexcept
        : travel_(std::exchange(other.travel_, nullptr)), id_(other.id_) {
    }
    Subscription &operator=(Subscription &&other) noexcept {
        if (this != &other) {
            close();
            travel_ = std::exchange(other.travel_, nullptr);
            id_ = other.id_;
        }
        return *this;
    }
    ~Subscription() {
        close();
    }

    /** Unsubscribe. Silent: the handler is not running and is destroyed. */
    Silence close() noexcept {
        oyster_silence silence = OYSTER_SILENT;
        if (travel_)
            oyster_travel_unsubscribe(std::exchange(travel_, nullptr), id_, &silence);
        return static_cast<Silence>(silence);
    }
    /** Leave it to the travel, whose release ends it. */
    void detach() noexcept {
        travel_ = nullptr;
    }

  private:
    oyster_travel *travel_ = nullptr;
    std::uint64_t id_ = 0;
};

} // namespace oyster

#endif
