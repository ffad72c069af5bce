/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the resource check, with real limits where a process may set them, and with files
 * in the place of the kernel's otherwise. */
#include "../../Sources/WebRTC/engine/resource_check.h"

#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

static void expect(const char *name, gboolean holds) {
    if (holds)
        return;
    fprintf(stderr, "failed: %s\n", name);
    failures++;
}

/** Whether the check names a limit; NULL: whether it finds enough. */
static gboolean finds(const OysterResourceFolders *folders, const char *limit) {
    const char *problem = resource_check(folders);
    gboolean is_right =
        limit == NULL ? problem == NULL : problem != NULL && strstr(problem, limit) != NULL;
    if (!is_right)
        fprintf(stderr, "found: %s\n", problem == NULL ? "enough" : problem);
    return is_right;
}

/* Descriptors, with the real limit. */

/** The smallest limit below which this number of descriptors is free. */
static rlim_t limit_with_free(rlim_t count) {
    rlim_t limit = 0;
    for (rlim_t free = 0; free < count; limit++)
        free += fcntl((int)limit, F_GETFD) == -1;
    return limit;
}

static void set_limit(int kind, rlim_t value) {
    struct rlimit limit;
    getrlimit(kind, &limit);
    limit.rlim_cur = value;
    expect("a limit can be set", setrlimit(kind, &limit) == 0);
}

static void check_descriptors(void) {
    struct rlimit former;
    getrlimit(RLIMIT_NOFILE, &former);
    // A descriptor above the later limit does not use a number below it.
    int high = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 500);
    rlim_t enough = limit_with_free(NEEDED_DESCRIPTORS);
    rlim_t too_few = limit_with_free(NEEDED_DESCRIPTORS - 1);
    rlim_t none = limit_with_free(0);
    set_limit(RLIMIT_NOFILE, enough);
    expect("64 free descriptors are enough", resource_check_descriptors(NULL) == NULL);
    set_limit(RLIMIT_NOFILE, too_few);
    expect("63 free descriptors are too few", finds(NULL, "RLIMIT_NOFILE"));
    set_limit(RLIMIT_NOFILE, none);
    expect("no free descriptor is too few", finds(NULL, "RLIMIT_NOFILE"));
    set_limit(RLIMIT_NOFILE, 0);
    expect("a limit of 0 is too few", finds(NULL, "RLIMIT_NOFILE"));
    setrlimit(RLIMIT_NOFILE, &former);
    close(high);
}

/* Threads of the user, with the real limit, as a user of this test alone. */

static void *wait_for_gate(void *gate) {
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/** How many of 32 threads can be started. */
static int start_threads(void) {
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t threads[NEEDED_THREADS];
    int count = 0;
    pthread_mutex_lock(&gate);
    while (count < NEEDED_THREADS &&
           pthread_create(&threads[count], NULL, wait_for_gate, &gate) == 0)
        count++;
    pthread_mutex_unlock(&gate);
    for (int index = 0; index < count; index++)
        pthread_join(threads[index], NULL);
    return count;
}

/** In a child process that has a user of its own, and so one thread. */
static int check_user_threads_as_other_user(void) {
    uid_t user = 50000 + (uid_t)getpid() % 10000;
    failures = 0;
    if (setresuid(user, user, user) != 0)
        return 1;
    set_limit(RLIMIT_NPROC, NEEDED_THREADS + 1);
    expect("32 free threads of the user are enough", finds(NULL, NULL));
    expect("32 threads start within this limit", start_threads() == NEEDED_THREADS);
    set_limit(RLIMIT_NPROC, NEEDED_THREADS);
    expect("31 free threads of the user are too few", finds(NULL, "RLIMIT_NPROC"));
    expect("32 threads do not start within this limit", start_threads() < NEEDED_THREADS);
    set_limit(RLIMIT_NPROC, 0);
    expect("a limit of 0 threads is too few", finds(NULL, "RLIMIT_NPROC"));
    return failures;
}

static void check_user_threads(void) {
    if (geteuid() != 0) {
        fprintf(stderr, "the real limit of threads is not tested: only root can change its user\n");
        return;
    }
    pid_t child = fork();
    if (child == 0)
        _exit(check_user_threads_as_other_user());
    int status = -1;
    waitpid(child, &status, 0);
    expect("the real limit of threads", WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void check_exemption_of_root(void) {
    if (geteuid() != 0)
        return;
    struct rlimit former;
    getrlimit(RLIMIT_NPROC, &former);
    set_limit(RLIMIT_NPROC, 1);
    int started = start_threads();
    expect("the check and the kernel agree about root",
           finds(NULL, started == NEEDED_THREADS ? NULL : "RLIMIT_NPROC"));
    setrlimit(RLIMIT_NPROC, &former);
}

/* Limits of the system and of control groups, with files of the test. */

static char *folder;

static void write_file(const char *name, const char *content) {
    char *path = g_build_filename(folder, name, NULL);
    char *parent = g_path_get_dirname(path);
    expect(name,
           g_mkdir_with_parents(parent, 0700) == 0 && g_file_set_contents(path, content, -1, NULL));
    g_free(parent);
    g_free(path);
}

static void remove_all(const char *path) {
    GDir *directory = g_dir_open(path, 0, NULL);
    const char *name;
    while (directory != NULL && (name = g_dir_read_name(directory)) != NULL) {
        char *child = g_build_filename(path, name, NULL);
        remove_all(child);
        g_free(child);
    }
    if (directory != NULL)
        g_dir_close(directory);
    g_remove(path);
}

typedef struct OysterFile {
    const char *name, *content;
} OysterFile;

/** `proc/self/fd` is empty: no descriptor is in use. */
static const struct {
    const char *name;
    OysterFile files[6];
    const char *limit;
} cases[] = {
    {"files that are missing set no limit", {{NULL, NULL}}, NULL},
    {"32 threads below the kernel's threads-max are enough",
     {{"proc/loadavg", "0.1 0.2 0.3 2/968 4711\n"}, {"proc/sys/kernel/threads-max", "1000\n"}},
     NULL},
    {"31 threads below the kernel's threads-max are too few",
     {{"proc/loadavg", "0.1 0.2 0.3 2/969 4711\n"}, {"proc/sys/kernel/threads-max", "1000\n"}},
     "threads-max"},
    {"a control group of version 2 with 32 free threads is enough",
     {{"proc/self/cgroup", "0::/user/job\n"},
      {"cgroup/user/job/pids.max", "100\n"},
      {"cgroup/user/job/pids.current", "68\n"}},
     NULL},
    {"a control group of version 2 with 31 free threads has too few",
     {{"proc/self/cgroup", "0::/user/job\n"},
      {"cgroup/user/job/pids.max", "100\n"},
      {"cgroup/user/job/pids.current", "69\n"}},
     "pids.max"},
    {"a control group without a limit is enough",
     {{"proc/self/cgroup", "0::/user/job\n"},
      {"cgroup/user/job/pids.max", "max\n"},
      {"cgroup/user/job/pids.current", "99999\n"}},
     NULL},
    {"a limit of a parent group counts",
     {{"proc/self/cgroup", "0::/user/job\n"},
      {"cgroup/user/job/pids.max", "max\n"},
      {"cgroup/user/pids.max", "40\n"},
      {"cgroup/user/pids.current", "20\n"}},
     "pids.max"},
    {"a limit of the root group counts, as in a container",
     {{"proc/self/cgroup", "0::/\n"}, {"cgroup/pids.max", "40\n"}, {"cgroup/pids.current", "9\n"}},
     "pids.max"},
    {"a path of the host is skipped in a container, whose own group counts",
     {{"proc/self/cgroup", "0::/docker/4711\n"},
      {"cgroup/pids.max", "40\n"},
      {"cgroup/pids.current", "9\n"}},
     "pids.max"},
    {"a control group of version 1 with 32 free threads is enough",
     {{"proc/self/cgroup", "9:name=systemd:/\n8:pids:/job\n7:cpu,cpuacct:/\n"},
      {"cgroup/pids/job/pids.max", "100\n"},
      {"cgroup/pids/job/pids.current", "68\n"}},
     NULL},
    {"a control group of version 1 with 31 free threads has too few",
     {{"proc/self/cgroup", "9:name=systemd:/\n8:pids:/job\n7:cpu,cpuacct:/\n"},
      {"cgroup/pids/job/pids.max", "100\n"},
      {"cgroup/pids/job/pids.current", "69\n"}},
     "pids.max"},
    {"a limit below 32 is too few in an empty group",
     {{"proc/self/cgroup", "0::/job\n"},
      {"cgroup/job/pids.max", "31\n"},
      {"cgroup/job/pids.current", "0\n"}},
     "pids.max"},
    {"a count above the limit is too many",
     {{"proc/self/cgroup", "0::/job\n"},
      {"cgroup/job/pids.max", "100\n"},
      {"cgroup/job/pids.current", "200\n"}},
     "pids.max"},
    {"unreadable lines and numbers set no limit",
     {{"proc/self/cgroup", "0\n::\nnonsense\n\n0::/job\n"},
      {"cgroup/job/pids.max", "many\n"},
      {"cgroup/job/pids.current", "\n"},
      {"proc/loadavg", "nothing"},
      {"proc/sys/kernel/threads-max", "-1\n"}},
     NULL},
};

static void check_files(void) {
    for (gsize index = 0; index < G_N_ELEMENTS(cases); index++) {
        folder = g_dir_make_tmp("oyster-resources-XXXXXX", NULL);
        write_file("proc/self/fd/.keep", "");
        for (const OysterFile *file = cases[index].files; file->name != NULL; file++)
            write_file(file->name, file->content);
        char *proc = g_build_filename(folder, "proc", NULL);
        char *cgroup = g_build_filename(folder, "cgroup", NULL);
        expect(cases[index].name,
               finds(&(OysterResourceFolders){proc, cgroup}, cases[index].limit));
        g_free(proc);
        g_free(cgroup);
        remove_all(folder);
        g_free(folder);
    }
}

int main(void) {
    check_descriptors();
    check_user_threads();
    check_exemption_of_root();
    struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
    // Otherwise the number of this user's threads would count in the cases with files.
    setrlimit(RLIMIT_NPROC, &unlimited);
    check_files();
    return failures == 0 ? 0 : 1;
}
