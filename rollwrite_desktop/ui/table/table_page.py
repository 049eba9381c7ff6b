"""The table page: the sheet being written on, the prompt over it, the tray beside it, the others, the record.

Forwards taps to the tableside and shows what became of them. What is legal, who is next and what undo means: see there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMessageBox, QWidget

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.play.game_codes import code_of
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.table_session import TableSession
from rollwrite_desktop.play.view_model import TableView
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.shell.settings import Preferences, Settings, the_store
from rollwrite_desktop.ui.table.coach_controller import CoachController
from rollwrite_desktop.ui.table.pencil_notes import PencilNotes
from rollwrite_desktop.ui.table.roll_correction import RollCorrectionDialog
from rollwrite_desktop.ui.table.table_actions import TableActions
from rollwrite_desktop.ui.table.table_layout import TableLayout
from rollwrite_desktop.ui.widgets import theme, touch

BOT_MS = {"slow": 1600, "normal": 700, "fast": 150, "instant": 0}
_AT_ONCE = 12


class TablePage(QWidget):
    """One game at the table."""

    left = Signal()
    print_chosen = Signal(object)
    again_chosen = Signal(str)
    rule_chosen = Signal(str, str)
    code_chosen = Signal(str)
    replay_chosen = Signal()
    told = Signal(str)
    alarmed = Signal(str)

    def __init__(self, opened: Opened, path: Path, store: Settings | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.opened, self.path = opened, path
        self.store = store or the_store()
        self.side = TableSession(opened)
        self.showing = TableView(self.side)
        self._stale: set[str] = set()
        self._aloud = accessible.Announcer()
        self.room = TableLayout(self, opened.sheet, tuple((p, opened.name(p)) for p in self.side.players),
                              opened.game.part_titles, self.side.coach is not None)
        self.view = self.room.view
        self.view.describe = self._describe
        self.view.may = lambda spot: self.side.may(spot) if self.writing else ""
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_others)
        self._bots = QTimer(self, singleShot=True)
        self._bots.timeout.connect(self._let_think)
        self.pencil = PencilNotes(self)
        self.room.take_in(self.pencil)
        self.actions_here = TableActions(self)
        self.lessons = CoachController(self)
        touch.accept_all(self)
        self._connect()
        self.store.preferred.connect(self._prefer)
        self._prefer(self.store.preferences)
        self.refresh_all()
        self._refresh_others()  # so that the head is laid out with its words in it

    def _connect(self) -> None:
        room = self.room
        room.view.spot_tapped.connect(self.tap)
        room.view.spot_held.connect(self._tell_spot)
        room.view.focus_moved.connect(lambda _: self.refresh())
        room.tray.token_tapped.connect(self.tap_token)
        room.tray.roll_chosen.connect(self.roll)
        room.tray.dice_entered.connect(self.roll)
        room.tray.take_back_chosen.connect(self.take_back)
        room.home.clicked.connect(self.left)
        room.pencil.clicked.connect(self.pencil.toggle)
        room.undo.clicked.connect(self.undo)
        room.redo.clicked.connect(self.redo)
        room.mine.clicked.connect(self._back_to_mine)
        room.feedback.undo.clicked.connect(self.undo)
        room.feedback.bubble.dismissed.connect(self._dismiss)
        room.feedback.bubble.rule_chosen.connect(lambda key: self.rule_chosen.emit(self.opened.game.info.id, key))
        room.others.player_chosen.connect(self.show_player)
        room.log.looked_back.connect(self.look_back)
        room.card.taken.connect(self._take_turn)
        room.card.kept.connect(self._leave_card)
        room.results.print_chosen.connect(lambda: self.print_chosen.emit(self.opened))
        room.results.picture_chosen.connect(lambda: self.actions_here.save_picture())
        room.results.code.show_code(code_of(self.opened.head))
        room.results.replay_chosen.connect(self.replay_chosen)
        room.results.part_named.connect(self._ring_part)
        room.results.code_chosen.connect(self.code_chosen)
        room.results.again_chosen.connect(lambda: self.again_chosen.emit(self.opened.game.info.id))

    # ------------------------------------------------------------------ what is seen

    @property
    def writing(self) -> bool:
        """Whether a tap on the large sheet would write on it."""
        return self.showing.writing and self.room.card.isHidden()

    def display(self) -> Display:
        """The large sheet as it is now."""
        focus = self.view.cursor_spot if self.view.hasFocus() else ""
        return self.showing.display(self.writing, self.lessons.spot or focus)

    def sentence(self) -> str:
        """The line over the sheet."""
        return self.showing.sentence()

    def refresh(self) -> None:
        """The large sheet and the tray; the rest follows a moment later, so that a tap is answered at once."""
        self.pencil.settle()
        self.showing.jotting = self.pencil.chosen if self.pencil.up else ""
        self.view.among = self.side.open(self.showing.shown) if self.writing else frozenset()
        self.view.show_display(self.display())
        side, tray = self.side, self.room.tray
        over = side.session.over
        if not (side.real_dice and side.step == "roll"):
            tray.entry.hide()  # at once: with what comes in its place it would push the window over the screen's edge
        last = False
        if side.seat and not over:
            prompt = side.prompt(side.seat)
            self.view.draws, self.view.drawn_to = prompt.draws, prompt.drawn_to
            tray.show_tokens(prompt.tokens)
            last = prompt.last
        tray.setEnabled(self.showing.looking is None and self.room.card.isHidden())
        following = self.opened.name(side.following) if side.following else ""
        tray.show_step(side.step, side.real_dice, side.can_take_back, following, last)
        tray.expect(getattr(side.asked, "count", 0))
        if side.real_dice and side.step == "roll":
            tray.entry.ask(side.asked)
        self.room.show_over(over)
        self.room.prompt.setText(self.sentence())
        self.view.setAccessibleName(f"{self.showing.name(self.showing.shown)}: {self.sentence()}")
        now, pencil = self.showing.looking is None, self.pencil
        self.room.undo.setEnabled(now and (side.can_undo(side.seat) or pencil.can_undo))
        self.room.redo.setEnabled(now and (side.can_redo(side.seat) or pencil.can_redo))
        self.room.pencil.setVisible(bool(pencil.digits) and not over)
        self.room.pencil.setChecked(pencil.up)
        self.room.mine.setVisible(self.showing.away)
        self.actions_here.refresh()
        self._later.start()

    def refresh_all(self) -> None:
        self._stale.update(self.side.players)
        self.refresh()
        self._go_on()

    def _refresh_others(self) -> None:
        side, showing, state = self.side, self.showing, self.showing.state
        now = showing.looking is None
        self.room.progress.setText(side.guide.progress(state, self.showing.shown))
        if len(side.players) > 1:
            bots, waited = side.bots, {demand.by for demand in side.demands}
            scores = {score.player: str(score.total) for score in side.rules.scores(state)}
            for player, small in self.room.others.sheets.items():
                small.show_player(
                    side.guide.progress(state, player), scores[player], "bot" if player in bots else "user",
                    player == self.showing.shown, player in waited,
                )
                if player in self._stale or not now:
                    small.show_display(showing.small(player))
        self._stale = set() if now else set(side.players)
        self.lessons.refresh()
        record = side.record()
        self.room.log.show_record(record)
        self.room.log.show_looking(not now)
        if side.session.over:
            self.room.results.show_scores(side.scores, self._motion)
            self.room.results.show_mistakes(showing.mistakes())
            self.room.results.show_hints({player: side.hints_used(player) for player in side.players})
        end = self.room.results.announcement() if side.session.over else ""
        self._aloud.update([line.sentence for line in record], end or self.sentence())

    def _ring_part(self, part: str) -> None:
        """Points at what makes a part of the score, while that is counted up; "" lets go."""
        self.showing.ring(part)
        self.view.show_display(self.display())

    # ------------------------------------------------------------------ taps

    def tap(self, spot: str) -> None:
        """A tap on a spot of the sheet."""
        self.room.tray.skip()
        if self.showing.looking is not None:
            self.look_back(-1)
            return
        if self.showing.away:
            whose = tr("This is {name}’s sheet.", name=self.showing.name(self.showing.shown))
            self.room.feedback.explain(whose, self.room.feedback.tapped)
        elif self.writing and not self.pencil.tap(spot):
            self._answer(spot, self.room.feedback.tapped)

    def tap_token(self, spot: str) -> None:
        """A tap on something beside the sheet."""
        self.room.tray.skip()
        if not self.writing:
            self._back_to_mine()
        if self.writing:
            at = self.room.tray.buttons.get(spot, self.room.tray)
            self._answer(spot, QPointF(at.mapTo(self, at.rect().center())))

    def _answer(self, spot: str, place: QPointF) -> None:
        self.room.feedback.clear()
        self.showing.refusal = None
        before = len(self.side.session.events)
        answer = self.side.tap(spot)
        if answer.kind == "refused" and answer.refusal is not None:
            self.showing.refusal = answer.refusal
            self.refresh()
            refusal = answer.refusal
            sentence = refusal.sentence(self.opened.game.rulebook)
            self.room.feedback.explain(sentence, place, refusal.spots, refusal.key)
            return
        self._stale.add(self.side.seat)
        self.refresh()
        if len(self.side.session.events) > before and answer.kind == "written":
            if self._on_sheet(spot) and self.side.can_undo(self.side.seat):
                self.room.feedback.offer_undo(spot)
            self._go_on()

    def _tell_spot(self, spot: str) -> None:
        """What a spot is, and why it cannot be written on now."""
        self._clear_overlays()
        refusal = self.side.why_not(spot) if self.writing else None
        why = refusal.sentence(self.opened.game.rulebook) if refusal is not None else self.view.may(spot)
        self.room.feedback.explain("\n".join(filter(None, (self._describe(spot), why))), self.room.feedback.tapped)

    def rule_here(self) -> tuple[str, str]:
        """The game, and the rule of the refusal that is being shown, or ""."""
        return self.opened.game.info.id, self.showing.refusal.key if self.showing.refusal else ""

    def _describe(self, spot: str) -> str:
        told = self.side.guide.describe(self.showing.state, self.showing.shown, spot)
        jotted = self.pencil.words_for(spot) if self.showing.jots else ""
        return f"{told}, {jotted}" if jotted else told

    def _on_sheet(self, spot: str) -> bool:
        return spot in self.opened.sheet.space or spot in self.opened.sheet.box

    # ------------------------------------------------------------------ chance, undo

    def roll(self, dice: Outcome | None = None) -> None:
        """Closes for everybody and rolls; `dice` as typed in."""
        self.room.tray.skip()
        if self.showing.looking is not None or not self.side.writable or not self.room.card.isHidden():
            return
        if self.side.following:
            self._ask_turn()
            return
        if self.side.step not in ("roll", "finish"):
            return
        if self.side.real_dice and dice is None and self.side.step == "roll":
            self.room.tray.entry.line.setFocus()
            return
        self._clear_overlays()
        refusal = self.side.roll(dice if isinstance(dice, Outcome) else None)
        if refusal is not None:
            self.room.tray.entry.refuse(refusal.sentence(self.opened.game.rulebook))
            return
        self.showing.back()
        self.refresh_all()
        if self._motion and not self.side.real_dice and not self.side.session.over:
            self.room.tray.tumble()
        self.view.setFocus()

    def take_back(self) -> None:
        """Takes the latest roll back; asks first where strokes would go with it. Real dice are corrected instead."""
        if self.side.real_dice and self.side.can_take_back:
            RollCorrectionDialog(self.side, self.opened, self._corrected, self).open()
            return
        depending = self.side.session.depending()
        if not self.side.can_take_back or (depending and not self._confirmed(len(depending))):
            return
        self._clear_overlays()
        self.side.take_back()
        self.showing.back()
        self.refresh_all()

    def _corrected(self) -> None:
        self._clear_overlays()
        self.showing.back()
        self.refresh_all()

    def _confirmed(self, strokes: int) -> bool:
        question = QMessageBox(self)
        question.setText(tr_n("One stroke since then goes with it.", "{n} strokes since then go with it.", strokes))
        question.addButton(tr("Take the roll back"), QMessageBox.ButtonRole.AcceptRole)
        keep = question.addButton(tr("Leave it"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(keep)
        question.exec()
        return question.clickedButton() is not keep

    def undo(self) -> None:
        if not self.pencil.undo():
            self._lift(self.side.undo)

    def redo(self) -> None:
        if not self.pencil.redo():
            self._lift(self.side.redo)

    def _lift(self, act: Any) -> None:
        self.room.tray.skip()
        self._clear_overlays()
        self.showing.back()
        act(self.side.seat)
        self._stale.add(self.side.seat)
        self.refresh()
        self._go_on()

    def _clear_overlays(self) -> None:
        self.room.feedback.clear()
        self.showing.refusal = None

    def _dismiss(self) -> None:
        self._clear_overlays()
        self.refresh()

    # ------------------------------------------------------------------ whose turn, whose sheet

    def _go_on(self) -> None:
        """Whatever comes by itself after a change: the next person's card, the computer players."""
        if self.side.following and not self.side.acting:
            self._ask_turn()
        alone = not self.side.humans and self.side.step in ("roll", "finish")
        if (self.side.thinking or alone) and not self._bots.isActive() and self.isVisible():
            self._bots.start(BOT_MS[self.store.preferences.speed])

    def _ask_turn(self) -> None:
        """The card that stands between two people's sheets."""
        seat = self.side.seat
        self._clear_overlays()
        self.room.card.ask(self.opened.name(self.side.following), self.opened.name(seat) if seat else "")
        self.refresh()

    def _take_turn(self) -> None:
        self.side.sit(self.side.next_seat())
        self.showing.back()
        self._leave_card()

    def _leave_card(self) -> None:
        self.room.card.hide()
        self.view.setFocus()
        self._stale.update(self.side.players)
        self.refresh()

    def show_player(self, player: str) -> None:
        """Makes a player's sheet the large one; whoever must write next is asked to take the pen."""
        self._clear_overlays()
        if player == self.side.following and self.showing.looking is None:
            self._ask_turn()
            return
        self.showing.shown = player
        self.refresh()

    def _back_to_mine(self) -> None:
        self.showing.back()
        self._clear_overlays()
        self.refresh()

    def look_back(self, count: int) -> None:
        """Shows the sheet as it was after `count` events; -1 is now."""
        self._clear_overlays()
        self.showing.look_back(count)
        self._stale.update(self.side.players)
        self.refresh()

    def hand_over(self, player: str) -> None:
        """A player leaves; the computer takes over."""
        self.side.hand_over(player, tuple(self.opened.game.bots)[-1])
        self._seats_changed()

    def come_back(self, player: str) -> None:
        """A person takes the computer's place."""
        self.side.come_back(player)
        self._seats_changed()

    def _seats_changed(self) -> None:
        self.room.card.hide()
        self.showing.back()
        self.actions_here.rebuild_players()
        self.refresh_all()

    # ------------------------------------------------------------------ computer players

    def _let_think(self) -> None:
        at_once = BOT_MS[self.store.preferences.speed] == 0
        for _ in range(_AT_ONCE if at_once else 1):
            event = self.side.let_think()
            if event is None:
                break
            self._stale.add(event.by)
        if not self.side.humans and not self.side.thinking and self.side.step in ("roll", "finish"):
            self.side.roll()
            self._stale.update(self.side.players)
        self.refresh()
        self._go_on()

    # ------------------------------------------------------------------ the page itself

    def menus(self) -> Any:
        """What the menu bar shows while the table is shown."""
        return self.actions_here.menus()

    @property
    def _motion(self) -> bool:
        return self.store.preferences.motion == "full"

    def _prefer(self, wanted: Preferences) -> None:
        self.room.tray.set_pips(wanted.dice == "pips")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        spot = self.room.tray.key_token(event.text()) if plain else ""
        if spot:
            self.tap_token(spot)
        elif event.key() == Qt.Key.Key_Escape:
            self._escape()
        else:
            super().keyPressEvent(event)

    def _escape(self) -> None:
        if self.showing.away:
            self._back_to_mine()
        elif not self.room.feedback.bubble.isHidden() or self.showing.refusal is not None:
            self._clear_overlays()
            self.refresh()
        elif self.side.seat and self.side.put_down(self.side.seat):
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.room.arrange(self.width(), self.height())
        super().resizeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.view.setFocus()
        self._go_on()

    def hideEvent(self, event: QHideEvent) -> None:
        self._bots.stop()
        super().hideEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._bots.stop()
        self._later.stop()
        journal = getattr(self.side.session.log, "__self__", None)
        if isinstance(journal, Journal):
            self.side.session.log = None
            journal.close()
        super().closeEvent(event)


