# SPDX-License-Identifier: Apache-2.0
"""Failures of a network, one function each: scenarios.py NAME.

Each runs in its own process and network namespace.
"""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Callable

from webrtc_test import TIMEOUT, ho, wait_for

from scene import Scene

GRACE = 1.0
"""Seconds in which an ended travel must report no event."""


def pass_time(seconds: float) -> None:
    """Wait: the scenario needs this time to pass."""
    threading.Event().wait(seconds)


def cut_for(seconds: float) -> None:
    """Cut the link for some seconds; the travel must continue."""
    scene = Scene()
    scene.start()
    [travel] = scene.wire.gateway.travels()
    frame = scene.watch()
    scene.wire.cut()
    pass_time(seconds)
    scene.wire.mend()
    scene.watch(after=frame.sequence + 48, limit=25)
    wait_for(lambda: scene.travel.status == ho.Status.RUNNING, "it runs again")
    assert scene.statuses == [
        ho.Status.PREPARE,
        ho.Status.RUNNING,
        ho.Status.PREPARE,
        ho.Status.RUNNING,
    ], scene.history()
    [after] = scene.wire.gateway.travels()
    assert after["encryptedTravelId"] == travel["encryptedTravelId"]
    assert after["status"] == "running", after
    assert scene.travel.stats()["stream"]["reconnects"] >= 1
    scene.travel.send_command(ho.Translation.FRONT)
    wait_for(lambda: scene.travel.stats()["stream"]["commandsSent"] == 1, "commands leave again")
    scene.travel.end(timeout=TIMEOUT)
    scene.close()


def cut_4_s() -> None:
    """A short loss."""
    cut_for(4)


def cut_12_s() -> None:
    """A long loss."""
    cut_for(12)


def cut_40_s() -> None:
    """A loss that ends the travel."""
    scene = Scene()
    scene.start()
    scene.wire.cut()
    begin = time.monotonic()
    wait_for(lambda: scene.travel.is_ended, f"it fails; {scene.history()}", 45)
    assert time.monotonic() - begin < 42
    pass_time(max(GRACE, begin + 40 - time.monotonic()))
    scene.wire.mend()
    pass_time(GRACE)
    scene.expect_one_end(105001, 105006)
    scene.close()


def killed_gateway() -> None:
    """The service ends without notice and does not return."""
    scene = Scene()
    scene.start()
    scene.wire.kill_gateway()
    wait_for(lambda: scene.travel.is_ended, f"it fails; {scene.history()}", 45)
    pass_time(GRACE)
    scene.expect_one_end(105001, 105006)
    scene.close()


def expect_no_connection(scene: Scene, milliseconds: int) -> None:
    """Expect that start fails within about this time: not connected, or not in time."""
    begin = time.monotonic()
    try:
        scene.travel.start(timeout=TIMEOUT)
    except ho.OysterError as error:
        assert error.code in (105001, 105002), error
    else:
        raise AssertionError("it started")
    taken = time.monotonic() - begin
    assert taken < milliseconds / 1000 + 2, taken
    pass_time(GRACE)
    scene.expect_one_end(105001, 105002)
    scene.close()


def silent_signalling() -> None:
    """The signalling server accepts connections and never responds."""
    with socket.socket() as silent:

        def listen() -> str:
            # An address of the new network.
            silent.bind(("127.0.0.1", 0))
            silent.listen(8)
            return f"http://127.0.0.1:{silent.getsockname()[1]}/channel"

        expect_no_connection(Scene(listen, callback_timeout_ms=4000), 4000)


def blocked_udp() -> None:
    """A firewall that forwards TCP only."""
    scene = Scene(callback_timeout_ms=6000)
    scene.wire.block_udp()
    expect_no_connection(scene, 6000)


SCENARIOS: dict[str, Callable[[], None]] = {
    scenario.__name__: scenario
    for scenario in (
        cut_40_s,
        killed_gateway,
        cut_12_s,
        cut_4_s,
        silent_signalling,
        blocked_udp,
    )
}

if __name__ == "__main__":
    SCENARIOS[sys.argv[1]]()
