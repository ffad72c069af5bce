#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the reference of the Swift façade from its symbol graph: one page, no server needed.

swift_page.py SYMBOLS OUTPUT

A link in a comment that names no symbol is an error.
"""

from __future__ import annotations

import html
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from page import markdown, page

KINDS = {
    "swift.class": "Classes",
    "swift.struct": "Structures",
    "swift.enum": "Enumerations",
    "swift.typealias": "Aliases",
}
MEMBER_ORDER = (
    "swift.enum.case",
    "swift.init",
    "swift.type.property",
    "swift.property",
    "swift.type.method",
    "swift.method",
)
LINK = re.compile(r"``([^`]+)``")


@dataclass(frozen=True)
class Symbol:
    """A public symbol of the module."""

    path: tuple[str, ...]
    kind: str
    declaration: str
    comment: str

    @classmethod
    def parse(cls, entry: dict[str, Any]) -> Symbol:
        """Read a symbol of the graph."""
        lines = entry.get("docComment", {}).get("lines", [])
        return cls(
            tuple(entry["pathComponents"]),
            entry["kind"]["identifier"],
            "".join(part["spelling"] for part in entry["declarationFragments"]),
            "\n".join(line["text"] for line in lines),
        )

    @property
    def anchor(self) -> str:
        """Return the name by which links find it."""
        return "/".join(self.path)


def read(path: Path) -> list[Symbol]:
    """Read what the façade declares itself: the compiler's own additions have no place."""
    graph = json.loads(path.read_text())
    declared = (entry for entry in graph["symbols"] if "location" in entry)
    return [Symbol.parse(entry) for entry in declared]


def described(symbol: Symbol, anchors: set[str]) -> str:
    """Return the comment as HTML, with links."""

    def follow(match: re.Match[str]) -> str:
        for start in range(len(symbol.path), -1, -1):
            target = "/".join([*symbol.path[:start], match[1]])
            if target in anchors:
                return f'<a href="#{html.escape(target)}"><code>{html.escape(match[1])}</code></a>'
        sys.exit(f"swift_page: {symbol.anchor}: no symbol {match[1]}")

    return markdown(LINK.sub(follow, symbol.comment))


def section(symbol: Symbol, members: list[Symbol], anchors: set[str]) -> str:
    """Return a type with its members."""
    parts = [
        f'<h2 id="{html.escape(symbol.anchor)}">{html.escape(".".join(symbol.path))}</h2>',
        f"<pre>{html.escape(symbol.declaration)}</pre>",
        described(symbol, anchors),
    ]
    for member in members:
        parts.append(
            f'<div class="member" id="{html.escape(member.anchor)}">'
            f"<pre>{html.escape(member.declaration)}</pre>{described(member, anchors)}</div>"
        )
    return "\n".join(parts)


def main() -> int:
    """Write the page."""
    symbols = read(Path(sys.argv[1]))
    anchors = {symbol.anchor for symbol in symbols}
    types = [symbol for symbol in symbols if symbol.kind in KINDS]
    contents, sections = [], []
    for kind, heading in KINDS.items():
        contents.append(f"<h3>{heading}</h3><p>")
        for symbol in sorted((one for one in types if one.kind == kind), key=lambda s: s.path):
            members = [
                one
                for wanted in MEMBER_ORDER
                for one in symbols
                if one.kind == wanted and one.path[:-1] == symbol.path
            ]
            name = html.escape(".".join(symbol.path))
            contents.append(f'<a href="#{html.escape(symbol.anchor)}">{name}</a> ')
            sections.append(section(symbol, members, anchors))
        contents.append("</p>")
    introduction = (
        "<h1>HappyOysterSDK</h1>\n<p>The public symbols of the Swift façade. "
        '<a href="../guides/swift.html">How to use it</a>.</p>'
    )
    output = Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    body = "\n".join([introduction, *contents, *sections])
    (output / "index.html").write_text(page("HappyOysterSDK", body, "../"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
