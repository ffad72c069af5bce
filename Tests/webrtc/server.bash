# SPDX-License-Identifier: Apache-2.0
# A server that runs while a test program runs. Sourced by turn_relay.sh and microphone.sh.
#
#     start_server COMMAND…     starts it; its output is in $home/log
#     await_server COMMAND…     repeats COMMAND until it succeeds; fails when the server has ended
#
# $home is a folder for the server's files; it is removed at the end, and the server ended.
home=$(mktemp -d)
server=

stop_server() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$home"
}
trap stop_server EXIT

start_server() {
  "$@" >"$home/log" 2>&1 &
  server=$!
}

await_server() {
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    if "$@" >/dev/null 2>&1; then return; fi
    kill -0 "$server" 2>/dev/null || break
    sleep 0.05 # until the server answers
  done
  cat "$home/log" >&2
  return 1
}
