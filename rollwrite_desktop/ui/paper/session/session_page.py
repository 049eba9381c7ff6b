"""A session on paper, in five steps that are open at any time: players, printing, calling, checking, ranking. A whole
table of sheets is one too; of a game without dice to call it has only the last two.
"""
from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.choices import Choices, Tab
from rollwrite_desktop.ui.kit.page import Keys, Menus, Page, action
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import FittingScrollArea
from rollwrite_desktop.ui.library.drafts import NOTHING, Content, Draft
from rollwrite_desktop.ui.library.session_store import SessionFile
from rollwrite_desktop.ui.paper.session.call_step import CallStep
from rollwrite_desktop.ui.paper.session.check_step import CheckStep
from rollwrite_desktop.ui.paper.session.checker import Checker
from rollwrite_desktop.ui.paper.session.print_step import PrintStep
from rollwrite_desktop.ui.paper.session.rank_step import RankStep
from rollwrite_desktop.ui.paper.session.set_up_step import SetUpStep

PLAYERS, PRINT, CALL, CHECK, RANK = STEPS = ("players", "print", "call", "check", "rank")
_NARROWEST = _LOWEST = 480
"""Pixels that it asks for: so many across, and no more than so many in height, whatever its steps need."""


class SessionPage(Page):
    """`sheet_chosen` carries the number of the member whose sheet is to be entered, `photos_chosen` photos of sheets;
    `print_chosen` the game's id and leaves; `full_chosen`: the whole screen or not; `screen_chosen`: to be played on this
    screen."""

    sheet_chosen = Signal(int)
    photos_chosen = Signal(object)
    print_chosen = Signal(object)
    full_chosen = Signal(bool)
    screen_chosen = Signal()

    def __init__(self, file: SessionFile, store: Settings, step: str = PLAYERS, parent: QWidget | None = None) -> None:
        super().__init__(tr("Session"), parent)
        self.store, self.file = store, file
        self.checker = Checker(self)
        self.checker.take(file.session)
        entered, awaited = file.session.count
        self._was_complete = 0 < awaited == entered
        theme.role(self, "page")
        self.head = PageHead("")
        self.head.left.connect(self.left)
        self.undo_button = icon_button("undo", tr("Undo"), self.undo)
        self.redo_button = icon_button("redo", tr("Redo"), self.redo)
        self.head.add(self.undo_button, self.redo_button)
        self.tabs = Choices(dict.fromkeys(STEPS, ""), step, tabs=True, flows=True, name=tr("Steps"))
        self.stack = QStackedWidget()
        self._areas: dict[QWidget, FittingScrollArea] = {}
        self._outside = outside = QVBoxLayout(self)
        outside.setContentsMargins(16, 8, 16, 12)
        outside.setSpacing(8)
        outside.addWidget(self.head)
        outside.addWidget(self.tabs)
        outside.addWidget(self.stack, 1)
        for tab in self.tabs.findChildren(Tab):
            tab.setFocusPolicy(tab.focusPolicy() & ~Qt.FocusPolicy.ClickFocus)  # a click leads on into the step
            tab.clicked.connect(partial(self._tab_pressed, tab))
        self.tabs.chosen.connect(self.turn_to)
        file.failed.connect(self.failed)
        standard = QKeySequence.StandardKey
        self._actions = (
            action(self, tr("&Undo"), "undo", standard.Undo, self.undo),
            action(self, tr("&Redo"), "redo", standard.Redo, self.redo),
            None,
            *(action(self, title, icon, f"Ctrl+{n}", partial(self._choose, step))
              for n, (step, title, icon) in enumerate((
                  (PLAYERS, tr("&Players"), "users"), (PRINT, tr("&Print"), "print"), (CALL, tr("&Call"), "dice"),
                  (CHECK, tr("C&heck"), "pencil"), (RANK, tr("&Rank"), "list"),
              ), 1)),
            None,
            action(self, tr("The rolls in &words …"), "list", "F8", lambda: self.call.read_rolls()),
            action(self, tr("What is on the tab&le"), "dice", "F9", self._read_table),
            action(self, tr("&Say it again"), "redo", "F4", accessible.repeat),
        )
        file.changed.connect(self.show_session)
        self.show_session()
        self.turn_to(step)
        file.use()

    # ------------------------------------------------------------------ the steps, each made when it is first asked for

    @cached_property
    def players(self) -> SetUpStep:
        made = SetUpStep(self.file, self.store)
        made.turn(self.width())
        made.screen_chosen.connect(self.screen_chosen)
        made.notified.connect(self.notified)
        made.failed.connect(self.failed)
        self.stack.addWidget(made)
        return made

    @cached_property
    def printing(self) -> PrintStep:
        made = PrintStep(self.file)
        made.turn(self.width())
        made.print_chosen.connect(self.print_chosen)
        made.failed.connect(self.failed)
        self.stack.addWidget(made)
        return made

    @cached_property
    def call(self) -> CallStep:
        made = CallStep(self.file, self.checker, self.store)
        made.full_chosen.connect(self.full_chosen)
        made.notified.connect(self.notified)
        made.failed.connect(self.failed)
        self.stack.addWidget(made)
        return made

    @cached_property
    def check(self) -> CheckStep:
        made = CheckStep(self.file, self.checker, self.store)
        made.sheet_chosen.connect(self.sheet_chosen)
        made.photos_chosen.connect(self.photos_chosen)
        made.notified.connect(self.notified)
        made.failed.connect(self.failed)
        self._scrolled(made)
        return made

    @cached_property
    def rank(self) -> RankStep:
        made = RankStep(self.file, self.checker, self.store, ended=self._was_complete)
        made.turn(self.width())
        made.print_chosen.connect(self.print_chosen)
        made.sheet_chosen.connect(self.sheet_chosen)
        made.notified.connect(self.notified)
        made.failed.connect(self.failed)
        self._scrolled(made)
        return made

    def _scrolled(self, step: QWidget) -> None:
        """Puts in a step that scrolls where very large texts leave it too little room."""
        self._areas[step] = FittingScrollArea(step)
        self.stack.addWidget(self._areas[step])

    def step(self, name: str) -> SetUpStep | PrintStep | CallStep | CheckStep | RankStep:
        """A step by its name."""
        made: dict[str, Callable[[], SetUpStep | PrintStep | CallStep | CheckStep | RankStep]] = {
            PLAYERS: lambda: self.players, PRINT: lambda: self.printing, CALL: lambda: self.call, CHECK: lambda: self.check,
            RANK: lambda: self.rank,
        }
        return made[name]()

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, min(_LOWEST, super().minimumSizeHint().height()))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.file.let_go()
        super().closeEvent(event)

    def menus(self) -> Menus:
        return ((tr("Se&ssion"), self._actions),)

    def keys(self) -> Keys:
        return ((tr("Calling"), (
            (tr("The next roll"), tr("Space, Enter, →, Page Down")), (tr("Previous roll"), tr("←, Page Up, Backspace")),
            (tr("Full screen"), "F"), (tr("The list of rolls"), "L"), (tr("Dark room"), "D"),
        )),)

    def rule(self) -> tuple[str, str]:
        return self.file.session.game, ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        made: list[SetUpStep | PrintStep | RankStep] = [
            *self.findChildren(SetUpStep), *self.findChildren(PrintStep), *self.findChildren(RankStep)]
        for step in made:
            step.turn(self.width())

    # ------------------------------------------------------------------ showing

    def show_session(self) -> None:
        """Everything as it is now."""
        session = self.file.session
        self.head.entitle(session.name or tr("Session"))
        self.checker.take(session)
        self.undo_button.setEnabled(self.file.history.can_undo)
        self.redo_button.setEnabled(self.file.history.can_redo)
        for step, caption in self._captions().items():
            self.tabs.caption(step, caption)
            self.tabs.show_choice(step, step in self.steps)

    @property
    def at(self) -> str:
        """The step that is shown."""
        return self.tabs.value

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps that there are."""
        return STEPS if self.file.session.played.words.print_kit.asked is not None else (CHECK, RANK)

    def _choose(self, step: str) -> None:
        if step in self.steps:
            self.tabs.choose(step)

    def _captions(self) -> dict[str, str]:
        """Returns what stands on the tabs."""
        session = self.file.session
        entered, awaited = session.count
        return {
            PLAYERS: tr("Players: {n}", n=len(session.members)) if session.members else tr("Players"), PRINT: tr("Print"),
            CALL: tr("Call: {n}", n=len(session.rolls)) if session.rolls else tr("Call"),
            CHECK: tr("Check: {n} of {all}", n=entered, all=awaited) if awaited else tr("Check"), RANK: tr("Rank"),
        }

    def turn_to(self, step: str) -> None:
        """Shows a step, ready for the keyboard."""
        turned = self.step(step)
        self.stack.setCurrentWidget(self._areas.get(turned, turned))
        self.grown.emit()
        if not any(tab.hasFocus() for tab in self.tabs.findChildren(Tab)):  # there arrows go on from tab to tab
            self.take_focus()
        if self.isVisible():
            accessible.announce(self._step_in_short())

    def _tab_pressed(self, tab: Tab) -> None:
        """Leads on into the step that is open; arrows only look at what each is."""
        if not tab.by_arrow:
            self.take_focus()

    def introduction(self) -> str:
        """Returns what the session is called, and its step; the game once, where the name says it too."""
        name, game = self.file.session.name or self.title, tr(self.file.session.played.info.title)
        step = self._step_in_short()
        return f"{name}. {step.replace(f' {game}.', '', 1) if name.startswith(game) else step}"

    def _step_in_short(self) -> str:
        captions = {step: caption.replace("&", "") for step, caption in self._captions().items()}
        return " ".join(filter(None, (f"{captions[self.tabs.value]}.", self.step(self.tabs.value).in_short())))

    def _read_table(self) -> None:
        """Reads out what is called, or the step that is open: the key for the next roll is none there."""
        if self.at == CALL:
            self.call.read_roll()
        else:
            accessible.announce(self._step_in_short())

    def take_focus(self) -> None:
        self.step(self.tabs.value).take_focus()

    def spread(self, full: bool) -> None:
        """Spreads the dice over the whole screen, or back."""
        for widget in (self.head, self.tabs):
            widget.setVisible(not full)
        self._outside.setContentsMargins(*((8, 8, 8, 8) if full else (16, 8, 16, 12)))
        if full or "call" in vars(self):
            self.call.spread(full)
            self.grown.emit()

    def take_files(self, paths: Sequence[Path]) -> bool:
        """Sheets that are dropped are checked; a list of rolls goes to real dice, one of names to the players."""
        if paths and all(path.suffix.lower() == ".csv" for path in paths) and PLAYERS in self.steps:
            self.tabs.choose(PLAYERS)
            for path in paths:
                self.players.take_names_file(path)
            return True
        typed = self.call.typed if self.tabs.value == CALL and self.file.session.dice == "real" else None
        if typed is not None and len(paths) == 1 and paths[0].suffix.lower() == ".txt":
            return typed.take_file(paths[0])
        self.tabs.choose(CHECK)
        return self.check.take_files(paths)

    def photographed(self) -> tuple[list[tuple[str, str]], list[str]]:
        """Which sheets are on photos of this session, any where that is not known yet, and whose are waited for."""
        session = self.file.session
        open_yet = session.uncalled and not session.count[0]
        awaited = [member.name for member in session.members if member.paper is None and not member.left]
        return [] if open_yet else [(session.game, session.sheet_id)], awaited

    def undo(self) -> None:
        """Takes back the latest change of the session."""
        accessible.announce(tr("Taken back.") if self.file.history.can_undo else tr("There is nothing to undo."))
        self.file.undo()

    def redo(self) -> None:
        """Puts back what was undone last."""
        accessible.announce(tr("Put back.") if self.file.history.can_redo else tr("There is nothing to redo."))
        self.file.redo()

    # ------------------------------------------------------------------ a sheet that is entered

    def paper_of(self, number: int) -> Paper:
        """Returns what is entered: a member's sheet, with the rolls that it is checked with."""
        return self.file.session.paper(number, self.checker.rolls)

    def following(self, number: int) -> str:
        """Returns what leads from a member's sheet on: to the next that is waited for, or back."""
        session = self.file.session
        after = session.next_blank(number)
        if after < 0 or after == number:
            return tr("&Done")
        return tr("&Next: {name}", name=session.members[after].name.replace("&", "&&"))

    def put(self, number: int, paper: Paper) -> None:
        """A sheet as it was entered."""
        self.file.put(self.file.session.with_paper(number, paper))


class SheetKept(Draft):
    """What is being typed for a member of a session: every key is kept in the session itself."""

    def __init__(self, page: SessionPage, number: int) -> None:
        super().__init__(page.file.path)
        self._page, self._number = page, number

    @property
    def state(self) -> str:
        return tr("Saved in the session")

    def read(self) -> Content | None:
        return None

    def write(
        self, paper: Paper, read: Collection[str] = (), halves: Mapping[str, str] = NOTHING,  # noqa: ARG002
    ) -> None:
        self._page.put(self._number, paper)

    def drop(self) -> None:
        """Nothing stands on the sheet any more."""
