// SPDX-License-Identifier: Apache-2.0
// Why: curl_easy_setopt and curl_easy_getinfo are variadic, and Swift cannot call those.
#include <curl/curl.h>

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

static inline CURLcode oyster_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
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
