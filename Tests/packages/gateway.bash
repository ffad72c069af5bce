# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# A development gateway for the tests of packages; to be sourced. It ends with the script, since it
# watches its standard input.

# Start the gateway of a path.
start_gateway() {
    local ready
    coproc GATEWAY { exec "$1" --exit-with-stdin; }
    read -r -t 20 ready <&"${GATEWAY[0]}" || { echo "the gateway did not start" >&2; exit 1; }
    control=$(sed -n 's/.*"control" *: *"\([^"]*\)".*/\1/p' <<<"${ready//\\\//\/}")
    post settings '{"initMs":0,"startMs":0}' >/dev/null
}

# Post JSON to a route of the gateway's control port.
post() {
    curl -fsS --max-time 60 -H 'Content-Type: application/json' -d "$2" "$control/$1"
}

# Print fresh credentials for a travel of a mode, as the examples read them.
credentials() {
    post credentials "{\"mode\":\"$1\"}"
}
