# SPDX-License-Identifier: Apache-2.0
"""The frame of every page (header, menu, contents), and the parts that all languages share."""

from __future__ import annotations

import html
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import markdown2
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

WIDE = 5
"""A table with so many columns takes the place of a page's contents."""
EXTRAS = ["tables", "fenced-code-blocks", "header-ids", "code-friendly", "cuddled-lists"]
HERE = Path(__file__).parent
TAG = re.compile(r"<[^>]+>")
HEADING = re.compile(
    r'<h(?P<level>[23]) id="(?P<id>[^"]+)"[^>]*>(?P<text>.*?)</h(?P=level)>'
    r'|<section class="member" id="(?P<member>[^"./:]+)" data-name="(?P<name>[^"]+)"'
    r'|<section id="(?P<rust>(?:method|variant|structfield)\.(?P<short>\w+))"',
    re.DOTALL,
)


@dataclass(frozen=True)
class Link:
    """A line of the menu; the page is named from the site's root."""

    text: str
    page: str
    children: tuple[Link, ...] = ()
    folder: str = ""
    """The pages that belong to this line beside its own, if any."""

    def is_current(self, here: str) -> bool:
        """Whether a page is this line's."""
        return here == self.page or bool(self.folder and here.startswith(self.folder))


@dataclass
class Site:
    """Where pages are written, and the menu that all of them show."""

    output: Path
    version: str
    menu: list[tuple[str, list[Link]]] = field(default_factory=list)

    def write(self, name: str, title: str, body: str) -> None:
        """Write a page; ``name`` is its path from the site's root."""
        path = self.output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        root = "../" * name.count("/")
        path.write_text(self._frame(name, title, body, root))

    def write_assets(self) -> None:
        """Write the style sheet and the script that pages share."""
        own = (HERE / "style.css").read_text()
        light = HtmlFormatter(style="friendly").get_style_defs(".codehilite")
        dark = HtmlFormatter(style="github-dark")
        by_choice = dark.get_style_defs(":root[data-theme=dark] .codehilite")
        by_system = dark.get_style_defs(":root:not([data-theme=light]) .codehilite")
        by_system = f"@media (prefers-color-scheme: dark) {{{by_system}}}"
        sheet = "\n".join([light, by_choice, by_system, own])
        (self.output / "style.css").write_text(sheet)
        shutil.copyfile(HERE / "site.js", self.output / "site.js")

    def _menu(self, here: str, root: str) -> str:
        parts = []
        for heading, links in self.menu:
            parts.append(f"<h2>{html.escape(heading)}</h2><ul>")
            for link in links:
                parts.append(f"<li>{self._line(link, here, root)}")
                if any(one.is_current(here) for one in (link, *link.children)) and link.children:
                    children = "".join(
                        f"<li>{self._line(one, here, root)}</li>" for one in link.children
                    )
                    parts.append(f"<ul>{children}</ul>")
                parts.append("</li>")
            parts.append("</ul>")
        return "".join(parts)

    @staticmethod
    def _line(link: Link, here: str, root: str) -> str:
        current = ' aria-current="page"' if link.is_current(here) else ""
        return f'<a href="{root}{link.page}"{current}>{html.escape(link.text)}</a>'

    def _frame(self, name: str, title: str, body: str, root: str) -> str:
        wide = " wide" if 'class="table wide"' in body else ""
        return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)} · libhappyoyster</title>
<link rel="stylesheet" href="{root}style.css">
<script src="{root}site.js" data-root="{root}"></script></head>
<body><a class="skip" href="#main">Skip to the text</a>
<input type="checkbox" id="menu-switch" hidden>
<header><label for="menu-switch" title="Menu">☰</label>
<a class="brand" href="{root}index.html">libhappyoyster <small>{self.version}</small></a>
<input id="search" type="search" placeholder="Search all pages" autocomplete="off"
 aria-label="Search"><button id="theme" title="Light or dark" aria-label="Light or dark">◐</button>
<div id="results" hidden></div></header>
<div class="columns{wide}"><nav class="menu">{self._menu(name, root)}</nav>
<main id="main">{body}</main>{contents(body)}</div>
</body></html>
"""


def contents(body: str) -> str:
    """Return the list of a page's headings and types; nothing when there are fewer than three."""
    found = list(HEADING.finditer(body))
    if len(found) < 3:
        return '<nav class="contents"></nav>'
    lines = "".join(
        f'<li class="level{one["level"] or 3}">'
        f'<a href="#{one["id"] or one["member"] or one["rust"]}">'
        f"{TAG.sub('', one['text'] or one['name'] or one['short']).replace('_', '_<wbr>')}</a></li>"
        for one in found
    )
    return f'<nav class="contents"><h2>On this page</h2><ul>{lines}</ul></nav>'


def markdown(text: str) -> str:
    """Convert Markdown as GitHub does, with tables that a narrow screen shows row by row."""
    return labelled_tables(str(markdown2.markdown(text, extras=EXTRAS)))


def coloured(text: str, language: str) -> str:
    """Give the blocks of code of a description the colours of their language."""

    def block(match: re.Match[str]) -> str:
        formatter = HtmlFormatter(cssclass="codehilite")
        code = html.unescape(match[1])
        return str(highlight(code, get_lexer_by_name(language), formatter))

    return re.sub(r"<pre><code>(.*?)</code></pre>", block, text, flags=re.DOTALL)


def labelled_tables(text: str) -> str:
    """Give each cell of a table the heading of its column."""

    def table(match: re.Match[str]) -> str:
        headings = [TAG.sub("", one) for one in re.findall(r"<th[^>]*>(.*?)</th>", match[0])]
        row = re.compile(r"<tr>(?:(?!</tr>).)*<td.*?</tr>", re.DOTALL)

        def cells(found: re.Match[str]) -> str:
            names = iter(headings)
            return re.sub(
                r"<td", lambda _: f'<td data-label="{html.escape(next(names, ""))}"', found[0]
            )

        filled = row.sub(cells, match[0])
        if not any(heading.strip() for heading in headings):
            filled = re.sub(r"<thead>.*?</thead>", "", filled, flags=re.DOTALL)
        if len(headings) < WIDE:
            return f'<div class="table">{filled}</div>'
        # Long names may break after each of their parts.
        filled = re.sub(r"(?<=\w)(_|\.|::)(?=\w)", r"\1<wbr>", filled)
        return f'<div class="table wide">{filled}</div>'

    return re.sub(r"<table>.*?</table>", table, text, flags=re.DOTALL)


def declaration(code: str, language: str, links: dict[str, str] | None = None) -> str:
    """Return a declaration in colours, with links from the names that have a page."""
    formatter = HtmlFormatter(cssclass="codehilite declaration")
    text = str(highlight(code, get_lexer_by_name(language), formatter))

    def follow(match: re.Match[str]) -> str:
        target = (links or {}).get(match[1])
        return f'><a href="{target}">{match[1]}</a><' if target else match[0]

    return re.sub(r">(\w+)<", follow, text)


def member(anchor: str, name: str, kind: str, code: str, description: str) -> str:
    """Return a function, type or constant: name, declaration and description."""
    quoted = html.escape(anchor)
    return (
        f'<section class="member" id="{quoted}" data-name="{html.escape(name)}"'
        f' data-kind="{html.escape(kind)}">'
        f'<h4><a href="#{quoted}">{html.escape(name)}</a> <small>{html.escape(kind)}</small></h4>\n'
        f"{code}{description}</section>\n"
    )
