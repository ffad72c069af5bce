# SPDX-License-Identifier: Apache-2.0
"""What doxygen's XML says of the headers: their declarations, and where each has its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

C_ORDER = (
    "engine",
    "travel",
    "control",
    "event",
    "video",
    "audio",
    "error",
    "log",
    "base",
    "stream_engine",
)
CPP_ORDER = ("engine", "travel", "operation", "event", "frame", "audio", "error", "exceptions")
"""The most used headers, in reading order; the others follow in the order of the alphabet."""


@dataclass
class Header:
    """A header with what it declares at its outermost level."""

    stem: str
    folder: str
    element: Element
    declared: list[Element]

    @property
    def name(self) -> str:
        """Return the page's name."""
        stem = "index" if self.stem == "happyoyster" else self.stem
        return f"{self.folder}/{stem}.html"


def flat(element: Element | None) -> str:
    """Return an element's text."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def children(compound: Element) -> Iterator[Element]:
    """Yield the members of a file, a namespace or a class that are public."""
    for one in compound.iter("memberdef"):
        if one.get("prot") != "private":
            yield one


class Reference:
    """All headers, and where each of doxygen's identifiers is."""

    def __init__(self, folder: Path) -> None:
        """Read the XML."""
        roots = (
            ElementTree.parse(path).getroot().find("compounddef")
            for path in sorted(folder.glob("*.xml"))
            if path.stem not in ("index", "Doxyfile")
        )
        self.compounds = {one.get("id", ""): one for one in roots if one is not None}
        self.headers: list[Header] = []
        for compound in self.compounds.values():
            name = flat(compound.find("compoundname"))
            if compound.get("kind") == "file" and name.endswith((".h", ".hpp")):
                folder_name = "cpp" if name.endswith(".hpp") else "c"
                self.headers.append(Header(name.split(".")[0], folder_name, compound, []))
        self.targets: dict[str, str] = {}
        self.names: dict[str, dict[str, str]] = {"c": {}, "cpp": {}}
        self._find_declarations()

    def _header(self, element: Element) -> Header | None:
        location = element.find("location")
        file = (
            (location.get("declfile") or location.get("file", "")) if location is not None else ""
        )
        path = Path(file)
        folder = "cpp" if path.suffix == ".hpp" else "c"
        found = (one for one in self.headers if (one.stem, one.folder) == (path.stem, folder))
        return next(found, None)

    def _find_declarations(self) -> None:
        for header in self.headers:
            self.targets[header.element.get("id", "")] = header.name
        for compound in self.compounds.values():
            if compound.get("kind") in ("class", "struct"):
                self._place(compound, flat(compound.find("compoundname")))
                for one in children(compound):
                    name = flat(compound.find("compoundname")) + "::" + flat(one.find("name"))
                    self._name(one, self._header(compound), name)
            elif compound.get("kind") in ("file", "namespace"):
                for one in children(compound):
                    if one.get("id") not in self.targets:
                        self._place(one, flat(one.find("name")))

    def _place(self, element: Element, name: str) -> None:
        header = self._header(element)
        documented = element.get("kind") != "define" or flat(element.find("briefdescription"))
        if header is None or not documented or "detail::" in name:
            return
        header.declared.append(element)
        self._name(element, header, name)

    def _name(self, element: Element, header: Header | None, name: str) -> None:
        if header is None:
            return
        short = name.removeprefix("oyster::").replace(" ", "")
        target, number = f"{header.name}#{short}", 1
        while target in self.targets.values():
            number += 1
            target = f"{header.name}#{short}-{number}"
        self.targets[element.get("id", "")] = target
        if "::" not in short:
            self.names[header.folder].setdefault(short, target)
        for value in element.iter("enumvalue"):
            self.targets[value.get("id", "")] = target
            if header.folder == "c":
                self.names["c"].setdefault(flat(value.find("name")), target)

    def anchor(self, element: Element) -> str:
        """Return the name by which links find a declaration on its page."""
        return self.targets[element.get("id", "")].partition("#")[2]

    def ordered(self, folder: str) -> list[Header]:
        """Return the headers of a language in reading order, without the umbrella header."""
        order = C_ORDER if folder == "c" else CPP_ORDER
        place = {stem: number for number, stem in enumerate(order)}
        found = (one for one in self.headers if one.folder == folder)
        return sorted(
            (one for one in found if one.stem != "happyoyster"),
            key=lambda one: (place.get(one.stem, len(order)), one.stem),
        )
