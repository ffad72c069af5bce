# SPDX-License-Identifier: Apache-2.0
"""Results of operations. Names are those of the SDK reference, in snake case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ._members import number_of, optional_text_of, text_of, time_of
from .enums import Mode, Status


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
            encrypted_travel_id=text_of(data, "encryptedTravelId"),
            encrypted_world_id=text_of(data, "encryptedWorldId"),
            mode=Mode.from_label(data.get("mode"), Mode.UNKNOWN),
            mode_name=text_of(data, "mode"),
            version=text_of(data, "version"),
            creation_model=optional_text_of(data, "creationModel"),
            aspect_ratio=optional_text_of(data, "aspectRatio"),
            max_experience_time_sec=number_of(data, "maxExperienceTimeSec"),
            play_url=optional_text_of(data, "playUrl"),
            first_frame=optional_text_of(data, "firstFrame"),
            bgm_url=optional_text_of(data, "bgmUrl"),
        )


@dataclass(frozen=True)
class StateResult:
    """The status after pause or resume."""

    encrypted_travel_id: str
    status: Status

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> StateResult:
        """Read the JSON object of docs/json.md."""
        return cls(text_of(data, "encryptedTravelId"), status_of(data))


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
            text_of(data, "encryptedTravelId"),
            status_of(data),
            number_of(data, "resumedAtSec"),
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
            text_of(data, "encryptedTravelId"),
            status_of(data),
            time_of(data, "endedAt"),
            number_of(data, "duration"),
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
            text_of(data, "encryptedTravelId"),
            text_of(data, "content"),
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
        turns = number_of(data, "turnCount")
        return cls(
            text_of(data, "encryptedTravelId"), data.get("accepted") is True, int(turns or 0)
        )
