/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of 64 x 32 pixels, all black. */
#include "fake.h"

#define WIDTH 64
#define HEIGHT 32

static oyster_frame_fn frame_handler;
static void *frame_context;
static oyster_release_fn frame_release;
static oyster_pixel_format frame_format = OYSTER_PIXEL_FORMAT_I420;
static uint8_t pixels[WIDTH * HEIGHT * 4];
static uint64_t frame_sequence;
static int frames_held;
static int frame_descriptor = -1;

void fake_video_available(bool is_available) {
    eventfd_t value;
    if (frame_descriptor >= 0 && is_available)
        eventfd_write(frame_descriptor, 1);
    else if (frame_descriptor >= 0)
        eventfd_read(frame_descriptor, &value);
}
void fake_close_video(void) {
    oyster_video_view_set_frame_callback(VIEW, OYSTER_PIXEL_FORMAT_I420, NULL, NULL, NULL, NULL);
    if (frame_descriptor >= 0)
        close(frame_descriptor);
    frame_descriptor = -1;
}

oyster_result oyster_travel_video_view(oyster_travel *travel, oyster_video_view **view) {
    GUARD(IS_TRAVEL(travel));
    *view = VIEW;
    return OYSTER_OK;
}
static oyster_frame_info layout(void) {
    oyster_frame_info info = {.size = sizeof info,
                              .format = frame_format,
                              .width = WIDTH,
                              .height = HEIGHT,
                              .plane_count = 1,
                              .planes = {pixels},
                              .sequence = ++frame_sequence,
                              .pts_us = 41667,
                              .monotonic_time_us = 1500000};
    /* RGB24 rows are padded, so that a test notices a stride used as a width. */
    info.strides[0] = frame_format == OYSTER_PIXEL_FORMAT_RGB24   ? WIDTH * 3 + 8
                      : frame_format == OYSTER_PIXEL_FORMAT_BGR24 ? WIDTH * 3
                                                                  : WIDTH * 4;
    if (frame_format <= OYSTER_PIXEL_FORMAT_NV12) {
        bool is_nv12 = frame_format == OYSTER_PIXEL_FORMAT_NV12;
        info.plane_count = is_nv12 ? 2 : 3;
        info.strides[0] = WIDTH;
        for (uint32_t i = 1; i < info.plane_count; i++) {
            info.strides[i] = is_nv12 ? WIDTH : WIDTH / 2;
            info.planes[i] = pixels + WIDTH * HEIGHT;
        }
    }
    return info;
}
oyster_result oyster_video_view_set_frame_callback(oyster_video_view *view,
                                                   oyster_pixel_format format,
                                                   oyster_frame_fn handler, void *context,
                                                   oyster_release_fn release,
                                                   oyster_release_outcome *outcome) {
    GUARD(view == VIEW && fake.is_open);
    (void)outcome;
    if (format < OYSTER_PIXEL_FORMAT_I420 || format > OYSTER_PIXEL_FORMAT_BGR24)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (frame_handler && frame_release)
        frame_release(frame_context);
    frame_handler = handler;
    frame_context = context;
    frame_release = release;
    frame_format = format;
    oyster_frame_info info = layout();
    if (handler)
        handler(context, &info);
    return OYSTER_OK;
}
oyster_result oyster_video_view_acquire_frame(oyster_video_view *view, oyster_pixel_format format,
                                              oyster_frame **frame) {
    GUARD(view == VIEW && fake.is_open);
    if (fake.status != OYSTER_STATUS_RUNNING)
        return OYSTER_ERROR_NO_FRAME;
    if (format < OYSTER_PIXEL_FORMAT_I420 || format > OYSTER_PIXEL_FORMAT_BGR24)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    if (frames_held == 64)
        return OYSTER_ERROR_LIMIT_REACHED;
    frame_format = format;
    frames_held++;
    *frame = FRAME;
    return OYSTER_OK;
}
/* Each call finds a new frame. */
oyster_result oyster_video_view_wait_frame(oyster_video_view *view, oyster_pixel_format format,
                                           uint64_t after_sequence, uint32_t timeout_ms,
                                           oyster_frame **frame) {
    (void)after_sequence;
    for (uint32_t waited = 0;; waited++) {
        oyster_result code = oyster_video_view_acquire_frame(view, format, frame);
        if (code != OYSTER_ERROR_NO_FRAME || fake.status >= OYSTER_STATUS_ENDED)
            return code;
        if (waited >= timeout_ms)
            return OYSTER_ERROR_TIMED_OUT;
        usleep(1000);
    }
}
oyster_result oyster_video_view_frame_fd(oyster_video_view *view, int *fd) {
    GUARD(view == VIEW && fake.is_open);
    if (frame_descriptor < 0)
        frame_descriptor =
            eventfd(fake.status == OYSTER_STATUS_RUNNING, EFD_NONBLOCK | EFD_CLOEXEC);
    *fd = frame_descriptor;
    return OYSTER_OK;
}
oyster_result oyster_frame_get_info(const oyster_frame *frame, oyster_frame_info *info) {
    GUARD(frame == FRAME);
    *info = layout();
    return OYSTER_OK;
}
oyster_result oyster_frame_release(oyster_frame *frame) {
    if (frame != FRAME || !frames_held)
        return OYSTER_ERROR_INVALID_HANDLE;
    frames_held--;
    return OYSTER_OK;
}

/* How many frames the host holds. */
OYSTER_API int fake_frames_held(void);
int fake_frames_held(void) {
    return frames_held;
}
