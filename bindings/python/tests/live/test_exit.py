# SPDX-License-Identifier: Apache-2.0
"""Exit and fork of a process with running travels."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
import unittest

import gateway

BEGIN = """
import json, os, random, sys, threading, time
import happyoyster as ho
credentials = json.loads(os.environ["CREDENTIALS"])
engine = ho.Engine.shared() if os.environ.get("SHARED") else ho.Engine()
engine.initialize(api_host=credentials["apiHost"], model=credentials["model"],
                  poll_interval_ms=50, stream_engine="loopback")
engine.update_token(credentials["token"])
travel = engine.create_travel(credentials["ticket"])
seen = []
travel.on_event(seen.append)
travel.video.on_frame(lambda frame: seen.append(frame.sequence))
events = travel.events()
"""

RANDOM_EXIT = """
delay = float(os.environ["DELAY"])
def stir():
    while True:
        try:
            if travel.can(ho.Action.SEND_COMMAND):
                travel.send_command(ho.Translation.FRONT)
            travel.video.acquire(ho.PixelFormat.RGB24)
        except ho.OysterError:
            time.sleep(0.001)
threading.Thread(target=stir, daemon=True).start()
try:
    travel.start(timeout=delay)
    time.sleep(delay / 2)
except TimeoutError:
    pass
"""

FORK = """
travel.start()
pid = os.fork()
if pid == 0:
    for call in (travel.pause, travel.end, ho.Engine, ho.Engine.shared, travel.video.acquire,
                 lambda: engine.update_token("t"), lambda: travel.status, travel.release):
        try:
            call()
        except ho.ForkedError as error:
            print(error.code, flush=True)
    sys.exit(0)
status = os.waitpid(pid, 0)[1]
print(status, travel.status, travel.end().status)
"""


class Exit(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.gateway = gateway.Gateway()
        cls.addClassCleanup(cls.gateway.close)

    def begin(self, code: str, **environment: str) -> subprocess.Popen[str]:
        credentials = json.dumps(self.gateway.credentials("adventure"))
        path = str(gateway.PACKAGE)
        return subprocess.Popen(
            [sys.executable, "-c", BEGIN + code],
            env={**os.environ, "PYTHONPATH": path, "CREDENTIALS": credentials, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, process: subprocess.Popen[str]) -> str:
        output, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, ""))
        return output

    def test_fifty_exits_at_random_moments_are_silent(self) -> None:
        chance = random.Random(2)
        rounds = int(os.environ.get("OYSTER_EXIT_ROUNDS", "50"))
        worst = 0.0
        for i in range(rounds):
            delay = chance.uniform(0, 0.6)
            shared = {"SHARED": "1"} if i % 2 else {}
            with self.subTest(round=i, delay=delay):
                begin = time.monotonic()
                self.finish(self.begin(RANDOM_EXIT, DELAY=str(delay), **shared))
                worst = max(worst, time.monotonic() - begin)
        print(f"longest life of {rounds} processes: {worst:.2f} s", file=sys.stderr)

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

    def test_the_exit_status_is_the_hosts(self) -> None:
        process = self.begin("travel.start()\nsys.exit(7)")
        _, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (7, ""))


if __name__ == "__main__":
    unittest.main()
