/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_ADDRESSES_H
#define OYSTER_ADDRESSES_H

#include <glib-object.h>

/** Hands an ICE agent of webrtcbin the machine's addresses, loopback included: by itself it leaves
 *  that out. */
void addresses_add_all(GObject *ice_agent);

#endif
