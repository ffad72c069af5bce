/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: the WebRTC stream engine's reader of rtcConfig. */
#include <glib.h>
#include <string.h>

#include "../../../Sources/WebRTC/engine/rtc_config.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = input_text(data, size);
    OysterRtcConfig *config = rtc_config_parse(text);
    if (config != NULL) {
        INPUT_CHECK(config->signaling_url != NULL && config->ice_servers != NULL);
        INPUT_CHECK(g_ascii_strncasecmp(config->signaling_url, "http", 4) == 0);
        for (char **server = config->ice_servers; *server != NULL; server++) {
            INPUT_CHECK(g_str_has_prefix(*server, "stun://") ||
                        g_str_has_prefix(*server, "turn://") ||
                        g_str_has_prefix(*server, "turns://"));
            INPUT_CHECK(strpbrk(*server, "\r\n") == NULL);
        }
        INPUT_CHECK(strpbrk(config->signaling_url, "\r\n ") == NULL);
    }
    rtc_config_free(config);
    g_free(text);
    return 0;
}
