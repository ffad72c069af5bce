# SPDX-License-Identifier: Apache-2.0
"""The reference of the Swift façade from its symbol graph: one page.

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

from frame import Link, Site, coloured, declaration, markdown, member

PAGE = "swift/index.html"
KINDS = {
    "swift.class": ("Classes", "class"),
    "swift.struct": ("Structures", "structure"),
    "swift.enum": ("Enumerations", "enumeration"),
    "swift.typealias": ("Aliases", "alias"),
}
MEMBERS = {
    "swift.enum.case": "case",
    "swift.init": "initializer",
    "swift.type.property": "static property",
    "swift.property": "property",
    "swift.type.method": "static method",
    "swift.method": "method",
}
FIRST = ("HappyOysterEngine", "OysterTravel", "OysterVideoView", "OysterConfig")
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
    """Read what the façade declares itself; the compiler's own additions have no location."""
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
        sys.exit(f"swift_pages: {symbol.anchor}: no symbol {match[1]}")

    return coloured(markdown(LINK.sub(follow, symbol.comment)), "swift")


def entry(symbol: Symbol, kind: str, anchors: set[str]) -> str:
    """Return a symbol with its declaration and comment."""
    links = {anchor: f"#{anchor}" for anchor in anchors if "/" not in anchor}
    code = declaration(wrapped(symbol.declaration), "swift", links)
    name = ".".join(symbol.path)
    return member(symbol.anchor, name, kind, code, described(symbol, anchors))


def wrapped(line: str) -> str:
    """Return a long declaration with one parameter on each line."""
    if len(line) <= 76 or "(" not in line:
        return line
    before, _, rest = line.partition("(")
    inner, _, after = rest.rpartition(")")
    parameters = ",\n    ".join(re.split(r",\s+(?=\w+(?: \w+)?:)", inner))
    return f"{before}(\n    {parameters}\n){after}"


def order(symbol: Symbol) -> tuple[int, tuple[str, ...]]:
    """Return the place of a type among its kind."""
    name = symbol.path[0]
    return (FIRST.index(name) if name in FIRST else len(FIRST), symbol.path)


def menu() -> Link:
    """Return the menu's line."""
    return Link("Swift", PAGE)


def write(graph: Path, site: Site) -> None:
    """Write the page."""
    symbols = read(graph)
    anchors = {symbol.anchor for symbol in symbols}
    parts = [
        "<h1>HappyOysterSDK</h1>\n<p>The public symbols of the Swift façade. The "
        '<a href="../guides/swift.html">guide</a> shows how to use them.</p>'
    ]
    for kind, (heading, word) in KINDS.items():
        types = sorted((one for one in symbols if one.kind == kind), key=order)
        if types:
            parts.append(f'<h2 id="{heading.lower()}">{heading}</h2>')
        for symbol in types:
            parts.append(entry(symbol, word, anchors))
            inner = [
                entry(one, name, anchors)
                for wanted, name in MEMBERS.items()
                for one in symbols
                if one.kind == wanted and one.path[:-1] == symbol.path
            ]
            parts.append(f'<div class="members">{"".join(inner)}</div>' if inner else "")
    site.write(PAGE, "HappyOysterSDK", "\n".join(parts))
