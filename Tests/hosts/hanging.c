// SPDX-License-Identifier: Apache-2.0
// Against a server that accepts connections and never answers, no asynchronous function blocks
// its caller, an end completes within callback_timeout_ms, and shutdown_all returns within its
// time limit.
#include <stdlib.h>

#include "host.h"

#define ROUNDS 100
#define BOUND_MS 500
/** A bound within which a travel starts on a busy machine. */
#define START_BOUND_MS 4000

static double samples[ROUNDS * 16];
static int sample_count;

/** Measures a call, which must be accepted, without the time in which other programs had the
 *  processor. */
#define TIMED(call)                                                              \
    do {                                                                         \
        double waited_ = host_thread_waited_ms(NULL), before_ = host_now_ms();   \
        oyster_result code_ = (call);                                            \
        double took_ = host_now_ms() - before_;                                  \
        samples[sample_count++] = took_ + waited_ - host_thread_waited_ms(NULL); \
        CHECK_EQUAL(code_, OYSTER_OK);                                           \
    } while (0)

static int by_size(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static void count_done(void *context, oyster_result code, const cJSON *result) {
    (void)code, (void)result;
    atomic_fetch_add((atomic_int *)context, 1);
}

static oyster_engine *make_engine(const gateway_credentials *credentials, uint32_t bound_ms) {
    oyster_config config = host_config(credentials);
    config.callback_timeout_ms = bound_ms;
    return host_engine(credentials, &config);
}

/** Calls every asynchronous function of a travel whose start hangs. */
static void call_everything(oyster_engine *engine, const gateway_credentials *credentials) {
    static atomic_int done;
    oyster_travel *travel = NULL;
    TIMED(oyster_engine_update_token(engine, credentials->token));
    TIMED(oyster_engine_create_travel(engine, credentials->ticket, &travel));
    TIMED(oyster_travel_start(travel, NULL, count_done, &done));
    TIMED(oyster_travel_send_command(travel, 1, 0, 0));
    TIMED(oyster_travel_flush_commands(travel));
    TIMED(oyster_travel_pause(travel, count_done, &done));
    TIMED(oyster_travel_resume(travel, count_done, &done));
    TIMED(oyster_travel_rewind(travel, 4, count_done, &done));
    TIMED(oyster_travel_send_instruct(travel, "It rains.", count_done, &done));
    TIMED(oyster_travel_pause_local_audio_capture(travel));
    TIMED(oyster_travel_end(travel, count_done, &done));
    TIMED(oyster_engine_cleanup(engine, count_done, &done));
    WAIT_UNTIL(atomic_load(&done) == 7, BOUND_MS + 5000);
    CHECK_EQUAL(atomic_load(&done), 7);
    atomic_store(&done, 0);
    CHECK_EQUAL(oyster_travel_release(travel, NULL), OYSTER_OK);
    oyster_config config = host_config(credentials);
    config.callback_timeout_ms = BOUND_MS;
    CHECK_EQUAL(oyster_engine_initialize(engine, &config), OYSTER_OK);
}

static void measure(const gateway_credentials *credentials) {
    oyster_engine *engine = make_engine(credentials, BOUND_MS);
    for (int round = 0; round < ROUNDS; round++)
        call_everything(engine, credentials);
    qsort(samples, (size_t)sample_count, sizeof *samples, by_size);
    double late = samples[sample_count * 99 / 100], worst = samples[sample_count - 1];
    printf("%d calls, p99 %.3f ms, worst %.3f ms", sample_count, late, worst);
    CHECK(late < 5);
    CHECK(worst < 100);
    host_destroy(engine);
}

/** A running travel whose server stops answering. */
static void end_in_time(void) {
    gateway_credentials credentials;
    host_outcome ended = {0};
    gateway_issue("adventure", &credentials);
    oyster_engine *engine = make_engine(&credentials, START_BOUND_MS);
    oyster_travel *travel = host_travel(engine, credentials.ticket);
    host_start(travel);
    gateway_post("/faults", "{\"route\":\"*\",\"kind\":\"hang\"}");
    double before = host_now_ms();
    CHECK_EQUAL(oyster_travel_end(travel, host_done, &ended), OYSTER_OK);
    CHECK_EQUAL(host_await(&ended, START_BOUND_MS + 3000), OYSTER_OK);
    double took = host_now_ms() - before;
    printf(", end %.0f ms", took);
    CHECK(took < START_BOUND_MS + 1000);
    CHECK_EQUAL(oyster_travel_release(travel, NULL), OYSTER_OK);
    host_destroy(engine);
    host_forget(&ended);
}

static void shut_down_in_time(void) {
    gateway_credentials credentials;
    free(gateway_call("DELETE", "/faults", NULL));
    for (int index = 0; index < 3; index++) {
        gateway_issue("adventure", &credentials);
        host_start(host_travel(host_engine(&credentials, NULL), credentials.ticket));
    }
    gateway_post("/faults", "{\"route\":\"*\",\"kind\":\"hang\"}");
    double before = host_now_ms();
    CHECK_EQUAL(oyster_engine_shutdown_all(300), OYSTER_ERROR_TIMED_OUT);
    double took = host_now_ms() - before;
    printf(", shutdown_all(300) %.0f ms", took);
    CHECK(took < 1300);
}

int main(void) {
    gateway_credentials credentials;
    oyster_log_set_minimum_level(OYSTER_LOG_LEVEL_ERROR);
    gateway_start();
    gateway_issue("adventure", &credentials);
    gateway_post("/faults", "{\"route\":\"*\",\"kind\":\"hang\"}");
    measure(&credentials);
    free(gateway_call("DELETE", "/faults", NULL));
    end_in_time();
    shut_down_in_time();
    gateway_stop();
    return host_verdict();
}
