# SPDX-License-Identifier: Apache-2.0
"""Exit and fork against the fake library."""

from __future__ import annotations

import unittest

from support import run_python

try:
    import _xxsubinterpreters  # noqa: F401

    has_subinterpreters = True
except ImportError:
    has_subinterpreters = False

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

SESSION = """
import os, sys, threading
import happyoyster as ho
session = ho.Session("http://127.0.0.1:1", "key", "id")
events = session.events()
session.connect("moderator")
"""
FORKED = """
def run_forked(*calls):
    pid = os.fork()
    if pid:
        return os.waitpid(pid, 0)[1]
    for call in calls:
        try:
            call()
        except ho.ForkedError as error:
            print(error.code, flush=True)
    sys.exit(0)
"""
LOOP = """
import asyncio, sys
from happyoyster import aio
async def stay():
    session = aio.Session("http://127.0.0.1:1", "key", "id")
    events = session.events()
    await session.connect("moderator")
    async for event in events:
        sys.exit(3)
asyncio.run(stay())
"""


class Process(unittest.TestCase):
    def test_an_exit_with_a_running_travel_prints_nothing(self) -> None:
        for ending in ("", "sys.exit(0)", "sys.exit(3)", "del engine"):
            result = run_python(BEGIN + ending)
            with self.subTest(ending):
                self.assertEqual(result.returncode, 3 if "3" in ending else 0)
                self.assertEqual(result.stderr, "")

    def test_an_exit_with_a_connected_session_prints_nothing(self) -> None:
        reader = "threading.Thread(target=lambda: list(events), daemon=True).start()\n"
        for program in (
            SESSION,
            SESSION + "sys.exit(3)",
            SESSION + reader + "sys.exit(3)",
            LOOP,
        ):
            result = run_python(program)
            with self.subTest(program):
                self.assertEqual(result.returncode, 3 if "sys.exit" in program else 0)
                self.assertEqual(result.stderr, "")

    def test_a_forked_child_gets_forked_errors_from_a_session(self) -> None:
        program = """
status = run_forked(session.disconnect, lambda: session.send_signal("x"), lambda: session.id,
                    session.force_mute_all, lambda: session.streams)
print(status, session.status)
"""
        self.assert_forked(SESSION + FORKED + program, "109003\n" * 5 + "0 connected\n")

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
        program = """
status = run_forked(travel.pause, ho.Engine, ho.Engine.shared, lambda: engine.update_token("t"),
                    travel.events, lambda: travel.status)
print(status, travel.status)
"""
        self.assert_forked(BEGIN + FORKED + program, "109003\n" * 5 + "0 running\n")

    def assert_forked(self, program: str, output: str) -> None:
        # From Python 3.12 on, fork() in a process with threads warns about itself.
        result = run_python(program, PYTHONWARNINGS="ignore::DeprecationWarning")
        self.assertEqual((result.stdout, result.stderr), (output, ""))

    @unittest.skipUnless(has_subinterpreters, "this Python has no _xxsubinterpreters")
    def test_the_end_of_a_subinterpreter_closes_its_engines_and_leaves_the_library_open(
        self,
    ) -> None:
        other = """
import _xxsubinterpreters, os, sys
import happyoyster as ho
main = ho.Engine()
other = _xxsubinterpreters.create()
_xxsubinterpreters.run_string(other, '''
import happyoyster as ho
from happyoyster import _callbacks, _process
ho.log.forward()
engine = ho.Engine()
engine.initialize(api_host="127.0.0.1", model="fake")
engine.update_token("token")
travel = engine.create_travel("acting")
travel.add_listener(lambda event: None)
travel.start()
shared = ho.Engine.shared()
import atexit
# Runs after the hook of the package.
state = lambda: print(engine.is_closed, shared.is_closed, _callbacks.registered(), flush=True)
atexit.unregister(_process._drain)
atexit.register(state)
atexit.register(_process._drain)
''')
_xxsubinterpreters.destroy(other)
main.initialize(api_host="127.0.0.1", model="fake")
main.update_token("token")
print(main.create_travel("acting").start().mode_name)
"""
        result = run_python(other)
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.stdout, "True False 0\nacting\n")

    @unittest.skipUnless(has_subinterpreters, "this Python has no _xxsubinterpreters")
    def test_a_subinterpreter_that_lives_until_the_exit_does_not_delay_it(self) -> None:
        other = """
import _xxsubinterpreters
other = _xxsubinterpreters.create()
_xxsubinterpreters.run_string(other, "import happyoyster as ho; engine = ho.Engine()")
"""
        result = run_python(BEGIN + other)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main()
