# SPDX-License-Identifier: Apache-2.0
"""A program that leaves a running travel behind: leaving.py KIND SECONDS.

``scripts/soak-python-exit`` runs it many times; the variable CREDENTIALS holds JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time

import happyoyster as ho
from happyoyster import aio
from happyoyster.testing import Credentials

credentials = Credentials(**json.loads(os.environ["CREDENTIALS"]))
kind, delay = sys.argv[1], float(sys.argv[2])


def stir(travel: ho.Travel | aio.Travel) -> None:
    """Make calls as fast as possible, until the process is gone."""
    while True:
        try:
            if travel.can(ho.Action.SEND_COMMAND):
                travel.send_command(ho.Translation.FRONT)
            travel.video.acquire(ho.PixelFormat.RGB24)
        except ho.OysterError:
            time.sleep(0.001)


def begin(engine: ho.Engine | aio.Engine) -> ho.Travel | aio.Travel:
    """Create a travel with all kinds of callbacks, and a thread that is busy with it."""
    credentials.apply(engine, poll_interval_ms=50)
    travel = engine.create_travel(credentials.ticket)
    travel.add_listener(lambda event: event.sequence)
    travel.video.on_frame(lambda frame: frame.sequence)
    threading.Thread(target=stir, args=[travel], daemon=True).start()
    return travel


def leave_blocking(engine: ho.Engine) -> None:
    """Come to the end of the program in the middle of things."""
    end = time.monotonic() + delay
    travel = begin(engine)
    events = travel.events()
    threading.Thread(target=lambda: list(events), daemon=True).start()
    try:
        travel.start(timeout=delay)
    except TimeoutError:
        return
    time.sleep(max(0.0, end - time.monotonic()))


async def leave_loop() -> None:
    """Exit from inside the event loop."""
    asyncio.get_running_loop().call_later(delay, sys.exit)
    engine = aio.Engine()
    travel = begin(engine)
    await travel.start()
    async for _ in travel.frames(ho.PixelFormat.RGB24):
        travel.send_command(ho.Translation.FRONT)


if kind == "asyncio":
    asyncio.run(leave_loop())
else:
    # The engine is still alive when the interpreter finalises.
    engine = ho.Engine.shared() if kind == "shared" else ho.Engine()
    leave_blocking(engine)
