# SPDX-License-Identifier: Apache-2.0
"""The reference of the Rust crates: rustdoc's pages in the frame of this site."""

from __future__ import annotations

import re
from pathlib import Path

from frame import Link, Site

CRATES = ("happyoyster", "happyoyster_sys")
# What rustdoc adds for its own scripts, and lists that are the same for every type.
REMOVED = (
    r"<script.*?</script>",
    r"<button[^>]*>.*?</button>",
    r"<rustdoc-toolbar>.*?</rustdoc-toolbar>",
    r'<a class="src[^>]*>.*?</a>',
    r'<a [^>]*class="tooltip".*?</a>',
    r'<summary class="hideme">.*?</summary>',
    r'<a href="[^"]*" class="anchor">§</a>',
    r'<a class="doc-anchor" href="[^"]*">§</a>',
    r'<span class="sub-heading">\s*</span>',
    r'<span class="item-info">.*?</span>',
)
ENDS = (
    r'<h2 id="synthetic-implementations".*',
    r'<h2 id="blanket-implementations".*',
)


def body(text: str) -> str | None:
    """Return the main part of one of rustdoc's pages; None for a page that only redirects."""
    found = re.search(
        r'<section id="main-content"[^>]*>(.*)</section>\s*</div>\s*</main>', text, re.S
    )
    if found is None:
        return None
    main = found[1]
    for pattern in (*REMOVED, *ENDS):
        main = re.sub(pattern, "", main, flags=re.S)
    main = main.replace("<wbr>", "").replace("&nbsp;</h1>", "</h1>")
    # Open parts stay open without a script, and need no switch.
    main = re.sub(r"<details[^>]*>|</details>|<summary>|</summary>", "", main)
    return f'<div class="rustdoc">{main}</div>'


def menu() -> tuple[Link, ...]:
    """Return the menu's lines."""
    return tuple(
        Link(crate, f"rust/{crate}/index.html", folder=f"rust/{crate}/") for crate in CRATES
    )


def write(folder: Path, site: Site) -> None:
    """Write every page of the crates."""
    for crate in CRATES:
        for path in sorted((folder / crate).rglob("*.html")):
            text = path.read_text()
            main = body(text)
            if main is None:
                continue
            title = re.findall(r"<title>(.*?)</title>", text)[0].removesuffix(" - Rust")
            site.write(f"rust/{path.relative_to(folder)}", title, main)
