/* SPDX-License-Identifier: Apache-2.0 */
#include "tracks.h"

#include <gst/video/video.h>

#include "../peer/element_bin.h"

/** The largest number of frames between two key frames; a client requests one that it needs
 *  earlier. */
enum { MAX_KEY_FRAME_INTERVAL = 240 };

gboolean tracks_add_video(OysterPeer *peer, const oyster_media_options *options, int payload,
                          GstElement **frames, GstElement **encoder) {
    char *description = g_strdup_printf(
        "appsrc name=frames is-live=true do-timestamp=true format=time block=false "
        "caps=video/x-raw,format=I420,width=%u,height=%u,framerate=%u/1,"
        "interlace-mode=progressive,colorimetry=bt601 ! "
        // For low latency: no look-ahead, a constant bit rate, the fastest motion search.
        "vp8enc name=encoder deadline=1 cpu-used=8 threads=1 lag-in-frames=0 end-usage=cbr "
        "target-bitrate=%u keyframe-max-dist=%d buffer-size=600 buffer-initial-size=400 "
        "buffer-optimal-size=500 undershoot=95 error-resilient=default ! "
        "rtpvp8pay pt=%d picture-id-mode=15-bit ! "
        "capsfilter "
        "caps=application/x-rtp,media=video,encoding-name=VP8,clock-rate=90000,payload=%d",
        options->width, options->height, options->frames_per_second, options->bitrate_kbps * 1000,
        MAX_KEY_FRAME_INTERVAL, payload, payload);
    GstElement *bin = element_bin_add(peer, description);
    g_free(description);
    if (bin == NULL)
        return FALSE;
    *frames = element_bin_find(bin, "frames");
    *encoder = element_bin_find(bin, "encoder");
    return element_bin_link_to_peer(peer, bin, TRUE);
}

gboolean tracks_add_audio(OysterPeer *peer, int payload) {
    guint32 ssrc = g_random_int();
    // The payloader adds parameters such as sprop-stereo to its caps, and webrtcbin refuses offers
    // in which they have other values; the capssetter removes them.
    char *description = g_strdup_printf(
        "audiotestsrc is-live=true wave=sine freq=220 volume=0.02 ! "
        "audio/x-raw,rate=48000,channels=2 ! opusenc bitrate=32000 complexity=1 ! "
        "rtpopuspay pt=%d ssrc=%u ! capssetter join=false replace=true "
        "caps=application/x-rtp,media=audio,encoding-name=OPUS,encoding-params=(string)2,"
        "clock-rate=48000,payload=%d,ssrc=(uint)%u",
        payload, ssrc, payload, ssrc);
    GstElement *bin = element_bin_add(peer, description);
    g_free(description);
    return bin != NULL && element_bin_link_to_peer(peer, bin, FALSE);
}

void tracks_force_key_frame(GstElement *encoder) {
    gst_element_send_event(
        encoder, gst_video_event_new_upstream_force_key_unit(GST_CLOCK_TIME_NONE, TRUE, 0));
}
