# SPDX-License-Identifier: Apache-2.0
"""The common part of travels and sessions: a handle, its operations, and its end."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from ctypes import byref, c_void_p
from typing import Any, ClassVar

from . import _process
from ._native import take_json_object
from ._operations import Operation, T
from .errors import check


class LibraryObject(ABC):
    """An object of the library, which is released once."""

    _kind: ClassVar[str]
    """The word for it in messages."""
    _handle: int = 0

    @property
    def is_closed(self) -> bool:
        """Whether it was closed or released."""
        return not self._handle

    @abstractmethod
    def release(self) -> None:
        """Give the handle back at once; another call does nothing."""

    def _operation(
        self,
        name: str,
        function: Callable[..., Any],
        parse: Callable[[Mapping[str, Any]], T],
        *arguments: Any,
    ) -> Operation[T]:
        def call(done: Any, context: int) -> int:
            return int(function(self._handle, *arguments, done, context))

        return Operation(name, call, parse, f"256 operations of this {self._kind} are pending")

    def _read_object(self, function: Callable[..., int], name: str) -> dict[str, Any]:
        """Return the JSON object that a function of C makes."""
        tree = c_void_p()
        check(function(self._handle, byref(tree)), name)
        return take_json_object(tree.value)

    def __del__(self) -> None:
        if self._handle and not _process.is_draining():
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)
            self.release()
