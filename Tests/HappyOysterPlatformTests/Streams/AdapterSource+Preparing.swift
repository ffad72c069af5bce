// SPDX-License-Identifier: Apache-2.0

extension AdapterSource {
    /// Variants of `prepare`; a macro that changes the table selects one.
    static let preparing = """
        static const char *lack = "";

        static oyster_result lacking(void *engine, const oyster_stream_requirements *needs, char *reason,
                                     size_t capacity)
        {
            (void)engine, (void)needs;
            snprintf(reason, capacity, "%s", lack);
            return 105001;
        }

        static oyster_result lacking_once(void *engine, const oyster_stream_requirements *needs,
                                          char *reason, size_t capacity)
        {
            static int calls;
            return calls++ ? 0 : lacking(engine, needs, reason, capacity);
        }

        static oyster_result echoing_needs(void *engine, const oyster_stream_requirements *needs,
                                           char *reason, size_t capacity)
        {
            (void)engine;
            snprintf(reason, capacity, "play_audio %u size %u", needs->play_audio, needs->size);
            return 105001;
        }

        static oyster_result naming_thread(void *engine, const oyster_stream_requirements *needs,
                                           char *reason, size_t capacity)
        {
            (void)engine, (void)needs;
            pthread_getname_np(pthread_self(), reason, capacity);
            return 105001;
        }

        /** Waits for a file beside the adapter whose name ends in `.go`; never two at a time. */
        static oyster_result waiting(void *engine, const oyster_stream_requirements *needs, char *reason,
                                     size_t capacity)
        {
            (void)engine, (void)needs, (void)reason, (void)capacity;
            static int callers;
            Dl_info self;
            char path[512];
            if (__atomic_add_fetch(&callers, 1, __ATOMIC_SEQ_CST) != 1) abort();
            dladdr((void *)(size_t)waiting, &self);
            snprintf(path, sizeof path, "%s.go", self.dli_fname);
            while (access(path, F_OK) != 0) usleep(1000);
            __atomic_sub_fetch(&callers, 1, __ATOMIC_SEQ_CST);
            return 0;
        }

        """
}
