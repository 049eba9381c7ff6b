"""Reading a paper file into values, entry by entry: well formed, or NotAPaper with the game's own sentence. Judges nothing.

A game's `evidence.py` calls these with what its sheets may hold, and with sentences of its own as message ids. What a
sentence quotes is cut short.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from rollwrite_desktop.core.audit import NotAPaper, Paper, claims_of
from rollwrite_desktop.core.chance import Roll, Stream, read_plain
from rollwrite_desktop.core.i18n import Arg, mark, tr
from rollwrite_desktop.gamekit.play.map_rules import SheetRules

T = TypeVar("T")
QUOTED, QUOTED_LONG = 40, 60
"""How many characters of an entry a sentence quotes."""
MAX_COUNT = 999
"""The highest number of points or crossed-off boxes that a paper may claim."""


def read_marks(
    paper: Paper,
    spaces: Collection[str],
    form: re.Pattern[str],
    unknown: str = mark("spaces: there is no space '{id}' on this sheet."),
    malformed: str = mark("spaces: {id} holds '{text}'; expected one character."),
) -> dict[str, str]:
    """Returns the marks of a paper by space, in the order of `spaces`, blank ones left out; each must match `form`. Raises
    NotAPaper."""
    for space, held in paper.spaces.items():
        if space not in spaces:
            raise NotAPaper(tr(unknown, id=space[:QUOTED]))
        if held and not form.fullmatch(held):
            raise NotAPaper(tr(malformed, id=space, text=held[:QUOTED]))
    return {space: paper.spaces[space] for space in spaces if paper.spaces.get(space)}


def read_no_boxes(paper: Paper) -> None:
    """Raises NotAPaper if a paper has boxes, for games that have none to cross off."""
    for box in paper.boxes:
        raise NotAPaper(tr("boxes: '{box}' is unknown; this game has none to cross off.", box=box[:QUOTED]))


def read_rolls(
    paper: Paper, read: Callable[[str], T | None], malformed: str, **about: Arg
) -> tuple[T, ...] | None:
    """Returns the list of rolls, None where the paper has none; `read` gives None for what is no roll; `malformed` is said
    of an entry {n}, from 1, with the {text}. Raises NotAPaper."""
    if paper.rolls is None:
        return None
    rolls = []
    for number, text in enumerate(paper.rolls, 1):
        roll = read(text)
        if roll is None:
            raise NotAPaper(tr(malformed, n=number, text=text[:QUOTED_LONG], **about))
        rolls.append(roll)
    return tuple(rolls)


def read_dice_rolls(paper: Paper, ask: Roll) -> tuple[tuple[str, ...], ...] | None:
    """Returns the numbers of each roll, where the same dice are rolled every turn; None where the paper has no list of
    rolls. Raises NotAPaper."""

    def read(text: str) -> tuple[str, ...] | None:
        roll = read_plain(text)
        return tuple(str(die.face) for die in roll.dice) if roll is not None and ask.admits(roll) else None

    expected = mark("rolls: entry {n} is '{text}'; expected dice such as '{example}'.")
    return read_rolls(paper, read, expected, example=str(ask.sample(Stream("", 0))))


def read_claims(
    paper: Paper, parts: Collection[str] = (), malformed: str = mark("claimed: {value}; expected the score.")
) -> dict[str, int]:
    """Returns the claimed points by part, a bare number as the `total`; each part must be one of `parts` or the total, its
    points 0 to MAX_COUNT. Raises NotAPaper."""
    claims = claims_of(paper)
    if isinstance(paper.claimed, str) or any(
        part not in (*parts, "total") or isinstance(points, bool) or not 0 <= points <= MAX_COUNT
        for part, points in claims.items()
    ):
        raise NotAPaper(tr(malformed, value=repr(paper.claimed)[:QUOTED_LONG]))
    return claims


def held_by_space(spaces: Iterable[str], marks: Iterable[str]) -> dict[str, str]:
    """Returns what stands on a sheet as `Paper.spaces` has it: marks by space, blank ones left out."""
    return {space: held for space, held in zip(spaces, marks, strict=True) if held}


def paper_of(rules: SheetRules, state: Any, player: str) -> Paper:
    """A player's sheet as paper evidence: what stands in its spaces, and nothing else."""
    held = held_by_space(rules.sheet.space, state.part(player).marks)
    return Paper(game=rules.info.id, sheet=rules.sheet.id, options=dict(rules.options), player=player, spaces=held)
