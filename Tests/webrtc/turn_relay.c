/* SPDX-License-Identifier: Apache-2.0 */
/* Media passes through a TURN server only. turn_relay.sh starts the server and this program.
 *
 *     turn_relay ENGINE SENDER PORT
 */
#include <stdio.h>
#include <string.h>

#include "harness.h"

int main(int count, char **arguments) {
    static OysterHarness self;
    char more[512];
    if (count != 4)
        return 2;
    // The name and the password have characters that must be escaped in a URL.
    snprintf(more, sizeof more,
             ",\"iceServers\":[{\"urls\":\"stun:127.0.0.1:%s\"},"
             "{\"urls\":[\"turn:127.0.0.1:%s?transport=udp\"],\"username\":\"user@1\","
             "\"credential\":\"p@ss/word#1\"}],\"iceTransportPolicy\":\"relay\"",
             arguments[3], arguments[3]);
    harness_start(&self, arguments + 1);
    self.extra_config = more;
    harness_join(&self);
    AWAIT(&self, self.frames > 10);
    EXPECT(&self, strstr(self.offer, " typ relay") != NULL);
    EXPECT(&self, strstr(self.offer, " typ host") == NULL);
    harness_leave(&self);
    harness_stop(&self);
    return 0;
}
