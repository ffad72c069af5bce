# SPDX-License-Identifier: Apache-2.0
"""A program that leaves a connected session behind: leaving_session.py KIND SECONDS.

``scripts/soak-python-exit`` runs it many times; the variable ACCESS holds JSON.
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

url, key, session_id, token = json.loads(os.environ["ACCESS"])
kind, delay = sys.argv[1], float(sys.argv[2])


def stir(session: ho.Session | aio.Session) -> None:
    """Make calls, until the process is gone."""
    while True:
        try:
            session.send_signal("noise", "x" * 100)
            session.streams  # noqa: B018, the call counts
        except ho.OysterError:
            pass
        time.sleep(0.02)


def begin(session: ho.Session | aio.Session) -> None:
    """Add a handler, and a thread that is busy with the session."""
    session.add_listener(lambda event: event.sequence)
    threading.Thread(target=stir, args=[session], daemon=True).start()


def leave_blocking(session: ho.Session) -> None:
    """Come to the end of the program in the middle of things."""
    end = time.monotonic() + delay
    begin(session)
    events = session.events()
    threading.Thread(target=lambda: list(events), daemon=True).start()
    try:
        session.connect(token, timeout=delay)
    except TimeoutError:
        return
    time.sleep(max(0.0, end - time.monotonic()))


async def leave_loop() -> None:
    """Exit from inside the event loop."""
    asyncio.get_running_loop().call_later(delay, sys.exit)
    session = aio.Session(url, key, session_id)
    begin(session)
    events = session.events()
    await session.connect(token)
    while True:
        async for _ in events:
            pass


if kind == "session-asyncio":
    asyncio.run(leave_loop())
else:
    # The session is still alive when the interpreter finalises.
    session = ho.Session(url, key, session_id)
    leave_blocking(session)
