"""The ranking of a session: who won, with a piece of the sheet, places with their reasons, what the class should practice,
how the results lie beside those of the computer levels on the same dice; to be printed, as a list or as certificates, or
exported. Where it comes about while somebody works at the session, its places are told one after the other.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Report
from rollwrite_desktop.core.i18n import decimal, tr, tr_n, with_colon
from rollwrite_desktop.intake.sessions import RankingRule
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.kept.standings import bins
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.play.paper.audit_files import Filled
from rollwrite_desktop.play.paper.paper_session import Weakness, weaknesses
from rollwrite_desktop.play.paper.ranking import Standing, describe_mixture, describe_rule, ranking, unranked
from rollwrite_desktop.play.practice.class_deck import played_at
from rollwrite_desktop.play.review.same_dice import LevelGame, code_job
from rollwrite_desktop.printing.reports.certificates import certificates
from rollwrite_desktop.printing.reports.ranking_pages import standings_pages, winners_sentence
from rollwrite_desktop.printing.sheets.sheet_piece import shown
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.thumbnail import SheetPiece
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.celebration import Celebration
from rollwrite_desktop.ui.kit.charts import Histogram
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import FlowRow, card, emptied, keep_room
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.lobby.seats import level_title
from rollwrite_desktop.ui.library.session_store import SessionFile, table_game
from rollwrite_desktop.ui.paper.session.checker import Checker
from rollwrite_desktop.ui.paper.session.class_practice import ClassPractice
from rollwrite_desktop.ui.paper.session.place_card import PlaceCard
from rollwrite_desktop.ui.paper.session.places_in_turn import PlacesInTurn
from rollwrite_desktop.ui.paper.session.ranking_choice import RankingChoice
from rollwrite_desktop.ui.paper.session.ranking_export import RankingExport

_NARROW = 980
_PIECE, _PIECE_HIGH = 300, 0.42
"""The width of the piece of the winner's sheet in pixels, and its height as a share of that."""
_PRACTICE = 6


def _practice_line(weak: Weakness) -> str:
    counted = tr_n("{n} sheet", "{n} sheets", len(weak.names))
    names = ", ".join(filter(None, weak.names[:4])) + (" …" if len(weak.names) > 4 else "")
    return "• " + with_colon(weak.title, counted) + (f" ({names})" if names else "")


class _Advice(QWidget):
    """What to practice: headings, each with its lines, or one line."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.lines: tuple[str, ...] = ()
        """All of it, the headings among the lines."""

    def show_parts(self, parts: Sequence[tuple[str, Sequence[str]]], otherwise: str) -> None:
        """Shows parts with their headings, where there are none another line."""
        lines = tuple(line for title, below in parts for line in (title, *below)) or (otherwise,)
        if lines == self.lines:
            return
        self.lines = lines
        emptied(self._column)
        for title, below in parts:
            self._column.addWidget(label(title, "heading"))
            self._column.addWidget(label("\n".join(below)))
        if not parts:
            self._column.addWidget(label(otherwise))


class RankStep(QWidget):
    """`sheet_chosen` carries the number of a member; `print_chosen` the game's id and leaves."""

    sheet_chosen = Signal(int)
    print_chosen = Signal(object)
    failed = Signal(str)
    notified = Signal(str)

    def __init__(self, file: SessionFile, checker: Checker, store: Settings, *, ended: bool = False) -> None:
        """`ended`: all sheets were there when the session was opened, so its end is shown, not told."""
        super().__init__()
        self.file, self.checker, self.store = file, checker, store
        self.levels: dict[str, list[int]] = {}
        self._levels_of: tuple[object, ...] = ()
        self._task: Task | None = None
        self._members: list[int] = []
        self._ended = ended
        self.in_turn = PlacesInTurn(self)
        self.in_turn.changed.connect(self.show_session)
        self.in_turn.over.connect(self._celebrate)
        self.export = RankingExport(store, self.title, lambda: self.checker.filled, lambda: self.rule, self)
        self.export.failed.connect(self.failed)
        self.export.notified.connect(self.notified)
        self._build()
        self.file.changed.connect(self.show_session)
        self.checker.changed.connect(self.show_session)
        self.show_session()

    def _build(self) -> None:
        self.summary = label("", "title")
        self.listed = button(tr("&Print the list …"), "print", "primary", self.print_list)
        self.certified = button(tr("&Certificates …"), "print", "", self.print_certificates)
        self.exporting = button(tr("&Export …"), "save", "", self.export.ask)
        self.telling = button(tr("&Tell the places"), "play", "", self.tell)
        self.telling.setToolTip(tool_tip(tr("One by one, first place last; a tap or any key tells them all")))
        self.places: list[PlaceCard] = []
        self.list = QVBoxLayout()
        self.list.setSpacing(6)
        practice, inside = card()
        inside.addWidget(label(tr("What to practice"), "heading"))
        self.practice = _Advice()
        inside.addWidget(self.practice)
        self.positions = button(tr("P&ositions to practice …"), "print", "", self.find_positions)
        inside.addWidget(FlowRow(self.positions))
        results, chart = card()
        chart.addWidget(label(tr("Results"), "heading"))
        self.histogram = Histogram()
        self.histogram.setMinimumHeight(theme.px(130))
        chart.addWidget(self.histogram)
        self.compared = label("", "faint")
        chart.addWidget(self.compared)
        self._advice = QWidget()
        below = QVBoxLayout(self._advice)
        below.setContentsMargins(0, 0, 8, 0)
        below.addWidget(practice)
        below.addWidget(results)
        below.addStretch(1)
        listed = QWidget()
        self._column = QVBoxLayout(listed)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.addLayout(self.list)
        self._column.addStretch(1)
        self.ranked = Scroll(listed)
        self.sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.sides.setSpacing(12)
        self.sides.addWidget(self.ranked, 5)
        self.aside = Scroll(self._advice)
        self.sides.addWidget(self.aside, 3)
        self.to_do = label("", "faint")
        self.mixture = label("", "faint")
        self.ruled = RankingChoice()
        self.ruled.chosen.connect(self._choose_rule)
        self.banner, head = card()
        line = QHBoxLayout()
        line.setSpacing(16)
        self._pieces = QVBoxLayout()
        self.piece: SheetPiece | None = None
        self._piece_of: object = None
        texts = QVBoxLayout()
        texts.setSpacing(4)
        texts.addStretch(1)
        for each in (self.summary, self.to_do, self.mixture, self.ruled):
            texts.addWidget(each)
        texts.addWidget(FlowRow(self.telling, self.exporting, self.certified, self.listed))
        texts.addStretch(1)
        line.addLayout(self._pieces)
        line.addLayout(texts, 1)
        head.addLayout(line)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(8)
        outside.addWidget(self.banner)
        outside.addLayout(self.sides, 1)

    def take_focus(self) -> None:
        """Moves the keyboard to the first place, or to what stands over it."""
        first = next((place.card for place in self.places if not place.isHidden()), None)
        (first or (self.listed if self.listed.isEnabled() else self.ruled.illegal)).setFocus()

    def in_short(self) -> str:
        """Who has won, or what is to be done first."""
        return " ".join(filter(None, (f"{self.summary.text().rstrip('.')}.", self.to_do.text(), self.mixture.text())))

    def turn(self, width: int) -> None:
        """Side by side where there is room, else one below the other, scrolling together."""
        wide = width >= theme.px(_NARROW)
        if wide and self.aside.widget() is None:
            self.aside.setWidget(self._advice)
        elif not wide and self.aside.widget() is not None:
            self._column.insertWidget(1, self.aside.takeWidget())
        self.ranked.be_whole(not wide and theme.largest())  # the page scrolls then
        self._show_advice()

    # ------------------------------------------------------------------ showing

    @property
    def rule(self) -> RankingRule:
        """How illegal play counts."""
        return self.file.session.ranking_rule

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places; `sheet` counts among the sheets that were entered."""
        return ranking(self.checker.filled, self.rule)

    def _choose_rule(self, rule: RankingRule) -> None:
        if rule != self.rule:
            self.file.change(ranking=rule)

    def show_session(self) -> None:
        """Everything as it is now."""
        filled, standings = self.checker.filled, self.standings
        nobody = tr("No sheet is finished yet") if filled else tr("No sheets yet")
        whole = not self.in_turn.telling
        self.summary.setText((winners_sentence(standings) or nobody) if whole else tr("And the places are …"))
        self.to_do.setText("" if standings else tr("Enter the players’ sheets under “Check”. They are ranked here."))
        self.to_do.setVisible(not standings)
        self.mixture.setText(" ".join(filter(None, (self.checker.strange, describe_mixture(filled)))))
        self.mixture.setVisible(bool(self.mixture.text()))
        numbers = [*self.checker.by_member()]
        order = [*dict.fromkeys(one.sheet for one in standings), *unranked(filled)]
        self._members = [numbers[i] for i in order]
        while len(self.places) < len(order):
            place = PlaceCard()
            place.opened.connect(lambda place=place: self.sheet_chosen.emit(self._members[self.places.index(place)]))
            self.places.append(place)
            self.list.addWidget(place)
        newest: PlaceCard | None = None
        for row, place in enumerate(self.places):
            at = next((one.place for one in standings if row < len(order) and one.sheet == order[row]), 0)
            keep_room(place, row < len(order))
            if place.isHidden() and not whole and self.in_turn.tells(at):
                newest = place
            place.setVisible(row < len(order) and self.in_turn.tells(at))
            if row < len(order):
                steps = self.checker.steps if self._members[row] == self.checker.at else 0
                place.show_sheet(filled[order[row]], [one for one in standings if one.sheet == order[row]], steps)
        game = self.file.session.played
        self.ruled.show_rule(game, self.rule)
        self.positions.setVisible(game.think.engine is not None)
        if newest is not None and not whole:
            self.ranked.show_from_top(newest)
        self._show_advice()
        self._show_piece()
        self._show_weak()
        totals = [one.total for one in standings]
        self.histogram.show_bars(bins(totals))
        self.histogram.setVisible(bool(totals))
        self._show_levels()
        self.telling.setVisible(theme.moves(self.store.preferences.motion))
        self.telling.setEnabled(whole and len(standings) > 1)
        for each in (self.listed, self.certified, self.exporting):
            each.setEnabled(bool(filled))
        self.certified.setEnabled(bool(standings))

    def _show_advice(self) -> None:
        """What to practice and the results, where there are any."""
        keep_room(self.aside, self.in_turn.telling)
        whole = bool(self.standings) and not self.in_turn.telling
        self._advice.setVisible(whole)
        self.aside.setVisible(whole and self.aside.widget() is not None)

    def _show_piece(self) -> None:
        """Shows the piece of the winner's sheet that stands for the game, or of a blank one."""
        game, standings, filled = self.file.session.played, self.standings, self.checker.filled
        if self.piece is None or self._piece_of != game.info.id:
            if self.piece is not None:
                self.piece.hide()
                self.piece.deleteLater()
            self.piece = SheetPiece(game.words.presentation.piece, _PIECE_HIGH, theme.px(_PIECE))
            self._piece_of = game.info.id
            self.piece.setFixedSize(self.piece.sizeHint())
            self._pieces.addWidget(self.piece)
            if theme.large():
                self.piece.hide()
        best = standings[0].sheet if standings and not self.in_turn.telling else -1
        session = self.file.session
        blank = Filled("", game, session.paper_sheet, session.blank(), Report((), (), None), "")
        self.piece.show_display(shown(filled[best] if best >= 0 else blank))

    def _show_weak(self) -> None:
        """Shows what to practice; until all sheets are checked that is not known."""
        to_come = self.checker.to_come
        checked = tr("No mistake found.") if self.standings else ""
        open_yet = tr_n("One sheet is still being checked.", "{n} sheets are still being checked.", to_come)
        self.practice.show_parts([] if to_come else self._weak(), open_yet if to_come else checked)

    def _weak(self) -> list[tuple[str, list[str]]]:
        """Returns what was misplayed, then what was counted or noted wrongly, with their headings."""
        weak = weaknesses(self.checker.filled)
        played = [_practice_line(each) for each in weak if each.aspect == "play"][:_PRACTICE]
        counted = [_practice_line(each) for each in weak if each.aspect != "play"]
        return [part for part in ((tr("Playing"), played), (tr("Counting"), counted)) if part[1]]

    # ------------------------------------------------------------------ the places, one after the other

    def tell(self) -> None:
        """Tells the places, the first one last."""
        places = sorted(one.place for one in self.standings)
        if len(places) > 1:
            self._ended = True
            self.in_turn.begin(places)

    def _tell_once(self) -> None:
        """When all sheets are in for the first time, and no search may change a place any more."""
        entered, awaited = self.file.session.count
        if self._ended or entered < awaited or not self.standings:
            return
        self._ended = True
        if self.checker.at >= 0:
            return
        if theme.moves(self.store.preferences.motion) and len(self.standings) > 1:
            self.tell()
        else:
            self.store.play_sound("finish")

    def _celebrate(self) -> None:
        """All is told: the winner is heard, seen and read aloud."""
        self.ranked.verticalScrollBar().setValue(0)
        if self.isVisible():
            self.store.play_sound("finish")
            Celebration(self)
            accessible.announce(self.in_short(), urgent=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.in_turn.skip()

    # ------------------------------------------------------------------ the computer levels

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tell_once()
        session = self.file.session
        of = (session.game, session.sheet_id, session.code, tuple(sorted(session.options.items())), session.dice)
        if of != self._levels_of:
            self._drop()
            self._levels_of, self.levels = of, {}
            if session.dice == "digital":
                options = options_of(session.played, session.options)
                self._task = Task(code_job(session.played, session.paper_sheet, options, session.code), self)
                self._task.given.connect(self._learn)
                self._task.ended.connect(self._drop)
                self._task.failed.connect(lambda _: self._drop())
        self._show_levels()
        if self._task is not None:
            self._task.ask()

    def _learn(self, found: LevelGame | str) -> None:
        """A computer player has made a move, or finished a game; the next one only while somebody looks."""
        if isinstance(found, LevelGame):
            self.levels.setdefault(found.level, []).append(found.total)
            self._show_levels()
        if self._task is not None and self.isVisible():
            self._task.ask()

    def _drop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.drop()

    def _show_levels(self) -> None:
        if self.file.session.dice == "real":
            self.compared.setText(tr("With real dice, there is nothing to compare."))
            return
        totals = [one.total for one in self.standings]
        lines = [tr("Average here: {mean}", mean=decimal(statistics.fmean(totals)))] if totals else []
        if self.levels:
            game = self.file.session.played
            means = {level_title(game, name): statistics.fmean(each) for name, each in self.levels.items()}
            levels = ", ".join(f"{name} {decimal(mean)}" for name, mean in means.items())
            lines.append(tr("Computer levels on the same dice: {levels}", levels=levels))
        self.compared.setText("\n".join(lines))

    # ------------------------------------------------------------------ print, export

    def title(self) -> str:
        """Returns what the ranking is called."""
        return self.file.session.name or tr("Ranking")

    def print_list(self) -> None:
        """Prints the ranking as a list."""
        filled = self.checker.filled
        session = self.file.session
        size, rule = session.paper_sheet.size, describe_rule(session.played, self.rule)
        leaves = standings_pages(
            session.event or tr(session.played.info.title), filled, self.standings, size, rule, day=session.day,
            practice=[line for title, below in self._weak() for line in (title, *below)],
        )
        self.print_chosen.emit((self.file.session.game, leaves))

    def print_certificates(self) -> None:
        """A page for each player who has a place."""
        session = self.file.session
        made = certificates(
            session.event, self.checker.filled, self.standings, session.paper_sheet.size, session.day
        )
        self.print_chosen.emit((session.game, made))

    def find_positions(self) -> None:
        """Positions to practice of these sheets; of people who played on the screen, of their game there."""
        table = table_game(self.file.session, self.store)
        games = played_at(table) if table is not None else []
        at_table = {table.name(game.player).casefold() for game in games} if table is not None else set[str]()
        sheets = [sheet for sheet in self.checker.filled if sheet.player.casefold() not in at_table]
        made = ClassPractice(self.title(), sheets, games, self.store, self)
        made.print_chosen.connect(self.print_chosen)
        made.notified.connect(self.notified)
        made.open()
