/* SPDX-License-Identifier: Apache-2.0 */
/* An RTP session knows the clock rates of its streams before it writes the first sender report: it
 * would unlock itself to ask for one, and a stream that starts at that time corrupts the report. */
#include <gst/gst.h>
#include <stdatomic.h>
#include <string.h>

#include "harness.h"

/** How often rtpsource logged a sender report, and the lack of a clock rate. */
static atomic_uint reports, questions;

static void on_log(GstDebugCategory *category, GstDebugLevel level, const gchar *file,
                   const gchar *function, gint line, GObject *object, GstDebugMessage *message,
                   gpointer context) {
    (void)category, (void)level, (void)file, (void)line, (void)object, (void)context;
    const char *text = gst_debug_message_get(message);
    if (strcmp(function, "rtp_source_get_new_sr") != 0 || text == NULL)
        return;
    if (strstr(text, "no clock-rate") != NULL)
        questions++;
    if (strstr(text, "NTP") != NULL)
        reports++;
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count < 3)
        return 2;
    gst_init(NULL, NULL);
    gst_debug_remove_log_function(gst_debug_log_default);
    gst_debug_add_log_function(on_log, NULL, NULL);
    gst_debug_set_threshold_for_name("rtpsource", GST_LEVEL_DEBUG);
    gst_debug_set_active(TRUE);
    harness_start(&self, arguments + 1);
    harness_join(&self);
    // The audio of both sides and the video, each within the first second.
    AWAIT(&self, self.frames > 0 && reports >= 3);
    EXPECT(&self, questions == 0);
    harness_leave(&self);
    harness_stop(&self);
    return 0;
}
