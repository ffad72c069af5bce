#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that the links of every page lead to a page of the site, and to an anchor on it.

check_links.py OUTPUT
"""

from __future__ import annotations

import html
import re
import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote

LINK = re.compile(r'(?:href|src)="([^"]+)"')


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page."""
    return frozenset(html.unescape(one) for one in re.findall(r'\bid="([^"]+)"', page.read_text()))


def targets(page: Path) -> list[str]:
    """Return where the links of a page lead, except to other sites."""
    found = LINK.findall(page.read_text())
    return [html.unescape(target) for target in found if not re.match(r"[a-z]+:", target)]


def is_there(page: Path, target: str) -> bool:
    """Return whether a link leads to a file and an anchor."""
    name, _, fragment = target.partition("#")
    file = (page.parent / unquote(name)).resolve() if name else page
    if not file.is_file():
        return False
    return not fragment or file.suffix != ".html" or unquote(fragment) in anchors(file)


def main() -> int:
    """Check every page."""
    output = Path(sys.argv[1]).resolve()
    failures = sorted(
        {
            f"{page.relative_to(output)}: {target}"
            for page in output.rglob("*.html")
            for target in targets(page)
            if not is_there(page, target)
        }
    )
    for failure in failures:
        print(f"check_links: {failure} does not exist", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
