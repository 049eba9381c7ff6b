"""What the reasons of a review say is true by the rules: random positions, and two ways to play the turn."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.play.model import BLANK
from rollwrite_desktop.games.hexroller.think.review import gaps as gaps_of
from rollwrite_desktop.games.rolling_america.play.model import WILD, Die, State, Write
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from tests.sampling import amount, numbers

CLOSED = re.compile(r"(?P<moves>.+) closed (?P<states>.+), still open after A\.")
LEFT = re.compile(r"(?P<moves>.+) left (?P<states>.+) open to (?P<n>\w+) numbers?; after A it takes (?P<more>\d)\.")


def turns(game_id: str, games: int) -> Iterator[tuple[Any, Any, Any, Any]]:
    """In random games, each turn played in two ways: the rules, the state before it and the two after it."""
    game = GAMES[game_id]
    for number in numbers(games):
        luck = random.Random(f"{game_id}/{number}")
        head = new_head(game, sheet_of(game, ""), sheet_of(game, "").id, ("Ann",), {}, Notes(seed=f"LAW-{number}"))
        session = start(head).session
        while session.demands:
            if is_chance(session.demands[0].by):
                event = session.digital()
                assert event is not None and session.submit(event) is None
                continue
            before = session.state
            mine, other = (finished(session.rules, before, luck) for _ in range(2))
            yield session.rules, before, mine[-1], other[-1]
            for move in mine[:-1]:
                assert session.submit(Event("p1", move)) is None


def finished(rules: Any, state: Any, luck: random.Random) -> list[Any]:
    """A random way to finish a turn: its moves, and at last the state after them."""
    moves = []
    while any(demand.by == "p1" for demand in rules.demands(state)):
        moves.append(random_bot(rules, state, "p1", luck))
        state = rules.apply(state, Event("p1", moves[-1]))
    return [*moves, state]


def takes(rules: RollingAmerica, state: State, marks: Iterable[str], space: str) -> int:
    """How many numbers a wild die could write there."""
    part = replace(state.part("p1"), marks=tuple(marks), hand=(WILD,), last=None, done=False)
    at = [replace(state, parts=(part,), rolls=(*state.rolls, (Die(WILD, n),))) for n in range(1, 7)]
    return sum(rules.refuse(each, Event("p1", Write(WILD, space, n))) is None for n, each in enumerate(at, 1))


@amount("games", 2, 60)
def test_what_a_number_closed_or_narrowed_it_did(games: int) -> None:
    """The counts are those of the rules, and the numbers that are named do it alone, none of them for nothing."""
    contrast, found = GAMES["rolling_america"].think.review.contrast, 0
    for rules, before, mine, better in turns("rolling_america", games):
        ids = {rules.sheet.space[space].name: space for space in rules.spaces}
        ours, theirs = mine.part("p1").marks, better.part("p1").marks
        for sentence in contrast(rules, mine, better, "p1", "A"):
            told = CLOSED.fullmatch(sentence) or LEFT.fullmatch(sentence)
            if told is None:
                assert "open" not in sentence
                continue
            found += 1
            named = [rules.index[ids[each.partition(" in ")[2]]] for each in listed(told["moves"])]
            assert all(before.part("p1").marks[i] == "" != ours[i] for i in named)
            for name in listed(told["states"]):
                space = ids[name]
                left = takes(rules, mine, ours, space)
                if "n" in told.groupdict():
                    assert (left, takes(rules, better, theirs, space)) == (1 if told["n"] == "one" else int(told["n"]),
                                                                           int(told["more"]))
                else:
                    assert left == 0 < takes(rules, better, theirs, space)

                assert takes(rules, mine, only(named, ours, theirs), space) == left
                for some in combinations(named, len(named) - 1):
                    assert takes(rules, mine, only(some, ours, theirs), space) > left
    assert found > 5 * games


def only(kept: Iterable[int], ours: tuple[str, ...], theirs: tuple[str, ...]) -> list[str]:
    """What is the same in both ways, and of mine only this."""
    return [mine if mine == other or i in kept else "" for i, (mine, other) in enumerate(zip(ours, theirs, strict=True))]


def listed(names: str) -> list[str]:
    return re.split(r", | and ", names)


@amount("games", 1, 12)
def test_a_connection_needs_as_many_hexes_as_it_is_said(games: int) -> None:
    """By trying ever more blank hexes; connections that are cut off cannot be made by any."""
    contrast = GAMES["hexroller"].think.review.contrast
    for rules, _, mine, better in turns("hexroller", games):
        parts = mine.part("p1"), better.part("p1")
        said = " ".join(contrast(rules, mine, better, "p1", "A"))
        for number in range(3, 9):
            gaps = tuple(needed(rules, part.marks, number) for part in parts)
            assert gaps == tuple(gaps_of(rules, part)[number] for part in parts)
            nearer = re.search(rf"Connection {number}: (\d+) instead of (\d+)", said)
            assert (nearer is not None) == (gaps[0] != gaps[1] and min(gaps) >= 0)
            assert nearer is None or (int(nearer[2]), int(nearer[1])) == gaps
            if gaps[0] < 0 <= gaps[1]:
                assert f"Connection {number}" in said.partition("Cut off, but still possible after ")[2].partition(".")[0]


def needed(rules: Any, marks: tuple[int, ...], number: int) -> int:
    """The fewest blank hexes between the ends of a connection, by Bellman and Ford's relaxation; -1 if there is no way."""
    start, end = rules.board.pairs[number]
    cost = {i: 1 if held == BLANK else 0 for i, held in enumerate(marks) if held in (BLANK, number)}
    reach, before = {start: 0}, dict[int, int]()
    while reach != before:
        before = dict(reach)
        for i, spent in before.items():
            for j in cost:
                if rules.board.beside[i] >> j & 1:
                    reach[j] = min(reach.get(j, len(marks)), spent + cost[j])
    return reach.get(end, -1)
