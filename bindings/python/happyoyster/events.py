# SPDX-License-Identifier: Apache-2.0
"""Events of a travel: one class per type of event.

``sequence`` is 1, 2, 3 … per travel; a gap means dropped events. ``monotonic_time`` is in seconds
of :func:`time.monotonic`. ``status`` is the status after the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ._native import json_object
from ._raw.event import oyster_event, oyster_event_type
from .enums import Status
from .errors import OysterError, error_for
from .results import StartResult


@dataclass(frozen=True)
class Event:
    """Any event. An event of a type that this version does not know has this class."""

    sequence: int
    monotonic_time: float
    status: Status


@dataclass(frozen=True)
class StatusChanged(Event):
    """``status`` changed."""


@dataclass(frozen=True)
class ErrorEvent(Event):
    """A failure.

    When the travel failed, ``FAILED`` is the next event, and a call that waits raises the same
    code. Otherwise no call waits for what failed: a status poll, a command, a kept instruction.
    """

    error: OysterError


@dataclass(frozen=True)
class TravelInfoReady(Event):
    """The server answered start; the media connection is next."""

    info: StartResult


@dataclass(frozen=True)
class FirstFrameGenerated(Event):
    """A still image of the first scene can be fetched. Its URL is a secret of the travel."""

    url: str = field(repr=False)


@dataclass(frozen=True)
class TravelUpdated(Event):
    """Action lists, chapters or executed instructions changed; keys as in docs/json.md."""

    changes: Mapping[str, Any]


def decode(event: oyster_event) -> Event:
    """Copy a borrowed C event into one of these classes."""
    header = (event.sequence, event.monotonic_time_us / 1e6, Status(event.status))
    payload = json_object(event.payload)
    if event.type == oyster_event_type.OYSTER_EVENT_STATUS_CHANGED:
        return StatusChanged(*header)
    if event.type == oyster_event_type.OYSTER_EVENT_ERROR:
        return ErrorEvent(*header, error_for(event.code, payload))
    if event.type == oyster_event_type.OYSTER_EVENT_TRAVEL_INFO_READY:
        return TravelInfoReady(*header, StartResult.parse(payload))
    if event.type == oyster_event_type.OYSTER_EVENT_FIRST_FRAME_GENERATED:
        return FirstFrameGenerated(*header, str(payload.get("firstFrame", "")))
    if event.type == oyster_event_type.OYSTER_EVENT_TRAVEL_UPDATED:
        return TravelUpdated(*header, payload)
    return Event(*header)
