# SPDX-License-Identifier: Apache-2.0
"""Names of the C++ layer: ``Travel::start``, ``EventType::error``, ``set_log_level``."""

from __future__ import annotations

import re
from pathlib import Path

from .text import bare, blocks, surface

TYPE = re.compile(
    r"\b(?P<enum>enum )?(?:class|struct)\s+(?:\[\[\w+\]\]\s*)?(?P<name>\w+)(?:<\w+>)?[^;{}()=>]*\{"
)


def _text(root: Path) -> str:
    headers = sorted((root / "include/happyoyster/cpp").glob("*.hpp"))
    return "\n".join(bare(path.read_text()) for path in headers)


def names(root: Path) -> set[str]:
    """Return types, what their public parts declare, and free functions."""
    text, found = _text(root), set()
    for match, body in blocks(text, TYPE):
        public = re.split(r"\bprivate:", surface(body))[0]
        name = match["name"]
        if match["enum"]:
            members = re.findall(r"\b(\w+) =", body)
        else:
            members = re.findall(r"(~?\w+)\(", public) + re.findall(r"(\w+)(?:\{\})?;", public)
        found |= {name, *(f"{name}::{member}" for member in members)}
    found |= set(re.findall(r"^inline [^;{}()]*?\b(\w+)\(", text, re.MULTILINE))
    return found | set(re.findall(r"^using (\w+) =", text, re.MULTILINE))


def used(root: Path) -> set[str]:
    """Return the C functions that the layer calls."""
    return set(re.findall(r"\boyster_\w+", _text(root)))
