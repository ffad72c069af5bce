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

    Created by :meth:`Engine.create_travel`; single-use. Leaving its ``with`` statement ends it
    and gives it back. Methods that wait take ``timeout`` in seconds and raise ``TimeoutError``
    after it, while the operation itself goes on; without one they wait as long as the library
    does, which bounds each network step. Ctrl-C interrupts every wait.
    """

    def start(
        self, max_experience_time_sec: int | None = None, *, timeout: float | None = None
    ) -> StartResult:
        """Exchange the ticket, connect and play; returns at the first frame (``RUNNING``).

        ``max_experience_time_sec`` asks for a length; the server judges it.
        """
        return self._start(max_experience_time_sec).wait(timeout)

    def pause(self, *, timeout: float | None = None) -> StateResult:
        """Pause (directing and acting); returns when the server has confirmed it."""
        return self._pause().wait(timeout)

    def resume(self, *, timeout: float | None = None) -> StateResult:
        """Resume; returns at the first frame. Waits until 3 s after the pause."""
        return self._resume().wait(timeout)

    def rewind(self, to_sec: float, *, timeout: float | None = None) -> RewindResult:
        """Play on from an earlier second of the storyline (directing, paused)."""
        return self._rewind(to_sec).wait(timeout)

    def send_instruct(self, content: str, *, timeout: float | None = None) -> InstructResult:
        """Send a text instruction (directing and acting), up to 2000 characters.

        While paused it is kept (``queued``) and sent with the first frame after resuming.
        """
        return self._send_instruct(content).wait(timeout)

    def update_script(self, acts: Sequence[Act], *, timeout: float | None = None) -> ScriptResult:
        """Replace the 45 acts of a scriptlist travel (directing): texts, or objects.

        Another number of acts, or other turns than 1 to 45, raise :class:`InvalidArgument`.
        """
        return self._update_script(acts).wait(timeout)

    def end(self, *, timeout: float | None = None) -> EndResult:
        """End the travel, in every state. A later call asks again what was not confirmed."""
        return self._end().wait(timeout)

    def events(self) -> EventStream:
        """Subscribe to events; iterate over the result, or ``get()`` one with a timeout.

        The stream has what happens from this call on: call it before ``start`` to miss nothing.
        """
        return EventStream(self._handle)

    @cached_property
    def video(self) -> VideoView:
        """The picture, before and after start, until the travel is closed."""
        return VideoView(self._handle, self._video_handle())

    def frames(
        self, format: PixelFormat = PixelFormat.I420, timeout: float | None = None
    ) -> Iterator[Frame]:
        """Iterate over new frames: :meth:`VideoView.frames` of ``video``."""
        return self.video.frames(format, timeout)

    def audio(self) -> AudioStream:
        """Listen; iterate over the result, or ``get()`` one piece with a timeout.

        Any number of streams, each with all sound from its making on; a slow one loses the
        oldest. Sound is decoded only as long as somebody listens.
        """
        return AudioStream(self._handle, self._sound)

    def on_audio(self, handler: Callable[[AudioChunk], None] | None) -> None:
        """Call a handler with each piece of sound, on a thread of the library; ``None`` stops.

        One handler per travel; a slow one loses the oldest sound and delays nothing else. What it
        raises is logged.
        """
        self._sound.set_handler(handler)

    def close(self) -> None:
        """End the travel if need be and give it back; closing again does nothing.

        An end that fails or takes long is logged, not raised: the library completes it in the
        background.
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
