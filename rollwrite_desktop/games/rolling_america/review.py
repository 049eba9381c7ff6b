"""What there is to say of a map of Rolling America afterwards: where the Xs are, and which powers were left unused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.review import Counting, Measure, Remark, Review, Step
from rollwrite_desktop.games.rolling_america.bots import Outlook
from rollwrite_desktop.games.rolling_america.descriptions import POWER_TITLES
from rollwrite_desktop.games.rolling_america.model import BLANK, POWERS, Cross, Dupe, State, Write, X
from rollwrite_desktop.games.rolling_america.rules import RollingAmerica


def spots(rules: RollingAmerica, state: State, player: str, part: str) -> tuple[str, ...]:
    """The states with an X, or those that stand wrongly beside one another."""
    if part == "mistakes":
        return tuple(dict.fromkeys(state for pair in rules.clashes(state.part(player).marks) for state in pair))
    held = zip(rules.spaces, rules.final_marks(state, player), strict=True)
    return tuple(space for space, mark in held if mark == X) if part == "Xs" else ()


def remarks(rules: RollingAmerica, state: State, player: str) -> tuple[Remark, ...]:
    """The powers that were left; nothing that could be proved beyond them."""
    part = state.part(player)
    found = []
    if rules.finished(state):
        blank = tuple(s for s, was, now in zip(rules.spaces, part.marks, rules.final_marks(state, player), strict=True)
                      if not was and now == X)
        if blank:
            found.append(Remark(
                tr_n("{n} area was still empty and became an X.", "{n} areas were still empty and became Xs.",
                      len(blank)), blank,
            ))
    for power in POWERS:
        left = rules.power_boxes - getattr(part, power)
        if left > 0:
            boxes = tuple(box.id for box in rules.sheet.group(power)[-left:])
            sentence = tr_n("{power}: one left unused.", "{power}: {n} left unused.", left,
                             power=POWER_TITLES[power])
            found.append(Remark(sentence, boxes))
    return tuple(found)


def countings(rules: RollingAmerica, state: State, player: str) -> tuple[Counting, ...]:
    """X by X, then the mistakes."""
    names = {space.id: tr(space.name) for space in rules.sheet.space.values()}
    steps = [
        Step(tr("{state}: X", state=names[state_id]), n, (state_id,))
        for n, state_id in enumerate(spots(rules, state, player, "Xs"), 1)
    ]
    for n, (one, other) in enumerate(rules.clashes(state.part(player).marks), len(steps) + 1):
        steps.append(Step(tr("{state} and {other}: a mistake", state=names[one], other=names[other]), n, (one, other)))
    total = rules.scores(state)[state.players.index(player)].total
    if total > len(steps):  # what the sheet alone does not show
        steps.append(Step(tr_n("one more mistake", "{n} more mistakes", total - len(steps)), total))
    return (Counting(tr("Xs"), tuple(steps)),) if steps else ()


def filled(rules: RollingAmerica, state: State, player: str) -> int:  # noqa: ARG001
    """How many states hold a number."""
    return sum(bool(held) and held != X for held in state.part(player).marks)


def penalties(rules: RollingAmerica, state: State, player: str) -> int:
    """Xs and mistakes so far."""
    return rules.scores(state)[state.players.index(player)].total


def describe_moves(rules: RollingAmerica, moves: Sequence[Move]) -> str:
    """The moves of a turn: "3 in New Jersey, X in Ohio, dupe 5 in Oregon"."""
    names = {space.id: tr(space.name) for space in rules.sheet.space.values()}
    described = []
    for move in moves:
        match move:
            case Write(_, space, number, guarded, changed):
                text = tr("{n} in {state}", n=f"({number})" if guarded else number, state=names[space])
                described.append(tr("{move} by color change", move=text) if changed else text)
            case Dupe(space, number, guarded):
                described.append(tr("dupe {n} in {state}", n=f"({number})" if guarded else number, state=names[space]))
            case Cross(_, space):
                described.append(tr("X in {state}", state=names[space]))
    return ", ".join(described) or tr("nothing")


def contrast(rules: RollingAmerica, mine: State, better: State, player: str) -> tuple[str, ...]:
    """The states that stay open, with how many numbers, the Xs and the boxes that the better choice saves."""
    return tuple(_contrasts(rules, mine, better, player))


def _contrasts(rules: RollingAmerica, mine: State, better: State, player: str) -> Iterator[str]:
    ours, theirs = mine.part(player), better.part(player)
    names = tuple(tr(rules.sheet.space[space].name) for space in rules.spaces)
    places = range(len(names))

    def named(found: list[int]) -> tuple[str, ...]:
        return tuple(names[i] for i in found)

    written = [i for i in places if theirs.marks[i] not in (BLANK, X) and ours.marks[i] != theirs.marks[i]]
    choice = named(written) or tr("The better choice")
    before, after = Outlook(rules, ours.marks), Outlook(rules, theirs.marks)
    kept = [i for i in places if before.blank[i] and after.blank[i] and after.takes[i] and not before.takes[i]]
    wider = [i for i in places if before.blank[i] and after.blank[i] and before.takes[i]
             and len(after.takes[i]) > len(before.takes[i])]
    crossed = [i for i in places if ours.marks[i] == X and theirs.marks[i] != X]
    if kept:
        yield tr("{choice} would have kept {states} open.", choice=choice, states=named(kept))
    if crossed:
        yield tr("{choice} would have avoided the X in {states}.", choice=choice, states=named(crossed))
    if wider:
        most = max(wider, key=lambda i: len(after.takes[i]) - len(before.takes[i]))
        yield tr("{choice} would have left {state} open to {more} numbers instead of {n}.", choice=choice,
                 state=names[most], more=len(after.takes[most]), n=len(before.takes[most]))
    filled = sum(held == BLANK for held in ours.marks) - sum(held == BLANK for held in theirs.marks)
    if filled > 0:
        yield tr_n("It would have filled one area more.", "It would have filled {n} areas more.", filled)
    spared = tuple(tr(POWER_TITLES[power]) for power in POWERS if getattr(ours, power) > getattr(theirs, power))
    if spared:
        yield tr("It would have saved these boxes: {powers}.", powers=spared)


REVIEW = Review(
    spots, remarks,
    (Measure(mark("Filled areas"), filled), Measure(mark("Xs and mistakes (fewer is better)"), penalties)),
    countings=countings, describe_moves=describe_moves, contrast=contrast,
)
