# SPDX-License-Identifier: Apache-2.0
"""A client that keeps its connection: reconnects, repeats requests, resumes. Standard library only.

Two threads: one reads the event stream (or polls), one sends the request lane.
"""

from __future__ import annotations

import contextlib
import http.client
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import wire
from wire import Event, Json, Refused

HELLO_WITHIN = 3.0
POST_EVERY = 4.0
BATCH = 64
FAILURES = (OSError, http.client.HTTPException, AssertionError, ValueError)


class Peer:
    """One connection of a session."""

    def __init__(
        self,
        api: wire.Api,
        session: str,
        token: str,
        *,
        only_polls: bool = False,
        hello_within: float = HELLO_WITHIN,
        **options: Any,
    ) -> None:
        self.member = api.connect(session, token, **options)
        self.options = options
        self.hello_within = hello_within
        self.changed = threading.Condition()
        self.events: list[Event] = []
        """Events in the order of their handling, without ``hello`` and without repeated signals."""
        self.snapshots: list[Json] = [self.member.snapshot]
        self.answers: dict[int, Json] = {}
        self.resumes = 0
        self.polls = only_polls
        self.reason: str | None = None
        """Why the connection is over; None while it is not."""
        self.faults: list[str] = []
        """What the server did that the page does not allow."""
        self.is_open = False
        self._requests: dict[int, Json] = {}
        self._next_request = 1
        self._first_unanswered = 1
        self._last: str | None = None
        self._newest_number: dict[str, int] = {}
        self._is_closed = False
        self._stream: wire.EventStream | None = None
        self._threads = [
            threading.Thread(target=self._receive, daemon=True),
            threading.Thread(target=self._send, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self.wait(lambda: self.is_open or self.reason, "the event stream")

    @property
    def id(self) -> str:
        return self.member.id

    def wait(self, look: Callable[[], Any], what: str, timeout: float = wire.TIMEOUT) -> Any:
        """Wait until ``look`` returns something true; it is called at each change."""
        with self.changed:
            if not self.changed.wait_for(look, timeout):
                kinds = [event.type for event in self.events[-5:]]
                raise AssertionError(
                    f"not within {timeout} s: {what}; reason {self.reason}, events {kinds}, "
                    f"faults {self.faults}"
                )
            return look()

    def request(self, op: str, **members: Any) -> int:
        """Append a request; return its number."""
        with self.changed:
            number = self._next_request
            self._next_request += 1
            self._requests[number] = {"number": number, "op": op, **members}
            self.changed.notify_all()
            return number

    def ask(self, op: str, **members: Any) -> Json:
        """Append a request and return its answer."""
        number = self.request(op, **members)
        found = self.wait(lambda: self.answers.get(number), f"the answer of {op}")
        assert isinstance(found, dict)
        return found

    def signals(self) -> list[Json]:
        with self.changed:
            return [event.data for event in self.events if event.type == "signal"]

    def wait_for_event(self, kind: str, **members: Any) -> Event:
        """Wait for the first event with a type and these members."""

        def look() -> Event | None:
            for event in self.events:
                if event.type == kind and members.items() <= event.data.items():
                    return event
            return None

        found = self.wait(look, f"{kind} {members}")
        assert isinstance(found, Event)
        return found

    def lose(self) -> None:
        """Close the event stream, as a network does; the peer opens it again."""
        stream = self._stream
        if stream is not None:
            stream.close()

    def close(self) -> None:
        """Leave, and end the threads."""
        if self.reason is None:
            self.request("leave")
            with contextlib.suppress(AssertionError):
                self.wait(lambda: self.reason, "the end", 5)
        self.abandon()

    def abandon(self) -> None:
        """End the threads without a leave."""
        with self.changed:
            self._is_closed = True
            self.changed.notify_all()
        self.lose()
        for thread in self._threads:
            thread.join(wire.TIMEOUT)
        self.member.close()

    def _end(self, reason: str) -> None:
        with self.changed:
            self.reason = self.reason or reason
            self.changed.notify_all()

    def _is_over(self) -> bool:
        return self._is_closed or self.reason is not None

    def _receive(self) -> None:
        wait = 0.2
        while not self._is_over():
            try:
                if self.polls:
                    self._poll_once()
                else:
                    self._read_stream()
                wait = 0.2
            except Refused as refusal:
                self._after(refusal)
            except FAILURES:
                pass
            if not self.polls and not self._is_over():
                with self.changed:
                    self.changed.wait_for(self._is_over, wait * random.uniform(0.75, 1))
                wait = min(2.0, wait * 2)

    def _read_stream(self) -> None:
        begin = time.monotonic()
        try:
            # A proxy may hold back the headers as well.
            self._stream = stream = self.member.events(self._last, self.hello_within)
        except TimeoutError:
            self.polls = True
            return
        try:
            try:
                stream.next_item(max(0.0, begin + self.hello_within - time.monotonic()))
            except AssertionError:
                self.polls = True
                return
            self._opened()
            # As the page says: 11 s without a byte are a loss.
            while (item := stream.next_item(11)) is not None and not self._is_closed:
                if isinstance(item, Event):
                    self._handle(item)
        finally:
            stream.close()

    def _poll_once(self) -> None:
        if not self.is_open:
            for event in self.member.poll(0, self._last):
                self._handle(event)
            self._opened()
        for event in self.member.poll(2, self._last):
            self._handle(event)

    def _opened(self) -> None:
        with self.changed:
            self.is_open = True
            self.changed.notify_all()

    def _handle(self, event: Event) -> None:
        if event.id is None:
            return
        epoch, _, _ = event.id.rpartition("-")
        with self.changed:
            last_epoch, _, last = (self._last or f"{self.member.epoch}-0").rpartition("-")
            if epoch != last_epoch or event.position != int(last) + 1:
                self.faults.append(f"{event.id} follows {self._last}")
            self._last = event.id
            if event.type == "signal" and not self._is_new(event.data):
                return
            self.events.append(event)
            if event.type == "disconnected":
                self.reason = event.data["reason"]
            self.changed.notify_all()

    def _is_new(self, data: Json) -> bool:
        sender = (data.get("from") or {}).get("id", "")
        if data["number"] <= self._newest_number.get(sender, 0):
            return False
        self._newest_number[sender] = data["number"]
        return True

    def _after(self, refusal: Refused) -> None:
        """Resume or end after a refusal of the event stream or of the request lane."""
        if refusal.status == 410 and refusal.error.get("resume") is not True:
            self._end(str(refusal.error.get("reason")))
        elif refusal.status in (401, 404, 410):
            self._resume()

    def _resume(self) -> None:
        with contextlib.suppress(*FAILURES):
            try:
                self.member.resume(self._first_unanswered, **self.options)
            except Refused as refusal:
                if refusal.status in (401, 404, 410):
                    self._end(str(refusal.error.get("reason", "lost")))
                return
            with self.changed:
                self._last = None
                self.resumes += 1
                self.snapshots.append(self.member.snapshot)
                self.changed.notify_all()

    def _send(self) -> None:
        self.wait(lambda: self.is_open or self._is_over(), "the event stream")
        posted = 0.0
        while not self._is_over():
            with self.changed:
                self.changed.wait_for(
                    lambda: self._is_over() or self._first_unanswered in self._requests,
                    max(0.0, posted + POST_EVERY - time.monotonic()),
                )
                batch = [
                    self._requests[number]
                    for number in range(self._first_unanswered, self._first_unanswered + BATCH)
                    if number in self._requests
                ]
                bearer = self.member.bearer
            if self._is_over():
                return
            pause = self._post(batch, bearer)
            posted = time.monotonic()
            if pause:
                with self.changed:
                    self.changed.wait_for(self._is_over, pause)

    def _post(self, batch: list[Json], bearer: str) -> float:
        """Send one POST; return how long to wait before the next one, in seconds."""
        try:
            answer = self.member.post(batch, self._last)
        except Refused as refusal:
            self._note(refusal.body)
            if refusal.status == 429:
                return float(refusal.error["retryAfterMs"]) / 1000
            if refusal.status in (401, 404) and bearer == self.member.bearer:
                self.lose()  # The other thread resumes.
            if refusal.status == 410 and refusal.error.get("resume") is False:
                self._end(str(refusal.error.get("reason")))
            return 0.2
        except FAILURES:
            return 0.2
        self._note(answer)
        return 0.0

    def _note(self, answer: Json) -> None:
        with self.changed:
            for one in answer.get("answers", []):
                number = one["number"]
                self.answers[number] = one
                request = self._requests.pop(number, None)
                self._first_unanswered = max(self._first_unanswered, number + 1)
                if request and request["op"] == "leave":
                    self.reason = self.reason or "client"
            if "resumeTicket" in answer:
                self.member.answer["resumeTicket"] = answer["resumeTicket"]
            self.changed.notify_all()
