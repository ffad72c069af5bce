#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the reference of the Python package with pdoc; its warnings are errors.

python_pages.py OUTPUT
"""

from __future__ import annotations

import re
import sys
import warnings
from pathlib import Path

import happyoyster
import pdoc
import pdoc.doc
import pdoc.docstrings

MODULES = ("happyoyster", "happyoyster.aio", "happyoyster.testing")


def own_members(self: pdoc.doc.Class) -> list[pdoc.doc.Doc]:
    """Return the members that a class has for its users.

    Those of unpublished bases are its own. A constructor without a docstring is not for users.
    """
    places = {(self.modulename, self.qualname), self.taken_from}
    own, borrowed = [], []
    for origin, members in self._members_by_origin.items():
        if origin in places:
            own += members
        elif is_unpublished(*origin):
            borrowed += members
    return [one for one in own + borrowed if one.name != "__init__" or one.docstring]


def is_unpublished(module: str, name: str) -> bool:
    """Whether a class of the package can only be seen through its subclasses."""
    return module.split(".", maxsplit=1)[0] == "happyoyster" and name not in happyoyster.__all__


def plain_colons(docstring: str, *rest: object) -> str:
    """Turn the `::` before a block of code into a colon; pdoc leaves it as it is."""
    return re.sub(r"\s?::$", ":", ORIGINAL(docstring, *rest), flags=re.MULTILINE)


ORIGINAL = pdoc.docstrings.rst


def main() -> int:
    """Write the pages."""
    pdoc.docstrings.rst = plain_colons
    pdoc.doc.Class.own_members = property(own_members)
    warnings.simplefilter("error", UserWarning)
    pdoc.render.configure(
        docformat="restructuredtext",
        show_source=False,
        template_directory=Path(__file__).parent / "pdoc",
    )
    pdoc.pdoc(*MODULES, output_directory=Path(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
