# SPDX-License-Identifier: Apache-2.0
"""Connections and streams of a session, and what a role allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ._members import number_of, object_of, text_of, time_of
from .enums import StreamVideoType


@dataclass(frozen=True)
class Connection:
    """A member of a session."""

    id: str
    created_at: datetime | None
    data: str
    """The text that the host's own server wrote into the token; often empty."""

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Connection:
        """Read the JSON object of docs/json.md."""
        return cls(text_of(data, "id"), time_of(data, "createdAt"), text_of(data, "data"))


def connection_of(data: Mapping[str, Any]) -> Connection:
    """Read the member ``connection``."""
    return Connection.parse(object_of(data, "connection") or {})


@dataclass(frozen=True)
class Stream:
    """Audio and video that a connection publishes, as they were when the object was made."""

    id: str
    name: str
    connection: Connection
    """Its publisher."""
    created_at: datetime | None
    has_audio: bool
    has_video: bool
    width: int
    height: int
    video_type: StreamVideoType

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Stream:
        """Read the JSON object of docs/json.md."""
        return cls(
            id=text_of(data, "id"),
            name=text_of(data, "name"),
            connection=connection_of(data),
            created_at=time_of(data, "createdAt"),
            has_audio=data.get("hasAudio") is True,
            has_video=data.get("hasVideo") is True,
            width=int(number_of(data, "width") or 0),
            height=int(number_of(data, "height") or 0),
            video_type=StreamVideoType.from_label(data.get("videoType"), StreamVideoType.CUSTOM),
        )


@dataclass(frozen=True)
class Capabilities:
    """What the role of the token allows."""

    can_publish: bool
    can_subscribe: bool
    can_signal: bool
    can_force_mute: bool
    can_force_disconnect: bool

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Capabilities:
        """Read the JSON object of docs/json.md."""
        members = ("Publish", "Subscribe", "Signal", "ForceMute", "ForceDisconnect")
        return cls(*(data.get(f"can{member}") is True for member in members))
