# SPDX-License-Identifier: Apache-2.0
"""The index of the site's search: every section of a guide, every name of every language."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

TAG = re.compile(r"<[^>]+>")
MAIN = re.compile(r'<main id="main">(.*)</main>', re.DOTALL)
MEMBER = re.compile(
    r'<section class="member" id="([^"]*)" data-name="([^"]*)" data-kind="([^"]*)">'
    r"<h4>.*?</h4>(.*?)</section>",
    re.DOTALL,
)
SECTION = re.compile(r'<h([1-3])(?: id="([^"]*)")?[^>]*>(.*?)</h\1>', re.DOTALL)
RUST_METHOD = re.compile(
    r'<section id="((?:method|variant|tymethod|structfield|associatedconstant)\.[^"]*)"'
)
CODE = re.compile(r"<pre.*?</pre>", re.DOTALL)
LANGUAGES = {"c": "C", "cpp": "C++", "python": "Python", "swift": "Swift", "rust": "Rust"}
LONGEST = 4000
"""How many characters of a section are searched."""


def plain(text: str) -> str:
    """Return the words of a piece of HTML."""
    return " ".join(html.unescape(TAG.sub(" ", text)).split())


def entries(name: str, text: str) -> list[list[str]]:
    """Return what a page adds: name, where it belongs, address, and words."""
    found = MAIN.search(text)
    if found is None:
        return []
    main, language = found[1], LANGUAGES.get(name.split("/", maxsplit=1)[0])
    if language == "Rust":
        return rust(name, main)
    if language is not None:
        return [
            [
                html.unescape(shown),
                f"{language} {kind}",
                f"{name}#{anchor}",
                plain(CODE.sub("", body))[:200],
            ]
            for anchor, shown, kind, body in MEMBER.findall(main)
        ]
    pieces = SECTION.split(main)[1:]
    title = plain(pieces[2]) if pieces else name
    result = []
    for _, anchor, heading, body in zip(*(iter(pieces),) * 4, strict=True):
        where = "Guide" if plain(heading) == title else title
        address = f"{name}#{anchor}" if anchor and plain(heading) != title else name
        result.append([plain(heading), where, address, plain(body)[:LONGEST]])
    return result


def rust(name: str, main: str) -> list[list[str]]:
    """Return the item of one of rustdoc's pages, and its methods and variants."""
    if name.endswith(("all.html", "index.html")) and name.count("/") > 2:
        return []
    heading = re.search(r"<h1>(\w+(?: \w+)?) (.*?)</h1>", main, re.DOTALL)
    if heading is None:
        return []
    item = plain(heading[2]).replace(" ", "")
    words = re.search(r'<div class="docblock">(.*?)</div>', main, re.DOTALL)
    result = [[item, f"Rust {heading[1].lower()}", name, plain(words[1])[:200] if words else ""]]
    own = main.partition('<h2 id="trait-implementations"')[0]
    for anchor in RUST_METHOD.findall(own):
        kind, _, short = anchor.partition(".")
        if "-" not in short:
            result.append([f"{item}::{short}", f"Rust {kind}", f"{name}#{anchor}", ""])
    return result


def collect(output: Path) -> list[list[str]]:
    """Return the entries of all pages."""
    found = []
    for path in sorted(output.rglob("*.html")):
        found += entries(str(path.relative_to(output)), path.read_text())
    return found


def write(output: Path) -> int:
    """Write the index and return the number of its entries."""
    found = collect(output)
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    (output / "search-index.js").write_text(f"window.searchIndex={text};\n")
    return len(found)
