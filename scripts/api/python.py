# SPDX-License-Identifier: Apache-2.0
"""Names of the Python package: ``Travel.start``, ``log.forward``, ``aio.Engine``."""

from __future__ import annotations

import ast
from pathlib import Path

SHARED = {"Engine", "EventStream", "Session", "SessionEventStream", "Travel", "VideoView"}
"""Classes that the asyncio layer has, too, under the same names."""
UNLIKE = {"EventStream.get", "SessionEventStream.get"}
"""Members of those that only make sense where calls block."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def names(root: Path) -> set[str]:
    """Return what the package exports, and the members of its classes."""
    package = root / "bindings/python/happyoyster"
    modules = {path.stem: ast.parse(path.read_text()) for path in package.glob("*.py")}
    exported = _all(modules["__init__"])
    found = set(exported)
    for name in exported:
        for module, node in _classes(modules, name, among=set(modules) - _for_asyncio(modules)):
            found |= {f"{name}.{member}" for member in _members(modules, module, node)}
    for module in exported & set(modules):
        found |= {f"{module}.{function}" for function in _functions(modules[module])}
    return found - _missing_in_aio(modules, found)


def _for_asyncio(modules: dict[str, ast.Module]) -> set[str]:
    """Return the names of the modules of the asyncio layer."""
    return {name for name in modules if name == "aio" or name.startswith("_aio_")}


def _missing_in_aio(modules: dict[str, ast.Module], found: set[str]) -> set[str]:
    """Return the members of shared classes that the asyncio layer lacks."""
    there = set(UNLIKE)
    for name in SHARED & _all(modules["aio"]):
        for module, node in _classes(modules, name, among=_for_asyncio(modules)):
            there |= {name} | {f"{name}.{member}" for member in _members(modules, module, node)}
    return {name for name in found if name.split(".")[0] in SHARED} - there


def _all(module: ast.Module) -> set[str]:
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def _functions(module: ast.Module) -> set[str]:
    names = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}
    return {name for name in names if not name.startswith("_")}


def _classes(
    modules: dict[str, ast.Module], name: str, among: set[str]
) -> list[tuple[str, ast.ClassDef]]:
    """Return the classes of a name, with the modules that define them."""
    return [
        (module, node)
        for module in sorted(among)
        for node in modules[module].body
        if isinstance(node, ast.ClassDef) and node.name == name
    ]


def _targets(node: ast.AST) -> list[str]:
    """Return what a statement assigns to."""
    if isinstance(node, ast.AnnAssign):
        return [ast.unparse(node.target)]
    return [ast.unparse(target) for target in node.targets] if isinstance(node, ast.Assign) else []


def _members(modules: dict[str, ast.Module], module: str, node: ast.ClassDef) -> set[str]:
    """Return the public members of a class and of its bases in the package."""
    found = {part.name for part in node.body if isinstance(part, FUNCTIONS)}
    found |= {name for part in node.body for name in _targets(part)}
    inside = {name for part in ast.walk(node) for name in _targets(part)}
    found |= {name.removeprefix("self.") for name in inside if name.startswith("self.")}
    for base in node.bases:
        base_name = ast.unparse(base).split("[")[0]
        for parent, parent_node in _classes(modules, base_name, set(modules)):
            found |= _members(modules, parent, parent_node)
    return {name for name in found if not name.startswith("_") or name == "__del__"}
