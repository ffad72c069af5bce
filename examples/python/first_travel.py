#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A first travel: start it, play a little, save a frame, end it.

first_travel.py [--png FILE] [CREDENTIALS]

CREDENTIALS is a JSON file with apiHost, model, token and ticket, as your own server issues them
(default: standard input).
"""

from __future__ import annotations

import argparse
import json
import struct
import sys
import time
import zlib
from collections.abc import Callable
from typing import Any, TypeVar

from happyoyster import (
    Engine,
    ErrorEvent,
    Event,
    Frame,
    Interaction,
    Mode,
    OysterError,
    PixelFormat,
    Rotation,
    StatusChanged,
    Translation,
    Travel,
    TravelInfoReady,
    library_version,
)

T = TypeVar("T")


def print_error(what: str, error: OysterError) -> None:
    """Print what failed, and what a developer does about it."""
    print(f"{what}: error {error.code} {error.name}\n  {error.advice}")


def on_event(event: Event) -> None:
    """Print an event of the travel."""
    if isinstance(event, StatusChanged):
        print(f"status: {event.status}")
    elif isinstance(event, ErrorEvent):
        print_error("travel", event.error)
    elif isinstance(event, TravelInfoReady):
        print(f"travel: mode {event.info.mode}, version {event.info.version}")


def perform(what: str, call: Callable[..., T], *arguments: Any) -> T:
    """Print the name of a call, make it, and print its error if it fails."""
    print(what)
    try:
        return call(*arguments)
    except OysterError as error:
        print_error(what, error)
        raise


def instruct(travel: Travel, content: str) -> None:
    """Send an instruction; a paused travel keeps it until it runs again."""
    result = perform("instruct", travel.send_instruct, content)
    print(f"  {'queued' if result.queued else 'accepted'}: {content}")


def rewind_to_6(travel: Travel) -> None:
    """Continue from second 6; the server rounds it to its blocks of 4 s."""
    result = perform("rewind to 6 s", travel.rewind, 6)
    print(f"  resumed at {result.resumed_at_sec:.0f} s")


def walk(travel: Travel) -> None:
    """Walk for 2 s at 24 commands per second with one jump, then release the keys."""
    for tick in range(48):
        jump = Interaction.JUMP if tick == 24 else Interaction.NONE
        travel.send_command(Translation.FRONT, Rotation.MOUSE_RIGHT, jump)
        time.sleep(0.042)
    travel.send_command()


def play(travel: Travel, mode: Mode) -> None:
    """Use the calls of the travel's mode."""
    if mode == Mode.ADVENTURE:
        perform("walk: front, looking right, with one jump", walk, travel)
    elif mode == Mode.DIRECTING:
        instruct(travel, "The oven door swings open")
        perform("pause", travel.pause)
        instruct(travel, "It begins to snow")
        perform("resume", travel.resume)
        perform("pause", travel.pause)
        rewind_to_6(travel)
    else:
        instruct(travel, "Wave to the audience")
        perform("pause", travel.pause)
        perform("resume", travel.resume)


def save_png(frame: Frame, path: str) -> None:
    """Write an RGB24 frame as PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    pixels, row = frame.packed(), frame.width * 3
    # Each row begins with its filter type: 0, none.
    rows = b"".join(b"\0" + pixels[y * row : (y + 1) * row] for y in range(frame.height))
    header = struct.pack(">2I5B", frame.width, frame.height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header))
        file.write(chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def take_picture(travel: Travel, path: str | None) -> None:
    """Take the newest frame, waiting up to 5 s for one, and save it if a path is given."""
    frames = travel.video.frames(PixelFormat.RGB24, timeout=5)
    with next(frames) as frame:
        print(f"frame: {frame.width}x{frame.height}")
        if path is not None:
            save_png(frame, path)


def drive(travel: Travel, png_path: str | None) -> None:
    """Play a travel from start to end. It ends the travel also after a failure."""
    travel.add_listener(on_event)
    try:
        # Each call blocks until it completes; start and resume return at the first frame.
        started = perform("start", travel.start)
        play(travel, started.mode)
        take_picture(travel, png_path)
    finally:
        print(f"ended: status {perform('end', travel.end).status}")


def prepare(engine: Engine, credentials: dict[str, str]) -> Travel:
    """Give the engine what the server issued; nothing is sent yet."""
    try:
        engine.initialize(
            api_host=credentials.get("apiHost", ""), model=credentials.get("model", "")
        )
        engine.update_token(credentials.get("token", ""))
        return engine.create_travel(credentials.get("ticket", ""))
    except OysterError as error:
        print_error("prepare", error)
        raise


def main() -> int:
    """Read the command line and the credentials, and drive one travel."""
    parser = argparse.ArgumentParser(description="Drive a first travel.")
    parser.add_argument("--png", metavar="FILE", help="save one frame")
    parser.add_argument("credentials", nargs="?", type=argparse.FileType(), default=sys.stdin)
    options = parser.parse_args()
    print(f"happyoyster {library_version()}")
    try:
        with Engine() as engine, prepare(engine, json.load(options.credentials)) as travel:
            drive(travel, options.png)
    except OysterError:
        return 1  # perform() and prepare() have said why
    return 0


if __name__ == "__main__":
    sys.exit(main())
