# SPDX-License-Identifier: Apache-2.0
"""Names of the C header."""

from __future__ import annotations

import re
from pathlib import Path

from .text import bare


def functions(root: Path) -> list[str]:
    """Return the exported functions, in the order of the umbrella header."""
    umbrella = (root / "include/happyoyster.h").read_text()
    found = []
    for header in re.findall(r'#include "(happyoyster/\w+\.h)"', umbrella):
        text = bare((root / "include" / header).read_text())
        found += re.findall(r"^OYSTER_API\b[^;(]*?\b(oyster_\w+)\(", text, re.MULTILINE)
    return found


def types(root: Path) -> list[str]:
    """Return the structs and enums that hosts meet, so not those of stream adapters."""
    headers = sorted((root / "include/happyoyster").glob("*.h"))
    text = "\n".join(bare(path.read_text()) for path in headers if path.stem != "stream_engine")
    return re.findall(r"^typedef (?:enum OYSTER_ENUM|struct) (\w+) \{", text, re.MULTILINE)


def names(root: Path) -> set[str]:
    """Return every identifier of the headers: functions, types, constants."""
    texts = (bare(path.read_text()) for path in (root / "include/happyoyster").glob("*.h"))
    return set(re.findall(r"\b(?:oyster|OYSTER)_\w+", "\n".join(texts)))
