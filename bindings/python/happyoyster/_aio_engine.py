# SPDX-License-Identifier: Apache-2.0
"""The part of the asyncio engine that belongs to the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from typing import Protocol

from . import _callbacks
from ._engine_core import EngineCore
from ._raw import engine as raw
from .errors import OysterError


class Watching(Protocol):
    """What has descriptors of the library in the event loop."""

    def _unwatch(self) -> None: ...


class LoopEngine(EngineCore):
    """An engine whose callbacks run in the event loop that created it."""

    runs_in_loop = True
    _loop: asyncio.AbstractEventLoop
    _fd: int = -1
    _watching: weakref.WeakSet[Watching]

    def _open(self, handle: int, *, is_shared: bool) -> None:
        super()._open(handle, is_shared=is_shared)
        self._watching = weakref.WeakSet()
        try:
            self._loop = asyncio.get_running_loop()
            self._set_delivery(raw.oyster_delivery.OYSTER_DELIVERY_HOST)
            self._fd = self._event_fd()
            self._loop.add_reader(self._fd, dispatch, handle)
        except BaseException:
            self.close()
            raise

    def _is_stale(self) -> bool:
        return self._loop.is_closed()

    def close(self) -> None:
        """Give the engine back; closing again does nothing."""
        if not self._is_shared:
            # The library closes the descriptors of the travels together with the engine.
            for watching in list(self._watching):
                watching._unwatch()
        if self._fd >= 0 and not self._loop.is_closed():
            self._loop.remove_reader(self._fd)
        self._fd = -1
        if self._handle and self._is_shared:
            with contextlib.suppress(OysterError):
                self._set_delivery(raw.oyster_delivery.OYSTER_DELIVERY_THREAD)
        super().close()


def dispatch(engine: int) -> None:
    """Run the callbacks that wait, without waiting for more."""
    raw.oyster_engine_dispatch(engine, 0, None)
    _callbacks.raise_pending_stop()
