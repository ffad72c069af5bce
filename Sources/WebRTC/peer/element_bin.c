/* SPDX-License-Identifier: Apache-2.0 */
#include "element_bin.h"

GstElement *element_bin_add(OysterPeer *peer, const char *description) {
    GstElement *chain = gst_parse_bin_from_description_full(
        description, TRUE, NULL,
        GST_PARSE_FLAG_FATAL_ERRORS | GST_PARSE_FLAG_NO_SINGLE_ELEMENT_BINS, NULL);
    if (chain == NULL)
        return NULL;
    if (gst_bin_add(GST_BIN(peer_pipeline(peer)), chain))
        return chain;
    gst_object_unref(chain);
    return NULL;
}

GstElement *element_bin_find(GstElement *chain, const char *name) {
    GstElement *found = gst_bin_get_by_name(GST_BIN(chain), name);
    if (found != NULL)
        gst_object_unref(found);
    return found;
}

GstPad *element_bin_pad(GstElement *chain, const char *name, const char *pad) {
    GstPad *found = gst_element_get_static_pad(element_bin_find(chain, name), pad);
    gst_object_unref(found);
    return found;
}

static void allow_repeats(GstPad *pad) {
    GObject *transceiver = NULL;
    g_object_get(pad, "transceiver", &transceiver, NULL);
    if (transceiver == NULL)
        return;
    g_object_set(transceiver, "do-nack", TRUE, NULL);
    g_object_unref(transceiver);
}

gboolean element_bin_link_to_peer(OysterPeer *peer, GstElement *chain, gboolean repeats) {
    GstPad *from = gst_element_get_static_pad(chain, "src");
    GstPad *to = gst_element_request_pad_simple(peer_bin(peer), "sink_%u");
    gboolean is_linked = from != NULL && to != NULL && gst_pad_link(from, to) == GST_PAD_LINK_OK;
    if (is_linked && repeats)
        allow_repeats(to);
    if (from != NULL)
        gst_object_unref(from);
    if (to != NULL)
        gst_object_unref(to);
    return is_linked;
}

gboolean element_bin_link_track(GstElement *chain, GstPad *track) {
    GstPad *to = gst_element_get_static_pad(chain, "sink");
    gboolean is_linked = to != NULL && gst_pad_link(track, to) == GST_PAD_LINK_OK;
    if (to != NULL)
        gst_object_unref(to);
    return is_linked && gst_element_sync_state_with_parent(chain);
}

void element_bin_discard_track(OysterPeer *peer, GstPad *track) {
    GstElement *chain = element_bin_add(peer, "fakesink sync=false async=false");
    if (chain != NULL)
        element_bin_link_track(chain, track);
}
