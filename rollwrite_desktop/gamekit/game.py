"""One game as the rest of the program knows it: what cli, printing and windows ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rollwrite_desktop.core.audit import Auditor, BestRoute, Paper
from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.rules import GameInfo, Rules, Scores
from rollwrite_desktop.draw.display import Mark
from rollwrite_desktop.gamekit.coach import Coach
from rollwrite_desktop.gamekit.guide import Guide, PaperEditor, State
from rollwrite_desktop.gamekit.handbook import Handbook
from rollwrite_desktop.gamekit.print_kit import PrintKit
from rollwrite_desktop.gamekit.review import Review
from rollwrite_desktop.sheet.sheet import Sheet


@dataclass(frozen=True)
class Game:
    """One game: its rules, its sheets, and what it can do besides.

    part_titles: message ids of score parts. paper_of: a player's final sheet as paper evidence. letter: begins the codes
    of its games. design: whose design it is, for the credits. tie_break: of two papers with equal scores
    the one with the lower value wins; tie_told says that value in words (a message id with {n}).
    Games whose sheets differ in what is printed on them have: made, a new sheet from the id of a shipped one and a seed
    (its id is `ID:SEED`); own, a shipped sheet with other printed marks, by space id; faults, what makes a sheet
    unplayable although it can be read: place and sentence. made and own raise NotASheet.
    Games that keep one sheet for all have: tables, the sheets that are played on where others are only written on;
    sheet_for, the sheet that a paper is on if it does not say; shared_paper, from rules, state and names the paper of the
    whole table, which is what is printed of a game; scores_of, everybody's score on such a paper, by name.
    jots: the digits that players may jot down in spaces, () where nobody would; jots_wide: of how many a number consists.
    jotted: what else a player's notes (name to text) put on a sheet.
    leaflet: what there is to print of it besides its sheets. handbook: its rules to look up. review: what there is to say
    of a sheet afterwards. coach: who teaches it, from its rules; None where nobody does.
    best_route: where a route is drawn, the best that a filled sheet allows; raises NotAPaper.
    """

    info: GameInfo
    sheets: tuple[str, ...]
    rulebook: Mapping[str, str]
    part_titles: Mapping[str, str]
    bots: Mapping[str, Bot[Any]]
    rules: Callable[[Sheet, Mapping[str, str]], Rules[Any]]
    guide: Callable[[Any], Guide]
    auditor: Callable[[Sheet, Mapping[str, str]], Auditor]
    paper_editor: Callable[[Sheet, Mapping[str, str]], PaperEditor]
    paper_of: Callable[[Any, State, str], Paper]
    letter: str = ""
    design: str = ""
    lowest_wins: bool = False
    tie_break: Callable[[Paper], int] = field(default=lambda _: 0)
    tie_told: str = ""
    made: Callable[[str, str], Sheet] | None = None
    own: Callable[[Sheet, Mapping[str, str]], Sheet] | None = None
    faults: Callable[[Sheet], tuple[tuple[str, str], ...]] = field(default=lambda _: ())
    best_route: Callable[[Sheet, Paper], BestRoute] | None = None
    tables: tuple[str, ...] = ()
    sheet_for: Callable[[Paper], str] = field(default=lambda _: "")
    shared_paper: Callable[[Any, State, tuple[str, ...]], Paper] | None = None
    scores_of: Callable[[Paper], Scores] | None = None
    print_kit: PrintKit = field(default_factory=PrintKit)
    handbook: Handbook = ()
    coach: Callable[[Any], Coach] | None = None
    jots: tuple[str, ...] = ()
    jots_wide: int = 1
    jotted: Callable[[Sheet, Mapping[str, str]], tuple[Mark, ...]] = field(default=lambda _, __: ())
    review: Review = field(default_factory=Review)

    @property
    def played_on(self) -> tuple[str, ...]:
        """The sheets that a game can be played on."""
        return self.tables or self.sheets
