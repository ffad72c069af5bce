# SPDX-License-Identifier: Apache-2.0
"""Shutdown of the library when the process exits.

Other threads must not call CPython while it finalises, and a C ``atexit`` function would run too
late. So this module shuts the library down before finalisation begins. The library belongs to the
process: a subinterpreter that ends only gives back what it created.
"""

from __future__ import annotations

import atexit
import ctypes
import sys
import time
import weakref
from typing import Protocol

from . import _callbacks
from ._callbacks import reports
from ._raw.base import oyster_release_fn
from ._raw.engine import oyster_engine_shutdown_all
from ._raw.log import oyster_log_fn, oyster_log_set_handler

DRAIN_MS = 2000
"""How long the shutdown waits at exit, in milliseconds."""

_drained = False


class _Engine(Protocol):
    def close(self) -> None: ...


engines: weakref.WeakSet[_Engine] = weakref.WeakSet()
"""The engines that this interpreter created, without the shared one."""

log_handler = 0
"""The context of the log handler that this interpreter set last; 0 when there is none."""


def is_draining() -> bool:
    """Whether the interpreter ends, so that unclosed objects are no longer reported."""
    return _drained


def _is_main_interpreter() -> bool:
    api = getattr(ctypes, "pythonapi", None)
    if api is None:
        return True
    state = ctypes.PYFUNCTYPE(ctypes.c_void_p)
    current, main = (state((f"PyInterpreterState_{name}", api))() for name in ("Get", "Main"))
    return bool(current == main)


def _set_standard_log() -> None:
    oyster_log_set_handler(oyster_log_fn(), None, oyster_release_fn(), None)


def _drain_process() -> None:
    """End travels and stop every callback. In a forked child the library does nothing."""
    global _drained
    _drained = True
    oyster_engine_shutdown_all(DRAIN_MS)
    reports.flush()
    _set_standard_log()


def _drain_subinterpreter() -> None:
    """Close the engines of this interpreter, and wait until C holds none of its callbacks.

    At the end of the process the main interpreter has shut the library down. Then a call that
    releases the GIL, as each call into C does, would end the main thread.
    """
    global _drained
    _drained = True
    if sys.is_finalizing():
        return
    if _callbacks.is_registered(log_handler):
        _set_standard_log()
    for engine in list(engines):
        engine.close()
    deadline = time.monotonic() + DRAIN_MS / 1000
    while _callbacks.registered() and time.monotonic() < deadline:
        time.sleep(0.001)
    reports.flush()


_drain = _drain_process if _is_main_interpreter() else _drain_subinterpreter
atexit.register(_drain)
