"""A whole session with a disk that fails, or a program that is killed, at each call that changes anything, each once: the
next program starts, and nothing is lost of which this one did not say that it is not saved.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.core.audit import Paper, write_paper
from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.journal import Journal, Notes
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.archives import KINDS, place_of
from rollwrite_desktop.play.kept.game_index import Index
from rollwrite_desktop.play.opening.open_game import close_journal, journal_of, new_head, reopen, sheet_of, start
from rollwrite_desktop.play.paper.audit_files import paper_in
from rollwrite_desktop.play.paper.paper_session import PaperSession
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import drafts, killed_moves
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.library.session_store import new_session_file, new_table_file, opened_session
from rollwrite_desktop.ui.window.backup import back_up, restore
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.faults import Disk, Killed, Way
from tests.sampling import sampled
from tests.ui.conftest import delete_closed, settle

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
GAME = "hexroller"


class Session:
    """What a person does, step by step. `kept` grows with what the program has acknowledged: file to a check of it."""

    def __init__(self, home: Path) -> None:
        self.home = home / "here"
        self.store = Settings(self.home, lambda: NOON)
        self.kept: dict[str, Callable[[Settings], object]] = {}
        self.path: Path | None = None
        self.opened: Any = None
        self.outside = home

    def run(self) -> None:
        """Everything; a step that says that it failed is passed over."""
        for step in (self.begin, self.play, self.correct, self.draft, self.save, self.hold_session, self.rank, self.prefer,
                     self.history, self.rename, self.back_up, self.restore, self.leave):
            try:
                step()
            except UserError:
                continue

    def begin(self) -> None:
        game = GAMES[GAME]
        sheet = sheet_of(game, "")
        path = GameStore(self.store).new_path(game.info.title, ("Ann",))
        opened = start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(dice="real")))
        opened.session.log = Journal.begin(path, opened.head).append
        self.path, self.opened = path, opened
        self._acknowledge_game()

    def play(self) -> None:
        if self.opened is None:
            return
        session = self.opened.session
        for dice in ("3 3 4 5 5 6 8 8", "3 4 4 5 6 6 7 8"):
            session.submit(Event("chance", session.rules.read(dice)))
            self._acknowledge_game()
            while move := next((one for one in session.rules.moves(session.state, "p1")), None):
                session.submit(Event("p1", move))
                self._acknowledge_game()

    def correct(self) -> None:
        if self.opened is None or not self.opened.session.can_correct():
            return
        session = self.opened.session
        dice = session.rules.read("3 3 4 5 5 6 7 8")
        assert isinstance(dice, Outcome)
        session.correct(1, dice)
        self._acknowledge_game()

    def _acknowledge_game(self) -> None:
        journal = journal_of(self.opened)
        if journal is None or journal.failure is not None or self.path is None:
            return
        events, corrections = self.opened.session.events, self.opened.session.corrections

        def check(store: Settings) -> None:
            (path,) = store.games.glob("*.rollwrite")
            found = reopen(journals.read(path), path.name, path.parent)
            made = found.session.corrections > corrections  # one that was not acknowledged any more
            assert made or found.session.events[: len(events)] == events
            assert not found.read_only

        self.kept["game"] = check

    def draft(self) -> None:
        made = Drafts(self.store).new(Paper(game=GAME))
        paper = Paper(game=GAME)
        for space in ("a1", "a2", "a3"):
            paper = msgspec.structs.replace(paper, spaces={**paper.spaces, space: "5"})
            drafts.keep(self.store, made, paper)
            if not self.store.unsaved.sentence.startswith("Not saved"):
                self._acknowledge_draft(made.path, paper)
        made.close()

    def _acknowledge_draft(self, path: Path, paper: Paper) -> None:
        def check(_: Settings) -> None:
            content = Draft.content(path)
            assert content is not None and content.paper.spaces.items() >= paper.spaces.items()

        self.kept["draft"] = check

    def save(self) -> None:
        path = self.outside / "ann.paper.json"
        for value in ("5", "6"):
            paper = Paper(game=GAME, player="Ann", spaces={"a1": value})
            write_file(path, write_paper(paper))
            self.kept["paper"] = lambda _, value=value: self._holds(path, value)

    @staticmethod
    def _holds(path: Path, value: str) -> None:
        """This value or one that was saved later."""
        assert paper_in(path.read_bytes(), "x").spaces["a1"] >= value

    def hold_session(self) -> None:
        file = new_session_file(self.store, GAME)
        for name in ("Ann", "Bo"):
            file.put(file.session.joined((name,)))
            file.put(file.session.with_paper(0, Paper(game=GAME, player="Ann", spaces={"a1": "5"})))
            if file.saved:
                self.kept["session"] = lambda _, file=file, session=file.session: self._still_has(file.path, session)

    @staticmethod
    def _still_has(path: Path, session: PaperSession) -> None:
        """The players and sheets that were entered, or more of them."""
        members = opened_session(path).members
        assert members[: len(session.members)] == session.members

    def rank(self) -> None:
        table = new_table_file(self.store, GAME)
        for name in ("Ann", "Bo"):
            table.put(table.session.with_sheet_of(Paper(game=GAME, player=name, spaces={"a1": "5"})))
            if table.saved:
                self.kept["table"] = lambda _, file=table, session=table.session: self._still_has(file.path, session)

    def prefer(self) -> None:
        for text in ("110", "125"):
            self.store.prefer(text=text)
            if not self.store.unsaved.sentence:
                self.kept["settings"] = lambda store, text=text: self._prefers(store, text)

    @staticmethod
    def _prefers(store: Settings, text: str) -> None:
        """This text size or one that was chosen later."""
        assert store.preferences.text >= text

    def history(self) -> None:
        Index(self.store.games, self.home / "index.json").refresh()

    def rename(self) -> None:
        if self.path is None or self.opened is None:
            return
        close_journal(self.opened)
        journal = journal_of(self.opened)
        if journal is not None and journal.failure is not None:
            return
        self.path = GameStore(self.store).rename(self.path, "Friday")
        self.kept["name"] = lambda _, path=self.path: self._is_there(path)

    @staticmethod
    def _is_there(path: Path) -> None:
        assert path.is_file()

    def back_up(self) -> None:
        target = self.outside / "all.rollwrite-backup"
        before = target.read_bytes() if target.exists() else None
        files = back_up(self.store, target).files

        def check(_: Settings) -> None:
            there = Settings(self.outside / "third", lambda: NOON)
            assert restore(there, target).new >= files - 2
            assert before is None or target.read_bytes() != before

        self.kept["backup"] = check

    def restore(self) -> None:
        source = self.outside / "all.rollwrite-backup"
        if source.exists():
            there = Settings(self.outside / "there", lambda: NOON)
            restored = restore(there, source)
            self.kept["restored"] = lambda _: self._lists(self.outside / "there", restored.new)

    @staticmethod
    def _lists(home: Path, files: int) -> None:
        assert sum(path.is_file() for kind in KINDS for path in place_of(home, kind).glob("*" + KINDS[kind][0])) >= files

    def leave(self) -> None:
        if self.opened is not None:
            close_journal(self.opened)


@cache
def calls() -> tuple[str, ...]:
    """The calls of a session in which nothing fails."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder, Disk().installed() as counted:
        session = Session(Path(folder))
        session.run()
        names = tuple(counted.calls)
        del session
        gc.collect()
    return names


TOTAL = 252
"""How many calls there are; a test below says so."""
POINTS = [(at, way) for at in range(1, TOTAL + 1) for way in ("fails", "killed")]


def test_every_point_is_tried(qapp: QApplication) -> None:
    assert len(calls()) == TOTAL, "write this number above"
    assert {*calls()} >= {"open", "write", "sync", "sync_folder", "replace", "link", "unlink", "make_folder"}


@sampled("at, way", POINTS, 60, group=lambda point: point[1])
def test_nothing_that_was_acknowledged_is_lost(qtbot: Any, tmp_path: Path, at: int, way: Way) -> None:
    session = Session(tmp_path)
    with Disk(at, way).installed() as failing:
        try:
            session.run()
        except Killed:
            assert way == "killed"
        assert len(failing.calls) >= at
        kept = dict(session.kept)
        if session.opened is not None and (journal := journal_of(session.opened)) is not None:
            failing.dead = False
            failing.at = 0
            if journal._file is not None:
                journal._file.close()
    del session
    again = Settings(tmp_path / "here", lambda: NOON)
    killed_moves.finish(again)
    for check in kept.values():
        check(again)
    window = MainWindow(again)
    qtbot.addWidget(window)
    window.go.show_home()
    settle()
    assert isinstance(window.page, HomePage)
    assert not [path for path in (tmp_path / "here" / "games").glob("*.rollwrite") if not path.stat().st_size]
    for kept_game in GameStore(again).waiting(9):
        assert not kept_game.error
    window.close()
    delete_closed()
