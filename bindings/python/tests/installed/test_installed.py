# SPDX-License-Identifier: Apache-2.0
"""The package as a wheel installed it: its own library and servers, the examples."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import happyoyster as ho
from happyoyster._raw import _library
from happyoyster.testing import Gateway, SessionServer, find_gateway

PACKAGE = Path(ho.__file__).parent
EXAMPLES = Path(__file__).resolve().parents[4] / "examples" / "python"


class Installed(unittest.TestCase):
    def test_no_other_library_or_package_is_found_first(self) -> None:
        self.assertTrue(PACKAGE.is_relative_to(sys.prefix), PACKAGE)
        self.assertNotIn(_library.ENVIRONMENT_VARIABLE, os.environ)

    def test_the_library_is_that_of_the_package(self) -> None:
        inside = PACKAGE / _library.SONAME
        self.assertEqual(_library.library._name, str(inside))
        self.assertEqual(ho.library_version(), ho.__version__)

    def test_the_gateway_is_that_of_the_package(self) -> None:
        self.assertEqual(find_gateway().parent, PACKAGE)

    def test_the_example_drives_a_travel_in_each_mode(self) -> None:
        with Gateway() as gateway:
            for mode in ("adventure", "directing", "acting"):
                issued = gateway.request("POST", "/credentials", {"mode": mode})
                result = subprocess.run(
                    [sys.executable, EXAMPLES / "first_travel.py"],
                    input=json.dumps(issued),
                    capture_output=True,
                    text=True,
                    timeout=60,
                    check=False,
                )
                with self.subTest(mode):
                    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                    self.assertRegex(result.stdout, r"(?m)^frame: \d+x\d+$")
                    self.assertIn("ended: status ended", result.stdout)

    def test_the_session_server_and_the_chat_are_those_of_the_package(self) -> None:
        with SessionServer() as server, tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            self.assertEqual(
                Path(f"/proc/{server.pid}/exe").resolve().parent, PACKAGE, "another server"
            )
            session_id = server.create_session()
            token = server.token(session_id, "moderator", "Ada")
            access = {"api": server.url, "key": server.key, "sessionId": session_id}
            json.dump({**access, "token": token}, file)
            file.flush()
            result = subprocess.run(
                [sys.executable, EXAMPLES / "chat.py", file.name],
                input="hello\n/mute-all\n/report\n",
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        self.assertRegex(result.stdout, r"(?m)^issue .+$")
        for line in ("Ada: hello", "all streams are muted", "disconnected: client"):
            self.assertIn(line, result.stdout)


if __name__ == "__main__":
    unittest.main()
