# SPDX-License-Identifier: Apache-2.0
"""What repeats the file VERSION."""

from __future__ import annotations

from pathlib import Path

from .output import Output

SOURCE = "VERSION"
PYTHON = "bindings/python/happyoyster"
RUST = "bindings/rust"


def read(root: Path) -> tuple[int, int, int]:
    """Return the parts of the version."""
    major, minor, patch = (root / SOURCE).read_text().strip().split(".")
    return int(major), int(minor), int(patch)


def write(output: Output, version: tuple[int, int, int]) -> None:
    """Write the version wherever a language has it."""
    text = ".".join(map(str, version))
    parts = zip(("MAJOR", "MINOR", "PATCH"), version, strict=True)
    lines = ["/** Version of these headers. oyster_version() returns the one of the library. */"]
    lines += [f"#define OYSTER_VERSION_{part} {number}" for part, number in parts]
    lines.append(f'#define OYSTER_VERSION_STRING "{text}"')
    output.region("include/happyoyster/base.h", "version", SOURCE, "\n".join(lines))
    body = f'"""Version of this package."""\n\n__version__ = "{text}"'
    output.file(f"{PYTHON}/_version.py", SOURCE, body)
    body = f"ABI_VERSION = {version}"
    output.region(f"{PYTHON}/_raw/_library.py", "version", SOURCE, body)
    body = f'version = "{text}"'
    for crate in ("happyoyster", "happyoyster-sys"):
        output.region(f"{RUST}/{crate}/Cargo.toml", "version", SOURCE, body)
    body = f'happyoyster-sys = {{ path = "../happyoyster-sys", version = "={text}" }}'
    output.region(f"{RUST}/happyoyster/Cargo.toml", "dependency", SOURCE, body)
