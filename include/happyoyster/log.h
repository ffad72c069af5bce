/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file log.h
 * The process-wide log. Tokens, tickets, RTC secrets and media URLs never reach it.
 *
 * A record is a sentence with a level and a tag; failures have operation, name, code and cause. A
 * start without a problem logs nothing at warning or error. Why a function refused a call, which
 * its code alone cannot say, is a warning (an invalid configuration: an error), at most once a
 * second for each function and cause.
 *
 * Without a handler each record is a line on stderr, with the time in UTC:
 *
 *     2026-09-03T10:02:00.123Z [oyster][info][world] travel 1: the status is running
 *
 * Two variables of the environment change this without code. They are read once, at the first use
 * of the library, and do not count in a set-user-ID process.
 *
 * - HAPPYOYSTER_LOG: the lowest level that is logged, one of debug, info, warning, error, none.
 * - HAPPYOYSTER_LOG_FILE: a path. The lines are appended to this file instead of stderr; a handler
 *   gets its records as well. The file is opened at the first record, on the thread of the
 *   handler. If that fails, stderr gets a line with the reason, and the records.
 *
 * A level that oyster_log_set_minimum_level() sets counts more than HAPPYOYSTER_LOG, which counts
 * more than the `log_level` of the latest configuration, which counts more than warning.
 */
#ifndef HAPPYOYSTER_LOG_H
#define HAPPYOYSTER_LOG_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Severity of a log record. */
typedef enum OYSTER_ENUM oyster_log_level {
    /** In a configuration: no level, which means warning. */
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
 * for the call. Records arrive one at a time and in order, on a callback thread of the library,
 * whatever an engine's delivery is. A slow handler delays nothing but later records: 1024 wait,
 * more are dropped and counted. It may call any oyster_ function; what it logs itself is dropped.
 */
typedef void (*oyster_log_fn)(void *context, oyster_log_level level, const char *tag,
                              const char *message);

/**
 * Set the lowest level that is logged. It counts more than HAPPYOYSTER_LOG and than any
 * configuration, earlier or later. Without it, without the variable and without a configuration the
 * level is warning.
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
 * Send the log to a handler instead of stderr. A former handler is dropped: it is silent when this
 * function returns OYSTER_RELEASE_COMPLETE in `silence`, and its release function runs once, last.
 *
 * oyster_engine_shutdown_all() ends the log: the handler is not called any more, and not given
 * back. To have its context back, set NULL before.
 *
 * @param handler Handler, or NULL for the default (one line per record on stderr or in the file).
 * @param context Passed to the handler; not used when that is NULL.
 * @param release Called once when `context` is no longer used, or NULL. Not called when `handler`
 *                is NULL: then nothing was lent.
 * @param outcome Out, may be NULL: what became of the former handler; silent when there was none.
 * @return OYSTER_OK; OYSTER_ERROR_FORKED in a forked child; OYSTER_ERROR_SHUT_DOWN after
 *         oyster_engine_shutdown_all(). On a refusal nothing changes and `release` is not called.
 *
 * Ownership: `context` is lent until `release` has run.
 * Threading: any thread, any callback; waits up to 50 ms for a running handler.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_log_set_handler(oyster_log_fn handler, void *context,
                                                oyster_release_fn release,
                                                oyster_release_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
