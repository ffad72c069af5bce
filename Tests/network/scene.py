# SPDX-License-Identifier: Apache-2.0
"""A travel over a virtual network link, with the events of its host."""

from __future__ import annotations

import time
from collections.abc import Callable

import strip
from redirecting_service import Service
from webrtc_test import ho, wait_for

from wire import Wire

FATAL = (105001, 105002, 105006, 500001)
"""Errors that end a travel."""
TERMINAL = (ho.Status.ENDED, ho.Status.FAILED)


class Scene:
    """Link, gateway, engine and one adventure."""

    def __init__(self, signalling_url: Callable[[], str] | None = None, **options: object) -> None:
        """Build everything; the travel is not started yet.

        ``signalling_url`` is called in this process's new network, and names another server.
        """
        ho.log.set_level(ho.LogLevel.ERROR)
        self.wire = Wire()
        self._service: Service | None = None
        if signalling_url is not None:
            self._service = Service(self.wire.gateway.api_url, signalling_url())
        self.engine = ho.Engine()
        credentials = self.wire.gateway.credentials("adventure")
        self.engine.initialize(
            api_host=self._service.url if self._service else credentials.api_host,
            model=credentials.model,
            poll_interval_ms=500,
            stream_engine="webrtc",
            **options,  # type: ignore[arg-type]
        )
        self.engine.update_token(credentials.token)
        self.travel = self.engine.create_travel(credentials.ticket)
        self.events: list[tuple[float, ho.Event]] = []
        self.travel.add_listener(lambda event: self.events.append((time.monotonic(), event)))

    @property
    def statuses(self) -> list[ho.Status]:
        """The statuses so far, in order."""
        return [event.status for _, event in self.events if isinstance(event, ho.StatusChanged)]

    @property
    def errors(self) -> list[int]:
        """The codes of the errors so far, in order."""
        return [
            int(event.error.code) for _, event in self.events if isinstance(event, ho.ErrorEvent)
        ]

    def start(self) -> None:
        """Start, and wait for a frame."""
        self.travel.start(120, timeout=30)
        self.watch()

    def watch(self, after: int = 0, limit: float = 15) -> ho.Frame:
        """Wait for a frame with a higher number."""

        def look() -> ho.Frame | None:
            try:
                frame = self.travel.video.acquire(ho.PixelFormat.I420)
            except ho.NoFrame:
                return None
            is_new = frame.sequence > after
            return frame if is_new and strip.of_frame(frame) is not None else None

        return wait_for(look, f"a frame after {after}; {self.history()}", limit)

    def history(self) -> str:
        """Return the events as text."""
        begin = self.events[0][0] if self.events else 0
        lines = [f"{at - begin:6.2f} {event}" for at, event in self.events]
        return "\n".join(["events:", *lines])

    def expect_one_end(self, *codes: int) -> None:
        """Expect one failure with one of these errors, and no event after it."""
        ends = [status for status in self.statuses if status in TERMINAL]
        ended = [index for index, (_, event) in enumerate(self.events) if event.status in TERMINAL]
        assert ends == [ho.Status.FAILED], self.history()
        assert ended == [len(self.events) - 1], self.history()
        fatal = [code for code in self.errors if code in FATAL]
        assert len(fatal) == 1 and fatal[0] in codes, self.history()

    def close(self) -> None:
        """Release everything."""
        self.travel.close()
        self.engine.close()
        if self._service is not None:
            self._service.close()
        self.wire.close()
