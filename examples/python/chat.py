#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A chat in a session: each line that you type goes to everyone, and events are printed.

chat.py FILE

FILE is a JSON file with api, key, sessionId and token, as your own server issues them. Lines that
begin with "/" are commands:

    /who                 the other connections
    /to ID TEXT          a line to one connection
    /report              report an issue to the operator of the session server
    /mute-all            as a moderator: mute all streams, and those that follow
    /unmute              as a moderator: let streams that follow start unmuted
    /mute STREAM         as a moderator: mute one stream
    /kick ID             as a moderator: end a connection
    /quit                leave; so does the end of the input

Everything runs in one event loop: the handler of events, and the input.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Callable

from happyoyster import (
    Connection,
    ConnectionCreated,
    ConnectionDestroyed,
    MuteForced,
    OysterError,
    SessionConnected,
    SessionDisconnected,
    SessionErrorEvent,
    SessionEvent,
    SessionFailed,
    SessionStatusChanged,
    SignalReceived,
    aio,
)

COMMANDS = "commands: /who /to /report /mute-all /unmute /mute /kick /quit"
INPUT = 0
"""The descriptor of the standard input."""


def print_connection(what: str, connection: Connection) -> None:
    """Print a connection: the data of its token, and its id."""
    print(f"{what} {connection.data} ({connection.id})")


def explain(what: str, error: OysterError) -> None:
    """Print what failed, and what a developer does about it."""
    print(f"{what}: error {error.code} {error.name}\n  {error.advice}")


class Chat:
    """Prints the events of a session, and turns lines of the input into calls."""

    def __init__(self, session: aio.Session) -> None:
        self.session = session
        self.others: dict[str, Connection] = {}
        self.is_over = asyncio.Event()
        session.add_listener(self.on_event)

    def on_event(self, event: SessionEvent) -> None:
        """Print an event."""
        if isinstance(event, SessionStatusChanged):
            print(f"status: {event.status}")
        elif isinstance(event, SessionConnected):
            print_connection("you are", event.connection)
        elif isinstance(event, ConnectionCreated):
            print_connection("joined:", event.connection)
            self.others[event.connection.id] = event.connection
        elif isinstance(event, ConnectionDestroyed):
            print_connection("left:", event.connection)
            self.others.pop(event.connection.id, None)
        elif isinstance(event, SignalReceived):
            print(f"{event.sender.data if event.sender else ''}: {event.data or ''}")
        elif isinstance(event, MuteForced):
            print("all streams are muted" if event.active else "streams may start unmuted")
        elif isinstance(event, SessionFailed | SessionErrorEvent):
            explain("session", event.error)
        elif isinstance(event, SessionDisconnected):
            print(f"disconnected: {event.reason}")
            self.is_over.set()

    async def run_line(self, line: str) -> None:
        """Send a line to everyone, or run a command; print why it is refused."""
        command, _, rest = line.partition(" ")
        try:
            if line.startswith("/"):
                await self.run_command(command, rest)
            else:
                command = "signal"
                self.session.send_signal("chat", line)
        except OysterError as error:
            explain(command, error)

    async def run_command(self, command: str, rest: str) -> None:
        """Run a command, which is awaited or completes at once."""
        if command == "/report":
            print(f"issue {await self.session.report_issue()}")
        elif command == "/quit":
            await self.session.disconnect()
        else:
            calls: dict[str, Callable[[], None]] = {
                "/who": self.list_others,
                "/to": lambda: self.whisper(rest),
                "/mute-all": self.session.force_mute_all,
                "/unmute": self.session.disable_force_mute,
                "/mute": lambda: self.session.force_mute_stream(rest),
                "/kick": lambda: self.session.force_disconnect(rest),
            }
            calls.get(command, lambda: print(COMMANDS))()

    def list_others(self) -> None:
        """Print the other connections."""
        for connection in self.others.values():
            print_connection(" ", connection)

    def whisper(self, words: str) -> None:
        """Send a line to one connection."""
        to, _, data = words.partition(" ")
        self.session.send_signal("chat", data, to=to)

    async def run(self) -> None:
        """Run the lines of the input, until it or the connection is over."""
        lines = read_lines()
        over = asyncio.create_task(self.is_over.wait())
        while not self.is_over.is_set():
            reading = asyncio.create_task(lines.get())
            await asyncio.wait({reading, over}, return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and not over.done():
                await self.run_line(reading.result())
            else:
                reading.cancel()
        asyncio.get_running_loop().remove_reader(INPUT)


def read_lines() -> asyncio.Queue[str]:
    """Return a queue that receives the lines of the input, and /quit at its end."""
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    rest = b""

    def take(data: bytes) -> None:
        nonlocal rest
        *complete, rest = (rest + data).split(b"\n")
        for line in filter(None, complete):
            lines.put_nowait(line.decode(errors="replace"))

    def read() -> None:
        data = os.read(INPUT, 65536)
        take(data)
        if not data:
            loop.remove_reader(INPUT)
            lines.put_nowait("/quit")

    try:
        loop.add_reader(INPUT, read)
    except PermissionError:  # a file, which is always readable
        take(sys.stdin.buffer.read())
        lines.put_nowait("/quit")
    return lines


async def chat(access: dict[str, str]) -> int:
    """Connect, and chat until the connection is over."""
    try:
        session = aio.Session(access["api"], access["key"], access["sessionId"])
    except OysterError as error:
        explain("connect", error)
        return 1
    async with session:
        talk = Chat(session)
        try:
            await session.connect(access["token"])
        except OysterError:
            return 1  # The event has said why.
        await talk.run()
    return 0


def main() -> int:
    """Read the command line and the file."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    parser = argparse.ArgumentParser(description="Chat in a session.")
    parser.add_argument("file", type=argparse.FileType(), help="JSON: api, key, sessionId, token")
    return asyncio.run(chat(json.load(parser.parse_args().file)))


if __name__ == "__main__":
    sys.exit(main())
