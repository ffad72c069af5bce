/* SPDX-License-Identifier: Apache-2.0 */
/* The microphone is taken and given back for real, as a sound server sees it; without one, and when
 * it goes away, the stream plays on. Run by microphone.sh, which starts the server. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rendezvous.h"

/** How many programs record from the sound server, or -1 when it does not answer. */
static int count_recordings(void) {
    FILE *list = popen("pactl list short source-outputs 2>/dev/null", "r");
    char line[512];
    int count = 0;
    while (fgets(line, sizeof line, list) != NULL)
        count++;
    return pclose(list) == 0 ? count : -1;
}

static void await_recordings(rendezvous *self, int count) {
    for (int tries = 0; count_recordings() != count; tries++) {
        EXPECT(self, tries < 200);
        const struct timespec pause = {.tv_nsec = 50000000};
        nanosleep(&pause, NULL);
    }
}

static void await_more_frames(rendezvous *self) {
    unsigned frames = self->frames;
    AWAIT(self, self->frames > frames + 5);
}

int main(int count, char **arguments) {
    static rendezvous self;
    if (count != 4)
        return 2;
    rendezvous_start(&self, arguments + 1);
    rendezvous_join(&self);
    await_more_frames(&self);
    EXPECT(&self, count_recordings() == 0);
    for (int again = 0; again < 3; again++) {
        self.engine->set_local_audio(self.stream, true);
        await_recordings(&self, 1);
        await_more_frames(&self);
        self.engine->set_local_audio(self.stream, false);
        await_recordings(&self, 0);
        await_more_frames(&self);
    }
    self.engine->set_local_audio(self.stream, true);
    await_recordings(&self, 1);
    // The server goes away while it is recorded from.
    EXPECT(&self, kill(atoi(arguments[3]), SIGKILL) == 0);
    await_recordings(&self, -1);
    await_more_frames(&self);
    // There is none at all now.
    self.engine->set_local_audio(self.stream, false);
    self.engine->set_local_audio(self.stream, true);
    await_more_frames(&self);
    EXPECT(&self, self.failures == 0 && self.states_seen[OYSTER_STREAM_STATE_RECONNECTING] == 0);
    rendezvous_leave(&self);
    rendezvous_stop(&self);
    return 0;
}
