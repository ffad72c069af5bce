/* SPDX-License-Identifier: Apache-2.0 */
#include "rtc_config.h"
#include "readiness.h"
#include "stream.h"

static bool supports(void *engine, const char *rtc_config) {
    (void)engine;
    OysterRtcConfig *config = rtc_config_parse(rtc_config);
    bool does = config != NULL;
    rtc_config_free(config);
    return does;
}

static const oyster_stream_engine table = {
    .size = sizeof table,
    .abi = OYSTER_STREAM_ENGINE_ABI,
    .name = "webrtc",
    .supports = supports,
    .join = stream_join,
    .leave = stream_leave,
    .send_command = stream_send_command,
    .set_local_audio = stream_set_local_audio,
    .stats = stream_stats,
    .record = stream_record,
    .prepare = readiness_prepare,
};

OYSTER_API const oyster_stream_engine *oyster_stream_engine_entry(uint32_t abi);

const oyster_stream_engine *oyster_stream_engine_entry(uint32_t abi) {
    return abi == OYSTER_STREAM_ENGINE_ABI ? &table : NULL;
}
