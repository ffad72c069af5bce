// SPDX-License-Identifier: Apache-2.0
// A host that defines functions with the names of OpenSSL's, libcurl's or cJSON's, in the way that
// a macro chooses. Starts a travel at the https address of its argument and prints the code that
// the start completed with, whether its result was there, and how often its own function ran.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <happyoyster.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static atomic_int calls, code = -1;
static atomic_bool has_result;

/** The next definition of a function, as a wrapper needs it. */
#define NEXT(result, name, ...)                        \
    static result (*next)(__VA_ARGS__);                \
    if (!next) {                                       \
        void *symbol = dlsym(RTLD_NEXT, name);         \
        __builtin_memcpy(&next, &symbol, sizeof next); \
    }                                                  \
    atomic_fetch_add(&calls, 1)

#if defined(SSL_WRITE_WRAPPED) || defined(SSL_WRITE_OWN)
int SSL_write(void *connection, const void *bytes, int count);
int SSL_write(void *connection, const void *bytes, int count) {
#ifdef SSL_WRITE_WRAPPED
    NEXT(int, "SSL_write", void *, const void *, int);
    return next(connection, bytes, count);
#else
    (void)connection, (void)bytes, (void)count;
    atomic_fetch_add(&calls, 1);
    return -1;
#endif
}
#endif

#if defined(EVP_WRAPPED) || defined(EVP_OWN) || defined(EVP_HIDDEN)
#ifdef EVP_HIDDEN
__attribute__((visibility("hidden")))
#endif
int EVP_DigestUpdate(void *context, const void *bytes, size_t count);
int EVP_DigestUpdate(void *context, const void *bytes, size_t count) {
#ifdef EVP_WRAPPED
    NEXT(int, "EVP_DigestUpdate", void *, const void *, size_t);
    return next(context, bytes, count);
#else
    (void)context, (void)bytes, (void)count;
    atomic_fetch_add(&calls, 1);
    return 0;
#endif
}
#endif

#if defined(CJSON_OWN) || defined(CJSON_HIDDEN)
#ifdef CJSON_HIDDEN
__attribute__((visibility("hidden")))
#endif
void *
cJSON_CreateObject(void);
void *cJSON_CreateObject(void) {
    atomic_fetch_add(&calls, 1);
    return NULL;
}
#endif

#ifdef CURL_WRAPPED
void *curl_easy_init(void);
void *curl_easy_init(void) {
    NEXT(void *, "curl_easy_init", void);
    return next();
}
#endif

static void on_done(void *context, oyster_result result_code, const cJSON *result) {
    (void)context;
    atomic_store(&has_result, result != NULL);
    atomic_store(&code, result_code);
}

#if defined(LOAD_DEEP) || defined(LOAD_LATE)
/** The library is loaded by path instead of linked. */
static void *library;
#define FIND(name) (__extension__(__typeof__(&name)) find(#name))
static void *find(const char *name) {
    void *symbol = dlsym(library, name);
    if (!symbol)
        exit(3);
    return symbol;
}
#else
#define FIND(name) name
#endif

static void live(const char *api_host) {
    oyster_config config = OYSTER_CONFIG_INIT;
    oyster_travel *travel = NULL;
    config.api_host = api_host;
    config.model = "happyoyster-1.0-adventure";
    config.callback_timeout_ms = 1500;
    config.stream_engine = "loopback";
    config.ca_file = getenv("OYSTER_TEST_CA");
    oyster_engine *engine = FIND(oyster_engine_shared)();
    if (!engine || FIND(oyster_engine_initialize)(engine, &config) ||
        FIND(oyster_engine_update_token)(engine, "token") ||
        FIND(oyster_engine_create_travel)(engine, "ticket", &travel) ||
        FIND(oyster_travel_start)(travel, NULL, on_done, NULL))
        exit(2);
    while (atomic_load(&code) == -1)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    FIND(oyster_engine_shutdown_all)(5000);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
#if defined(LOAD_DEEP)
    library = dlopen(getenv("OYSTER_LIBRARY"), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
#elif defined(LOAD_LATE)
    library = dlopen(getenv("OYSTER_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
#elif defined(PLUGIN)
    int (*use)(void) = NULL;
    void *plugin = dlopen(PLUGIN, RTLD_NOW | RTLD_LOCAL);
    void *symbol = plugin ? dlsym(plugin, "plugin_use") : NULL;
    __builtin_memcpy(&use, &symbol, sizeof use);
    if (!use || use() != 1)
        return 4; // the plugin does not reach its own function
#endif
    live(argv[1]);
    printf("%d %d %d\n", atomic_load(&code), atomic_load(&has_result), atomic_load(&calls));
    return 0;
}
