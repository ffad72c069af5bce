/* SPDX-License-Identifier: Apache-2.0 */
/* Writes first.webm to fourth.webm into a folder; test_recordings.py looks at them. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "happyoyster/error.h"
#include "rendezvous.h"

static void name_file(char path[1024], const char *folder, const char *file) {
    snprintf(path, 1024, "%s/%s", folder, file);
}

static oyster_result record(rendezvous *self, const char *folder, const char *file) {
    char path[1024];
    name_file(path, folder, file);
    return self->engine->record(self->stream, path);
}

/** Lets so many pictures go by. */
static void watch(rendezvous *self, unsigned pictures) {
    unsigned frames = self->frames;
    AWAIT(self, self->frames >= frames + pictures);
}

/** What the statistics tell of the file that is written. */
static bool is_told_of(rendezvous *self, const char *file) {
    char text[4096], name[64];
    snprintf(name, sizeof name, "/%s\",\"bytes\":", file);
    EXPECT(self, self->engine->stats(self->stream, text, sizeof text) > 0);
    return strstr(text, name) != NULL;
}

int main(int count, char **arguments) {
    static rendezvous self;
    if (count != 4)
        return 2;
    const char *folder = arguments[3];
    rendezvous_start(&self, arguments + 1);
    rendezvous_join(&self);
    AWAIT(&self, self.frames > 0);
    EXPECT(&self, record(&self, folder, "missing/film.webm") != OYSTER_OK);
    EXPECT(&self, self.engine->record(self.stream, folder) != OYSTER_OK);
    // A pipe without a reader would hold up whoever opens it, a device whoever writes.
    char pipe[1024];
    name_file(pipe, folder, "pipe");
    EXPECT(&self, mkfifo(pipe, 0600) == 0);
    EXPECT(&self, record(&self, folder, "pipe") != OYSTER_OK);
    EXPECT(&self, self.engine->record(self.stream, "/dev/ptmx") != OYSTER_OK);
    // The second begins where the first ends, the third sees a loss, the fourth ends with the
    // stream.
    EXPECT(&self, record(&self, folder, "first.webm") == OYSTER_OK);
    watch(&self, 48);
    EXPECT(&self, record(&self, folder, "second.webm") == OYSTER_OK);
    watch(&self, 48);
    EXPECT(&self, is_told_of(&self, "second.webm"));
    EXPECT(&self, self.engine->record(self.stream, NULL) == OYSTER_OK);
    EXPECT(&self, self.engine->record(self.stream, NULL) == OYSTER_OK);
    watch(&self, 12);
    EXPECT(&self, !is_told_of(&self, "second.webm"));
    EXPECT(&self, record(&self, folder, "third.webm") == OYSTER_OK);
    watch(&self, 24);
    rendezvous_vanish(&self);
    AWAIT(&self, self.posts == 2 && self.is_connected);
    watch(&self, 24);
    EXPECT(&self, record(&self, folder, "fourth.webm") == OYSTER_OK);
    watch(&self, 48);
    rendezvous_leave(&self);
    EXPECT(&self, self.failures == 0);
    rendezvous_stop(&self);
    return 0;
}
