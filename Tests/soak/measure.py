# SPDX-License-Identifier: Apache-2.0
"""Resource use of processes, and the check that it does not grow."""

from __future__ import annotations

import os
import statistics
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

INTERVAL = 1.0
"""Seconds between two samples."""
MEMORY_SHARE = 0.06
MEMORY_FLOOR = 6.0
"""Allowed growth of memory between rounds: this share of the process, or this many MiB."""
COUNT_SLACK = 1
"""Allowed threads or descriptors beyond the maximum during the warm-up."""


@dataclass(frozen=True)
class Sample:
    """Resource use of one process at one time."""

    seconds: float
    memory: float
    """Resident memory in MiB."""
    threads: int
    descriptors: int


def sample(pid: int, seconds: float) -> Sample:
    """Measure a process now."""
    folder = Path(f"/proc/{pid}")
    status = (folder / "status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return Sample(
        seconds,
        int(line.split()[1]) / 1024,
        len(os.listdir(folder / "task")),
        len(os.listdir(folder / "fd")),
    )


@dataclass
class Process:
    """One measured process."""

    name: str
    pid: int
    samples: list[Sample] = field(default_factory=list)
    """Taken at a fixed interval, for the plot."""
    rests: list[Sample] = field(default_factory=list)
    """Taken between two rounds, when no travel exists; the check uses these."""


class Sampler:
    """Samples processes from a thread until it is closed."""

    def __init__(self, *processes: Process) -> None:
        self.processes = processes
        self._begin = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._begin

    def _run(self) -> None:
        while not self._ended.wait(INTERVAL):
            for process in self.processes:
                process.samples.append(sample(process.pid, self.seconds))

    def note_rest(self) -> None:
        """Sample now, when no travel exists."""
        for process in self.processes:
            process.rests.append(sample(process.pid, self.seconds))

    def close(self) -> None:
        """Stop sampling."""
        self._ended.set()
        self._thread.join()


@dataclass(frozen=True)
class Verdict:
    """One quantity of one process: its level after the warm-up, at the end, and its limit."""

    process: str
    quantity: str
    before: float
    after: float
    limit: float

    @property
    def is_good(self) -> bool:
        return self.after <= self.limit


def judge(process: Process, warm_up: float) -> list[Verdict]:
    """Compare the rounds after the warm-up with the last ones. Needs six rounds after it."""
    warm = [one for one in process.rests if one.seconds < warm_up]
    later = [one for one in process.rests if one.seconds >= warm_up]
    third = len(later) // 3
    if not warm or third < 2:
        raise ValueError(f"too few rounds: {len(warm)} to warm up, {len(later)} after it")
    first, last = later[:third], later[-third:]
    before = statistics.median(one.memory for one in first)
    after = statistics.median(one.memory for one in last)
    limit = before + max(MEMORY_FLOOR, MEMORY_SHARE * before)
    verdicts = [Verdict(process.name, "memory (MiB)", before, after, limit)]
    for quantity in ("threads", "descriptors"):
        # The minimum of the last rounds: a thread that is about to end is no growth.
        most = max(getattr(one, quantity) for one in warm + first)
        least = min(getattr(one, quantity) for one in last)
        verdicts.append(Verdict(process.name, quantity, most, least, most + COUNT_SLACK))
    return verdicts
