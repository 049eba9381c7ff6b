"""A filled map of Rolling America as values: a paper file read, well formed or NotAPaper, and a player's map as a paper."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.chance import Outcome, read_dice
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.check.evidence import MAX_COUNT, QUOTED, QUOTED_LONG, held_by_space, read_marks, read_rolls
from rollwrite_desktop.gamekit.check.mark_keys import DIGITS, MarkKeys
from rollwrite_desktop.gamekit.papers import blank_spaces
from rollwrite_desktop.games.rolling_america.play.model import DICE, POWERS, State, X
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.sheet import Sheet

MARKS = MarkKeys(DIGITS, offered="123456", signs=((X, X),), circles=True)
"""What can be entered into a state."""


class Evidence(Struct, frozen=True):
    """What a paper holds: marks by space in the sheet's order, blank ones absent, boxes, rolls (None: not given), the
    claim."""

    marks: Mapping[str, str]
    boxes: Mapping[str, int]
    rolls: tuple[Outcome, ...] | None
    claimed: int | None

    @property
    def dice(self) -> tuple[Outcome, ...]:
        return self.rolls or ()


def read_evidence(rules: RollingAmerica, paper: Paper) -> Evidence:
    """Returns what a paper holds. Raises NotAPaper."""
    marks = read_marks(
        paper, rules.index, MARKS.form,
        mark("spaces: there is no area '{id}' on this map."),
        mark("spaces: {id} holds '{text}'; expected a digit, X, or either in brackets."),
    )
    boxes = _boxes(paper)
    rolls = read_rolls(paper, _roll, mark("rolls: entry {n} is '{text}'; expected dice such as 'blue 4, wild 2'."))
    return Evidence(marks, boxes, rolls, _claimed(paper))


def _roll(text: str) -> Outcome | None:
    drawn = read_dice(text)
    return drawn if drawn is not None and all(die.name in DICE for die in drawn.dice) else None


def _boxes(paper: Paper) -> dict[str, int]:
    boxes = {}
    for name, value in paper.boxes.items():
        if name not in ("rounds", *POWERS):
            raise NotAPaper(tr("boxes: '{box}' is unknown; expected rounds, change, guard or dupe.", box=name[:QUOTED]))
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_COUNT:
            raise NotAPaper(tr(
                "boxes: {box} is {value}; expected how many are crossed off.", box=name, value=repr(value)[:QUOTED]
            ))
        boxes[name] = value
    return boxes


def _claimed(paper: Paper) -> int | None:
    if paper.claimed is None or (isinstance(paper.claimed, int) and 0 <= paper.claimed <= MAX_COUNT):
        return paper.claimed
    raise NotAPaper(tr("claimed: {value}; expected the number of Xs.", value=repr(paper.claimed)[:QUOTED_LONG]))


def paper_of(rules: RollingAmerica, state: State, player: str) -> Paper:
    """A player's map as paper evidence, with its boxes; the rolls are part of the evidence too."""
    part, most = state.part(player), rules.power_boxes
    return Paper(
        game=rules.info.id, sheet=rules.sheet.id, options=dict(rules.options), player=player,
        spaces=held_by_space(rules.spaces, rules.final_marks(state, player)),
        boxes={"rounds": rules.rounds_done(state), **{power: min(getattr(part, power), most) for power in POWERS}},
        rolls=[", ".join(str(die) for die in roll) for roll in state.rolls],
    )


def crossed(paper: Paper, group: str) -> int:
    """How many boxes of a group a paper has crossed off; 0 if it does not say."""
    value = paper.boxes.get(group, 0)
    return value if isinstance(value, int) else 0


def missing(sheet: Sheet, paper: Paper) -> str:
    """Returns what a map lacks to be finished, in words; once all rounds are crossed off blank states count as X."""
    return "" if crossed(paper, "rounds") >= sheet.values["rounds"] else blank_spaces(sheet, paper)


def powers_of(paper: Paper) -> int:
    """How many powers a paper says were used (RA-20)."""
    return sum(crossed(paper, power) for power in POWERS)
