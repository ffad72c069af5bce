# SPDX-License-Identifier: Apache-2.0
"""The programs of docs/sessions.md: C compiles, Python parses, and the token is what it says."""

from __future__ import annotations

import ast
import base64
import hashlib
import hmac
import json
import os
import re
import subprocess
import time
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/sessions.md").read_text()
SURROUNDINGS = """
#include <happyoyster.h>
void on_event(void *self, const oyster_session_event *event);
void on_connected(void *self, oyster_result code, const cJSON *result);
int program(const char *key, const char *session_id, const char *token, void *self,
            const char *stream_id, const char *connection_id);
int program(const char *key, const char *session_id, const char *token, void *self,
            const char *stream_id, const char *connection_id) {
"""


def blocks(language: str) -> list[str]:
    """Return the blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def decoded(part: str) -> Any:
    """Decode a part of a token."""
    return json.loads(base64.urlsafe_b64decode(part + "=="))


class Sessions(unittest.TestCase):
    def test_the_c_blocks_compile_one_after_the_other(self) -> None:
        source = SURROUNDINGS + "".join(blocks("c")) + "return 0; }\n"
        compiler = [os.environ.get("CC", "gcc"), "-std=c11", "-Wall", "-Werror", "-fsyntax-only"]
        command = [*compiler, f"-I{ROOT / 'include'}", "-Wno-unused-parameter", "-xc", "-"]
        result = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_the_python_blocks_parse(self) -> None:
        self.assertGreater(len(blocks("python")), 4)
        for block in blocks("python"):
            ast.parse(block)

    def test_the_token_is_signed_and_states_its_claims(self) -> None:
        names: dict[str, Any] = {}
        exec(next(block for block in blocks("python") if "def mint" in block), names)
        secret = "s" * 32
        token = names["mint"]("the-key", secret, scope="session.connect", session_id="id")
        head, claims, signature = token.split(".")
        mac = hmac.new(secret.encode(), f"{head}.{claims}".encode(), hashlib.sha256).digest()
        self.assertEqual(base64.urlsafe_b64decode(signature + "=="), mac)
        self.assertEqual(decoded(head), {"alg": "HS256", "typ": "JWT"})
        stated = decoded(claims)
        self.assertLess(abs(stated.pop("exp") - time.time() - 3600), 60)
        expected = {"iss": "the-key", "scope": "session.connect", "session_id": "id"}
        self.assertEqual(stated, expected)


if __name__ == "__main__":
    unittest.main()
