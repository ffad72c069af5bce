# SPDX-License-Identifier: Apache-2.0
"""The blocking travel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from ._callbacks import logger
from ._travel_core import Act, TravelCore
from .audio import AudioChunk, AudioStream
from .enums import PixelFormat
from .errors import OysterError
from .frame import Frame
from .listeners import EventStream
from .results import (
    EndResult,
    InstructResult,
    RewindResult,
    ScriptResult,
    StartResult,
    StateResult,
)
from .video import VideoView

END_TIMEOUT = 10.0
"""Seconds that :meth:`Travel.close` waits for the server to confirm the end."""


class Travel(TravelCore):
    """One real-time experience in the mode adventure, directing or acting.

    :meth:`Engine.create_travel` creates it; it is used once. At the end of its ``with`` statement
    the travel is ended and released. Methods that wait take ``timeout`` in seconds; after it they
    raise ``TimeoutError`` while the operation continues. Without ``timeout`` they wait as long as
    the library, which limits each network step to ``callback_timeout_ms``. Ctrl-C interrupts every
    wait.
    """

    def start(
        self, max_experience_time_sec: int | None = None, *, timeout: float | None = None
    ) -> StartResult:
        """Exchange the ticket, connect and play; returns at the first frame (``RUNNING``).

        ``max_experience_time_sec`` requests a length; only the server checks it.
        """
        return self._start(max_experience_time_sec).wait(timeout)

    def pause(self, *, timeout: float | None = None) -> StateResult:
        """Pause (directing and acting); returns when the server has confirmed it."""
        return self._pause().wait(timeout)

    def resume(self, *, timeout: float | None = None) -> StateResult:
        """Resume; returns at the first frame. The library waits until 3 s after the pause."""
        return self._resume().wait(timeout)

    def rewind(self, to_sec: float, *, timeout: float | None = None) -> RewindResult:
        """Continue from an earlier second of the storyline (directing, paused)."""
        return self._rewind(to_sec).wait(timeout)

    def send_instruct(self, content: str, *, timeout: float | None = None) -> InstructResult:
        """Send a text instruction (directing and acting), up to 2000 characters.

        While paused the library keeps it (``queued``) and sends it with the first frame after the
        resume.
        """
        return self._send_instruct(content).wait(timeout)

    def update_script(self, acts: Sequence[Act], *, timeout: float | None = None) -> ScriptResult:
        """Replace the 45 acts of a scriptlist travel (directing): texts, or objects.

        Another number of acts, or other turns than 1 to 45, raise :class:`InvalidArgument`.
        """
        return self._update_script(acts).wait(timeout)

    def end(self, *, timeout: float | None = None) -> EndResult:
        """End the travel, in every status. A later call asks again for an unconfirmed end."""
        return self._end().wait(timeout)

    def events(self) -> EventStream:
        """Return a stream of events: iterate over it, or ``get()`` one with a timeout.

        The stream has all events after this call: call it before ``start`` to receive all.
        """
        return EventStream(self._handle)

    @cached_property
    def video(self) -> VideoView:
        """The received video, before and after start, until the travel is closed."""
        return VideoView(self._handle, self._video_handle())

    def frames(
        self, format: PixelFormat = PixelFormat.RGB24, timeout: float | None = None
    ) -> Iterator[Frame]:
        """Iterate over new frames: :meth:`VideoView.frames` of ``video``."""
        return self.video.frames(format, timeout)

    def audio(self) -> AudioStream:
        """Return a stream of audio: iterate over it, or ``get()`` one chunk with a timeout.

        A travel can have any number of streams; each has all audio from its creation on. A stream
        that is read too slowly drops its oldest chunks. The travel decodes audio only while it has
        a stream or a handler.
        """
        return AudioStream(self._handle, self._audio)

    def on_audio(self, handler: Callable[[AudioChunk], None] | None) -> None:
        """Call a handler with each chunk of audio, on a thread of the library; ``None`` stops.

        A travel has one handler. A slow handler loses the oldest audio and delays nothing else.
        Exceptions that leave it are logged.
        """
        self._audio.set_handler(handler)

    def close(self) -> None:
        """End the travel if it is not over, and release it; closing again does nothing.

        A failed or slow end is logged and not raised: the library completes it in the background.
        """
        try:
            if not self.is_ended:
                self.end(timeout=END_TIMEOUT)
        except (OysterError, TimeoutError) as failure:
            logger.warning("closing a travel: %s", failure)
        finally:
            self.release()

    def __enter__(self) -> Travel:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
