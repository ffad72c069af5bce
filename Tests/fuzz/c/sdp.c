/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: the SDP sanitizer with a server's answer. */
#include <glib.h>
#include <string.h>

#include "../../../Sources/WebRTC/peer/sdp_sanitizer.h"
#include "../../../Sources/WebRTC/peer/sdp_lines.h"
#include "input.h"

static const char offer[] =
    "v=0\r\no=- 1 0 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=group:BUNDLE audio0 video1 application2\r\n"
    "m=audio 9 UDP/TLS/RTP/SAVPF 97\r\na=mid:audio0\r\na=rtpmap:97 OPUS/48000/2\r\n"
    "m=video 9 UDP/TLS/RTP/SAVPF 96 102\r\na=mid:video1\r\na=rtpmap:96 VP8/90000\r\n"
    "a=rtpmap:102 H264/90000\r\na=rtcp-fb:96 nack\r\na=rtcp-fb:96 nack pli\r\n"
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:application2\r\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *answer = input_text(data, size);
    OysterAnswerError error = {0};
    char *clean = sdp_sanitize_answer(offer, answer, &error);
    INPUT_CHECK((clean == NULL) == (error.reason != NULL));
    if (clean != NULL) {
        /* The result can be read, has the sections of the offer, and is accepted again. */
        OysterSdp read;
        INPUT_CHECK(sdp_read(&read, clean));
        INPUT_CHECK(read.count == 4);
        sdp_clear(&read);
        char *again = sdp_sanitize_answer(offer, clean, &error);
        INPUT_CHECK(again != NULL);
        g_free(again);
    }
    g_free(clean);
    g_free(answer);
    return 0;
}
