// SPDX-License-Identifier: Apache-2.0
// The library finds the WebRTC stream engine in its own directory, without a path for the
// dynamic loader. Without a stream engine the log has the reason, and the travel shows the test
// card. The program is not linked with the library: it loads a copy from a folder of its own,
// directly and through a symbolic link.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

#define ENGINE_NAME "libhappyoyster-stream-webrtc.so.0"

/** The functions that this program uses, found with dlsym. */
typedef struct entries {
    oyster_result (*create)(oyster_engine **);
    oyster_result (*initialize)(oyster_engine *, const oyster_config *);
    oyster_result (*update_token)(oyster_engine *, const char *);
    oyster_result (*create_travel)(oyster_engine *, const char *, oyster_travel **);
    oyster_result (*start)(oyster_travel *, const oyster_start_options *, oyster_done_fn, void *);
    oyster_result (*info)(const oyster_travel *, cJSON **);
    char *(*print)(const cJSON *);
    void (*free_tree)(cJSON *);
    void (*free_text)(char *);
    oyster_result (*set_handler)(oyster_log_fn, void *, oyster_release_fn,
                                 oyster_release_outcome *);
} entries;

static char folder[] = "/tmp/oyster-beside-XXXXXX";
static char library_path[128], engine_path[128];
static char reason[512];
static atomic_bool is_reported;

static void load(entries *library) {
    void *handle = dlopen(library_path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        host_fail(__FILE__, __LINE__, "%s", dlerror());
        exit(1);
    }
    host_find(handle, "oyster_engine_create", &library->create);
    host_find(handle, "oyster_engine_initialize", &library->initialize);
    host_find(handle, "oyster_engine_update_token", &library->update_token);
    host_find(handle, "oyster_engine_create_travel", &library->create_travel);
    host_find(handle, "oyster_travel_start", &library->start);
    host_find(handle, "oyster_travel_info", &library->info);
    host_find(handle, "oyster_json_print", &library->print);
    host_find(handle, "oyster_json_free", &library->free_tree);
    host_find(handle, "oyster_string_free", &library->free_text);
    host_find(handle, "oyster_log_set_handler", &library->set_handler);
}

static void on_log(void *context, oyster_log_level level, const char *tag, const char *message) {
    (void)context, (void)tag;
    if (level != OYSTER_LOG_LEVEL_WARNING || !strstr(message, "test card"))
        return;
    snprintf(reason, sizeof reason, "%s", message);
    atomic_store(&is_reported, true);
}

static void on_done(void *context, oyster_result code, const cJSON *result) {
    (void)result;
    CHECK_EQUAL(code, OYSTER_OK);
    atomic_fetch_add((atomic_int *)context, 1);
}

/** Starts a travel and checks which stream engine it uses. */
static void travel_with(const entries *library, const gateway_credentials *credentials,
                        const char *choice, const char *brings) {
    atomic_int started = 0;
    oyster_engine *engine = NULL;
    oyster_travel *travel = NULL;
    cJSON *info = NULL;
    oyster_config config = OYSTER_CONFIG_INIT;
    config.api_host = credentials->api_host;
    config.model = credentials->model;
    config.stream_engine = choice;
    CHECK_EQUAL(library->set_handler(on_log, NULL, NULL, NULL), OYSTER_OK);
    CHECK_EQUAL(library->create(&engine), OYSTER_OK);
    CHECK_EQUAL(library->initialize(engine, &config), OYSTER_OK);
    CHECK_EQUAL(library->update_token(engine, credentials->token), OYSTER_OK);
    CHECK_EQUAL(library->create_travel(engine, credentials->ticket, &travel), OYSTER_OK);
    CHECK_EQUAL(library->start(travel, NULL, on_done, &started), OYSTER_OK);
    WAIT_UNTIL(atomic_load(&started) == 1, 5000);
    CHECK_EQUAL(atomic_load(&started), 1);
    CHECK_EQUAL(library->info(travel, &info), OYSTER_OK);
    char *text = library->print(info);
    if (!text || !strstr(text, brings))
        host_fail(__FILE__, __LINE__, "no %s in %s", brings, text ? text : "nothing");
    library->free_text(text);
    library->free_tree(info);
}

static void live(const gateway_credentials *credentials, const char *choice, bool has_engine) {
    entries library;
    host_begin();
    load(&library);
    travel_with(&library, credentials, choice, has_engine ? "gradient" : "loopback");
    if (!has_engine) {
        WAIT_UNTIL(atomic_load(&is_reported), 2000);
        CHECK(strstr(reason, ENGINE_NAME ": cannot open shared object file"));
        CHECK(!strchr(reason, '/'));
    }
    exit(host_verdict());
}

static void check(const char *choice, bool has_engine) {
    gateway_credentials credentials;
    int status = 0;
    gateway_issue("adventure", &credentials);
    pid_t child = fork();
    if (child == 0)
        live(&credentials, choice, has_engine);
    CHECK_EQUAL(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    CHECK_EQUAL(WEXITSTATUS(status), 0);
}

static bool copy(const char *from, const char *to) {
    FILE *source = fopen(from, "rb"), *target = fopen(to, "wb");
    char bytes[65536];
    size_t count = 0;
    while (source && target && (count = fread(bytes, 1, sizeof bytes, source)) > 0)
        fwrite(bytes, 1, count, target);
    return source && fclose(source) == 0 && target && fclose(target) == 0;
}

int main(void) {
    char original[512], copied[128];
    if (!mkdtemp(folder))
        return 1;
    snprintf(library_path, sizeof library_path, "%s/libhappyoyster.so.0", folder);
    snprintf(engine_path, sizeof engine_path, "%s/" ENGINE_NAME, folder);
    snprintf(copied, sizeof copied, "%s/copy.so", folder);
    CHECK(copy(getenv("OYSTER_LIBRARY"), copied));
    CHECK_EQUAL(symlink(copied, library_path), 0);
    snprintf(original, sizeof original, "%s/third_party_engine.so", getenv("OYSTER_HOSTS"));
    CHECK_EQUAL(symlink(original, engine_path), 0);
    gateway_start();
    check("webrtc", true);
    check("auto", true);
    unlink(engine_path);
    // The dynamic loader would find a stream engine that is installed on this machine.
    if (!dlopen(ENGINE_NAME, RTLD_LAZY))
        check("auto", false);
    gateway_stop();
    unlink(library_path);
    unlink(copied);
    rmdir(folder);
    return host_verdict();
}
