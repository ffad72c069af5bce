// SPDX-License-Identifier: Apache-2.0
/**
 * @file event.hpp
 * Events of a travel, and their listeners.
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

/** One event, borrowed for the call. */
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
    /** When it happened, on CLOCK_MONOTONIC. */
    std::chrono::microseconds monotonic_time() const noexcept {
        return std::chrono::microseconds(event_->monotonic_time_us);
    }

  private:
    const oyster_event *event_;
};

/** Receives events, one at a time per engine. */
using EventHandler = std::function<void(const Event &)>;

/** A listener of events; its destructor removes it. */
class [[nodiscard]] Listener {
  public:
    Listener() = default;
    Listener(oyster_travel *travel, oyster_listener_id id) noexcept : travel_(travel), id_(id) {
    }
    Listener(Listener &&other) noexcept
        : travel_(std::exchange(other.travel_, nullptr)), id_(other.id_) {
    }
    Listener &operator=(Listener &&other) noexcept {
        if (this != &other) {
            close();
            travel_ = std::exchange(other.travel_, nullptr);
            id_ = other.id_;
        }
        return *this;
    }
    ~Listener() {
        close();
    }

    /** Remove the listener. ReleaseOutcome::complete: the handler is not running and is destroyed.
     */
    ReleaseOutcome close() noexcept {
        oyster_release_outcome outcome = OYSTER_RELEASE_COMPLETE;
        if (travel_)
            oyster_travel_remove_listener(std::exchange(travel_, nullptr), id_, &outcome);
        return static_cast<ReleaseOutcome>(outcome);
    }
    /** Keep the listener as long as the travel. */
    void detach() noexcept {
        travel_ = nullptr;
    }

  private:
    oyster_travel *travel_ = nullptr;
    oyster_listener_id id_ = 0;
};

} // namespace oyster

#endif
