# SPDX-License-Identifier: Apache-2.0
"""What the README shows works as pasted: its program, and its shell blocks one by one.

Each block runs in a folder that holds the program and links to the built tree. Root gives it a
network and a /usr/local of its own, so that fixed ports and an installation harm nothing.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
BUILT = (
    "build/lib/libhappyoyster.so.{version}",
    "build/bin/oyster-gateway",
    "build/lib/libhappyoyster-stream-webrtc.so.{version}",
)
TIMEOUT = 120
ALONE = """
set -e
ip link set lo up
mount -t tmpfs none /usr/local
mkdir -p /usr/local/lib etc
mount -t tmpfs none etc
mkdir etc/upper etc/work
mount -t overlay none -o lowerdir=/etc,upperdir=$PWD/etc/upper,workdir=$PWD/etc/work /etc
set +e
"""
"""Prepares namespaces: a network with loopback, an empty /usr/local, an /etc to write to."""


def blocks(language: str) -> list[str]:
    """Return the README's fenced blocks of a language; shell blocks have none."""
    found: list[str] = []
    lines: list[str] | None = None
    fence = ""
    for line in (PROJECT / "README.md").read_text().splitlines():
        if not line.startswith("```"):
            if lines is not None:
                lines.append(line)
        elif lines is None:
            fence, lines = line.removeprefix("```"), []
        else:
            if fence == language:
                found.append("\n".join(lines) + "\n")
            lines = None
    return found


class Readme(unittest.TestCase):
    def setUp(self) -> None:
        version = (PROJECT / "VERSION").read_text().strip()
        self.built = [PROJECT / name.format(version=version) for name in BUILT]
        for path in self.built:
            self.assertTrue(path.exists(), f"{path} is not built: run make release")
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        for part in ("include", "build", "Makefile"):
            (self.folder / part).symlink_to(PROJECT / part)
        (program,) = blocks("c")
        (self.folder / "my_program.c").write_text(program)
        self.write_make()

    def write_make(self) -> None:
        """Put a make in front of the real one that installs what is built.

        Of what would build or test, it checks that the target is there.
        """
        old = " ".join(f"-o {path.relative_to(PROJECT)}" for path in self.built)
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "make").write_text(
            "#!/bin/sh\n"
            f'[ "$1" = install ] && exec {shutil.which("make")} -s -C "{PROJECT}" {old} "$@"\n'
            f'exec grep -q "^$1:" "{PROJECT}/Makefile"\n'
        )
        (tools / "make").chmod(0o755)

    def start(self, script: str) -> subprocess.Popen[str]:
        """Run a script, alone where that is possible."""
        command = ["bash", "-c", script]
        if os.geteuid() == 0:
            command = ["unshare", "--net", "--mount", "bash", "-c", ALONE + script]
        environment = {
            **os.environ,
            "PATH": f"{self.folder / 'tools'}:{os.environ['PATH']}",
            "no_proxy": "*",
        }
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            text=True,
            start_new_session=True,
        )
        self.addCleanup(self.stop, process)
        return process

    def stop(self, process: subprocess.Popen[str]) -> None:
        """End a script with all that it started in the background."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=TIMEOUT)

    def run_block(self, block: str) -> str:
        """Run a block and return what it wrote. Fails unless its last command succeeds."""
        process = self.start(f"{block}status=$?; kill %1 2>/dev/null; exit $status\n")
        output, errors = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 0, f"{block}\n{output}\n{errors}")
        return output

    def block(self, *words: str) -> str:
        """Return the one shell block with all these words."""
        found = [one for one in blocks("") if all(word in one for word in words)]
        self.assertEqual(len(found), 1, words)
        return found[0]

    def compile(self) -> None:
        self.run_block(self.block("-Lbuild/lib"))

    def test_every_shell_block_has_its_test(self) -> None:
        known = [
            self.block("build/bin/oyster-gateway", "make release"),
            self.block("make demo"),
            self.block("-Lbuild/lib"),
            self.block("make install"),
            self.block("curl"),
        ]
        self.assertEqual(sorted(blocks("")), sorted(known))

    def test_the_gateway_names_an_address_where_one_can_play(self) -> None:
        process = self.start(self.block("build/bin/oyster-gateway", "make release"))
        assert process.stderr is not None
        line = process.stderr.readline()
        while line and "browser" not in line:
            line = process.stderr.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)
        self.assertIsNotNone(address, line)
        assert address is not None
        fetch = ["curl", "-s", "--noproxy", "*", address[0]]
        if os.geteuid() == 0:
            fetch = ["nsenter", "--net", f"--target={process.pid}", *fetch]
        page = subprocess.run(fetch, capture_output=True, text=True, timeout=TIMEOUT, check=True)
        self.assertIn("Start a world", page.stdout)

    def test_the_commands_of_make_are_there(self) -> None:
        self.run_block(self.block("make demo"))

    def test_the_program_says_how_to_use_it(self) -> None:
        self.compile()
        process = self.start("./my_program")
        _, errors = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 2)
        self.assertEqual(errors, "usage: ./my_program API_HOST MODEL TOKEN TICKET\n")

    def test_the_program_plays_against_the_gateway(self) -> None:
        self.compile()
        output = self.run_block(self.block("curl"))
        states = [line for line in output.splitlines() if not line.startswith("{")]
        self.assertEqual(states[0], "prepare")
        self.assertIn("running", states)
        self.assertEqual(states[-1], "ended")

    def test_an_installed_library_compiles_anywhere(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("an installation needs root")
        block = self.block("make install")
        process = self.start(f"set -e\n{block}\nldd my_program | grep /usr/local/lib\n")
        output, errors = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 0, errors)
        self.assertIn("libhappyoyster.so", output)


if __name__ == "__main__":
    unittest.main()
