# SPDX-License-Identifier: Apache-2.0
"""Play travels of all modes over WebRTC for minutes; fail when a process grows.

    soak.py --minutes N [--report docs/reports/soak.md]

Each round plays one travel per mode at the same time: video, audio, a recording, commands or
instructions, pause and resume, pause and rewind, and one of three ends. Between two rounds the
gateway must have no object of a travel (GET /census), and both processes are measured. The status
is 1 when memory, threads or descriptors of one process grow after the warm-up.

Both processes run with MALLOC_ARENA_MAX=1. By default glibc has one arena per thread: freed memory
stays in the arenas of ended threads, and each new thread fills another arena. This growth lasts for
hundreds of travels, and would hide a leak or look like one.

OYSTER_GATEWAY names the gateway, HAPPYOYSTER_LIBRARY the library.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections import Counter
from datetime import date
from pathlib import Path

import happyoyster as ho
from happyoyster.testing import Gateway

import plot
from measure import Process, Sampler, Verdict, judge
from rounds import TIME_LIMIT, Failure, Round

WARM_UP_SHARE = 0.25
WATCH_SECONDS = 3.0
ARENAS = "MALLOC_ARENA_MAX"
OWN_REQUEST = {"HTTPExchange": 1}
"""The objects of the census request itself."""


def wait_for_empty_census(gateway: Gateway) -> None:
    """Wait until no object of a travel is alive. Raises :class:`Failure`."""
    until = time.monotonic() + TIME_LIMIT
    while True:
        objects = gateway.census()
        left = {name: number for name, number in objects.items() if number}
        if left == OWN_REQUEST:
            return
        if time.monotonic() > until:
            raise Failure(f"objects of ended travels: {left}")
        time.sleep(0.1)


def soak(minutes: float) -> tuple[tuple[Process, ...], Counter[str], float]:
    """Run rounds; return the measurements, the counts and the length of the warm-up."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, Gateway() as gateway:
        processes = Process("host", os.getpid()), Process("gateway", gateway.pid)
        sampler = Sampler(*processes)
        try:
            number = 0
            while sampler.seconds < minutes * 60:
                one = Round(gateway, Path(folder), number, WATCH_SECONDS)
                one.run()
                wait_for_empty_census(gateway)
                sampler.note_rest()
                counts += one.counts
                number += 1
                print(f"round {number} at {sampler.seconds:.0f} s: {dict(counts)}", flush=True)
        finally:
            sampler.close()
    counts["rounds"] = number
    return processes, counts, minutes * 60 * WARM_UP_SHARE


def report(
    path: Path,
    processes: tuple[Process, ...],
    counts: Counter[str],
    verdicts: list[Verdict],
    warm_up: float,
) -> None:
    """Write the report and its plot, an SVG file with the same name."""
    picture = path.with_suffix(".svg")
    path.parent.mkdir(parents=True, exist_ok=True)
    plot.write(picture, processes, warm_up)
    seconds = max(one.seconds for one in processes[0].samples)
    lines = [
        "# Soak run",
        "",
        f"`make soak` on {date.today().isoformat()}, {platform.machine()}, "
        f"{os.cpu_count()} processors: **{seconds / 60:.1f} minutes**, of which the first "
        f"{warm_up / 60:.1f} are warm-up.",
        "",
        f"Each of {counts['rounds']} rounds played an adventure, a directing and an acting travel "
        "at the same time over WebRTC: "
        + ", ".join(
            f"{number} {name}" for name, number in sorted(counts.items()) if name != "rounds"
        )
        + ". Between two rounds `GET /census` of the gateway counted no object of a travel. Both "
        "processes ran with `MALLOC_ARENA_MAX=1`: with an arena per thread, the default of glibc, "
        "freed memory stays in the arenas of threads that have ended.",
        "",
        f"![Memory, threads and descriptors]({picture.name})",
        "",
        "Dots are measurements between two rounds, when no travel exists; the table compares them. "
        "Memory: medians of the first and the last third after the warm-up. Threads and "
        "descriptors: the most of warm-up and first third, the least of the last third.",
        "",
        "| Process | Quantity | Before | At the end | Limit | |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {one.process} | {one.quantity} | {one.before:.1f} | {one.after:.1f} | "
        f"{one.limit:.1f} | {'good' if one.is_good else '**grows**'} |"
        for one in verdicts
    ]
    path.write_text("\n".join(lines) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--report", type=Path)
    arguments = parser.parse_args()
    if os.environ.get(ARENAS) != "1":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, ARENAS: "1"})
    ho.log.set_level(ho.LogLevel.ERROR)
    try:
        processes, counts, warm_up = soak(arguments.minutes)
        verdicts = [one for process in processes for one in judge(process, warm_up)]
    except (Failure, ValueError) as failure:
        print(f"soak: {failure}", file=sys.stderr)
        return 1
    if arguments.report is not None:
        report(arguments.report, processes, counts, verdicts, warm_up)
    for one in verdicts:
        word = "good " if one.is_good else "GROWS"
        print(f"{word} {one.process} {one.quantity}: {one.before:.1f} -> {one.after:.1f}")
    return 0 if all(one.is_good for one in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
