# SPDX-License-Identifier: Apache-2.0
"""The page of examples/web/session, opened from the file system, in Chromium."""

from __future__ import annotations

import json
import os
import unittest
from pathlib import Path
from typing import Any

from browser import Browser

from peer import Peer
from session_server import Server, free_port, wait_for

PAGE = Path(__file__).resolve().parents[2] / "examples" / "web" / "session" / "index.html"
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (320, 568)}


class Page(unittest.TestCase):
    browser: Browser

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def serve(self, **settings: Any) -> Server:
        server = Server(heartbeatMs=500, **settings)
        self.addCleanup(server.close)
        self.session = server.create_session()
        return server

    def peer(self, server: Server, name: str, role: str | None = None) -> Peer:
        token = server.token(self.session, role=role, connection_data=name)
        peer = Peer(server.api, self.session, token)
        self.addCleanup(peer.close)
        return peer

    def open(self) -> None:
        self.browser.logged.clear()
        self.browser.resize(*SIZES["desktop"])
        self.browser.open(PAGE.as_uri())
        wait_for(lambda: self.browser.evaluate("typeof SessionClient === 'function'"), "the page")

    def fill(self, url: str, token: str) -> None:
        for name, value in (("server", url), ("session-id", self.session), ("token", token)):
            self.browser.evaluate(f"by('{name}').value = {json.dumps(value)}, 1")
        self.browser.click("#join")

    def join(self, server: Server, role: str = "moderator") -> None:
        """Open the page and join as Page, with a role."""
        self.open()
        self.fill(server.api.url, server.token(self.session, role=role, connection_data="Page"))
        self.wait_for_status("connected")

    def wait_for_status(self, status: str) -> None:
        wait_for(lambda: self.text("status") == status, f"the status {status}")

    def text(self, element: str) -> str:
        """Return the text that an element shows; "" when it is hidden."""
        shown: str = self.browser.evaluate(
            f"by('{element}').checkVisibility() ? by('{element}').innerText : ''"
        )
        return shown

    def members(self) -> list[str]:
        found: list[str] = self.browser.evaluate(
            "[...document.querySelectorAll('.member .name')].map((one) => one.innerText)"
        )
        return found

    def lines(self) -> list[str]:
        found: list[str] = self.browser.evaluate(
            "[...document.querySelectorAll('#transcript .text')].map((one) => one.textContent)"
        )
        return found

    def send(self, text: str) -> None:
        self.browser.evaluate(f"by('signal').value = {json.dumps(text)}, 1")
        self.browser.click("#composer button")

    def keep(self, name: str) -> None:
        """Save an image of the page if OYSTER_SCREENSHOTS names a directory."""
        folder = os.environ.get("OYSTER_SCREENSHOTS")
        if folder:
            Path(folder, f"{name}.png").write_bytes(self.browser.screenshot())

    def test_members_and_signals_are_shown(self) -> None:
        server = self.serve()
        ada = self.peer(server, "Ada")
        self.join(server)
        self.assertEqual(self.members(), ["Page", "Ada"])
        self.send("hello from the page")
        signal = ada.wait(ada.signals, "the signal")[0]
        self.assertEqual((signal["type"], signal["data"]), ("chat", "hello from the page"))
        self.assertEqual(signal["from"]["data"], "Page")
        hostile = "<img src=x onerror=document.title='changed'>"
        ada.ask("signal", type="chat", data=hostile)
        wait_for(lambda: hostile in self.lines(), "the signal of Ada")
        self.assertEqual(self.browser.evaluate("document.title"), "A session")
        bob = self.peer(server, "Bob")
        wait_for(lambda: self.members() == ["Page", "Ada", "Bob"], "Bob")
        self.browser.evaluate(f"by('to').value = '{bob.id}', 1")
        self.send("to Bob alone")
        bob.wait(bob.signals, "the signal to Bob")
        bob.close()
        wait_for(lambda: self.members() == ["Page", "Ada"], "Bob's end")
        self.assertIn("Bob left", self.lines())
        self.assertEqual(len(ada.signals()), 2)
        self.assertEqual(self.browser.logged, [])

    def test_a_moderator_mutes_and_disconnects(self) -> None:
        server = self.serve()
        ada, bob = self.peer(server, "Ada"), self.peer(server, "Bob")
        self.join(server)
        self.assertEqual(self.text("muted"), "")
        self.browser.click("#mute")
        ada.wait_for_event("muteForced", active=True)
        wait_for(lambda: self.text("muted") == "all streams muted", "the mute state")
        self.browser.click("#unmute")
        ada.wait_for_event("muteForced", active=False)
        wait_for(lambda: self.text("muted") == "", "the end of the mute state")
        self.browser.click(f'.member[data-id="{bob.id}"] button')
        bob.wait(lambda: bob.reason, "the end of Bob")
        self.assertEqual(bob.reason, "forced")
        wait_for(lambda: self.members() == ["Page", "Ada"], "one member less")
        self.assertIn("Bob was disconnected by a moderator", self.lines())

    def test_the_page_shows_why_it_is_over_and_joins_again(self) -> None:
        server = self.serve()
        moderator = self.peer(server, "Ada", "moderator")
        self.join(server, "publisher")
        page = moderator.wait_for_event("connectionCreated").data["connection"]["id"]
        moderator.ask("forceDisconnect", connection=page)
        self.wait_for_status("disconnected")
        self.assertEqual(self.text("reason"), "A moderator disconnected you.")
        self.browser.click("#again")
        self.fill(server.api.url, server.token(self.session, connection_data="Again"))
        self.wait_for_status("connected")
        self.assertEqual(self.members(), ["Again", "Ada"])
        self.browser.click("#leave")
        self.wait_for_status("disconnected")
        self.assertEqual(self.text("reason"), "You left the session.")
        destroyed = moderator.wait_for_event("connectionDestroyed", reason="client")
        self.assertEqual(destroyed.data["connection"]["data"], "Again")

    def test_what_the_role_forbids_is_not_offered(self) -> None:
        server = self.serve()
        self.peer(server, "Ada")
        for role, composer, moderation in (
            ("subscriber", True, False),
            ("publisher-only", False, False),
            ("moderator", True, True),
        ):
            with self.subTest(role=role):
                self.join(server, role)
                visible = "checkVisibility()"
                self.assertIs(self.browser.evaluate(f"by('composer').{visible}"), composer)
                self.assertIs(self.browser.evaluate(f"by('moderation').{visible}"), moderation)
                buttons = self.browser.evaluate(
                    "document.querySelectorAll('.member button').length"
                )
                self.assertEqual(buttons > 0, moderation)
                self.browser.click("#leave")
                self.wait_for_status("disconnected")

    def test_a_refused_token_is_explained(self) -> None:
        server = self.serve()
        self.open()
        self.fill(server.api.url, server.token(self.session, exp=1))
        wait_for(lambda: "(1004)" in self.text("problem"), "the refusal")
        self.fill(f"http://127.0.0.1:{free_port()}", "any")
        wait_for(lambda: "does not answer" in self.text("problem"), "the failure")

    def test_the_page_reconnects_through_restarts(self) -> None:
        for journal in (True, False):
            with self.subTest(journal=journal):
                server = self.serve(journal=journal, graceTimeMs=2000)
                ada = self.peer(server, "Ada")
                self.join(server)
                ada.ask("signal", data="before")
                wait_for(lambda: "before" in self.lines(), "the first signal")
                server.kill()
                self.wait_for_status("reconnecting")
                self.send("while the server is away")
                server.start()
                self.wait_for_status("connected")
                ada.wait(lambda ada=ada: len(ada.signals()) >= 2, "the page's signal")
                wait_for(lambda: "while the server is away" in self.lines(), "its own signal")
                ada.ask("signal", data="after")
                wait_for(lambda: "after" in self.lines(), "the last signal")
                texts = [line for line in self.lines() if "joined" not in line]
                self.assertEqual(texts, ["before", "while the server is away", "after"])
                wait_for(lambda: self.members() == ["Page", "Ada"], "both members")

    def test_the_page_fits_its_window_in_both_colour_schemes(self) -> None:
        server = self.serve()
        for n in range(12):
            self.peer(server, f"Member {n} with a rather long name {'x' * 40}")
        self.open()
        self.look("form")
        self.fill(
            server.api.url, server.token(self.session, role="moderator", connection_data="Page")
        )
        self.wait_for_status("connected")
        for n in range(40):
            self.send(f"Signal {n} " + "and a long word " + "w" * 60)
        wait_for(lambda: any(line.startswith("Signal 39") for line in self.lines()), "the signals")
        self.browser.click("#mute")
        self.look("session")
        self.browser.click("#leave")
        self.wait_for_status("disconnected")
        self.look("over")

    def look(self, name: str) -> None:
        """Assert that the page has no horizontal scroll bar; save images."""
        for scheme in ("light", "dark"):
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            self.browser.call("Emulation.setEmulatedMedia", features=features)
            for size, (width, height) in SIZES.items():
                self.browser.resize(width, height, is_phone=size != "desktop")
                wait_for(
                    lambda width=width: self.browser.evaluate("innerWidth") <= width, "the size"
                )
                scroll = self.browser.evaluate("document.documentElement.scrollWidth")
                self.assertLessEqual(scroll, width, (name, scheme, size))
                self.keep(f"{name}-{scheme}-{size}")
        self.browser.resize(*SIZES["desktop"])


if __name__ == "__main__":
    unittest.main()
