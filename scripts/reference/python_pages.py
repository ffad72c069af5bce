# SPDX-License-Identifier: Apache-2.0
"""The reference of the Python package from pdoc's model: a page for each public module."""

from __future__ import annotations

import html
import inspect
import re
import warnings
from enum import Enum

import happyoyster
import pdoc.doc
import pdoc.docstrings
from frame import Link, Site, coloured, declaration, markdown, member

MODULES = {
    "happyoyster": "The blocking interface",
    "happyoyster.aio": "The interface for asyncio",
    "happyoyster.testing": "Servers for tests",
}
FIRST = (
    "Engine",
    "Travel",
    "Session",
    "VideoView",
    "Frame",
    "FrameBuffer",
    "AudioStream",
    "AudioChunk",
)
"""The classes that a page begins with; the others follow in the order of the alphabet."""
RECEIVERS = ("self", "cls")
CODE = re.compile(r"<code>([A-Za-z_][\w.]*)(\(\))?</code>")


def is_unpublished(module: str, name: str) -> bool:
    """Whether a class of the package is visible only through its subclasses."""
    return module.split(".", maxsplit=1)[0] == "happyoyster" and name not in happyoyster.__all__


def members(cls: pdoc.doc.Class) -> list[pdoc.doc.Doc]:
    """Return the members that a class has for its users.

    Those of unpublished bases are its own. A constructor without a docstring is not for users.
    """
    places = {(cls.modulename, cls.qualname), cls.taken_from}
    own, borrowed = [], []
    for origin, found in cls._members_by_origin.items():
        if origin in places:
            own += found
        elif is_unpublished(*origin):
            borrowed += found
    shown = [one for one in own + borrowed if is_shown(one)]
    return sorted(shown, key=lambda one: one.name != "__init__")


def is_shown(one: pdoc.doc.Doc) -> bool:
    """Whether a member is for users: it is public and described, or a value."""
    if one.name == "__init__":
        return bool(one.docstring)
    return not one.name.startswith("_")


def kind_of(cls: pdoc.doc.Class) -> str:
    """Return the part of the page that a class stands in."""
    if issubclass(cls.obj, BaseException):
        return "Exceptions"
    return "Enumerations" if issubclass(cls.obj, Enum) else "Classes"


def order(cls: pdoc.doc.Class) -> tuple[int, str]:
    """Return the place of a class among its kind: the base of all exceptions is the first."""
    first = (*FIRST, "OysterError")
    return (first.index(cls.name) if cls.name in first else len(first), cls.name)


def docstring(one: pdoc.doc.Doc) -> str:
    """Return a docstring as HTML."""
    # `text. ::` before a block of code means no colon, `text::` means one.
    text = re.sub(r"\s::$", "", one.docstring, flags=re.MULTILINE)
    text = re.sub(r"(\S)::$", r"\1:", text, flags=re.MULTILINE)
    source = one.source_file
    return coloured(markdown(pdoc.docstrings.convert(text, "restructuredtext", source)), "python")


class Page:
    """The page of a module."""

    def __init__(self, module: pdoc.doc.Module, places: dict[str, str]) -> None:
        """Begin a page; ``places`` has the page of each public name, by its full name."""
        self.module, self.places = module, places

    def resolved(self, name: str, scope: pdoc.doc.Doc) -> str | None:
        """Return where a name leads, as seen from a member."""
        scopes = scope.qualname.split(".") if scope.qualname else []
        for length in range(len(scopes), -1, -1):
            for module in (self.module.modulename, "happyoyster"):
                full = ".".join([module, *scopes[:length], name])
                if full in self.places:
                    return "../" + self.places[full]
        return "../" + self.places[name] if name in self.places else None

    def linked(self, text: str, scope: pdoc.doc.Doc) -> str:
        """Return a description with links from the names that have a place."""

        def follow(match: re.Match[str]) -> str:
            target = self.resolved(match[1], scope)
            return f'<a href="{target}">{match[0]}</a>' if target else match[0]

        return CODE.sub(follow, text)

    def code(self, one: pdoc.doc.Doc) -> str:
        """Return a declaration."""
        if isinstance(one, pdoc.doc.Class):
            bases = [name for module, name, _ in one.bases if not is_unpublished(module, name)]
            bases = [name for name in bases if name != "object"]
            text = f"class {one.name}({', '.join(bases)})" if bases else f"class {one.name}"
        elif isinstance(one, pdoc.doc.Function):
            decorators = "".join(f"{line}\n" for line in one.decorators if line != "@override")
            text = f"{decorators}{one.funcdef} {one.name}{signature(one)}"
            if one.name == "__init__":
                text = f"{one.qualname.split('.')[-2]}{signature(one)}"
        else:
            note = getattr(one, "annotation_str", "").removeprefix(": ")
            value = getattr(one, "default_value_str", "")
            value = "" if len(value) > 60 else value
            text = one.name + (f": {note}" if note else "") + (f" = {value}" if value else "")
        links = {
            name.rsplit(".", 1)[1]: "../" + place
            for name, place in self.places.items()
            if name.rpartition(".")[0] in (self.module.modulename, "happyoyster")
            and name.rsplit(".", 1)[1][0].isupper()
        }
        return declaration(short(text), "python", links)

    def entry(self, one: pdoc.doc.Doc) -> str:
        """Return a member of the module with its own members."""
        kind = getattr(one, "kind", "")
        if isinstance(one, pdoc.doc.Class):
            kind = "class"
            values = members(one)
            if kind_of(one) == "Enumerations":
                inner = self.values(values)
            else:
                inner = "".join(self.entry(value) for value in values)
            inner = f'<div class="members">{inner}</div>' if inner else ""
        else:
            inner = ""
            if isinstance(one, pdoc.doc.Function):
                kind = "method" if "." in one.qualname else "function"
            elif isinstance(one, pdoc.doc.Variable):
                kind = "attribute" if "." in one.qualname else "constant"
        name = one.qualname.removesuffix(".__init__")
        name = f"{name}()" if one.name == "__init__" else name
        return (
            member(one.qualname, name, kind, self.code(one), self.linked(docstring(one), one))
            + inner
        )

    def values(self, found: list[pdoc.doc.Doc]) -> str:
        """Return the values of an enumeration as a table, then its other members."""
        rows, others = [], []
        for one in found:
            if isinstance(one, pdoc.doc.Variable) and isinstance(one.default_value, Enum):
                rows.append(
                    f'<tr id="{one.qualname}"><td data-label="Value"><code>{one.name}</code></td>'
                    f'<td data-label="Number"><code>{one.default_value.value!r}</code></td>'
                    f'<td data-label="Meaning">{self.linked(docstring(one), one)}</td></tr>'
                )
            elif one.docstring and isinstance(one, pdoc.doc.Function):
                others.append(self.entry(one))
        head = "<thead><tr><th>Value</th><th>Number</th><th>Meaning</th></tr></thead>"
        table = f'<div class="table"><table>{head}<tbody>{"".join(rows)}</tbody></table></div>'
        return (table if rows else "") + "".join(others)

    def body(self) -> str:
        """Return the page's body."""
        public = [one for one in self.module.members.values() if is_public(self.module, one)]
        classes = [one for one in public if isinstance(one, pdoc.doc.Class)]
        groups: dict[str, list[pdoc.doc.Doc]] = {
            kind: sorted((one for one in classes if kind_of(one) == kind), key=order)
            for kind in ("Classes", "Enumerations", "Exceptions")
        }
        groups["Functions"] = [one for one in public if isinstance(one, pdoc.doc.Function)]
        groups["Constants"] = [one for one in public if isinstance(one, pdoc.doc.Variable)]
        parts = [
            f"<h1>{self.module.modulename}</h1>",
            self.linked(docstring(self.module), self.module),
        ]
        for heading, found in groups.items():
            if found:
                parts.append(f'<h2 id="{heading.lower()}">{heading}</h2>')
                parts.append(self.summary(found))
                parts += [self.entry(one) for one in found]
        return "\n".join(parts)

    def summary(self, found: list[pdoc.doc.Doc]) -> str:
        """Return a table of names with their first sentences."""
        rows = []
        for one in found:
            first = re.split(r"(?<=\.)\s|\n\n", one.docstring.strip(), maxsplit=1)[0].rstrip(":")
            text = re.sub("</?p>", "", self.linked(markdown(first.replace("``", "`")), one))
            text = re.sub(r":\w+:(<code>)", r"\1", text)
            rows.append(
                f'<tr><td><a href="#{one.qualname}"><code>{one.name}</code></a></td>'
                f"<td>{text}</td></tr>"
            )
        return (
            f'<div class="table summary"><table><tbody>{"".join(rows)}</tbody></table></div>'
            if len(found) > 3
            else ""
        )


def is_public(module: pdoc.doc.Module, one: pdoc.doc.Doc) -> bool:
    """Whether a module's member is for users."""
    names = getattr(module.obj, "__all__", None)
    if isinstance(one, pdoc.doc.Module) or one.name.startswith("_"):
        return False
    return one.name in names if names is not None else bool(one.docstring)


def signature(one: pdoc.doc.Function) -> str:
    """Return a signature without `self`, with one parameter on each line when it is long."""
    shown = [value for name, value in one.signature.parameters.items() if name not in RECEIVERS]
    result = one.signature.return_annotation
    result = one.signature.empty if one.name == "__init__" else result
    # A type variable is written as `~T`.
    text = str(one.signature.replace(parameters=shown, return_annotation=result)).replace("~", "")
    if len(text) + len(one.name) <= 76:
        return text
    parameters = [str(value) for value in shown]
    kinds = [value.kind for value in shown]
    keyword = inspect.Parameter.KEYWORD_ONLY
    stars = kinds.index(keyword) if keyword in kinds else None
    if stars is not None:
        parameters.insert(stars, "*")
    _, _, after = text.rpartition(")")
    lines = "".join(f"    {parameter},\n" for parameter in parameters)
    return f"(\n{lines}){after}"


def short(text: str) -> str:
    """Leave out the modules of the package's own and of the standard library's types."""
    text = re.sub(
        r"\b(happyoyster|collections|typing|types|os|pathlib|datetime)(\.\w+)*\.", "", text
    )
    text = re.sub(r"-> _[A-Z]\w*$", "-> Self", text)
    return re.sub(r"<([A-Z]\w+\.\w+): [^>]+>", r"\1", text)


def name_of(module: str) -> str:
    """Return the name of a module's page."""
    return (
        f"python/{'index' if module == 'happyoyster' else module.rsplit('.', maxsplit=1)[-1]}.html"
    )


def menu() -> tuple[Link, ...]:
    """Return the menu's lines."""
    return tuple(Link(module, name_of(module)) for module in MODULES)


def write(site: Site) -> None:
    """Write the pages; pdoc's warnings are errors."""
    warnings.simplefilter("error", UserWarning)
    modules = [pdoc.doc.Module.from_name(name) for name in MODULES]
    places = {}
    for module in modules:
        page = name_of(module.modulename)
        places[module.modulename] = page
        for one in module.members.values():
            if not is_public(module, one):
                continue
            places[f"{module.modulename}.{one.qualname}"] = f"{page}#{one.qualname}"
            for inner in members(one) if isinstance(one, pdoc.doc.Class) else []:
                full = f"{module.modulename}.{one.qualname}.{inner.name}"
                places[full] = f"{page}#{html.escape(inner.qualname)}"
    for module in modules:
        site.write(name_of(module.modulename), module.modulename, Page(module, places).body())
