# SPDX-License-Identifier: Apache-2.0
"""The sound of a travel: pieces of it, and the blocking stream of them."""

from __future__ import annotations

import contextlib
import importlib
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from ctypes import c_int16, sizeof, string_at
from dataclasses import dataclass
from typing import Any

from . import _callbacks
from ._operations import refuse_inside_callback
from ._raw import audio as raw
from ._raw.base import oyster_release_fn
from ._raw.travel import oyster_travel_is_ended
from .errors import check
from .events import Event
from .listeners import Feed, Listener, is_last

CAPACITY = 64
"""How many pieces a stream keeps for whoever reads it, before the oldest goes."""


class AudioChunk:
    """A piece of sound: signed 16 bit samples, interleaved.

    ``numpy.asarray(chunk)`` is a read-only int16 array of (frames, channels). Rate and channels
    may change from one piece to the next.
    """

    def __init__(self, info: raw.oyster_audio_info) -> None:
        self.sample_rate: int = info.sample_rate
        """Samples per second and channel."""
        self.channels: int = info.channels
        """Number of channels, 1 to 8."""
        self.frame_count: int = info.frame_count
        """Samples per channel."""
        self.pts: float = info.pts_us / 1e6
        """Presentation time in seconds, on one clock with that of frames."""
        self.monotonic_time: float = info.monotonic_time_us / 1e6
        """When it reached the library, on the clock of :func:`time.monotonic`."""
        length = info.frame_count * info.channels * sizeof(c_int16)
        self._bytes = string_at(info.samples or 0, length) if length else b""

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return self.frame_count / self.sample_rate

    @property
    def samples(self) -> memoryview:
        """The samples as a read-only memoryview of (frames, channels), format ``h``."""
        return memoryview(self._bytes).cast("h", (self.frame_count, self.channels))

    def tobytes(self) -> bytes:
        """The samples as bytes, as WAV files and audio devices want them."""
        return self._bytes

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Let ``numpy.asarray(chunk)`` see ``samples``."""
        return importlib.import_module("numpy").array(self.samples, dtype=dtype, copy=copy)

    def __buffer__(self, flags: int) -> memoryview:
        """Let ``memoryview(chunk)`` see ``samples``, from Python 3.12 on."""
        return self.samples

    def __repr__(self) -> str:
        return f"<AudioChunk {self.frame_count}x{self.channels} at {self.sample_rate} Hz>"


@dataclass(frozen=True)
class _Receiver:
    """Who gets sound, and where it waits to be read."""

    call: Callable[[AudioChunk], None]
    waiting: deque[AudioChunk] | None = None
    at_end: Callable[[], None] | None = None


class AudioLine:
    """The sound of a travel, shared by a handler and any number of streams."""

    def __init__(self, travel: int) -> None:
        self._travel = travel
        self._receivers: list[_Receiver] = []
        self._handler: Callable[[AudioChunk], None] | None = None
        # A finaliser may come in between on the same thread.
        self._lock = threading.RLock()

    def set_handler(self, handler: Callable[[AudioChunk], None] | None) -> None:
        """Set, replace or, with ``None``, remove the handler."""
        with self._lock:
            former, self._handler = self._handler, handler
            if handler is not None:
                self.add(handler)
            if former is not None:
                self.remove(former)

    def add(
        self,
        call: Callable[[AudioChunk], None],
        waiting: deque[AudioChunk] | None = None,
        at_end: Callable[[], None] | None = None,
    ) -> None:
        """Bring sound to a receiver; the first one makes the travel decode it.

        ``waiting`` is where its sound waits; ``at_end`` is called when the travel is over.
        """
        with self._lock:
            if not self._receivers:
                self._begin()
            self._receivers = [*self._receivers, _Receiver(call, waiting, at_end)]

    def remove(self, call: Callable[[AudioChunk], None]) -> None:
        """Bring it no more; without receivers the travel decodes no sound."""
        with self._lock:
            had = bool(self._receivers)
            self._receivers = [known for known in self._receivers if known.call is not call]
            if had and not self._receivers:
                self._end()

    def forget_before(self, moment: float) -> None:
        """Drop what reached the library before a moment and still waits to be read."""
        for receiver in self._receivers:
            waiting = receiver.waiting
            # The reader may take the last piece meanwhile.
            with contextlib.suppress(IndexError):
                while waiting and waiting[0].monotonic_time < moment:
                    waiting.popleft()

    def _begin(self) -> None:
        ending = Listener(self._travel, Feed(self._hear, lambda: 0), "audio")
        context = _callbacks.register(self._take)
        code = raw.oyster_travel_set_audio_callback(
            self._travel, _callbacks.on_audio, context, _callbacks.on_release, None
        )
        if code:
            _callbacks.forget(context)
            ending.close()
        check(code, "audio")
        self._ending = ending

    def _end(self) -> None:
        # Refused only when the travel is given back, which ended the callback before.
        stop = raw.oyster_audio_fn(), None, oyster_release_fn(), None
        raw.oyster_travel_set_audio_callback(self._travel, *stop)
        self._ending.close()

    def _hear(self, event: Event | None) -> None:
        if event is None or is_last(event):
            for receiver in self._receivers:
                if receiver.at_end is not None:
                    receiver.at_end()

    def _take(self, info: raw.oyster_audio_info) -> None:
        chunk = AudioChunk(info)
        for receiver in self._receivers:
            try:
                receiver.call(chunk)
            except Exception as error:
                _callbacks.reports.report("audio", error)


class AudioStream(Iterator[AudioChunk]):
    """Sound of a travel in order, from its making on, until the travel ends.

    Abandoning a stream is fine: it lets go when it is collected.
    """

    def __init__(self, travel: int, line: AudioLine) -> None:
        self._travel = travel
        self._line = line
        # Bound methods of the deque and the queue alone: the line must not keep the stream.
        self._waiting: deque[AudioChunk] = deque(maxlen=CAPACITY)
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._receiver = _put_into(self._waiting, self._bell)
        line.add(self._receiver, self._waiting, _ring(self._bell))

    def get(self, timeout: float | None = None) -> AudioChunk | None:
        """Wait for the next piece; ``None`` once the travel is over. Raises ``TimeoutError``."""
        refuse_inside_callback("audio")
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            # A resume or a rewind may empty it between a look and a take.
            with contextlib.suppress(IndexError):
                return self._waiting.popleft()
            if oyster_travel_is_ended(self._travel):
                return None
            left = None if deadline is None else deadline - time.monotonic()
            try:
                self._bell.get(timeout=left if left is None else max(0.0, left))
            except queue.Empty:
                raise TimeoutError(f"no sound within {timeout} s") from None

    def __next__(self) -> AudioChunk:
        chunk = self.get()
        if chunk is None:
            raise StopIteration
        return chunk

    def close(self) -> None:
        """Receive no more. What was received can still be read."""
        self._line.remove(self._receiver)

    def __enter__(self) -> AudioStream:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_receiver"):
            self.close()


def _ring(bell: queue.SimpleQueue[None]) -> Callable[[], None]:
    def ring() -> None:
        if bell.empty():
            bell.put(None)

    return ring


def _put_into(
    waiting: deque[AudioChunk], bell: queue.SimpleQueue[None]
) -> Callable[[AudioChunk], None]:
    ring = _ring(bell)

    def put(chunk: AudioChunk) -> None:
        waiting.append(chunk)
        ring()

    return put
