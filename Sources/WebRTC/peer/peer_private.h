/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer_private.h
 * What the files of a peer share.
 */
#ifndef OYSTER_PEER_PRIVATE_H
#define OYSTER_PEER_PRIVATE_H

#include "peer.h"

enum { PEER_PAYLOAD_TYPES = 128 };

struct OysterPeer {
    OysterPeerEvents events;
    GstElement *pipeline;
    GstElement *bin;
    /** Whether there are TURN servers, which must be told of the end. */
    gboolean has_turn_servers;
    char *certificate;
    char *fingerprint;
    /** Guards what follows, and is held while an event runs. */
    GRecMutex lock;
    gboolean is_open;
    gboolean is_described;
    gboolean is_connected;
    /** The other side has shown its certificate, and it was reported. */
    gboolean is_certificate_logged;
    /** Of the other side, as its description lists them; NULL before. */
    char **remote_fingerprints;
    /** The offer to answer, until it is under way; NULL for the side that offers. */
    char *remote_offer;
    /** What was offered, for the answer to be held against. */
    char *own_offer;
    /** Waiting for the caps of the sending tracks. */
    gboolean is_waiting;
    GObject *channels[DATA_CHANNEL_COUNT];
    gboolean is_data_channel_open[DATA_CHANNEL_COUNT];
    /** Opened by the other side. */
    guint remote_channels;
    /** In g_get_monotonic_time(); atomic. */
    gint64 last_packet_us;
    /** In Hz by payload type, 0 for none; written before the first packet. */
    gint clock_rates[PEER_PAYLOAD_TYPES];
};

/** References: signals, promises and probes hold one each. */
OysterPeer *peer_ref(OysterPeer *self);
void peer_unref(gpointer self);

/** Connects a signal; the handler keeps the peer alive. */
void peer_listen(OysterPeer *self, gpointer object, const char *signal, GCallback handler);

/** Begins an event: TRUE when somebody listens, and then the lock is held until peer_release(). */
gboolean peer_acquire(OysterPeer *self);
void peer_release(OysterPeer *self);

/** Tells of a failure. */
void peer_fail(OysterPeer *self, const char *reason);

/* negotiation.c */

/** Plays the pipeline, and offers or answers as soon as every sending track is ready. */
gboolean negotiation_start(OysterPeer *self);
/** Tells the own description once all candidates are known. */
void negotiation_report_offer(OysterPeer *self);
OysterAnswerError negotiation_accept(OysterPeer *self, const char *answer);

/* data_channels.c */

gboolean data_channels_create(OysterPeer *self);
void data_channels_listen(OysterPeer *self);
void data_channels_drop(OysterPeer *self);

#endif
