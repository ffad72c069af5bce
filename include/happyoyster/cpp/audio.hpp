// SPDX-License-Identifier: Apache-2.0
/**
 * @file audio.hpp
 * The received audio of a travel.
 */
#ifndef HAPPYOYSTER_CPP_AUDIO_HPP
#define HAPPYOYSTER_CPP_AUDIO_HPP

#include "../audio.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace oyster {

/** A chunk of audio, borrowed for a call: signed 16 bit samples, interleaved. */
class AudioView {
  public:
    explicit AudioView(const oyster_audio_info &info) noexcept : info_(info) {
    }
    /** Samples per second and channel; may differ from one chunk to the next. */
    std::uint32_t sample_rate() const noexcept {
        return info_.sample_rate;
    }
    /** 1 to 8; may differ from one chunk to the next. */
    std::uint32_t channels() const noexcept {
        return info_.channels;
    }
    /** Samples per channel. */
    std::uint32_t frame_count() const noexcept {
        return info_.frame_count;
    }
    /** The first of frame_count() times channels() samples; read only. */
    const std::int16_t *samples() const noexcept {
        return info_.samples;
    }
    /** Number of samples of all channels. */
    std::size_t size() const noexcept {
        return static_cast<std::size_t>(info_.frame_count) * info_.channels;
    }
    /** Presentation time, on the same clock as that of frames. */
    std::chrono::microseconds presentation_time() const noexcept {
        return std::chrono::microseconds(info_.pts_us);
    }
    /** When the audio reached the library, on CLOCK_MONOTONIC. */
    std::chrono::microseconds monotonic_time() const noexcept {
        return std::chrono::microseconds(info_.monotonic_time_us);
    }

  private:
    oyster_audio_info info_;
};

/** Receives audio on a thread of the library, one call at a time per travel. */
using AudioHandler = std::function<void(const AudioView &)>;

} // namespace oyster

#endif
