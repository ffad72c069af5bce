/* SPDX-License-Identifier: Apache-2.0 */
#include "reconnect.h"

gint64 patience_after_failure(OysterReconnect *self, gint64 now_us) {
    static const gint64 waits[] = {0, 250 * 1000, 500 * 1000, 1000 * 1000, 2000 * 1000};
    if (self->deadline_us == 0)
        self->deadline_us = now_us + RECONNECT_US;
    gint64 wait = waits[MIN(self->failures, G_N_ELEMENTS(waits) - 1)];
    self->failures++;
    return now_us + wait < self->deadline_us ? wait : -1;
}

void patience_renew(OysterReconnect *self) {
    *self = (OysterReconnect){0};
}
