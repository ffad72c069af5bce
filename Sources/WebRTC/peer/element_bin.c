/* SPDX-License-Identifier: Apache-2.0 */
#include "element_bin.h"

GstElement *element_bin_add(OysterPeer *peer, const char *description) {
    GstElement *bin = gst_parse_bin_from_description_full(
        description, TRUE, NULL,
        GST_PARSE_FLAG_FATAL_ERRORS | GST_PARSE_FLAG_NO_SINGLE_ELEMENT_BINS, NULL);
    if (bin == NULL)
        return NULL;
    if (gst_bin_add(GST_BIN(peer_pipeline(peer)), bin))
        return bin;
    gst_object_unref(bin);
    return NULL;
}

GstElement *element_bin_find(GstElement *bin, const char *name) {
    GstElement *element = gst_bin_get_by_name(GST_BIN(bin), name);
    if (element != NULL)
        gst_object_unref(element);
    return element;
}

GstPad *element_bin_pad(GstElement *bin, const char *name, const char *pad) {
    GstPad *found = gst_element_get_static_pad(element_bin_find(bin, name), pad);
    gst_object_unref(found);
    return found;
}

static void allow_retransmission(GstPad *pad) {
    GObject *transceiver = NULL;
    g_object_get(pad, "transceiver", &transceiver, NULL);
    if (transceiver == NULL)
        return;
    g_object_set(transceiver, "do-nack", TRUE, NULL);
    g_object_unref(transceiver);
}

gboolean element_bin_link_to_peer(OysterPeer *peer, GstElement *bin, gboolean retransmits) {
    GstPad *source = gst_element_get_static_pad(bin, "src");
    GstPad *sink = gst_element_request_pad_simple(peer_bin(peer), "sink_%u");
    gboolean is_linked =
        source != NULL && sink != NULL && gst_pad_link(source, sink) == GST_PAD_LINK_OK;
    if (is_linked && retransmits)
        allow_retransmission(sink);
    g_clear_object(&source);
    g_clear_object(&sink);
    return is_linked;
}

gboolean element_bin_link_track(GstElement *bin, GstPad *track) {
    GstPad *sink = gst_element_get_static_pad(bin, "sink");
    gboolean is_linked = sink != NULL && gst_pad_link(track, sink) == GST_PAD_LINK_OK;
    g_clear_object(&sink);
    return is_linked && gst_element_sync_state_with_parent(bin);
}

gboolean element_bin_discard_track(OysterPeer *peer, GstPad *track) {
    GstElement *bin = element_bin_add(peer, "fakesink sync=false async=false");
    return bin != NULL && element_bin_link_track(bin, track);
}
