/* SPDX-License-Identifier: Apache-2.0 */
/* Answers with changed letters and digits, and missing, repeated or cut lines. The engine does not
 * crash for any of them, and leaves.
 *
 *     mutated_answers ENGINE SENDER FIRST_SEED COUNT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness.h"

/** How long the program waits for the effect of an answer. */
enum { TURNS = 8, TURN_MS = 50 };

static unsigned seed;

static size_t pick(size_t count) {
    return (size_t)rand_r(&seed) % count;
}

/** The start of a random line, and its length with the line end. */
static char *pick_line(char *text, size_t *length) {
    size_t lines = 0;
    for (const char *each = text; *each != '\0'; each++)
        lines += *each == '\n';
    char *line = text;
    for (size_t skip = pick(lines); skip > 0; skip--)
        line = strchr(line, '\n') + 1;
    *length = (size_t)(strchr(line, '\n') + 1 - line);
    return line;
}

static void change_letters(char *text) {
    for (size_t count = 1 + pick(20); count > 0; count--)
        text[pick(strlen(text))] = (char)(' ' + pick(95));
}

static void change_digits(char *text) {
    for (; *text != '\0'; text++)
        if (*text >= '0' && *text <= '9' && pick(30) == 0)
            *text = (char)('0' + pick(10));
}

static void drop_line(char *text) {
    size_t length;
    char *line = pick_line(text, &length);
    memmove(line, line + length, strlen(line + length) + 1);
}

static void double_line(char *text) {
    size_t length;
    char *line = pick_line(text, &length);
    memmove(line + length, line, strlen(line) + 1);
}

static void cut_short(char *text) {
    text[pick(strlen(text))] = '\0';
}

static void cut_out(char *text) {
    size_t from = pick(strlen(text)), length = pick(200);
    if (from + length < strlen(text))
        memmove(text + from, text + from + length, strlen(text + from + length) + 1);
}

static void (*const mutations[])(char *text) = {change_letters, change_digits, drop_line,
                                                double_line,    cut_short,     cut_out};

static char *edit_answer(const char *answer, void *context) {
    (void)context;
    char *text = calloc(2, strlen(answer) + 1);
    strcpy(text, answer);
    mutations[pick(sizeof mutations / sizeof *mutations)](text);
    return text;
}

static void wait_for_effect(OysterHarness *self, unsigned frames) {
    const struct timespec pause = {.tv_nsec = TURN_MS * 1000000};
    for (int turn = 0; turn < TURNS && self->frames == frames && self->failures == 0; turn++)
        nanosleep(&pause, NULL);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 5)
        return 2;
    harness_start(&self, arguments + 1);
    self.edit_answer = edit_answer;
    unsigned first = (unsigned)atoi(arguments[3]), turns = (unsigned)atoi(arguments[4]);
    for (unsigned turn = first; turn < first + turns; turn++) {
        seed = turn * 7919 + 1;
        fprintf(stderr, "seed %u\n", turn);
        unsigned frames = self.frames, posts = self.posts;
        harness_join(&self);
        AWAIT(&self, self.posts > posts);
        wait_for_effect(&self, frames);
        harness_leave(&self);
        self.failures = 0;
    }
    harness_stop(&self);
    return 0;
}
