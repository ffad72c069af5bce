# SPDX-License-Identifier: Apache-2.0
"""Just enough of a parser for sources in the style of C, as the formatters leave them."""

from __future__ import annotations

import re
from collections.abc import Iterator

NOISE = re.compile(
    r"//[^\n]*|/\*.*?\*/"  # comments
    r"|'(?:\\u\{\w+\}|\\.|[^'\\\n])'"  # characters, but not Rust's lifetimes
    r'|#"(?:.*?)"#'  # texts, raw and plain
    r'|"(?:\\.|[^"\\])*"',
    re.DOTALL,
)


def bare(source: str) -> str:
    """Remove comments and the content of texts, in which braces mean nothing."""
    return NOISE.sub(lambda match: " " if match[0][0] == "/" else '""', source)


def end_of(source: str, opening: int, pair: str = "{}") -> int:
    """Return where the bracket that opens at a position is closed."""
    depth = 0
    for position in range(opening, len(source)):
        if source[position] == pair[0]:
            depth += 1
        elif source[position] == pair[1]:
            depth -= 1
            if depth == 0:
                return position
    raise ValueError(f"unbalanced {pair}: {source[opening : opening + 60]!r}")


def blocks(source: str, head: re.Pattern[str]) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each match that ends with an opening brace, and what the brace encloses."""
    for match in head.finditer(source):
        opening = match.end() - 1
        yield match, source[opening + 1 : end_of(source, opening)]


def surface(body: str) -> str:
    """Remove everything in braces inside a body: only its own declarations stay."""
    kept, depth = [], 0
    for character in body:
        if character == "}":
            depth -= 1
        if depth == 0:
            kept.append(character)
        if character == "{":
            depth += 1
    return "".join(kept)


def split(parameters: str) -> list[str]:
    """Split at commas that no bracket encloses."""
    parts, depth = [""], 0
    for character in parameters.replace("->", "→"):
        depth += (character in "([<{") - (character in ")]>}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
