// SPDX-License-Identifier: Apache-2.0
// Why: libmicrohttpd ships no module map, and Swift cannot call its variadic functions.
#include <microhttpd.h>
