/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_COMMANDS_H
#define OYSTER_COMMANDS_H

#include <glib.h>

#include "happyoyster/stream_engine.h"

/** Room for any command text. */
enum { COMMAND_TEXT_SIZE = 192 };

/** Writes a command as docs/webrtc.md has it; FALSE for a value that is none. */
gboolean command_print(const oyster_stream_command *command, char text[COMMAND_TEXT_SIZE]);

#endif
