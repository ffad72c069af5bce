# SPDX-License-Identifier: Apache-2.0
"""Find, load and check the shared library.

The search order is the environment variable ``HAPPYOYSTER_LIBRARY`` (a path, used alone when it
is set), the directory of this package (where a wheel puts its copy), and the system's loader.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

ENVIRONMENT_VARIABLE = "HAPPYOYSTER_LIBRARY"
SONAME = "libhappyoyster.so.0"
NEEDED = {"libcurl.so.4": "libcurl4", "libcjson.so.1": "libcjson1"}
"""Libraries that it needs from the system, and the Debian packages that have them."""
ABI_VERSION = (0, 1, 0)
"""The ABI that this layer mirrors: ``OYSTER_ABI_VERSION`` of the header, unpacked."""


class LibraryNotFoundError(ImportError):
    """No libhappyoyster could be loaded; the text names every place that was tried."""


class LibraryVersionError(ImportError):
    """A libhappyoyster was loaded that this package cannot work with."""


def _candidates() -> list[str]:
    """Return what to try, in order."""
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        return [chosen]
    beside = Path(__file__).resolve().parent.parent / SONAME
    return [str(beside), SONAME] if beside.exists() else [SONAME]


def _load() -> ctypes.CDLL:
    """Load the first candidate that works."""
    failures = []
    for candidate in _candidates():
        try:
            return ctypes.CDLL(candidate)
        except OSError as failure:
            failures.append(f"  {candidate}: {failure}")
    tried = "\n".join(failures)
    raise LibraryNotFoundError(f"cannot load {SONAME}; {remedy(tried)}. Tried:\n{tried}")


def remedy(failures: str) -> str:
    """Return what a user can do about these failures of the loader."""
    if any(f"{name}: cannot open" in failures for name in NEEDED):
        names, packages = " and ".join(NEEDED), " ".join(NEEDED.values())
        return f"it needs {names}: on Debian and Ubuntu, apt install {packages}"
    return f"set {ENVIRONMENT_VARIABLE} to the path of the library"


def unpack_version(packed: int) -> tuple[int, int, int]:
    """Undo ``OYSTER_ABI_PACK``."""
    return packed >> 24, packed >> 12 & 0xFFF, packed & 0xFFF


def check_version(found: tuple[int, int, int]) -> None:
    """Refuse a library of another major ABI version, or one older than this layer."""
    if found[0] == ABI_VERSION[0] and found >= ABI_VERSION:
        return
    have, need = (".".join(map(str, version)) for version in (found, ABI_VERSION))
    raise LibraryVersionError(
        f"libhappyoyster has ABI {have}, this package needs {need} or a newer {ABI_VERSION[0]}.x; "
        f"install matching versions or point {ENVIRONMENT_VARIABLE} at another library"
    )


library = _load()
"""The loaded library. It is never unloaded."""


def function(name: str, restype: Any, *argtypes: Any) -> Callable[..., Any]:
    """Declare one exported function with the types of the header."""
    try:
        exported = getattr(library, name)
    except AttributeError as missing:
        raise LibraryVersionError(f"libhappyoyster does not export {name}()") from missing
    exported.restype = restype
    exported.argtypes = argtypes
    return exported  # type: ignore[no-any-return]


check_version(unpack_version(function("oyster_abi_version", ctypes.c_uint32)()))
