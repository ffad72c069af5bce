# SPDX-License-Identifier: Apache-2.0
"""The reference of C and C++ from doxygen's XML: a page for each header."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from doxygen import Reference, children, flat
from doxygen_text import Describer
from frame import Link, Site, declaration, member

HEADINGS = {
    "class": "Classes",
    "struct": "Structs",
    "enum": "Enumerations",
    "typedef": "Types",
    "function": "Functions",
    "variable": "Constants",
    "define": "Macros",
}
WIDTH = 72
"""A declaration that is longer has one parameter on each line."""


def is_plain(element: Element) -> bool:
    """Whether a struct has fields alone."""
    return not any(one.get("kind") == "function" for one in children(element))


def field(element: Element) -> str:
    """Return the declaration of a field."""
    kind, name = flat(element.find("type")), flat(element.find("name"))
    space = "" if kind.endswith("*") or "(*" in kind else " "
    return f"{kind}{space}{name}{flat(element.find('argsstring'))}"


def compound(element: Element) -> str:
    """Return the declaration of a class or a struct, with its fields when it has nothing else."""
    name = flat(element.find("compoundname")).removeprefix("oyster::")
    if not is_plain(element):
        return f"{element.get('kind')} {name}"
    lines = "".join(f"    {field(one)};\n" for one in children(element))
    return f"{element.get('kind')} {name} {{\n{lines}}};"


def alias(element: Element, language: str) -> str:
    """Return the declaration of a type's name."""
    result, name = flat(element.find("type")), flat(element.find("name"))
    if "(*" in result:
        return f"typedef {result}{name}{flat(element.find('argsstring'))};"
    return f"typedef {result} {name};" if language == "c" else f"using {name} = {result};"


def macro(element: Element) -> str:
    """Return the declaration of a macro."""
    names = [flat(one) for one in element.iter("defname")]
    parameters = f"({', '.join(names)})" if names else ""
    return f"#define {flat(element.find('name'))}{parameters}"


def callable_or_value(element: Element, language: str) -> str:
    """Return the declaration of a function or a constant."""
    template = flat(element.find("templateparamlist"))
    shape = f"template <{template}>\n" if template else ""
    static = "static " if element.get("static") == "yes" and language == "cpp" else ""
    start = f"{shape}{static}{flat(element.find('type'))} {flat(element.find('name'))}".strip()
    if element.get("kind") == "variable":
        value = flat(element.find("initializer"))
        return f"{start}{' ' + value if value else ''};"
    return wrapped(f"{start}{flat(element.find('argsstring'))};")


def wrapped(line: str) -> str:
    """Return a long declaration with one parameter on each line."""
    if len(line.rsplit("\n", maxsplit=1)[-1]) <= WIDTH or "(" not in line:
        return line
    before, _, rest = line.partition("(")
    inner, mark, after = rest.rpartition(")")
    depth, parts, current = 0, [], ""
    for letter in inner:
        depth += (letter in "(<{") - (letter in ")>}")
        if letter == "," and depth == 0:
            parts, current = [*parts, current.strip()], ""
        else:
            current += letter
    joined = ",\n    ".join([*parts, current.strip()])
    return f"{before}(\n    {joined}\n{mark}{after}"


def code(element: Element, language: str) -> str:
    """Return a declaration in its language."""
    kind = element.get("kind")
    if kind in ("class", "struct"):
        return compound(element)
    if kind == "enum":
        strong = " class" if element.get("strong") == "yes" else ""
        return f"enum{strong} {flat(element.find('name'))}"
    if kind == "define":
        return macro(element)
    return alias(element, language) if kind == "typedef" else callable_or_value(element, language)


def is_shown(element: Element) -> bool:
    """Leave out a special member function without a description."""
    name = flat(element.find("name"))
    special = name.startswith(("operator=", "~")) or not flat(element.find("type"))
    return not special or bool(flat(element.find("briefdescription")))


def table(headings: tuple[str, ...], rows: list[tuple[str, ...]], kind: str = "") -> str:
    """Return a table whose cells know their headings."""
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = ""
    for row in rows:
        named = zip(headings or [""] * len(row), row, strict=True)
        cells = (f'<td data-label="{label}">{cell}</td>' for label, cell in named)
        body += f"<tr>{''.join(cells)}</tr>"
    head = f"<thead><tr>{head}</tr></thead>" if headings else ""
    return f'<div class="table {kind}"><table>{head}<tbody>{body}</tbody></table></div>'


class Writer(Describer):
    """Writes the page of one header."""

    def values(self, element: Element) -> str:
        """Return an enumeration's values as a table."""
        rows = [
            (
                f"<code>{flat(one.find('name'))}</code>",
                f"<code>{self.linked(flat(one.find('initializer')).lstrip('= '))}</code>",
                self.joined(one),
            )
            for one in element.iter("enumvalue")
        ]
        if any(meaning for *_, meaning in rows):
            return table(("Value", "Equals", "Meaning"), rows)
        return table(("Value", "Equals"), [row[:2] for row in rows])

    def fields(self, element: Element) -> str:
        """Return a struct's fields as a table."""
        rows = [
            (f"<code>{flat(one.find('name'))}</code>", self.joined(one))
            for one in children(element)
        ]
        return table(("Field", "Meaning"), rows)

    def entry(self, element: Element) -> str:
        """Return a declaration with all that belongs to it."""
        kind, anchor = element.get("kind", ""), self.reference.anchor(element)
        body, inner = self.described(element), ""
        if kind == "enum":
            body += self.values(element)
        elif kind in ("class", "struct") and is_plain(element):
            body += self.fields(element)
        elif kind in ("class", "struct"):
            shown = (one for one in children(element) if one.get("id") in self.reference.targets)
            inner = "".join(self.entry(one) for one in shown if is_shown(one))
        # doxygen writes `Result< void >`.
        text = code(element, self.language).replace("< ", "<").replace(" >", ">")
        lines = declaration(text, self.language, self.links)
        # The second and later ones of overloaded functions have a number in their anchors.
        name = re.sub(r"-\d+$", "", anchor)
        members = f'<div class="members">{inner}</div>' if inner else ""
        return member(anchor, name, kind, lines, body) + members

    def summary(self, found: list[Element]) -> str:
        """Return a table of declarations, each with its first sentence."""
        if len(found) < 4:
            return ""
        rows = []
        for one in found:
            anchor = self.reference.anchor(one)
            if not re.search(r"-\d+$", anchor):
                name = f'<a href="#{anchor}"><code>{anchor}</code></a>'
                rows.append((name, self.first(one)))
        return table((), rows, "summary")

    def headers(self) -> str:
        """Return a table of all headers of the language."""
        suffix = "h" if self.header.folder == "c" else "hpp"
        rows = [
            (
                f'<a href="{self.link(one.name)}"><code>{one.stem}.{suffix}</code></a>',
                self.first(one.element),
            )
            for one in self.reference.ordered(self.header.folder)
        ]
        return f'<h2 id="headers">Headers</h2>{table((), rows, "summary")}'

    def page(self) -> str:
        """Return the page's body."""
        element = self.header.element
        parts = [f"<h1>{element.findtext('compoundname')}</h1>", self.described(element)]
        for kind, heading in HEADINGS.items():
            found = [one for one in self.header.declared if one.get("kind") == kind]
            if found:
                parts += [f'<h2 id="{kind}s">{heading}</h2>', self.summary(found)]
                parts += [self.entry(one) for one in found]
        if self.header.stem == "happyoyster":
            parts.append(self.headers())
        return "\n".join(parts)


def menu(reference: Reference, folder: str) -> tuple[Link, ...]:
    """Return the menu's lines of a language."""
    suffix = "hpp" if folder == "cpp" else "h"
    return tuple(Link(f"{one.stem}.{suffix}", one.name) for one in reference.ordered(folder))


def write(reference: Reference, site: Site) -> None:
    """Write every header's page."""
    for header in reference.headers:
        body = Writer(reference, header).page()
        site.write(header.name, header.element.findtext("compoundname", ""), body)
