/* SPDX-License-Identifier: Apache-2.0 */
/* Calls a fuzz target with the content of files, to test the inputs that libFuzzer found before.
 *
 *     replay_TARGET FILE…
 */
#include "input.h"

int main(int count, char **files) {
    for (int index = 1; index < count; index++) {
        char *bytes = NULL;
        gsize size = 0;
        fprintf(stderr, "%s\n", files[index]);
        if (!g_file_get_contents(files[index], &bytes, &size, NULL))
            return 1;
        LLVMFuzzerTestOneInput((const uint8_t *)bytes, size);
        g_free(bytes);
    }
    return count > 1 ? 0 : 2;
}
