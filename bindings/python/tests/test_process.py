# SPDX-License-Identifier: Apache-2.0
"""Exit and fork against the fake library."""

from __future__ import annotations

import unittest

from support import run_python

BEGIN = """
import os, sys, threading
import happyoyster as ho
engine = ho.Engine()
engine.initialize(api_host="127.0.0.1", model="fake")
engine.update_token("token")
travel = engine.create_travel("acting")
events = travel.events()
travel.start()
"""


class Process(unittest.TestCase):
    def test_an_exit_with_a_running_travel_prints_nothing(self) -> None:
        for ending in ("", "sys.exit(0)", "sys.exit(3)", "del engine"):
            result = run_python(BEGIN + ending)
            with self.subTest(ending):
                self.assertEqual(result.returncode, 3 if "3" in ending else 0)
                self.assertEqual(result.stderr, "")

    def test_calls_after_the_drain_raise(self) -> None:
        late = """
import atexit
def late():
    try:
        travel.pause()
    except ho.ShutDown as error:
        print(error.code)
"""
        # Functions that were registered before ours run after it.
        result = run_python(late + "atexit.register(late)\n" + BEGIN)
        self.assertEqual((result.stdout, result.stderr), ("109008\n", ""))

    def test_a_forked_child_gets_forked_errors_and_prints_nothing_at_exit(self) -> None:
        child = """
pid = os.fork()
if pid == 0:
    calls = [travel.pause, ho.Engine, ho.Engine.shared, lambda: engine.update_token("t"),
             travel.events, lambda: travel.status]
    for call in calls:
        try:
            call()
        except ho.ForkedError as error:
            print(error.code, flush=True)
    sys.exit(0)
print(os.waitpid(pid, 0)[1], travel.status)
"""
        # From Python 3.12 on, fork() in a process with threads warns about itself.
        result = run_python(BEGIN + child, PYTHONWARNINGS="ignore::DeprecationWarning")
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.stdout, "109003\n" * 5 + "0 running\n")


if __name__ == "__main__":
    unittest.main()
