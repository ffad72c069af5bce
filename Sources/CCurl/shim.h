// SPDX-License-Identifier: Apache-2.0
// Why: curl_easy_setopt and curl_easy_getinfo are variadic, and Swift cannot call those.
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

static inline CURLcode oyster_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode oyster_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode oyster_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode oyster_curl_set_write(CURL *handle,
                                             size_t (*write)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
}

static inline CURLcode oyster_curl_set_header(CURL *handle,
                                              size_t (*header)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
}

static inline CURLcode oyster_curl_set_read(CURL *handle,
                                            size_t (*read)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, CURLOPT_READFUNCTION, read);
}

static inline CURLcode oyster_curl_use_http_1_1(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
}

/** Ends a pause that a write function requested. */
static inline CURLcode oyster_curl_continue(CURL *handle) {
    return curl_easy_pause(handle, CURLPAUSE_CONT);
}

/** Refuses to rewind a request body, so that libcurl cannot send the body a second time. */
static inline int oyster_curl_refuse_seek(void *context, curl_off_t offset, int origin) {
    (void)context, (void)offset, (void)origin;
    return CURL_SEEKFUNC_FAIL;
}

static inline CURLcode oyster_curl_refuse_rewind(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, oyster_curl_refuse_seek);
}

/** The address that a transfer last tried to connect to. */
typedef struct oyster_curl_peer {
    /** Numeric; empty before the first attempt. */
    char address[INET6_ADDRSTRLEN];
    int port;
} oyster_curl_peer;

/** Opens a socket for libcurl with close-on-exec, and stores the address in `context`. */
static inline curl_socket_t oyster_curl_open_socket(void *context, curlsocktype purpose,
                                                    struct curl_sockaddr *remote) {
    (void)purpose;
    oyster_curl_peer *peer = context;
    const struct sockaddr *address = &remote->addr;
    if (remote->family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)address;
        inet_ntop(AF_INET, &four->sin_addr, peer->address, sizeof peer->address);
        peer->port = ntohs(four->sin_port);
    } else if (remote->family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)address;
        inet_ntop(AF_INET6, &six->sin6_addr, peer->address, sizeof peer->address);
        peer->port = ntohs(six->sin6_port);
    }
    return socket(remote->family, remote->socktype | SOCK_CLOEXEC, remote->protocol);
}

/** Makes the transfer's sockets close-on-exec; `peer` outlives the handle. */
static inline void oyster_curl_set_sockets(CURL *handle, oyster_curl_peer *peer) {
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, oyster_curl_open_socket);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, peer);
}

static inline CURLcode oyster_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

/** A text that libcurl owns, or NULL. */
static inline const char *oyster_curl_get_text(CURL *handle, CURLINFO info) {
    const char *text = NULL;
    return curl_easy_getinfo(handle, info, &text) == CURLE_OK ? text : NULL;
}

static inline CURLcode oyster_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

/** The value of a header of the answer, which libcurl owns, or NULL. */
static inline const char *oyster_curl_get_header(CURL *handle, const char *name) {
    struct curl_header *header = NULL;
    return curl_easy_header(handle, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK ? header->value
                                                                                     : NULL;
}

/** The Location header made absolute, or NULL; the caller frees it with curl_free. */
static inline char *oyster_curl_get_location(CURL *handle) {
    struct curl_header *header = NULL;
    char *base = NULL, *absolute = NULL;
    if (curl_easy_header(handle, "Location", 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
        return NULL;
    CURLU *url = curl_url();
    if (url && curl_easy_getinfo(handle, CURLINFO_EFFECTIVE_URL, &base) == CURLE_OK && base &&
        curl_url_set(url, CURLUPART_URL, base, 0) == CURLUE_OK &&
        curl_url_set(url, CURLUPART_URL, header->value, 0) == CURLUE_OK)
        curl_url_get(url, CURLUPART_URL, &absolute, 0);
    curl_url_cleanup(url);
    return absolute;
}

static inline CURLcode oyster_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, (char **)value);
}
