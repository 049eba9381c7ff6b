"""Papers of more than one kind of game, and what is worked out from them, as values. Draws nothing."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.audit import AT_MOST_100, AT_MOST_1000, BoxValue, Paper
from rollwrite_desktop.core.i18n import tr_n
from rollwrite_desktop.core.limits import Text
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.sheet.sheet import Sheet

Row = Annotated[list[int | None], AT_MOST_100]


class ScorePaper(Paper, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A score sheet that a whole table keeps: `players` in columns; `rounds` with the points of each, None where a player
    was not in it; the running `totals` beside them. `claimed` is the name of the winner."""

    players: Annotated[list[Text], AT_MOST_100] = msgspec.field(default_factory=list)
    rounds: Annotated[list[Row], AT_MOST_1000] | None = None
    totals: Annotated[list[Row], AT_MOST_1000] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.players = [*map(one_line, self.players)]


def blank_spaces(sheet: Sheet, paper: Paper) -> str:
    """How many spaces of a sheet nobody has written in, in words; "" if there are none."""
    blanks = sum(not space.printed and not paper.spaces.get(space.id) for space in sheet.spaces)
    return tr_n("one space is blank", "{n} spaces are blank", blanks) if blanks else ""


def is_begun(sheet: Sheet, paper: Paper) -> bool:
    """Returns whether a sheet seems to be still being entered: less than a third of its spaces holds something, and neither
    a list of rolls nor the name of a winner says how far the game was. A game that ended leaves half of them filled at
    least, in all games. The spaces of a score sheet are its rounds."""
    spaces = [space for space in sheet.spaces if not space.printed]
    if isinstance(paper, ScorePaper):
        return not paper.claimed and len(paper.rounds or ()) * 3 < sheet.values["rounds"]
    return not paper.rolls and sum(bool(paper.spaces.get(space.id)) for space in spaces) * 3 < len(spaces)


class BestRoute(Struct, frozen=True):
    """The best route that a filled sheet allows: its stops in order, and what it scores by parts (part id, points)."""

    stops: tuple[str, ...]
    parts: tuple[tuple[str, int], ...]


def with_mark(paper: Paper, space: str, held: str) -> Paper:
    """Returns the paper with a mark in a space, "" for none."""
    spaces = {other: what for other, what in paper.spaces.items() if other != space}
    return msgspec.structs.replace(paper, spaces=spaces | ({space: held} if held else {}))


def with_box(paper: Paper, group: str, value: BoxValue) -> Paper:
    """Returns the paper with a value for a group of boxes."""
    return msgspec.structs.replace(paper, boxes=dict(paper.boxes) | {group: value})
