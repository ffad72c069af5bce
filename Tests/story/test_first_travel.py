# SPDX-License-Identifier: Apache-2.0
"""One story: the first travel prints the same lines in every language, mode and stream engine.

The programs are built before (`make test-story`); the environment names library, gateway and hosts.
"""

from __future__ import annotations

import os
import struct
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
LANGUAGES = ("c", "cpp", "python", "rust", "swift")
RUN = ["status: prepare", "status: running"]
PAUSE = ["status: pausing", "status: paused"]
STATUSES = {
    "adventure": [*RUN, "status: ended"],
    "directing": [*RUN, *PAUSE, *RUN, *PAUSE, *RUN, "status: ended"],
    "acting": [*RUN, *PAUSE, *RUN, "status: ended"],
}
LINES = {
    "adventure": ["walk: front, looking right, with one jump"],
    "directing": [
        "  accepted: The oven door swings open",
        "  queued: It begins to snow",
        "  resumed at 8 s",
    ],
    "acting": ["  accepted: Wave to the audience"],
}
SIZES = {"adventure": (864, 480), "directing": (864, 480), "acting": (480, 864)}


def host_is_built(language: str) -> bool:
    """Return whether the demo finds a program that is already built."""
    host = os.environ.get(f"OYSTER_{language.upper()}_HOST", "")
    return language == "python" or os.access(host, os.X_OK)


def run_travel(
    language: str, mode: str, png: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run one travel against a gateway of its own."""
    library = Path(os.environ["HAPPYOYSTER_LIBRARY"]).parent
    return subprocess.run(
        [PROJECT / "scripts/demo", library, os.environ["OYSTER_GATEWAY"], language, mode],
        env={**os.environ, "PNG": str(png), **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


class FirstTravel(unittest.TestCase):
    def test_every_program_is_built_before(self) -> None:
        self.assertEqual([name for name in LANGUAGES if not host_is_built(name)], [])

    def test_all_languages_print_the_same_lines(self) -> None:
        with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(5) as pool:
            pictures = {
                (language, mode): Path(scratch) / f"{language}-{mode}.png"
                for mode in STATUSES
                for language in LANGUAGES
            }
            runs = {key: pool.submit(run_travel, *key, png) for key, png in pictures.items()}
            for mode, statuses in STATUSES.items():
                expected = runs["c", mode].result().stdout.replace(str(pictures["c", mode]), "PNG")
                lines = expected.splitlines()
                with self.subTest(mode=mode):
                    self.assertEqual([line for line in lines if "status: " in line], statuses)
                    frame = "frame: {}x{}".format(*SIZES[mode])
                    for line in [*LINES[mode], frame, "ended: status ended"]:
                        self.assertIn(line, lines)
                for language in LANGUAGES:
                    with self.subTest(mode=mode, language=language):
                        run, png = runs[language, mode].result(), pictures[language, mode]
                        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                        self.assertEqual(run.stdout.replace(str(png), "PNG"), expected)
                        self.assert_is_picture(png.read_bytes(), *SIZES[mode])

    def test_a_host_is_the_same_with_every_stream_engine(self) -> None:
        engines = ("loopback", "webrtc", os.environ["OYSTER_THIRD_PARTY_ENGINE"])
        with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(3) as pool:
            png = {engine: Path(scratch) / f"{n}.png" for n, engine in enumerate(engines)}
            runs = {
                engine: pool.submit(run_travel, "c", "directing", png[engine], ENGINE=engine)
                for engine in engines
            }
            outputs = set()
            for engine, run in runs.items():
                done = run.result()
                self.assertEqual(done.returncode, 0, f"{engine}: {done.stdout}{done.stderr}")
                # Each stream engine has frames of its own size.
                lines = done.stdout.replace(str(png[engine]), "PNG").splitlines()
                outputs.add("\n".join(line for line in lines if not line.startswith("frame: ")))
            self.assertEqual(len(outputs), 1, outputs)

    def assert_is_picture(self, data: bytes, width: int, height: int) -> None:
        """Check the beginning of a PNG: its signature, and the size in its first chunk."""
        self.assertEqual(data[:16], b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        self.assertEqual(struct.unpack(">2I", data[16:24]), (width, height))


if __name__ == "__main__":
    unittest.main()
