# SPDX-License-Identifier: Apache-2.0
"""Links from the table of all languages to the reference of each."""

from __future__ import annotations

import html
import re
from pathlib import Path

import search

PAGE = "guides/api.html"
CELL = re.compile(r'<td data-label="(C|C\+\+|Python|Rust|Swift)">(.*?)</td>', re.DOTALL)
CODE = re.compile(r"<code>((?:[^<]|<wbr>)+)</code>")


def places(output: Path) -> dict[tuple[str, str], str]:
    """Return the address of each name, by language; the first of overloaded names counts."""
    found: dict[tuple[str, str], str] = {}
    for name, where, address, _ in search.collect(output):
        language = where.split(" ", maxsplit=1)[0]
        found.setdefault((language, name.removesuffix("()")), address)
    return found


def link(output: Path) -> None:
    """Add the links."""
    known = places(output)

    def cell(match: re.Match[str]) -> str:
        def follow(code: re.Match[str]) -> str:
            name = html.unescape(code[1].replace("<wbr>", "")).removesuffix("()")
            address = known.get((match[1], name))
            return f'<a href="../{address}">{code[0]}</a>' if address else code[0]

        return f'<td data-label="{match[1]}">{CODE.sub(follow, match[2])}</td>'

    page = output / PAGE
    page.write_text(CELL.sub(cell, page.read_text()))
