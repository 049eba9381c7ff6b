"""Small maps of Rolling America, sheets filled on them well, badly and at random, and a search's answer held against every
play: what the test run samples and the bench does by thousands."""

from __future__ import annotations

import random
from typing import Any

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.chance import Die, Outcome, read_dice
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.rolling_america.check.audit import RollingAmericaAuditor
from rollwrite_desktop.games.rolling_america.check.evidence import paper_of
from rollwrite_desktop.games.rolling_america.play.model import Done
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.sheet import Sheet
from tests.games.rolling_america import oracle as oracle
from tests.games.rolling_america.plays import Plays
from tests.maps import Plain, drawn, plain


def small_map(luck: random.Random) -> tuple[Sheet, Plain]:
    """Four to seven states in two or three of the four to six colors that have dice, some borders, one or two rounds,
    one to four boxes of each power."""
    colors = luck.sample(oracle.COLORS, luck.choice([2, 3]))
    more = luck.choice([oracle.COLORS, oracle.COLORS, oracle.COLORS[:4], oracle.COLORS[1:]])
    names = [f"{letter}{letter}" for letter in "ABCDEFG"[: luck.randint(4, 7)]]
    facts = {name: colors[i] if i < len(colors) else luck.choice(colors) for i, name in enumerate(names)}
    chance = luck.choice([0.2, 0.4, 0.6])
    pairs = [f"{a}-{b}" for i, a in enumerate(names) for b in names[i + 1 :] if luck.random() < chance]
    rounds, powers = luck.choice([1, 2]), luck.choice([3, 3, 1, 2, 4])
    return drawn(facts, pairs, rounds, colors=more, powers=powers), plain(facts, pairs)


def rolled(sheet: Sheet, luck: random.Random) -> list[Outcome]:
    """Rolls that suit a small map: dice of its colors and the wild more often than others, few different faces."""
    rules = RollingAmerica(sheet)
    colors = {space.region for space in sheet.spaces} | {"wild"}
    faces = luck.choice([(1, 2), (1, 3, 5), (1, 2, 3, 4, 5, 6), (1, 6)])
    rolls: list[Outcome] = []
    for _ in range(sheet.values["rounds"]):
        bag = sorted(rules.dice, key=lambda die: (die not in colors, luck.random()))
        if luck.random() < 0.5:
            luck.shuffle(bag)
        bag = bag[: 2 * rules.turns]
        luck.shuffle(bag)
        rolls.extend(
            Outcome((Die(bag[i], luck.choice(faces)), Die(bag[i + 1], luck.choice(faces)))) for i in range(0, len(bag), 2)
        )
    return rolls


def played(
    rules: RollingAmerica, rolls: list[Outcome], luck: random.Random, sloppy: float, strokes: int | None = None
) -> Session[Any]:
    """A game through the gate of paper by somebody who, as often as `sloppy` says, does anything that paper lets through;
    stopped after so many strokes."""
    session: Session[Any] = Session(rules, ("p1",), gate="paper")
    world = plain({space.id: space.region for space in rules.sheet.spaces}, [f"{a}-{b}" for a, b in rules.links])
    coming = iter(rolls)
    while (demands := rules.demands(session.state)) and (strokes is None or len(session.events) < strokes):
        if demands[0].by == CHANCE:
            outcome = next(coming, None)
            if outcome is None:
                break
            assert session.submit(Event(CHANCE, outcome)) is None
            continue
        if luck.random() < sloppy:
            faces = session.state.faces
            texts = oracle.alphabet(world, list(faces), tuple({*faces.values(), luck.randint(1, 6)}))
            texts = [text for text in texts if "X" in text or "-" in text or luck.random() < 0.5]
            moves = [rules.read(text) for text in luck.sample(texts, min(len(texts), 30))]
            if any(session.submit(Event("p1", move)) is None for move in moves if not isinstance(move, Done)):
                continue
        assert session.submit(Event("p1", random_bot(rules, session.state, "p1", luck))) is None
    return session


def spoilt(paper: Paper, sheet: Sheet, luck: random.Random) -> Paper:
    """The paper with one to three things changed, or with marks at random."""
    spaces, boxes, rolls = dict(paper.spaces), dict(paper.boxes), list(paper.rolls or ())
    states = [space.id for space in sheet.spaces]
    if luck.random() < 0.15:
        spaces = {state: luck.choice(["X", "", *"111223456", "(1)", "(3)"]) for state in states}
    for _ in range(luck.randint(1, 3)):
        state = luck.choice(states)
        match luck.choice(["mark", "mark", "mark", "swap", "box", "unknown", "roll", "circle"]):
            case "mark":
                spaces[state] = luck.choice(["X", "", *"123456", "(2)"])
            case "swap":
                other = luck.choice(states)
                spaces[state], spaces[other] = spaces.get(other, ""), spaces.get(state, "")
            case "box":
                power = luck.choice(["change", "guard", "dupe"])
                boxes[power] = luck.randint(0, 4)
            case "unknown":
                boxes.pop(luck.choice(["change", "guard", "dupe", "rounds"]), None)
            case "roll":
                k = luck.randrange(len(rolls)) if rolls else 0
                if rolls:
                    drawn_ = read_dice(rolls[k])
                    assert drawn_ is not None
                    one, two = drawn_.dice
                    rolls[k] = f"{one.name} {luck.randint(1, 6)}, {two.name} {two.face}"
            case "circle":
                held = spaces.get(state, "")
                if held.isdigit():
                    spaces[state] = f"({held})"
    marks = {state: held for state, held in spaces.items() if held}
    return Paper(game=paper.game, sheet=paper.sheet, spaces=marks, boxes=boxes, rolls=rolls)


def by_all_plays(world: Plain, sheet: Sheet, paper: Paper) -> int | None:
    rolls = [[(die.name, die.face) for die in read_dice(text).dice] for text in paper.rolls or ()]  # type: ignore[union-attr]
    boxes = {name: int(value) for name, value in paper.boxes.items()}
    return Plays(world, dict(paper.spaces), boxes, rolls, sheet.values["rounds"], len(sheet.regions) // 2,
                 sheet.values.get("powers", 3)).fewest()


def last(auditor: RollingAmericaAuditor, paper: Paper) -> Report:
    """The last report of a search; every one before it must be true as it stands."""
    *before, final = auditor.prove(paper)
    assert final.decided and final.bounds is not None
    for report in before:
        least, most = report.bounds or (0, None)
        assert least <= final.bounds[0] and (most is None or most >= final.bounds[0])
        assert report.mistakes <= final.mistakes
    assert final.mistakes == final.bounds[0]
    return final


def replayed(rules: RollingAmerica, paper: Paper, report: Report) -> int:
    """The mistakes of the way of play that a report gives, stroke by stroke by the rules; it must end in the sheet."""
    state = rules.start(("p1",))
    refused = 0
    assert paper.rolls is not None and len(report.play) == len(paper.rolls)
    for text, strokes in zip(paper.rolls, report.play, strict=True):
        state = rules.apply(state, Event(CHANCE, rules.read(text)))
        for stroke in strokes:
            event = Event("p1", rules.read(stroke))
            assert not any(reason.unwritable for reason in rules.reasons(state, event)), stroke
            refused += rules.refuse(state, event) is not None
            state = rules.apply(state, event)
    # Blank states of a game that is over are filled up, and may be of one put down early (RA-18).
    filled_up = rules.finished(state) or len(paper.spaces) == len(rules.spaces)
    for space, held in zip(rules.spaces, state.part("p1").marks, strict=True):
        assert held == paper.spaces.get(space, "") or (filled_up and held == "" and paper.spaces[space] == "X"), space
    part, most = state.part("p1"), rules.sheet.values.get("powers", 3)
    off = sum(
        abs(min(made, most) - min(int(paper.boxes[power]), most)) + max(0, int(paper.boxes[power]) - most)
        for power, made in (("change", part.change), ("guard", part.guard), ("dupe", part.dupe)) if power in paper.boxes
    )
    mistakes = part.refused_events + len(rules.clashes(part.marks)) + off
    assert mistakes or not refused
    return mistakes


def some_paper(luck: random.Random) -> tuple[Sheet, Plain, Paper, int | None]:
    """A small sheet, and how many mistakes were made as it was filled, if that is known."""
    sheet, world = small_map(luck)
    rules = RollingAmerica(sheet)
    rolls = rolled(sheet, luck)
    stop = luck.choice([None, None, luck.randint(2, 20)])
    session = played(rules, rolls, luck, luck.choice([0, 0, 0.1, 0.3, 0.6]), stop)
    paper = paper_of(rules, session.state, "p1")
    if luck.random() < 0.5 and paper.rolls:
        return sheet, world, spoilt(paper, sheet, luck), None
    return sheet, world, paper, RollingAmericaAuditor(sheet, {}).audit_play(session, "p1").mistakes


def compared(luck: random.Random) -> tuple[int | None, int | None]:
    """One small sheet by the search and by all plays: the same count, or this fails. The count and the journal's."""
    sheet, world, paper, journal = some_paper(luck)
    if not paper.rolls:
        return None, journal
    rules, auditor = RollingAmerica(sheet), RollingAmericaAuditor(sheet, {})
    expected = by_all_plays(world, sheet, paper)
    if "rounds" in paper.boxes and len(paper.rolls) < rules.turns * int(paper.boxes["rounds"]):
        return None, journal
    if "rounds" not in paper.boxes and len(paper.rolls) < rules.turns * rules.rounds:
        return None, journal
    report = last(auditor, paper)
    if expected is None:
        assert any(finding.key == "RA-4:none" for finding in report.findings), paper
        return None, journal
    assert report.mistakes == expected, (report.mistakes, expected, paper)
    assert replayed(rules, paper, report) == expected
    assert journal is None or expected <= journal
    return expected, journal
