#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Passes TCP connections on: relay.py [--own-network] PORT=HOST:PORT …

The gateway listens on loopback only, and the library speaks plain HTTP to loopback only; relays on
both sides lead from one to the other. With --own-network this process gets a network namespace of
its own, which others enter by its id. Says "ready", and ends with its standard input.
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
    """Copy until one side is done."""
    with contextlib.suppress(OSError):
        while piece := await reader.read(1 << 16):
            writer.write(piece)
            await writer.drain()
    writer.close()


async def pass_on(
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
        await asyncio.start_server(partial(pass_on, host, int(far_port)), "0.0.0.0", int(port))
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    os._exit(0)  # Ends the connections that are still open.


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["--own-network"]:
        arguments.pop(0)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(CLONE_NEWNET) != 0:
            sys.exit("no network namespace")
    asyncio.run(main(arguments))
