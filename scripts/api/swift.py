# SPDX-License-Identifier: Apache-2.0
"""Names of the Swift façade: ``OysterTravel.rewind(toSec:)``, ``OysterTravelStatus.running``."""

from __future__ import annotations

import re
from pathlib import Path

from .text import bare, blocks, end_of, split, surface

TYPE = re.compile(
    r"\b(?P<head>(?:public )?(?:final )?(?P<kind>class|struct|enum|extension)) "
    r"(?P<name>[\w.]+)[^{}()]*\{"
)
MEMBER = re.compile(
    r"\bpublic (?:(?:(?:private|package)\(set\)|nonisolated(?:\(unsafe\))?|static|convenience"
    r"|final) )*(?P<kind>func|init|var|let|typealias) ?(?P<name>\w*)"
)


def names(root: Path) -> set[str]:
    """Return public types and their public members."""
    found: set[str] = set()
    # The façade re-exports the public types of the core.
    for module in ("HappyOysterSDK", "HappyOysterCore", "HappyOysterStream"):
        for path in sorted((root / "Sources" / module).glob("**/*.swift")):
            _read(bare(path.read_text()), "", found)
    return found


def _read(text: str, outer: str, found: set[str]) -> None:
    """Collect the types of a text, and what is in them."""
    end = 0
    for match, body in blocks(text, TYPE):
        if match.start() < end:
            continue  # inside the one before, which has read it
        end = match.end() + len(body)
        is_extension = match["kind"] == "extension"
        if not is_extension and not match["head"].startswith("public"):
            continue
        name = outer + match["name"]
        found |= {name} | {f"{name}.{member}" for member in _members(surface(body))}
        if match["kind"] == "enum":
            found |= {f"{name}.{case}" for case in _cases(surface(body))}
        _read(body, name + ".", found)


def _cases(body: str) -> list[str]:
    """Return the cases of an enum."""
    lists = re.findall(r"^\s*case ([^\n]+(?:,\n[^\n]+)*)", body, re.MULTILINE)
    return [re.split(r"\W", part.lstrip("`"))[0] for cases in lists for part in split(cases)]


def _members(body: str) -> set[str]:
    """Return public members; functions with their labels."""
    found = set()
    for match in MEMBER.finditer(body):
        if match["kind"] not in ("func", "init"):
            found.add(match["name"])
            continue
        if match["kind"] == "func" and not match["name"]:
            continue  # an operator
        opening = body.index("(", match.end())
        parameters = split(body[opening + 1 : end_of(body, opening, "()")])
        labels = "".join(part.split(":")[0].split()[0] + ":" for part in parameters)
        found.add(f"{match['name'] or 'init'}({labels})")
    return found
