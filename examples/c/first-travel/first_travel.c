/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A first travel: start it, play a little, save a frame, end it.
 *
 *     first_travel [--png FILE] [--record FILE] [--stats] [--engine ENGINE] [CREDENTIALS]
 *
 * CREDENTIALS is a JSON file with apiHost, model, token and ticket, as your own server issues them
 * (default: standard input). --png saves the newest frame, --record writes the media as received
 * into a WebM file, --stats prints the stream's statistics at the end, --engine chooses the stream
 * engine ("loopback", "webrtc", or the path of an adapter). The program needs no threads: with host
 * delivery, callbacks run inside oyster_engine_dispatch(), which it calls wherever it waits.
 */
#include <cjson/cJSON.h>
#include <happyoyster.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

struct options {
    const char *png;
    const char *recording;
    bool wants_stats;
    const char *engine;
    const char *credentials;
};

struct host {
    oyster_engine *engine;
    oyster_travel *travel;
    /* How the last operation ended. */
    bool is_done;
    oyster_result code;
    cJSON *result;
};

static const char *text(const cJSON *object, const char *key) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return value ? value : "";
}

static void print_error(const char *what, oyster_result code) {
    printf("%s: error %d %s\n  %s\n", what, code, oyster_error_name(code),
           oyster_error_advice(code));
}

/* Prints the travel's events. */
static void on_event(void *context, const oyster_event *event) {
    (void)context;
    if (event->type == OYSTER_EVENT_STATUS_CHANGED)
        printf("status: %s\n", oyster_status_name(event->status));
    else if (event->type == OYSTER_EVENT_ERROR)
        print_error("travel", event->code);
    else if (event->type == OYSTER_EVENT_TRAVEL_INFO_READY)
        printf("travel: mode %s, version %s\n", text(event->payload, "mode"),
               text(event->payload, "version"));
}

/* How an operation ended. The result is borrowed: copy what must outlive the call. */
static void on_done(void *context, oyster_result code, const cJSON *result) {
    struct host *host = context;
    host->is_done = true;
    host->code = code;
    host->result = cJSON_Duplicate(result, true);
}

/* Wait for the operation that was begun with the return value `code`. */
static bool finish(struct host *host, const char *what, oyster_result code) {
    puts(what);
    cJSON_Delete(host->result);
    host->result = NULL;
    host->is_done = false;
    while (code == OYSTER_OK && !host->is_done)
        code = oyster_engine_dispatch(host->engine, 1000, NULL);
    if (code == OYSTER_OK)
        code = host->code;
    if (code != OYSTER_OK)
        print_error(what, code);
    return code == OYSTER_OK;
}

static bool pause_travel(struct host *host) {
    return finish(host, "pause", oyster_travel_pause(host->travel, on_done, host));
}

static bool resume(struct host *host) {
    return finish(host, "resume", oyster_travel_resume(host->travel, on_done, host));
}

static bool instruct(struct host *host, const char *content) {
    if (!finish(host, "instruct",
                oyster_travel_send_instruct(host->travel, content, on_done, host)))
        return false;
    bool queued = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(host->result, "queued"));
    printf("  %s: %s\n", queued ? "queued" : "accepted", content);
    return true;
}

static bool rewind_to_6(struct host *host) {
    if (!finish(host, "rewind to 6 s", oyster_travel_rewind(host->travel, 6, on_done, host)))
        return false;
    const cJSON *second = cJSON_GetObjectItemCaseSensitive(host->result, "resumedAtSec");
    printf("  resumed at %.0f s\n", cJSON_GetNumberValue(second));
    return true;
}

/* Walk for 2 s at 24 commands per second with one jump, then release the keys. */
static bool walk(struct host *host) {
    const char *what = "walk: front, looking right, with one jump";
    puts(what);
    oyster_result code = OYSTER_OK;
    for (int tick = 0; code == OYSTER_OK && tick < 48; tick++) {
        code = oyster_travel_send_command(
            host->travel, OYSTER_TRANSLATION_FRONT, OYSTER_ROTATION_MOUSE_RIGHT,
            tick == 24 ? OYSTER_INTERACTION_JUMP : OYSTER_INTERACTION_NONE);
        oyster_engine_dispatch(host->engine, 42, NULL);
    }
    if (code || (code = oyster_travel_send_command(host->travel, OYSTER_TRANSLATION_NONE,
                                                   OYSTER_ROTATION_NONE, OYSTER_INTERACTION_NONE)))
        print_error(what, code);
    return code == OYSTER_OK;
}

/* The mode in the result of start decides which operations the travel has. */
static bool play(struct host *host) {
    const char *mode = text(host->result, "mode");
    if (strcmp(mode, "adventure") == 0)
        return walk(host);
    if (strcmp(mode, "directing") == 0)
        return instruct(host, "The oven door swings open") && pause_travel(host) &&
               instruct(host, "It begins to snow") && resume(host) && pause_travel(host) &&
               rewind_to_6(host);
    return instruct(host, "Wave to the audience") && pause_travel(host) && resume(host);
}

/* Take the newest frame, waiting up to 5 s for one, and save it as PNG if a path is given. */
static bool take_picture(struct host *host, const char *path) {
    oyster_video_view *view = NULL;
    oyster_frame *frame = NULL;
    oyster_frame_info info = OYSTER_FRAME_INFO_INIT;
    oyster_travel_video_view(host->travel, &view);
    oyster_result code =
        oyster_video_view_wait_frame(view, OYSTER_PIXEL_FORMAT_RGB24, 0, 5000, &frame);
    if (code != OYSTER_OK || (code = oyster_frame_get_info(frame, &info)) != OYSTER_OK) {
        print_error("frame", code);
        return false;
    }
    printf("frame: %ux%u\n", info.width, info.height);
    png_image png = {.width = info.width, .height = info.height, .format = PNG_FORMAT_RGB};
    png.version = PNG_IMAGE_VERSION;
    bool is_good = !path || png_image_write_to_file(&png, path, 0, info.planes[0],
                                                    (png_int_32)info.strides[0], NULL);
    if (!is_good)
        printf("cannot write %s: %s\n", path, png.message);
    oyster_frame_release(frame);
    return is_good;
}

/* Print the statistics that the stream engine has. */
static void print_stats(struct host *host) {
    cJSON *stats = NULL;
    if (oyster_travel_stats(host->travel, &stats) != OYSTER_OK)
        return;
    const cJSON *stream = cJSON_GetObjectItemCaseSensitive(stats, "stream");
    const cJSON *latency = cJSON_GetObjectItemCaseSensitive(stream, "commandToFrameMs");
    const cJSON *frames = cJSON_GetObjectItemCaseSensitive(stream, "framesReceived");
    printf("stream: %s", text(stream, "engine"));
    if (frames)
        printf(", %s, %.0f frames received", text(stream, "codec"), cJSON_GetNumberValue(frames));
    puts("");
    if (latency)
        printf("command to frame: p50 %.1f ms, p95 %.1f ms of %.0f commands\n",
               cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(latency, "p50")),
               cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(latency, "p95")),
               cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(latency, "count")));
    oyster_json_free(stats);
}

/* From start to end; the end comes also when something before it fails. */
static bool travel(struct host *host, const struct options *options) {
    oyster_listener_id listener;
    oyster_travel_add_listener(host->travel, on_event, NULL, NULL, &listener);
    if (options->recording)
        oyster_travel_record(host->travel, options->recording);
    bool is_good = finish(host, "start", oyster_travel_start(host->travel, NULL, on_done, host)) &&
                   play(host) && take_picture(host, options->png);
    if (options->wants_stats)
        print_stats(host);
    is_good = finish(host, "end", oyster_travel_end(host->travel, on_done, host)) && is_good;
    printf("ended: status %s\n", text(host->result, "status"));
    return is_good;
}

/* Create engine and travel from what the server issued; nothing is sent yet. */
static bool prepare(struct host *host, const cJSON *credentials, const char *stream_engine) {
    oyster_config config = OYSTER_CONFIG_INIT;
    config.api_host = text(credentials, "apiHost");
    config.model = text(credentials, "model");
    config.stream_engine = stream_engine;
    oyster_result code;
    if ((code = oyster_engine_create(&host->engine)) ||
        (code = oyster_engine_set_delivery(host->engine, OYSTER_DELIVERY_HOST)) ||
        (code = oyster_engine_initialize(host->engine, &config)) ||
        (code = oyster_engine_update_token(host->engine, text(credentials, "token"))) ||
        (code =
             oyster_engine_create_travel(host->engine, text(credentials, "ticket"), &host->travel)))
        print_error("prepare", code);
    return code == OYSTER_OK;
}

static bool read_options(int argc, char **argv, struct options *options) {
    for (int index = 1; index < argc; index++) {
        const char *word = argv[index];
        if (strcmp(word, "--png") == 0 && index + 1 < argc)
            options->png = argv[++index];
        else if (strcmp(word, "--record") == 0 && index + 1 < argc)
            options->recording = argv[++index];
        else if (strcmp(word, "--engine") == 0 && index + 1 < argc)
            options->engine = argv[++index];
        else if (strcmp(word, "--stats") == 0)
            options->wants_stats = true;
        else if (word[0] != '-' && !options->credentials)
            options->credentials = word;
        else
            return false;
    }
    return true;
}

static cJSON *read_credentials(const char *path) {
    char input[16384];
    FILE *file = path ? fopen(path, "r") : stdin;
    return file ? cJSON_ParseWithLength(input, fread(input, 1, sizeof input, file)) : NULL;
}

int main(int argc, char **argv) {
    struct options options = {0};
    cJSON *credentials =
        read_options(argc, argv, &options) ? read_credentials(options.credentials) : NULL;
    if (!credentials) {
        fprintf(stderr, "usage: first_travel [--png FILE] [--record FILE] [--stats] [--engine "
                        "ENGINE] [CREDENTIALS]\n");
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("happyoyster %s\n", oyster_version());
    struct host host = {0};
    bool is_good = prepare(&host, credentials, options.engine) && travel(&host, &options);
    oyster_travel_release(host.travel, NULL);
    oyster_engine_destroy(host.engine, NULL);
    cJSON_Delete(host.result);
    cJSON_Delete(credentials);
    return is_good ? 0 : 1;
}
