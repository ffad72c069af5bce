# SPDX-License-Identifier: Apache-2.0
"""The programs of test_programs.py with shared objects that ASan and UBSan instrument.

`make sanitize-webrtc` runs this; the environment names the instrumented objects and programs.
"""

from __future__ import annotations

import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from test_programs import OBJECTS, PROGRAM_RUNS, run

WATCHED = {
    "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}
SUPPRESSIONS = Path(__file__).with_name("leaks.supp")
LEAK_WATCHED = {
    # The suppressions for GLib need complete stacks, and so the slow unwinder. With 8 frames it is
    # fast enough for programs that measure time.
    "ASAN_OPTIONS": "fast_unwind_on_malloc=0:malloc_context_size=8",
    "LSAN_OPTIONS": f"suppressions={SUPPRESSIONS}:print_suppressions=0",
}
LEAK_RUNS = (
    "sdp_sanitizer",
    "ssrc_stats",
    "reconnect",
    "media_and_commands",
    "log_lines",
    "partial_answers",
    "leave_in_each_state",
)
"""Programs that free all memory at their end, and cover joins, losses, recordings and refusals."""


class Sanitized(unittest.TestCase):
    def test_the_objects_are_instrumented(self) -> None:
        for name in OBJECTS:
            content = Path(name).read_bytes()
            for symbol in (b"__asan_report_load8", b"__ubsan_handle_add_overflow_abort"):
                with self.subTest(Path(name).name, symbol=symbol):
                    self.assertIn(symbol, content)

    def test_no_program_misuses_memory(self) -> None:
        with ThreadPoolExecutor(3) as pool:
            runs = {
                title: pool.submit(run, title.partition(" ")[0], **WATCHED, **variables)
                for title, variables in PROGRAM_RUNS.items()
            }
            runs["mutated_answers"] = pool.submit(run, "mutated_answers", "1", "25", **WATCHED)
        for title, done in runs.items():
            with self.subTest(title):
                done.result()

    def test_no_program_leaks(self) -> None:
        with ThreadPoolExecutor(2) as pool:
            runs = {name: pool.submit(run, name, **LEAK_WATCHED) for name in LEAK_RUNS}
        for name, done in runs.items():
            with self.subTest(name):
                done.result()


if __name__ == "__main__":
    unittest.main()
