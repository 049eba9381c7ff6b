"""Names: the field's terms throughout, and no docstring that speaks of something that is gone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rollwrite_desktop.games import GAMES
from tests.sources import MODULES, nodes_of

ROOT = Path(__file__).parents[1]
OLD = frozenset(re.findall(r"\w+", """
    Tableside RaceSide Weighing weighing Explaining Explained Desk desk show_desk leaflet jotted Lapse lapse Told told _told
    _said Teller beacon furniture Furniture shelf _shelf keeping retold trouble Trouble Sought sought _furnish Course course
    physical _TooLong SoundPart sound_part sound_job keep_sound seems_sound start_door RollLists Ways Looks
    toll Outlook Batch
"""))
"""Names that have given way to terms of the field."""
ALLOWED = {"course": ("play/review/replay.py",)}  # the course of the score
EXAMPLES = {"rounds_5", "tiep1", "r2p1", "a1", "a2", "JOBOBJECT_EXTENDED_LIMIT_INFORMATION"}
"""Ids as files have them, and a structure of Windows."""
NAMED = {
    ast.Name: "id", ast.Attribute: "attr", ast.arg: "arg", ast.keyword: "arg", ast.alias: "name", ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name", ast.ClassDef: "name",
}
"""Where each kind of node has its name."""
GIVEN = {ast.arg, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef}
TICKED = re.compile(r"(?<!`)`([A-Za-z_][A-Za-z_0-9]*(?:\.[A-Za-z_][A-Za-z_0-9]*)*(?:\(\))?)`(?!`)")

EXPLAINED = re.compile(r"(?:^|[.;] )((?:`?[a-z_]+`?, )*`?[a-z_]+`?): ")
"""The fields that a sentence of a docstring explains, as here: "players, parts: in the same order"."""


@cache
def known() -> frozenset[str]:
    """Every name, word of a string and name of a file in the project."""
    found: set[str] = set()
    for folder in ("rollwrite_desktop", "tests", "packaging", "assets", "sheets"):
        for path in (ROOT / folder).rglob("*"):
            found |= {path.name, path.stem}
    for within in MODULES:
        prose = {id(node) for node, _ in docstrings(nodes_of(within))}
        for node in nodes_of(within):
            kind = type(node)
            if kind is ast.Constant:
                if isinstance(node.value, str) and id(node) not in prose:
                    found.update(re.findall(r"\w+", node.value))
            elif kind in NAMED:
                found.update((getattr(node, NAMED[kind]) or "").split("."))
    return frozenset(found)


def docstrings(found: Iterable[ast.AST]) -> list[tuple[ast.Constant, str]]:
    """The strings that stand by themselves."""
    return [
        (node.value, node.value.value) for node in found
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]


def bound(found: Iterable[ast.AST]) -> list[tuple[int, str]]:
    """The names that a module gives: functions, classes, parameters, variables and attributes."""
    return [
        (node.lineno, getattr(node, NAMED[type(node)])) for node in found
        if type(node) in GIVEN or (type(node) in (ast.Name, ast.Attribute) and isinstance(node.ctx, ast.Store))
    ]


def explained(struct: ast.ClassDef) -> set[str]:
    """The fields that the docstring of a struct explains."""
    text = " ".join((ast.get_docstring(struct) or "").split())
    return {name.strip("`") for some in EXPLAINED.findall(text) for name in some.split(", ")}


def declared(struct: ast.ClassDef) -> set[str]:
    """The fields and methods that a struct has of its own."""
    fields = {node.target for node in struct.body if isinstance(node, ast.AnnAssign)}
    methods = {node.name for node in struct.body if isinstance(node, ast.FunctionDef)}
    return methods | {field.id for field in fields if isinstance(field, ast.Name)}


def test_old_names_do_not_come_back() -> None:
    found = []
    for within in MODULES:
        found += [
            f"{within}:{line}: {name}" for line, name in bound(nodes_of(within))
            if name in OLD and within not in ALLOWED.get(name, ())
        ]
    assert not found


def test_what_docstrings_name_exists() -> None:
    found, there = [], known() | EXAMPLES
    for within in MODULES:
        for node, text in docstrings(nodes_of(within)):
            for name in TICKED.findall(text):
                parts = [part for part in name.removesuffix("()").split(".") if part not in ("py", "md", "json")]
                found += [f"{within}:{node.lineno}: {name}" for part in parts[-1:] if part not in there]
    assert not found


def test_a_struct_explains_fields_that_it_has() -> None:
    found = []
    for within in MODULES:
        module = nodes_of(within)[0]
        for node in module.body if isinstance(module, ast.Module) else ():
            if isinstance(node, ast.ClassDef) and any("Struct" in ast.unparse(base) for base in node.bases):
                found += [f"{within}:{node.lineno}: {name}" for name in explained(node) - declared(node)]
    assert not found


def test_the_kit_names_no_boxes_of_a_game() -> None:
    """All have rounds."""
    titled = {group for game in GAMES.values() for group in game.play.box_titles} - {"rounds"}
    kit = [within for within in MODULES if within.startswith(("core/", "gamekit/", "solver/"))]
    named = {node.value for within in kit for node in nodes_of(within) if isinstance(node, ast.Constant)}
    assert titled and kit and not titled & named
    tables = {
        key.value for within in MODULES if not within.startswith("games/") for node in nodes_of(within)
        if isinstance(node, ast.Dict) for key in node.keys if isinstance(key, ast.Constant)
    }
    assert not titled & tables, "nobody else knows what they are called"


def test_the_check_itself_finds_what_is_gone() -> None:
    found = tuple(ast.walk(ast.parse('"""See `gone_for_good` and `Path`."""\ndef told(jotted): self.shelf = 1')))
    assert [name for _, name in bound(found) if name in OLD] == ["told", "jotted", "shelf"]
    assert TICKED.findall(docstrings(found)[0][1]) == ["gone_for_good", "Path"] and "gone_for_good" not in known()
    struct = ast.parse('class Part(Struct):\n    """One paper. marks, lapses: as written."""\n    marks: str').body[0]
    assert isinstance(struct, ast.ClassDef) and explained(struct) - declared(struct) == {"lapses"}
