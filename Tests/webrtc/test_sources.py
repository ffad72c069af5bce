# SPDX-License-Identifier: Apache-2.0
"""Checks of the stream engine's C sources.

They form layers: no two units depend on each other. A unit is a ``.c`` file with its header; it
depends on the units whose headers it includes. So that it depends on nothing else, each function is
defined in the unit whose header declares it. The statistics are those of facts/statistics.tsv.
"""

from __future__ import annotations

import re
import unittest
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "Sources/WebRTC"
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
DECLARATION = re.compile(
    r"^(?!typedef|enum|struct)[\w* ]*?\b(\w+)\([^{};]*\)[^{};]*;", re.MULTILINE
)
MEMBER = re.compile(r'(?:add_count|add_known|cJSON_Add\w+)\(object, "(\w+)"')
TABLE = Path(__file__).parents[2] / "facts/statistics.tsv"
DECLARED_ELSEWHERE = {"webrtc_api"}
"""Headers that declare functions of other libraries."""


def unit(path: Path) -> str:
    """Name a unit by its folder and its files' stem."""
    return str(path.relative_to(SOURCES).with_suffix(""))


def read_dependencies() -> dict[str, set[str]]:
    """Return the units that each unit includes."""
    dependencies: dict[str, set[str]] = {}
    for path in SOURCES.rglob("*.[ch]"):
        found = dependencies.setdefault(unit(path), set())
        for name in INCLUDE.findall(path.read_text("utf-8")):
            target = (path.parent / name).resolve()
            if target.is_relative_to(SOURCES.resolve()) and target.exists():
                found.add(unit(SOURCES / target.relative_to(SOURCES.resolve())))
        found.discard(unit(path))
    return dependencies


def find_circle(dependencies: dict[str, set[str]]) -> list[str]:
    """Return units that depend on each other in a circle, or an empty list."""
    done: set[str] = set()

    def visit(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for target in sorted(dependencies.get(name, ())):
            circle = visit(target, [*path, name])
            if circle:
                return circle
        done.add(name)
        return []

    for name in sorted(dependencies):
        circle = visit(name, [])
        if circle:
            return circle
    return []


class Includes(unittest.TestCase):
    def test_a_circle_is_found(self) -> None:
        self.assertEqual(
            find_circle({"a": {"b"}, "b": {"c", "d"}, "c": set(), "d": {"b"}}), ["b", "d", "b"]
        )
        self.assertEqual(find_circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}), [])

    def test_no_units_include_each_other_in_a_circle(self) -> None:
        dependencies = read_dependencies()
        self.assertGreater(len(dependencies), 30)
        self.assertEqual(find_circle(dependencies), [])

    def test_each_unit_defines_the_functions_of_its_header(self) -> None:
        checked = 0
        for header in sorted(SOURCES.rglob("*.h")):
            if header.stem in DECLARED_ELSEWHERE:
                continue
            source = header.with_suffix(".c")
            text = COMMENT.sub("", source.read_text("utf-8")) if source.exists() else ""
            for name in DECLARATION.findall(COMMENT.sub("", header.read_text("utf-8"))):
                with self.subTest(unit(header), function=name):
                    self.assertRegex(text, rf"(?m)^\w[\w* ]*?\b{name}\([^;{{}}]*\) {{$")
                checked += 1
        self.assertGreater(checked, 100)


class Statistics(unittest.TestCase):
    def test_the_engine_writes_the_statistics_of_the_table(self) -> None:
        rows = (line.split("\t") for line in TABLE.read_text("utf-8").splitlines())
        listed = {row[1] for row in rows if row[0] == "webrtc"}
        text = (SOURCES / "engine/stats.c").read_text("utf-8")
        self.assertEqual(listed, set(MEMBER.findall(text)))


if __name__ == "__main__":
    unittest.main()
