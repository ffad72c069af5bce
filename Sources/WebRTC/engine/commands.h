/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_COMMANDS_H
#define OYSTER_COMMANDS_H

#include <glib.h>

#include "happyoyster/stream_engine.h"

/** Enough for every command. */
enum { COMMAND_TEXT_SIZE = 192 };

/** Writes a command as JSON, see docs/webrtc.md; FALSE when a value is out of range. */
gboolean command_print(const oyster_stream_command *command, char text[COMMAND_TEXT_SIZE]);

#endif
