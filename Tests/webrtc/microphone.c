/* SPDX-License-Identifier: Apache-2.0 */
/* With a real audio server: the engine opens and closes the microphone and plays received audio, as
 * the server reports it. When the server ends, and without a server, the stream continues.
 * microphone.sh starts the server and this program. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness.h"

/** How many lines a command for the audio server prints; -1 when the server does not answer. */
static int count_lines(const char *command) {
    FILE *list = popen(command, "r");
    char line[512];
    int count = 0;
    while (fgets(line, sizeof line, list) != NULL)
        count++;
    return pclose(list) == 0 ? count : -1;
}

/** How many programs record from the audio server. */
static int count_recordings(void) {
    return count_lines("pactl list short source-outputs 2>/dev/null");
}

/** How many programs play on the audio server. */
static int count_playbacks(void) {
    return count_lines("pactl list short sink-inputs 2>/dev/null");
}

static void await_count(OysterHarness *self, int (*counter)(void), int count) {
    for (int tries = 0; counter() != count; tries++) {
        EXPECT(self, tries < 200);
        const struct timespec pause = {.tv_nsec = 50000000};
        nanosleep(&pause, NULL);
    }
}

static void await_more_frames(OysterHarness *self) {
    unsigned frames = self->frames;
    AWAIT(self, self->frames > frames + 5);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 4)
        return 2;
    harness_start(&self, arguments + 1);
    self.plays_audio = true;
    harness_join(&self);
    await_more_frames(&self);
    EXPECT(&self, count_recordings() == 0);
    await_count(&self, count_playbacks, 1);
    harness_leave(&self);
    await_count(&self, count_playbacks, 0);
    harness_join(&self);
    await_count(&self, count_playbacks, 1);
    for (int again = 0; again < 3; again++) {
        self.engine->set_local_audio(self.stream, true);
        await_count(&self, count_recordings, 1);
        await_more_frames(&self);
        self.engine->set_local_audio(self.stream, false);
        await_count(&self, count_recordings, 0);
        await_more_frames(&self);
    }
    self.engine->set_local_audio(self.stream, true);
    await_count(&self, count_recordings, 1);
    // The server ends while the engine records from it.
    EXPECT(&self, kill(atoi(arguments[3]), SIGKILL) == 0);
    await_count(&self, count_recordings, -1);
    await_more_frames(&self);
    // Now there is no server.
    self.engine->set_local_audio(self.stream, false);
    self.engine->set_local_audio(self.stream, true);
    await_more_frames(&self);
    EXPECT(&self, self.failures == 0 && self.states_seen[OYSTER_STREAM_STATE_RECONNECTING] == 0);
    harness_leave(&self);
    harness_stop(&self);
    return 0;
}
