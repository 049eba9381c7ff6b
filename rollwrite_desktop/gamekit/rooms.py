"""What a game is made of, room by room, as the rest of the program knows it: what cli, printing and windows ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Auditor, Paper, Report
from rollwrite_desktop.core.bots import Bot, random_bot
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Rules
from rollwrite_desktop.gamekit.capabilities import NewSheets, PencilNotes, Routes, ScoreSheet, TieBreak
from rollwrite_desktop.gamekit.papers import blank_spaces
from rollwrite_desktop.gamekit.play.guide import Guide, PaperEditor, State
from rollwrite_desktop.gamekit.play.map_making import MapMaking
from rollwrite_desktop.gamekit.think.engine import EngineOf
from rollwrite_desktop.gamekit.think.levels import OLD_NAMES, RANDOM, Level
from rollwrite_desktop.gamekit.think.review import Review
from rollwrite_desktop.gamekit.units import POINTS, Unit
from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.gamekit.words.handbook import HandbookOf, no_handbook
from rollwrite_desktop.gamekit.words.print_kit import PrintKit
from rollwrite_desktop.sheet.sheet import Fault, Sheet


class PlayRoom(Struct, frozen=True):
    """How a game is played.

    sheets: ids of those that are offered. part_titles: message ids of score parts. sheet_faults: what makes a sheet
    unplayable although it can be read. box_titles: message ids of the groups of boxes that are counted on paper;
    one_box_titles: of one box of each. earlier_rules: by which games are shown that were begun before the rules changed and
    do not replay by today's. retired: sheets that no new game begins on; games begun on them are played on, and their papers
    read and checked. numbered: the sheets in the order in which codes count them, which never changes: new ones come last;
    () for the order of `sheets`. map_making: how sheets are made from map data. The fields from `new_sheets` to
    `map_making` are optional capabilities, None where the game lacks them: see `capabilities.py`.
    """

    sheets: tuple[str, ...]
    rulebook: Mapping[str, str]
    part_titles: Mapping[str, str]
    rules: Callable[[Sheet, Mapping[str, str]], Rules[Any]]
    guide: Callable[[Any], Guide]
    sheet_faults: Callable[[Sheet], Iterable[Fault]]
    lowest_wins: bool = False
    pencil_notes: PencilNotes = PencilNotes(())
    new_sheets: NewSheets | None = None
    score_sheet: ScoreSheet | None = None
    map_making: MapMaking | None = None
    earlier_rules: Callable[[Sheet, Mapping[str, str]], Rules[Any]] | None = None
    retired: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()
    box_titles: Mapping[str, str] = field(default_factory=dict)
    one_box_titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def every_sheet(self) -> tuple[str, ...]:
        """Those that are offered, and after them those that are no longer."""
        return (*self.sheets, *self.retired)

    @property
    def played_on(self) -> tuple[str, ...]:
        """The sheets that a game can be played on."""
        return self.score_sheet.boards if self.score_sheet else self.sheets

    @property
    def written_on(self) -> tuple[str, ...]:
        """The sheets that people fill in, so that there is something to check."""
        return tuple(each for each in self.every_sheet if not self.score_sheet or each not in self.score_sheet.boards)

    def box_title(self, group: str) -> str:
        """Returns what a group of boxes is called, its own name where the game gives it no other."""
        return tr(self.box_titles.get(group, group))

    def one_box_title(self, group: str) -> str:
        """Returns what one box of a group is called."""
        return tr(self.one_box_titles.get(group, group))

    def sheet_id(self, paper: Paper) -> str:
        """Returns the id of the sheet that a paper is on, also where it does not name one."""
        return paper.sheet or (self.score_sheet.sheet_for(paper) if self.score_sheet else self.sheets[0])


class CheckRoom(Struct, frozen=True):
    """How a filled sheet of a game is checked.

    paper: the struct of its paper files, a Paper with the fields that only this game has. paper_of: a player's final sheet
    as paper evidence. missing: what a paper lacks to be that of a finished game, in words, "" for nothing; it is not ranked
    before. lasting: rulebook entries of findings that nothing entered later can mend; others wait until a sheet is whole.
    tie_break, routes: optional capabilities, None where the game lacks them.
    """

    auditor: Callable[[Sheet, Mapping[str, str]], Auditor]
    paper_editor: Callable[[Sheet, Mapping[str, str]], PaperEditor]
    paper_of: Callable[[Any, State, str], Paper]
    paper: type[Paper] = Paper
    missing: Callable[[Sheet, Paper], str] = blank_spaces
    lasting: frozenset[str] = frozenset()
    tie_break: TieBreak | None = None
    routes: Routes | None = None

    def while_entering(self, report: Report) -> Report:
        """Returns what a report says already of a sheet that is still being entered: only what nothing entered later can
        mend."""
        lasting = tuple(finding for finding in report.findings if finding.key in self.lasting)
        return replace(report, findings=lasting, unchecked=(), diagnosis=())


class ThinkRoom(Struct, frozen=True):
    """Who plays a game besides people. bots: computer players by level, the weakest first; levels: what people read of each;
    instead: by an option and its value, a line about all computer players that stands there for how each plays, a message
    id. engine: plans and rollouts of its strong players, from its rules. review: what there is to say of a sheet
    afterwards."""

    bots: Mapping[str, Bot[Any]] = field(default_factory=lambda: {"random": random_bot})
    levels: Mapping[str, Level] = field(default_factory=lambda: {"random": RANDOM})
    instead: Mapping[tuple[str, str], str] = field(default_factory=dict)
    engine: EngineOf | None = None
    review: Review = field(default_factory=Review)

    @property
    def adviser(self) -> str:
        """The computer player that gives hints, and plays on where a person leaves: the strongest that need not be waited
        for."""
        return "hard" if self.engine else tuple(self.bots)[-1]

    def present_name(self, name: str) -> str:
        """Returns the name that a computer player has now."""
        return name if name in tuple(self.bots) else OLD_NAMES.get(name, name)


class WordsRoom(Struct, frozen=True):
    """What is said of a game at length. handbook: its rules to read, from its rules on a sheet. coach: who teaches it, from
    its rules; None where nobody does. print_kit: what there is to print of it besides its sheets. unit: what its results
    count. maps: a line about each sheet in the atlas, a message id. par_level: the level whose mean is par, "" where none is
    measured; steps: of par for each area, where a gentle map ends and where a tough one begins."""

    handbook: HandbookOf = no_handbook
    coach: Callable[[Any], Coach[Any]] | None = None
    print_kit: PrintKit = field(default_factory=PrintKit)
    unit: Unit = POINTS
    maps: Mapping[str, str] = field(default_factory=dict)
    par_level: str = ""
    steps: tuple[float, float] = (0.0, 0.0)

    @property
    def has_handbook(self) -> bool:
        """Whether there are rules to read and, from them, quick rules to print."""
        return self.handbook is not no_handbook


class Rooms(Struct, frozen=True):
    """All rooms of a game. A game without a room of its own for thinking has a player by chance."""

    play: PlayRoom
    check: CheckRoom
    think: ThinkRoom = field(default_factory=ThinkRoom)
    words: WordsRoom = field(default_factory=WordsRoom)
