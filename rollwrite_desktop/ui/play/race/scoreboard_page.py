"""A live scoreboard for people who race with real dice: who finished, what the others have left; three taps a round.

Every round is kept in the journal as a note. Who plays on and with how many dice, the game's guide says.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.gamekit.capabilities import ScoreSheet
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.gamekit.play.guide import RaceGuide
from rollwrite_desktop.play.opening.open_game import Opened, close_journal
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import card, emptied, flow, in_column, row_or_column
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.play.race.score_table import Scores
from rollwrite_desktop.ui.play.table.share_dialog import share_paper

NOTE = "round"
_PER_ROW = 4
_BESIDE = 56
"""Left and right of the columns, with a scroll bar, in pixels."""
Row = tuple[int | None, ...]


class ScoreboardPage(Page):
    """One evening's points."""

    paper_chosen = Signal(object)
    rematch_chosen = Signal(object)
    opened: Opened

    def __init__(self, opened: Opened, path: Path, store: Settings, parent: QWidget | None = None) -> None:
        super().__init__(path.stem, parent)
        theme.role(self, "page")
        self.opened, self.path, self.store = opened, path, store
        self.session = opened.session
        self.players = opened.session.players
        self.guide = cast(RaceGuide, opened.game.play.guide(opened.session.rules))
        self.start = dict(self.session.rules.scores(self.session.state)[0].parts).get("start", 0)
        self.finisher = ""
        self.remain: dict[str, int] = {}
        self.head = PageHead(tr(opened.game.info.title))
        self.head.left.connect(self.left)
        self.undo_button = button(tr("&Undo the last round"), "undo", "quiet", self.undo)
        self.print = button(tr("&Check and print"), "print", "", lambda: self.paper_chosen.emit(self.paper()))
        self.sentence = label("", "prompt")
        self.columns = QGridLayout()
        self.columns.setSpacing(12)
        self.taps: dict[str, QPushButton] = {}
        self._cards: list[QWidget] = []
        self._shown: dict[str, int] | None = None
        self.scores = Scores()
        frame, beneath = card()
        beneath.addWidget(self.scores)
        column = in_column(self.head, self.sentence, gap=12, margins=(20, 10, 20, 16), on=self)
        whole = QWidget()
        body = in_column(gap=12, on=whole)
        body.addLayout(self.columns)
        body.addWidget(frame, 1)
        # Very large texts leave no room beside the title.
        if not theme.large():
            self.head.add(self.undo_button, self.print)
        else:
            body.addLayout(row_or_column(self.undo_button, self.print))
        column.addWidget(Scroll(whole), 1)
        self.refresh()

    def introduction(self) -> str:
        return f"{tr(self.opened.game.info.title)}. {self.sentence.text()}"

    # ------------------------------------------------------------------ the rounds

    @property
    def rounds(self) -> tuple[Row, ...]:
        """What has been entered, by round."""
        found: list[Row] = []
        while text := self.session.notes.get((self.players[0], f"{NOTE}/{len(found) + 1}"), ""):
            row = _row(text, len(self.players))
            if row is None:
                break
            found.append(row)
        return tuple(found)

    @property
    def racers(self) -> dict[str, int]:
        """Who is in the round at hand, and how many dice they got."""
        return dict(self.guide.racers_after(self.players, self.rounds))

    def finished(self, player: str) -> None:
        """This player has placed the last die."""
        self.finisher = player
        self.remain.pop(player, None)
        self._enter()

    def has_left(self, player: str, dice: int) -> None:
        """This player has so many dice left."""
        self.remain[player] = dice
        if self.finisher == player:
            self.finisher = ""
        self._enter()

    def _enter(self) -> None:
        """Once all is known, the round is written down."""
        racers = self.racers
        others = [player for player in racers if player != self.finisher]
        if self.finisher in racers and all(player in self.remain for player in others):
            lost = sum(self.remain[player] for player in others)
            entries = (
                None if player not in racers else lost if player == self.finisher else -self.remain[player]
                for player in self.players
            )
            text = " ".join("-" if entry is None else str(entry) for entry in entries)
            self.session.note(self.players[0], f"{NOTE}/{len(self.rounds) + 1}", text)
            self.finisher, self.remain = "", {}
        self.refresh()

    def undo(self) -> None:
        """Takes the last round back."""
        count = len(self.rounds)
        if count:
            self.session.note(self.players[0], f"{NOTE}/{count}", "")
        self.finisher, self.remain = "", {}
        self.refresh()

    def paper(self) -> ScorePaper:
        """Returns the score sheet so far."""
        names = [self.opened.name(player) for player in self.players]
        totals: list[list[int | None]] = []
        running = [self.start] * len(names)
        for row in self.rounds:
            running = [before + (entry or 0) for before, entry in zip(running, row, strict=True)]
            totals.append(list(running))
        return ScorePaper(
            game=self.opened.game.info.id, options=dict(self.opened.head.options), players=names,
            rounds=[list(row) for row in self.rounds], totals=totals,
        )

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        rounds, racers = self.rounds, self.racers
        names = [self.opened.name(player) for player in self.players]
        totals = [self.start + sum(row[i] or 0 for row in rounds) for i in range(len(names))]
        number = self.guide.round_after(self.players, rounds)
        if not racers:
            self.sentence.setText(tr("The game is over."))
        elif not self.finisher:
            self.sentence.setText(tr("{round}: who placed their last die first?", round=number))
        else:
            self.sentence.setText(tr("{round}: how many dice do the others have left?", round=number))
        self.undo_button.setEnabled(bool(rounds))
        self.scores.show_results(names, rounds, totals, self.start)
        if racers != self._shown:
            self._shown = racers
            self._lay(racers)
        for spot, tap in self.taps.items():
            player, _, dice = spot.partition("/")
            tap.setChecked(self.remain.get(player) == int(dice) if dice else player == self.finisher)
            if not dice:
                theme.dress(tap, "check") if tap.isChecked() else theme.undress(tap)

    def _lay(self, racers: dict[str, int]) -> None:
        """A column for each of these; only where others play than before, so that the focus stays from round to round."""
        held = QApplication.focusWidget() in self.taps.values()
        emptied(self.columns)
        self.taps = {}
        self._cards = [self._column(player, dice) for player, dice in racers.items()] or [self._ending()]
        self._arrange()
        touch.accept_all(self)
        if held:
            next(iter(self.taps.values()), self.undo_button).setFocus(Qt.FocusReason.OtherFocusReason)

    def _arrange(self) -> None:
        """As many columns side by side as there is room for."""
        flow(self.columns, self._cards, self.width() - _BESIDE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _column(self, player: str, dice: int) -> QWidget:
        frame, inside = card()
        name = self.opened.name(player)
        done = button(tr("{name} placed the last die", name=name), "", "segment", lambda: self.finished(player))
        done.setCheckable(True)
        done.setMinimumHeight(theme.px(52))
        self.taps[player] = done
        inside.addWidget(done)
        inside.addWidget(label(tr("Dice left"), "faint"))
        grid = QGridLayout()
        grid.setSpacing(4)
        for n in range(1, dice + 1):
            each = button(str(n), "", "segment", partial(self.has_left, player, n))
            each.setCheckable(True)
            each.setAccessibleName(tr_n("{name}: {n} left", "{name}: {n} left", n, name=name))
            self.taps[f"{player}/{n}"] = each
            grid.addWidget(each, (n - 1) // _PER_ROW, (n - 1) % _PER_ROW)
        inside.addLayout(grid)
        inside.addStretch(1)
        return frame

    def _ending(self) -> QWidget:
        """Who won and with how much, once nobody races any more, and what to do next."""
        frame, inside = card()
        scores = sorted(self._shared.scores(self.paper()), key=lambda score: score.place)
        first = tuple(score.player for score in scores if score.place == 1)
        won = tr("{name} wins", name=first[0]) if len(first) == 1 else tr("{names} share the win", names=first)
        inside.addWidget(label(won, "display"))
        inside.addWidget(label(self.opened.game.words.unit.describe(scores[0].total), "title"))
        self.picture = button(tr("P&icture"), "image", "", self.share_picture)
        self.again = button(tr("Play a&gain"), "play", "primary", lambda: self.rematch_chosen.emit(self.opened))
        inside.addLayout(row_or_column(self.again, self.picture))
        return frame

    @property
    def _shared(self) -> ScoreSheet:
        shared = self.opened.game.play.score_sheet
        assert shared is not None
        return shared

    def share_picture(self) -> None:
        """Shows the picture of the score sheet."""
        share_paper(self, self.opened, self.paper(), self.store)

    def closeEvent(self, event: QCloseEvent) -> None:
        close_journal(self.opened)
        super().closeEvent(event)


def _row(text: str, players: int) -> Row | None:
    """Returns the points of a round as they stand in its note; None if that is no such note."""
    parts = text.split(" ")
    if len(parts) != players or not all(part == "-" or part.removeprefix("-").isdecimal() for part in parts):
        return None
    return tuple(None if part == "-" else int(part[:9]) for part in parts)
