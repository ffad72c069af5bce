/* SPDX-License-Identifier: Apache-2.0 */
/* Frames and audio arrive, commands are sent; ten joins in a row leave no thread and no descriptor.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "happyoyster/control.h"
#include "harness.h"

static bool is_near(unsigned value, unsigned expected) {
    return value + 6 >= expected && value <= expected + 6;
}

static void expect_frames(OysterHarness *self) {
    AWAIT(self, self->frames > 0 && is_near(self->luma, 60));
    EXPECT(self, self->width == FRAME_WIDTH && self->height == FRAME_HEIGHT);
    self->sent_luma = 180;
    AWAIT(self, is_near(self->luma, 180));
    AWAIT(self, self->state == OYSTER_STREAM_STATE_PLAYING);
    self->sent_luma = 60;
}

static oyster_result command(OysterHarness *self, int interaction, uint64_t sequence) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const oyster_stream_command one = {
        .size = sizeof one,
        .translation = OYSTER_TRANSLATION_FRONT_LEFT,
        .rotation = OYSTER_ROTATION_MOUSE_UP,
        .interaction = interaction,
        .sequence = sequence,
        .monotonic_time_us = (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000,
    };
    return self->engine->send_command(self->stream, &one);
}

static void expect_commands(OysterHarness *self) {
    harness_restart_deadline();
    while (command(self, OYSTER_INTERACTION_NONE, 7) != 0) {
        pthread_mutex_lock(&self->lock);
        EXPECT(self, harness_wait(self));
        pthread_mutex_unlock(&self->lock);
    }
    AWAIT(self, self->messages == 1 && !self->is_message_reliable);
    EXPECT(self, strstr(self->message, "\"translation\":\"Front_Left\"") != NULL);
    EXPECT(self, strstr(self->message, "\"rotation\":\"Mouse_Up\"") != NULL);
    EXPECT(self, strstr(self->message, "\"sequence\":7,") != NULL);
    EXPECT(self, command(self, OYSTER_INTERACTION_JUMP, 8) == 0);
    AWAIT(self, self->messages == 2 && self->is_message_reliable);
    EXPECT(self, strstr(self->message, "\"interaction\":\"Jump\"") != NULL);
    self->media->send(self->viewer, "{\"type\":\"applied\",\"sequence\":8,\"frame\":1}");
    self->media->send(self->viewer, "{\"type\":");
}

static void expect_statistics(OysterHarness *self) {
    char text[4096];
    harness_restart_deadline();
    do {
        pthread_mutex_lock(&self->lock);
        EXPECT(self, harness_wait(self));
        pthread_mutex_unlock(&self->lock);
        EXPECT(self, self->engine->stats(self->stream, text, sizeof text) == strlen(text));
    } while (strstr(text, "commandToFrameMs") == NULL || strstr(text, "bitrateKbps") == NULL);
    EXPECT(self, strstr(text, "\"codec\":\"VP8\",\"width\":320,\"height\":240") != NULL);
    EXPECT(self, strstr(text, "\"commandsSent\":1,\"actionsSent\":1") != NULL);
    // Each of these frames is one packet; audio and retransmissions must not count.
    unsigned packets = 0, frames = 0;
    EXPECT(self, sscanf(strstr(text, "\"packetsReceived\""), "\"packetsReceived\":%u", &packets));
    EXPECT(self, sscanf(strstr(text, "\"framesReceived\""), "\"framesReceived\":%u", &frames));
    EXPECT(self, packets > 0 && packets <= frames + 4);
    EXPECT(self, self->engine->stats(self->stream, text, 20) == 0);
    self->engine->stats(self->stream, text, sizeof text);
    puts(text);
}

static void expect_audio(OysterHarness *self) {
    EXPECT(self, self->audio_chunks == 0);
    self->wants_audio = true;
    AWAIT(self, self->audio_chunks > 3 && self->audio_power > 1000);
    self->wants_audio = false;
}

static void expect_no_decoding(OysterHarness *self) {
    self->wants_frames = false;
    unsigned frames = self->frames;
    for (int seconds = 0; seconds < 1; seconds++) {
        pthread_mutex_lock(&self->lock);
        harness_wait(self);
        pthread_mutex_unlock(&self->lock);
    }
    EXPECT(self, self->frames <= frames + 1);
    self->wants_frames = true;
    AWAIT(self, self->frames > frames + 1);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    harness_start(&self, arguments + 1);
    harness_join(&self);
    expect_frames(&self);
    EXPECT(&self, self.first_frames == 1);
    expect_commands(&self);
    expect_statistics(&self);
    expect_audio(&self);
    expect_no_decoding(&self);
    harness_leave(&self);
    EXPECT(&self, self.deletions == 1 && self.failures == 0 && self.closings == 1);
    AWAIT(&self, self.viewers_closed == 1);
    unsigned threads = count_threads(), descriptors = count_descriptors();
    for (unsigned again = 0; again < 10; again++) {
        unsigned frames = self.frames;
        harness_join(&self);
        AWAIT(&self, self.frames > frames && self.first_frames == again + 2);
        harness_leave(&self);
        AWAIT(&self, self.viewers_closed == again + 2);
    }
    fprintf(stderr, "threads %u -> %u, descriptors %u -> %u\n", threads, count_threads(),
            descriptors, count_descriptors());
    AWAIT(&self, count_threads() <= threads && count_descriptors() <= descriptors);
    harness_stop(&self);
    return 0;
}
