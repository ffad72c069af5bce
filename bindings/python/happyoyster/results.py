# SPDX-License-Identifier: Apache-2.0
"""Results of operations. Names are those of the SDK reference, in snake case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .enums import Mode, Status


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""


def _optional_text(data: Mapping[str, Any], key: str) -> str | None:
    value = data.get(key)
    return value if isinstance(value, str) else None


def _optional_number(data: Mapping[str, Any], key: str) -> float | None:
    value = data.get(key)
    return float(value) if isinstance(value, (int, float)) and value is not True else None


def _time(data: Mapping[str, Any], key: str) -> datetime | None:
    value = data.get(key)
    if not isinstance(value, str):
        return None
    try:
        # The library writes UTC with a Z, which fromisoformat() accepts from Python 3.11 on only.
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        return None


def status_of(data: Mapping[str, Any]) -> Status:
    """Read the status of a result or payload."""
    return Status.from_label(data.get("status"), Status.IDLE)


@dataclass(frozen=True)
class StartResult:
    """The server's data about a travel, from its start."""

    encrypted_travel_id: str
    encrypted_world_id: str
    mode: Mode
    mode_name: str
    """The server's word for the mode, also when ``mode`` is ``Mode.UNKNOWN``."""
    version: str
    creation_model: str | None
    aspect_ratio: str | None
    max_experience_time_sec: float | None
    play_url: str | None = field(repr=False)
    first_frame: str | None = field(repr=False)
    bgm_url: str | None = field(repr=False)

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> StartResult:
        """Read the JSON object of docs/json.md."""
        return cls(
            encrypted_travel_id=_text(data, "encryptedTravelId"),
            encrypted_world_id=_text(data, "encryptedWorldId"),
            mode=Mode.from_label(data.get("mode"), Mode.UNKNOWN),
            mode_name=_text(data, "mode"),
            version=_text(data, "version"),
            creation_model=_optional_text(data, "creationModel"),
            aspect_ratio=_optional_text(data, "aspectRatio"),
            max_experience_time_sec=_optional_number(data, "maxExperienceTimeSec"),
            play_url=_optional_text(data, "playUrl"),
            first_frame=_optional_text(data, "firstFrame"),
            bgm_url=_optional_text(data, "bgmUrl"),
        )


@dataclass(frozen=True)
class StateResult:
    """The status after pause or resume."""

    encrypted_travel_id: str
    status: Status

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> StateResult:
        """Read the JSON object of docs/json.md."""
        return cls(_text(data, "encryptedTravelId"), status_of(data))


@dataclass(frozen=True)
class RewindResult:
    """The second from which the storyline continues; the server rounds to blocks of 4 s."""

    encrypted_travel_id: str
    status: Status
    resumed_at_sec: float | None

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> RewindResult:
        """Read the JSON object of docs/json.md."""
        return cls(
            _text(data, "encryptedTravelId"),
            status_of(data),
            _optional_number(data, "resumedAtSec"),
        )


@dataclass(frozen=True)
class EndResult:
    """When and after how many seconds a travel ended.

    If ``confirmed`` is false, the server did not answer, and the library measured the other values.
    """

    encrypted_travel_id: str
    status: Status
    ended_at: datetime | None
    duration: float | None
    confirmed: bool

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> EndResult:
        """Read the JSON object of docs/json.md."""
        return cls(
            _text(data, "encryptedTravelId"),
            status_of(data),
            _time(data, "endedAt"),
            _optional_number(data, "duration"),
            data.get("confirmed") is True,
        )


@dataclass(frozen=True)
class InstructResult:
    """Whether an instruction was accepted, and whether the library keeps it until a resume."""

    encrypted_travel_id: str
    content: str
    accepted: bool
    queued: bool

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> InstructResult:
        """Read the JSON object of docs/json.md."""
        return cls(
            _text(data, "encryptedTravelId"),
            _text(data, "content"),
            data.get("accepted") is True,
            data.get("queued") is True,
        )


@dataclass(frozen=True)
class ScriptResult:
    """Whether a new script was accepted, and how many turns it has."""

    encrypted_travel_id: str
    accepted: bool
    turn_count: int

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> ScriptResult:
        """Read the JSON object of docs/json.md."""
        turns = _optional_number(data, "turnCount")
        return cls(_text(data, "encryptedTravelId"), data.get("accepted") is True, int(turns or 0))
