"""Who imports whom: games stand alone, rules never draw, and no two modules import each other, directly or in a ring.

The layers are contracts of import-linter in pyproject.toml; what depends on which games there are is made from `GAMES`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import grimp
import pytest

import rollwrite_desktop
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.ui.window.app import AHEAD, AHEAD_OF_GAMES
from tests.laws.demands import law
from tests.sources import MODULES, PROGRAM, nodes_of

PACKAGE = "rollwrite_desktop"
HOUSE = f"{PACKAGE}.games"
FOLDERS = sorted(
    path.parent.name for path in Path(rollwrite_desktop.__file__).parent.glob("games/*/__init__.py")
)
PURE = ("play.model", "play.rules", "check.audit", "think.bots")
"""Modules of a game that never draw."""
ON_DEMAND = re.compile(r'on_demand\(f"{__package__}\.([\w.]+):(\w+)"\)')
ROOMS = ("play", "check", "think", "words")
"""The rooms of a game and of `gamekit`; the last three stand on the first, and not on each other."""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """The import graph of the whole package."""
    return grimp.build_graph(PACKAGE, cache_dir=None)


@law("listed")
def test_the_only_list_of_games_names_every_folder() -> None:
    """A folder that begins with an underscore is a template."""
    assert sorted(GAMES) == [name for name in FOLDERS if not name.startswith("_")]


@law("imports")
@pytest.mark.parametrize("game", FOLDERS)
def test_a_game_imports_no_other_game_and_not_their_list(graph: grimp.ImportGraph, game: str) -> None:
    own = graph.find_descendants(f"{HOUSE}.{game}") | {f"{HOUSE}.{game}"}
    strangers = {
        f"{module} imports {other}"
        for module in own for other in graph.find_modules_directly_imported_by(module)
        if other not in own and (other == HOUSE or other.startswith(f"{HOUSE}."))
    }
    assert not strangers


@law("imports")
@pytest.mark.parametrize("game", FOLDERS)
@pytest.mark.parametrize("part", PURE)
def test_rules_audits_and_computer_players_never_draw(graph: grimp.ImportGraph, game: str, part: str) -> None:
    chain = graph.find_shortest_chains(f"{HOUSE}.{game}.{part}", f"{PACKAGE}.draw") if (
        f"{HOUSE}.{game}.{part}" in graph.modules) else set()
    assert not chain


def room_of(module: str) -> tuple[str, str]:
    """The house and room of a module in a game or in `gamekit`; "" for the room where it stands at the top of its house."""
    within = module.removeprefix(f"{HOUSE}.").removeprefix(f"{PACKAGE}.").split(".")
    return within[0], within[1] if len(within) > 2 or within[-1] in ROOMS else ""


def test_rooms_of_games_stand_on_play_and_not_on_each_other(graph: grimp.ImportGraph) -> None:
    found: dict[str, list[str]] = {}
    for house in [*(f"{HOUSE}.{name}" for name in FOLDERS), f"{PACKAGE}.gamekit"]:
        for module in sorted(graph.find_descendants(house)):
            own, room = room_of(module)
            assert room in ("", *ROOMS), f"{module}: there are four rooms"
            for other in sorted(graph.find_modules_directly_imported_by(module)):
                if room and room_of(other)[0] in (own, "gamekit") and room_of(other)[1] not in ("", "play", room):
                    found.setdefault(module.removeprefix(f"{HOUSE}."), []).append(other.removeprefix(f"{HOUSE}."))
    assert not found


def test_no_module_imports_itself_by_a_detour(graph: grimp.ImportGraph) -> None:
    needs = {
        module: {other for other in graph.find_modules_directly_imported_by(module) if not module.startswith(other + ".")}
        for module in graph.modules
    }
    rings = [ring for ring in components(needs) if len(ring) > 1]
    assert not rings


def test_modules_that_are_named_before_they_are_needed_are_there(graph: grimp.ImportGraph) -> None:
    """The window imports these by name, while nobody waits: it would fail a second after it opened."""
    parts = [{game for game in FOLDERS if f"{HOUSE}.{game}.{part}" in graph.modules} for part in AHEAD_OF_GAMES]
    assert {f"{PACKAGE}.{name}" for name in AHEAD} <= graph.modules and all(parts)


def test_what_games_load_on_demand_is_there(graph: grimp.ImportGraph) -> None:
    contents = {path.parent.name: path.read_text("utf-8") for path in PROGRAM.glob("games/*/rooms.py")}
    named = [
        (f"{HOUSE}.{game}.{module}", name) for game, text in contents.items() for module, name in ON_DEMAND.findall(text)
    ]
    assert contents and len(named) >= 3 * len(contents)
    assert {module for module, _ in named} <= graph.modules
    assert all(hasattr(import_module(module), name) for module, name in named)


def test_windows_are_asked_by_names_that_mypy_sees() -> None:
    """No `getattr(page, "menus", None)`: what pages have in common is `ui/kit/page.py`."""
    found = [
        f"{module}:{node.lineno}: {ast.unparse(node)}"
        for module in MODULES if module.startswith("ui/") for node in nodes_of(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        and node.func.id in ("getattr", "hasattr", "setattr") and isinstance(node.args[1], ast.Constant)
    ]
    assert not found


def components(needs: dict[str, set[str]]) -> Iterator[list[str]]:
    """The strongly connected components of a graph, by Tarjan's algorithm."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(node: str) -> Iterator[list[str]]:
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(needs[node]):
            if other not in number:
                yield from visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            at = stack.index(node)
            yield sorted(stack[at:])
            del stack[at:]

    for node in sorted(needs):
        if node not in number:
            yield from visit(node)
