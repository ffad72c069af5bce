#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the documentation site from what doxygen, rustdoc and the Swift compiler extracted.

site.py ROOT OUTPUT DOXYGEN_XML SWIFT_SYMBOLS RUSTDOC
"""

from __future__ import annotations

import sys
from pathlib import Path

import doxygen
import doxygen_pages
import guides
import python_pages
import rust_pages
import search
import side_by_side
import swift_pages
from frame import Link, Site


def menu(root: Path, reference: doxygen.Reference) -> list[tuple[str, list[Link]]]:
    """Return the menu of every page, in reading order."""
    pages = guides.menu(root)
    python, rust = python_pages.menu(), rust_pages.menu()
    return [
        ("Begin", [Link("Introduction", "index.html"), *pages["Begin"]]),
        ("Guides", pages["Guides"]),
        ("Topics", pages["Topics"]),
        (
            "Reference",
            [
                Link("C", "c/index.html", doxygen_pages.menu(reference, "c")),
                Link("C++", "cpp/index.html", doxygen_pages.menu(reference, "cpp")),
                Link("Python", python[0].page, python),
                Link("Rust", rust[0].page, rust),
                swift_pages.menu(),
                Link("All languages side by side", "guides/api.html"),
            ],
        ),
        ("Project", pages["Project"]),
    ]


def main() -> int:
    """Write all pages, then the search index."""
    root, output, xml, symbols, rustdoc = (Path(argument).resolve() for argument in sys.argv[1:6])
    reference = doxygen.Reference(xml)
    site = Site(output, (root / "VERSION").read_text().strip())
    site.menu = menu(root, reference)
    site.write_assets()
    guides.write(root, site)
    doxygen_pages.write(reference, site)
    python_pages.write(site)
    swift_pages.write(symbols, site)
    rust_pages.write(rustdoc, site)
    side_by_side.link(output)
    print(f"docs: {search.write(output)} entries in the search")
    return 0


if __name__ == "__main__":
    sys.exit(main())
