/* SPDX-License-Identifier: Apache-2.0 */
#include "recording_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct OysterRecordingFile {
    OysterSink *sink;
    char *path;
    /** -1 until opened. */
    int file;
    guint64 position;
    _Atomic guint64 bytes;
    atomic_bool has_failed;
};

static void destroy(gpointer memory) {
    OysterRecordingFile *self = memory;
    if (self->file >= 0)
        close(self->file);
    sink_unref(self->sink);
    g_free(self->path);
}

OysterRecordingFile *recording_file_new(const char *path, OysterSink *sink) {
    OysterRecordingFile *self = g_atomic_rc_box_new0(OysterRecordingFile);
    self->sink = sink_ref(sink);
    self->path = g_strdup(path);
    self->file = -1;
    return self;
}

OysterRecordingFile *recording_file_ref(OysterRecordingFile *self) {
    return g_atomic_rc_box_acquire(self);
}

void recording_file_unref(void *self) {
    g_atomic_rc_box_release_full(self, destroy);
}

void recording_file_fail(OysterRecordingFile *self, const char *reason) {
    if (atomic_exchange(&self->has_failed, true))
        return;
    char *text = g_strdup_printf("cannot record to %s: %s", self->path, reason);
    sink_recording_failed(self->sink, text);
    g_free(text);
}

gboolean recording_file_has_failed(OysterRecordingFile *self) {
    return atomic_load(&self->has_failed);
}

/** An error of the file system as text that does not depend on the locale. */
static const char *explain(int error) {
    switch (error) {
    case ENOENT:
        return "the directory does not exist";
    case ENOTDIR:
        return "a part of the path is not a directory";
    case EISDIR:
        return "it is a directory";
    case EACCES:
    case EPERM:
        return "permission denied";
    case ENXIO:
        return "it is not a regular file";
    case ENOSPC:
        return "the disk is full";
    case EDQUOT:
        return "the disk quota is used up";
    case EFBIG:
        return "the limit of the file size is reached";
    case EROFS:
        return "the file system is read-only";
    case ENAMETOOLONG:
        return "the name is too long";
    case EMFILE:
    case ENFILE:
        return "there are too many open files";
    default: {
        const char *text = strerrordesc_np(error);
        return text == NULL ? "unknown error" : text;
    }
    }
}

void recording_file_open(OysterRecordingFile *self) {
    // O_NONBLOCK: opening a pipe does not wait for its reader. Pipes and devices are refused below,
    // because writing to them may block for ever.
    int file = open(self->path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    struct stat kind;
    if (file < 0) {
        recording_file_fail(self, explain(errno));
    } else if (fstat(file, &kind) != 0 || !S_ISREG(kind.st_mode)) {
        close(file);
        recording_file_fail(self, explain(ENXIO));
    } else {
        self->file = file;
    }
}

void recording_file_clear(OysterRecordingFile *self) {
    if (self->file >= 0 && ftruncate(self->file, 0) != 0)
        recording_file_fail(self, explain(errno));
}

void recording_file_seek(OysterRecordingFile *self, guint64 position) {
    self->position = position;
}

/** pwrite() without SIGXFSZ, which the kernel sends to the writing thread and which ends the
 * process by default. */
static ssize_t write_quietly(int file, const void *data, gsize length, guint64 position) {
    const struct timespec at_once = {0};
    sigset_t limit, former, pending;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, &former);
    sigpending(&pending);
    gboolean was_pending = sigismember(&pending, SIGXFSZ) == 1;
    ssize_t count = pwrite(file, data, length, (off_t)position);
    int error = errno;
    if (count < 0 && error == EFBIG && !was_pending)
        sigtimedwait(&limit, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    errno = error;
    return count;
}

void recording_file_write(OysterRecordingFile *self, const void *data, gsize length) {
    const char *rest = data;
    while (length > 0 && self->file >= 0 && !recording_file_has_failed(self)) {
        ssize_t count = write_quietly(self->file, rest, length, self->position);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            recording_file_fail(self, explain(count < 0 ? errno : EIO));
            return;
        }
        rest += count;
        length -= (gsize)count;
        self->position += (guint64)count;
        if (self->position > atomic_load(&self->bytes))
            atomic_store(&self->bytes, self->position);
    }
}

const char *recording_file_path(OysterRecordingFile *self) {
    return self->path;
}

guint64 recording_file_bytes(OysterRecordingFile *self) {
    return atomic_load(&self->bytes);
}
