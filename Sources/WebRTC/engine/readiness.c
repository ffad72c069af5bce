/* SPDX-License-Identifier: Apache-2.0 */
#include "readiness.h"

#include "../peer/elements.h"
#include "../peer/gstreamer_init.h"
#include "happyoyster/error.h"
#include "exit_registry.h"

/** For receiving video and sending audio. */
#define NEEDED_BY_ALL                                                             \
    "appsink", "appsrc", "rtpvp8depay", "vp8dec", "videoconvert", "audiotestsrc", \
        "input-selector", "opusenc", "rtpopuspay", "capssetter"

static const char *const for_video[] = {NEEDED_BY_ALL, NULL};
static const char *const for_video_and_audio[] = {
    NEEDED_BY_ALL, "rtpopusdepay", "opusdec", "audioconvert", "audioresample", NULL,
};

const char *readiness_check(gboolean plays_audio) {
    return gstreamer_init(plays_audio ? for_video_and_audio : for_video);
}

gboolean readiness_has_h264(void) {
    return element_exists("rtph264depay") && element_exists("h264parse") &&
           element_exists("avdec_h264");
}

oyster_result readiness_prepare(void *engine, const oyster_stream_requirements *needs, char *reason,
                                size_t capacity) {
    (void)engine;
    // Asked first, so that the exit of the process waits until GStreamer is loaded.
    const char *problem = "the process exits";
    if (needs->size < sizeof *needs)
        problem = "the library is older than this stream engine";
    else if (exit_registry_allows_start())
        problem = readiness_check(needs->play_audio != 0);
    if (problem == NULL)
        return OYSTER_OK;
    g_strlcpy(reason, problem, capacity);
    return OYSTER_ERROR_REALTIME_CONNECT_FAILED;
}
