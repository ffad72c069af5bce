/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file session_server.h
 * Starts the session server, creates sessions and issues tokens, without the library.
 */
#ifndef SESSION_SERVER_H
#define SESSION_SERVER_H

#include <happyoyster.h>

/** What a host receives from its own server. */
typedef struct session_access {
    char api[128];
    char key[129];
    char session_id[129];
} session_access;

/** Start the server of $OYSTER_SESSION_SERVER with `--dev`; it ends with this process. `config` is
 *  the text of a configuration file, or NULL. */
void session_server_start(const char *config);
/** Send the server a signal, such as SIGSTOP. */
void session_server_signal(int signal);
/** Stop the server with a signal, and wait for its end: SIGTERM for a restart, SIGINT to end its
 *  sessions, SIGKILL. */
void session_server_stop(int signal);
/** Create a session. */
void session_server_create(session_access *access);
/** A token for a session, valid for an hour. `data` has no characters that JSON escapes. */
void session_server_token(const session_access *access, const char *role, const char *data,
                          char *token, size_t capacity);
/** An address of this machine that accepts HTTP connections and never answers; for the whole
 *  process. */
void session_server_silent(session_access *access);
/** A number of the server's metrics, such as "oyster_session_sessions"; -1 without it. */
double session_server_metric(const char *name);

#endif
