/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the sums over a track's SSRCs. */
#include <stdio.h>

#include "../../Sources/WebRTC/engine/ssrc_stats.h"

static int failures;

static void expect(const char *name, const OysterSsrcStats *self, guint64 packets, guint64 lost,
                   guint64 bytes) {
    const OysterRtpCounts *total = &self->total;
    if (total->packets == packets && total->lost == lost && total->bytes == bytes)
        return;
    fprintf(stderr,
            "%s: %" G_GUINT64_FORMAT " packets, %" G_GUINT64_FORMAT " lost, %" G_GUINT64_FORMAT
            " bytes\n",
            name, total->packets, total->lost, total->bytes);
    failures++;
}

static gboolean read_counts(OysterSsrcStats *self, guint32 ssrc, guint64 packets, guint64 lost,
                            guint64 bytes) {
    return ssrc_stats_update(self, ssrc, &(OysterRtpCounts){packets, lost, bytes});
}

static void expect_sums(void) {
    OysterSsrcStats self = {0};
    expect("without a reading", &self, 0, 0, 0);
    read_counts(&self, 7, 99, 99, 99);
    expect("an SSRC of another track", &self, 0, 0, 0);
    ssrc_stats_add(&self, 1);
    if (!read_counts(&self, 1, 10, 2, 1000))
        failures++;
    read_counts(&self, 1, 15, 3, 1500);
    expect("one SSRC", &self, 15, 3, 1500);
    read_counts(&self, 1, 16, 1, 1600);
    expect("a retransmission arrived", &self, 16, 3, 1600);
    read_counts(&self, 1, 17, 3, 1700);
    expect("another loss below the highest count", &self, 17, 3, 1700);
    ssrc_stats_add(&self, 2);
    expect("a new SSRC without a reading", &self, 17, 3, 1700);
    read_counts(&self, 2, 4, 0, 400);
    if (read_counts(&self, 1, 18, 3, 1800))
        failures++;
    expect("a last reading of the former SSRC", &self, 22, 3, 2200);
    read_counts(&self, 2, 1, 0, 100);
    expect("counted from 0 again by webrtcbin", &self, 23, 3, 2300);
    ssrc_stats_add(&self, 1);
    read_counts(&self, 1, 20, 3, 2000);
    expect("the former SSRC again", &self, 25, 3, 2500);
    ssrc_stats_forget(&self);
    read_counts(&self, 1, 30, 9, 3000);
    expect("a late reading of the former connection", &self, 25, 3, 2500);
    ssrc_stats_add(&self, 1);
    read_counts(&self, 1, 5, 1, 500);
    expect("a new connection", &self, 30, 4, 3000);
}

static void expect_a_bound(void) {
    OysterSsrcStats self = {0};
    for (guint32 ssrc = 1; ssrc <= 1000; ssrc++) {
        ssrc_stats_add(&self, ssrc);
        read_counts(&self, ssrc, 2, 1, 20);
    }
    expect("1000 SSRCs", &self, 2000, 1000, 20000);
    read_counts(&self, 1, 50, 50, 500);
    expect("a reading of an SSRC that is not counted any more", &self, 2000, 1000, 20000);
    read_counts(&self, 1000, 3, 1, 30);
    expect("a reading of the newest SSRC", &self, 2001, 1000, 20010);
}

int main(void) {
    expect_sums();
    expect_a_bound();
    return failures == 0 ? 0 : 1;
}
