// SPDX-License-Identifier: Apache-2.0
/**
 * @file frame.hpp
 * Frames, and the view of a travel.
 */
#ifndef HAPPYOYSTER_CPP_FRAME_HPP
#define HAPPYOYSTER_CPP_FRAME_HPP

#include "../video.h"
#include "callback.hpp"
#include "enums.hpp"
#include "error.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

namespace oyster {

/** The bytes of one plane; read only. */
struct Plane {
    const std::uint8_t *data;
    /** Bytes from one row to the next. */
    std::size_t stride;
    std::size_t rows;
};

/** The layout and the bytes of a frame, borrowed from its owner. */
class FrameView {
  public:
    explicit FrameView(const oyster_frame_info &info) noexcept : info_(info) {
    }
    PixelFormat format() const noexcept {
        return static_cast<PixelFormat>(info_.format);
    }
    /** Pixels, even. */
    std::uint32_t width() const noexcept {
        return info_.width;
    }
    /** Pixels, even. */
    std::uint32_t height() const noexcept {
        return info_.height;
    }
    std::size_t plane_count() const noexcept {
        return info_.plane_count;
    }
    /** One plane; empty beyond plane_count(). */
    Plane plane(std::size_t index) const noexcept {
        if (index >= plane_count() || index >= 3)
            return {nullptr, 0, 0};
        return {info_.planes[index], info_.strides[index], index ? height() / 2 : height()};
    }
    /** 1, 2, 3 … per travel; a gap means frames that the host did not receive. */
    std::uint64_t sequence() const noexcept {
        return info_.sequence;
    }
    /** Presentation time, on the same clock as that of audio. */
    std::chrono::microseconds presentation_time() const noexcept {
        return std::chrono::microseconds(info_.pts_us);
    }
    /** When the frame reached the library, on CLOCK_MONOTONIC. */
    std::chrono::microseconds monotonic_time() const noexcept {
        return std::chrono::microseconds(info_.monotonic_time_us);
    }

  private:
    oyster_frame_info info_;
};

/** An owned frame. Its bytes are valid as long as it exists, also after the end of the travel. */
class Frame : public FrameView {
  public:
    /** Own a frame of the C interface. The frame is given back also when this fails. */
    static Result<Frame> take(oyster_frame *handle) {
        oyster_frame_info info = OYSTER_FRAME_INFO_INIT;
        const oyster_result code = oyster_frame_get_info(handle, &info);
        if (code == OYSTER_OK)
            return Frame(handle, info);
        oyster_frame_release(handle);
        return Result<Frame>::failure(code);
    }
    Frame(Frame &&other) noexcept
        : FrameView(other), handle_(std::exchange(other.handle_, nullptr)) {
    }
    Frame &operator=(Frame &&other) noexcept {
        if (this != &other) {
            close();
            FrameView::operator=(other);
            handle_ = std::exchange(other.handle_, nullptr);
        }
        return *this;
    }
    ~Frame() {
        close();
    }

  private:
    Frame(oyster_frame *handle, const oyster_frame_info &info) noexcept
        : FrameView(info), handle_(handle) {
    }
    void close() noexcept {
        if (handle_)
            oyster_frame_release(std::exchange(handle_, nullptr));
    }

    oyster_frame *handle_;
};

/** Receives frames on a thread of the library, one call at a time per view. */
using FrameHandler = std::function<void(const FrameView &)>;

/** The received video of a travel, valid as long as the travel. Copies are the same view. */
class VideoView {
    static constexpr const char *held = "64 frames of this view are held";

  public:
    explicit VideoView(oyster_video_view *handle) noexcept : handle_(handle) {
    }

    /** Take the newest frame. Throws OYSTER_ERROR_NO_FRAME before the first one has arrived: use
     *  try_acquire() in loops. */
    Frame acquire(PixelFormat format = PixelFormat::i420) const {
        return try_acquire(format).value();
    }
    Result<Frame> try_acquire(PixelFormat format = PixelFormat::i420) const {
        oyster_frame *frame = nullptr;
        const oyster_result code = oyster_video_view_acquire_frame(
            handle_, static_cast<oyster_pixel_format>(format), &frame);
        return code == OYSTER_OK ? Frame::take(frame) : Result<Frame>::refusal(code, held);
    }

    /** Take the newest frame with a greater sequence number; wait for one up to 60 s. Throws
     *  OYSTER_ERROR_TIMED_OUT, and OYSTER_ERROR_NO_FRAME when the travel is over. */
    Frame wait(std::uint64_t after_sequence, std::chrono::milliseconds timeout,
               PixelFormat format = PixelFormat::i420) const {
        return try_wait(after_sequence, timeout, format).value();
    }
    Result<Frame> try_wait(std::uint64_t after_sequence, std::chrono::milliseconds timeout,
                           PixelFormat format = PixelFormat::i420) const {
        oyster_frame *frame = nullptr;
        const oyster_result code =
            oyster_video_view_wait_frame(handle_, static_cast<oyster_pixel_format>(format),
                                         after_sequence, detail::c_milliseconds(timeout), &frame);
        return code == OYSTER_OK ? Frame::take(frame) : Result<Frame>::refusal(code, held);
    }

    /** A file descriptor that is readable while a frame waits that was not acquired; borrowed,
     * valid as long as the travel. */
    int frame_fd() const {
        return try_frame_fd().value();
    }
    Result<int> try_frame_fd() const {
        int fd = -1;
        const oyster_result code = oyster_video_view_frame_fd(handle_, &fd);
        return code == OYSTER_OK ? Result<int>(fd) : Result<int>::failure(code);
    }

    /** Deliver frames to a handler, or to none. It replaces the former handler; returns whether
     * that is destroyed. */
    ReleaseOutcome on_frame(FrameHandler handler, PixelFormat format = PixelFormat::i420) const {
        return try_on_frame(std::move(handler), format).value();
    }
    Result<ReleaseOutcome> try_on_frame(FrameHandler handler,
                                        PixelFormat format = PixelFormat::i420) const {
        using Context = detail::Callback<const FrameView &>;
        const bool is_there = static_cast<bool>(handler);
        auto context = is_there ? std::make_unique<Context>(std::move(handler), nullptr) : nullptr;
        const oyster_frame_fn call = [](void *pointer, const oyster_frame_info *info) {
            static_cast<Context *>(pointer)->call(FrameView(*info));
        };
        oyster_release_outcome outcome = OYSTER_RELEASE_COMPLETE;
        const oyster_result code = oyster_video_view_set_frame_callback(
            handle_, static_cast<oyster_pixel_format>(format), is_there ? call : nullptr,
            context.get(), is_there ? &Context::release : nullptr, &outcome);
        if (code != OYSTER_OK)
            return Result<ReleaseOutcome>::failure(code);
        context.release();
        return static_cast<ReleaseOutcome>(outcome);
    }

    /** The handle, for functions of the C interface. */
    oyster_video_view *get() const noexcept {
        return handle_;
    }

  private:
    oyster_video_view *handle_;
};

} // namespace oyster

#endif
