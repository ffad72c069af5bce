/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file video.h
 * The picture of a travel, as frames.
 *
 * Newest wins: a slow host costs no memory, gets the newest frame next, and what it missed is
 * counted (oyster_travel_stats()). A travel without any consumer decodes nothing it need not.
 *
 * Three ways to get frames, which may be mixed: a callback; oyster_video_view_acquire_frame() and
 * oyster_video_view_wait_frame(); and, in an event loop, oyster_video_view_frame_fd() with acquire.
 *
 * While a travel is paused the view keeps the last frame. Once the server has accepted a resume or
 * a rewind, and so before that operation completes, every earlier frame is dropped: from then until
 * the first frame of the new stream there is none (OYSTER_ERROR_NO_FRAME). A frame callback that
 * was called before goes on; none begins with an earlier frame. Sequence numbers keep increasing.
 */
#ifndef HAPPYOYSTER_VIDEO_H
#define HAPPYOYSTER_VIDEO_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Pixel formats; byte orders are in memory, lowest address first. 8 bits per sample. YCbCr is
 *  BT.601, limited range. Width and height of a frame are even. */
typedef enum OYSTER_ENUM oyster_pixel_format {
    /** Three planes Y, U, V; U and V at half width and half height. */
    OYSTER_PIXEL_FORMAT_I420 = 1,
    /** Two planes Y, UV interleaved (U first) at half height. */
    OYSTER_PIXEL_FORMAT_NV12 = 2,
    /** One plane R, G, B, A; A is 255. */
    OYSTER_PIXEL_FORMAT_RGBA = 3,
    /** One plane B, G, R, A; A is 255. */
    OYSTER_PIXEL_FORMAT_BGRA = 4,
    /** One plane R, G, B. */
    OYSTER_PIXEL_FORMAT_RGB24 = 5,
    /** One plane B, G, R, as OpenCV wants it. */
    OYSTER_PIXEL_FORMAT_BGR24 = 6
} oyster_pixel_format;

/** The layout of one frame. Pointers are valid as long as the frame. */
typedef struct oyster_frame_info {
    /** sizeof(oyster_frame_info) as the library was compiled. */
    uint32_t size;
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
    /** 1, 2, 3 … per travel as received from the stream; a gap means frames not delivered. */
    uint64_t sequence;
    /** Presentation time in microseconds since the first frame of the travel's stream. */
    int64_t pts_us;
    /** CLOCK_MONOTONIC in microseconds, when the frame reached the library. */
    int64_t monotonic_time_us;
    /** NULL. */
    void *reserved;
} oyster_frame_info;

/**
 * Receives a frame. `info` and its planes are borrowed for the call. Runs on a library thread, one
 * call at a time per view; a slow callback delays nothing but its own next frame.
 */
typedef void (*oyster_frame_fn)(void *context, const oyster_frame_info *info);

/**
 * Deliver frames to a callback. One callback per view: a former one is dropped, and its release
 * function runs once, last: before this function returns when `silence` says
 * OYSTER_RELEASE_COMPLETE, else after the call that still runs. So a NULL handler gives the former
 * context back.
 *
 * @param view Handle.
 * @param format Format to deliver; I420 costs no conversion. Any known one when `handler` is NULL.
 * @param handler Callback, or NULL to stop.
 * @param context Passed to the callback; not used when that is NULL.
 * @param release Called once when `context` is no longer used, or NULL. Not called when `handler`
 *                is NULL: then nothing was lent.
 * @param outcome Out, may be NULL: what became of the former callback; silent when there was none.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT for an unknown format;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED. On a refusal nothing changes and
 *         `release` is not called.
 *
 * Ownership: `context` is lent until `release` has run.
 * Threading: any thread, any callback; waits up to 50 ms for a running frame callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_video_view_set_frame_callback(
    oyster_video_view *view, oyster_pixel_format format, oyster_frame_fn handler, void *context,
    oyster_release_fn release, oyster_release_outcome *outcome);

/**
 * Take the newest frame, without a copy when `format` is the stream's own (I420). The first call
 * makes the view a consumer, so that a frame may be there for the next; a view that was not asked
 * for 2 s stops being one.
 *
 * @param view Handle.
 * @param format Format wanted.
 * @param frame Out: handle, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_NO_FRAME when none has arrived yet, or none since a resume or
 *         rewind;
 *         OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_LIMIT_REACHED when 64 frames of this view
 *         are held; OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
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
 * Take the newest frame whose sequence number is greater than `after_sequence`, and wait for one
 * when there is none. As long as it waits the view is a consumer. No thread is started.
 *
 * @param view Handle.
 * @param format Format wanted.
 * @param after_sequence Sequence number of the last frame that the caller has; 0 for any frame.
 * @param timeout_ms How long to wait, 0 to 60000 ms; 0 does not wait.
 * @param frame Out: handle, written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_TIMED_OUT when no such frame came in time;
 *         OYSTER_ERROR_NO_FRAME at once when none will come, because the travel is over;
 *         OYSTER_ERROR_INVALID_HANDLE, also when another thread releases the travel or destroys
 *         its engine meanwhile; OYSTER_ERROR_SHUT_DOWN, also when the library is shut down
 *         meanwhile; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_LIMIT_REACHED when 64 frames of
 *         this view are held; OYSTER_ERROR_FORKED.
 *
 * Ownership: caller owns the handle, gives it back with oyster_frame_release(). It may outlive
 *            view, travel and engine.
 * Threading: any thread, any callback; blocks up to `timeout_ms`. Frames do not need the thread
 *            that runs callbacks, so that waiting inside one ends; it holds up the callbacks that
 *            come after it, as any slow callback does. Converts on the calling thread.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_video_view_wait_frame(oyster_video_view *view,
                                                      oyster_pixel_format format,
                                                      uint64_t after_sequence, uint32_t timeout_ms,
                                                      oyster_frame **frame);

/**
 * Get a descriptor for event loops (poll, epoll, select, GLib, asyncio): readable exactly while a
 * frame waits that is newer than the last one acquired, and never because of anything else. The end
 * of the travel does not make it readable; an event reports that.
 *
 * Asking makes the view a consumer. It stays one until a frame has waited for 2 s: then the stream
 * stops decoding, and the next acquire drops the waiting frame, which is old by then, returns
 * OYSTER_ERROR_NO_FRAME and begins anew.
 *
 * @param view Handle.
 * @param fd Out: descriptor, the same one each time, close-on-exec; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_OUT_OF_RESOURCES; OYSTER_ERROR_INVALID_ARGUMENT;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: borrowed, valid until the travel is released: remove it from the event loop before.
 *            Never read from it, write to it, or close it.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_video_view_frame_fd(oyster_video_view *view, int *fd);

/**
 * Layout of a frame.
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
