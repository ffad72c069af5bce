# SPDX-License-Identifier: Apache-2.0
"""Shutdown of the library when the process exits.

Other threads must not call CPython while it finalises, and a C ``atexit`` function would run too
late. So this module shuts the library down before finalisation begins.
"""

from __future__ import annotations

import atexit

from ._callbacks import reports
from ._raw.base import oyster_release_fn
from ._raw.engine import oyster_engine_shutdown_all
from ._raw.log import oyster_log_fn, oyster_log_set_handler

DRAIN_MS = 2000
"""How long the shutdown waits at exit, in milliseconds."""

_drained = False


def is_draining() -> bool:
    """Whether the process exits, so that unclosed objects are no longer reported."""
    return _drained


@atexit.register
def _drain() -> None:
    """End travels and stop every callback. In a forked child the library does nothing."""
    global _drained
    _drained = True
    oyster_engine_shutdown_all(DRAIN_MS)
    reports.flush()
    oyster_log_set_handler(oyster_log_fn(), None, oyster_release_fn(), None)
