/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file signals.h
 * The state of all 64 signals of the process in the kernel.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/** Dispositions of the process and mask of the calling thread. */
typedef struct signals_state {
    /** struct kernel_sigaction, per signal. */
    unsigned char actions[64][32];
    uint64_t mask;
} signals_state;

/** Read the state; glibc's sigaction() hides two signals, so the kernel is asked. */
void signals_read(signals_state *state);
bool signals_equal(const signals_state *one, const signals_state *other);
/** Number of threads of this process, the calling one aside, that leave a signal unblocked which a
 *  host may handle; each is named on stderr. */
int signals_open_threads(void);

#endif
