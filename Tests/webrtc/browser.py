# SPDX-License-Identifier: Apache-2.0
"""Headless Chromium, controlled through the pipe of its DevTools protocol."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from typing import Any

TIMEOUT = 30
FLAGS = (
    "--headless=new",
    "--no-sandbox",  # Tests run as root.
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-proxy-server",
    "--autoplay-policy=no-user-gesture-required",
    "--remote-debugging-pipe",
    "about:blank",
)


class Browser:
    """One browser with one page."""

    def __init__(self) -> None:
        """Start Chromium. Raises ``SkipTest`` if it is not installed."""
        program = shutil.which("chromium")
        if program is None:
            raise unittest.SkipTest("no chromium")
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        from_us, self._to_browser = os.pipe()
        self._from_browser, from_it = os.pipe()
        # The browser reads commands from descriptor 3 and writes answers to descriptor 4.
        script = f'exec "$0" "$@" 3<&{from_us} 4>&{from_it}'
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115, closed by close()
        self._process = subprocess.Popen(
            ["bash", "-c", script, program, f"--user-data-dir={self._folder.name}", *FLAGS],
            pass_fds=(from_us, from_it),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            start_new_session=True,
        )
        os.close(from_us)
        os.close(from_it)
        self._number = 0
        self._unread = b""
        self.logged: list[str] = []
        """Console messages and exceptions of the page."""
        try:
            pages = self._call("Target.getTargets")["targetInfos"]
            target = next(page["targetId"] for page in pages if page["type"] == "page")
            attached = self._call("Target.attachToTarget", targetId=target, flatten=True)
            self._session: str | None = attached["sessionId"]
            self.call("Runtime.enable")
            self.call("Page.enable")
        except BaseException:
            self.close()
            raise

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol for the page."""
        return self._call(method, session=self._session, **parameters)

    def open(self, url: str) -> None:
        """Navigate to a page; return before it is complete."""
        failure = self.call("Page.navigate", url=url).get("errorText")
        if failure:
            raise AssertionError(f"{url}: {failure}")

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression; wait for a promise."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def key(self, code: str, *, is_down: bool) -> None:
        """Press or release a key, such as ``KeyW``."""
        kind = "keyDown" if is_down else "keyUp"
        key = code.removeprefix("Key").lower()
        self.call("Input.dispatchKeyEvent", type=kind, code=code, key=key)

    def click(self, selector: str) -> None:
        """Click the middle of an element with the mouse."""
        box = self.evaluate(
            f"(() => {{ const box = document.querySelector('{selector}').getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, *box)

    def mouse(self, kind: str, x: float, y: float) -> None:
        """Send an event of the mouse, such as ``mouseMoved``."""
        button = "none" if kind == "mouseMoved" else "left"
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    def resize(self, width: int, height: int, *, is_phone: bool = False) -> None:
        """Set the size of the page; a phone has a touch screen instead of a mouse."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if is_phone else 1,
            mobile=is_phone,
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    def screenshot(self) -> bytes:
        """Return an image of the page, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def _call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._to_browser, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + TIMEOUT
        while True:
            answer = self._read(until)
            if answer.get("id") == self._number:
                break
            self._note(answer)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _read(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._unread:
            left = max(0.0, until - time.monotonic())
            if not select.select([self._from_browser], [], [], left)[0]:
                raise AssertionError(f"chromium did not answer within {TIMEOUT} s")
            piece = os.read(self._from_browser, 1 << 16)
            if not piece:
                self._errors.seek(0)
                raise AssertionError(f"chromium ended: {self._errors.read().decode()[-2000:]}")
            self._unread += piece
        line, _, self._unread = self._unread.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def _note(self, event: dict[str, Any]) -> None:
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.consoleAPICalled":
            texts = (str(one.get("value", one.get("description"))) for one in parameters["args"])
            self.logged.append(" ".join(texts))
        elif event.get("method") == "Runtime.exceptionThrown":
            self.logged.append(str(parameters["exceptionDetails"]))

    def close(self) -> None:
        """End Chromium with all its processes."""
        os.close(self._to_browser)  # Chromium ends when its pipe is closed.
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        os.close(self._from_browser)
        self._errors.close()
        self._folder.cleanup()
