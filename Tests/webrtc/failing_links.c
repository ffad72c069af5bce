/* SPDX-License-Identifier: Apache-2.0 */
/* A library to preload: gst_pad_link() fails for the stream engine when the program wants that. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

/** GST_PAD_LINK_REFUSED */
enum { REFUSED = -6 };

static atomic_uint links, first_to_fail, last_to_fail;

/** Counts the engine's links from 1 on, and fails those from `first` to `last`; 0 and 0: none. */
void fail_links(unsigned first, unsigned last);

void fail_links(unsigned first, unsigned last) {
    links = 0;
    first_to_fail = first;
    last_to_fail = last;
}

static bool is_of_engine(void *address) {
    Dl_info info;
    return dladdr(address, &info) != 0 && info.dli_fname != NULL &&
           strstr(info.dli_fname, "libhappyoyster-stream-webrtc") != NULL;
}

int gst_pad_link(void *source, void *sink);

int gst_pad_link(void *source, void *sink) {
    int (*next)(void *, void *);
    // Not RTLD_NEXT: the engine is loaded with RTLD_LOCAL, and so is GStreamer.
    void *gstreamer = dlopen("libgstreamer-1.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
    *(void **)&next = dlsym(gstreamer, "gst_pad_link");
    dlclose(gstreamer);
    if (is_of_engine(__builtin_return_address(0))) {
        unsigned number = atomic_fetch_add(&links, 1) + 1;
        if (number >= first_to_fail && number <= last_to_fail)
            return REFUSED;
    }
    return next(source, sink);
}
