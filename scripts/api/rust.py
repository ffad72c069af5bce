# SPDX-License-Identifier: Apache-2.0
"""Names of the Rust crates: ``Travel::start``, ``Drop for Travel``, ``log::set_level``."""

from __future__ import annotations

import re
from pathlib import Path

from .text import bare, blocks, surface

IMPL = re.compile(
    r"\bimpl(?:<[^{}]*?>)?\s+(?:(?P<trait>\w+) for )?(?P<type>\w+)(?:<[^{}]*?>)?\s*\{"
)
ENUM = re.compile(r"\bpub enum (?P<name>\w+)\s*\{")
MACRO = re.compile(r"\bmacro_rules! vocabulary\s*\{")
FUNCTION = re.compile(r"\bpub (?:const |async )?fn (\w+)")


def names(root: Path) -> set[str]:
    """Return what the safe crate makes public."""
    sources = {
        path.stem: bare(path.read_text())
        for path in sorted((root / "bindings/rust/happyoyster/src").glob("*.rs"))
    }
    public = _exported(sources["lib"])
    members = _members(sources)
    found = {name for name in members if re.split(r"::| for ", name)[_owner(name)] in public}
    for module in {"lib", *re.findall(r"^pub mod (\w+);", sources["lib"], re.MULTILINE)}:
        prefix = "" if module == "lib" else f"{module}::"
        found |= {prefix + name for name in FUNCTION.findall(surface(sources[module]))}
        found |= {module} - {"lib"}
    return found | public


def _owner(name: str) -> int:
    """Return which part of a name is the type that has to be public."""
    return 1 if " for " in name else 0


def _exported(library: str) -> set[str]:
    """Return the names that the crate's root re-exports."""
    uses = re.findall(r"^pub use ([^;]+);", library, re.MULTILINE)
    return {name for use in uses for name in re.findall(r"\w+", use.split("::", 1)[1])}


def _members(sources: dict[str, str]) -> set[str]:
    """Return methods, trait implementations and variants, also those of private types."""
    found: set[str] = set()
    for text in sources.values():
        for match, body in blocks(text, IMPL):
            if match["trait"]:
                found.add(f"{match['trait']} for {match['type']}")
            else:
                found |= {f"{match['type']}::{name}" for name in FUNCTION.findall(surface(body))}
        for match, body in blocks(text, ENUM):
            variants = re.findall(r"^\s*(\w+)(?: =|\(|,)", body, re.MULTILINE)
            found |= {f"{match['name']}::{name}" for name in variants}
    vocabulary = sources["vocabulary"]
    shared = {name for _, body in blocks(vocabulary, MACRO) for name in FUNCTION.findall(body)}
    for match, _ in blocks(vocabulary, ENUM):
        found |= {f"{match['name']}::{name}" for name in shared}
    return found
