"""Optional capabilities of games: their rooms have a field for each, None if the game lacks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.rules import Scores
from rollwrite_desktop.draw.display import Display, Mark
from rollwrite_desktop.gamekit.papers import BestRoute, ScorePaper
from rollwrite_desktop.sheet.sheet import Sheet


class TieBreak(Struct, frozen=True):
    """Of two papers with equal scores the one with the lower value wins. `sentence` says that value: a message id with
    {n}."""

    value: Callable[[Paper], int]
    sentence: str


class NewSheets(Struct, frozen=True):
    """Sheets of a game that differ in what is printed on them.

    make: a new sheet from the id of a shipped one and a seed; its id is `ID:SEED`. reprint: a sheet with other printed
    marks, by space id. Both raise NotASheet.
    """

    make: Callable[[str, str], Sheet]
    reprint: Callable[[Sheet, Mapping[str, str]], Sheet]


class ScoreSheet(Struct, frozen=True):
    """A game whose table keeps one score sheet for all.

    boards: the sheets that are played on, where the others are only written on, as `kept_on` tells of any. sheet_for: the
    sheet id of a paper that does not name its sheet. paper: the paper of the whole table, from rules, state and names; it is
    what is printed of a game. scores: everybody's score on such a paper, by name. played: as much of it as was played, as a
    picture shows it.
    """

    boards: tuple[str, ...]
    kept_on: Callable[[Sheet], bool]
    sheet_for: Callable[[Paper], str]
    paper: Callable[[Any, Any, tuple[str, ...]], ScorePaper]
    scores: Callable[[Paper], Scores]
    played: Callable[[Paper], Display]


class Routes(Struct, frozen=True):
    """A game in which a route is drawn. drawn: the space ids of the route on a paper. best: the best one that a filled
    sheet allows; raises NotAPaper."""

    drawn: Callable[[Paper], tuple[str, ...]]
    best: Callable[[Sheet, Paper], BestRoute]


class PencilNotes(Struct, frozen=True):
    """Numbers that players may note in blank spaces. digits: those that numbers consist of; width: of how many. marks: what
    else a player's notes (name to text) put on a sheet."""

    digits: tuple[str, ...]
    width: int = 1
    marks: Callable[[Sheet, Mapping[str, str]], tuple[Mark, ...]] = field(default=lambda _, __: ())

