/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file base.h
 * Types that all other headers use: results, handles, JSON, versions.
 */
#ifndef HAPPYOYSTER_BASE_H
#define HAPPYOYSTER_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define OYSTER_API __attribute__((visibility("default")))
#else
#define OYSTER_API
#endif

/* An open enum may have values that this header does not name. Swift reads the attribute; other
 * compilers do not need it. */
#if defined(__clang__)
#define OYSTER_ENUM __attribute__((enum_extensibility(open)))
#else
#define OYSTER_ENUM
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Version of these headers; oyster_version() returns the version of the loaded library. */
#define OYSTER_VERSION_MAJOR 0
#define OYSTER_VERSION_MINOR 1
#define OYSTER_VERSION_PATCH 0
#define OYSTER_VERSION_STRING "0.1.0"

/** Pack a version as oyster_abi_version() does. */
#define OYSTER_ABI_PACK(major, minor, patch) \
    ((uint32_t)(((major) << 24) | ((minor) << 12) | (patch)))

/** The ABI of these headers. A library is compatible when its major number is the same and the rest
 *  is equal or larger. */
#define OYSTER_ABI_VERSION \
    OYSTER_ABI_PACK(OYSTER_VERSION_MAJOR, OYSTER_VERSION_MINOR, OYSTER_VERSION_PATCH)

/**
 * 0 is success; every other value is a code of error.h. Codes that the service sends and this
 * header does not name pass through unchanged.
 */
typedef int32_t oyster_result;

/** An engine: configuration, token, at most one travel in flight. See engine.h. */
typedef struct oyster_engine oyster_engine;
/** A travel: one real-time experience. See travel.h. */
typedef struct oyster_travel oyster_travel;
/** The received video of one travel. See video.h. */
typedef struct oyster_video_view oyster_video_view;
/** One decoded frame, reference-counted. See video.h. */
typedef struct oyster_frame oyster_frame;

/** A JSON tree of the cJSON library. Include <cjson/cJSON.h> to read it, or print it with
 *  oyster_json_print(). */
typedef struct cJSON cJSON;

/** Called once when the library will never use `context` again. Every parameter of this type may be
 *  NULL. */
typedef void (*oyster_release_fn)(void *context);

/**
 * Completion of an asynchronous operation; called exactly once per accepted operation.
 *
 * `code` is 0 or an error code. `result` is never NULL: the data of the operation on success, the
 * error object of docs/json.md on failure. It is borrowed for the call. An operation of a travel
 * that has no completion (NULL) reports its failure as an error event.
 */
typedef void (*oyster_done_fn)(void *context, oyster_result code, const cJSON *result);

/** Id of an event listener, unique in the process, never 0. See oyster_travel_add_listener(). */
typedef uint64_t oyster_listener_id;

/** Result of a call that gives host code back: that removes a callback or a listener, or releases a
 *  handle. */
typedef enum OYSTER_ENUM oyster_release_outcome {
    /** No callback runs or will run; every release function has run; contexts may be freed. */
    OYSTER_RELEASE_COMPLETE = 0,
    /** A callback still runs (perhaps the one that makes this call), or a pending operation still
     *  has to complete with OYSTER_ERROR_ABORTED. Each release function runs once, last. */
    OYSTER_RELEASE_DEFERRED = 1
} oyster_release_outcome;

/**
 * The version of the loaded library, such as "0.1.0".
 *
 * @return Static text, never NULL.
 *
 * Ownership: static, never freed.
 * Threading: any thread, also in a forked child.
 * Since: 0.1
 */
OYSTER_API const char *oyster_version(void);

/**
 * The ABI of the loaded library, packed as by OYSTER_ABI_PACK. Bindings compare it at load time.
 *
 * @return Packed version.
 *
 * Ownership: none.
 * Threading: any thread, also in a forked child.
 * Since: 0.1
 */
OYSTER_API uint32_t oyster_abi_version(void);

/**
 * Print a JSON tree as compact UTF-8 text.
 *
 * @param json Tree of this library, or of a compatible cJSON of the host; NULL gives NULL.
 * @return Text, or NULL when `json` is NULL or there is no memory.
 *
 * Ownership: caller owns the text, release with oyster_string_free().
 * Threading: any thread; the tree must not change during the call.
 * Since: 0.1
 */
OYSTER_API char *oyster_json_print(const cJSON *json);

/**
 * Free a tree that this library gave to the caller (oyster_travel_info(), oyster_travel_stats()).
 * Do not call it on a tree that a callback borrows.
 *
 * @param json Tree, or NULL (nothing happens).
 *
 * Ownership: takes the tree.
 * Threading: any thread.
 * Since: 0.1
 */
OYSTER_API void oyster_json_free(cJSON *json);

/**
 * Free text that this library gave to the caller.
 *
 * @param text Text, or NULL (nothing happens).
 *
 * Ownership: takes the text.
 * Threading: any thread.
 * Since: 0.1
 */
OYSTER_API void oyster_string_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
