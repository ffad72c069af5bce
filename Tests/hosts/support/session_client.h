/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file session_client.h
 * A client of a session in a host program: an engine, a session, and what its listener received.
 */
#ifndef SESSION_CLIENT_H
#define SESSION_CLIENT_H

#include "host.h"
#include "session_server.h"

/** How long a check waits for an event. */
#define CLIENT_LIMIT_MS 30000.0

/** One client. Zero it, then call client_open(). */
typedef struct session_client {
    oyster_engine *engine;
    oyster_session *session;
    oyster_listener_id listener;
    /** Id of its connection, after CONNECTED. */
    char id[129];
    /** Events of each type, and all of them. */
    atomic_int counts[32], events;
    /** Code of the last FAILED or ERROR. */
    atomic_int code;
    /** Sequence of the last event; whether one was not the next. */
    uint64_t sequence;
    atomic_bool has_gap;
    atomic_int releases, events_after_release;
    /** Names of the events, and reasons of ends, in order. The lock guards it. */
    char history[8192];
    pthread_mutex_t lock;
    /** Called for each event, before it is counted; may be NULL. */
    void (*on_event)(struct session_client *, const oyster_session_event *);
    void *context;
} session_client;

/** Options for a session. */
oyster_session_options client_options(const session_access *access);
/** Create an engine, a session and a listener. */
void client_open(session_client *client, const session_access *access);
/** The same with an engine and with options. */
void client_open_with(session_client *client, oyster_engine *engine,
                      const oyster_session_options *options);
/** Begin to connect with a fresh token. */
oyster_result client_begin(session_client *client, const session_access *access, const char *role,
                           const char *data, host_outcome *outcome);
/** Connect and wait for it. */
void client_connect(session_client *client, const session_access *access, const char *role,
                    const char *data);
/** Wait until events of a type have arrived so often; a failure after CLIENT_LIMIT_MS. */
void client_wait(session_client *client, oyster_session_event_type type, int count);
/** Wait for a status. */
void client_wait_status(session_client *client, oyster_connection_status status);
/** Status of the session. */
oyster_connection_status client_status(const session_client *client);
/** Send a signal to all, or to one. */
oyster_result client_signal(session_client *client, const char *type, const char *data,
                            const char *to);
/** A copy of the history, which the caller frees. */
char *client_history(session_client *client);
/** Release the session and destroy the engine; check that the listener was released once, last. */
void client_close(session_client *client);
/** The same for the session alone. */
void client_release(session_client *client);

#endif
