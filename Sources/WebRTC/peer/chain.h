/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file chain.h
 * Chains of elements in a peer's pipeline, written down as text.
 */
#ifndef OYSTER_CHAIN_H
#define OYSTER_CHAIN_H

#include "peer.h"

/** Makes a bin of a description, with ghost pads for its loose ends, and adds it to the pipeline.
 *  NULL when an element is missing. */
GstElement *chain_add(peer *peer, const char *description);

/** An element of a chain by its name; borrowed, valid as long as the pipeline. */
GstElement *chain_find(GstElement *chain, const char *name);

/** A pad of such an element; borrowed as well. */
GstPad *chain_pad(GstElement *chain, const char *name, const char *pad);

/** Links the end of a chain to the peer, as a track to send; whether lost packets are repeated when
 *  the other side asks. */
gboolean chain_send(peer *peer, GstElement *chain, gboolean repeats);

/** Links a received track to the beginning of a chain, and starts it. */
gboolean chain_receive(GstElement *chain, GstPad *track);

/** Reads a received track and drops it: a track that nobody reads stops the whole connection. */
void chain_discard(peer *peer, GstPad *track);

#endif
