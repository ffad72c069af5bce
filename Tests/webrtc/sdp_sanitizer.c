/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the SDP sanitizer: which parts of a server's answer webrtcbin receives. */
#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "../../Sources/WebRTC/peer/sdp_sanitizer.h"

#define SETUP "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuv\r\na=setup:active\r\n"
#define BYTES_4 "00:11:22:33"
#define BYTES_16 BYTES_4 ":44:55:66:77:88:99:AA:BB:CC:DD:EE:FF"
#define MD5 "a=fingerprint:md5 " BYTES_16 "\r\n"
#define SHA_1 "a=fingerprint:sha-1 " BYTES_16 ":" BYTES_4 "\r\n"
#define SHA_224 "a=fingerprint:sha-224 " BYTES_16 ":cc:dd:ee:ff:00:11:22:33:44:55:66:77\r\n"
#define SHA_256 "a=fingerprint:sha-256 " BYTES_16 ":" BYTES_16 "\r\n"
#define SHA_384 "a=fingerprint:sha-384 " BYTES_16 ":" BYTES_16 ":" BYTES_16 "\r\n"
#define SHA_512 "a=fingerprint:SHA-512 " BYTES_16 ":" BYTES_16 ":" BYTES_16 ":" BYTES_16 "\r\n"
#define TRANSPORT SETUP SHA_256
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
    fprintf(stderr, "%s: failed\n%s\n", name, text == NULL ? "refused" : text);
    failures++;
}

static const struct {
    const char *name;
    const char *answer;
    const char *reason;
} refused[] = {
    {"an empty text", "", "not SDP"},
    {"HTML", "<html>", "not SDP"},
    {"a control character", HEAD AUDIO VIDEO "a=x:\x01\r\n" DATA, "not SDP"},
    {"sections missing", HEAD AUDIO TRANSPORT, "other sections"},
    {"too many sections", OFFER TRANSPORT VIDEO, "other sections"},
    {"sections in another order", HEAD VIDEO AUDIO DATA, "other sections"},
    {"another mid", HEAD "m=audio 9 X 97\r\na=mid:0\r\n" TRANSPORT VIDEO DATA, "other mid values"},
    {"no video", HEAD AUDIO TRANSPORT "m=video 0 X 96\r\na=mid:video1\r\n" DATA, "refuses video"},
    {"another codec", HEAD AUDIO TRANSPORT "m=video 9 X 120\r\na=mid:video1\r\n" DATA, "no video"},
    {"no credentials", OFFER, "credentials"},
    {"a short fingerprint",
     HEAD "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuv\r\na=fingerprint:sha-256 00:11\r\n"
          "a=setup:active\r\n" AUDIO VIDEO DATA,
     "fingerprint"},
    {"SHA-1 alone", HEAD AUDIO SETUP SHA_1 VIDEO DATA, "no SHA-224"},
    {"MD5 and SHA-1 alone, above all sections", HEAD SETUP MD5 SHA_1 AUDIO VIDEO DATA,
     "no SHA-224"},
    {"video that is only received", HEAD AUDIO TRANSPORT VIDEO "a=recvonly\r\n" DATA,
     "sends no video"},
    {"inactive video", HEAD AUDIO TRANSPORT VIDEO "a=inactive\r\n" DATA, "sends no video"},
    {"everything inactive", HEAD "a=inactive\r\n" AUDIO TRANSPORT VIDEO DATA, "sends no video"},
    {"setup that is not a role", HEAD "a=setup:actpass\r\n" AUDIO VIDEO DATA TRANSPORT,
     "credentials"},
};

static void expect_refusals(void) {
    for (gsize index = 0; index < G_N_ELEMENTS(refused); index++) {
        OysterAnswerError error;
        char *clean = sdp_sanitize_answer(OFFER, refused[index].answer, &error);
        expect(refused[index].name,
               clean == NULL && error.reason != NULL &&
                   strstr(error.reason, refused[index].reason) != NULL &&
                   error.is_final == (strstr(error.reason, "video") != NULL),
               error.reason);
        g_free(clean);
    }
}

/** What the sanitizer writes for one more line in a valid answer; NULL: nothing. */
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
    {"data", "a=sctp-port:5001\r\n", "a=sctp-port:5001\r\n"},
    {"data", "a=sctp-port:0\r\n", "a=sctp-port:5000\r\n"},
    {"data", "a=max-message-size:-5\r\n", NULL},
};

static void expect_lines(void) {
    for (gsize index = 0; index < G_N_ELEMENTS(lines); index++) {
        gboolean is_video = strcmp(lines[index].section, "video") == 0;
        char *answer = g_strconcat(HEAD AUDIO TRANSPORT VIDEO, is_video ? lines[index].line : "",
                                   DATA, is_video ? "" : lines[index].line, NULL);
        OysterAnswerError error;
        char *clean = sdp_sanitize_answer(OFFER, answer, &error);
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
    OysterAnswerError error;
    char *clean =
        sdp_sanitize_answer(OFFER,
                            HEAD "a=ice-lite\r\n" AUDIO TRANSPORT "a=ssrc:5 cname:a\r\n"
                                 "m=video 9 X 96\r\na=mid:video1\r\na=ssrc:5 cname:b\r\n" DATA,
                            &error);
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

static guint count_of(const char *text, const char *line) {
    guint count = 0;
    for (const char *found = text == NULL ? NULL : strstr(text, line); found != NULL;
         found = strstr(found + 1, line))
        count++;
    return count;
}

static const struct {
    const char *name;
    const char *above, *in_audio, *in_video;
    /** Which of the lines come through, in every section. */
    const char *used[4];
} fingerprints[] = {
    {"SHA-1 first", "", SHA_1 SHA_256, "", {SHA_256}},
    {"SHA-1 last", "", SHA_256 SHA_1, "", {SHA_256}},
    {"above all sections", MD5 SHA_1 SHA_512, "", "", {SHA_512}},
    {"SHA-1 in the section, SHA-256 above", SHA_256, SHA_1, "", {SHA_256}},
    {"the section's before those above", SHA_256, SHA_384, "", {SHA_384}},
    {"only the first section's", SHA_1, SHA_224, SHA_512, {SHA_224}},
    {"every hash",
     "",
     MD5 SHA_1 SHA_224 SHA_256 SHA_384 SHA_512,
     "",
     {SHA_224, SHA_256, SHA_384, SHA_512}},
};

static void expect_fingerprints(void) {
    for (gsize index = 0; index < G_N_ELEMENTS(fingerprints); index++) {
        char *answer =
            g_strconcat(HEAD, fingerprints[index].above, AUDIO SETUP, fingerprints[index].in_audio,
                        VIDEO, fingerprints[index].in_video, DATA, NULL);
        OysterAnswerError error;
        char *clean = sdp_sanitize_answer(OFFER, answer, &error);
        guint used = 0;
        for (; used < 4 && fingerprints[index].used[used] != NULL; used++)
            expect(fingerprints[index].name, count_of(clean, fingerprints[index].used[used]) == 3,
                   clean);
        expect(fingerprints[index].name, count_of(clean, "a=fingerprint:") == 3 * used, clean);
        g_free(clean);
        g_free(answer);
    }
}

/** Audio that the server refuses stays the first section, which has the transport, and inactive. */
static void expect_refused_audio(const char *name, const char *audio) {
    char *answer = g_strconcat(
        HEAD, audio, VIDEO TRANSPORT "a=candidate:7 1 UDP 99 192.0.2.7 4000 typ host\r\n" DATA,
        NULL);
    OysterAnswerError error;
    char *clean = sdp_sanitize_answer(OFFER, answer, &error);
    const char *section =
        clean == NULL ? NULL : strstr(clean, "m=audio 9 UDP/TLS/RTP/SAVPF 97\r\n");
    const char *inactive = section == NULL ? NULL : strstr(section, "a=inactive\r\n");
    const char *video = clean == NULL ? NULL : strstr(clean, "m=video 9 ");
    expect(name, inactive != NULL && inactive < video, clean);
    expect(name, count_of(clean, " 192.0.2.7 4000 typ host\r\n") == 1, clean);
    expect(name, count_of(clean, "a=group:BUNDLE audio0 video1 application2\r\n") == 1, clean);
    g_free(clean);
    g_free(answer);
}

static void expect_refused_data(void) {
    OysterAnswerError error;
    char *clean = sdp_sanitize_answer(
        OFFER, HEAD AUDIO TRANSPORT VIDEO "m=application 0 UDP/DTLS/SCTP webrtc-datachannel\r\n",
        &error);
    const char *section = clean == NULL ? NULL : strstr(clean, "m=application 0 ");
    expect("no data channels", section != NULL && count_of(section, SHA_256) == 1, clean);
    expect("no data channels", count_of(clean, "a=group:BUNDLE audio0 video1\r\n") == 1, clean);
    g_free(clean);
}

int main(void) {
    expect_refusals();
    expect_lines();
    expect_sharing();
    expect_fingerprints();
    expect_refused_audio("another codec", "m=audio 9 X 8\r\na=mid:audio0\r\n" TRANSPORT);
    expect_refused_audio("port 0", "m=audio 0 X 97\r\na=mid:audio0\r\n");
    expect_refused_audio("port 0 and nothing else", "m=audio 0 X 0\r\n");
    expect_refused_audio("inactive", AUDIO TRANSPORT "a=inactive\r\n");
    expect_refused_data();
    return failures == 0 ? 0 : 1;
}
