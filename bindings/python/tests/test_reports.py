# SPDX-License-Identifier: Apache-2.0
"""Exceptions that leave handlers: the first at once, then a number at most once a second."""

from __future__ import annotations

import logging
import threading
import unittest

import support
from fixture import WithEngine

import happyoyster as ho
from happyoyster import _callbacks
from happyoyster._reports import CAPACITY, Reports


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Rule(unittest.TestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.log = logging.getLogger("test.reports")
        self.reports = Reports(self.log, self.clock)

    def fail_with(self, error: Exception, callback: str = "frame") -> None:
        try:
            raise error
        except Exception as raised:
            self.reports.report(callback, raised)

    def lines(self, times: int, step: float, error: Exception) -> list[logging.LogRecord]:
        with self.assertLogs(self.log, "ERROR") as logs:
            for _ in range(times):
                self.fail_with(error)
                self.clock.now += step
            self.reports.flush()
        return logs.records

    def test_the_first_exception_is_logged_at_once_with_its_traceback(self) -> None:
        with self.assertLogs(self.log, "ERROR") as logs:
            self.fail_with(ValueError("no frame"))
        self.assertIn("exception in frame callback", logs.output[0])
        self.assertIn("Traceback", logs.output[0])
        self.assertIn("ValueError: no frame", logs.output[0])

    def test_later_exceptions_are_counted_and_the_count_is_logged_once_per_second(self) -> None:
        records = self.lines(100, 0.04, ValueError("no frame"))
        counts = [record.args[1] for record in records[1:]]  # type: ignore[index]
        numbers = [int(str(count).split()[0]) for count in counts]
        self.assertEqual(1 + sum(numbers), 100)
        self.assertEqual(len(records), 5)
        self.assertIn("ValueError: no frame", records[1].getMessage())
        self.assertTrue(all(record.exc_info is None for record in records[1:]))

    def test_a_flush_logs_the_remaining_count(self) -> None:
        records = self.lines(10, 0, ValueError("no frame"))
        self.assertEqual(len(records), 2)
        self.assertIn("9 more times", records[1].getMessage())

    def test_after_a_flush_the_next_exception_counts_as_the_first(self) -> None:
        for _ in range(2):
            records = self.lines(3, 0, ValueError("no frame"))
            self.assertIsNotNone(records[0].exc_info)
            self.assertIn("2 more times", records[1].getMessage())

    def test_an_exception_of_another_kind_is_logged_at_once(self) -> None:
        with self.assertLogs(self.log, "ERROR") as logs:
            self.fail_with(ValueError("no frame"))
            self.fail_with(KeyError("no frame"))
            self.fail_with(ValueError("no frame"), "audio")
        self.assertEqual(len(logs.records), 3)

    def test_kinds_beyond_the_limit_share_an_entry(self) -> None:
        with self.assertLogs(self.log, "ERROR") as logs:
            for number in range(10 * CAPACITY):
                self.fail_with(type(f"Error{number}", (Exception,), {})())
            self.reports.flush()
        self.assertEqual(len(logs.records), CAPACITY + 2)
        self.assertIn(f"{9 * CAPACITY - 1} more times", logs.output[-1])

    def test_an_exception_whose_str_raises_is_counted(self) -> None:
        class Broken(Exception):
            def __str__(self) -> str:
                raise RuntimeError("no text")

        logging_failures, logging.raiseExceptions = logging.raiseExceptions, False
        try:
            records = self.lines(3, 0, Broken())
        finally:
            logging.raiseExceptions = logging_failures
        self.assertIn("2 more times: Broken", records[-1].getMessage())

    def test_exceptions_of_several_threads_are_all_counted(self) -> None:
        def work() -> None:
            for _ in range(500):
                self.fail_with(ValueError("no frame"))

        with self.assertLogs(self.log, "ERROR") as logs:
            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.reports.flush()
        self.assertEqual(len(logs.records), 2)
        self.assertIn("1999 more times", logs.output[1])


class Handlers(WithEngine):
    def test_a_frame_handler_that_always_raises_makes_two_lines(self) -> None:
        travel = self.travel("adventure")
        travel.start()

        def handler(frame: ho.Frame) -> None:
            raise RuntimeError("a bug of the host")

        with self.assertLogs("happyoyster", "ERROR") as logs:
            for _ in range(50):
                travel.video.on_frame(handler)
            travel.video.on_frame(None)
            travel.release()
        self.assertEqual(len(logs.records), 2, logs.output)
        self.assertIn("49 more times: RuntimeError: a bug of the host", logs.output[1])

    def test_the_remaining_count_is_logged_at_exit(self) -> None:
        program = """
import logging, happyoyster as ho
logging.basicConfig(format="%(message)s")
engine = ho.Engine()
engine.initialize(api_host="127.0.0.1", model="fake")
engine.update_token("token")
travel = engine.create_travel("adventure")
travel.start()
def handler(frame):
    raise RuntimeError("a bug of the host")
for _ in range(20):
    travel.video.on_frame(handler)
keep = (engine, travel)
"""
        library = {"HAPPYOYSTER_LIBRARY": str(support.fake_library)}
        result = support.run_python(program, **library)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.count("exception in frame callback"), 2, result.stderr)
        self.assertIn("19 more times: RuntimeError: a bug of the host", result.stderr)

    def test_every_kind_of_callback_follows_the_rule(self) -> None:
        class Bug(RuntimeError):
            pass

        def handler(*arguments: object) -> None:
            raise Bug

        for what in ("completion", "event", "frame", "audio", "log"):
            with self.assertLogs("happyoyster", "ERROR") as logs:
                for _ in range(30):
                    _callbacks._run(what, handler)
                _callbacks.reports.flush()
            self.assertEqual(len(logs.records), 2, what)
            self.assertIn(f"exception in {what} callback, 29 more times", logs.output[1])


if __name__ == "__main__":
    unittest.main()
