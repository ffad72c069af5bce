# SPDX-License-Identifier: Apache-2.0
"""The descriptions in doxygen's XML as HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

from doxygen import Header, Reference, flat
from frame import coloured

CONSTANT = re.compile(r"\b(?:oyster|OYSTER)_\w+\b")
WRAPS = {
    "bold": "strong",
    "emphasis": "em",
    "itemizedlist": "ul",
    "orderedlist": "ol",
    "listitem": "li",
}
CHARACTERS = {"ndash": "–", "mdash": "—", "linebreak": " ", "nonbreakablespace": "\u00a0"}
BLOCK = re.compile(r"(<(dl|div|ul|ol)\b.*?</\2>)", re.DOTALL)


class Describer:
    """Turns descriptions into HTML, with links as seen from one page."""

    def __init__(self, reference: Reference, header: Header) -> None:
        """Begin a page."""
        self.reference, self.header = reference, header
        self.language = "c" if header.folder == "c" else "cpp"
        names = {**reference.names["c"], **reference.names[header.folder]}
        self.links = {name: self.link(target) for name, target in names.items()}
        self.elements: dict[str, Callable[[Element], str]] = {
            "ref": self.reference_to,
            "computeroutput": self.code,
            "verbatim": self.block,
            "ulink": self.address,
            "parameterlist": self.parameters,
            "simplesect": self.returned,
            "para": self.paragraph,
            "sect1": self.section,
        }

    def link(self, target: str) -> str:
        """Return a target as seen from this page."""
        page, mark, anchor = target.partition("#")
        page = "" if page == self.header.name and mark else f"../{page}"
        return page + mark + anchor

    def described(self, element: Element) -> str:
        """Return both descriptions of a declaration."""
        brief = self.text(element.find("briefdescription"))
        return brief + self.text(element.find("detaileddescription"))

    def joined(self, element: Element) -> str:
        """Return both descriptions of a field or a value, the first two paragraphs as one."""
        return re.sub(r"\s*</p>\s*<p>", " ", self.described(element), count=1)

    def first(self, element: Element) -> str:
        """Return the first sentences without the marks of a paragraph."""
        brief = element.find("briefdescription")
        found = brief if flat(brief) else element.find("detaileddescription")
        return re.sub("</?p>", " ", self.text(found)).strip()

    def text(self, element: Element | None) -> str:
        """Return a description as HTML."""
        if element is None:
            return ""
        parts = [self.words(element, element.text)]
        for child in element:
            parts += [self.element(child), self.words(element, child.tail)]
        return "".join(parts)

    def words(self, parent: Element, text: str | None) -> str:
        """Return a piece of text; in prose with links."""
        escaped = html.escape(text or "")
        is_prose = parent.tag in ("para", "simplesect", "parameterdescription")
        return self.linked(escaped) if is_prose else escaped

    def linked(self, text: str) -> str:
        """Return a text with links from the constants and types that have a place."""

        def follow(match: re.Match[str]) -> str:
            target = self.links.get(match[0])
            return f'<a href="{target}">{match[0]}</a>' if target else match[0]

        return CONSTANT.sub(follow, text)

    def element(self, element: Element) -> str:
        """Return one element of a description."""
        if element.tag in self.elements:
            return self.elements[element.tag](element)
        if element.tag in CHARACTERS:
            return CHARACTERS[element.tag]
        wrap = WRAPS.get(element.tag)
        return f"<{wrap}>{self.text(element)}</{wrap}>" if wrap else self.text(element)

    def reference_to(self, element: Element) -> str:
        """Return a link to another declaration."""
        target = self.reference.targets.get(element.get("refid", ""))
        inner = self.text(element)
        return f'<a href="{self.link(target)}">{inner}</a>' if target else inner

    def code(self, element: Element) -> str:
        """Return words of code; what looks like an address in them is no link."""
        inner = html.escape(flat(element)) if element.find("ref") is None else self.text(element)
        return f"<code>{inner}</code>"

    def block(self, element: Element) -> str:
        """Return a block of code."""
        return coloured(f"<pre><code>{html.escape(element.text or '')}</code></pre>", self.language)

    def address(self, element: Element) -> str:
        """Return a link to another site."""
        return f'<a href="{html.escape(element.get("url", ""))}">{self.text(element)}</a>'

    def returned(self, element: Element) -> str:
        """Return what a function returns."""
        if element.get("kind") != "return":
            return self.text(element)
        return f"<dl><dt>Returns</dt><dd>{self.text(element)}</dd></dl>"

    def parameters(self, element: Element) -> str:
        """Return a list of parameters."""
        rows = "".join(
            f"<dt><code>{flat(item.find('parameternamelist'))}</code></dt>"
            f"<dd>{self.text(item.find('parameterdescription'))}</dd>"
            for item in element.iter("parameteritem")
        )
        return f'<dl class="parameters">{rows}</dl>'

    def section(self, element: Element) -> str:
        """Return a chapter of a header's comment."""
        title = flat(element.find("title"))
        anchor = re.sub(r"[^a-z]+", "-", title.lower()).strip("-")
        body = "".join(self.element(one) for one in element if one.tag != "title")
        return f'<h2 id="{anchor}">{html.escape(title)}</h2>{body}'

    def paragraph(self, element: Element) -> str:
        """Return a paragraph; a block inside it ends it."""
        # A split with two groups repeats the block's name: leave it out.
        pieces = [
            piece
            for index, piece in enumerate(BLOCK.split(self.text(element)))
            if index % 3 != 2 and piece.strip()
        ]
        return "".join(
            piece if BLOCK.match(piece) else fixed_lines(piece.strip()) for piece in pieces
        )


def fixed_lines(text: str) -> str:
    """Return a paragraph, or the lines Ownership, Threading and Since as a list."""
    found = re.split(r"<strong>(Ownership|Threading|Since):</strong>", text)
    lines = "".join(
        f"<dt>{name}</dt><dd>{line.strip()}</dd>"
        for name, line in zip(found[1::2], found[2::2], strict=True)
    )
    before = f"<p>{found[0].strip()}</p>" if found[0].strip() else ""
    return before + (f'<dl class="fixed">{lines}</dl>' if lines else "")
