/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gateway_media.h
 * The interface between the development gateway and the shared object that sends its media.
 * Internal: both are built from the same source. The gateway loads the object only when media is
 * enabled, so that it also runs where GStreamer is not installed.
 *
 * The gateway may call the functions from any thread, for one viewer one at a time; they return at
 * once. The object calls the event functions from its threads, for one viewer one at a time, also
 * inside `open`.
 */
#ifndef OYSTER_GATEWAY_MEDIA_H
#define OYSTER_GATEWAY_MEDIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Changes with each change of this header. */
#define OYSTER_GATEWAY_MEDIA_ABI 2u

/** Name of the function that the object exports. */
#define OYSTER_GATEWAY_MEDIA_ENTRY "oyster_gateway_media_entry"

/** One client that watches: a peer connection that sends video and a quiet tone, and has the data
 *  channels of docs/webrtc.md. */
typedef struct oyster_media_viewer oyster_media_viewer;

/** What a viewer reports. The struct is copied; `context` is used until `closed`. */
typedef struct oyster_media_events {
    void *context;
    /** Once: the SDP answer with all candidates. */
    void (*answered)(void *context, const char *sdp);
    /** DTLS is connected: media can be sent. */
    void (*connected)(void *context);
    /** A text from a data channel; `reliable` is true for the reliable one. */
    void (*message)(void *context, const char *text, bool reliable);
    /** The peer connection failed, or no packet arrived for 10 s. Once; the gateway closes the
     *  viewer. */
    void (*lost)(void *context, const char *reason);
    /** The last event, once, after `close`. */
    void (*closed)(void *context);
} oyster_media_events;

/** The video to send. Sides in pixels. */
typedef struct oyster_media_options {
    uint32_t width;
    uint32_t height;
    uint32_t frames_per_second;
    uint32_t bitrate_kbps;
} oyster_media_options;

/** How many objects exist, to find leaks. */
typedef struct oyster_media_census {
    /** From `open` until `closed`. */
    uint32_t viewers;
    /** Peer connections with their pipeline; each is freed soon after its viewer. */
    uint32_t peers;
} oyster_media_census;

/** The functions of the object. */
typedef struct oyster_gateway_media {
    uint32_t abi;
    /** Starts to answer an SDP offer, which is copied. NULL when the offer is not SDP or has no
     * VP8, or GStreamer refuses; then no event follows. */
    oyster_media_viewer *(*open)(const char *offer, const oyster_media_options *options,
                                 const oyster_media_events *events);
    /** Sends a frame, which is copied: I420, the planes one after the other, without padding. False
     *  when the viewer is not connected yet, the length is wrong, or two frames wait for the
     *  encoder. */
    bool (*push)(oyster_media_viewer *viewer, const uint8_t *frame, size_t length);
    /** Sends a text on `oyster-commands`, if that is open. */
    void (*send)(oyster_media_viewer *viewer, const char *text);
    /** Starts to close; the gateway calls no function for this viewer afterwards. */
    void (*close)(oyster_media_viewer *viewer);
    /** Counts the objects that exist now. */
    void (*count)(oyster_media_census *census);
} oyster_gateway_media;

/** The type of the exported function. NULL when GStreamer lacks an element or `abi` differs; then
 *  `problem` is set to a static text. */
typedef const oyster_gateway_media *(*oyster_gateway_media_entry_fn)(uint32_t abi,
                                                                     const char **problem);

#endif
