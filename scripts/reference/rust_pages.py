# SPDX-License-Identifier: Apache-2.0
"""The reference of the Rust crates: rustdoc's pages in the frame of this site.

Tried with the pages of rustdoc 1.63, which Debian 12 has, and 1.95.
"""

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
    r'<span class="out-of-band"><a class="srclink.*?</a>(?: · <a.*?</a>)?</span>',
    r'<(span|div) class="rightside">.*?<a class="srclink[^>]*>.*?</a></\1>',
    r'<a class="src[^>]*>.*?</a>',
    r'<a [^>]*class="tooltip".*?</a>',
    r'<span class="notable-traits">.*?(?=</h[34]>)',
    r'<summary class="hideme">.*?</summary>',
    r'<a href="[^"]*" class="anchor">§?</a>',
    r'<a class="doc-anchor" href="[^"]*">§</a>',
    r'<span class="sub-heading">\s*</span>',
    r'<span class="item-info">.*?</span>',
)
HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
ENDS = (
    r'<h2 id="synthetic-implementations".*',
    r'<h2 id="blanket-implementations".*',
)


def heading(match: re.Match[str]) -> str:
    """Return a heading without a path: `Struct Travel`."""
    words = re.sub("<[^>]+>", "", match[1]).replace("&nbsp;", " ").strip()
    kind, _, name = words.rpartition(" ")
    return f"<h1>{kind} {name.rpartition('::')[2]}</h1>"


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
    main = HEADING.sub(heading, main.replace("<wbr>", ""))
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
