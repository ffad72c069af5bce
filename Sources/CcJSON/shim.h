// SPDX-License-Identifier: Apache-2.0
// Why: cJSON ships no module map.
#include <cjson/cJSON.h>
