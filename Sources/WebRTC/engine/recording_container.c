/* SPDX-License-Identifier: Apache-2.0 */
#include "recording_container.h"

#include "../peer/elements.h"

/** Opus in RTP is always declared as stereo; a stereo decoder plays mono packets as well. */
#define OPUS_CAPS "audio/x-opus,channel-mapping-family=0,channels=2,rate=48000"

typedef struct OysterContainer {
    const char *ending;
    const char *muxer;
    const char *properties;
    gboolean holds_vp8;
    gboolean holds_h264;
    const char *alternatives;
} OysterContainer;

static const OysterContainer containers[] = {
    {".webm", "webmmux", "offset-to-zero=true", TRUE, FALSE, "H.264: use .mkv or .mp4"},
    {".mkv", "matroskamux", "offset-to-zero=true", TRUE, TRUE, ""},
    // Fragments of 1 s: when the process dies, only the last one is lost.
    {".mp4", "mp4mux", "fragment-duration=1000", FALSE, TRUE, "VP8: use .webm or .mkv"},
};

/** NULL for another extension. */
static const OysterContainer *find(const char *path) {
    const char *dot = strrchr(path, '.');
    for (gsize index = 0; dot != NULL && index < G_N_ELEMENTS(containers); index++) {
        if (g_ascii_strcasecmp(dot, containers[index].ending) == 0)
            return &containers[index];
    }
    return NULL;
}

static gboolean is_h264(GstCaps *video) {
    return gst_structure_has_name(gst_caps_get_structure(video, 0), "video/x-h264");
}

const char *recording_container_problem(const char *path, GstCaps *video) {
    const OysterContainer *container = find(path);
    if (container == NULL)
        return "the name ends in neither .webm, .mkv nor .mp4";
    if (is_h264(video) ? !container->holds_h264 : !container->holds_vp8) {
        char *text =
            g_strdup_printf("a %s file cannot hold %s", container->ending, container->alternatives);
        const char *problem = g_intern_string(text);
        g_free(text);
        return problem;
    }
    const char *const needed[] = {container->muxer, "appsrc", "fakesink", NULL};
    const char *const parser[] = {is_h264(video) ? "h264parse" : NULL, NULL};
    return elements_problem(needed, parser);
}

char *recording_container_describe(const char *path, GstCaps *video, gboolean has_audio) {
    const OysterContainer *container = find(path);
    const char *source = "format=time block=false max-bytes=0";
    char *audio =
        has_audio ? g_strdup_printf("appsrc name=audio %s caps=%s ! mux.audio_0", source, OPUS_CAPS)
                  : g_strdup("");
    char *description =
        g_strdup_printf("%s name=mux %s ! fakesink name=file sync=false async=false "
                        "appsrc name=frames %s ! %s mux.video_0 %s",
                        container->muxer, container->properties, source,
                        is_h264(video) ? "h264parse !" : "", audio);
    g_free(audio);
    return description;
}
