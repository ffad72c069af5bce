#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Forwards TCP connections: relay.py [--own-network] PORT=HOST:PORT …

The gateway listens on loopback only, and the library uses plain HTTP on loopback only; relays on
both sides connect the two. With --own-network this process creates a network namespace, which other
processes enter by its process id. It prints "ready", and ends with its standard input.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import sys
from functools import partial

CLONE_NEWNET = 0x40000000


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy until one side closes."""
    with contextlib.suppress(OSError):
        while piece := await reader.read(1 << 16):
            writer.write(piece)
            await writer.drain()
    writer.close()


async def forward(
    host: str, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Serve one connection."""
    try:
        far_reader, far_writer = await asyncio.open_connection(host, port)
    except OSError:
        writer.close()
        return
    await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))


async def main(rules: list[str]) -> None:
    """Listen on all ports until the standard input ends."""
    for rule in rules:
        port, _, target = rule.partition("=")
        host, _, far_port = target.rpartition(":")
        await asyncio.start_server(partial(forward, host, int(far_port)), "0.0.0.0", int(port))
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    os._exit(0)  # Closes all connections.


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["--own-network"]:
        arguments.pop(0)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(CLONE_NEWNET) != 0:
            sys.exit("no network namespace")
    asyncio.run(main(arguments))
