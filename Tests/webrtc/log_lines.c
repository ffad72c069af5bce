/* SPDX-License-Identifier: Apache-2.0 */
/* The debug log shows the progress of a connection; a connection without a loss logs no warning. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "happyoyster/error.h"
#include "harness.h"

static const char *const at_start[] = {
    "peer connection 1: ICE is in state checking",
    "peer connection 1: ICE uses a host candidate of the engine and a host candidate of the server",
    "peer connection 1: the certificate of the DTLS handshake matches the fingerprint in the SDP",
    "peer connection 1: DTLS is connected",
    "peer connection 1: data channel oyster-commands is open",
    "peer connection 1: data channel oyster-actions is open",
    "the server sends audio as OPUS",
    "the server sends video as VP8",
    "the video has 320x240 pixels, the host gets 320x240",
};

static void expect_line(OysterHarness *self, const char *line) {
    fprintf(stderr, "%s\n", line);
    AWAIT(self, strstr(self->log, line) != NULL);
}

static void expect_a_recording(OysterHarness *self) {
    char path[] = "/tmp/oyster-logs-XXXXXX";
    close(mkstemp(path));
    EXPECT(self, self->engine->record(self->stream, path) == OYSTER_OK);
    expect_line(self, "the recording starts with the next key frame: /tmp/oyster-logs-");
    expect_line(self, "the engine requests a key frame from the server");
    EXPECT(self, self->engine->record(self->stream, NULL) == OYSTER_OK);
    expect_line(self, "the recording ended with ");
    unlink(path);
}

/* Each peer connection has a number. */
static void expect_another_connection(OysterHarness *self) {
    harness_drop_viewer(self);
    expect_line(self,
                "no packet arrived from the server for 3 s; the engine connects again in 0 ms");
    AWAIT(self, self->posts >= 2 && self->state == OYSTER_STREAM_STATE_PLAYING);
    char line[64];
    snprintf(line, sizeof line, "peer connection %u: DTLS is connected", self->posts);
    expect_line(self, line);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    harness_start(&self, arguments + 1);
    harness_join(&self);
    for (size_t index = 0; index < sizeof at_start / sizeof *at_start; index++)
        expect_line(&self, at_start[index]);
    AWAIT(&self, self.frames > 3);
    expect_a_recording(&self);
    EXPECT(&self, self.warnings == 0);
    expect_another_connection(&self);
    EXPECT(&self, self.warnings > 0);
    harness_leave(&self);
    harness_stop(&self);
    return 0;
}
