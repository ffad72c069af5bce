# SPDX-License-Identifier: Apache-2.0
"""The frame of the pages that are ours, and Markdown for them."""

from __future__ import annotations

import html

import markdown2
from pygments.formatters import HtmlFormatter

EXTRAS = ["tables", "fenced-code-blocks", "header-ids", "code-friendly"]
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 72rem; margin: 0 auto;
       padding: 0 1.5rem 4rem; overflow-wrap: break-word; }
nav { border-bottom: 1px solid #ccc; padding: .6rem 0; margin-bottom: 1rem; }
nav a { margin-right: 1rem; }
a { color: #1a5fa8; text-decoration: none; }
a:hover { text-decoration: underline; }
h1, h2 { line-height: 1.2; }
h2 { border-top: 1px solid #ddd; padding-top: 1rem; margin-top: 2rem; }
code, pre { font: 14px/1.45 ui-monospace, monospace; background: #f5f5f5; }
code { padding: 0 .2em; }
pre { padding: .7rem; overflow-x: auto; }
pre code { padding: 0; }
table { border-collapse: collapse; }
td, th { border: 1px solid #ccc; padding: .3rem .6rem; text-align: left; vertical-align: top; }
td code { overflow-wrap: anywhere; }
.member { margin: 1rem 0 0 1.5rem; }
.member > pre { margin: 0; }
"""


def markdown(text: str) -> str:
    """Convert Markdown as GitHub knows it."""
    return str(markdown2.markdown(text, extras=EXTRAS))


def page(title: str, body: str, root: str) -> str:
    """Wrap a body; ``root`` is the way to the index's folder, such as ``../``."""
    links = {
        "index.html": "Index",
        "c/index.html": "C and C++",
        "swift/index.html": "Swift",
        "python/happyoyster.html": "Python",
        "rust/happyoyster/index.html": "Rust",
        "guides/api.html": "Side by side",
    }
    navigation = "".join(f'<a href="{root}{to}">{name}</a>' for to, name in links.items())
    highlighting = HtmlFormatter().get_style_defs(".codehilite")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{STYLE}{highlighting}</style></head>\n"
        f"<body><nav>{navigation}</nav>\n{body}\n</body></html>\n"
    )
