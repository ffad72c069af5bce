/* SPDX-License-Identifier: Apache-2.0 */
/* The disk becomes full during a recording: the engine reports that once; the stream and the next
 * recording, on another disk, continue. small_disk.so must be preloaded. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "happyoyster/error.h"
#include "harness.h"

static bool is_recording(OysterHarness *self) {
    char text[4096];
    EXPECT(self, self->engine->stats(self->stream, text, sizeof text) > 0);
    return strstr(text, "\"recording\":") != NULL;
}

static void watch(OysterHarness *self, unsigned frames) {
    unsigned goal = self->frames + frames;
    AWAIT(self, self->frames >= goal);
}

static long long size_of(const char *path) {
    struct stat file;
    return stat(path, &file) == 0 ? (long long)file.st_size : -1;
}

int main(int count, char **arguments) {
    static OysterHarness self;
    char folder[512], path[1024], other[1024];
    if (count != 4)
        return 2;
    snprintf(folder, sizeof folder, "%s/small", arguments[3]);
    snprintf(path, sizeof path, "%s/film.webm", folder);
    snprintf(other, sizeof other, "%s/other.webm", arguments[3]);
    EXPECT(&self, mkdir(folder, 0700) == 0);
    harness_start(&self, arguments + 1);
    harness_join(&self);
    AWAIT(&self, self.frames > 0);
    EXPECT(&self, self.engine->record(self.stream, path) == OYSTER_OK);
    AWAIT(&self, self.recording_failures > 0);
    EXPECT(&self, strstr(self.recording_failure, path) != NULL);
    EXPECT(&self, strstr(self.recording_failure, "the disk is full") != NULL);
    EXPECT(&self, !is_recording(&self));
    watch(&self, 24);
    EXPECT(&self, self.recording_failures == 1 && size_of(path) == 20000);
    EXPECT(&self, self.engine->record(self.stream, other) == OYSTER_OK);
    watch(&self, 48);
    EXPECT(&self, is_recording(&self));
    harness_leave(&self);
    EXPECT(&self, size_of(other) > 2000);
    EXPECT(&self, self.recording_failures == 1 && self.failures == 0);
    harness_stop(&self);
    return 0;
}
