"""The room of a game in real time: countdown, race, stop, points; also watching a recorded race.

Every hit and every key goes into one queue (`RaceSide`) with the time of the room's one stopwatch. Knows no particular game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.gamekit.coach import Hint
from rollwrite_desktop.gamekit.guide import Look
from rollwrite_desktop.play.game_codes import code_of, with_code
from rollwrite_desktop.play.open_game import Opened, close_journal, journal_of
from rollwrite_desktop.play.race_session import COUNT_MS, Phase, RaceSession
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.race.key_bindings import Keys, KeysDialog
from rollwrite_desktop.ui.race.overlay_card import RaceCard
from rollwrite_desktop.ui.race.playback_bar import WatchBar, clock_text
from rollwrite_desktop.ui.race.race_view import RaceView
from rollwrite_desktop.ui.race.time_records import Records
from rollwrite_desktop.ui.shell import clock
from rollwrite_desktop.ui.shell.page import Keys as PageKeys
from rollwrite_desktop.ui.shell.page import Menus, Page, action
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.table.coach_pane import CoachSetting
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import icon_button
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.page_head import PageHead

FRAME_MS = 30


class RacePage(Page):
    """One race. `watch` (ms, never running back) may be handed in; tests give a clock of their own."""

    print_chosen = Signal(object)
    again_chosen = Signal(str)
    code_chosen = Signal(str)
    replay_chosen = Signal()
    opened: Opened

    def __init__(
        self, opened: Opened, path: Path, store: Settings, watch: Callable[[], int] = clock.stopwatch,
        count_ms: int = COUNT_MS,
    ) -> None:
        super().__init__(path.stem)
        theme.role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.opened, self.path = opened, path
        self.store = store
        self.side = RaceSession(opened, count_ms)
        self.bindings = Keys(self.store)
        self.records = Records(self.store)
        self.now = watch
        self._shown: tuple[Any, ...] = ()
        self._was: Phase = self.side.phase
        self._last = watch()
        self._furnish()
        self._frames = QTimer(self, interval=FRAME_MS)
        self._frames.timeout.connect(self.frame)
        self._frames.start()
        self.refresh()

    # ------------------------------------------------------------------ the room

    def _furnish(self) -> None:
        self.head = PageHead(tr(self.opened.game.info.title))
        self.head.left.connect(self.left)
        self.state = label("", "prompt", wrap=False)
        self.pause_button = icon_button("pause", tr("Pause (Escape)"), self.turn_pause)
        self.round_button = icon_button("users", tr("Turn the trays toward the players, or all upright"), self.turn_trays)
        self.keys_button = icon_button("keyboard", tr("Keys …"), self.ask_keys)
        self.head.add(self.state, self.pause_button, self.round_button, self.keys_button)
        for widget in (self.pause_button, self.round_button, self.keys_button):
            widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.lesson = label("", "heading")
        self.lesson.setContentsMargins(10, 0, 10, 0)
        self._lessons = CoachSetting(self.store, self.opened.game.info.id)
        self.lesson.setVisible(bool(self.side.taught) and self._lessons.on)
        self._hint: Hint | None = None
        self.view = RaceView(self.side.players)
        self.view.turned = self.store.recall("race-turned", True)
        self.view.mine = lambda player: player in self.side.humans
        self.view.hit.connect(self.hit)
        self.view.describe = self._describe
        self.card = RaceCard(self.view, code_of(self.opened.head))
        self.card.went_on.connect(self.go_on)
        self.card.watch_chosen.connect(self.watch)
        self.card.print_chosen.connect(lambda: self.print_chosen.emit(self.opened))
        self.card.replay_chosen.connect(self.replay_chosen)
        self.card.code_chosen.connect(self.code_chosen)
        self.card.again_chosen.connect(lambda: self.again_chosen.emit(self.opened.game.info.id))
        self.go_sign = label(tr("Go!"), "display", wrap=False)
        self.go_sign.setParent(self.view)
        self.go_sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.go_sign.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.role(self.go_sign, "go")
        self.go_sign.hide()
        self.bar = WatchBar()
        self.bar.moved.connect(self.refresh)
        self.bar.closed.connect(self._end_watching)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        column.setSpacing(4)
        column.addWidget(self.head)
        column.addWidget(self.lesson)
        column.addWidget(self.view, 1)
        column.addWidget(self.bar)
        self._actions = (
            action(self, tr("Pause, and &on"), "pause", "Ctrl+P", self.turn_pause),
            action(self, tr("&Turn the trays"), "users", "Ctrl+T", self.turn_trays),
            action(self, tr("&Keys …"), "keyboard", "Ctrl+Shift+K", self.ask_keys),
            action(self, tr("C&oach"), "help", "Ctrl+3", self.turn_lessons),
            action(self, tr("Show &me a good stroke"), "eye", "Ctrl+H", self.hint),
            action(self, tr("&Print the score sheet …"), "print", "Ctrl+Alt+P", lambda: self.print_chosen.emit(self.opened)),
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    # ------------------------------------------------------------------ time

    def frame(self) -> None:
        """Time goes on by itself."""
        now = self.now()
        gone, self._last = max(0, now - self._last), now
        if not self.bar.isHidden():
            self.bar.tick(gone)
            return
        self.side.tick(now)
        self.refresh()

    # ------------------------------------------------------------------ what people do

    def hit(self, player: str, spot: str) -> None:
        """A finger or the mouse on a tray."""
        if not self.side.running:
            return
        if not self.side.press(player, spot, self.now()):
            said = self.side.last_refusal(player)
            accessible.announce(said.sentence(self.opened.game.rulebook) if said else "", urgent=True)
        elif len(self.side.humans) == 1:  # of several, each would talk into the others' race
            accessible.announce(self.side.guide.progress(self.side.session.state, player))
        self.refresh()

    def go_on(self) -> None:
        """Everybody is ready."""
        if self.opened.read_only:
            self.notified.emit(self.opened.read_only)
        elif self.side.paused:
            self.side.resume(self.now())
        else:
            self.side.begin(self.now())
        self.setFocus()
        self.refresh()

    def turn_pause(self) -> None:
        """Pauses the race, or resumes it."""
        if self.side.paused:
            self.go_on()
            return
        self.side.pause(self.now())
        self.refresh()

    def turn_trays(self) -> None:
        """Turns the trays toward their players, or upright again."""
        self.view.turned = not self.view.turned
        self.store.keep("race-turned", self.view.turned)
        self.view.update()
        self._shown = ()
        self.refresh()

    def ask_keys(self) -> None:
        """Which key is whose; the race waits."""
        self.side.pause(self.now())
        people = self.side.humans
        regions = tuple(tr(region.name) for region in self.opened.sheet.regions)
        dialog = KeysDialog(self.bindings, tuple(self.side.name(player) for player in people), regions, self)
        dialog.finished.connect(lambda _: self.refresh())
        dialog.open()
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            return
        if event.key() == Qt.Key.Key_Escape:
            self.turn_pause() if self.side.phase in ("race", "count") else self.left.emit()
            return
        if not self.side.running:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.card.waits:
                self.go_on()
            return
        meant = self.bindings.meaning(event.key(), event.nativeScanCode())
        people = self.side.humans
        if meant is None or meant[0] >= len(people):
            super().keyPressEvent(event)
            return
        player, regions = people[meant[0]], self.opened.sheet.regions
        if meant[1] < len(regions):
            spot = self.side.meant(player, regions[meant[1]].id, self.now())
        else:
            spot = self.side.guide.roll_spot
        self.hit(player, spot)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow() and self.side.humans:
            self.side.pause(self.now())
            self.refresh()
        super().changeEvent(event)

    # ------------------------------------------------------------------ watching

    def watch(self) -> None:
        """The race that is over, from its start."""
        self.bar.show()
        self.bar.begin(self.side.at)

    def _end_watching(self) -> None:
        self.bar.hide()
        self.refresh()

    def _scene(self) -> tuple[Any, int]:
        """The position and the time that are shown."""
        session = self.side.session
        if self.bar.isHidden():
            return session.state, self.side.at
        at = int(self.bar.at)
        events = session.events
        low, high = 0, len(events)
        while low < high:
            half = (low + high) // 2
            low, high = (half + 1, high) if events[half].at <= at else (low, half)
        return session.state_after(low), at

    # ------------------------------------------------------------------ the coach

    def turn_lessons(self) -> None:
        """Lessons over the board, or none; remembered."""
        on = self.lesson.isHidden() and bool(self.side.taught)
        self._lessons.choose(on)
        self.lesson.setVisible(on)
        self.refresh()

    def hint(self) -> None:
        """What to do now, and why."""
        self._hint = self.side.hint()
        self.lesson.show()
        self.refresh()

    def _teach(self) -> None:
        if self.side.phase == "over" and self.side.humans:
            self._lessons.end()
        if self.lesson.isHidden():
            return
        if self._hint is not None and not self.side.holds(self._hint):
            self._hint = None
        lesson = self.side.lesson()
        text = f"{self._hint.text}. {self._hint.reason}" if self._hint else lesson.text if lesson else ""
        if text != self.lesson.text():
            self.lesson.setText(text)

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        """Shows what has changed."""
        self._teach()
        side = self.side
        if side.phase != self._was:
            self._turned(self._was)
            self._was = side.phase
        state, at = self._scene()
        likes = self.store.preferences
        seats, _ = self.view.layout_now()
        hidden = side.paused and self.bar.isHidden()
        trays = {}
        for player in side.players:
            said = side.last_refusal(player) if self.bar.isHidden() else None
            people = side.humans
            keys = self.bindings.titles(people.index(player)) if player in people else ()
            trays[player] = side.guide.tray(state, player, seats[player].size, Look(
                side.name(player), said.sentence(self.opened.game.rulebook) if said else "", at, keys, hidden,
                likes.dice == "digits", likes.motion == "reduced",
            ))
        played = side.guide.draw(state, side.players[0], None)
        board = side.guide.blank() if hidden else with_code(played, code_of(self.opened.head))
        self.view.show_table(board, trays)
        self.state.setText(self._line(at))
        self.pause_button.setEnabled(side.phase in ("race", "count"))
        self._show_card()

    def _describe(self, player: str, spot: str) -> str:
        """What lies on a tray, or on the board (no player), in words."""
        guide, (state, _) = self.side.guide, self._scene()
        if not player:
            return guide.describe(state, self.side.players[0], spot)
        tokens = guide.prompt(state, player, guide.ui()).tokens
        words = next((token.hint for token in tokens if token.spot == spot), "")
        return f"{self.side.name(player)}: {words}" if words else ""

    def _line(self, at: int) -> str:
        rounds = len(self.side.guide.results(self._scene()[0]))
        if self.side.phase == "over" and self.bar.isHidden():
            return ""
        return tr("Round {n} · {time}", n=rounds + (self.side.phase != "stopped"), time=clock_text(at))

    def _show_card(self) -> None:
        side = self.side
        over_board = self.bar.isHidden() and not side.running
        if side.just_went == self.go_sign.isHidden():
            self.go_sign.adjustSize()
            self.go_sign.move(self.view.middle().center() - self.go_sign.rect().center())
            self.go_sign.setVisible(side.just_went)
        seconds, events = -(-side.count_left // 1000), len(side.session.events)
        shown = (side.phase, side.paused, seconds, events, self.view.size(), over_board)
        if shown == self._shown:
            return
        self._shown = shown
        if over_board:
            self._fill_card()
            self.card.place(self.view.middle())
        self.card.setVisible(over_board)

    def _fill_card(self) -> None:
        side, card = self.side, self.card
        if side.paused:
            card.show_text(tr("Pause"), tr("All dice are hidden."), tr("Go on"))
        elif side.phase == "count":
            card.show_text(str(max(1, -(-side.count_left // 1000))), tr("Hands off the dice …"))
        elif side.phase == "ready":
            names = tuple(side.name(player) for player in side.players)
            card.show_text(tr("Ready?"), side.guide.note(side.session.state, names), tr("&Start the round"))
        else:
            self._show_points()

    def _show_points(self) -> None:
        side = self.side
        results = side.guide.results(side.session.state)
        names = tuple(side.name(player) for player in side.players)
        scores = side.scores
        start = dict(scores[0].parts).get("start", 0)
        entries = results[-1] if results else ()
        finisher = next((names[i] for i, entry in enumerate(entries) if entry is not None and entry >= 0), "")
        if side.phase == "over":
            winners = tuple(names[i] for i, score in enumerate(scores) if score.place == 1)
            title = tr("{name} wins", name=winners[0]) if len(winners) == 1 else tr("{names} share the win", names=winners)
            sentence, go = "", ""
            if len(names) == 1:
                ms, rolls = side.guide.times(side.session.state)[-1]
                title = clock_text(ms)
                sentence = tr_n("{n} roll.", "{n} rolls.", rolls) + " " + self.records.sentence(self.opened, ms, rolls)
        else:
            title, go = tr("Stop! {name} has placed the last die.", name=finisher), tr("&Next round")
            sentence = side.guide.note(side.session.state, names)
        self.card.show_scores(title, sentence, go, names, results, tuple(score.total for score in scores), start)

    def _turned(self, before: Phase) -> None:
        """A phase has just begun."""
        if self.side.phase in ("stopped", "over") and before == "race":
            journal = journal_of(self.opened)
            if journal is not None:
                journal.sync()
            if self.store.recall("race-sound", True):
                QApplication.beep()
            if self.side.phase == "over" and len(self.side.players) == 1:
                ms, rolls = self.side.guide.times(self.side.session.state)[-1]
                self.records.keep(self.opened, ms, rolls)

    # ------------------------------------------------------------------ the page itself

    def rule(self) -> tuple[str, str]:
        return self.opened.game.info.id, ""

    def menus(self) -> Menus:
        sound = QAction(tr("&Sound at the stop"), self, checkable=True, checked=self.store.recall("race-sound", True))
        sound.toggled.connect(lambda on: self.store.keep("race-sound", on))
        return ((tr("&Game"), (*self._actions, sound)),)

    def keys(self) -> PageKeys:
        """What each person here plays with."""
        told = [*(tr(region.name) for region in self.opened.sheet.regions), tr("Roll all")]
        people = [
            (self.side.name(player), list(zip(told, self.bindings.titles(number), strict=False)))
            for number, player in enumerate(self.side.humans)
        ]
        race = [(tr("Go on"), tr("Enter or Space")), (tr("Pause (Escape)").partition(" (")[0], tr("Escape"))]
        return (*people, (tr("Race"), race))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shown = ()
        QTimer.singleShot(0, self, self.refresh)

    def hideEvent(self, event: QHideEvent) -> None:
        self.side.pause(self.now())
        super().hideEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._frames.stop()
        close_journal(self.opened)
        super().closeEvent(event)
