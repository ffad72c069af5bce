# SPDX-License-Identifier: Apache-2.0
"""A network namespace for a test process.

aiortc and Chromium need an address besides loopback, and a machine may have none. As root, a
process can enter a network namespace that has one and no connection to other networks.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import unittest

CLONE_NEWNET = 0x40000000
ADDRESS = "10.77.0.1"

_entered = False


def enter() -> None:
    """Move this thread, and the threads and processes that it starts, into a namespace.

    Raises ``SkipTest`` without root.
    """
    global _entered
    if _entered:
        return
    if os.geteuid() != 0 or shutil.which("ip") is None:
        raise unittest.SkipTest("network namespaces need root and iproute2")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET) != 0:
        raise unittest.SkipTest(f"no network namespace: {os.strerror(ctypes.get_errno())}")
    for command in (
        "link set lo up",
        "link add peer0 type veth peer name peer1",
        f"address add {ADDRESS}/24 dev peer0",
        "link set peer0 up",
        "link set peer1 up",
    ):
        subprocess.run(["ip", *command.split()], check=True)
    _entered = True
