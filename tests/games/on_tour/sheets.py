"""Filled maps of On Tour with their rolls, to be checked: played by the rules on small maps and on the shipped one, and
spoilt in ways in which people spoil them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.chance import read_plain
from rollwrite_desktop.core.rules import CHANCE, Event, Refusal
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.games.on_tour import GAME
from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor
from rollwrite_desktop.games.on_tour.check.evidence import paper_of
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence
from rollwrite_desktop.games.on_tour.play.model import STAR, Cross, Write, X
from rollwrite_desktop.games.on_tour.play.paper import route_of
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.load import find
from tests.games.on_tour.oracle import World, small_world
from tests.maps import toured

Spoil = Callable[[Paper, random.Random], Paper | None]


def options_of(world: World) -> dict[str, str]:
    return {"voluntary_x": "on"} if world.voluntary else {}


def small_paper(seed: int, count: int) -> tuple[World, OnTourAuditor, Paper]:
    """A small map, its check, and a map of it that was played by chance: to its end, or not quite."""
    luck = random.Random(f"small {seed}")
    world = small_world(seed, count)
    auditor = OnTourAuditor(toured(world.within, list(world.deck)), options_of(world))
    session: Session[Any] = Session(auditor.rules, ("p1",), code=f"SMALL-{seed}")
    play_out(session, {"p1": GAME.think.bots["random"]}, luck)
    written = [i for i in range(len(session.events) + 1) if not session.state_after(i).parts[0].route]
    state = session.state_after(luck.choice(written[5:]) if luck.random() < 0.15 else written[-1])
    return world, auditor, msgspec.structs.replace(paper_of(auditor.rules, state, "p1"), route=None)


@cache
def _full(bot: str, seed: int, voluntary: bool) -> Paper:
    rules = OnTour(find("on_tour_usa"), {"voluntary_x": "on" if voluntary else "off"})
    session: Session[Any] = Session(rules, ("p1",), code=f"FULL-{bot}-{seed}")
    play_out(session, {"p1": GAME.think.bots[bot]}, random.Random(seed))
    return paper_of(rules, session.state, "p1")


def full_paper(bot: str, seed: int, voluntary: bool = False) -> Paper:
    """A whole game on the shipped map, with its rolls and its route."""
    return _full(bot, seed, voluntary)


def sloppy_session(seed: int, slips: float) -> Session[Any]:
    """A whole game by somebody who, now and then, does what the rules refuse and paper lets through: a number that is not
    to be written, a wrong area, an X where a number had a place."""
    luck = random.Random(f"sloppy {seed}")
    rules = OnTour(find("on_tour_usa"), {"route": "best"})
    session: Session[Any] = Session(rules, ("p1",), code=f"SLOPPY-{seed}")
    while demands := rules.demands(session.state):
        if demands[0].by == CHANCE:
            event = session.digital()
            assert event is not None
            session._append(event)
            continue
        part = session.state.parts[0]
        if luck.random() < slips:
            area = luck.choice([area for area, held in zip(rules.areas, part.marks, strict=True) if not held])
            digits = luck.sample("0123456789", 2)
            what = luck.choice([*part.hand, *part.hand, "".join(digits), STAR, X, X])
            session._append(Event("p1", Cross(area) if what == X else Write(area, what)))
        else:
            session._append(Event("p1", luck.choice(list(rules.moves(session.state, "p1")))))
    return session


# ---------------------------------------------------------------------- spoiling


def _marked(paper: Paper, marks: Mapping[str, str]) -> Paper:
    spaces = {area: held for area, held in {**paper.spaces, **marks}.items() if held}
    return msgspec.structs.replace(paper, spaces=spaces, route=None)


def _one(paper: Paper, luck: random.Random, suits: Callable[[str], bool]) -> str | None:
    areas = [area for area, held in sorted(paper.spaces.items()) if suits(held)]
    return luck.choice(areas) if areas else None


def digit(paper: Paper, luck: random.Random) -> Paper | None:
    """One digit is another one."""
    area = _one(paper, luck, lambda held: content(held).isdigit())
    if area is None:
        return None
    held = paper.spaces[area]
    what = content(held)
    k = luck.randrange(2)
    new = luck.choice([d for d in "0123456789" if d not in what])
    return _marked(paper, {area: held.replace(what, what[:k] + new + what[k + 1 :])})


def turned_round(paper: Paper, luck: random.Random) -> Paper | None:
    """A number with its digits the wrong way round."""
    area = _one(paper, luck, lambda held: content(held).isdigit())
    return None if area is None else _marked(paper, {
        area: paper.spaces[area].replace(content(paper.spaces[area]), content(paper.spaces[area])[::-1])
    })


def circle_dropped(paper: Paper, luck: random.Random) -> Paper | None:
    area = _one(paper, luck, is_circled)
    return None if area is None else _marked(paper, {area: content(paper.spaces[area])})


def circle_added(paper: Paper, luck: random.Random) -> Paper | None:
    area = _one(paper, luck, lambda held: not is_circled(held) and held != X)
    return None if area is None else _marked(paper, {area: circle(paper.spaces[area])})


def swapped(paper: Paper, luck: random.Random) -> Paper | None:
    """Two areas have each other's marks."""
    one = _one(paper, luck, bool)
    other = _one(paper, luck, lambda held: one is not None and held != paper.spaces[one])
    if one is None or other is None:
        return None
    return _marked(paper, {one: paper.spaces[other], other: paper.spaces[one]})


def x_for_number(paper: Paper, luck: random.Random) -> Paper | None:
    area = _one(paper, luck, lambda held: content(held).isdigit())
    return None if area is None else _marked(paper, {area: X})


def number_for_x(paper: Paper, luck: random.Random) -> Paper | None:
    area = _one(paper, luck, lambda held: held == X)
    return None if area is None else _marked(paper, {area: "".join(luck.sample("0123456789", 2))})


def star_for_number(paper: Paper, luck: random.Random) -> Paper | None:
    area = _one(paper, luck, lambda held: content(held).isdigit())
    return None if area is None else _marked(paper, {area: STAR})


def left_empty(paper: Paper, luck: random.Random) -> Paper | None:
    area = _one(paper, luck, bool)
    return None if area is None else _marked(paper, {area: ""})


def roll_altered(paper: Paper, luck: random.Random) -> Paper | None:
    """One die of a turn shows something else."""
    rolls = list(paper.rolls or ())
    if len(rolls) < 3:
        return None
    k = luck.randrange(2, len(rolls))
    dice, bar, cards = rolls[k].partition(" | ")
    one, two = dice.split()
    new = luck.choice([d for d in "0123456789" if d != one])
    rolls[k] = f"{new} {two}{bar}{cards}"
    return msgspec.structs.replace(paper, rolls=rolls, route=None)


def card_altered(paper: Paper, luck: random.Random) -> Paper | None:
    """Two cards of different turns changed places."""
    rolls = list(paper.rolls or ())
    turns = [k for k, roll in enumerate(rolls) if k > 1 and "|" in roll]
    if len(turns) < 2:
        return None
    one, two = luck.sample(turns, 2)
    a, b = (rolls[k].partition(" | ")[2].split(", ") for k in (one, two))
    i, j = luck.randrange(len(a)), luck.randrange(len(b))
    a[i], b[j] = b[j], a[i]
    for k, cards in ((one, a), (two, b)):
        rolls[k] = f"{rolls[k].partition(' | ')[0]} | {', '.join(cards)}"
        assert read_plain(rolls[k]) is not None
    return msgspec.structs.replace(paper, rolls=rolls, route=None)


def list_cut(paper: Paper, luck: random.Random) -> Paper | None:
    """The list of rolls ends early."""
    rolls = paper.rolls or []
    if len(rolls) < 3:
        return None
    return msgspec.structs.replace(paper, rolls=rolls[: luck.randrange(2, len(rolls))], route=None)


SPOILS: dict[str, Spoil] = {
    "one digit changed": digit, "digits turned round": turned_round, "a circle dropped": circle_dropped,
    "a circle added": circle_added, "two areas swapped": swapped, "an X for a number": x_for_number,
    "a number for an X": number_for_x, "a star for a number": star_for_number, "an area left empty": left_empty,
    "a roll altered": roll_altered, "two cards exchanged": card_altered, "a list that ends early": list_cut,
}


def spoilt(paper: Paper, luck: random.Random, times: int) -> Paper:
    """Spoilt so many times, in any ways."""
    for _ in range(times):
        paper = luck.choice(list(SPOILS.values()))(paper, luck) or paper
    return paper


# ---------------------------------------------------------------------- replaying


class Replayed(Struct, frozen=True, dict=True):
    """A way of play, played again: where it ends, the sheet beside it, what the rules refused, and all mistakes in it."""

    marks: tuple[str, ...]
    sheet: tuple[str, ...]
    refusals: tuple[Refusal, ...]
    mistakes: int


def replayed(auditor: OnTourAuditor, paper: Paper, report: Report) -> Replayed:
    """The play of a report, stroke by stroke through the rules; what was filled after the list ends, as it stands."""
    rules = auditor.rules
    state = rules.start(("p1",))
    refusals, refused, begun = [], set(), set()
    left_out = 0
    texts = paper.rolls or []
    assert len(report.play) in (0, len(texts))
    play = report.play or ((),) * len(texts)
    for number, (text, strokes) in enumerate(zip(texts, play, strict=True)):
        left_out += state.parts[0].strokes
        state = rules.apply(state, Event(CHANCE, rules.read(text)))
        if number < 2:
            begun |= {i for i, held in enumerate(state.parts[0].marks) if held}
        for stroke in strokes:
            event = Event("p1", rules.read(stroke))
            refusal = rules.refuse(state, event)
            if refusal is not None:
                refusals.append(refusal)
                refused.add(stroke.partition("=")[0])
            state = rules.apply(state, event)
    sequence = RollSequence(rules, tuple(rules.read(text) for text in texts))  # type: ignore[misc]
    if (route_of(paper) or paper.claimed is not None) and sequence.whole:
        left_out += sequence.turns[-1].strokes - len(play[-1])
    sheet = tuple(paper.spaces.get(area, "") for area in rules.areas)
    marks = state.parts[0].marks
    wrong = set()
    for i, (area, held, stands) in enumerate(zip(rules.areas, marks, sheet, strict=True)):
        if held and held != stands:
            assert i in begun or content(held) == content(stands), (area, held, stands)
            wrong.add(area)
    beyond = any(finding.key == "OT-5:list" for finding in report.findings)
    assert beyond or all(bool(marks[i]) == bool(sheet[i]) or i in begun for i in range(len(sheet)))
    whole = tuple(held or stands for held, stands in zip(marks, sheet, strict=True)) if beyond else marks
    strays = sum(finding.key in ("OT-6:digits", "OT-8:circle") and len(finding.where) == 1 for finding in report.findings)
    return Replayed(whole, sheet, tuple(refusals), len(wrong | refused) + left_out + beyond * strays)
