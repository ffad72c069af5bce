# SPDX-License-Identifier: Apache-2.0
"""The Markdown pages of the project, in reading order, and the introduction."""

from __future__ import annotations

import html
import os
import re
import shutil
from pathlib import Path

from frame import Link, Site, markdown

LINK = re.compile(r'<a href="(?P<target>[^"]*)">(?P<text>.*?)</a>', re.DOTALL)
IMAGE = re.compile(r'<img src="(?P<target>[^"]*)"')
COMMENT = re.compile(r"^<!--.*?-->\n", re.DOTALL)
PARTS = {
    "Begin": ("docs/getting-started.md",),
    "Guides": ("docs/c.md", "docs/cpp.md", "docs/python.md", "docs/rust.md", "docs/swift.md"),
    "Topics": (
        "docs/sessions.md",
        "docs/session-server.md",
        "docs/threading.md",
        "docs/errors.md",
        "docs/json.md",
        "docs/gateway.md",
        "docs/webrtc.md",
        "docs/compatibility.md",
    ),
    "Project": (
        "docs/architecture.md",
        "CONTRIBUTING.md",
        "docs/style.md",
        "SECURITY.md",
    ),
}
"""The menu. A page of docs/ that is not named here comes last among the topics."""
REFERENCE = "docs/api.md"


def parts(root: Path) -> dict[str, list[Path]]:
    """Return the pages that exist, by part, in reading order."""
    named = {name for names in PARTS.values() for name in names} | {REFERENCE}
    found = {
        part: [root / name for name in names if (root / name).exists()]
        for part, names in PARTS.items()
    }
    others = sorted(path for path in (root / "docs").glob("*.md"))
    found["Topics"] += [path for path in others if str(path.relative_to(root)) not in named]
    return found


def place(root: Path, source: Path) -> str:
    """Return the name of the page that a source becomes."""
    return "index.html" if source == root / "README.md" else f"guides/{source.stem.lower()}.html"


def title(source: Path) -> str:
    """Return the first heading without its marks."""
    heading: str = re.findall(r"^# (.+)$", source.read_text(), re.MULTILINE)[0]
    return heading.replace("`", "")


def menu(root: Path) -> dict[str, list[Link]]:
    """Return the menu's lines of the guides."""
    return {
        part: [Link(title(page), place(root, page)) for page in pages]
        for part, pages in parts(root).items()
    }


def new_target(root: Path, source: Path, target: str) -> str | None:
    """Return where a link leads among the generated pages; None when nowhere."""
    if re.match(r"[a-z]+:|#", target):
        return target
    path, _, fragment = target.partition("#")
    there = Path(os.path.normpath(source.parent / path))
    back = "../" * place(root, source).count("/")
    mark = f"#{fragment}" if fragment else ""
    if there.suffix == ".md" and there.exists() and not there.is_relative_to(root / "docs/reports"):
        return back + place(root, there) + mark
    if there.suffix in (".h", ".hpp") and there.is_relative_to(root / "include"):
        folder = "cpp" if there.suffix == ".hpp" else "c"
        name = "index" if there.stem == "happyoyster" else there.stem
        return f"{back}{folder}/{name}.html{mark}"
    return None


def convert(root: Path, source: Path, site: Site) -> str:
    """Return the body of a page; links to files that are not here become text."""

    def follow(match: re.Match[str]) -> str:
        target = new_target(root, source, html.unescape(match["target"]))
        return match["text"] if target is None else f'<a href="{target}">{match["text"]}</a>'

    def picture(match: re.Match[str]) -> str:
        there = Path(os.path.normpath(source.parent / match["target"]))
        shutil.copyfile(there, site.output / there.name)
        back = "../" * place(root, source).count("/")
        return f'<img src="{back}{there.name}"'

    text = LINK.sub(follow, markdown(COMMENT.sub("", source.read_text())))
    return IMAGE.sub(picture, text)


def write(root: Path, site: Site) -> None:
    """Write every page."""
    pages = [page for found in parts(root).values() for page in found]
    for source in [root / "README.md", root / REFERENCE, *pages]:
        site.write(place(root, source), title(source), convert(root, source, site))
