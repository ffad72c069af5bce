/* SPDX-License-Identifier: Apache-2.0 */
#include "tracks.h"

#include <gst/video/video.h>

#include "../peer/element_bin.h"

/** A key picture at least so often; a client that needs one earlier asks. */
enum { MAX_KEY_FRAME_INTERVAL = 240 };

gboolean tracks_add_video(OysterPeer *peer, const oyster_media_options *options, int payload,
                          GstElement **pictures, GstElement **encoder) {
    char *description = g_strdup_printf(
        "appsrc name=pictures is-live=true do-timestamp=true format=time block=false "
        "caps=video/x-raw,format=I420,width=%u,height=%u,framerate=%u/1,"
        "interlace-mode=progressive,colorimetry=bt601 ! "
        // Realtime: no look-ahead, a constant rate, the fastest search.
        "vp8enc name=encoder deadline=1 cpu-used=8 threads=1 lag-in-frames=0 end-usage=cbr "
        "target-bitrate=%u keyframe-max-dist=%d buffer-size=600 buffer-initial-size=400 "
        "buffer-optimal-size=500 undershoot=95 error-resilient=default ! "
        "rtpvp8pay pt=%d picture-id-mode=15-bit ! "
        "capsfilter "
        "caps=application/x-rtp,media=video,encoding-name=VP8,clock-rate=90000,payload=%d",
        options->width, options->height, options->frames_per_second, options->bitrate_kbps * 1000,
        MAX_KEY_FRAME_INTERVAL, payload, payload);
    GstElement *chain = element_bin_add(peer, description);
    g_free(description);
    if (chain == NULL)
        return FALSE;
    *pictures = element_bin_find(chain, "pictures");
    *encoder = element_bin_find(chain, "encoder");
    return element_bin_link_to_peer(peer, chain, TRUE);
}

gboolean tracks_add_audio(OysterPeer *peer, int payload) {
    guint32 ssrc = g_random_int();
    // The payloader adds parameters to its caps, such as sprop-stereo, and webrtcbin refuses offers
    // that give them another value; a caps setter takes them off again.
    char *description = g_strdup_printf(
        "audiotestsrc is-live=true wave=sine freq=220 volume=0.02 ! "
        "audio/x-raw,rate=48000,channels=2 ! opusenc bitrate=32000 complexity=1 ! "
        "rtpopuspay pt=%d ssrc=%u ! capssetter join=false replace=true "
        "caps=application/x-rtp,media=audio,encoding-name=OPUS,encoding-params=(string)2,"
        "clock-rate=48000,payload=%d,ssrc=(uint)%u",
        payload, ssrc, payload, ssrc);
    GstElement *chain = element_bin_add(peer, description);
    g_free(description);
    return chain != NULL && element_bin_link_to_peer(peer, chain, FALSE);
}

void tracks_force_key_frame(GstElement *encoder) {
    gst_element_send_event(
        encoder, gst_video_event_new_upstream_force_key_unit(GST_CLOCK_TIME_NONE, TRUE, 0));
}
