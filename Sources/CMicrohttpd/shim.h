// SPDX-License-Identifier: Apache-2.0
// Why: libmicrohttpd ships no module map, and Swift cannot call its variadic functions.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

// Binds to 127.0.0.1 only. One thread serves all connections; a connection that must wait is
// suspended and costs no thread. It uses poll: with epoll, libmicrohttpd 0.9.75 misses that clients
// close while the limit of connections is reached, and then accepts no connection any more. A
// connection without traffic is closed after `idle` seconds, unless it is suspended.
static inline struct MHD_Daemon *oyster_mhd_start(uint16_t port, unsigned int connections,
                                                  unsigned int idle,
                                                  MHD_AccessHandlerCallback handler,
                                                  MHD_RequestCompletedCallback completed,
                                                  void *context) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return MHD_start_daemon(MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, port, NULL,
                            NULL, handler, context, MHD_OPTION_SOCK_ADDR, &address,
                            MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT,
                            idle, MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_END);
}

static inline uint16_t oyster_mhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

static inline int oyster_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

// Makes the next close of a socket a reset, which drops what was not sent yet.
static inline void oyster_mhd_reset_on_close(struct MHD_Connection *connection) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    setsockopt(oyster_mhd_socket(connection), SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
}

// Whether the client has closed its end.
static inline int oyster_mhd_is_gone(struct MHD_Connection *connection) {
    char byte;
    return recv(oyster_mhd_socket(connection), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

// A server without threads and without a listening socket of its own: the caller accepts, runs it
// when its epoll descriptor is readable, and suspends and resumes connections. The caller checks
// Host: libmicrohttpd 0.9.75 writes the head of its own refusal twice.
static inline struct MHD_Daemon *
oyster_mhd_start_external(size_t memory, MHD_AccessHandlerCallback handler,
                          void *(*target)(void *, const char *, struct MHD_Connection *),
                          MHD_RequestCompletedCallback completed,
                          MHD_NotifyConnectionCallback notify, void *context) {
    return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0,
                            NULL, NULL, handler, context, MHD_OPTION_CONNECTION_LIMIT, 1000000U,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
                            MHD_OPTION_STRICT_FOR_CLIENT, 0, MHD_OPTION_URI_LOG_CALLBACK, target,
                            context, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
                            MHD_OPTION_NOTIFY_CONNECTION, notify, context, MHD_OPTION_END);
}

// The descriptor that is readable when oyster_mhd_start_external's server has something to do.
static inline int oyster_mhd_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}

static inline size_t oyster_mhd_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

// The context that the connection's callback stored; MHD_get_connection_info is variadic.
static inline void *oyster_mhd_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}
