/* SPDX-License-Identifier: Apache-2.0 */
/* An audio server that accepts connections and never answers does not delay the stream. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "harness.h"

/** Listens on a socket in a file, and accepts no connection. */
static void begin_to_listen(char path[108]) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char server[128];
    snprintf(path, 108, "/tmp/unresponsive-audio-server-%d", (int)getpid());
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    snprintf(server, sizeof server, "unix:%s", path);
    setenv("PULSE_SERVER", server, 1);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 100))
        exit(1);
}

static void leave_with_a_microphone(OysterHarness *self) {
    harness_reset(self);
    harness_join(self);
    AWAIT(self, self->frames > 0);
    for (int turn = 0; turn < 101; turn++)
        self->engine->set_local_audio(self->stream, turn % 2 == 0);
    unsigned frames = self->frames;
    AWAIT(self, self->frames > frames + 24);
    harness_leave(self);
    EXPECT(self, self->closings == 1 && self->failures == 0);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    char path[108];
    if (count != 3)
        return 2;
    begin_to_listen(path);
    harness_start(&self, arguments + 1);
    leave_with_a_microphone(&self);
    unsigned threads = count_threads();
    leave_with_a_microphone(&self);
    leave_with_a_microphone(&self);
    AWAIT(&self, count_threads() <= threads);
    unlink(path);
    harness_stop(&self);
    return 0;
}
