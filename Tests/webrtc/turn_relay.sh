#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts a TURN server on loopback and runs a program with its port. usage: turn_relay.sh PROGRAM OBJECTS…
set -euo pipefail
. "$(dirname "$0")/server.bash"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')

# A STUN binding request; any answer shows that the server runs.
is_answering() {
  python3 - "$port" <<'END'
import socket, sys
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.settimeout(0.1)
s.sendto(bytes.fromhex("000100002112a442") + bytes(12), ("127.0.0.1", int(sys.argv[1])))
s.recv(100)
END
}

start_server turnserver -n --listening-ip=127.0.0.1 --relay-ip=127.0.0.1 --listening-port="$port" --no-tls \
  --no-dtls --no-cli --allow-loopback-peers --lt-cred-mech --realm=oyster --user='user@1:p@ss/word#1' \
  --pidfile="$home/pid" --userdb="$home/db" --log-file=stdout --simple-log
await_server is_answering
"$@" "$port" || { tail -20 "$home/log" >&2; exit 1; }
