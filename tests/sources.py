"""The modules of the program as syntax trees, parsed and walked once for all tests that read them; not to be changed."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import rollwrite_desktop

PROGRAM = Path(rollwrite_desktop.__file__).parent
MODULES = tuple(sorted(path.relative_to(PROGRAM).as_posix() for path in PROGRAM.rglob("*.py")))
"""Every module of the program by its path in it."""


@cache
def tree_of(module: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse((PROGRAM / module).read_text("utf-8"))


@cache
def nodes_of(module: str) -> tuple[ast.AST, ...]:
    """Everything in the tree of a module, from the outside to the inside."""
    return tuple(ast.walk(tree_of(module)))
