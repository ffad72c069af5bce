/* SPDX-License-Identifier: Apache-2.0 */
#include "peer_private.h"

/** Values of webrtcbin's enumerations; its headers are not there, see webrtc_api.h. */
enum { KIND_AUDIO = 1, RECEIVES = 3, SENDS_AND_RECEIVES = 4 };

static gboolean is_receiving_audio(GObject *transceiver) {
    int kind = 0, direction = 0;
    g_object_get(transceiver, "kind", &kind, "current-direction", &direction, NULL);
    return kind == KIND_AUDIO && (direction == RECEIVES || direction == SENDS_AND_RECEIVES);
}

gboolean peer_receives_audio(OysterPeer *self) {
    GArray *all = NULL;
    gboolean does = FALSE;
    g_signal_emit_by_name(self->bin, "get-transceivers", &all);
    for (guint index = 0; all != NULL && index < all->len; index++)
        does = does || is_receiving_audio(g_array_index(all, GObject *, index));
    if (all != NULL)
        g_array_unref(all);
    return does;
}
