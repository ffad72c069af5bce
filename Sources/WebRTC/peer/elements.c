/* SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

#include <gst/gst.h>

#define CORE "libgstreamer1.0-0"
#define BASE "gstreamer1.0-plugins-base"
#define GOOD "gstreamer1.0-plugins-good"
#define BAD "gstreamer1.0-plugins-bad"

/** Every element that the sources check, in groups by package. */
static const struct {
    const char *element;
    const char *package;
} packages[] = {
    {"capsfilter", CORE},
    {"fakesink", CORE},
    {"input-selector", CORE},
    {"queue", CORE},
    {"appsink", BASE},
    {"appsrc", BASE},
    {"audioconvert", BASE},
    {"audioresample", BASE},
    {"audiotestsrc", BASE},
    {"opusdec", BASE},
    {"opusenc", BASE},
    {"videoconvert", BASE},
    {"capssetter", GOOD},
    {"matroskamux", GOOD},
    {"mp4mux", GOOD},
    {"rtpbin", GOOD},
    {"rtph264depay", GOOD},
    {"rtpopusdepay", GOOD},
    {"rtpopuspay", GOOD},
    {"rtpvp8depay", GOOD},
    {"rtpvp8pay", GOOD},
    {"vp8dec", GOOD},
    {"vp8enc", GOOD},
    {"webmmux", GOOD},
    {"dtlsdec", BAD},
    {"dtlsenc", BAD},
    {"h264parse", BAD},
    {"sctpdec", BAD},
    {"sctpenc", BAD},
    {"srtpdec", BAD},
    {"srtpenc", BAD},
    {"webrtcbin", BAD},
    {"nicesink", "gstreamer1.0-nice"},
    {"nicesrc", "gstreamer1.0-nice"},
    {"avdec_h264", "gstreamer1.0-libav"},
};

gboolean element_exists(const char *name) {
    GstElementFactory *factory = gst_element_factory_find(name);
    if (factory == NULL)
        return FALSE;
    // The registry may list a plugin whose file or libraries have been removed.
    GstPluginFeature *loaded = gst_plugin_feature_load(GST_PLUGIN_FEATURE(factory));
    gst_object_unref(factory);
    if (loaded == NULL)
        return FALSE;
    gst_object_unref(loaded);
    return TRUE;
}

/** Appends the missing elements of a package that are in one of the lists, and the package. */
static void append_missing(GString *text, const char *package, const char *const *names,
                           const char *const *more_names) {
    gboolean has_none = TRUE;
    for (gsize index = 0; index < G_N_ELEMENTS(packages); index++) {
        const char *element = packages[index].element;
        gboolean is_asked_for =
            g_strv_contains(names, element) || g_strv_contains(more_names, element);
        if (!g_str_equal(packages[index].package, package) || !is_asked_for ||
            element_exists(element))
            continue;
        g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "GStreamer lacks ", element);
        has_none = FALSE;
    }
    if (!has_none)
        g_string_append_printf(text, " (Debian package %s)", package);
}

const char *elements_problem(const char *const *names, const char *const *more_names) {
    GString *text = g_string_new(NULL);
    const char *package = NULL;
    // One call per group.
    for (gsize index = 0; index < G_N_ELEMENTS(packages); index++) {
        if (g_strcmp0(package, packages[index].package) != 0)
            append_missing(text, packages[index].package, names, more_names);
        package = packages[index].package;
    }
    const char *problem = text->len > 0 ? g_intern_string(text->str) : NULL;
    g_string_free(text, TRUE);
    return problem;
}
