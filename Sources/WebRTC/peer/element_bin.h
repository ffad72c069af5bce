/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file element_bin.h
 * Chains of elements in a peer's pipeline, written down as text.
 */
#ifndef OYSTER_ELEMENT_BIN_H
#define OYSTER_ELEMENT_BIN_H

#include "peer.h"

/** Makes a bin of a description, with ghost pads for its loose ends, and adds it to the pipeline.
 *  NULL when an element is missing. */
GstElement *element_bin_add(OysterPeer *peer, const char *description);

/** An element of a chain by its name; borrowed, valid as long as the pipeline. */
GstElement *element_bin_find(GstElement *chain, const char *name);

/** A pad of such an element; borrowed as well. */
GstPad *element_bin_pad(GstElement *chain, const char *name, const char *pad);

/** Links the end of a chain to the peer, as a track to send; whether lost packets are repeated when
 *  the other side asks. */
gboolean element_bin_link_to_peer(OysterPeer *peer, GstElement *chain, gboolean repeats);

/** Links a received track to the beginning of a chain, and starts it. */
gboolean element_bin_link_track(GstElement *chain, GstPad *track);

/** Reads a received track and drops it: a track that nobody reads stops the whole connection. */
void element_bin_discard_track(OysterPeer *peer, GstPad *track);

#endif
