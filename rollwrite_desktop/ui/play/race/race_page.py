"""The room of a game in real time: countdown, race, stop, points; also watching a recorded race.

It hands each press and each frame to the view model (`play/race/race_view_model.py`) with the time of the room's one
stopwatch, and applies the snapshot that comes back. Knows no particular game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from rollwrite_desktop.core.i18n import mark, tr, with_colon
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.opening.game_codes import code_of
from rollwrite_desktop.play.opening.open_game import Opened, close_journal, journal_of
from rollwrite_desktop.play.race.race_session import COUNT_MS, Phase, RaceSession
from rollwrite_desktop.play.race.race_view_model import RaceModel, RaceSettings, RaceSnapshot
from rollwrite_desktop.play.race.race_words import RaceWords
from rollwrite_desktop.ui.base import clock, theme, touch
from rollwrite_desktop.ui.base.settings import Preferences, Settings
from rollwrite_desktop.ui.canvas.focus_line import FocusLine
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.celebration import Celebration
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column
from rollwrite_desktop.ui.kit.page import Keys as PageKeys
from rollwrite_desktop.ui.kit.page import Menus, Page, action
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.play.race.key_bindings import Keys, KeysDialog
from rollwrite_desktop.ui.play.race.overlay_card import RaceCard
from rollwrite_desktop.ui.play.race.playback_bar import PlaybackBar
from rollwrite_desktop.ui.play.race.race_view import RaceView
from rollwrite_desktop.ui.play.race.time_records import Records
from rollwrite_desktop.ui.play.race.tray_places import CROWD, large
from rollwrite_desktop.ui.play.table.coach_pane import CoachSetting
from rollwrite_desktop.ui.play.table.share_dialog import share

FRAME_MS = 20
_FITS = "race-fits"
_LARGE = 1.5
"""From this size of texts on lessons have a line of their own."""


class RacePage(Page):
    """One race. `watch` (ms, never running back) may be handed in; tests give a clock of their own."""

    print_chosen = Signal(object)
    rematch_chosen = Signal(object)
    code_chosen = Signal(str)
    replay_chosen = Signal()
    opened: Opened

    def __init__(
        self, opened: Opened, path: Path, store: Settings, watch: Callable[[], int] = clock.stopwatch,
        count_ms: int = COUNT_MS, parent: QWidget | None = None,
    ) -> None:
        super().__init__(path.stem, parent)
        theme.role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.opened, self.path = opened, path
        self.store = store
        self.side = RaceSession(opened, count_ms)
        self.bindings = Keys(self.store)
        self.records = Records(self.store)
        self.now = watch
        self._lessons = CoachSetting(self.store, opened.game.info.id)
        self._tips, self._rests = set[str](), set[str]()
        self._new = self._lessons.on
        trial = len(self.side.players) == 1 and bool(self.side.humans)
        best = self.records.best(opened) if trial else None
        self.model = RaceModel(
            self.side, self._tastes(), best, lambda ms, rolls: self.records.sentence(self.opened, ms, rolls)
        )
        self.model.teach(bool(self.side.taught) and self._new)
        # Of several people here each would have their news told into the others' race.
        self.words = RaceWords(self.side, self.model.own) if self.model.own else None
        self.snapshot = self.model.snapshot
        self._applied: RaceSnapshot | None = None
        self._last = watch()
        self._build(best is not None)
        self.store.preferred.connect(self._prefer)
        self._frames = QTimer(self, interval=FRAME_MS)
        self._frames.timeout.connect(self.frame)
        self._frames.start()
        self._prefer(self.store.preferences)

    def _keys_in_words(self) -> str:
        """Returns what each person here plays with: "Ann: Red A, Yellow S, …"."""
        people = self.keys()[: len(self.side.humans)]
        return " ".join(with_colon(name, ", ".join(f"{what} {key}" for what, key in rows)) + "." for name, rows in people)

    # ------------------------------------------------------------------ the room

    def _build(self, ghost: bool) -> None:
        self.head = PageHead(tr(self.opened.game.info.title))
        self.head.left.connect(self.left)
        self.state = label("", "prompt", wrap=False)
        self.state.setContentsMargins(8, 0, 0, 0)
        self.pause_button = icon_button("pause", tr("Pause (Escape)"), self.turn_pause)
        self.round_button = icon_button("users", tr(
            "Turn the trays toward the players, or all upright"), self.turn_trays)
        self.keys_button = icon_button("keyboard", tr("Keys …"), self.ask_keys)
        self.head.add(self.state, self.pause_button, self.round_button, self.keys_button)
        if self.model.own:
            self.round_button.hide()
        for widget in (self.pause_button, self.round_button, self.keys_button):
            widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.lesson = label("", "heading")
        self.lesson.setContentsMargins(8, 0, 8, 0)
        in_line = theme.text_scale() < _LARGE
        if in_line:
            self.head.add_beside_title(self.lesson, stretch=100)
        side = self.side
        crowded = side.dealt(self.model.own) > CROWD if self.model.own else False
        self.view = RaceView(side.players, self.opened.sheet, side.humans, crowded, ghost)
        self.view.turned = self.store.recall("race-turned", True)
        self.view.hit.connect(self.hit)
        self.view.resized.connect(lambda: self._apply(self.model.resize(self.view.sizes(), self.view.shape)))
        self.view.describe = self.model.describe
        self.view.names = {player: self.opened.name(player) for player in side.players}
        self.card = RaceCard(self.view, code_of(self.opened.head))
        self.card.went_on.connect(self.go_on)
        self.card.watch_chosen.connect(self.watch)
        self.card.print_chosen.connect(lambda: self.print_chosen.emit(self.opened))
        self.card.picture_chosen.connect(self.share_picture)
        self.card.replay_chosen.connect(self.replay_chosen)
        self.card.code_chosen.connect(self.code_chosen)
        self.card.again_chosen.connect(lambda: self.rematch_chosen.emit(self.opened))
        self.go_sign = label(tr("Go!"), "display", wrap=False)
        self.go_sign.setParent(self.view)
        self.go_sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.go_sign.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.role(self.go_sign, "go")
        self.go_sign.hide()
        self.bar = PlaybackBar()
        self.bar.moved.connect(lambda: self._apply(self.model.watch(int(self.bar.at))))
        self.bar.closed.connect(self._end_watching)
        column = in_column(self.head, gap=0, margins=(4, 0, 4, 2), on=self)
        if not in_line:
            column.addWidget(self.lesson)
        column.addWidget(self.view, 1)
        column.addWidget(self.bar)
        self._pausing = action(self, tr("Pause or c&ontinue"), "pause", "Ctrl+P", self.turn_pause)
        self._actions = (
            self._pausing,
            action(self, tr("&Turn the trays"), "users", "Ctrl+T", self.turn_trays),
            action(self, tr("&Keys …"), "keyboard", "Ctrl+Shift+K", self.ask_keys),
            action(self, tr("C&oach"), "help", "Ctrl+3", self.turn_lessons),
            action(self, tr("Suggest a &move"), "eye", "Ctrl+H", self.hint),
            action(self, tr("My &dice, read aloud"), "dice", "F9", self.read_dice),
            action(self, tr("The &board, read aloud"), "list", "F8", self.read_board),
            action(self, tr("&Say it again"), "redo", "F4", accessible.repeat),
            action(self, tr("&Print the score sheet …"), "print", "Ctrl+Alt+P", lambda: self.print_chosen.emit(self.opened)),
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        FocusLine(self, self.view)

    def _tastes(self) -> RaceSettings:
        likes, people = self.store.preferences, self.side.humans
        chosen: object = self.store.recall(_FITS, None)
        return RaceSettings(
            digits=likes.dice == "digits", still=not theme.moves(likes.motion),
            fits=chosen if isinstance(chosen, bool) else None, new=self._new,
            keys={player: self.bindings.titles(number) for number, player in enumerate(people)},
            large=large(),
        )

    def _prefer(self, likes: Preferences) -> None:
        self.view.still = not theme.moves(likes.motion)
        self.view.steady = int(likes.taps) > touch.BOUNCE_MS  # where everybody is quick, only by choice
        self._apply(self.model.like(self._tastes()))

    # ------------------------------------------------------------------ time

    def frame(self) -> None:
        """Advances to the time of the clock; called for every frame."""
        now = self.now()
        gone, self._last = max(0, now - self._last), now
        if not self.bar.isHidden():
            self.bar.tick(gone)
            return
        self._apply(self.model.frame(now))

    # ------------------------------------------------------------------ what people do

    def hit(self, player: str, spot: str) -> None:
        """A finger or the mouse on a tray."""
        if not self.side.running:
            return
        if not self.model.hit(player, spot, self.now()):
            refusal = self.side.last_refusal(player)
            accessible.announce(refusal.sentence(self.opened.game.play.rulebook) if refusal else "", urgent=True)
        elif spot == self.side.guide.roll_spot:
            self.store.play_sound("dice")
        self._apply(self.model.snapshot)

    def go_on(self) -> None:
        """Everybody is ready."""
        self.setFocus()
        if self.opened.read_only:
            self.notified.emit(self.opened.read_only)
            return
        self._apply(self.model.go_on(self.now()))

    def turn_pause(self) -> None:
        """Pauses the race, or resumes it."""
        if self.side.paused:
            self.go_on()
            return
        self._apply(self.model.pause(self.now()))

    def turn_trays(self) -> None:
        """Turns the trays toward their players, or upright again."""
        self.view.turn(not self.view.turned)
        self.store.keep("race-turned", self.view.turned)
        self._apply(self.model.resize(self.view.sizes(), self.view.shape))

    def ask_keys(self) -> None:
        """Which key is whose; the race waits."""
        self._apply(self.model.pause(self.now()))
        people = self.side.humans
        regions = tuple(tr(region.name) for region in self.opened.sheet.regions)
        dialog = KeysDialog(self.bindings, tuple(self.side.name(player) for player in people), regions, self)
        dialog.finished.connect(lambda _: self._prefer(self.store.preferences))
        dialog.open()

    def introduction(self) -> str:
        card = (self.card.words, self.snapshot.lesson) if self.card.waits else ()
        return " ".join(filter(None, (f"{self.opened.game.info.title}.", *card, self._keys_in_words(), self.card.way_on)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            return
        if event.key() == Qt.Key.Key_Escape:
            self.turn_pause() if self.side.phase in ("race", "count") else self.left.emit()
            return
        if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
            accessible.announce(tr("A race cannot be undone."), urgent=True)
            return
        if not self.side.running:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.card.waits:
                self.go_on()
            else:
                self._refuse(event)
            return
        meant = self.bindings.meaning(event.key(), event.nativeScanCode())
        people = self.side.humans
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and meant is None and self.model.hinted:
            self.hit(self.side.taught, self.model.hinted)
            return
        if meant is None or meant[0] >= len(people):
            self._refuse(event)
            return
        player, regions = people[meant[0]], self.opened.sheet.regions
        if meant[1] < len(regions):
            spot = self.side.meant(player, regions[meant[1]].id, self.now())
            if not spot:
                none = tr("{name} has no {color} die left.", name=self.side.name(player),
                          color=mark(regions[meant[1]].id, "die"))
                accessible.announce(none, urgent=True)
                return
        else:
            spot = self.side.guide.roll_spot
        self.hit(player, spot)

    def _refuse(self, event: QKeyEvent) -> None:
        """Says of a letter or a digit that it means nothing; other keys are for the page."""
        key = "" if event.modifiers() & Qt.KeyboardModifier.ControlModifier else event.text().upper()
        if key.isprintable() and key.strip():
            why = self.card.way_on  # while they race nobody listens for long
            accessible.announce(f"{tr('The key {key} does nothing now.', key=key)} {why}".strip(), urgent=True)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # A key that somebody plays with is no shortcut meanwhile.
        if event.type() == QEvent.Type.ShortcutOverride and self.side.running and isinstance(event, QKeyEvent):
            meant = self.bindings.meaning(event.key(), event.nativeScanCode())
            if meant is not None and meant[0] < len(self.side.humans):
                event.accept()
                return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow() and self.side.humans:
            self._apply(self.model.pause(self.now()))
        super().changeEvent(event)

    # ------------------------------------------------------------------ reading aloud

    def read_dice(self) -> None:
        """Reads out the dice of each person here, those that fit first."""
        texts = [(self.side.name(player), RaceWords(self.side, player).hand()) for player in self.side.humans]
        accessible.announce(" ".join(words if len(texts) == 1 else with_colon(name, words) for name, words in texts))

    def read_board(self) -> None:
        """Reads out what the board waits for, and how many dice everybody has left."""
        accessible.announce(RaceWords(self.side, self.side.players[0]).board())

    # ------------------------------------------------------------------ watching, the coach

    def watch(self) -> None:
        """Shows the race that is over, from its start."""
        self.bar.show()
        self.bar.begin(self.side.at)
        self._apply(self.model.watch(int(self.bar.at)))

    def _end_watching(self) -> None:
        self.bar.hide()
        self._apply(self.model.watch(None))

    def share_picture(self) -> None:
        """Shows the picture of the race that is over: alone the board and the time, else the score sheet."""
        card, players = self.snapshot.card, self.side.players
        if card is not None and card.over:
            alone = (card.title, card.sentence) if len(players) == 1 else ()
            share(self, self.opened, players[0], self.store, *alone)

    def turn_lessons(self) -> None:
        """Lessons over the board, or none; remembered."""
        if not self.side.taught:
            self.notified.emit(tr("The coach has no advice now."))
            return
        on = self.lesson.isHidden()
        self._lessons.choose(on)
        self._apply(self.model.teach(on))

    def hint(self) -> None:
        """Says what to do now, and why."""
        before = self.snapshot.lesson
        self._tips.clear()
        self._apply(self.model.ask_hint())
        if self.snapshot.lesson == before:
            accessible.announce(before, urgent=True)  # asked for once more
        if not self.snapshot.lesson:
            self.notified.emit(tr("The coach has no advice now."))

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        """Shows what has changed."""
        self._apply(self.model.frame(self.now()))

    def _name_pause(self, paused: bool) -> None:
        """The button over a race says and shows what it does now."""
        theme.dress(self.pause_button, "play" if paused else "pause")
        words = tr("Continue") if paused else tr("Pause (Escape)")
        accessible.name(self.pause_button, words)
        self.pause_button.setToolTip(tool_tip(words))

    def _apply(self, new: RaceSnapshot) -> None:
        old, self._applied, self.snapshot = self._applied, new, new
        if old is not None and new.phase != old.phase:
            self._turned(old.phase)
        self.view.apply(new, self.now())
        if old is None or new.line != old.line:
            self.state.setText(new.line)
        lesson = "" if new.paused else new.lesson  # one about dice would show what is hidden
        if self.lesson.text() != lesson and not self._rolls_unread(new):
            self.lesson.setText(lesson)
        self.lesson.setVisible(bool(new.lesson))
        for each in (self.pause_button, self._pausing):
            each.setEnabled(new.phase in ("race", "count"))
        if old is not None and new.paused != old.paused:
            self._name_pause(new.paused)
        if new.just_went == self.go_sign.isHidden():
            self.go_sign.adjustSize()
            self.go_sign.move(self.view.middle().center() - self.go_sign.rect().center())
            self.go_sign.setVisible(new.just_went)
        if old is None or new.card is not old.card:
            self._show_card(new)
        if self.words is not None:
            texts = [tr("Go!") if new.just_went and not (old is not None and old.just_went) else "", self.words.after()]
            news = [text for text in texts if text]
            self._tips = set() if news else self._tips
            tip = self._tip(old, new)
            if tip and news:  # which says that too
                news[-1] = news[-1].removesuffix(tr("Nothing fits.")).strip()
            said = " ".join(filter(None, (*news, tip)))
        else:
            said = new.lesson if old is None or new.lesson != old.lesson else ""
        if self.isVisible():  # before, the introduction says it
            accessible.announce(said)

    def _rolls_unread(self, new: RaceSnapshot) -> bool:
        """Returns whether the dice of who is taught still roll, so that what the coach says of them would tell how they
        fall; a hint that was asked for comes at once, and so does what is heard."""
        tray = new.trays.get(new.own)
        rolls = tray is not None and tray.rolls_until > new.at
        return rolls and self.model.hint is None and bool(new.lesson) and bool(self.lesson.text())

    def _tip(self, old: RaceSnapshot | None, new: RaceSnapshot) -> str:
        """Returns what the coach says, after what it is about: of a hand each sentence once, between rounds once in a
        race."""
        known = self._tips if new.running else self._rests
        if (old is not None and new.lesson == old.lesson) or new.lesson in known:
            return ""
        known.add(new.lesson)
        lesson = self.side.lesson() if self.model.hint is None else None
        return "" if lesson is not None and lesson.seen else new.lesson

    def _show_card(self, new: RaceSnapshot) -> None:
        if new.card is not None:
            self.card.apply(new.card)
            self._place_card()
        self.card.setVisible(new.card is not None)
        later(self, self._place_card)  # how high it is, is known only once its texts are laid out

    def _place_card(self) -> None:
        self.card.place(self.view.middle(), self.view.rect())

    def _turned(self, before: Phase) -> None:
        """A phase has just begun."""
        side = self.side
        if side.phase not in ("stopped", "over") or before != "race":
            return
        journal = journal_of(self.opened)
        if journal is not None:
            journal.sync()
        if self.store.preferences.sounds != "off":
            QApplication.beep()
        if side.phase != "over":
            return
        self.store.play_sound("finish")
        if len(side.players) == 1:
            ms, rolls = side.guide.times(side.session.state)[-1]
            self.records.keep(self.opened, ms, rolls, self.model.placed())
        scores = side.scores
        won = any(score.place == 1 and score.player in side.humans for score in scores)
        if won and len(scores) > 1 and theme.moves(self.store.preferences.motion):
            Celebration(self.view)
        if side.humans:
            self._lessons.end()

    # ------------------------------------------------------------------ the page itself

    def rule(self) -> tuple[str, str]:
        return self.opened.game.info.id, ""

    def menus(self) -> Menus:
        fits = QAction(tr("Outline dice that &fit"), self, checkable=True, checked=self._tastes().fits or self._new)
        fits.toggled.connect(self._outline)
        return ((tr("&Game"), (*self._actions, fits)),)

    def _outline(self, on: bool) -> None:
        """Outlines dice that fit, or not; remembered."""
        self.store.keep(_FITS, on)
        self._apply(self.model.like(self._tastes()))

    def keys(self) -> PageKeys:
        """Returns what each person here plays with."""
        texts = [*(tr(region.name) for region in self.opened.sheet.regions), tr("Roll all")]
        people = [
            (self.side.name(player), list(zip(texts, self.bindings.titles(number), strict=False)))
            for number, player in enumerate(self.side.humans)
        ]
        race = [(tr("Continue"), tr("Enter or Space")), (tr("Pause (Escape)").partition(" (")[0], tr("Escape"))]
        return (*people, (tr("Race"), race))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        later(self, self._place_card)

    def hideEvent(self, event: QHideEvent) -> None:
        self.model.pause(self.now())
        super().hideEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._frames.stop()
        close_journal(self.opened)
        super().closeEvent(event)
