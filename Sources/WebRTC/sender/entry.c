/* SPDX-License-Identifier: Apache-2.0 */
#include "../peer/gstreamer_init.h"
#include "viewer.h"

/** The elements of a viewer's tracks. */
static const char *const needed[] = {
    "appsrc", "vp8enc", "rtpvp8pay", "audiotestsrc", "opusenc", "rtpopuspay", "capssetter", NULL,
};

static const oyster_gateway_media table = {
    .abi = OYSTER_GATEWAY_MEDIA_ABI,
    .open = viewer_open,
    .push = viewer_push,
    .send = viewer_send,
    .close = viewer_close,
    .count = viewer_count,
};

__attribute__((visibility("default"))) const oyster_gateway_media *
oyster_gateway_media_entry(uint32_t abi, const char **problem);

const oyster_gateway_media *oyster_gateway_media_entry(uint32_t abi, const char **problem) {
    *problem = abi == OYSTER_GATEWAY_MEDIA_ABI ? gstreamer_init(needed)
                                               : "the versions of gateway and shared object differ";
    return *problem == NULL ? &table : NULL;
}
