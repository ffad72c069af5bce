/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file video.h
 * The received video of a travel, as frames.
 *
 * The library keeps the newest frame only. A slow host costs no memory and receives the newest
 * frame next; the frames that it missed are counted (oyster_travel_stats()). While the host asks
 * for no frames, the stream engine skips decoding where it can.
 *
 * There are three ways to receive frames, which a host may combine: a callback;
 * oyster_video_view_acquire_frame() and oyster_video_view_wait_frame(); and, in an event loop,
 * oyster_video_view_frame_fd() together with acquire. A view that one of them uses is *active*.
 *
 * While a travel is paused its view keeps the last frame. When the server has accepted a resume or
 * a rewind, the library drops every earlier frame, before that operation completes. From then until
 * the first new frame there is none (OYSTER_ERROR_NO_FRAME). A frame callback that runs then
 * continues; none starts with an earlier frame. Sequence numbers continue to increase.
 */
#ifndef HAPPYOYSTER_VIDEO_H
#define HAPPYOYSTER_VIDEO_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Pixel formats. Byte orders are those in memory, lowest address first; 8 bits per sample. YCbCr
 *  is BT.601, limited range. Width and height of a frame are even. */
typedef enum OYSTER_ENUM oyster_pixel_format {
    /** Three planes Y, U, V; U and V have half the width and half the height. */
    OYSTER_PIXEL_FORMAT_I420 = 1,
    /** Two planes: Y, and U and V interleaved (U first) with half the height. */
    OYSTER_PIXEL_FORMAT_NV12 = 2,
    /** One plane R, G, B, A; A is 255. */
    OYSTER_PIXEL_FORMAT_RGBA = 3,
    /** One plane B, G, R, A; A is 255. */
    OYSTER_PIXEL_FORMAT_BGRA = 4,
    /** One plane R, G, B. */
    OYSTER_PIXEL_FORMAT_RGB24 = 5,
    /** One plane B, G, R, as OpenCV uses it. */
    OYSTER_PIXEL_FORMAT_BGR24 = 6
} oyster_pixel_format;

/** The layout of one frame. Pointers are valid as long as the frame. */
typedef struct oyster_frame_info {
    /** sizeof(oyster_frame_info) as the library was compiled. */
    uint32_t size;
    /** Format of the planes. */
    oyster_pixel_format format;
    /** Pixels, even. */
    uint32_t width;
    /** Pixels, even. */
    uint32_t height;
    /** Number of planes, 1 to 3. */
    uint32_t plane_count;
    /** Bytes per row of each plane; 0 beyond plane_count. */
    uint32_t strides[3];
    /** First byte of each plane; NULL beyond plane_count. Read only. */
    const uint8_t *planes[3];
    /** 1, 2, 3 … per travel, in the order of arrival. A gap is the number of frames that the host
     *  did not receive. */
    uint64_t sequence;
    /** Presentation time in microseconds since the first frame or audio of the travel. Video and
     *  audio of a travel share this clock. */
    int64_t pts_us;
    /** When the frame reached the library, in microseconds of CLOCK_MONOTONIC. */
    int64_t monotonic_time_us;
    /** NULL. */
    void *reserved;
} oyster_frame_info;

/**
 * Receives a frame. `info` and its planes are borrowed for the call. Runs on a library thread, one
 * call at a time per view. A slow callback delays only its own next frame.
 */
typedef void (*oyster_frame_fn)(void *context, const oyster_frame_info *info);

/**
 * Get the view of a travel: the same handle each time, before, during and after the travel, until
 * the host releases the travel.
 *
 * @param travel Handle.
 * @param view Out: handle, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_FORKED.
 *
 * Ownership: borrowed from the travel.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_video_view(oyster_travel *travel, oyster_video_view **view);

/**
 * Deliver frames to a callback. A view has one frame callback. The new one replaces the former one,
 * whose release function runs once, after its last call: before this function returns when
 * `outcome` is OYSTER_RELEASE_COMPLETE, later otherwise.
 *
 * @param view Handle.
 * @param format Format to deliver; I420 needs no conversion. Any known one when `handler` is NULL.
 * @param handler Callback, or NULL to stop.
 * @param context Passed to the callback; not used when that is NULL.
 * @param release Called once when `context` is no longer used, or NULL. Not called when `handler`
 *                is NULL.
 * @param outcome Out, may be NULL: whether the former callback is released; complete when there was
 *                none.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT for an unknown format;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED. On a refusal nothing changes and
 *         `release` is not called.
 *
 * Ownership: `context` belongs to the library until `release` has run.
 * Threading: any thread, any callback; waits up to 50 ms for a frame callback that runs.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_video_view_set_frame_callback(
    oyster_video_view *view, oyster_pixel_format format, oyster_frame_fn handler, void *context,
    oyster_release_fn release, oyster_release_outcome *outcome);

/**
 * Take the newest frame, without a copy when `format` is I420. The first call makes the view
 * active, so that a later call can find a frame. The view stops being active 2 s after the last
 * call.
 *
 * @param view Handle.
 * @param format Format of the frame.
 * @param frame Out: handle, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_NO_FRAME when no frame has arrived yet, or none since a resume or
 *         rewind; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_LIMIT_REACHED when the host holds 64
 *         frames of this view; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: caller owns the handle, gives it back with oyster_frame_release(). It may outlive
 *            view, travel and engine.
 * Threading: any thread, any callback; converts on the calling thread.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_video_view_acquire_frame(oyster_video_view *view,
                                                         oyster_pixel_format format,
                                                         oyster_frame **frame);

/**
 * Take the newest frame whose sequence number is greater than `after_sequence`; wait for one when
 * there is none. The view is active while the call waits. The call starts no thread.
 *
 * @param view Handle.
 * @param format Format of the frame.
 * @param after_sequence Sequence number of the last frame that the caller has; 0 for any frame.
 * @param timeout_ms How long to wait, 0 to 60000 ms; 0 does not wait.
 * @param frame Out: handle, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_TIMED_OUT when no such frame arrived in time;
 *         OYSTER_ERROR_NO_FRAME at once when none will arrive because the travel is over;
 *         OYSTER_ERROR_INVALID_HANDLE, also when another thread releases the travel or destroys its
 *         engine during the call; OYSTER_ERROR_SHUT_DOWN, also when the library is shut down during
 *         the call; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_LIMIT_REACHED when the host holds
 *         64 frames of this view; OYSTER_ERROR_FORKED.
 *
 * Ownership: caller owns the handle, gives it back with oyster_frame_release(). It may outlive
 *            view, travel and engine.
 * Threading: any thread, any callback; blocks up to `timeout_ms`. Frames arrive on a thread of
 *            their own, so a callback may wait for one; the callbacks after it are delayed
 *            meanwhile. Converts on the calling thread.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_video_view_wait_frame(oyster_video_view *view,
                                                      oyster_pixel_format format,
                                                      uint64_t after_sequence, uint32_t timeout_ms,
                                                      oyster_frame **frame);

/**
 * Get a file descriptor for event loops (poll, epoll, select, GLib, asyncio). It is readable while
 * a frame waits that is newer than the last one acquired, and for no other reason. The end of the
 * travel does not make it readable; an event reports the end.
 *
 * This call makes the view active. When a frame has waited for 2 s, the view stops being active and
 * the stream engine stops decoding; the next acquire then drops the frame that waits, which is old,
 * returns OYSTER_ERROR_NO_FRAME, and makes the view active again.
 *
 * @param view Handle.
 * @param fd Out: descriptor, the same one each time, close-on-exec; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_OUT_OF_RESOURCES; OYSTER_ERROR_INVALID_ARGUMENT;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: borrowed, valid until the travel is released. Remove it from the event loop before.
 *            Never read from it, write to it, or close it.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_video_view_frame_fd(oyster_video_view *view, int *fd);

/**
 * Get the layout of a frame.
 *
 * @param frame Handle.
 * @param info Out: filled up to info->size bytes on success; set info->size before, not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_FORKED.
 *
 * Ownership: the planes are borrowed, valid until oyster_frame_release().
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_frame_get_info(const oyster_frame *frame, oyster_frame_info *info);

/**
 * Give a frame back.
 *
 * @param frame Handle; NULL is refused.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: takes the handle.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_frame_release(oyster_frame *frame);

#ifdef __cplusplus
}
#endif

#endif
