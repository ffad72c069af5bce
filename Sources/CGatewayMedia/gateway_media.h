/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gateway_media.h
 * Between the development gateway and the shared object that sends its pictures. Internal: both
 * are built from the same source. The gateway loads the object when media is wanted, so that it
 * runs where GStreamer is not installed.
 *
 * Functions are called from any thread, return at once, and are serialised by the caller per
 * viewer. Events come from threads of the object, one at a time per viewer, also inside `open`.
 */
#ifndef OYSTER_GATEWAY_MEDIA_H
#define OYSTER_GATEWAY_MEDIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Changes whenever anything here does. */
#define OYSTER_GATEWAY_MEDIA_ABI 2u

/** Name of the function that the object exports. */
#define OYSTER_GATEWAY_MEDIA_ENTRY "oyster_gateway_media_entry"

/** One client that watches: a peer connection with video, a quiet tone, and data channels. */
typedef struct oyster_media_viewer oyster_media_viewer;

/** What a viewer reports. The struct is copied; `context` is used until `closed`. */
typedef struct oyster_media_events {
    void *context;
    /** Once: the SDP answer with all candidates, or NULL when the offer cannot be answered. */
    void (*answered)(void *context, const char *sdp);
    /** Media flows. */
    void (*connected)(void *context);
    /** A text from a data channel; `reliable` is true for the reliable one. */
    void (*message)(void *context, const char *text, bool reliable);
    /** The client is gone; the gateway closes the viewer. */
    void (*lost)(void *context, const char *reason);
    /** Last, once, after `close`. */
    void (*closed)(void *context);
} oyster_media_events;

/** What to send. */
typedef struct oyster_media_options {
    uint32_t width;
    uint32_t height;
    uint32_t frames_per_second;
    uint32_t bitrate_kbps;
} oyster_media_options;

/** How many objects are alive, to find leaks. */
typedef struct oyster_media_census {
    /** From `open` until `closed`. */
    uint32_t viewers;
    /** Peer connections with their pipeline; each is freed soon after its viewer. */
    uint32_t peers;
} oyster_media_census;

/** The functions of the object. */
typedef struct oyster_gateway_media {
    uint32_t abi;
    /** Begins to answer an SDP offer; copied. NULL when out of resources or for a silly offer. */
    oyster_media_viewer *(*open)(const char *offer, const oyster_media_options *options,
                                 const oyster_media_events *events);
    /** Sends a picture: I420, planes after one another without padding; copied. False when the
     *  viewer does not take pictures yet, or still has too many. */
    bool (*push)(oyster_media_viewer *viewer, const uint8_t *picture, size_t length);
    /** Sends a text on the unreliable data channel, if it is open. */
    void (*send)(oyster_media_viewer *viewer, const char *text);
    /** Begins to close; no other function may be called for this viewer afterwards. */
    void (*close)(oyster_media_viewer *viewer);
    /** Counts the objects that are alive now. */
    void (*count)(oyster_media_census *census);
} oyster_gateway_media;

/** Type of the exported function; NULL when GStreamer lacks a needed part. `problem` gets a static
 *  text then. */
typedef const oyster_gateway_media *(*oyster_gateway_media_entry_fn)(uint32_t abi,
                                                                     const char **problem);

#endif
