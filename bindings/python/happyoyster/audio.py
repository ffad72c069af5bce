# SPDX-License-Identifier: Apache-2.0
"""The audio of a travel: chunks, and the blocking stream of them."""

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
from .listeners import TRAVEL, Feed, Listener, is_last

CAPACITY = 64
"""Number of chunks that a stream buffers. When one more arrives, the oldest is dropped."""


class AudioChunk:
    """A chunk of audio: signed 16 bit samples, interleaved.

    ``numpy.asarray(chunk)`` is a read-only int16 array of (frames, channels). Sample rate and
    channels may differ from one chunk to the next.
    """

    def __init__(self, info: raw.oyster_audio_info) -> None:
        self.sample_rate: int = info.sample_rate
        """Samples per second and channel."""
        self.channels: int = info.channels
        """Number of channels, 1 to 8."""
        self.frame_count: int = info.frame_count
        """Samples per channel."""
        self.pts: float = info.pts_us / 1e6
        """Presentation time in seconds, on the same clock as that of frames."""
        self.monotonic_time: float = info.monotonic_time_us / 1e6
        """When the audio reached the library, in seconds of :func:`time.monotonic`."""
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
        """The samples as bytes, in the layout of WAV files and audio devices."""
        return self._bytes

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return ``samples`` for ``numpy.asarray(chunk)``."""
        return importlib.import_module("numpy").array(self.samples, dtype=dtype, copy=copy)

    def __buffer__(self, flags: int) -> memoryview:
        """Return ``samples`` for ``memoryview(chunk)``, from Python 3.12 on."""
        return self.samples

    def __repr__(self) -> str:
        return f"<AudioChunk {self.frame_count}x{self.channels} at {self.sample_rate} Hz>"


@dataclass(frozen=True)
class _Receiver:
    """A function that receives audio, and the queue in which its audio waits."""

    call: Callable[[AudioChunk], None]
    waiting: deque[AudioChunk] | None = None
    at_end: Callable[[], None] | None = None


class AudioDispatcher:
    """Passes the audio of a travel to a handler and any number of streams."""

    def __init__(self, travel: int) -> None:
        self._travel = travel
        self._receivers: list[_Receiver] = []
        self._handler: Callable[[AudioChunk], None] | None = None
        # A finaliser may run on the same thread while the lock is held.
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
        """Add a receiver; the first one makes the travel decode audio.

        ``waiting`` is the queue that the receiver fills; ``at_end`` is called at the end of the
        travel.
        """
        with self._lock:
            if not self._receivers:
                self._begin()
            self._receivers = [*self._receivers, _Receiver(call, waiting, at_end)]

    def remove(self, call: Callable[[AudioChunk], None]) -> None:
        """Remove a receiver; without receivers the travel decodes no audio."""
        with self._lock:
            had = bool(self._receivers)
            self._receivers = [known for known in self._receivers if known.call is not call]
            if had and not self._receivers:
                self._end()

    def drop_before(self, begin: float) -> None:
        """Drop audio that reached the library before a time and still waits to be read."""
        for receiver in self._receivers:
            waiting = receiver.waiting
            # The reader may take the last chunk at the same time.
            with contextlib.suppress(IndexError):
                while waiting and waiting[0].monotonic_time < begin:
                    waiting.popleft()

    def _begin(self) -> None:
        feed = Feed(TRAVEL, self._on_event, lambda: 0)
        ending = Listener(TRAVEL, self._travel, feed, "audio")
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
        # Refused only after the release of the travel, which removed the callback.
        stop = raw.oyster_audio_fn(), None, oyster_release_fn(), None
        raw.oyster_travel_set_audio_callback(self._travel, *stop)
        self._ending.close()

    def _on_event(self, event: Event | None) -> None:
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
    """Audio of a travel in order, from the creation of the stream to the end of the travel.

    A stream that is garbage-collected stops receiving.
    """

    def __init__(self, travel: int, dispatcher: AudioDispatcher) -> None:
        self._travel = travel
        self._dispatcher = dispatcher
        # The dispatcher keeps only the deque and the queue alive, not the stream.
        self._waiting: deque[AudioChunk] = deque(maxlen=CAPACITY)
        self._wakeup: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._receiver = _put_into(self._waiting, self._wakeup)
        dispatcher.add(self._receiver, self._waiting, _waking(self._wakeup))

    def get(self, timeout: float | None = None) -> AudioChunk | None:
        """Wait for the next chunk; ``None`` when the travel is over. Raises ``TimeoutError``."""
        refuse_inside_callback("audio")
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            # A resume or a rewind may empty the deque at any time.
            with contextlib.suppress(IndexError):
                return self._waiting.popleft()
            if oyster_travel_is_ended(self._travel):
                return None
            left = None if deadline is None else deadline - time.monotonic()
            try:
                self._wakeup.get(timeout=left if left is None else max(0.0, left))
            except queue.Empty:
                raise TimeoutError(f"no audio within {timeout} s") from None

    def __next__(self) -> AudioChunk:
        chunk = self.get()
        if chunk is None:
            raise StopIteration
        return chunk

    def close(self) -> None:
        """Stop receiving. Audio that was received can still be read."""
        self._dispatcher.remove(self._receiver)

    def __enter__(self) -> AudioStream:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_receiver"):
            self.close()


def _waking(wakeup: queue.SimpleQueue[None]) -> Callable[[], None]:
    def wake() -> None:
        if wakeup.empty():
            wakeup.put(None)

    return wake


def _put_into(
    waiting: deque[AudioChunk], wakeup: queue.SimpleQueue[None]
) -> Callable[[AudioChunk], None]:
    wake = _waking(wakeup)

    def put(chunk: AudioChunk) -> None:
        waiting.append(chunk)
        wake()

    return put
