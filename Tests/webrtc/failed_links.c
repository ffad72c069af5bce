/* SPDX-License-Identifier: Apache-2.0 */
/* GStreamer refuses to link pads: the engine reports that, and does not crash or wait.
 * failing_links.so must be preloaded. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

static void (*fail_links)(unsigned first, unsigned last);

/** The engine's first link is that of the audio that it sends: without it no attempt succeeds. */
static void expect_failure_without_audio_sender(OysterHarness *self) {
    fprintf(stderr, "the audio to send cannot be linked\n");
    fail_links(1, 1);
    harness_join(self);
    AWAIT(self, self->failures == 1);
    EXPECT(self, strstr(self->failure, "cannot create or link") != NULL && self->posts == 0);
    harness_leave(self);
}

/** A track that cannot be linked is discarded, and the connection stays. */
static void expect_discarded_track(OysterHarness *self) {
    fprintf(stderr, "a track cannot be linked\n");
    harness_reset(self);
    fail_links(2, 2);
    harness_join(self);
    AWAIT(self, strstr(self->log, "the engine cannot use a track: ") != NULL);
    AWAIT(self, self->state >= OYSTER_STREAM_STATE_CONNECTED);
    EXPECT(self, self->failures == 0 && self->posts == 1);
    harness_leave(self);
}

/** A track that cannot be discarded either would block the connection: the engine reconnects. */
static void expect_reconnect(OysterHarness *self) {
    fprintf(stderr, "a track can be neither linked nor discarded\n");
    harness_reset(self);
    fail_links(2, 3);
    harness_join(self);
    AWAIT(self, strstr(self->log, "cannot be discarded; the engine connects again") != NULL);
    fail_links(0, 0);
    AWAIT(self, self->frames > 0 && self->state == OYSTER_STREAM_STATE_PLAYING);
    EXPECT(self, self->failures == 0 && self->posts >= 2);
    harness_leave(self);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    *(void **)&fail_links = dlsym(RTLD_DEFAULT, "fail_links");
    if (count != 3 || fail_links == NULL)
        return 2;
    harness_start(&self, arguments + 1);
    expect_failure_without_audio_sender(&self);
    expect_discarded_track(&self);
    expect_reconnect(&self);
    harness_stop(&self);
    return 0;
}
