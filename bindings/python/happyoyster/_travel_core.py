# SPDX-License-Identifier: Apache-2.0
"""The common part of the blocking and the asyncio travel."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from ctypes import byref, c_int, c_void_p, sizeof
from numbers import Real
from typing import Any, TypeAlias

from . import _callbacks
from ._library_object import LibraryObject
from ._native import enumeration, int32, invalid_argument, optional_text, text
from ._operations import Operation, T
from ._raw import audio as raw_audio
from ._raw import control
from ._raw import travel as raw
from ._raw.video import oyster_travel_video_view
from .audio import AudioDispatcher
from .enums import Action, Interaction, Rotation, Status, Translation
from .errors import check
from .events import Event
from .listeners import TRAVEL, Listener
from .results import (
    EndResult,
    InstructResult,
    RewindResult,
    ScriptResult,
    StartResult,
    StateResult,
)

Act: TypeAlias = str | Mapping[str, Any]
"""An act of a script: its content, or its members as in docs/json.md."""


class TravelCore(LibraryObject):
    """The methods of a travel that do not wait."""

    _kind = "travel"

    def __init__(self, engine: object, handle: int) -> None:
        self._engine = engine
        self._handle = handle
        self._audio = AudioDispatcher(handle)

    @property
    def status(self) -> Status:
        """Current status. Raises :class:`InvalidHandle` when the travel is closed."""
        status = c_int()
        check(raw.oyster_travel_status(self._handle, byref(status)), "status")
        return Status(status.value)

    @property
    def is_ended(self) -> bool:
        """Whether the travel is ended, failed or closed."""
        return bool(raw.oyster_travel_is_ended(self._handle))

    def can(self, action: Action) -> bool:
        """Whether the library accepts an action now, for example to enable a button."""
        return bool(
            raw.oyster_travel_can(self._handle, enumeration(action, Action, "can", "action"))
        )

    def info(self) -> dict[str, Any]:
        """Return what the library knows about the travel: the JSON object of docs/json.md."""
        return self._read_object(raw.oyster_travel_info, "info")

    def stats(self) -> dict[str, Any]:
        """Return statistics of the travel: the JSON object of docs/json.md."""
        return self._read_object(raw.oyster_travel_stats, "stats")

    def send_command(
        self,
        translation: Translation = Translation.NONE,
        rotation: Rotation = Rotation.NONE,
        interaction: Interaction = Interaction.NONE,
    ) -> None:
        """Submit a control command (adventure). The host may call it at any rate.

        The library sends at most one message per 42 ms: the newest submission, and the newest
        interaction that waits, once. Submit a held direction once per frame, and one command
        without arguments when it is released. A refusal of the travel is an :class:`ErrorEvent`.
        When the travel is over, the call raises :class:`NoActiveTravel`, or
        :class:`FeatureGateDisabled` if the feature gate ended it. An argument of another enum
        raises ``TypeError``.
        """
        name = "send_command"
        code = control.oyster_travel_send_command(
            self._handle,
            enumeration(translation, Translation, name, "translation"),
            enumeration(rotation, Rotation, name, "rotation"),
            enumeration(interaction, Interaction, name, "interaction"),
        )
        check(code, name)

    def flush_commands(self) -> None:
        """Send the command that waits for the next message now."""
        check(control.oyster_travel_flush_commands(self._handle), "flush_commands")

    def pause_local_audio_capture(self) -> None:
        """Stop using the microphone."""
        code = raw_audio.oyster_travel_pause_local_audio_capture(self._handle)
        check(code, "pause_local_audio_capture")

    def resume_local_audio_capture(self) -> None:
        """Use the microphone, or use it again. Before the first call, WebRTC sends silence."""
        code = raw_audio.oyster_travel_resume_local_audio_capture(self._handle)
        check(code, "resume_local_audio_capture")

    def record(self, path: str | os.PathLike[str] | None) -> None:
        """Write the media into a file as received, without re-encoding; ``None`` stops.

        The name ends in ``.webm`` (VP8), ``.mp4`` (H.264) or ``.mkv`` (both). The call resolves a
        relative path; it may come before start. A file begins with the next key frame. After each
        resume or rewind the library begins another file: ``path``, then ``name-2.webm``,
        ``name-3.webm``. An existing file is replaced. A file that cannot be written is one
        :class:`ErrorEvent` with :class:`Unsupported`, whose message is the reason.
        """
        name = "record"
        target = optional_text(None if path is None else os.fspath(path), name, "path")
        check(raw.oyster_travel_record(self._handle, target), name)

    def add_listener(self, handler: Callable[[Event], None]) -> Listener:
        """Call a handler for every event from now on, in order.

        With the blocking engine the handler runs on a thread of the library; a call such as
        ``start`` returns after the handlers of earlier events. With asyncio it runs in the event
        loop. The handler must be quick and must not make a blocking call. Exceptions that leave it
        are logged. Earlier events are not repeated: call it before ``start``.
        """
        return Listener(TRAVEL, self._handle, handler, "add_listener")

    def _video_handle(self) -> int:
        view = c_void_p()
        check(oyster_travel_video_view(self._handle, byref(view)), "video")
        return view.value or 0

    def _start(self, max_experience_time_sec: int | None) -> Operation[StartResult]:
        limit = 0 if max_experience_time_sec is None else max_experience_time_sec
        seconds = int32(limit, "start", "max_experience_time_sec")
        options = raw.oyster_start_options(sizeof(raw.oyster_start_options), seconds)
        return self._operation("start", raw.oyster_travel_start, StartResult.parse, byref(options))

    def _pause(self) -> Operation[StateResult]:
        return self._operation("pause", raw.oyster_travel_pause, StateResult.parse)

    def _resume(self) -> Operation[StateResult]:
        parse = self._dropping_old_audio(StateResult.parse)
        return self._operation("resume", raw.oyster_travel_resume, parse)

    def _rewind(self, to_sec: float) -> Operation[RewindResult]:
        parse = self._dropping_old_audio(RewindResult.parse)
        name = "rewind"
        if not isinstance(to_sec, Real):
            raise TypeError(f"{name}: to_sec must be a number, not {type(to_sec).__name__}")
        try:
            seconds = float(to_sec)
        except OverflowError:
            raise invalid_argument(name, "to_sec is out of range") from None
        return self._operation(name, raw.oyster_travel_rewind, parse, seconds)

    def _dropping_old_audio(
        self, parse: Callable[[Mapping[str, Any]], T]
    ) -> Callable[[Mapping[str, Any]], T]:
        """Drop audio from before the operation, before the host receives the result."""
        begin = time.monotonic()

        def conclude(data: Mapping[str, Any]) -> T:
            self._audio.drop_before(begin)
            return parse(data)

        return conclude

    def _end(self) -> Operation[EndResult]:
        return self._operation("end", raw.oyster_travel_end, EndResult.parse)

    def _send_instruct(self, content: str) -> Operation[InstructResult]:
        name = "send_instruct"
        argument = text(content, name, "content")
        return self._operation(
            name, control.oyster_travel_send_instruct, InstructResult.parse, argument
        )

    def _update_script(self, acts: Sequence[Act]) -> Operation[ScriptResult]:
        name = "update_script"
        turns = [
            {"turn": turn, **(act if isinstance(act, Mapping) else {"content": act})}
            for turn, act in enumerate(acts, start=1)
        ]
        argument = text(json.dumps({"acts": turns}), name, "acts")
        return self._operation(
            name, control.oyster_travel_update_script, ScriptResult.parse, argument
        )

    def release(self) -> None:
        """Give the handle back at once; another call does nothing.

        The library ends a travel that was not ended, in the background. Event streams end, and
        pending operations raise :class:`Aborted`. Frames that the host holds stay valid.
        """
        handle, self._handle = self._handle, 0
        if handle:
            # Refused only when the engine was closed, after a fork, or at exit.
            raw.oyster_travel_release(handle, None)
            _callbacks.reports.flush()

    def __repr__(self) -> str:
        if self.is_closed:
            state = "closed"
        else:
            status = c_int()
            refused = raw.oyster_travel_status(self._handle, byref(status))
            state = "closed" if refused else str(Status(status.value))
        return f"<{type(self).__module__}.Travel {state}>"
