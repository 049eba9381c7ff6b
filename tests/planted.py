"""Slips planted in legal sheets: what a typist does, one kind after the other. Each gives the slipped paper, the place and
what stood there, or None where a sheet has no room for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import msgspec

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.race_bots import race
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.check.slips import DIGIT, SMALL, mark_slip
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.games.ligretto_dice import GAME as LIGRETTO_DICE
from rollwrite_desktop.games.ligretto_dice.check.slips import entry_weight
from rollwrite_desktop.games.ligretto_dice.play.paper import score_paper
from rollwrite_desktop.sheet.load import find

Planted = tuple[Paper, str, str]
Slipping = Callable[[Paper, random.Random], Planted | None]
NEAR = {
    "0": "6129", "1": "7204", "2": "135", "3": "8245", "4": "9351", "5": "4628", "6": "0579", "7": "1846", "8": "3795",
    "9": "4806",
}
"""Each digit with those that eyes and fingers take for it."""


def _with(paper: Paper, space: str, held: str) -> Planted:
    spaces = {other: what for other, what in paper.spaces.items() if other != space} | ({space: held} if held else {})
    return msgspec.structs.replace(paper, spaces=spaces), space, paper.spaces.get(space, "")


def digit(allowed: str, *, near: bool) -> Slipping:
    """One digit taken for another: a near one, or any."""
    def slip(paper: Paper, luck: random.Random) -> Planted | None:
        spaces = [space for space, held in paper.spaces.items() if held.strip("()").isdigit()]
        space = luck.choice(spaces)
        held = paper.spaces[space]
        place = luck.choice([k for k, one in enumerate(held) if one.isdigit()])
        others = [one for one in (NEAR[held[place]] if near else allowed) if one in allowed and one != held[place]]
        if not others:
            return None
        return _with(paper, space, held[:place] + luck.choice(others) + held[place + 1 :])

    return slip


def turned(paper: Paper, luck: random.Random) -> Planted | None:
    """The digits of a number turned round."""
    spaces = [space for space, held in paper.spaces.items() if len(held.strip("()")) == 2]
    space = luck.choice(spaces)
    held = paper.spaces[space]
    bare = held.strip("()")
    return _with(paper, space, held.replace(bare, bare[::-1]))


def uncircled(paper: Paper, luck: random.Random) -> Planted | None:
    spaces = [space for space, held in paper.spaces.items() if held.startswith("(")]
    return _with(paper, space := luck.choice(spaces), paper.spaces[space].strip("()")) if spaces else None


def circled(paper: Paper, luck: random.Random) -> Planted | None:
    spaces = [space for space, held in paper.spaces.items() if held.isdigit()]
    return _with(paper, space := luck.choice(spaces), f"({paper.spaces[space]})")


def left_out(paper: Paper, luck: random.Random) -> Planted | None:
    return _with(paper, luck.choice(sorted(paper.spaces)), "")


def x_for_number(paper: Paper, luck: random.Random) -> Planted | None:
    spaces = [space for space, held in paper.spaces.items() if held.isdigit()]
    return _with(paper, luck.choice(spaces), "X")


def number_for_x(low: int, high: int) -> Slipping:
    def slip(paper: Paper, luck: random.Random) -> Planted | None:
        spaces = [space for space, held in paper.spaces.items() if held == "X"]
        return _with(paper, luck.choice(spaces), str(luck.randrange(low, high))) if spaces else None

    return slip


def boxes(by: int) -> Slipping:
    """A box too many or too few crossed off."""
    def slip(paper: Paper, luck: random.Random) -> Planted | None:
        box = luck.choice([box for box, value in paper.boxes.items() if box != "rounds" and not isinstance(value, str)])
        value = paper.boxes[box]
        if isinstance(value, bool):
            if value == (by > 0):
                return None
            after: int | bool = not value
        else:
            after = int(value) + by
            if not 0 <= after <= 3:
                return None
        return msgspec.structs.replace(paper, boxes={**paper.boxes, box: after}), f"box:{box}", str(value)

    return slip


def rows(paper: Paper, luck: random.Random) -> Planted | None:
    """A digit in a row of boxes."""
    row = luck.choice([box for box, value in paper.boxes.items() if isinstance(value, str)])
    held = str(paper.boxes[row])
    place = luck.randrange(len(held))
    if not held[place].isdigit():
        return None
    other = luck.choice([one for one in "345678" if one != held[place]])
    after = held[:place] + other + held[place + 1 :]
    return msgspec.structs.replace(paper, boxes={**paper.boxes, row: after}), f"{row}/{place + 1}", held[place]


def claim(paper: Paper, luck: random.Random) -> Planted | None:
    by = luck.choice((-1, 1, 2))
    if isinstance(paper.claimed, dict):
        part = luck.choice(sorted(paper.claimed))
        if paper.claimed[part] + by < 0:
            return None
        return msgspec.structs.replace(paper, claimed={**paper.claimed, part: paper.claimed[part] + by}), "claimed", part
    if not isinstance(paper.claimed, int) or paper.claimed + by < 0:
        return None
    return msgspec.structs.replace(paper, claimed=paper.claimed + by), "claimed", str(paper.claimed)


def misread(faces: str) -> Slipping:
    """A face of one die, in some roll."""
    def slip(paper: Paper, luck: random.Random) -> Planted | None:
        rolls = list(paper.rolls or ())
        k = luck.randrange(len(rolls))
        dice, bar, cards = rolls[k].partition("|")
        place = luck.choice([i for i, one in enumerate(dice) if one.isdigit()])
        other = luck.choice([one for one in faces if one != dice[place]])
        before, rolls[k] = rolls[k], dice[:place] + other + dice[place + 1 :] + bar + cards
        return msgspec.structs.replace(paper, rolls=rolls), f"roll:{k + 1}", before

    return slip


def exchanged(paper: Paper, luck: random.Random) -> Planted | None:
    """Two rolls in the wrong order: neighbors half of the time, else any two."""
    rolls = list(paper.rolls or ())
    k = luck.randrange(len(rolls) - 1)
    other = k + 1 if luck.random() < 0.5 else luck.choice([j for j in range(len(rolls)) if j != k])
    if rolls[k] == rolls[other]:
        return None
    rolls[k], rolls[other] = rolls[other], rolls[k]
    return msgspec.structs.replace(paper, rolls=rolls), f"roll:{k + 1}, roll:{other + 1}", rolls[other]


def card_misread(areas: str) -> Slipping:
    """One card of a roll taken for another: another area of the sheet, or another region of the same one."""
    def slip(paper: Paper, luck: random.Random) -> Planted | None:
        sheet = find(areas)
        rolls = list(paper.rolls or ())
        k = luck.choice([k for k, roll in enumerate(rolls) if "|" in roll])
        dice, _, shown = rolls[k].partition(" | ")
        cards = shown.split(", ")
        every = [
            f"{space.id} {region}" if " " in cards[0] else space.id
            for space in sheet.spaces for region in sheet.region[space.region].within
        ]
        place = luck.randrange(len(cards))
        other = luck.choice([card for card in every if card not in cards])
        before, rolls[k] = rolls[k], f"{dice} | {', '.join((*cards[:place], other, *cards[place + 1 :]))}"
        return msgspec.structs.replace(paper, rolls=rolls), f"roll:{k + 1}", before

    return slip


# ---------------------------------------------------------------------- a score sheet


def score_sheet(luck: random.Random) -> Paper:
    """The score sheet of a whole game of Ligretto Dice."""
    players = luck.choice((2, 3, 4))
    bots = list(LIGRETTO_DICE.think.bots.values())
    rules = LIGRETTO_DICE.play.rules(find(LIGRETTO_DICE.play.sheets[0]), {})
    session: Session[object] = Session(rules, players_named(["x"] * players), code=f"{luck.random()}")
    race(session, {player: luck.choice(bots) for player in session.players})
    return score_paper(session.rules, session.state, ("Ann", "Bo", "Cy", "Di")[:players])  # type: ignore[arg-type]


def _cell(paper: ScorePaper, field: str, luck: random.Random) -> tuple[int, int, int]:
    """Some entry of a score sheet: its row, its column and what stands there."""
    cells = [
        (k, i, held) for k, row in enumerate(getattr(paper, field)) for i, held in enumerate(row) if held is not None
    ]
    return luck.choice(cells)


def _entered(paper: ScorePaper, field: str, line: int, column: int, value: int | None) -> Paper:
    rows = [list(row) for row in getattr(paper, field)]
    rows[line][column] = value
    return msgspec.structs.replace(paper, **{field: rows})


def number(field: str, change: Callable[[int, random.Random], int | None]) -> Slipping:
    """Another number in `rounds` or `totals`, or none."""
    kind = field.removesuffix("s")

    def slip(paper: Paper, luck: random.Random) -> Planted | None:
        assert isinstance(paper, ScorePaper)
        line, column, held = _cell(paper, field, luck)
        value = change(held, luck)
        if value in (held, 0):
            return None
        return _entered(paper, field, line, column, value), f"{kind}:{line + 1}/{paper.players[column]}", str(held)

    return slip


def _other_digit(*, near: bool) -> Callable[[int, random.Random], int]:
    def change(held: int, luck: random.Random) -> int:
        text = str(abs(held))
        place = luck.randrange(len(text))
        others = NEAR[text[place]] if near else [one for one in "0123456789" if one != text[place]]
        return int(text[:place] + luck.choice(others) + text[place + 1 :]) * (1 if held > 0 else -1)

    return change


def columns_exchanged(paper: Paper, luck: random.Random) -> Planted | None:
    """Two players' entries of a round in the wrong columns: two slips."""
    assert isinstance(paper, ScorePaper) and paper.rounds is not None
    line = luck.randrange(len(paper.rounds))
    row = paper.rounds[line]
    one, other = luck.sample([i for i, held in enumerate(row) if held is not None], 2)
    if row[one] == row[other]:
        return None
    after = _entered(paper, "rounds", line, one, row[other])
    assert isinstance(after, ScorePaper)
    return _entered(after, "rounds", line, other, row[one]), f"round:{line + 1}", str(row)


def winner(paper: Paper, luck: random.Random) -> Planted | None:
    assert isinstance(paper, ScorePaper)
    if not paper.claimed:
        return None
    other = luck.choice([name for name in paper.players if name != paper.claimed])
    return msgspec.structs.replace(paper, claimed=other), "claimed", str(paper.claimed)


# ---------------------------------------------------------------------- all together


def both(one: Slipping, other: Slipping) -> Slipping:
    """Two slips in different places."""
    def slip(paper: Paper, luck: random.Random) -> Planted | None:
        first = one(paper, luck)
        second = other(first[0], luck) if first else None
        if first is None or second is None or first[1] == second[1]:
            return None
        return second[0], f"{first[1]}, {second[1]}", f"{first[2]}, {second[2]}"

    return slip


_MAP = {"circle forgotten": uncircled, "circle too many": circled, "left out": left_out, "X for a number": x_for_number}
SLIPS: Mapping[str, Mapping[str, Slipping]] = {
    "rolling_america": {
        **_MAP, "digit, near": digit("123456", near=True), "digit, any": digit("123456", near=False),
        "number for an X": number_for_x(1, 7), "box forgotten": boxes(-1), "box too many": boxes(1), "score": claim,
        "roll misread": misread("123456"), "rolls exchanged": exchanged,
        "two slips": both(digit("123456", near=True), digit("123456", near=True)),
        "two slips, circle": both(uncircled, digit("123456", near=True)),
    },
    "on_tour": {
        **_MAP, "digit, near": digit("0123456789", near=True), "digit, any": digit("0123456789", near=False),
        "turned round": turned, "score": claim, "roll misread": misread("0123456789"), "rolls exchanged": exchanged,
        "cards misread": card_misread("on_tour_usa"),
        "two slips": both(digit("0123456789", near=True), digit("0123456789", near=True)),
        "two slips, circle": both(uncircled, digit("0123456789", near=True)),
    },
    "hexroller": {
        "left out": left_out, "digit, near": digit("2345678", near=True), "digit, any": digit("2345678", near=False),
        "box forgotten": boxes(-1), "box too many": boxes(1), "box misread": rows, "score": claim,
        "roll misread": misread("345678"), "rolls exchanged": exchanged,
        "two slips": both(digit("2345678", near=True), digit("2345678", near=True)),
        "two slips, box": both(boxes(-1), digit("2345678", near=True)),
    },
    "ligretto_dice": {
        "digit, near": number("rounds", _other_digit(near=True)), "digit, any": number("rounds", _other_digit(near=False)),
        "sign": number("rounds", lambda held, _: -held), "left out": number("rounds", lambda *_: None),
        "total, near": number("totals", _other_digit(near=True)), "total, any": number("totals", _other_digit(near=False)),
        "winner": winner,
        "two slips": both(number("rounds", _other_digit(near=True)), number("totals", _other_digit(near=True))),
        "two slips, columns": columns_exchanged,
    },
}
"""Game to kind of slip to how it is made."""


ANOTHER_KIND = frozenset(("X for a number", "number for an X"))
"""Kinds that are hardly slips of who types: `Diagnosis.kind` is `played`."""


def weight(legal: Paper, slipped: Paper, kind: str) -> int:
    """What the planted slips weigh when they are undone."""
    cost = sum(
        mark_slip(space, "", slipped.spaces.get(space, ""), legal.spaces.get(space, "")).cost
        for space in sorted({*legal.spaces, *slipped.spaces}) if slipped.spaces.get(space, "") != legal.spaces.get(space, "")
    )
    for box, value in legal.boxes.items():
        if slipped.boxes.get(box) != value:
            cost += DIGIT if isinstance(value, str) else SMALL
    if isinstance(legal, ScorePaper) and isinstance(slipped, ScorePaper):
        entries = _cells_apart(slipped, legal, "rounds")
        cost += sum(entry_weight(before, after, sure=False)[0] for _, _, before, after in entries)
        cost += DIGIT * sum(1 for _ in _cells_apart(slipped, legal, "totals"))
    rolls = sum(one != other for one, other in zip(legal.rolls or (), slipped.rolls or (), strict=True))
    return cost + SMALL * (legal.claimed != slipped.claimed) + (DIGIT if kind == "rolls exchanged" else DIGIT * rolls)


def _cells_apart(
    one: ScorePaper, other: ScorePaper, field: str
) -> Iterator[tuple[int, int, int | None, int | None]]:
    """Where two score sheets differ, by row and column, and what each has there."""
    for k, (row, another) in enumerate(zip(getattr(one, field), getattr(other, field), strict=True)):
        yield from ((k, i, a, b) for i, (a, b) in enumerate(zip(row, another, strict=True)) if a != b)


def parts_of(legal: Paper, slipped: Paper) -> list[Paper]:
    """Of two slips the sheets with only one of them; none where there is one slip."""
    some = [
        _with(legal, space, slipped.spaces.get(space, ""))[0] for space in sorted({*legal.spaces, *slipped.spaces})
        if legal.spaces.get(space, "") != slipped.spaces.get(space, "")
    ]
    some += [
        msgspec.structs.replace(legal, boxes={**legal.boxes, box: slipped.boxes[box]}) for box, value in legal.boxes.items()
        if slipped.boxes[box] != value
    ]
    if isinstance(legal, ScorePaper) and isinstance(slipped, ScorePaper):
        for field in ("rounds", "totals"):
            some += [_entered(legal, field, k, i, held) for k, i, held, _ in _cells_apart(slipped, legal, field)]
    return some if len(some) > 1 else []
