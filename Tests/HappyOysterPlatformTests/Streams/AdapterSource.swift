// SPDX-License-Identifier: Apache-2.0

/// A stream engine in C for tests: `rtc_config` names what a join does, and macros damage the
/// table.
enum AdapterSource {
    static let text = head + frames + media + signalling + streams + preparing + table

    private static let head = """
        #include <happyoyster/stream_engine.h>
        #include <dlfcn.h>
        #include <happyoyster/error.h>
        #include <pthread.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <unistd.h>

        typedef struct stream {
            const oyster_stream_sink *sink;
            char scenario[32];
            pthread_mutex_t mutex;
            pthread_cond_t left;
            bool is_left;
        } stream;

        static int released;

        static void say(stream *s, const char *text)
        {
            s->sink->log(s->sink->context, OYSTER_LOG_LEVEL_INFO, text);
        }

        static void say_number(stream *s, const char *text, long number)
        {
            char line[64];
            snprintf(line, sizeof line, "%s %ld", text, number);
            say(s, line);
        }

        """

    private static let streams = """
        static void misuse_words(stream *s)
        {
            const oyster_stream_sink *k = s->sink;
            static char huge[1 << 20];
            memset(huge, 'x', sizeof huge - 1);
            k->state(k->context, (oyster_stream_state)0);
            k->state(k->context, (oyster_stream_state)0x80000000);
            k->log(k->context, (oyster_log_level)0, "level 0");
            k->log(k->context, (oyster_log_level)0xFFFFFFFF, "level max");
            k->log(k->context, OYSTER_LOG_LEVEL_ERROR, NULL);
            k->log(k->context, OYSTER_LOG_LEVEL_ERROR, "bad \\xff\\xfe utf8");
            k->log(k->context, OYSTER_LOG_LEVEL_ERROR, huge);
            k->first_frame(k->context);
            k->first_frame(k->context);
            k->state(NULL, OYSTER_STREAM_STATE_PLAYING);
            k->first_frame(NULL);
            k->failure(NULL, "x");
            k->closed(NULL);
            k->closed((void *)(size_t)-1);
            k->frame((void *)(size_t)-1, NULL);
            k->wants_frames(NULL);
            k->failure(k->context, NULL);
            k->failure(k->context, "\\xff");
        }

        static void speak_after_closed(stream *s)
        {
            const oyster_stream_sink *k = s->sink;
            void *blocks[64];
            for (int i = 0; i < 64; i++) {
                blocks[i] = malloc(sizeof *k);
                memset(blocks[i], 0x41, sizeof *k);
            }
            for (int round = 0; round < 3; round++) {
                oyster_stream_frame f = make_frame(0);
                k->state(k->context, OYSTER_STREAM_STATE_PLAYING);
                k->first_frame(k->context);
                k->wants_frames(k->context);
                k->frame(k->context, &f);
                if (k->wants_audio(k->context)) abort();
                play(s, 48000, 2, 4);
                if (ask(s, "POST", "https://oyster.invalid/late") != OYSTER_ERROR_INVALID_HANDLE)
                    abort();
                k->log(k->context, OYSTER_LOG_LEVEL_ERROR, "late");
                k->failure(k->context, "late");
                k->closed(k->context);
            }
            for (int i = 0; i < 64; i++) free(blocks[i]);
        }

        static void *work(void *argument)
        {
            stream *s = argument;
            const oyster_stream_sink *k = s->sink;
            k->state(k->context, OYSTER_STREAM_STATE_CONNECTED);
            if (strstr(s->scenario, "good")) {
                k->first_frame(k->context);
                k->state(k->context, OYSTER_STREAM_STATE_PLAYING);
                for (int i = 0; i < 5; i++) {
                    oyster_stream_frame f = make_frame(i * 42000);
                    if (k->wants_frames(k->context)) show(s, &f); else give_back(f.owner);
                }
                say(s, "shown");
            }
            if (strstr(s->scenario, "bad-frames")) show_bad_frames(s);
            if (strstr(s->scenario, "words")) misuse_words(s);
            if (strstr(s->scenario, "audio")) make_audio(s);
            if (strstr(s->scenario, "noise")) make_noise(s);
            if (strstr(s->scenario, "signal")) signal_well(s);
            if (strstr(s->scenario, "garble")) signal_badly(s);
            pthread_mutex_lock(&s->mutex);
            while (!s->is_left) pthread_cond_wait(&s->left, &s->mutex);
            pthread_mutex_unlock(&s->mutex);
            say_number(s, "frames released", __atomic_load_n(&released, __ATOMIC_SEQ_CST));
            k->closed(k->context);
            if (strstr(s->scenario, "after-closed")) speak_after_closed(s);
            free(s);
            return NULL;
        }

        static oyster_result join(void *engine, const oyster_stream_join *j,
                                  const oyster_stream_sink *sink, void **out)
        {
            (void)engine;
            released = 0;
            if (strstr(j->rtc_config, "refuse")) {
                if (strstr(j->rtc_config, "loud")) {
                    sink->state(sink->context, OYSTER_STREAM_STATE_CONNECTING);
                    sink->closed(sink->context);
                }
                return OYSTER_ERROR_REALTIME_CONNECT_FAILED;
            }
            sink->state(sink->context, OYSTER_STREAM_STATE_CONNECTING);
            if (strstr(j->rtc_config, "null")) return 0;
            stream *s = calloc(1, sizeof *s);
            s->sink = sink;
            const char *name = strstr(j->rtc_config, "scenario");
            snprintf(s->scenario, sizeof s->scenario, "%s", name ? name + 11 : "");
            pthread_mutex_init(&s->mutex, NULL);
            pthread_cond_init(&s->left, NULL);
            char line[256];
            snprintf(line, sizeof line, "join %s %d %s %u%s", j->travel_id, j->mode,
                     j->aspect_ratio ? j->aspect_ratio : "-", j->timeout_ms,
                     j->play_audio ? " aloud" : "");
            say(s, line);
            *out = s;
            if (strstr(s->scenario, "early")) {
                sink->closed(sink->context);
                return 0;
            }
            pthread_t thread;
            pthread_create(&thread, NULL, work, s);
            pthread_detach(thread);
            return 0;
        }

        """

    private static let table = """
        static void leave(void *argument)
        {
            stream *s = argument;
            if (!s) return;
            if (strstr(s->scenario, "early")) abort();
            pthread_mutex_lock(&s->mutex);
            s->is_left = true;
            pthread_cond_signal(&s->left);
            pthread_mutex_unlock(&s->mutex);
        }

        static oyster_result send_command(void *argument, const oyster_stream_command *c)
        {
            stream *s = argument;
            if (!s || c->size != sizeof *c) return OYSTER_ERROR_CHANNEL_NOT_READY;
            if (strstr(s->scenario, "early")) abort();
            char line[64];
            snprintf(line, sizeof line, "command %d %d %d %d", c->translation, c->rotation,
                     c->interaction, (int)c->sequence);
            say(s, line);
            return strstr(s->scenario, "deaf") ? OYSTER_ERROR_CHANNEL_NOT_READY : 0;
        }

        static void set_local_audio(void *argument, bool on)
        {
            stream *s = argument;
            if (!s) return;
            if (strstr(s->scenario, "early")) abort();
            say_number(s, "audio", on);
        }

        static size_t stats(void *argument, char *buffer, size_t capacity)
        {
            stream *s = argument;
            if (!s) return 0;
            if (strstr(s->scenario, "early")) abort();
            if (strstr(s->scenario, "liar")) return (size_t)-1;
            if (strstr(s->scenario, "full")) return capacity;
            if (strstr(s->scenario, "nonsense")) return (size_t)snprintf(buffer, capacity, "{");
            return (size_t)snprintf(buffer, capacity, "{\\"bitrate\\":%d}", 42);
        }

        static oyster_result record(void *argument, const char *path)
        {
            stream *s = argument;
            if (!s || strstr(s->scenario, "deaf")) return 109011;
            if (strstr(s->scenario, "early")) abort();
            char line[128];
            snprintf(line, sizeof line, "record %s", path ? path : "-");
            say(s, line);
            return 0;
        }

        static bool supports(void *engine, const char *rtc_config)
        {
            (void)engine;
            return strstr(rtc_config, "scenario") != NULL;
        }

        static oyster_stream_engine table = {
            sizeof(oyster_stream_engine), OYSTER_STREAM_ENGINE_ABI, "test", NULL, supports,
            join, leave, send_command, set_local_audio, stats, record, NULL};

        /** The table cut off: what follows cannot be read. */
        static const oyster_stream_engine *cut(uint32_t size)
        {
            char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                               -1, 0);
            mprotect(pages + 4096, 4096, PROT_NONE);
            table.size = size;
            memcpy(pages + 4096 - size, &table, size);
            return (const void *)(pages + 4096 - size);
        }

        #ifndef NO_ENTRY
        const oyster_stream_engine *oyster_stream_engine_entry(uint32_t abi)
        {
            if (abi != OYSTER_STREAM_ENGINE_ABI) return NULL;
        #ifdef SPOIL
            SPOIL;
        #endif
            return &table;
        }
        #endif
        """
}
