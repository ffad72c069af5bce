# SPDX-License-Identifier: Apache-2.0
"""nginx in front of the server, with its default buffering."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import ClassVar

import wire
from library_test import Host
from peer import Peer
from session_server import LOST, PACE, ServerTest, free_port, wait_for

CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen unix:{folder}/ready;
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass {api};
            {extra}
        }}
    }}
}}
"""


def program() -> str:
    """Return nginx' path. Debian installs it where only root's PATH leads."""
    found = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if found is None:
        raise unittest.SkipTest("no nginx")
    return found


class ProxyTest(ServerTest):
    """A server behind nginx; ``extra`` is added to the location."""

    settings = {"heartbeatMs": 500, "limits": PACE}
    extra: ClassVar[str] = ""
    hello_within: ClassVar[float] = 30.0
    proxied: wire.Api

    @classmethod
    def setUpClass(cls) -> None:
        nginx = program()
        super().setUpClass()
        folder = tempfile.TemporaryDirectory(prefix="session-nginx-")
        cls.addClassCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        # A free port; nginx cannot choose one itself.
        port = free_port()
        text = CONFIGURATION.format(
            folder=folder.name, port=port, api=cls.server.api.url, extra=cls.extra
        )
        configuration = Path(folder.name, "nginx.conf")
        configuration.write_text(text)
        process = subprocess.Popen(
            [nginx, "-p", folder.name, "-c", str(configuration)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **cls.unprivileged(folder.name),
        )

        def stop() -> None:
            process.terminate()
            process.wait(wire.TIMEOUT)

        cls.addClassCleanup(stop)
        cls.proxied = wire.Api(f"http://127.0.0.1:{port}")

        def is_ready() -> bool:
            if process.poll() is not None:
                raise AssertionError(Path(folder.name, "error.log").read_text())
            try:
                return cls.proxied.call("GET", "/healthz")[0] != 502
            except OSError:
                return False

        wait_for(is_ready, "nginx")

    @staticmethod
    def unprivileged(folder: str) -> dict[str, int]:
        """As root, give the folder to another user and let nginx run as that one."""
        if os.geteuid() != 0:
            return {}
        os.chown(folder, 65534, 65534)
        return {"user": 65534, "group": 65534}

    def peer(self, session: str, role: str | None = None) -> Peer:
        token = self.server.token(session, role=role)
        peer = Peer(self.proxied, session, token, hello_within=self.hello_within)
        self.addCleanup(peer.close)
        return peer

    def exchange_with_the_library(self, count: int) -> None:
        """Let the library and a peer send signals to each other through nginx."""
        session = self.server.create_session()
        peer = self.peer(session)
        host = Host(self.proxied.url, self.server.key, session)
        self.addCleanup(host.session.close)
        host.session.connect(self.server.token(session), timeout=wire.TIMEOUT)
        for n in range(count):
            peer.request("signal", type="peer", data=str(n))
            host.session.send_signal("library", str(n))
        expected = [str(n) for n in range(count)]
        host.wait(lambda: len(host.signals("peer")) == count, "the signals of the peer")
        peer.wait(lambda: len(peer.signals()) == 2 * count, "all signals")
        self.assertEqual(host.signals("peer"), expected)
        of_library = [one["data"] for one in peer.signals() if one["type"] == "library"]
        self.assertEqual(of_library, expected)
        host.check(self)


class DefaultBuffering(ProxyTest):
    def test_the_library_exchanges_signals(self) -> None:
        self.exchange_with_the_library(100)

    def test_each_event_passes_at_once(self) -> None:
        session = self.server.create_session()
        first, second = self.peer(session), self.peer(session)
        for n in range(20):
            # One at a time: a proxy that collects events would stop here.
            first.request("signal", data=str(n))
            second.wait(lambda n=n: len(second.signals()) == n + 1, f"signal {n}")
        self.assertEqual((first.polls, second.polls), (False, False))
        second.lose()
        first.request("signal", data="after a loss")
        second.wait(lambda: len(second.signals()) == 21, "the last signal")
        self.assertEqual((second.faults, second.resumes), ([], 0))

    def test_largest_signals_and_moderation_pass(self) -> None:
        session = self.server.create_session()
        moderator, member = self.peer(session, "moderator"), self.peer(session)
        for _ in range(64):
            moderator.request("signal", type="t" * 128, data="x" * 8192)
        member.wait(lambda: len(member.signals()) == 64, "64 signals of 8 KiB")
        moderator.ask("forceDisconnect", connection=member.id)
        member.wait(lambda: member.reason, "the end")
        self.assertEqual(member.reason, "forced")

    def test_a_lost_client_is_noticed_behind_the_proxy(self) -> None:
        session = self.server.create_session()
        watching, member = self.peer(session), self.peer(session)
        member.abandon()
        wait_for(lambda: self.server.metric(LOST) == 1, "the loss")
        self.assertIsNone(watching.reason)


class HeldBackStream(ProxyTest):
    # nginx then ignores the server's request not to buffer, and holds the stream back.
    hello_within = 3.0
    extra = "proxy_ignore_headers X-Accel-Buffering; proxy_buffers 8 64k; proxy_buffer_size 64k;"

    def test_the_library_falls_back_to_long_polling(self) -> None:
        self.exchange_with_the_library(100)

    def test_clients_fall_back_to_long_polling(self) -> None:
        session = self.server.create_session()
        first, second = self.peer(session), self.peer(session)
        self.assertEqual((first.polls, second.polls), (True, True))
        for n in range(100):
            first.request("signal", data=str(n))
        second.wait(lambda: len(second.signals()) == 100, "all signals")
        self.assertEqual([one["data"] for one in second.signals()], [str(n) for n in range(100)])
        self.assertEqual((second.faults, second.resumes), ([], 0))


if __name__ == "__main__":
    unittest.main()
