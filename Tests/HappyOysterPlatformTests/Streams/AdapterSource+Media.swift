// SPDX-License-Identifier: Apache-2.0

/// Valid and invalid frames, audio and signalling requests.
extension AdapterSource {
    static let frames = """
        static void give_back(void *owner)
        {
            __atomic_add_fetch(&released, 1, __ATOMIC_SEQ_CST);
            free(owner);
        }

        static oyster_stream_frame make_frame(int64_t pts)
        {
            uint8_t *pixels = malloc(32 * 16 * 3 / 2);
            memset(pixels, 100, 32 * 16 * 3 / 2);
            oyster_stream_frame frame = {
                sizeof frame, OYSTER_PIXEL_FORMAT_I420, 32, 16, {32, 16, 16},
                {pixels, pixels + 512, pixels + 640}, pts, give_back, pixels};
            return frame;
        }

        static void show(stream *s, const oyster_stream_frame *frame)
        {
            s->sink->frame(s->sink->context, frame);
        }

        static void show_bad_frames(stream *s)
        {
            oyster_stream_frame f;
            int shown = 0;
            show(s, NULL);
        #define BAD(change) f = make_frame(0); change; show(s, &f); shown++
            BAD(f.format = OYSTER_PIXEL_FORMAT_RGBA);
            BAD(f.format = (oyster_pixel_format)0);
            BAD(f.format = (oyster_pixel_format)0xFFFFFFFF);
            BAD(f.width = 0);
            BAD(f.width = 31);
            BAD(f.height = 15);
            BAD(f.height = 14);
            BAD(f.width = 8194; f.strides[0] = 8194);
            BAD(f.width = 0xFFFFFFFE);
            BAD(f.height = 0x80000000);
            BAD(f.strides[0] = 31);
            BAD(f.strides[1] = 15);
            BAD(f.strides[2] = 0);
            BAD(f.strides[0] = 0xFFFFFFFF);
            BAD(f.planes[0] = NULL);
            BAD(f.planes[1] = NULL);
            BAD(f.planes[2] = NULL);
            struct { oyster_stream_frame known; char newer[64]; } odd = {make_frame(0), {1}};
            odd.known.size = sizeof odd;
            show(s, &odd.known);
            shown++;
            say_number(s, "bad", shown);
            say_number(s, "released", __atomic_load_n(&released, __ATOMIC_SEQ_CST));
            f = make_frame(INT64_MAX); show(s, &f);
            f = make_frame(INT64_MIN); show(s, &f);
            f = make_frame(-1); show(s, &f);
            f = make_frame(5); f.size = 8; show(s, &f); free(f.owner);
            struct { oyster_stream_frame known; char newer[64]; } grown = {make_frame(6), {0}};
            grown.known.size = sizeof grown;
            show(s, &grown.known);
            f = make_frame(7); f.release = NULL; show(s, &f);
        }

        """

    static let media = """
        static void play(stream *s, uint32_t rate, uint32_t channels, uint32_t frames)
        {
            static const int16_t samples[8] = {1, -1, 2, -2, 3, -3, 32767, -32768};
            oyster_stream_audio a = {sizeof a, rate, channels, frames, samples, 7000};
            s->sink->audio(s->sink->context, &a);
        }

        static void make_audio(stream *s)
        {
            if (!s->sink->wants_audio(s->sink->context)) abort();
            play(s, 48000, 2, 4);
            play(s, 8000, 1, 8);
            play(s, 192000, 8, 1);
        }

        static void make_noise(stream *s)
        {
            s->sink->audio(s->sink->context, NULL);
            s->sink->audio((void *)(size_t)-1, NULL);
            play(s, 7999, 1, 1);
            play(s, 192001, 1, 1);
            play(s, 48000, 0, 1);
            play(s, 48000, 9, 1);
            play(s, 48000, 1, 0);
            play(s, 48000, 1, 0xFFFFFFFF);
            play(s, 48000, 0xFFFFFFFF, 0xFFFFFFFF);
            oyster_stream_audio a = {sizeof a - 1, 48000, 1, 1, (const int16_t *)&a, 0};
            s->sink->audio(s->sink->context, &a);
            a.size = sizeof a;
            struct { oyster_stream_audio known; char newer[64]; } grown = {a, {1}};
            grown.known.size = sizeof grown;
            s->sink->audio(s->sink->context, &grown.known);
            a.samples = NULL;
            s->sink->audio(s->sink->context, &a);
            say(s, "noise over");
        }

        """

    static let signalling = """
        static void answered(void *owner, const oyster_stream_http_response *r)
        {
            stream *s = owner;
            char line[256];
            snprintf(line, sizeof line, "answer %d '%s' %zu %s %s", r->status, r->body,
                     r->body_length, r->location ? r->location : "-",
                     r->failure ? r->failure : "-");
            say(s, line);
        }

        static oyster_stream_http_request make_request(stream *s)
        {
            oyster_stream_http_request r = {
                sizeof r, "POST", "https://oyster.invalid/offer?x=1", "rtc-token",
                "application/sdp", "v=0", 3, 5000, answered, s};
            return r;
        }

        static oyster_result ask(stream *s, const char *method, const char *url)
        {
            oyster_stream_http_request r = make_request(s);
            r.method = method;
            r.url = url;
            return s->sink->http(s->sink->context, &r);
        }

        /** Everything is copied: what was lent is overwritten at once. */
        static void signal_well(stream *s)
        {
            char url[] = "HTTP://127.0.0.1:9/offer", method[] = "POST", bearer[] = "tok",
                 type[] = "application/sdp", body[] = "v=0";
            oyster_stream_http_request r = {
                sizeof r, method, url, bearer, type, body, 3, 1500, answered, s};
            oyster_result code = s->sink->http(s->sink->context, &r);
            memset(url, 'x', sizeof url - 1);
            memset(method, 'x', 4);
            memset(bearer, 'x', 3);
            memset(type, 'x', 3);
            memset(body, 'x', 3);
            memset(&r, 0, sizeof r);
            say_number(s, "asked", code);
            struct { oyster_stream_http_request known; char newer[64]; } grown =
                {make_request(s), {0}};
            grown.known.size = sizeof grown;
            grown.known.method = "DELETE";
            grown.known.bearer = grown.known.content_type = grown.known.body = NULL;
            grown.known.body_length = 0;
            say_number(s, "asked", s->sink->http(s->sink->context, &grown.known));
            grown.newer[63] = 1;
            say_number(s, "unknown", s->sink->http(s->sink->context, &grown.known));
        }

        static void signal_badly(stream *s)
        {
            static char huge[(1 << 20) + 2];
            memset(huge, 'x', sizeof huge - 1);
            oyster_stream_http_request r;
            int asked = 0, refused = 0;
        #define ODD(change) r = make_request(s); change; asked++; \\
            refused += s->sink->http(s->sink->context, &r) == OYSTER_ERROR_INVALID_ARGUMENT
            ODD(r.size = sizeof r - 1);
            ODD(r.size = 0);
            ODD(r.method = NULL);
            ODD(r.method = "");
            ODD(r.method = "post");
            ODD(r.method = "PUT");
            ODD(r.method = "POST\\r\\nX: y");
            ODD(r.url = NULL);
            ODD(r.url = "");
            ODD(r.url = "oyster.invalid/offer");
            ODD(r.url = "http://oyster.invalid/offer");
            ODD(r.url = "http://127.0.0.1@oyster.invalid/");
            ODD(r.url = "https://user:pass@oyster.invalid/");
            ODD(r.url = "file:///etc/passwd");
            ODD(r.url = "https://oyster.invalid/a b");
            ODD(r.url = "https://oyster.invalid/\\xff");
            ODD(r.url = huge);
            ODD(r.bearer = "");
            ODD(r.bearer = "a b");
            ODD(r.bearer = "a\\r\\nX: y");
            ODD(r.bearer = "\\xc3\\xa9");
            ODD(r.bearer = huge);
            ODD(r.content_type = "a\\r\\nX: y");
            ODD(r.content_type = "");
            ODD(r.content_type = huge);
            ODD(r.body = NULL);
            ODD(r.body = huge; r.body_length = (1 << 20) + 1);
            ODD(r.body_length = (size_t)-1);
            ODD(r.timeout_ms = 0);
            ODD(r.timeout_ms = 600001);
            ODD(r.done = NULL);
            asked++;
            refused += s->sink->http(s->sink->context, NULL) == OYSTER_ERROR_INVALID_ARGUMENT;
            say_number(s, "asked badly", asked);
            say_number(s, "refused", refused);
            r = make_request(s);
            say_number(s, "no sink", s->sink->http((void *)(size_t)-1, &r));
        }

        """
}
