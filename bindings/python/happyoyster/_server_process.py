# SPDX-License-Identifier: Apache-2.0
"""A server process for tests, which ends with the process that started it."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TIMEOUT = 20
"""Seconds within which a server must start, answer and end."""


class ServerProcessError(Exception):
    """A server for tests is missing, does not start, or refuses a request of a test."""


def find_program(executable: str, variable: str, failure: type[ServerProcessError]) -> str:
    """Return what a variable of the environment, the path or this package has."""
    beside = Path(__file__).resolve().with_name(executable)
    found = os.environ.get(variable) or shutil.which(executable)
    if not found and not beside.exists():
        raise failure(f"no {executable}: set {variable} to its path, or install it in the PATH")
    return found or str(beside)


class ServerProcess:
    """A process that prints one line of JSON when it is ready, and ends with its input."""

    def __init__(
        self, name: str, command: Sequence[str], failure: type[ServerProcessError]
    ) -> None:
        """Start it and wait until it is ready."""
        self._name = name
        self._failure = failure
        # No proxy: the server is on this machine.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115, closed by close()
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._errors)
        except OSError as error:
            self._errors.close()
            raise failure(f"cannot run {command[0]}: {error.strerror}") from error
        try:
            self.ready: dict[str, Any] = self._read_ready()
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    def _read_ready(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], TIMEOUT)[0]:
            raise self._failure(f"the {self._name} was not ready within {TIMEOUT} s")
        line = self._process.stdout.readline()
        if not line:
            status = self._process.wait()
            self._errors.seek(0)
            reason = self._errors.read().decode(errors="replace").strip()
            raise self._failure(f"the {self._name} ended at once with status {status}: {reason}")
        ready: dict[str, Any] = json.loads(line)
        return ready

    def send(self, what: str, request: urllib.request.Request) -> dict[str, Any]:
        """Send a request, and return the object of the answer. ``what`` names it in a failure."""
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                result: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                reason = refusal.read().decode(errors="replace")
            raise self._failure(f"{what}: {refusal.code} {reason}") from None
        return result

    def kill(self) -> None:
        """End it without notice."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Stop it; closing again does nothing."""
        for file in (self._process.stdin, self._process.stdout, self._errors):
            assert file is not None
            file.close()
        try:
            self._process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
