/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file supervisor.h
 * Performs what the state machine of reconnect.h decides. Called by the stream's thread.
 */
#ifndef OYSTER_SUPERVISOR_H
#define OYSTER_SUPERVISOR_H

#include "stream_private.h"

/** Starts the first connection attempt; on failure the retry policy schedules the next one. */
void supervisor_start(OysterStream *self);

/** Reports a failure instead: no attempt can succeed on this machine. */
void supervisor_refuse(OysterStream *self, const char *reason);

/** Checks for timeouts; called every TICK_MS. */
void supervisor_tick(OysterStream *self);

/** Uses the microphone, or stops using it, now and after each reconnect. */
void supervisor_set_microphone(OysterStream *self, gboolean is_on);

/** Ends the current attempt, and starts no other. */
void supervisor_stop(OysterStream *self);

#endif
