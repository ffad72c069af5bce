/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gateway.h
 * Starts the development gateway and uses its control port, without the library.
 */
#ifndef GATEWAY_H
#define GATEWAY_H

#include <stdbool.h>
#include <stddef.h>

/** The data that a host receives from its own server. */
typedef struct gateway_credentials {
    char api_host[128];
    char model[64];
    char token[256];
    char ticket[256];
} gateway_credentials;

/** Start the gateway of $OYSTER_GATEWAY, with quick travels; it ends with this process. */
void gateway_start(void);
/** In a child program of a host: use the host's gateway, which ends with the host. */
void gateway_share(void);
/** Stop the gateway. */
void gateway_stop(void);
/** Call a control route; the answer's body, which the caller frees. Exits when it cannot. */
char *gateway_call(const char *method, const char *path, const char *body);
/** POST to a control route; the answer is not used. */
void gateway_post(const char *path, const char *body);
/** Credentials of a fresh world; `mode` is adventure, directing or acting. */
void gateway_issue(const char *mode, gateway_credentials *credentials);
/** As gateway_issue, with further members of the request's object. */
void gateway_issue_with(const char *mode, const char *members, gateway_credentials *credentials);
/** Number of requests to a route; NULL counts all. */
int gateway_requests(const char *route);
/** The address of a control route, which takes any bearer token. */
void gateway_address(const char *path, char *address, size_t capacity);
/** Number of travels with a status on the server. */
int gateway_travels(const char *status);

#endif
