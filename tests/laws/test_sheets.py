"""What `check-sheet` accepts can be loaded, drawn, printed, played to the end and checked; what it refuses is refused by
every loader with the same sentence. Held to it: small maps made here and shipped sheets, altered in one to three places."""

from __future__ import annotations

import copy
import json
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.play.opening.check_sheet import sheet_faults
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.paper.audit_files import entered_paper
from rollwrite_desktop.sheet.load import LOOKED_AT, NotASheet, load
from rollwrite_desktop.sheet.sheet import Sheet
from tests.laws.demands import law
from tests.laws.made_sheets import COLORS, Raw, boxes, of, tiles
from tests.laws.sheet_uses import works
from tests.sampling import sampled

pytestmark = [law("sheet"), pytest.mark.slow]
Draw = Callable[[st.SearchStrategy[Any]], Any]
PARTS = {"red": ["North", "West"], "blue": ["North", "East"], "green": ["South", "West"], "yellow": ["South", "East"]}


@cache
def base(name: str) -> Raw:
    """A sheet to begin with, playable: a small map of each map game, or a shipped sheet."""
    match name:
        case "states":
            powers = (("change", 3), ("guard", 3), ("dupe", 3))
            return tiles("rolling_america", 4, 3, COLORS, values={"rounds": 2},
                         boxes=boxes(("rounds", 2), *powers, ("xs", 1), ("player", 1)))
        case "tour":
            raw = tiles("on_tour", 4, 3, tuple(PARTS), values={"cards": 3}, joined="lines", corner_links=[],
                        boxes=boxes(("player", 1), ("areas", 1), ("circles", 1), ("total", 1)))
            raw["regions"] = [region | {"within": PARTS[region["id"]]} for region in raw["regions"]]
            raw["cards"] = [f"{space['id']} {PARTS[space['region']][0]}" for space in raw["spaces"]]
            return raw
        case _:
            raw = json.loads((SHEETS / f"{name}.json").read_bytes())
            return raw if name != "hexroller_back" else raw | {"values": raw["values"] | {"dice": 4}}


NAMES = ("states", "tour", "hexroller_back", "ligretto_dice_board", "ligretto_dice_score_2")


# ---------------------------------------------------------------------- altering


def place(draw: Draw, value: Any) -> tuple[Any, ...]:
    """The way to something in a sheet, as likely an item of a long list as one of a short one."""
    if not isinstance(value, dict | list) or not value:
        return ()
    key = draw(st.sampled_from(list(value) if isinstance(value, dict) else range(len(value))))
    deeper = isinstance(value[key], dict | list) and draw(st.integers(0, 4))
    return (key, *place(draw, value[key])) if deeper else (key,)


def at(raw: Raw, path: tuple[Any, ...]) -> Any:
    for step in path:
        raw = raw[step]
    return raw


NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 5, 12, 13, 100, 10**6]) | st.integers(-5, 60)
TEXTS = st.sampled_from([
    "", " ", "X", "A1", "a1", "OHI", "Oh", "O1", "12", "end", "ÑU", "North", "red", "stone", "pink", "score", "A\n", "r1p1",
    "claimed", "box", "A1 North", "{n}", "long " * 20,
]) | st.text(max_size=3)


def altered(draw: Draw, raw: Raw) -> None:
    """One place of a sheet: a value, a missing key, an item twice or not at all, or a name changed wherever it stands."""
    path = place(draw, raw)
    within, key, value = at(raw, path[:-1]), path[-1], at(raw, path)
    match draw(st.sampled_from(["value", "value", "drop", "twice", "rename", "rename", "move"])):
        case "drop":
            del within[key]
        case "twice" if isinstance(within, list):
            within.insert(key, copy.deepcopy(value))
        case "rename" if isinstance(value, str) and value:
            rename(raw, value, draw(TEXTS))
        case "move" if isinstance(value, list) and len(value) > 1:
            value.append(value.pop(0))
        case _ if isinstance(value, str):
            within[key] = draw(TEXTS)
        case _ if isinstance(value, int | float):
            within[key] = draw(NUMBERS)


def rename(raw: Any, old: str, new: str) -> None:
    """Another name wherever this one stands, as a value, in a link or on a card."""
    for key, value in list(raw.items() if isinstance(raw, dict) else enumerate(raw)):
        if isinstance(value, dict | list):
            rename(value, old, new)
        elif isinstance(value, str):
            for mark in ("-", " "):
                parts = [new if part == old else part for part in value.split(mark)]
                value = mark.join(sorted(parts) if mark == "-" and len(parts) == 2 else parts)
            raw[key] = value


# ---------------------------------------------------------------------- the law


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5)
@given(data=st.data())
def test_an_altered_sheet_works_or_is_refused_alike_everywhere(name: str, data: st.DataObject) -> None:
    alter(name, data)


@pytest.mark.release
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=100)
@given(data=st.data())
def test_many_altered_sheets_work_or_are_refused_alike_everywhere(name: str, data: st.DataObject) -> None:
    alter(name, data)


def alter(name: str, data: st.DataObject) -> None:
    """A sheet with one to three changes keeps the law."""
    raw = copy.deepcopy(base(name))
    for _ in range(data.draw(st.integers(1, 3))):
        altered(data.draw, raw)
    held_to_it(json.dumps(raw).encode())


@sampled("name", [*NAMES, *(sheet for game in GAMES.values() for sheet in game.play.played_on)], 36)
def test_the_sheets_themselves_work(name: str) -> None:
    assert held_to_it(json.dumps(base(name)).encode())


def without(name: str, key: str) -> Raw:
    return {other: value for other, value in base(name).items() if other != key}


def renamed(name: str, old: str, new: str) -> Raw:
    raw = copy.deepcopy(base(name))
    rename(raw, old, new)
    return raw


@sampled("raw, sentence", [
    (renamed("rolling_america_usa", "red", "pink"), "regions[0] 'pink'.id: pink; expected red, blue"),
    (renamed("on_tour_usa", "red", "pink"), "'pink'.id: pink; expected one of the region colors"),
    (without("on_tour_usa", "values"), "values.cards: is missing; expected 2 to 5"),
    (without("on_tour_usa", "cards"), "cards: there are 0; expected at least 7"),
    (base("on_tour_usa") | {"cards": ["ZZ East", *base("on_tour_usa")["cards"]]}, "'ZZ East': there is no area 'ZZ'"),
    (renamed("hexroller_back", "score/total", "score/luck"), "score/luck: there is no such part of the score"),
    (base("on_tour_usa") | {"cards": base("on_tour_usa")["cards"][:6]}, "cards: there are 6; expected at least 7"),
    (renamed("on_tour_usa", "TX", "end"), "spaces: no area can have the code END"),
    (renamed("on_tour_usa", "South", "Sud 2"), "Sud 2; expected one to three words"),
    (base("rolling_america_usa") | {"values": {"rounds": 7}}, "values.rounds: 7, but boxes for rounds: 8"),
    (base("rolling_america_usa") | {"boxes": []}, "boxes.rounds: is missing; expected 1 to 20"),
    (renamed("rolling_america_usa", "TX", "Ohio5"), "Ohio5; expected 1 to 4 letters or digits"),
    (renamed("rolling_america_usa", "TX", "Oh"), "it differs from OH only in capital letters"),
    (base("states") | {"regions": [*base("states")["regions"][:-1], base("states")["regions"][0]]}, "is there twice"),
    (base("states") | {"game": "chess"}, "game: There is no game 'chess'"),
    (without("hexroller_back", "boxes"), "boxes.plus_one: is missing; expected 1"),
    (base("ligretto_dice_board") | {"spaces": base("ligretto_dice_board")["spaces"][1:]}, "spaces: R1 is missing"),
], 2)
def test_why_a_sheet_is_refused(raw: Raw, sentence: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.json"
        path.write_text(json.dumps(raw))
        with pytest.raises(NotASheet) as refused:
            opened(path)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("kind", sorted(LOOKED_AT))
def test_what_no_game_asks_for_is_looked_at_whenever_it_changes(kind: str) -> None:
    """A sheet that is mended there is taken at once, and one that is spoilt there refused."""
    on, off = [[[x, 300], [420, 300], [420, 320]] for x in (400, -400)]
    one, other = (of(base("states") | {"decor": [{"kind": kind, "ring": ring}]}) for ring in (off, on))
    assert one.hash == other.hash
    for _ in range(2):
        assert [fault.message for fault in sheet_faults(one)] == ["not wholly on the face"] and not sheet_faults(other)


@sampled("name, code", [*product(("states", "tour"), ("OHI", "Oh", "O1", "1", "ABCD", "47"))], 3, lambda case: case[0])
def test_codes_are_the_sheet_s_own(name: str, code: str) -> None:
    """A game on it is saved, read again and checked."""
    assert held_to_it(json.dumps(renamed(name, "B2", code)).encode())


def opened(path: Path) -> Sheet:
    """The way of a window that opens a sheet file."""
    return sheet_of(GAMES.get(load(path).game) or next(iter(GAMES.values())), str(path))


def held_to_it(data: bytes) -> bool:
    """Whether the bytes are a playable sheet; either way the law holds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.json"
        path.write_bytes(data)
        try:
            sheet = load(path)
            faults = sheet_faults(sheet)
            said = f"mine.json: {faults[0]}" if faults else ""
        except UserError as no:
            sheet, said = None, str(no)
        if said:
            assert refusals(path) == {said}
            return False
        assert sheet is not None
        works(GAMES[sheet.game], sheet)
        return True


def refusals(path: Path) -> set[str]:
    """The sentences of all loaders."""
    said = set()
    game = next((game for game in GAMES.values() if f'"{game.info.id}"'.encode() in path.read_bytes()), GAMES["on_tour"])
    paper = path.with_name("ann.json")
    paper.write_text(json.dumps({"paper": 1, "game": game.info.id, "sheet": path.name}))
    for loader in (
        lambda: sheet_of(game, str(path)),
        lambda: sheet_of(game, path.name, beside=path.parent),
        lambda: entered_paper(paper),
        lambda: start(new_head(game, load(path), path.name, ("Ann",), {}, Notes()), path.parent),
    ):
        with pytest.raises(UserError) as refused:
            loader()
        said.add(str(refused.value).removeprefix("ann.json: "))
    return said
