/* SPDX-License-Identifier: Apache-2.0 */
/* To be preloaded: an object that is disposed has lost its list of closures, but they still know
 * it. Usually that lasts for less than a microsecond; here for 20 ms. Another thread that destroys
 * one of these closures meanwhile crashes. */
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
