#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Convert the Markdown pages of the project, and write the index of everything.

guides.py ROOT OUTPUT
"""

from __future__ import annotations

import html
import os
import re
import sys
from pathlib import Path

from page import markdown, page

LINK = re.compile(r'<a href="(?P<target>[^"]*)">(?P<text>.*?)</a>', re.DOTALL)
SPDX_OR_COMMENT = re.compile(r"^<!--.*?-->\n", re.DOTALL)
INDEX = """\
# libhappyoyster {version}

## References

| Language | Reference | Guide |
|---|---|---|
| C | [functions, structs, constants, by header](c/files.html) | [c](guides/c.html) |
| C++ | [namespace oyster](c/namespaceoyster.html) | [cpp](guides/cpp.html) |
| Swift | [HappyOysterSDK](swift/index.html) | [swift](guides/swift.html) |
| Python | [happyoyster](python/happyoyster.html), [happyoyster.aio](python/happyoyster/aio.html) \
| [python](guides/python.html) |
| Rust | [happyoyster](rust/happyoyster/index.html), \
[happyoyster-sys](rust/happyoyster_sys/index.html) | [rust](guides/rust.html) |

[The same function in every language](guides/api.html)

## Guides

{guides}
"""


def sources(root: Path) -> list[Path]:
    """Return the pages: those of docs/, and those beside it that readers are sent to."""
    beside = (root / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md"))
    return [*beside, *sorted((root / "docs").glob("*.md"))]


def new_target(root: Path, source: Path, target: str) -> str | None:
    """Return where a link leads among the generated pages; None when nowhere."""
    if re.match(r"[a-z]+:|#", target):
        return target
    path, _, fragment = target.partition("#")
    there = Path(os.path.normpath(source.parent / path))
    if there in sources(root):
        return f"{there.stem}.html" + (f"#{fragment}" if fragment else "")
    if there.suffix in (".h", ".hpp") and there.is_relative_to(root / "include"):
        # As doxygen names the page of a file.
        return "../c/" + there.name.replace("_", "__").replace(".", "_8") + ".html"
    return None


def convert(root: Path, source: Path) -> str:
    """Return the body of a page; links to sources, which are not here, become text."""

    def follow(match: re.Match[str]) -> str:
        target = new_target(root, source, html.unescape(match["target"]))
        return match["text"] if target is None else f'<a href="{target}">{match["text"]}</a>'

    return LINK.sub(follow, markdown(SPDX_OR_COMMENT.sub("", source.read_text())))


def title(source: Path) -> str:
    """Return the first heading."""
    return re.findall(r"^# (.+)$", source.read_text(), re.MULTILINE)[0]


def main() -> int:
    """Write the guides and the index."""
    root, output = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    (output / "guides").mkdir(parents=True, exist_ok=True)
    lines = []
    for source in sources(root):
        text = page(title(source), convert(root, source), "../")
        (output / "guides" / f"{source.stem}.html").write_text(text)
        lines.append(f"- [{title(source)}](guides/{source.stem}.html)")
    version = (root / "VERSION").read_text().strip()
    index = markdown(INDEX.format(version=version, guides="\n".join(lines)))
    (output / "index.html").write_text(page(f"libhappyoyster {version}", index, ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
