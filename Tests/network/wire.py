# SPDX-License-Identifier: Apache-2.0
"""A gateway and this process in two network namespaces, joined by a link that can be cut."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
from pathlib import Path

from happyoyster.testing import find_gateway
from webrtc_test import Gateway

from relay import CLONE_NEWNET

RELAY = Path(__file__).with_name("relay.py")
HERE, THERE = "10.78.0.1", "10.78.0.2"
PORTS = (8001, 8002)
"""Ports of the gateway's API and of its control routes."""
FAR_PORTS = (9001, 9002)


def run(*command: str) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True)


class Wire:
    """Moves this process into its own namespace for the rest of its life."""

    def __init__(self) -> None:
        """Build everything. Needs root."""
        if ctypes.CDLL(None).unshare(CLONE_NEWNET) != 0:
            raise OSError("no network namespace")
        inward = [f"{far}=127.0.0.1:{port}" for far, port in zip(FAR_PORTS, PORTS, strict=True)]
        outward = [f"{port}={THERE}:{far}" for far, port in zip(FAR_PORTS, PORTS, strict=True)]
        self._far = self._relay("--own-network", *inward)
        run("ip", "link", "set", "lo", "up")
        far = str(self._far.pid)
        run("ip", "link", "add", "wire", "type", "veth", "peer", "name", "wire", "netns", far)
        run("ip", "address", "add", f"{HERE}/24", "dev", "wire")
        run("ip", "link", "set", "wire", "up")
        self.run_there("ip", "link", "set", "lo", "up")
        self.run_there("ip", "address", "add", f"{THERE}/24", "dev", "wire")
        self.run_there("ip", "link", "set", "wire", "up")
        self._near = self._relay(*outward)
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "gateway"
            ports = f"--port {PORTS[0]} --control-port {PORTS[1]}"
            # Both use exec, so that the process id is that of the gateway.
            script.write_text(
                f'#!/bin/sh\nexec nsenter -t {far} -n "{find_gateway()}" {ports} "$@"\n'
            )
            script.chmod(0o755)
            self.gateway = Gateway(script)

    def _relay(self, *arguments: str) -> subprocess.Popen[bytes]:
        relay = subprocess.Popen(
            [sys.executable, str(RELAY), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert relay.stdout is not None
        if relay.stdout.readline() != b"ready\n":
            raise OSError("a relay does not start")
        return relay

    def run_there(self, *command: str) -> None:
        """Run a command in the gateway's namespace."""
        run("nsenter", "-t", str(self._far.pid), "-n", *command)

    def cut(self) -> None:
        """Take the link down."""
        run("ip", "link", "set", "wire", "down")

    def mend(self) -> None:
        """Take the link up again."""
        run("ip", "link", "set", "wire", "up")

    def block_udp(self) -> None:
        """Drop all packets but TCP."""
        self.run_there("nft", "add table inet wall")
        self.run_there("nft", "add chain inet wall inward { type filter hook input priority 0; }")
        self.run_there("nft", "add rule inet wall inward iifname wire meta l4proto udp drop")

    def kill_gateway(self) -> None:
        """Kill the gateway, so that it sends nothing at its end."""
        self.gateway._process.kill()

    def close(self) -> None:
        """End all processes, and with them the namespaces."""
        self.gateway.close()
        for relay in self._near, self._far:
            relay.communicate()
