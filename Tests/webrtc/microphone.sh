#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts an audio server with one source and runs a program. usage: microphone.sh PROGRAM OBJECTS…
set -euo pipefail
program=$1 && shift
home=$(mktemp -d)
server=
stop() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$home"
}
trap stop EXIT
export XDG_RUNTIME_DIR=$home HOME=$home PULSE_SERVER=unix:$home/server PULSE_COOKIE=$home/cookie
cat >"$home/script" <<COMMANDS
load-module module-native-protocol-unix socket=$home/server auth-anonymous=1
load-module module-null-sink sink_name=room
set-default-source room.monitor
COMMANDS
pulseaudio -n -F "$home/script" --daemonize=no --exit-idle-time=-1 --use-pid-file=no 2>"$home/log" &
server=$!
for ((tries = 0; tries < 200; tries++)); do
  pactl info >/dev/null 2>&1 && break
  kill -0 "$server" 2>/dev/null || { cat "$home/log" >&2; exit 1; }
  sleep 0.05 # until the server's socket exists
done
"$program" "$@" "$server"
