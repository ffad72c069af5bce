#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that our own pages lead nowhere into the void: files and, among them, anchors.

check_links.py OUTPUT
"""

from __future__ import annotations

import html
import re
import sys
from pathlib import Path
from urllib.parse import unquote


def targets(page: Path) -> list[str]:
    """Return where the links of a page lead, others' sites excepted."""
    found = re.findall(r'href="([^"]+)"', page.read_text())
    return [html.unescape(target) for target in found if not re.match(r"[a-z]+:", target)]


def is_there(page: Path, target: str) -> bool:
    """Tell whether a link has an end."""
    name, _, fragment = target.partition("#")
    file = (page.parent / unquote(name)) if name else page
    if not file.is_file():
        return False
    return not fragment or f'id="{html.escape(unquote(fragment))}"' in file.read_text()


def main() -> int:
    """Check index, guides and the Swift page."""
    output = Path(sys.argv[1])
    pages = [output / "index.html", output / "swift/index.html", *output.glob("guides/*.html")]
    failures = [f"{page}: {to}" for page in pages for to in targets(page) if not is_there(page, to)]
    for failure in failures:
        print(f"check_links: {failure} does not exist", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
