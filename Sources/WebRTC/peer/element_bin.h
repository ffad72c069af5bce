/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file element_bin.h
 * Bins of elements in the pipeline of a peer connection, made from GStreamer's text descriptions.
 * Borrowed elements and pads are valid as long as the pipeline.
 */
#ifndef OYSTER_ELEMENT_BIN_H
#define OYSTER_ELEMENT_BIN_H

#include "peer.h"

/** Creates a bin, with ghost pads for the unlinked ends, and adds it to the pipeline. Borrowed;
 *  NULL when an element cannot be created or linked. */
GstElement *element_bin_add(OysterPeer *peer, const char *description);

/** An element of a bin by its name, which the description must have; borrowed. */
GstElement *element_bin_find(GstElement *bin, const char *name);

/** A pad of such an element; borrowed. */
GstPad *element_bin_pad(GstElement *bin, const char *name, const char *pad);

/** Links a bin to webrtcbin as a track to send. `retransmits`: lost packets are sent again when the
 *  other side requests them. FALSE when it cannot be linked. */
gboolean element_bin_link_to_peer(OysterPeer *peer, GstElement *bin, gboolean retransmits);

/** Links a received track to a bin and starts the bin. FALSE when one of both fails. */
gboolean element_bin_link_track(GstElement *bin, GstPad *track);

/** Reads a received track and drops its packets: a track that is not read stops the whole
 *  connection. FALSE when that cannot be set up. */
gboolean element_bin_discard_track(OysterPeer *peer, GstPad *track);

#endif
