# SPDX-License-Identifier: Apache-2.0
"""What is written from the table of statistics."""

from __future__ import annotations

from pathlib import Path

from .output import Output
from .tables import STATISTICS, TableError, rows

SCOPES = ("library", "loopback", "webrtc", "session")
COUNTERS = "Sources/HappyOysterWorld/Engine/TravelCounters.swift"
SESSION_COUNTERS = "Sources/HappyOysterSession/Session/SessionCounters.swift"


def read(root: Path) -> dict[str, dict[str, str]]:
    """Return names and meanings by scope."""
    found: dict[str, dict[str, str]] = {scope: {} for scope in SCOPES}
    for row in rows(root, STATISTICS):
        names = found.get(row["scope"])
        if names is None or row["name"] in names:
            raise TableError(f"{STATISTICS}: {row['name']}: unknown scope, or a name used twice")
        names[row["name"]] = row["meaning"]
    return found


def write(output: Output, found: dict[str, dict[str, str]]) -> None:
    """Write the counters and the tables of the page."""
    about = ["/// The statistics of a travel, without those of its", "/// stream engine."]
    output.file(COUNTERS, STATISTICS, counters("TravelCounters", about, found["library"]))
    about = ["/// The statistics of a session."]
    body = counters("SessionCounters", about, found["session"])
    output.file(SESSION_COUNTERS, STATISTICS, body)
    for scope, names in found.items():
        lines = ["| Key | Value |", "|---|---|"]
        lines += [f"| `{name}` | {meaning} |" for name, meaning in names.items()]
        region = f"statistics of {scope}"
        output.region("docs/json.md", region, STATISTICS, "\n".join(lines))


def counters(name: str, about: list[str], names: dict[str, str]) -> str:
    """Return a struct with counters."""
    lines = ["import HappyOysterCore", "", *about, f"struct {name} {{"]
    lines += [f"    var {name} = 0" for name in names]
    lines += ["", "    /// The object of `docs/json.md`."]
    lines += ["    var json: JSONObject {", "        ["]
    lines += [f'            "{name}": JSONValue({name}),' for name in names]
    return "\n".join([*lines, "        ]", "    }", "}"])
