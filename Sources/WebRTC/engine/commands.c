/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"

#include "happyoyster/control.h"

/* The spellings of the Web SDK. Servers also accept those of the other SDKs. */

static const char *const translations[] = {
    [OYSTER_TRANSLATION_NONE] = "None",
    [OYSTER_TRANSLATION_FRONT] = "Front",
    [OYSTER_TRANSLATION_BACK] = "Back",
    [OYSTER_TRANSLATION_LEFT] = "Left",
    [OYSTER_TRANSLATION_RIGHT] = "Right",
    [OYSTER_TRANSLATION_FRONT_LEFT] = "Front_Left",
    [OYSTER_TRANSLATION_FRONT_RIGHT] = "Front_Right",
    [OYSTER_TRANSLATION_BACK_LEFT] = "Back_Left",
    [OYSTER_TRANSLATION_BACK_RIGHT] = "Back_Right",
};

static const char *const rotations[] = {
    [OYSTER_ROTATION_NONE] = "None",
    [OYSTER_ROTATION_MOUSE_UP] = "Mouse_Up",
    [OYSTER_ROTATION_MOUSE_DOWN] = "Mouse_Down",
    [OYSTER_ROTATION_MOUSE_LEFT] = "Mouse_Left",
    [OYSTER_ROTATION_MOUSE_RIGHT] = "Mouse_Right",
    [OYSTER_ROTATION_MOUSE_UP_LEFT] = "Mouse_Up_Left",
    [OYSTER_ROTATION_MOUSE_UP_RIGHT] = "Mouse_Up_Right",
    [OYSTER_ROTATION_MOUSE_DOWN_LEFT] = "Mouse_Down_Left",
    [OYSTER_ROTATION_MOUSE_DOWN_RIGHT] = "Mouse_Down_Right",
};

static const char *const interactions[] = {
    [OYSTER_INTERACTION_NONE] = "None",     [OYSTER_INTERACTION_JUMP] = "Jump",
    [OYSTER_INTERACTION_ATTACK] = "Attack", [OYSTER_INTERACTION_CROUCH] = "Crouch",
    [OYSTER_INTERACTION_SPRINT] = "Sprint",
};

#define LOOK_UP(table, value) \
    ((value) >= 0 && (gsize)(value) < G_N_ELEMENTS(table) ? (table)[value] : NULL)

gboolean command_print(const oyster_stream_command *command, char text[COMMAND_TEXT_SIZE]) {
    const char *translation = LOOK_UP(translations, command->translation);
    const char *rotation = LOOK_UP(rotations, command->rotation);
    const char *interaction = LOOK_UP(interactions, command->interaction);
    if (translation == NULL || rotation == NULL || interaction == NULL)
        return FALSE;
    g_snprintf(text, COMMAND_TEXT_SIZE,
               "{\"translation\":\"%s\",\"rotation\":\"%s\",\"interaction\":\"%s\","
               "\"sequence\":%" G_GUINT64_FORMAT ",\"timeUs\":%" G_GINT64_FORMAT "}",
               translation, rotation, interaction, (guint64)command->sequence,
               (gint64)command->monotonic_time_us);
    return TRUE;
}
