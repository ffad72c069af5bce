/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the reconnect state machine: tables of inputs and the actions that they cause. */
#include "../../Sources/WebRTC/engine/reconnect.h"

#include <stdio.h>
#include <string.h>

enum { SECOND = 1000 * 1000, MS = 1000, MAX_STEPS = 40 };

/** The machines start at this time, so that 0 is not a time of any input. */
enum { START_US = 1000 };

/** The first connection is given up after this time. */
enum { JOIN_US = 10 * SECOND };

/** An input and the actions that are expected. Times are relative to START_US. */
typedef struct OysterStep {
    OysterReconnectInputKind kind;
    gint64 at_us;
    guint attempt;
    int status;
    gint64 packet_us, frame_us;
    /** Letters for the actions, in the order in which the supervisor performs them:
     *  C cancels the retry timer, E ends the attempt, U uses the connection, F reports the failure,
     *  R sets the retry timer, S starts an attempt, M polls the microphone, T requests stats. */
    const char *actions;
    oyster_stream_state state;
    gint64 retry_us;
    /** A part of the machine's own reason; NULL: none. */
    const char *reason;
} OysterStep;

typedef struct OysterCase {
    const char *name;
    OysterStep steps[MAX_STEPS];
} OysterCase;

#define STARTED \
    { RECONNECT_START, .actions = "S", .state = OYSTER_STREAM_STATE_CONNECTING }
#define CONNECTED_AT(time, number)                                                         \
    {                                                                                      \
        RECONNECT_ATTEMPT_CONNECTED, .at_us = (time), .attempt = (number), .actions = "U", \
                                     .state = OYSTER_STREAM_STATE_CONNECTED                \
    }
#define PLAYING_AT(time)                                                                          \
    {                                                                                             \
        RECONNECT_TICK, .at_us = (time), .packet_us = (time), .frame_us = (time), .actions = "M", \
                        .state = OYSTER_STREAM_STATE_PLAYING                                      \
    }
#define FAILS_AT(time, number, wait)                                                     \
    {                                                                                    \
        RECONNECT_ATTEMPT_FAILED, .at_us = (time), .attempt = (number), .actions = "ER", \
                                  .retry_us = (wait)                                     \
    }
#define RETRY_AT(time) \
    { RECONNECT_RETRY, .at_us = (time), .actions = "S" }
#define NOTHING(input, time, number) \
    { input, .at_us = (time), .attempt = (number), .actions = "" }

static const OysterCase cases[] = {
    {"a connection that plays reports each state once",
     {STARTED,
      CONNECTED_AT(1 * SECOND, 0),
      {RECONNECT_TICK, .at_us = 1100 * MS, .packet_us = 1100 * MS, .actions = "M"},
      PLAYING_AT(2 * SECOND),
      {RECONNECT_TICK, .at_us = 2100 * MS, .packet_us = 2100 * MS, .frame_us = 2100 * MS,
       .actions = "M"}}},
    {"a second start is ignored", {STARTED, NOTHING(RECONNECT_START, 1, 0)}},
    {"201 to the offer changes nothing",
     {STARTED, {RECONNECT_ANSWERED, .at_us = 1, .status = 201, .actions = ""}}},
    {"503 to the offer starts another attempt at once",
     {STARTED, {RECONNECT_ANSWERED, .at_us = 1, .status = 503, .actions = "ER"}, RETRY_AT(2)}},
    {"no response to the offer starts another attempt",
     {STARTED, {RECONNECT_ANSWERED, .at_us = 1, .status = 0, .actions = "ER"}}},
    {"302 to the offer starts another attempt",
     {STARTED, {RECONNECT_ANSWERED, .at_us = 1, .status = 302, .actions = "ER"}}},
    {"404 to the offer is a failure",
     {STARTED,
      {RECONNECT_ANSWERED, .at_us = 1, .status = 404, .actions = "EF"},
      NOTHING(RECONNECT_RETRY, 2, 0),
      NOTHING(RECONNECT_TICK, 60 * SECOND, 0)}},
    {"408 to the offer starts another attempt",
     {STARTED, {RECONNECT_ANSWERED, .at_us = 1, .status = 408, .actions = "ER"}}},
    {"409 to the offer starts another attempt",
     {STARTED, {RECONNECT_ANSWERED, .at_us = 1, .status = 409, .actions = "ER"}}},
    {"429 to the offer starts another attempt",
     {STARTED, {RECONNECT_ANSWERED, .at_us = 1, .status = 429, .actions = "ER"}}},
    {"an answer to an earlier offer is ignored",
     {STARTED,
      FAILS_AT(1, 0, 0),
      RETRY_AT(2),
      {RECONNECT_ANSWERED, .at_us = 3, .attempt = 0, .status = 404, .actions = ""},
      {RECONNECT_ANSWERED, .at_us = 4, .attempt = 1, .status = 404, .actions = "EF"}}},
    {"an answer that comes before the retry is ignored",
     {STARTED,
      FAILS_AT(1, 0, 0),
      {RECONNECT_ANSWERED, .at_us = 2, .attempt = 1, .status = 404, .actions = ""}}},
    {"an attempt that no other can improve is a failure",
     {STARTED,
      {RECONNECT_ATTEMPT_REFUSED, .at_us = 1, .actions = "EF"},
      NOTHING(RECONNECT_START, 2, 1)}},
    {"a machine without GStreamer reports a failure before the start",
     {{RECONNECT_ATTEMPT_REFUSED, .at_us = 1, .actions = "EF"}, NOTHING(RECONNECT_START, 2, 1)}},
    {"the waits grow to 2 s",
     {STARTED, FAILS_AT(0, 0, 0), RETRY_AT(0), FAILS_AT(0, 1, 250 * MS), RETRY_AT(250 * MS),
      FAILS_AT(300 * MS, 2, 500 * MS), RETRY_AT(800 * MS), FAILS_AT(900 * MS, 3, 1 * SECOND),
      RETRY_AT(2 * SECOND), FAILS_AT(2 * SECOND, 4, 2 * SECOND), RETRY_AT(4 * SECOND),
      FAILS_AT(4 * SECOND, 5, 2 * SECOND)}},
    {"a first connection is given up when the next attempt would start after the join's time",
     {STARTED,
      FAILS_AT(0, 0, 0),
      RETRY_AT(0),
      FAILS_AT(9 * SECOND, 1, 250 * MS),
      RETRY_AT(9250 * MS),
      {RECONNECT_ATTEMPT_FAILED, .at_us = 9500 * MS, .attempt = 2, .actions = "EF"}}},
    {"an attempt that is not connected after 10 s has failed",
     {STARTED,
      CONNECTED_AT(1 * SECOND, 0),
      PLAYING_AT(2 * SECOND),
      {RECONNECT_ATTEMPT_FAILED, .at_us = 3 * SECOND, .attempt = 0, .actions = "ER",
       .state = OYSTER_STREAM_STATE_RECONNECTING},
      RETRY_AT(3 * SECOND),
      NOTHING(RECONNECT_TICK, 13 * SECOND, 0),
      {RECONNECT_TICK, .at_us = 13 * SECOND + 1, .actions = "ER", .retry_us = 250 * MS,
       .reason = "10 s"}}},
    {"a connection without a packet for 3 s is lost",
     {STARTED,
      CONNECTED_AT(1 * SECOND, 0),
      PLAYING_AT(2 * SECOND),
      {RECONNECT_TICK, .at_us = 5 * SECOND, .packet_us = 2 * SECOND, .frame_us = 2 * SECOND,
       .actions = "M", .state = OYSTER_STREAM_STATE_BUFFERING},
      {RECONNECT_TICK, .at_us = 5 * SECOND + 1, .packet_us = 2 * SECOND, .frame_us = 2 * SECOND,
       .actions = "ER", .state = OYSTER_STREAM_STATE_RECONNECTING, .reason = "3 s"}}},
    {"a connection that never had a packet is lost 3 s after its attempt started",
     {STARTED,
      CONNECTED_AT(1 * SECOND, 0),
      {RECONNECT_TICK, .at_us = 3 * SECOND, .actions = "M"},
      {RECONNECT_TICK, .at_us = 3 * SECOND + 1, .actions = "ER", .reason = "3 s",
       .state = OYSTER_STREAM_STATE_CONNECTING}}},
    {"frames that stop for 0.6 s are BUFFERING, and PLAYING when they continue",
     {STARTED,
      CONNECTED_AT(1 * SECOND, 0),
      PLAYING_AT(2 * SECOND),
      {RECONNECT_TICK, .at_us = 2599 * MS, .packet_us = 2599 * MS, .frame_us = 2 * SECOND,
       .actions = "M"},
      {RECONNECT_TICK, .at_us = 2600 * MS, .packet_us = 2600 * MS, .frame_us = 2 * SECOND,
       .actions = "M", .state = OYSTER_STREAM_STATE_BUFFERING},
      PLAYING_AT(2700 * MS)}},
    {"after a loss the engine reconnects for 30 s",
     {STARTED,
      CONNECTED_AT(1 * SECOND, 0),
      PLAYING_AT(100 * SECOND),
      {RECONNECT_ATTEMPT_FAILED, .at_us = 100 * SECOND, .attempt = 0, .actions = "ER",
       .state = OYSTER_STREAM_STATE_RECONNECTING},
      RETRY_AT(100 * SECOND),
      FAILS_AT(129 * SECOND, 1, 250 * MS),
      RETRY_AT(129250 * MS),
      {RECONNECT_ATTEMPT_FAILED, .at_us = 129600 * MS, .attempt = 2, .actions = "EF"}}},
    {"frames after a loss start the waits and the 30 s again",
     {STARTED,
      CONNECTED_AT(1 * SECOND, 0),
      PLAYING_AT(2 * SECOND),
      {RECONNECT_ATTEMPT_FAILED, .at_us = 3 * SECOND, .attempt = 0, .actions = "ER",
       .state = OYSTER_STREAM_STATE_RECONNECTING},
      RETRY_AT(3 * SECOND),
      FAILS_AT(4 * SECOND, 1, 250 * MS),
      RETRY_AT(4250 * MS),
      CONNECTED_AT(5 * SECOND, 2),
      PLAYING_AT(60 * SECOND),
      {RECONNECT_ATTEMPT_FAILED, .at_us = 61 * SECOND, .attempt = 2, .actions = "ER",
       .state = OYSTER_STREAM_STATE_RECONNECTING},
      RETRY_AT(61 * SECOND),
      FAILS_AT(90 * SECOND, 3, 250 * MS)}},
    {"a connection without frames does not start the 30 s again",
     {STARTED,
      CONNECTED_AT(1 * SECOND, 0),
      PLAYING_AT(2 * SECOND),
      {RECONNECT_ATTEMPT_FAILED, .at_us = 3 * SECOND, .attempt = 0, .actions = "ER",
       .state = OYSTER_STREAM_STATE_RECONNECTING},
      RETRY_AT(3 * SECOND),
      CONNECTED_AT(4 * SECOND, 1),
      {RECONNECT_ATTEMPT_FAILED, .at_us = 33 * SECOND, .attempt = 1, .actions = "EF"}}},
    {"events of an earlier attempt are ignored",
     {STARTED, FAILS_AT(1, 0, 0), RETRY_AT(2), NOTHING(RECONNECT_ATTEMPT_CONNECTED, 3, 0),
      NOTHING(RECONNECT_ATTEMPT_FAILED, 4, 0), NOTHING(RECONNECT_ATTEMPT_REFUSED, 5, 0)}},
    {"a second report of a connection is ignored",
     {STARTED, CONNECTED_AT(1, 0), NOTHING(RECONNECT_ATTEMPT_CONNECTED, 2, 0)}},
    {"a stop before the start prevents the start",
     {NOTHING(RECONNECT_STOP, 1, 0), NOTHING(RECONNECT_START, 2, 0)}},
    {"a stop ends the attempt",
     {STARTED,
      {RECONNECT_STOP, .at_us = 1, .actions = "E"},
      NOTHING(RECONNECT_ATTEMPT_CONNECTED, 2, 0),
      NOTHING(RECONNECT_STOP, 3, 0)}},
    {"a stop while the next attempt waits cancels the timer",
     {STARTED,
      FAILS_AT(1, 0, 0),
      {RECONNECT_STOP, .at_us = 2, .actions = "C"},
      NOTHING(RECONNECT_RETRY, 3, 0)}},
    {"a stop after a failure does nothing",
     {STARTED,
      {RECONNECT_ATTEMPT_REFUSED, .at_us = 1, .actions = "EF"},
      NOTHING(RECONNECT_STOP, 2, 1)}},
    {"every tenth tick of a connection requests statistics",
     {STARTED,
      CONNECTED_AT(1, 0),
      {RECONNECT_TICK, .at_us = 2, .actions = "M"},
      {RECONNECT_TICK, .at_us = 3, .actions = "M"},
      {RECONNECT_TICK, .at_us = 4, .actions = "M"},
      {RECONNECT_TICK, .at_us = 5, .actions = "M"},
      {RECONNECT_TICK, .at_us = 6, .actions = "M"},
      {RECONNECT_TICK, .at_us = 7, .actions = "M"},
      {RECONNECT_TICK, .at_us = 8, .actions = "M"},
      {RECONNECT_TICK, .at_us = 9, .actions = "M"},
      {RECONNECT_TICK, .at_us = 10, .actions = "M"},
      {RECONNECT_TICK, .at_us = 11, .actions = "MT"}}},
};

static int failures;

static void print_actions(const OysterReconnectActions *actions, char text[16]) {
    const struct {
        gboolean is_set;
        char letter;
    } letters[] = {
        {actions->cancels_retry, 'C'},       {actions->ends_attempt, 'E'},
        {actions->uses_connection, 'U'},     {actions->reports_failure, 'F'},
        {actions->retry_after_us >= 0, 'R'}, {actions->starts_attempt, 'S'},
        {actions->polls_microphone, 'M'},    {actions->requests_stats, 'T'},
    };
    for (gsize index = 0; index < G_N_ELEMENTS(letters); index++)
        if (letters[index].is_set)
            *text++ = letters[index].letter;
    *text = '\0';
}

static void check(const OysterCase *one, int index, const OysterReconnectActions *actions) {
    const OysterStep *step = &one->steps[index];
    char text[16];
    print_actions(actions, text);
    gboolean is_reason_right =
        step->reason == NULL ? actions->reason == NULL
                             : actions->reason != NULL && strstr(actions->reason, step->reason);
    gboolean is_wait_right =
        actions->retry_after_us == (strchr(text, 'R') == NULL ? -1 : step->retry_us);
    if (strcmp(text, step->actions) == 0 && actions->reported_state == step->state &&
        is_wait_right && is_reason_right)
        return;
    fprintf(stderr, "%s: step %d gave \"%s\", state %d, wait %" G_GINT64_FORMAT " us, reason %s\n",
            one->name, index, text, (int)actions->reported_state, actions->retry_after_us,
            actions->reason == NULL ? "none" : actions->reason);
    failures++;
}

static gint64 absolute(gint64 time_us) {
    return time_us == 0 ? 0 : START_US + time_us;
}

static void run_case(const OysterCase *one) {
    OysterReconnect machine = reconnect_init(START_US + JOIN_US);
    for (int index = 0; index < MAX_STEPS && one->steps[index].actions != NULL; index++) {
        const OysterStep *step = &one->steps[index];
        const OysterReconnectActions actions =
            reconnect_handle(&machine, (OysterReconnectInput){
                                           .kind = step->kind,
                                           .now_us = START_US + step->at_us,
                                           .attempt = step->attempt,
                                           .status = step->status,
                                           .last_packet_us = absolute(step->packet_us),
                                           .last_frame_us = absolute(step->frame_us),
                                       });
        check(one, index, &actions);
    }
}

/** A random input. Those that end a stream are rare, so that most of it is seen. */
static OysterReconnectInput random_input(GRand *random, const OysterReconnect *machine,
                                         gint64 now_us) {
    static const int statuses[] = {0, 201, 302, 503};
    OysterReconnectInputKind kind =
        (OysterReconnectInputKind)g_rand_int_range(random, 0, RECONNECT_STOP);
    gboolean is_end = g_rand_int_range(random, 0, 200) == 0;
    if (kind == RECONNECT_ATTEMPT_REFUSED && !is_end)
        kind = RECONNECT_TICK;
    return (OysterReconnectInput){
        .kind = is_end ? RECONNECT_STOP : kind,
        .now_us = now_us,
        .attempt = machine->attempt - (guint)g_rand_int_range(random, 0, 2),
        .status = is_end ? 404 : statuses[g_rand_int_range(random, 0, 4)],
        .last_packet_us = now_us - g_rand_int_range(random, 0, 4 * SECOND),
        .last_frame_us = now_us - g_rand_int_range(random, 0, 4 * SECOND),
    };
}

/** For any inputs in any order: no attempt starts while another one is open, only an open attempt
 * is ended, there is one retry timer at most, and after a failure or a stop nothing happens. */
static void check_invariants(guint32 seed) {
    GRand *random = g_rand_new_with_seed(seed);
    OysterReconnect machine = reconnect_init(START_US + JOIN_US);
    gint64 now_us = START_US;
    gboolean is_open = FALSE, is_ended = FALSE, has_timer = FALSE;
    for (int step = 0; step < 500; step++) {
        now_us += g_rand_int_range(random, 0, SECOND);
        const OysterReconnectInput input = random_input(random, &machine, now_us);
        gboolean was_idle = machine.phase == RECONNECT_IDLE;
        const OysterReconnectActions actions = reconnect_handle(&machine, input);
        char text[16];
        print_actions(&actions, text);
        has_timer = has_timer && input.kind != RECONNECT_RETRY && !actions.cancels_retry;
        gboolean is_right =
            (!is_ended || strlen(text) == 0) && (!actions.ends_attempt || is_open || was_idle) &&
            (!actions.starts_attempt || !is_open) && (actions.retry_after_us < 0 || !has_timer);
        if (!is_right) {
            fprintf(stderr, "seed %u, step %d: \"%s\"\n", seed, step, text);
            failures++;
        }
        is_open = (is_open && !actions.ends_attempt) || actions.starts_attempt;
        has_timer = has_timer || actions.retry_after_us >= 0;
        is_ended = is_ended || actions.reports_failure || input.kind == RECONNECT_STOP;
    }
    g_rand_free(random);
}

int main(void) {
    for (gsize index = 0; index < G_N_ELEMENTS(cases); index++)
        run_case(&cases[index]);
    for (guint32 seed = 1; seed <= 200; seed++)
        check_invariants(seed);
    return failures == 0 ? 0 : 1;
}
