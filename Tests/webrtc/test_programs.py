# SPDX-License-Identifier: Apache-2.0
"""C programs in which the stream engine and the gateway's sender meet in one process."""

from __future__ import annotations

import os
import subprocess
import unittest
from pathlib import Path

LIBRARIES = Path(os.environ["OYSTER_LIBRARIES"])
PROGRAMS = Path(os.environ["OYSTER_WEBRTC_PROGRAMS"])
OBJECTS = [
    str(LIBRARIES / "libhappyoyster-stream-webrtc.so.0"),
    str(LIBRARIES / "oyster-gateway-webrtc.so"),
]
LIMIT = 60
"""Seconds that a program may take."""


def run(name: str, *arguments: str, beside: str | None = None, **variables: str) -> None:
    """Run a program, under a script if one is named; what GLib calls critical is an error."""
    command = [str(PROGRAMS / name), *OBJECTS, *arguments]
    if beside is not None:
        command.insert(0, str(Path(__file__).parent / beside))
    environment = {**os.environ, "G_DEBUG": "fatal-criticals", **variables}
    if "PULSE_SERVER" not in variables:
        environment.pop("PULSE_SERVER", None)
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    if done.returncode != 0:
        raise AssertionError(f"{name}: status {done.returncode}\n{done.stdout}{done.stderr}")


class Programs(unittest.TestCase):
    """One test per program, named after it."""

    def test_answers(self) -> None:
        run("answers")

    def test_hostile_answers(self) -> None:
        run("hostile_answers", "1", "25")

    def test_meeting(self) -> None:
        run("meeting")

    def test_refusals(self) -> None:
        run("refusals")

    def test_losses(self) -> None:
        run("losses")

    def test_leaving(self) -> None:
        run("leaving")

    def test_microphone(self) -> None:
        run("microphone", beside="microphone.sh")

    def test_no_microphone(self) -> None:
        run("no_microphone")

    def test_no_microphone_of_a_sound_server_that_does_not_answer(self) -> None:
        run("no_microphone", PULSE_SERVER="unix:/nonexistent")

    def test_joins(self) -> None:
        run("joins")


if __name__ == "__main__":
    unittest.main()
