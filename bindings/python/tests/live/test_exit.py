# SPDX-License-Identifier: Apache-2.0
"""Exit and fork of a process with running travels."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import unittest

from live import PROJECT

from happyoyster.testing import Gateway

SOAK = PROJECT / "scripts" / "soak-python-exit"

BEGIN = """
import json, os, sys
import happyoyster as ho
from happyoyster.testing import Credentials
credentials = Credentials(**json.loads(os.environ["CREDENTIALS"]))
engine = ho.Engine()
credentials.apply(engine)
travel = engine.create_travel(credentials.ticket)
"""

FORK = """
travel.start()
pid = os.fork()
if pid == 0:
    for call in (travel.pause, travel.end, ho.Engine, ho.Engine.shared, lambda: travel.video,
                 lambda: engine.update_token("t"), lambda: travel.status, travel.release):
        try:
            call()
        except ho.ForkedError as error:
            print(error.code, flush=True)
    sys.exit(0)
status = os.waitpid(pid, 0)[1]
print(status, travel.status, travel.end().status)
"""

STAY = """
import asyncio, contextlib, threading, time
from happyoyster import _process, aio

entered = threading.Event()

def stay(event):
    if entered.is_set():
        return
    entered.set()
    while not _process.is_draining():
        time.sleep(0.001)
    time.sleep(0.3)  # longer than a drain that does not wait
    os.write(1, b"left")
"""

STAY_IN_THREAD = """
def play():
    with contextlib.suppress(ho.OysterError):  # the exit aborts it
        travel.start()

travel.add_listener(stay)
threading.Thread(target=play, daemon=True).start()
entered.wait()
"""

STAY_IN_LOOP = """
async def play():
    loop_engine = aio.Engine()
    credentials.apply(loop_engine)
    loop_travel = loop_engine.create_travel(credentials.ticket)
    loop_travel.add_listener(stay)
    with contextlib.suppress(ho.OysterError):
        await loop_travel.start()

threading.Thread(target=asyncio.run, args=[play()], daemon=True).start()
entered.wait()
"""


class Exit(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.gateway = Gateway()
        cls.addClassCleanup(cls.gateway.close)

    def begin(self, code: str, **environment: str) -> subprocess.Popen[str]:
        credentials = json.dumps(dataclasses.asdict(self.gateway.credentials("adventure")))
        return subprocess.Popen(
            [sys.executable, "-c", BEGIN + code],
            env={**os.environ, "CREDENTIALS": credentials, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, process: subprocess.Popen[str]) -> str:
        output, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, ""))
        return output

    def test_exits_at_random_times_print_nothing(self) -> None:
        # How long they live depends on the machine, too; only a drain that hangs is found here.
        soak = [sys.executable, SOAK, "--seed", "2", "--limit", "50", "60"]
        result = subprocess.run(soak, capture_output=True, text=True, timeout=600, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("60 processes, 0 bad ends", result.stdout)

    def test_an_exit_ends_the_travel_on_the_server(self) -> None:
        self.finish(self.begin("print(travel.start().encrypted_travel_id)"))
        statuses = {str(travel.get("status")) for travel in self.gateway.travels()}
        self.assertLessEqual(statuses, {"completed", "failed"})

    def test_a_forked_child_gets_forked_errors(self) -> None:
        quiet = "ignore::DeprecationWarning"
        output = self.finish(self.begin(FORK, PYTHONWARNINGS=quiet))
        *codes, last = output.splitlines()
        self.assertEqual(codes, ["109003"] * 7)
        self.assertEqual(last, "0 running ended")

    def test_a_handler_that_runs_at_the_exit_finishes(self) -> None:
        for name, code in (("thread", STAY_IN_THREAD), ("loop", STAY_IN_LOOP)):
            with self.subTest(name):
                output, errors = self.begin(STAY + code).communicate(timeout=60)
                self.assertEqual((output, errors), ("left", ""))

    def test_the_exit_status_is_the_hosts(self) -> None:
        process = self.begin("travel.start()\nsys.exit(7)")
        _, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (7, ""))


if __name__ == "__main__":
    unittest.main()
