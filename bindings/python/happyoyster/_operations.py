# SPDX-License-Identifier: Apache-2.0
"""Asynchronous operations of C, for the blocking and the asyncio layer."""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from . import _callbacks
from .enums import ErrorCode
from .errors import WouldDeadlock, error_for, refusal

T = TypeVar("T")


@dataclass(frozen=True)
class Operation(Generic[T]):
    """One asynchronous call, before it is made."""

    name: str
    call: Callable[[Any, int], int]
    """Makes the call with a completion function and its context; returns the C result."""
    parse: Callable[[Mapping[str, Any]], T]
    """Turns the result object into the host's type."""
    limit: str = ""
    """Which limit 109007 means; empty where the call has none."""

    def begin(self, finish: Callable[[int, dict[str, Any]], None]) -> None:
        """Make the call; ``finish`` runs exactly once unless this raises."""
        context = _callbacks.register(finish)
        code = self.call(_callbacks.on_done, context)
        if code:
            _callbacks.forget(context)
            raise refusal(code, self.name, self.limit)

    def conclude(self, code: int, data: dict[str, Any]) -> T:
        """Turn a completion into a result or an exception."""
        if code:
            raise error_for(code, {"operation": self.name, **data})
        return self.parse(data)

    def wait(self, timeout: float | None) -> T:
        """Make the call and block until it completes.

        Ctrl-C interrupts the wait. After a ``TimeoutError`` or an interrupt the operation itself
        continues.
        """
        refuse_inside_callback(self.name)
        outcome: queue.SimpleQueue[tuple[int, dict[str, Any]]] = queue.SimpleQueue()
        self.begin(lambda code, data: outcome.put((code, data)))
        try:
            code, data = outcome.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(
                f"{self.name} did not complete within {timeout} s; the operation continues"
            ) from None
        return self.conclude(code, data)


def refuse_inside_callback(name: str) -> None:
    """Refuse to wait on the thread that delivers completions and events."""
    if _callbacks.is_inside():
        raise WouldDeadlock(
            ErrorCode.OYSTER_ERROR_WOULD_DEADLOCK,
            {"operation": name, "message": "this call blocks and was made inside a callback"},
        )
