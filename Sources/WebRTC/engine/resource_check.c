/* SPDX-License-Identifier: Apache-2.0 */
#include "resource_check.h"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

/** What a connection takes at most, and something for the host beside it. */
enum { DESCRIPTORS = 64, THREADS = 32 };

gboolean headroom_for_descriptors(void) {
    int taken[DESCRIPTORS];
    int count = 0;
    while (count < DESCRIPTORS && (taken[count] = eventfd(0, EFD_CLOEXEC)) >= 0)
        count++;
    for (int index = 0; index < count; index++)
        close(taken[index]);
    return count == DESCRIPTORS;
}

static void *wait_for_end(void *gate) {
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

gboolean headroom_for_threads(void) {
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t taken[THREADS];
    int count = 0;
    pthread_mutex_lock(&gate);
    while (count < THREADS && pthread_create(&taken[count], NULL, wait_for_end, &gate) == 0)
        count++;
    pthread_mutex_unlock(&gate);
    for (int index = 0; index < count; index++)
        pthread_join(taken[index], NULL);
    return count == THREADS;
}
