# SPDX-License-Identifier: Apache-2.0
"""Draws the samples of a soak run as an SVG image."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

from measure import Process, Sample

WIDTH, HEIGHT, GAP = 860, 150, 44
LEFT, TOP = 58, 34
COLOURS = ("#0b7a75", "#c2571a", "#5b4b8a")
PANELS: tuple[tuple[str, Callable[[Sample], float]], ...] = (
    ("Resident memory, MiB", lambda one: one.memory),
    ("Threads", lambda one: one.threads),
    ("Open descriptors", lambda one: one.descriptors),
)


def write(path: Path, processes: tuple[Process, ...], warm_up: float) -> None:
    """Draw one panel per quantity, with one line per process."""
    span = max(one.seconds for process in processes for one in process.samples)
    parts = [_legend(processes)]
    for index, (title, value) in enumerate(PANELS):
        top = TOP + index * (HEIGHT + GAP)
        parts.append(_title(top, title, warm_up / span))
        parts.append(_lines(top, value, processes, span))
    height = TOP + len(PANELS) * (HEIGHT + GAP)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 16} {height}" '
        'font-family="sans-serif" font-size="12" fill="#222">\n'
        '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _legend(processes: tuple[Process, ...]) -> str:
    parts = []
    for index, process in enumerate(processes):
        x = LEFT + index * 180
        parts.append(
            f'<rect x="{x}" y="8" width="18" height="4" fill="{COLOURS[index]}"/>'
            f'<text x="{x + 24}" y="14">{escape(process.name)}</text>'
        )
    return "".join(parts)


def _title(top: float, title: str, warm_up: float) -> str:
    """Draw the title of a panel, and mark the warm-up."""
    return (
        f'<text x="{LEFT}" y="{top + 8}" font-weight="bold">{escape(title)}</text>'
        f'<rect x="{LEFT}" y="{top + 16}" width="{WIDTH * warm_up:.1f}" '
        f'height="{HEIGHT - 16}" fill="#f1f1ea"/>'
        f'<text x="{LEFT + 4}" y="{top + HEIGHT - 5}" fill="#888">warm-up</text>'
    )


def _lines(
    top: float, value: Callable[[Sample], float], processes: tuple[Process, ...], span: float
) -> str:
    """Draw the axes, and a line per process with a dot per measurement between rounds."""
    most = max(value(one) for process in processes for one in process.samples)
    step = _step(most)
    ceiling = step * (int(most / step) + 1)

    def place(seconds: float, number: float) -> tuple[float, float]:
        return LEFT + WIDTH * seconds / span, top + 16 + (HEIGHT - 16) * (1 - number / ceiling)

    parts = []
    for mark in range(int(ceiling / step) + 1):
        _, y = place(0, mark * step)
        parts.append(
            f'<line x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + WIDTH}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{mark * step:g}</text>'
        )
    for minute in range(int(span / 60) + 1):
        x, _ = place(minute * 60, 0)
        parts.append(
            f'<text x="{x:.1f}" y="{top + HEIGHT + 15}" text-anchor="middle">{minute} min</text>'
        )
    for index, process in enumerate(processes):
        points = " ".join(
            "{:.1f},{:.1f}".format(*place(one.seconds, value(one))) for one in process.samples
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[index]}" '
            'stroke-width="1.2"/>'
        )
        for one in process.rests:
            x, y = place(one.seconds, value(one))
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{COLOURS[index]}"/>')
    return "\n".join(parts)


def _step(most: float) -> float:
    """Return a round distance between grid lines, for four to eight lines."""
    step = 1.0
    while most / step > 8:
        step *= 2.5 if str(step).startswith("2") else 2
    return step
