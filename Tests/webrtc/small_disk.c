/* SPDX-License-Identifier: Apache-2.0 */
/* A library to preload: each file in a directory called `small` can have at most 20000 bytes, as on
 * a full disk. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { DISK_BYTES = 20000 };

static int is_on_small_disk(int file) {
    char link[64], path[1024] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    return readlink(link, path, sizeof path - 1) > 0 && strstr(path, "/small/") != NULL;
}

ssize_t pwrite(int file, const void *data, size_t length, off_t position) {
    static ssize_t (*next)(int, const void *, size_t, off_t);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "pwrite");
    if (is_on_small_disk(file) && position + (off_t)length > DISK_BYTES) {
        // As a disk does, it writes what fits, and fails only when nothing fits.
        if (position >= DISK_BYTES) {
            errno = ENOSPC;
            return -1;
        }
        length = (size_t)(DISK_BYTES - position);
    }
    return next(file, data, length, position);
}
