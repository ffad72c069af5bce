/* SPDX-License-Identifier: Apache-2.0 */
/* What of a server's answer gets through to webrtcbin: a table, without GStreamer. */
#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "../../Sources/WebRTC/peer/answer.h"

#define TRANSPORT                                                                                \
    "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuv\r\na=setup:active\r\n"                 \
    "a=fingerprint:sha-256 00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66" \
    ":77:88:99:AA:BB:CC:DD:EE:FF\r\n"
#define HEAD "v=0\r\no=- 1 0 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n"
#define AUDIO "m=audio 9 UDP/TLS/RTP/SAVPF 97\r\na=mid:audio0\r\na=rtpmap:97 OPUS/48000/2\r\n"
#define VIDEO                                                                \
    "m=video 9 UDP/TLS/RTP/SAVPF 96 102\r\na=mid:video1\r\na=rtpmap:96 VP8/" \
    "90000\r\na=rtpmap:102 H264/90000\r\na=rtcp-fb:96 nack\r\na=rtcp-fb:96 nack pli\r\n"
#define DATA "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:application2\r\n"
#define OFFER HEAD AUDIO VIDEO DATA

static int failures;

static void expect(const char *name, gboolean holds, const char *text) {
    if (holds)
        return;
    fprintf(stderr, "%s: not so\n%s\n", name, text == NULL ? "refused" : text);
    failures++;
}

static const struct {
    const char *name;
    const char *answer;
    const char *complaint;
} refused[] = {
    {"nothing", "", "no SDP"},
    {"something else", "<html>", "no SDP"},
    {"a control character", HEAD AUDIO VIDEO "a=x:\x01\r\n" DATA, "no SDP"},
    {"sections missing", HEAD AUDIO TRANSPORT, "other sections"},
    {"sections more", OFFER TRANSPORT VIDEO, "other sections"},
    {"sections in another order", HEAD VIDEO AUDIO DATA, "other sections"},
    {"another name", HEAD "m=audio 9 X 97\r\na=mid:0\r\n" TRANSPORT VIDEO DATA, "names other"},
    {"no video", HEAD AUDIO TRANSPORT "m=video 0 X 96\r\na=mid:video1\r\n" DATA, "refuses video"},
    {"another codec", HEAD AUDIO TRANSPORT "m=video 9 X 120\r\na=mid:video1\r\n" DATA, "no video"},
    {"no credentials", OFFER, "credentials"},
    {"a short fingerprint",
     HEAD "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuv\r\na=fingerprint:sha-256 00:11\r\n"
          "a=setup:active\r\n" AUDIO VIDEO DATA,
     "fingerprint"},
    {"no role", HEAD "a=setup:actpass\r\n" AUDIO VIDEO DATA TRANSPORT, "credentials"},
};

static void expect_refusals(void) {
    for (gsize index = 0; index < G_N_ELEMENTS(refused); index++) {
        const char *complaint = NULL;
        char *clean = answer_clean(OFFER, refused[index].answer, &complaint);
        expect(refused[index].name,
               clean == NULL && complaint != NULL && strstr(complaint, refused[index].complaint),
               complaint);
        g_free(clean);
    }
}

/** What each line of an otherwise good answer becomes. */
static const struct {
    const char *section;
    const char *line;
    const char *becomes;
} lines[] = {
    {"video", "a=candidate:7 1 UDP 99 192.0.2.7 4000 typ host generation 0\r\n",
     " 1 UDP 99 192.0.2.7 4000 typ host\r\n"},
    {"video", "a=candidate:7 1 udp 99 2001:db8::1 4000 typ relay\r\n",
     " 1 UDP 99 2001:db8::1 4000 typ relay\r\n"},
    {"video", "a=candidate:7 2 UDP 99 192.0.2.8 4000 typ host\r\n", NULL},
    {"video", "a=candidate:7 1 TCP 99 192.0.2.8 9 typ host tcptype active\r\n", NULL},
    {"video", "a=candidate:7 1 UDP 99 example.local 4000 typ host\r\n", NULL},
    {"video", "a=candidate:7 1 UDP 99 192.0.2.8 70000 typ host\r\n", NULL},
    {"video", "a=candidate:7 1 UDP -1 192.0.2.8 4000 typ host\r\n", NULL},
    {"video", "a=candidate:7 1 UDP 99 192.0.2.8\r\n", NULL},
    {"video", "a=ssrc:77 cname:%n%s\r\n", "a=ssrc:77 cname:server\r\n"},
    {"video", "a=ssrc:99999999999 cname:x\r\n", NULL},
    {"video", "a=ssrc:zz cname:x\r\n", NULL},
    {"video", "a=rtcp-fb:96 nack pli\r\n", "a=rtcp-fb:96 nack pli\r\n"},
    {"video", "a=rtcp-fb:96 goog-remb\r\n", NULL},
    {"video", "a=rtpmap:96 EVIL/1\r\n", NULL},
    {"video", "a=extmap:1 urn:x\r\n", NULL},
    {"video", "a=sendrecv\r\n", "a=sendonly\r\n"},
    {"video", "a=recvonly\r\n", "a=inactive\r\n"},
    {"data", "a=sctp-port:5001\r\n", "a=sctp-port:5001\r\n"},
    {"data", "a=sctp-port:0\r\n", "a=sctp-port:5000\r\n"},
    {"data", "a=max-message-size:-5\r\n", NULL},
};

static void expect_lines(void) {
    for (gsize index = 0; index < G_N_ELEMENTS(lines); index++) {
        gboolean is_video = strcmp(lines[index].section, "video") == 0;
        char *answer = g_strconcat(HEAD AUDIO TRANSPORT VIDEO, is_video ? lines[index].line : "",
                                   DATA, is_video ? "" : lines[index].line, NULL);
        const char *complaint = NULL;
        char *clean = answer_clean(OFFER, answer, &complaint);
        char *word = g_strndup(lines[index].line, strlen(lines[index].line) - 2);
        expect(lines[index].line,
               clean != NULL &&
                   (lines[index].becomes == NULL ? strstr(clean, word) == NULL
                                                 : strstr(clean, lines[index].becomes) != NULL),
               clean);
        g_free(word);
        g_free(clean);
        g_free(answer);
    }
}

static void expect_sharing(void) {
    const char *complaint = NULL;
    char *clean = answer_clean(OFFER,
                               HEAD "a=ice-lite\r\n" AUDIO TRANSPORT "a=ssrc:5 cname:a\r\n"
                                    "m=video 9 X 96\r\na=mid:video1\r\na=ssrc:5 cname:b\r\n" DATA,
                               &complaint);
    expect("bundled",
           clean != NULL && strstr(clean, "a=group:BUNDLE audio0 video1 application2\r\n"), clean);
    expect("lite", clean != NULL && strstr(clean, "a=ice-lite\r\n"), clean);
    const char *source = clean == NULL ? NULL : strstr(clean, "a=ssrc:5 ");
    expect("a source in two sections", source != NULL && strstr(source + 1, "a=ssrc:5 ") == NULL,
           clean);
    expect("the offer's protocol",
           clean != NULL && strstr(clean, "m=video 9 UDP/TLS/RTP/SAVPF 96\r\n"), clean);
    g_free(clean);
}

/** The candidates go with the first section that is left. */
static void expect_candidates(void) {
    const char *complaint = NULL;
    char *clean = answer_clean(OFFER,
                               HEAD "m=audio 9 X 8\r\na=mid:audio0\r\n" TRANSPORT
                                    "a=candidate:7 1 UDP 99 192.0.2.7 4000 typ host\r\n" VIDEO DATA,
                               &complaint);
    const char *video = clean == NULL ? NULL : strstr(clean, "m=video 9");
    const char *candidate = video == NULL ? NULL : strstr(video, " 192.0.2.7 4000 typ host\r\n");
    expect("no sound", clean != NULL && strstr(clean, "m=audio 0 "), clean);
    expect("a candidate", candidate != NULL && strstr(candidate + 1, "a=candidate") == NULL, clean);
    g_free(clean);
}

int main(void) {
    expect_refusals();
    expect_lines();
    expect_sharing();
    expect_candidates();
    return failures == 0 ? 0 : 1;
}
