/* SPDX-License-Identifier: Apache-2.0 */
#include "resource_check.h"

#include <dirent.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/** Reads a file of a folder; NULL when there is none. Free with g_free(). */
static char *read_text(const char *folder, const char *name) {
    char *path = g_build_filename(folder, name, NULL);
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        text = NULL;
    g_free(path);
    return text;
}

/** Reads a file that has one number; FALSE without a file or a number, as with "max". */
static gboolean read_number(const char *folder, const char *name, guint64 *number) {
    char *text = read_text(folder, name);
    gboolean is_number = text != NULL && g_ascii_string_to_unsigned(g_strchomp(text), 10, 0,
                                                                    G_MAXUINT64, number, NULL);
    g_free(text);
    return is_number;
}

/** Reads the number behind a key, such as "\nThreads:"; FALSE without the key. */
static gboolean find_number(const char *text, const char *key, guint base, guint64 *number) {
    const char *found = text == NULL ? NULL : g_strstr_len(text, -1, key);
    if (found == NULL)
        return FALSE;
    *number = g_ascii_strtoull(found + strlen(key), NULL, base);
    return TRUE;
}

static gboolean leaves(guint64 limit, guint64 count, guint64 needed) {
    return limit >= needed && count <= limit - needed;
}

/* Descriptors. */

/** How many numbers below the limit are in use, leaving out the folder's own descriptor; `limit`
 *  when the folder cannot be opened, which takes a descriptor as well. */
static guint64 count_descriptors(const char *proc, guint64 limit) {
    char *path = g_build_filename(proc, "self", "fd", NULL);
    DIR *folder = opendir(path);
    g_free(path);
    if (folder == NULL)
        return limit;
    guint64 count = 0, number = 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (g_ascii_string_to_unsigned(entry->d_name, 10, 0, limit - 1, &number, NULL) &&
            number != (guint64)dirfd(folder))
            count++;
    closedir(folder);
    return count;
}

static const char *check_descriptors(const char *proc) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return NULL;
    if (limit.rlim_cur > 0 &&
        leaves(limit.rlim_cur, count_descriptors(proc, limit.rlim_cur), NEEDED_DESCRIPTORS))
        return NULL;
    return "RLIMIT_NOFILE leaves fewer than 64 file descriptors";
}

/* Threads. */

/** The threads of the whole system, "running/all" in the fourth word of loadavg; 0 when unknown. */
static guint64 count_system_threads(const char *proc) {
    guint64 count = 0;
    char *text = read_text(proc, "loadavg");
    find_number(text, "/", 10, &count);
    g_free(text);
    return count;
}

/** Whether user numbers are the machine's own; a container may have numbers of its own. */
static gboolean is_in_first_user_namespace(const char *proc) {
    unsigned inside = 0, outside = 0, length = 0;
    char *text = read_text(proc, "self/uid_map");
    gboolean is_first = text != NULL && sscanf(text, "%u %u %u", &inside, &outside, &length) == 3 &&
                        inside == 0 && outside == 0 && length == G_MAXUINT32;
    g_free(text);
    return is_first;
}

/** The kernel applies RLIMIT_NPROC neither to root nor to processes with CAP_SYS_ADMIN (21) or
 *  CAP_SYS_RESOURCE (24), if they have that in the first user namespace. */
static gboolean is_exempt(const char *proc) {
    if (!is_in_first_user_namespace(proc))
        return FALSE;
    guint64 capabilities = 0;
    char *text = read_text(proc, "self/status");
    find_number(text, "\nCapEff:", 16, &capabilities);
    g_free(text);
    return getuid() == 0 || (capabilities & (1ull << 21 | 1ull << 24)) != 0;
}

/** The threads of one process if its real user is ours, else 0. */
static guint64 count_own_threads(const char *proc, const char *process) {
    guint64 user = 0, threads = 0;
    char *folder = g_build_filename(proc, process, NULL);
    char *text = read_text(folder, "status");
    gboolean is_own = find_number(text, "\nUid:", 10, &user) && user == getuid() &&
                      find_number(text, "\nThreads:", 10, &threads);
    g_free(text);
    g_free(folder);
    return is_own ? threads : 0;
}

/** The threads of all processes of our real user that /proc shows. */
static guint64 count_user_threads(const char *proc) {
    guint64 count = 0;
    DIR *folder = opendir(proc);
    if (folder == NULL)
        return 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (g_ascii_isdigit(entry->d_name[0]))
            count += count_own_threads(proc, entry->d_name);
    closedir(folder);
    return count;
}

static const char *check_user_threads(const char *proc, guint64 system_threads) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NPROC, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || is_exempt(proc))
        return NULL;
    // One user has no more threads than the system: that number takes one file to read.
    if (system_threads > 0 && leaves(limit.rlim_cur, system_threads, NEEDED_THREADS))
        return NULL;
    if (leaves(limit.rlim_cur, count_user_threads(proc), NEEDED_THREADS))
        return NULL;
    return "RLIMIT_NPROC leaves fewer than 32 threads";
}

static const char *check_system_threads(const char *proc, guint64 count) {
    guint64 limit = 0;
    if (read_number(proc, "sys/kernel/threads-max", &limit) &&
        !leaves(limit, count, NEEDED_THREADS))
        return "the kernel's threads-max leaves fewer than 32 threads";
    return NULL;
}

/* Control groups. */

static gboolean group_leaves_threads(const char *folder) {
    guint64 limit = 0, count = 0;
    return !read_number(folder, "pids.max", &limit) ||
           !read_number(folder, "pids.current", &count) || leaves(limit, count, NEEDED_THREADS);
}

/** A group and all groups above it, each of which may have a limit. In a container the path may be
 *  the host's, and its folders missing: the container's own group is then the root. */
static gboolean groups_leave_threads(const char *root, const char *group) {
    char *path = g_strdup(group);
    gboolean leave = TRUE;
    for (;;) {
        char *folder = g_build_filename(root, path, NULL);
        leave = leave && group_leaves_threads(folder);
        g_free(folder);
        char *slash = strrchr(path, '/');
        if (slash == NULL || !leave)
            break;
        *slash = '\0';
    }
    g_free(path);
    return leave;
}

/** Lines `0::/group` of version 2, `8:pids:/group` of version 1. */
static const char *check_group(const OysterResourceFolders *folders, const char *line) {
    char **parts = g_strsplit(line, ":", 3);
    gboolean is_complete = g_strv_length(parts) == 3;
    gboolean is_second = is_complete && strcmp(parts[1], "") == 0;
    char **controllers = is_complete ? g_strsplit(parts[1], ",", -1) : NULL;
    gboolean is_first = is_complete && g_strv_contains((const char *const *)controllers, "pids");
    gboolean leave = TRUE;
    if (is_second)
        leave = groups_leave_threads(folders->cgroup, parts[2]);
    if (is_first) {
        char *root = g_build_filename(folders->cgroup, "pids", NULL);
        leave = groups_leave_threads(root, parts[2]);
        g_free(root);
    }
    g_strfreev(controllers);
    g_strfreev(parts);
    return leave ? NULL : "the control group's pids.max leaves fewer than 32 threads";
}

static const char *check_groups(const OysterResourceFolders *folders) {
    const char *problem = NULL;
    char *text = read_text(folders->proc, "self/cgroup");
    char **lines = g_strsplit(text == NULL ? "" : text, "\n", -1);
    for (char **line = lines; *line != NULL && problem == NULL; line++)
        problem = check_group(folders, *line);
    g_strfreev(lines);
    g_free(text);
    return problem;
}

static const OysterResourceFolders kernel_folders = {"/proc", "/sys/fs/cgroup"};

const char *resource_check_descriptors(const OysterResourceFolders *folders) {
    return check_descriptors(folders == NULL ? kernel_folders.proc : folders->proc);
}

const char *resource_check(const OysterResourceFolders *folders) {
    const OysterResourceFolders *from = folders == NULL ? &kernel_folders : folders;
    const char *problem = check_descriptors(from->proc);
    if (problem != NULL)
        return problem;
    guint64 system_threads = count_system_threads(from->proc);
    problem = check_user_threads(from->proc, system_threads);
    if (problem == NULL)
        problem = check_system_threads(from->proc, system_threads);
    return problem == NULL ? check_groups(from) : problem;
}
