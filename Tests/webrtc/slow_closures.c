/* SPDX-License-Identifier: Apache-2.0 */
/* A library to preload. While GLib disposes an object, the object has no list of closures any more,
 * but the closures still refer to the object. That state usually lasts less than 1 us; this library
 * makes it 20 ms. If another thread destroys one of these closures in that time, it crashes. */
#include <dlfcn.h>
#include <glib.h>
#include <unistd.h>

enum { LASTS_US = 20000 };

typedef void (*set_data_fn)(GData **, GQuark, gpointer, GDestroyNotify);

static _Atomic GDestroyNotify destroy_list;

void g_datalist_id_set_data_full(GData **list, GQuark key, gpointer data, GDestroyNotify destroy) {
    if (key == g_quark_try_string("GObject-closure-array")) {
        if (data != NULL)
            destroy_list = destroy;
        gpointer closures = data == NULL ? g_datalist_id_remove_no_notify(list, key) : NULL;
        if (closures != NULL) {
            usleep(LASTS_US);
            destroy_list(closures);
            return;
        }
    }
    set_data_fn set_data;
    *(void **)&set_data = dlsym(RTLD_NEXT, "g_datalist_id_set_data_full");
    set_data(list, key, data, destroy);
}
