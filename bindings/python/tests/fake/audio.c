/* SPDX-License-Identifier: Apache-2.0 */
/* Chunks of three stereo samples, which a test makes with fake_play(); and the microphone. */
#include "fake.h"

static oyster_audio_fn audio_handler;
static void *audio_context;
static oyster_release_fn audio_release;
static int audio_descriptor = -1;
/* The first sample of each chunk that waits. */
static int16_t chunks[128];
static int chunk_count;

void fake_close_audio(void) {
    oyster_travel_set_audio_callback(TRAVEL, NULL, NULL, NULL, NULL);
    if (audio_descriptor >= 0)
        close(audio_descriptor);
    audio_descriptor = -1;
    chunk_count = 0;
}

oyster_result oyster_travel_set_audio_callback(oyster_travel *travel, oyster_audio_fn handler,
                                               void *context, oyster_release_fn release,
                                               oyster_release_outcome *outcome) {
    GUARD(IS_TRAVEL(travel));
    (void)outcome;
    oyster_release_fn former = audio_handler ? audio_release : NULL;
    void *former_context = audio_context;
    audio_handler = handler;
    audio_context = context;
    audio_release = release;
    if (former)
        former(former_context);
    return OYSTER_OK;
}
oyster_result oyster_travel_audio_fd(oyster_travel *travel, int *fd) {
    GUARD(IS_TRAVEL(travel));
    if (audio_descriptor < 0)
        audio_descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    *fd = audio_descriptor;
    return OYSTER_OK;
}
oyster_result oyster_travel_read_audio(oyster_travel *travel, int16_t *samples, size_t capacity,
                                       uint32_t timeout_ms, oyster_audio_info *info) {
    GUARD(IS_TRAVEL(travel));
    (void)timeout_ms;
    pthread_mutex_lock(&fake.lock);
    bool is_there = chunk_count > 0 && capacity >= 6;
    if (is_there) {
        memcpy(samples, (int16_t[]){chunks[0], -1, 2, -2, 3, -3}, 6 * sizeof *samples);
        memmove(chunks, chunks + 1, --chunk_count * sizeof *chunks);
        *info = (oyster_audio_info){sizeof *info, 48000, 2, 3, samples, 20000, 1500000, NULL};
        eventfd_t value;
        if (!chunk_count && audio_descriptor >= 0)
            eventfd_read(audio_descriptor, &value);
    }
    pthread_mutex_unlock(&fake.lock);
    return is_there ? OYSTER_OK : OYSTER_ERROR_TIMED_OUT;
}
oyster_result oyster_travel_pause_local_audio_capture(oyster_travel *travel) {
    return fake_check(IS_TRAVEL(travel));
}
oyster_result oyster_travel_resume_local_audio_capture(oyster_travel *travel) {
    return fake_check(IS_TRAVEL(travel));
}

/* Delivers one chunk to the callback or the descriptor; false when the host has neither. */
OYSTER_API bool fake_play(int16_t first);
bool fake_play(int16_t first) {
    int16_t samples[] = {first, -1, 2, -2, 3, -3};
    oyster_audio_info info = {sizeof info, 48000, 2, 3, samples, 20000, 1500000, NULL};
    if (audio_handler) {
        audio_handler(audio_context, &info);
        return true;
    }
    if (audio_descriptor < 0)
        return false;
    pthread_mutex_lock(&fake.lock);
    if (chunk_count < 128)
        chunks[chunk_count++] = first;
    pthread_mutex_unlock(&fake.lock);
    eventfd_write(audio_descriptor, 1);
    return true;
}
