"""One game as the rest of the program knows it: what cli, printing and windows ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rollwrite_desktop.core.audit import Auditor, Paper, Report
from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.rules import GameInfo, Rules
from rollwrite_desktop.gamekit.capabilities import NO_NOTES, NewSheets, PencilNotes, Routes, ScoreSheet, TieBreak
from rollwrite_desktop.gamekit.papers import blank_spaces
from rollwrite_desktop.gamekit.play.guide import Guide, PaperEditor, State
from rollwrite_desktop.gamekit.play.map_making import MapMaking
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.gamekit.think.engine import EngineOf
from rollwrite_desktop.gamekit.think.review import Review
from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.gamekit.words.handbook import HandbookOf, no_handbook
from rollwrite_desktop.gamekit.words.print_kit import PrintKit
from rollwrite_desktop.sheet.sheet import Fault, Sheet


@dataclass(frozen=True)
class Game:
    """One game: its rules, its sheets, and what it can do besides.

    paper: the struct of its paper files, a Paper with the fields that only this game has. paper_of: a player's final sheet
    as paper evidence. part_titles: message ids of score parts. letter: begins the codes of its games. design: whose design
    it is, for the credits and the unofficial notice; "" for a game of one's own. sheet_faults: what makes a sheet unplayable
    although it can be read.
    lasting: rulebook entries of findings that nothing entered later can mend; others wait until a sheet is whole.
    earlier_rules: by which games are shown that were begun before the rules changed and do not replay by today's.
    missing: what a paper lacks to be that of a finished game, in words, "" for nothing; it is not ranked before.
    presentation: how it introduces itself before it is played. print_kit: what there is to print of it besides its sheets.
    handbook: its rules to read, from its rules on a sheet. review: what there is to say of a sheet afterwards. coach: who
    teaches it, from its rules; None where nobody does. engine: plans and rollouts of its strong players, from its rules.
    map_making: how sheets are made for it from map data; None where they cannot be. retired: sheets that no new game begins
    on; games begun on them are played on, and their papers read and checked. numbered: its sheets in the order in which
    codes count them, which never changes: new ones come last; () for the order of `sheets`.
    The fields behind `coach` are optional capabilities, None where the game lacks them: see `capabilities.py`.
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
    sheet_faults: Callable[[Sheet], Iterable[Fault]]
    paper: type[Paper] = Paper
    missing: Callable[[Sheet, Paper], str] = blank_spaces
    letter: str = ""
    design: str = ""
    lowest_wins: bool = False
    presentation: Presentation = field(default_factory=Presentation)
    print_kit: PrintKit = field(default_factory=PrintKit)
    handbook: HandbookOf = no_handbook
    review: Review = field(default_factory=Review)
    coach: Callable[[Any], Coach] | None = None
    tie_break: TieBreak | None = None
    new_sheets: NewSheets | None = None
    score_sheet: ScoreSheet | None = None
    routes: Routes | None = None
    pencil_notes: PencilNotes = NO_NOTES
    engine: EngineOf | None = None
    map_making: MapMaking | None = None
    earlier_rules: Callable[[Sheet, Mapping[str, str]], Rules[Any]] | None = None
    lasting: frozenset[str] = frozenset()
    retired: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()

    @property
    def every_sheet(self) -> tuple[str, ...]:
        """Those that are offered, and after them those that are no longer."""
        return (*self.sheets, *self.retired)

    @property
    def adviser(self) -> str:
        """The computer player that gives hints, and plays on where a person leaves: the strongest that need not be waited
        for."""
        return "hard" if self.engine else tuple(self.bots)[-1]

    @property
    def usual_level(self) -> str:
        """The computer player that a newcomer plays against: the weakest, where the game does not say."""
        return self.presentation.usual_level or next(iter(self.bots))

    def while_entering(self, report: Report) -> Report:
        """What a report says already of a sheet that is still being entered: only what nothing entered later can mend."""
        lasting = tuple(finding for finding in report.findings if finding.key in self.lasting)
        return replace(report, findings=lasting, unchecked=(), diagnosis=())

    @property
    def played_on(self) -> tuple[str, ...]:
        """The sheets that a game can be played on."""
        return self.score_sheet.boards if self.score_sheet else self.sheets

    def sheet_id(self, paper: Paper) -> str:
        """The id of the sheet that a paper is on, also where it does not name one."""
        return paper.sheet or (self.score_sheet.sheet_for(paper) if self.score_sheet else self.sheets[0])
