/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file log.h
 * The log of the process. It never contains tokens, tickets, RTC secrets or media URLs.
 *
 * A record is one sentence with a level and a tag. Records of failures have operation, name, code
 * and cause. A start without a failure writes no warning and no error. When a function refuses a
 * call for a reason that its code alone cannot express, the log has a warning (for an invalid
 * configuration: an error), at most one per second for each function and cause.
 *
 * Without a handler each record is a line on stderr, with the time in UTC:
 *
 *     2026-09-03T10:02:00.123Z [oyster][info][world] travel 1: the status is running
 *
 * Two environment variables change this without code. The library reads them once, when it is first
 * used, and ignores them in a set-user-ID process.
 *
 * - HAPPYOYSTER_LOG: the lowest level that is logged, one of debug, info, warning, error, none.
 * - HAPPYOYSTER_LOG_FILE: a path. The library appends the lines to this file instead of writing
 *   them to stderr; a handler receives its records as well. The file is opened at the first record,
 *   on the thread that runs the handler. If this fails, stderr receives one line with the reason,
 *   and the records.
 *
 * The level is, in this order, that of oyster_log_set_minimum_level(), that of HAPPYOYSTER_LOG, the
 * `log_level` of the latest configuration, or warning.
 */
#ifndef HAPPYOYSTER_LOG_H
#define HAPPYOYSTER_LOG_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Severity of a log record. */
typedef enum OYSTER_ENUM oyster_log_level {
    /** In a configuration: not set, which means warning. */
    OYSTER_LOG_LEVEL_DEFAULT = 0,
    OYSTER_LOG_LEVEL_DEBUG = 1,
    OYSTER_LOG_LEVEL_INFO = 2,
    OYSTER_LOG_LEVEL_WARNING = 3,
    OYSTER_LOG_LEVEL_ERROR = 4
} oyster_log_level;

/**
 * Receives log records.
 *
 * `tag` is one of "core", "network", "world", "stream", "control", "sdk". Both texts are borrowed
 * for the call. Records arrive one at a time and in order, on a callback thread of the library, for
 * every delivery of an engine. A slow handler delays only later records: up to 1024 records wait;
 * more are dropped and counted. A handler may call any function of the library; records that result
 * from these calls are dropped.
 */
typedef void (*oyster_log_fn)(void *context, oyster_log_level level, const char *tag,
                              const char *message);

/**
 * Set the lowest level that is logged. It replaces HAPPYOYSTER_LOG and the level of every
 * configuration, earlier or later.
 *
 * @param level DEBUG, INFO, WARNING or ERROR.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT for another value (level unchanged);
 *         OYSTER_ERROR_FORKED in a forked child; OYSTER_ERROR_SHUT_DOWN after
 *         oyster_engine_shutdown_all().
 *
 * Ownership: none.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_log_set_minimum_level(oyster_log_level level);

/**
 * Send the log to a handler instead of stderr. The new handler replaces the former one, whose
 * release function runs once, after its last call: before this function returns when `outcome` is
 * OYSTER_RELEASE_COMPLETE, later otherwise.
 *
 * After oyster_engine_shutdown_all() the library does not call the handler any more and does not
 * release it. A host that needs its context back sets NULL before.
 *
 * @param handler Handler, or NULL for the default (one line per record on stderr or in the file).
 * @param context Passed to the handler; not used when that is NULL.
 * @param release Called once when `context` is no longer used, or NULL. Not called when `handler`
 *                is NULL.
 * @param outcome Out, may be NULL: whether the former handler is released; complete when there was
 *                none.
 * @return OYSTER_OK; OYSTER_ERROR_FORKED in a forked child; OYSTER_ERROR_SHUT_DOWN after
 *         oyster_engine_shutdown_all(). On a refusal nothing changes and `release` is not called.
 *
 * Ownership: `context` belongs to the library until `release` has run.
 * Threading: any thread, any callback; waits up to 50 ms for a handler that runs.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_log_set_handler(oyster_log_fn handler, void *context,
                                                oyster_release_fn release,
                                                oyster_release_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
