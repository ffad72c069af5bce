#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts an audio server with one source and runs a program. usage: microphone.sh PROGRAM OBJECTS…
set -euo pipefail
. "$(dirname "$0")/server.bash"
export XDG_RUNTIME_DIR=$home HOME=$home PULSE_SERVER=unix:$home/server PULSE_COOKIE=$home/cookie
cat >"$home/script" <<COMMANDS
load-module module-native-protocol-unix socket=$home/server auth-anonymous=1
load-module module-null-sink sink_name=room
set-default-source room.monitor
COMMANDS
start_server pulseaudio -n -F "$home/script" --daemonize=no --exit-idle-time=-1 --use-pid-file=no
await_server pactl info
"$@" "$server"
