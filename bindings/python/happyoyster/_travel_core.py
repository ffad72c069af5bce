# SPDX-License-Identifier: Apache-2.0
"""What the blocking and the asyncio travel have in common."""

from __future__ import annotations

import json
import os
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from ctypes import byref, c_int, c_void_p, sizeof
from typing import Any, TypeAlias

from . import _callbacks, _process
from ._native import int32, optional_text, take_json_object, text
from ._operations import Operation, T
from ._raw import audio as raw_audio
from ._raw import control
from ._raw import travel as raw
from ._raw.video import oyster_travel_video_view
from .audio import AudioLine
from .enums import Action, Interaction, Rotation, Status, Translation
from .errors import check
from .events import Event
from .listeners import Listener
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


class TravelCore:
    """Everything of a travel that does not wait."""

    _handle: int = 0

    def __init__(self, engine: object, handle: int) -> None:
        self._engine = engine
        self._handle = handle
        self._sound = AudioLine(handle)

    @property
    def status(self) -> Status:
        """Current status; the last one when the travel is closed cannot be told any more."""
        status = c_int()
        check(raw.oyster_travel_status(self._handle, byref(status)), "status")
        return Status(status.value)

    @property
    def is_ended(self) -> bool:
        """Whether the travel is ended, failed or closed."""
        return bool(raw.oyster_travel_is_ended(self._handle))

    @property
    def is_closed(self) -> bool:
        """Whether the handle was given back."""
        return not self._handle

    def can(self, action: Action) -> bool:
        """Whether an action makes sense now, for enabling controls."""
        return bool(raw.oyster_travel_can(self._handle, int32(action, "can", "action")))

    def info(self) -> dict[str, Any]:
        """What is known about the travel, as the JSON object of docs/json.md."""
        tree = c_void_p()
        check(raw.oyster_travel_info(self._handle, byref(tree)), "info")
        return take_json_object(tree.value)

    def stats(self) -> dict[str, Any]:
        """Counters of the travel, as the JSON object of docs/json.md."""
        tree = c_void_p()
        check(raw.oyster_travel_stats(self._handle, byref(tree)), "stats")
        return take_json_object(tree.value)

    def send_command(
        self,
        translation: Translation = Translation.NONE,
        rotation: Rotation = Rotation.NONE,
        interaction: Interaction = Interaction.NONE,
    ) -> None:
        """Submit a control command (adventure), at any rate.

        The library sends at most one message per 42 ms: the newest submission, and a one-shot
        interaction exactly once. Submit a held direction every frame, and one command without
        arguments on release. What the travel refuses arrives as :class:`ErrorEvent`; once it is
        over, :class:`NoActiveTravel` is raised, or :class:`FeatureGateDisabled` when the feature
        gate has ended it.
        """
        name = "send_command"
        code = control.oyster_travel_send_command(
            self._handle,
            int32(translation, name, "translation"),
            int32(rotation, name, "rotation"),
            int32(interaction, name, "interaction"),
        )
        check(code, name)

    def flush_commands(self) -> None:
        """Send a command that still waits for its turn now."""
        check(control.oyster_travel_flush_commands(self._handle), "flush_commands")

    def pause_local_audio_capture(self) -> None:
        """Yield the microphone to the host."""
        code = raw_audio.oyster_travel_pause_local_audio_capture(self._handle)
        check(code, "pause_local_audio_capture")

    def resume_local_audio_capture(self) -> None:
        """Let the stream use the microphone, or use it again; with WebRTC it is off before."""
        code = raw_audio.oyster_travel_resume_local_audio_capture(self._handle)
        check(code, "resume_local_audio_capture")

    def record(self, path: str | os.PathLike[str] | None) -> None:
        """Write the media as received into a file, without re-encoding; ``None`` stops.

        The name ends in ``.webm`` (VP8), ``.mp4`` (H.264) or ``.mkv`` (both); a relative path is
        resolved now. Begins with the next key frame; may be called before start. Each join (after
        a pause, resume or rewind) writes a file of its own: ``path``, then ``name-2.webm``,
        ``name-3.webm``. An existing file is replaced. What cannot be recorded is one
        :class:`ErrorEvent` per file with :class:`Unsupported`, whose message says why.
        """
        name = "record"
        target = optional_text(None if path is None else os.fspath(path), name, "path")
        check(raw.oyster_travel_record(self._handle, target), name)

    def add_listener(self, handler: Callable[[Event], None]) -> Listener:
        """Call a handler for every event from now on, in order.

        With the blocking engine it runs on a thread of the library, before a call that waits for
        the same moment returns; with asyncio it runs in the event loop. It is quick and never
        makes a blocking call. What it raises is logged. Events from before are not repeated, so
        call it before ``start``.
        """
        return Listener(self._handle, handler, "add_listener")

    def _video_handle(self) -> int:
        view = c_void_p()
        check(oyster_travel_video_view(self._handle, byref(view)), "video")
        return view.value or 0

    def _operation(
        self,
        name: str,
        function: Callable[..., Any],
        parse: Callable[[Mapping[str, Any]], T],
        *arguments: Any,
    ) -> Operation[T]:
        def call(done: Any, context: int) -> int:
            return int(function(self._handle, *arguments, done, context))

        return Operation(name, call, parse)

    def _start(self, max_experience_time_sec: int | None) -> Operation[StartResult]:
        seconds = int32(max_experience_time_sec or 0, "start", "max_experience_time_sec")
        options = raw.oyster_start_options(sizeof(raw.oyster_start_options), seconds)
        return self._operation("start", raw.oyster_travel_start, StartResult.parse, byref(options))

    def _pause(self) -> Operation[StateResult]:
        return self._operation("pause", raw.oyster_travel_pause, StateResult.parse)

    def _resume(self) -> Operation[StateResult]:
        parse = self._without_old_sound(StateResult.parse)
        return self._operation("resume", raw.oyster_travel_resume, parse)

    def _rewind(self, to_sec: float) -> Operation[RewindResult]:
        parse = self._without_old_sound(RewindResult.parse)
        return self._operation("rewind", raw.oyster_travel_rewind, parse, to_sec)

    def _without_old_sound(
        self, parse: Callable[[Mapping[str, Any]], T]
    ) -> Callable[[Mapping[str, Any]], T]:
        """Let go, before the host gets the result, of sound from before the operation."""
        begin = time.monotonic()

        def conclude(data: Mapping[str, Any]) -> T:
            self._sound.forget_before(begin)
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
        """Give the handle back at once; closing again does nothing.

        A travel that was not ended is ended on the server in the background. Event streams end,
        and pending operations raise :class:`Aborted`. Frames that are held stay valid.
        """
        handle, self._handle = self._handle, 0
        if handle:
            # Refused only when the engine, a fork or the exit took the handle before.
            raw.oyster_travel_release(handle, None)
            _callbacks.reports.flush()

    def __del__(self) -> None:
        if self._handle and not _process.is_draining():
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)
            self.release()

    def __repr__(self) -> str:
        if self.is_closed:
            state = "closed"
        else:
            status = c_int()
            refused = raw.oyster_travel_status(self._handle, byref(status))
            state = "closed" if refused else str(Status(status.value))
        return f"<{type(self).__module__}.Travel {state}>"
