# SPDX-License-Identifier: Apache-2.0
"""C programs that connect the stream engine to the gateway's sender in one process."""

from __future__ import annotations

import os
import shutil
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LIBRARIES = Path(os.environ["OYSTER_LIBRARIES"])
PROGRAMS = Path(os.environ["OYSTER_WEBRTC_PROGRAMS"])
OBJECTS = [
    str(LIBRARIES / "libhappyoyster-stream-webrtc.so.0"),
    str(LIBRARIES / "oyster-gateway-webrtc.so"),
]
LIMIT = 240
"""A program that runs longer than this, in seconds, fails."""


def run(name: str, *arguments: str, wrapper: Path | None = None, **variables: str) -> None:
    """Run a program, or a script that runs it. A critical message of GLib ends the program."""
    command = [str(PROGRAMS / name), *OBJECTS, *arguments]
    if wrapper is not None:
        command.insert(0, str(wrapper))
    environment = {**os.environ, "G_DEBUG": "fatal-criticals", **variables}
    if "PULSE_SERVER" not in variables:
        environment.pop("PULSE_SERVER", None)
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    if done.returncode != 0:
        raise AssertionError(f"{name}: status {done.returncode}\n{done.stdout}{done.stderr}")


PROGRAM_RUNS: dict[str, dict[str, str]] = {
    "repeated_joins": {},
    "media_and_commands": {},
    "rtcp_reports": {},
    "dtls_timers": {"LD_PRELOAD": str(PROGRAMS / "slow_closures.so")},
    "connection_losses": {},
    "failed_links": {"LD_PRELOAD": str(PROGRAMS / "failing_links.so")},
    "log_lines": {},
    "signalling_answers": {},
    "partial_answers": {},
    "leave_in_each_state": {},
    "sdp_sanitizer": {},
    "ssrc_stats": {},
    "reconnect": {},
    "resource_check": {},
    "descriptor_limits": {},
    "process_exits": {},
    "signal_handlers": {},
    "unresponsive_audio_server": {},
    "no_microphone": {},
    "no_microphone of an audio server that does not answer": {"PULSE_SERVER": "unix:/nonexistent"},
}


class Programs(unittest.TestCase):
    """Runs four programs at a time, because they mostly wait."""

    def test_programs(self) -> None:
        with ThreadPoolExecutor(4) as pool:
            runs = {
                title: pool.submit(run, title.partition(" ")[0], **variables)
                for title, variables in PROGRAM_RUNS.items()
            }
            runs["mutated_answers"] = pool.submit(run, "mutated_answers", "1", "25")
            for server, program in {"pulseaudio": "microphone", "turnserver": "turn_relay"}.items():
                if shutil.which(server):
                    script = Path(__file__).with_name(f"{program}.sh")
                    runs[program] = pool.submit(run, program, wrapper=script)
        for title, done in runs.items():
            with self.subTest(title):
                done.result()


if __name__ == "__main__":
    unittest.main()
