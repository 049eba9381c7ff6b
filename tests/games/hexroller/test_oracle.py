"""The legal moves against chains counted by brute force on small honeycombs, and the scores against a naive scorer."""

from __future__ import annotations

import random

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.games.hexroller.play.model import Boxes, Chain, Part, State, Write
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.play.scoring import Scoring
from rollwrite_desktop.sheet import hexes
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Region, Sheet
from tests.games.hexroller.oracle import chains, score, shipped
from tests.sampling import sampled

LETTERS = "ABCDEFM"


def honeycomb(luck: random.Random) -> Sheet:
    """A small honeycomb with holes, its areas and printed numbers at random."""
    whole = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    cells = {cell: luck.choice(LETTERS) for cell in luck.sample(whole, luck.randint(8, 19))}
    printed = {cell: str(luck.randint(3, 8)) for cell in luck.sample(sorted(cells), 4)}
    return Sheet(
        id="small", game="hexroller", title="Small", version=1, size=(500.0, 500.0),
        regions=tuple(Region(letter, letter, letter) for letter in LETTERS),
        spaces=hexes.spaces(cells, printed, (250.0, 250.0)), links=hexes.links(cells), corner_links=(), boxes=(), decor=(),
        source="", licence="", values={"dice": 8, "rounds": 7, "bonus": 2, "middle": 2}, hash="small",
    )


def positions(count: int) -> list[tuple[HexRoller, State, dict[str, int]]]:
    """Sheets half filled at random, with a roll on the table."""
    luck = random.Random(20)
    found = []
    for _ in range(count):
        rules = HexRoller(honeycomb(luck))
        marks = [
            held or (luck.randint(2, 8) if luck.random() < 0.3 else 0) for held in rules.board.printed
        ]
        roll = tuple(Die("", luck.choice((3, 4, 5, 6, 7, 8) if luck.random() < 0.7 else (3, 5))) for _ in range(8))
        state = State(("p1",), (Part(tuple(marks), done=False),), (roll,))
        found.append((rules, state, {space: held for space, held in zip(rules.spaces, marks, strict=True) if held}))
    return found


def test_first_hexes_are_those_of_whole_chains() -> None:
    """At the start of a round exactly the first hexes of some whole chain are legal; a dash only where there is none."""
    dashes = writes = 0
    for rules, state, paper in positions(400):
        near = {space: frozenset(others) for space, others in rules.sheet.neighbors.items()}
        wanted = {
            (path[0], n) for n, count in state.counts.items() for path in chains(near, paper, n, count)
        }
        listed = list(rules.moves(state, "p1"))
        assert {(m.space, m.number) for m in listed if isinstance(m, Write) and not m.third} == wanted
        boxes = [m for m in listed if isinstance(m, Boxes)]
        assert boxes == ([] if wanted else [Boxes(0, 0)])
        dashes, writes = dashes + (not wanted), writes + len(wanted)
    assert dashes > 5 and writes > 2000


def test_further_hexes_are_those_of_whole_chains() -> None:
    """Along random chains: exactly the hexes by which some whole chain goes on are legal, so none is ever stranded."""
    luck = random.Random(21)
    steps = 0
    for rules, state, paper in positions(400):
        near = {space: frozenset(others) for space, others in rules.sheet.neighbors.items()}
        whole = [(n, path) for n, count in state.counts.items() if count > 1 for path in chains(near, paper, n, count)]
        for n, path in luck.sample(whole, min(4, len(whole))):
            alike = [other for m, other in whole if m == n]
            for k in range(1, len(path)):
                part = state.parts[0]
                marks = list(part.marks)
                for space in path[:k]:
                    marks[rules.index[space]] = n
                chain = Chain(n, tuple(rules.index[space] for space in path[:k]))
                here = State(("p1",), (Part(tuple(marks), chains=(chain,), done=False),), state.rolls)
                legal = {m.space for m in rules.moves(here, "p1") if isinstance(m, Write)}
                assert legal == {other[k] for other in alike if other[:k] == path[:k]}
                steps += 1
    assert steps > 400


@sampled("sheet_id", ["hexroller_front", "hexroller_back"], 2)
def test_scores_agree_with_a_naive_count(sheet_id: str) -> None:
    world, sheet = shipped(sheet_id), find(sheet_id)
    rules = HexRoller(sheet)
    scoring = Scoring(sheet, rules.board)
    luck = random.Random(sheet_id)
    seen: dict[str, set[int]] = {}
    for _ in range(2500):
        density = luck.choice((0.3, 0.8, 0.97, 1.0))
        few = luck.sample(range(3, 9), luck.randint(1, 6))
        paper = dict(world.printed)
        for space in world.area:
            if space not in paper and luck.random() < density:
                paper[space] = 2 if luck.random() < 0.02 else luck.choice(few)
        upper, lower = ("".join(luck.choice("345678-") for _ in range(world.rounds)) for _ in range(2))
        used = luck.sample(("plus_one", "two", "third"), luck.randint(0, 3))
        marks = tuple(paper.get(space, 0) for space in rules.spaces)
        parts = dict(scoring.parts(marks, upper, lower, used))
        assert parts == score(world, paper, upper, lower, len(used))
        for part, points in parts.items():
            seen.setdefault(part, set()).add(points)
    assert all(len(points) > 1 for points in seen.values()), "every part was there and was not"
