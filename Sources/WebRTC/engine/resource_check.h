/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file resource_check.h
 * Whether the process may open the descriptors and start the threads of one more peer connection.
 * GLib ends a process in which that fails, so the engine checks before it starts.
 *
 * The check compares limits with current counts; it opens and starts nothing beyond the files that
 * it reads. Another thread, or another process of the same user, can use up what is left between
 * the check and the start.
 */
#ifndef OYSTER_RESOURCE_CHECK_H
#define OYSTER_RESOURCE_CHECK_H

/** What one peer connection takes at most, with a reserve for the host. */
enum { NEEDED_DESCRIPTORS = 64, NEEDED_THREADS = 32 };

/** Where the kernel's files are; tests replace the folders. */
typedef struct OysterResourceFolders {
    /** "/proc" */
    const char *proc;
    /** "/sys/fs/cgroup" */
    const char *cgroup;
} OysterResourceFolders;

/** NULL when there is enough; otherwise the limit that is too close, as static text. A limit that
 *  cannot be read does not count. `folders`: NULL for the kernel's own. Any thread. */
const char *resource_check(const OysterResourceFolders *folders);

/** The same for descriptors alone, which takes less time. */
const char *resource_check_descriptors(const OysterResourceFolders *folders);

#endif
