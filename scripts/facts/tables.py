# SPDX-License-Identifier: Apache-2.0
"""The tables of `facts/`: text files with tabs, one header line, and comments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ERRORS = "facts/errors.tsv"
VOCABULARY = "facts/vocabulary.tsv"
STATISTICS = "facts/statistics.tsv"
FAMILIES = {
    "travel": "Local to the client",
    "session": "Of a session",
    "publisher": "Of a publisher",
    "subscriber": "Of a subscriber",
    "interface": "Misuse of the C interface",
    "server": "From the server",
}
"""The families of error codes, in the order of the enum, and the titles of their sections."""


class TableError(Exception):
    """A table has a line that cannot be used."""


@dataclass(frozen=True)
class Code:
    """One error code."""

    family: str
    number: int
    name: str
    kind: str
    ends: bool
    retryable: bool
    since: str
    exception: str
    bases: str
    message: str
    advice: str

    @property
    def constant(self) -> str:
        """Return the name in C."""
        return f"OYSTER_ERROR_{self.name}"

    @property
    def camel(self) -> str:
        """Return the name in Swift."""
        return camel(self.name)


def camel(name: str) -> str:
    """Turn UPPER_CASE into camelCase."""
    head, *tail = name.lower().split("_")
    return head + "".join(word.capitalize() for word in tail)


def rows(root: Path, table: str) -> list[dict[str, str]]:
    """Read a table; every row has all columns of the header line."""
    columns: list[str] = []
    found = []
    for number, line in enumerate((root / table).read_text().splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if not columns:
            columns = cells
            continue
        if len(cells) != len(columns) or not all(cell.strip() == cell != "" for cell in cells):
            raise TableError(f"{table}:{number}: not {len(columns)} cells without blanks around")
        found.append(dict(zip(columns, cells, strict=True)))
    return found


def codes(root: Path) -> list[Code]:
    """Read the error codes, in the order of families and numbers."""
    found = []
    for row in rows(root, ERRORS):
        where = f"{ERRORS}: {row['number']}"
        exception = re.fullmatch(r"(-|\w+)(?:\((\w+)\))?", row["class"])
        if row["family"] not in FAMILIES or exception is None:
            raise TableError(f"{where}: unknown family or class")
        if not {row["ends"], row["retryable"]} <= {"yes", "no"}:
            raise TableError(f"{where}: ends and retryable are yes or no")
        if not row["message"].endswith(".") or not row["advice"].endswith("."):
            raise TableError(f"{where}: message and advice are sentences")
        found.append(
            Code(
                family=row["family"],
                number=int(row["number"]),
                name=row["name"],
                kind=row["kind"],
                ends=row["ends"] == "yes",
                retryable=row["retryable"] == "yes",
                since=row["since"],
                exception="" if exception[1] == "-" else exception[1],
                bases=exception[2] or "",
                message=row["message"],
                advice=row["advice"],
            )
        )
    for key in ("number", "name"):
        values = [getattr(code, key) for code in found]
        twice = {value for value in values if values.count(value) > 1}
        if twice:
            raise TableError(f"{ERRORS}: {key} used twice: {twice}")
    order = list(FAMILIES)
    return sorted(found, key=lambda code: (order.index(code.family), code.number))


def by_family(found: list[Code]) -> dict[str, list[Code]]:
    """Group codes by family, without families that have none."""
    groups = {family: [code for code in found if code.family == family] for family in FAMILIES}
    return {family: group for family, group in groups.items() if group}
