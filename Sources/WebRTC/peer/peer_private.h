/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer_private.h
 * The state of a peer connection, for the files that implement it.
 */
#ifndef OYSTER_PEER_PRIVATE_H
#define OYSTER_PEER_PRIVATE_H

#include <stdatomic.h>

#include "peer_events.h"

enum { RTP_PAYLOAD_TYPE_COUNT = 128 };

struct OysterPeer {
    OysterPeerEvents events;
    GstElement *pipeline;
    /** The webrtcbin. */
    GstElement *bin;
    /** Whether there are allocations on TURN servers to release. */
    gboolean has_turn_servers;
    /** PEM text of the local key and certificate, and the certificate's fingerprint. */
    char *certificate;
    char *fingerprint;
    /** In g_get_monotonic_time(); 0 before the first packet. */
    _Atomic gint64 last_packet_us;
    /** In Hz by payload type, 0 for none; written before the first packet is sent. */
    gint clock_rates[RTP_PAYLOAD_TYPE_COUNT];

    /** Guards what follows, and is held while an event function runs. */
    GRecMutex lock;
    /** Events are reported. */
    gboolean is_open;
    gboolean is_described;
    gboolean is_connected;
    gboolean is_certificate_logged;
    /** The fingerprints in the remote description; NULL before. */
    char **remote_fingerprints;
    /** The offer to answer; NULL for the side that offers. */
    char *remote_offer;
    /** The local offer, which the answer is checked against. */
    char *local_offer;
    /** The negotiation waits for the caps of the tracks to send. */
    gboolean is_waiting_for_caps;
    GObject *channels[DATA_CHANNEL_COUNT];
    gboolean is_data_channel_open[DATA_CHANNEL_COUNT];
    /** How many data channels the other side opened. */
    guint remote_channels;
};

/** Signal handlers, promises and probes hold one reference each. */
OysterPeer *peer_ref(OysterPeer *self);
void peer_unref(gpointer self);

/** Connects a signal whose handler holds a reference. */
void peer_connect_signal(OysterPeer *self, gpointer object, const char *signal, GCallback handler);

/** TRUE while events are reported; then the lock is held until peer_release(). */
gboolean peer_acquire(OysterPeer *self);
void peer_release(OysterPeer *self);

/** Reports a failure. Any thread. */
void peer_fail(OysterPeer *self, const char *reason);

/** Reports a line for the debug log. Any thread. */
void peer_log(OysterPeer *self, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** How many peers have not been freed. */
guint peer_count_live(void);

/** A peer without a pipeline; for peer.c. */
OysterPeer *peer_allocate(const OysterPeerEvents *events);

#endif
