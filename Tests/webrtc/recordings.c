/* SPDX-License-Identifier: Apache-2.0 */
/* Writes first.webm to fourth.webm into a directory, for test_recordings.py. Before that,
 * recordings fail in each way in which a file can fail: the engine reports each failure once, with
 * its reason.
 */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "happyoyster/error.h"
#include "harness.h"

static void name_file(char path[1024], const char *folder, const char *file) {
    snprintf(path, 1024, "%s/%s", folder, file);
}

static oyster_result record(OysterHarness *self, const char *folder, const char *file) {
    char path[1024];
    name_file(path, folder, file);
    return self->engine->record(self->stream, path);
}

/** Whether the statistics have a recording. */
static bool is_recording(OysterHarness *self) {
    char text[4096];
    EXPECT(self, self->engine->stats(self->stream, text, sizeof text) > 0);
    return strstr(text, "\"recording\":") != NULL;
}

/** Recording to a file fails with a reason that is reported once; the stream continues. */
static void fail(OysterHarness *self, const char *folder, const char *file, const char *reason) {
    unsigned failures = self->recording_failures, frames = self->frames;
    EXPECT(self, record(self, folder, file) == OYSTER_OK);
    AWAIT(self, self->recording_failures > failures);
    EXPECT(self, strstr(self->recording_failure, file) != NULL);
    EXPECT(self, strstr(self->recording_failure, reason) != NULL);
    EXPECT(self, !is_recording(self));
    AWAIT(self, self->frames >= frames + 12);
    EXPECT(self, self->recording_failures == failures + 1);
    EXPECT(self, !is_recording(self));
}

/** Root may write into any directory, so another user tries. */
static void fail_for_lack_of_permission(OysterHarness *self, const char *folder) {
    bool is_root = geteuid() == 0;
    EXPECT(self, chmod(folder, 0500) == 0);
    EXPECT(self, !is_root || seteuid(65534) == 0);
    fail(self, folder, "forbidden.webm", "permission denied");
    EXPECT(self, !is_root || seteuid(0) == 0);
    EXPECT(self, chmod(folder, 0700) == 0);
}

/** At the limit of the file size the kernel sends a signal that ends the process by default. */
static void fail_at_a_limit(OysterHarness *self, const char *folder) {
    struct rlimit former, small;
    EXPECT(self, getrlimit(RLIMIT_FSIZE, &former) == 0);
    small = former;
    small.rlim_cur = 20000;
    EXPECT(self, setrlimit(RLIMIT_FSIZE, &small) == 0);
    fail(self, folder, "limit.webm", "the limit of the file size is reached");
    EXPECT(self, setrlimit(RLIMIT_FSIZE, &former) == 0);
    struct stat file;
    char path[1024];
    name_file(path, folder, "limit.webm");
    EXPECT(self, stat(path, &file) == 0 && file.st_size == 20000);
}

/** A file that the recording cannot replace keeps its content. */
static void fail_with_another_codec(OysterHarness *self, const char *folder) {
    char path[1024], text[8] = "";
    name_file(path, folder, "film.mp4");
    FILE *file = fopen(path, "w");
    EXPECT(self, file != NULL && fputs("old", file) >= 0 && fclose(file) == 0);
    fail(self, folder, "film.mp4", "a .mp4 file cannot hold VP8: use .webm or .mkv");
    file = fopen(path, "r");
    EXPECT(self, file != NULL && fgets(text, sizeof text, file) != NULL && fclose(file) == 0);
    EXPECT(self, strcmp(text, "old") == 0);
}

static void fail_in_every_way(OysterHarness *self, const char *folder) {
    char path[1024];
    fail(self, folder, "missing/film.webm", "the directory does not exist");
    name_file(path, folder, "folder.webm");
    EXPECT(self, mkdir(path, 0700) == 0);
    fail(self, folder, "folder.webm", "it is a directory");
    // Opening a pipe without a reader would block, and writing to a device as well.
    name_file(path, folder, "pipe.webm");
    EXPECT(self, mkfifo(path, 0600) == 0);
    fail(self, folder, "pipe.webm", "it is not a regular file");
    name_file(path, folder, "device.webm");
    EXPECT(self, symlink("/dev/ptmx", path) == 0);
    fail(self, folder, "device.webm", "it is not a regular file");
    fail_for_lack_of_permission(self, folder);
    fail_at_a_limit(self, folder);
    fail_with_another_codec(self, folder);
}

/** Waits for this number of frames. */
static void watch(OysterHarness *self, unsigned frames) {
    unsigned goal = self->frames + frames;
    AWAIT(self, self->frames >= goal);
}

/** Whether the statistics name a file as the recording. */
static bool is_recording_to(OysterHarness *self, const char *file) {
    char text[4096], name[64];
    snprintf(name, sizeof name, "/%s\",\"bytes\":", file);
    EXPECT(self, self->engine->stats(self->stream, text, sizeof text) > 0);
    return strstr(text, name) != NULL;
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 4)
        return 2;
    const char *folder = arguments[3];
    harness_start(&self, arguments + 1);
    harness_join(&self);
    AWAIT(&self, self.frames > 0);
    fail_in_every_way(&self, folder);
    unsigned failures = self.recording_failures;
    // The second recording starts when the first ends, the third has a reconnect, the fourth ends
    // with the stream.
    EXPECT(&self, record(&self, folder, "first.webm") == OYSTER_OK);
    watch(&self, 48);
    EXPECT(&self, record(&self, folder, "second.webm") == OYSTER_OK);
    watch(&self, 48);
    EXPECT(&self, is_recording_to(&self, "second.webm"));
    EXPECT(&self, self.engine->record(self.stream, NULL) == OYSTER_OK);
    EXPECT(&self, self.engine->record(self.stream, NULL) == OYSTER_OK);
    watch(&self, 12);
    EXPECT(&self, !is_recording_to(&self, "second.webm"));
    EXPECT(&self, record(&self, folder, "third.webm") == OYSTER_OK);
    watch(&self, 24);
    harness_drop_viewer(&self);
    AWAIT(&self, self.posts == 2 && self.is_connected);
    watch(&self, 24);
    EXPECT(&self, record(&self, folder, "fourth.webm") == OYSTER_OK);
    watch(&self, 48);
    harness_leave(&self);
    EXPECT(&self, self.failures == 0);
    EXPECT(&self, self.recording_failures == failures);
    harness_stop(&self);
    return 0;
}
