"""The page of a turn-based game: sheet, prompt, tray, the other players, the log.

It hands each act to the view model (`play/table/view_model.py`) and applies the snapshot that comes back: what a finger
waits for at once, the rest as soon as the event loop is idle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr, tr_n, with_colon
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.play.opening.bot_moves import Thought
from rollwrite_desktop.play.opening.game_codes import code_of
from rollwrite_desktop.play.opening.open_game import Opened, close_journal
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.review.result_picture import uncounted
from rollwrite_desktop.play.table.roll_correction import RollCorrection
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.play.table.view_model import TableView
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.settings import Preferences, Settings
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.kit import accessible, ask
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.celebration import Celebration
from rollwrite_desktop.ui.kit.page import Menus, Page
from rollwrite_desktop.ui.play.table.coach_pane import CoachPane, CoachSetting
from rollwrite_desktop.ui.play.table.costly_move import CostlyMove
from rollwrite_desktop.ui.play.table.hints import Hints
from rollwrite_desktop.ui.play.table.join_dialog import JoinDialog
from rollwrite_desktop.ui.play.table.log import Log
from rollwrite_desktop.ui.play.table.other_players import OtherSheets
from rollwrite_desktop.ui.play.table.overlays.feedback import Feedback
from rollwrite_desktop.ui.play.table.overlays.turn_card import TurnCard
from rollwrite_desktop.ui.play.table.pace import Pace
from rollwrite_desktop.ui.play.table.pencil_pad import PencilPad
from rollwrite_desktop.ui.play.table.results import Results
from rollwrite_desktop.ui.play.table.roll_correction import RollCorrectionDialog
from rollwrite_desktop.ui.play.table.share_dialog import share
from rollwrite_desktop.ui.play.table.side_tabs import COACH, PLAYERS, TURN, SideTabs
from rollwrite_desktop.ui.play.table.standing_panel import StandingPanel
from rollwrite_desktop.ui.play.table.table_actions import TableActions
from rollwrite_desktop.ui.play.table.table_files import TableFiles
from rollwrite_desktop.ui.play.table.table_head import TableHead
from rollwrite_desktop.ui.play.table.table_keys import TableKeys
from rollwrite_desktop.ui.play.table.table_layout import TableLayout
from rollwrite_desktop.ui.play.table.table_speech import TableSpeech
from rollwrite_desktop.ui.play.table.tray.tray import DiceTray

_LOW_PAGE = 735
"""A page lower than this has not room for everything at the end, as below a title bar on a screen 768 pixels high."""


class TablePage(Page):
    """One game at the table. `snapshot`: what is shown."""

    print_chosen = Signal(object)
    again_chosen = Signal(str)
    rematch_chosen = Signal(object)
    rule_chosen = Signal(str, str)
    code_chosen = Signal(str)
    replay_chosen = Signal()
    join_chosen = Signal(str)
    review_chosen = Signal()
    compare_chosen = Signal()
    position_chosen = Signal(object, object)
    opened: Opened
    alone = False
    """Whether nobody may leave or join, so that nothing stands there about it."""

    def __init__(self, opened: Opened, path: Path, store: Settings, parent: QWidget | None = None) -> None:
        super().__init__(path.stem, parent)
        theme.role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.opened, self.path = opened, path
        self.store = store
        self.session, self.model = self._session(opened)
        self.snapshot = self.model.snapshot
        self._applied: Snapshot | None = None
        self._rest_applied: Snapshot | None = None
        self._introduced = False
        self._acts = not self.session.over
        self._coach_setting = CoachSetting(self.store, opened.game.info.id)
        names, taught = self.session.names, self.session.coach is not None
        self.parts = TableLayout(self)
        self.head = TableHead(self)
        self.view = SheetView(opened.sheet, self)
        self.view.near = True
        self.tray = DiceTray(
            opened.sheet, lambda: RollNotes(opened.game, opened.sheet, opened.head.options), self.parts.upper
        )
        self.pad = PencilPad(self.view, self.parts.side)
        self.others = OtherSheets(tuple(names.items()))
        self.log = Log()
        self.coach = CoachPane(self._coach_setting)
        self.seats = button(tr("Leave or &join …"), "users", "quiet", lambda: self.actions_here.ask_seats(self.seats))
        self.tabs = self._side_tabs(taught)
        self.parts.place(self.head, self.view, self.pad, self.tray, self.tabs)
        self.speech = TableSpeech(
            opened, self.model, self.tray, self.tabs, lambda: self.results.announcement(), self._aloud_in_full)
        self.feedback = Feedback(self, self.view, self.tray, self.head, self.tabs)
        self.card = TurnCard(self.view)
        self.files = TableFiles(self, self.store, self.notified.emit, self.failed.emit)
        self.actions_here = TableActions(self, self, names, taught, self.store)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._apply_rest)
        self.pace = Pace(self, self.session, self.store, self._let_computer, self.roll)
        self.hints = Hints(self, self.after, self.model, self.view, self.tray, self.tabs, self.speech)
        self.keyboard = TableKeys(self, self.model, self.view, self.tray, self.actions_here)
        self._presses = touch.taps().presses
        touch.accept_all(self)
        self._connect()
        self.store.preferred.connect(self._prefer)
        self._prefer(self.store.preferences)
        if taught and self._coach_setting.on:
            self.tabs.open(COACH)
        self._apply(self.snapshot)
        self._apply_rest()  # so that the head is laid out with its words in it

    def _session(self, opened: Opened) -> tuple[TableSession, TableView]:
        """Returns what is played on the page, and what is shown of it."""
        session = TableSession(opened)
        return session, TableView(session)

    def _side_tabs(self, taught: bool) -> SideTabs:
        """Returns what stands beside the sheet."""
        return SideTabs(
            self._with_seats(), self.log, self.coach, len(self.session.names) > 1, taught, self.parts.side)

    def _connect(self) -> None:
        game_id = self.opened.game.info.id
        self.view.spot_tapped.connect(self.tap)
        self.view.spot_held.connect(self.hold)
        self.view.came_near.connect(self._tell_written)
        self.view.focus_moved.connect(lambda _: self.after(self.model.focus))
        self.tray.token_tapped.connect(self.tap_token)
        self.tray.roll_chosen.connect(self.roll)
        self.tray.dice_entered.connect(self.roll)
        self.tray.dice_typed.connect(self._see_typed)
        self.tray.take_back_chosen.connect(self.take_back)
        self.head.home_chosen.connect(self.left)
        self.head.pencil_chosen.connect(self.toggle_pencil)
        self.head.undo_chosen.connect(self.undo)
        self.head.redo_chosen.connect(self.redo)
        self.head.more_chosen.connect(lambda prompt: WordsDialog(tr("What to do"), [prompt], self).open())
        self.head.mine_chosen.connect(lambda: self.after(self.model.back_to_mine))
        self.feedback.undo_chosen.connect(self.undo)
        self.feedback.die_chosen.connect(self.tap_token)
        self.feedback.dismissed.connect(lambda: self.after(self.model.dismiss))
        self.feedback.rule_chosen.connect(lambda key: self.rule_chosen.emit(game_id, key))
        self.pad.pressed.connect(self.press)
        self.pad.typed.connect(self._type)
        self.pad.closed.connect(self.toggle_pencil)
        self.others.player_chosen.connect(self.show_player)
        self.log.looked_back.connect(self.look_back)
        self.coach.hint_chosen.connect(self.hint)
        self.coach.rule_chosen.connect(lambda key: self.rule_chosen.emit(game_id, key))
        self.coach.put_away.connect(self._put_coach_away)
        self.card.taken.connect(lambda: self.after(self.model.take_turn))
        self.card.kept.connect(lambda: self.after(self.model.keep_turn))

    @cached_property
    def standing(self) -> StandingPanel:
        """Where the result stands; made at the end of the game."""
        made = StandingPanel(self.opened, self.path, self.store)
        made.compare_chosen.connect(self.compare_chosen)
        return made

    @cached_property
    def costly(self) -> CostlyMove:
        """The move that cost most; made at the end of the game."""
        made = CostlyMove(self.opened, self.path, self.store)
        made.try_chosen.connect(self.position_chosen)
        made.lay_low(self._low)
        return made

    @cached_property
    def results(self) -> Results:
        """How the game ended; made when it has."""
        opened = self.opened
        made = Results(
            self.session.names, opened.game.play.part_titles, code_of(opened.head), self.standing, self.parts.upper,
            reviewed=opened.game.think.engine is not None, costly=self.costly, unit=opened.game.words.unit,
        )
        made.counted.connect(self._tell_total)
        made.counted.connect(self._celebrate)
        made.notified.connect(self.notified)
        made.print_chosen.connect(self.print_sheets)
        made.picture_chosen.connect(self.save_picture)
        made.replay_chosen.connect(self.replay_chosen)
        made.review_chosen.connect(self.review_chosen)
        made.step_shown.connect(lambda step: self.after(lambda: self.model.show_step(step)))
        made.code_chosen.connect(self.code_chosen)
        made.again_chosen.connect(lambda: self.rematch_chosen.emit(opened))
        made.changes_chosen.connect(lambda: self.again_chosen.emit(opened.game.info.id))
        touch.accept_all(made)
        self.parts.place_results(made)
        self.grown.emit()
        return made

    # ------------------------------------------------------------------ showing

    def after(self, act: Callable[[], Snapshot], place: QPointF | None = None) -> None:
        """Has the view model do something and shows what came of it; `place`: where on the page it was asked for."""
        if touch.taps().presses != self._presses:  # a mouse or finger is used, also beside the sheet
            self._presses = touch.taps().presses
            self.view.show_keyed(False)
        self.model.cursor = self.view.cursor_spot if self.view.hasFocus() and self.view.keyed else ""
        self._apply(act(), place)

    def _apply(self, new: Snapshot, place: QPointF | None = None) -> None:
        """Shows what a finger waits for; the rest follows a moment later."""
        old, self._applied, self.snapshot = self._applied, new, new
        self._apply_pad(old, new)
        self.view.among, self.view.draws, self.view.drawn_to = new.taps.open, new.draws, new.drawn_to
        self.view.words, self.view.yields, self.view.leaves = new.taps, new.goes_on, new.dice_digits
        self.view.show_display(self._sheet(new))
        accessible.name(self.view, new.title)
        self.parts.show_entry(new.real_dice and new.results is None)
        self.tray.apply(new.tray)
        # By keys the branches are chosen by number, and a line is ended by a key of its own.
        self.tray.show_standing(new.tray.so_far, (self.model.cursor and new.leads) or new.progress)
        self.tabs.ask_dice(new.tray.entry is not None)
        if new.roll_refusal:
            self.tray.refuse_entry(new.roll_refusal)
        if (new.results is None) != (old is None or old.results is None):
            self.parts.show_over(self.results if new.results is not None else None)
        self._show_head(new)
        self.actions_here.apply(new)
        self.seats.setEnabled(new.enabled.seats or bool(new.left))
        if self.alone:
            self.seats.hide()
        else:
            self.seats.setVisible(new.results is None)  # at the end the menu has it, and the results have its room
        if old is None or new.notice is not old.notice:
            self.feedback.show_notice(new.notice, self.feedback.tapped if place is None else place, self.speech.way_out(new))
        if old is None or new.undo_offer is not old.undo_offer:
            self.feedback.expect_undo(new.undo_offer)
        if new.question != (old.question if old is not None else None):
            self.feedback.show_question(new.question)
        if new.rolled:
            self._show_roll(new)
        self._sound(old, new)
        self._apply_card(old, new)
        self.pace.follow(new)
        self.hints.follow(new)
        if new.results is not None and (old is None or old.results is None):
            self._apply_rest()  # the panel is never seen before there is anything in it
            self.parts.settle()
        else:
            self._later.start()

    def _apply_pad(self, old: Snapshot | None, new: Snapshot) -> None:
        up = new.pencil is not None
        if up != (old is not None and old.pencil is not None):
            self.parts.show_pad(up)
            self.view.setFocus()
        if new.pencil is not None:
            self.pad.apply(new.pencil)

    def _apply_card(self, old: Snapshot | None, new: Snapshot) -> None:
        asked = new.next_player
        # The card covers the sheet, on which the focus would not be seen.
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus if asked is not None else Qt.FocusPolicy.StrongFocus)
        if asked == (old.next_player if old is not None else None):
            return
        if asked is not None:
            self.card.ask(asked.name, asked.before)
        else:
            self.card.hide()
            self.view.setFocus()

    def _sound(self, old: Snapshot | None, new: Snapshot) -> None:
        """Dice that the program rolls, and what the person writes, can be heard; real dice are heard anyway."""
        if old is None:
            return
        if new.rolled and not new.real_dice:
            self.store.play_sound("dice")
        elif new.undo_offer is not None and new.undo_offer is not old.undo_offer:
            self.store.play_sound("pencil")

    def _show_roll(self, new: Snapshot) -> None:
        if self._motion and not new.real_dice:
            self.tray.tumble()
        if new.tray.entry is None:  # else the next roll is typed where this one was
            self.view.setFocus()

    def _apply_rest(self) -> None:
        """Shows the other players, the log, the coach, the results."""
        old, new, self._rest_applied = self._rest_applied, self.snapshot, self.snapshot
        self.feedback.show_undo()
        self.head.show_progress("" if new.results is not None else new.progress)
        self.others.apply(new.players)
        self.log.apply(new.log, new.looking is not None)
        if new.coaching is not None and (old is None or new.coaching != old.coaching):
            self.coach.apply(new.coaching)
        if new.results is not None:
            # A game that was over when it was opened shows its end; it does not act it again.
            self.results.apply(new.results, self._motion and self._acts)
            self._tell_total()
            if (old is None or old.results is None) and not self.results.counting:
                self._celebrate()
            if old is None or old.results is None:
                self._end_lessons(new)
                if not self.view.hasFocus():  # Qt gives it to whatever comes after the button that has gone
                    self.view.setFocus()
        if not self.isVisible():
            return  # what is said before the page is there is lost in what is said of the page
        self.speech.update(new)

    def _show_head(self, new: Snapshot) -> None:
        """Shows the prompt; while the score is counted nothing that would tell it."""
        self.head.apply(new)
        if self._hides_total(new):
            self.head.rest(tr("Counting the score …"))

    def _hides_total(self, new: Snapshot) -> bool:
        """Returns whether the score is being counted, or will be in a moment, for the first time."""
        if new.results is None:
            return False
        first = self._rest_applied is None or self._rest_applied.results is None
        return (first and self._motion and self._acts and bool(new.results.countings)) or self.results.counting

    def _sheet(self, new: Snapshot) -> Display:
        """Returns the large sheet; its total is not told before it has been counted."""
        if new.results is None or not self._hides_total(new):
            return new.display
        total = next(score.total for score in new.results.scores if score.player == new.shown)
        return uncounted(new.display, self.opened.sheet, total)

    def _tell_total(self) -> None:
        """Shows the score in the prompt, and where that stands, once it has been counted."""
        new = self.snapshot
        if new.results is None:
            return
        self._show_head(new)
        if self.results.counting:
            return
        self.view.show_display(new.display)
        total = next(score.total for score in new.results.scores if score.player == new.shown)
        self.standing.show_total(new.shown, total, new.shown not in new.bots)
        self.costly.show_player(new.shown, new.shown not in new.bots)

    def _celebrate(self) -> None:
        """Plays the sound of the end; a person who has won among several players is a moment, once and where things move."""
        new = self.snapshot
        if new.results is not None and self._acts:
            self.store.play_sound("finish")
        if new.results is None or not (self._motion and self._acts) or len(new.results.scores) < 2:
            return
        if any(score.place == 1 and score.player not in new.bots for score in new.results.scores):
            Celebration(self.view)

    def introduction(self) -> str:
        """Returns what is to be done, for whoever comes back to the table; when it is opened it says that by itself."""
        came_back, self._introduced = self._introduced, True
        return f"{self.opened.game.info.title}. {self.speech.request(self.snapshot).repeated}" if came_back else ""

    def _see_typed(self, dice: Outcome | None) -> None:
        """Real dice as they are typed or tapped: what cannot be is said before Enter, and what answered the latest tap has
        been done, or is no more what one is at."""
        if self.snapshot.notice is not None:
            self.after(self.model.dismiss)
        if dice is not None:
            self.tray.warn_entry(self.model.why_not_so(dice))

    def _let_computer(self, at_once: bool, thought: Thought | None) -> None:
        """A computer player moves as it thought of, or now; several moves `at_once`."""
        self.after(lambda: self.model.think(at_once, thought))

    # ------------------------------------------------------------------ taps

    def tap(self, spot: str) -> None:
        """A tap on a spot of the sheet."""
        self.tray.skip()
        if self._skipped():
            return
        self.tabs.back_to_turn()
        before = self.snapshot
        self.after(lambda: self.model.tap(spot))
        new = self.snapshot
        if new.notice is None and new.pencil is None and (new.log, new.sentence) == (before.log, before.sentence):
            accessible.announce(self.speech.request(new).repeated, urgent=True)  # what was asked is still to be answered

    def _skipped(self) -> bool:
        """Returns whether a score was being counted, which a tap or a key ends."""
        counting = self.snapshot.results is not None and (self.results.counting or self.results.following)
        if counting:
            self.results.skip()
        return counting

    def tap_token(self, spot: str) -> None:
        """A tap on something beside the sheet. What is armed by it while the prompt stays is announced."""
        self.tray.skip()
        before, tapped = self.snapshot, self.tray.buttons.get(spot)
        if tapped is not None and tapped.token.state == "empty" and not tapped.token.text:  # nothing lies there yet
            self.answer(f"{tapped.accessibleName()}. {self.model.why_not_write()}")
            return
        done = tapped.token.text if tapped is not None else ""
        self.after(lambda: self.model.tap_token(spot), self.tray.place_of(spot, self))
        if self.snapshot.sentence == before.sentence and self.snapshot.notice is None and spot in self.tray.buttons:
            now = self.tray.buttons[spot]  # one that does something else now has done what it said
            accessible.announce(now.accessibleName() if now.token.text == done else done)

    def _tell_written(self) -> None:
        """Says on the sheet what was written where, once its place is out of sight."""
        own = (line.sentence for line in reversed(self.snapshot.log) if line.by == self.snapshot.shown)
        self.feedback.show_written(self.snapshot.undo_offer, next(own, ""))

    def hold(self, spot: str) -> None:
        """A long press on a spot of the sheet: what it is, and why it cannot be written in now."""
        self.after(lambda: self.model.hold(spot))

    def rule(self) -> tuple[str, str]:
        """Returns the game, and the rule of the refusal that is being shown, or ""."""
        return self.opened.game.info.id, self.model.rule

    # ------------------------------------------------------------------ chance, undo

    def roll(self, dice: Outcome | None = None) -> None:
        """Ends everybody's turn and rolls; `dice` as typed in. Where the large button does something else, so does this."""
        self.tray.skip()
        typed = dice if isinstance(dice, Outcome) else None
        if typed is None and self.snapshot.tray.act:
            self.tap_token(self.snapshot.tray.act)
        elif typed is None and self.snapshot.tray.entry is not None:
            self.tray.focus_entry()
        else:
            self.after(lambda: self.model.roll(typed), self.tray.place_of("", self))

    def take_files(self, paths: Sequence[Path]) -> bool:
        """A list of rolls that is dropped where real dice are asked for."""
        if self.snapshot.tray.entry is None or len(paths) != 1 or paths[0].suffix.lower() != ".txt":
            return False
        self.tray.take_rolls(paths[0])
        return True

    def take_back(self) -> None:
        """Takes the latest roll back; asks first where moves would go with it. Real dice are corrected instead, where the
        rules have corrections."""
        if not self.snapshot.tray.can_take_back:
            return
        if self.session.corrects_any:
            done = lambda: self.after(self.model.corrected)  # noqa: E731
            RollCorrectionDialog(RollCorrection(self.session), done, self).open()
        elif not self.snapshot.depending or self._confirmed(self.snapshot.depending):
            self.after(self.model.take_back)

    def answer(self, sentence: str, asked: bool = False) -> None:
        """Answers with a sentence what cannot be done now, or was `asked`."""
        self.after(lambda: self.model.answer(sentence, asked))

    def escape(self) -> None:
        """Ends what is going on, or shows the sheet of the player whose turn it is."""
        self.after(self.model.escape)

    def refuse_roll(self) -> None:
        """Says why the dice cannot be rolled now."""
        self.answer(self.model.why_not_roll())

    def refuse_hint(self) -> None:
        """Says why no move is suggested now."""
        why, roll = self.model.why_no_hint(), self.tray.place_of("", self)
        beside = self.tray.isVisible() and self.rect().contains(roll.toPoint())  # where it speaks of, off the sheet
        self.after(lambda: self.model.answer(why, asked=True), roll if beside else None)
        if self.snapshot.enabled.roll and not self.session.acting:  # what is advised is rolling, which Enter does then
            self.view.move_cursor("")

    def follow(self, branch: int) -> None:
        """Draws the line on to a branch, by its number, and on while there is one way only."""
        self.view.setFocus()
        self.after(lambda: self.model.follow(branch))
        if self.snapshot.drawn_to:
            self.view.move_cursor(self.snapshot.drawn_to)

    # ------------------------------------------------------------------ reading aloud

    def go_to(self, step: int, takes: bool) -> None:
        """To the next blank space, or the next one that takes what is selected (`takes`); `step` -1 to the one before."""
        spot = self.model.next_space(self.view.cursor_spot, step, takes)
        if spot:
            self.view.setFocus()
            self.view.go_to(spot)
        elif not takes:
            self.answer(tr("No space is blank."))
        else:  # what is asked now says why
            self.answer(self.model.why_not_write())

    def read_neighbors(self) -> None:
        """Reads out what lies next to the space with the keyboard's cursor."""
        here = self.view.cursor_spot
        described = self.model.words().neighbors(here)
        if described:
            self.answer(f"{self.snapshot.taps.describe(here)}. {described}", asked=True)
        elif here in self.opened.sheet.box:
            self.answer(f"{self.snapshot.taps.describe(here)}. {tr('Only spaces have neighbors.')}", asked=True)
        else:
            self.answer(tr("First go to a space by its code or with the arrow keys."))

    def read_sheet(self) -> None:
        """Shows the whole sheet, line by line, to be gone through with the arrows."""
        WordsDialog(tr("The sheet in words"), self.model.sheet_lines(), self).open()

    def read_tray(self) -> None:
        """Reads out the dice, cards and powers, and what is to be done."""
        self.answer(". ".join(filter(None, (self.speech.lying(), self.snapshot.sentence))), asked=True)

    def read_log(self) -> None:
        """Shows the whole record, the newest first, to be gone through with the arrows."""
        lines = [line.sentence for line in reversed(self.snapshot.log)]
        WordsDialog(tr("The log in words"), lines or [tr("Nothing has happened yet.")], self).open()

    def repeat(self) -> None:
        """Reads the latest announcement out once more."""
        accessible.repeat()

    def _confirmed(self, strokes: int) -> bool:
        question = tr_n(
            "Take the roll back? One move made since then is lost.",
            "Take the roll back? {n} moves made since then are lost.", strokes)
        same = "" if self.session.real_dice else tr("The same numbers come again.")
        return ask.sure(self, question, tr("&Take the roll back"), no=tr("&Keep"), more=same, harms=True)

    def undo(self) -> None:
        """Takes back the latest note or move."""
        self.tray.skip()
        self.after(self.model.undo)
        self._tell_note()

    def redo(self) -> None:
        """Puts back what was undone last."""
        self.tray.skip()
        self.after(self.model.redo)
        self._tell_note()

    # ------------------------------------------------------------------ whose turn, whose sheet

    def show_player(self, player: str) -> None:
        """Makes a player's sheet the large one."""
        self.after(lambda: self.model.show_player(player))

    def show_next_player(self) -> None:
        """Makes the next player's sheet the large one."""
        self.after(self.model.show_next_player)

    def look_back(self, count: int) -> None:
        """Shows the sheet as it was after `count` events; -1 is now."""
        self.after(lambda: self.model.look_back(count))

    def _with_seats(self) -> QWidget:
        """Returns the other players, and the way for people to leave, come back and join."""
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.others, 1)
        column.addWidget(self.seats)
        return page

    def hand_over(self, player: str) -> None:
        """A player leaves; the computer plays on."""
        self.after(lambda: self.model.hand_over(player))

    def leave(self, player: str) -> None:
        """A player leaves, and nobody waits for them."""
        self.after(lambda: self.model.leave(player))
        self.notified.emit(tr("{name} has left. To return, use “Leave or join”.", name=self.session.names[player]))

    def come_back(self, player: str) -> None:
        """A person who has left is back, or takes the computer's place."""
        self.after(lambda: self.model.come_back(player))
        self.notified.emit(tr("{name} is back.", name=self.session.names[player]))  # where it may still say the contrary

    def stay_with(self, player: str) -> None:
        """Who was in the middle of a turn goes on."""
        self.after(lambda: self.model.stay_with(player))

    def join(self) -> None:
        """Asks who joins the game as it goes on."""
        JoinDialog(self.opened.head.players, self.join_chosen.emit, self).open()

    # ------------------------------------------------------------------ pencil, coach

    def toggle_pencil(self) -> None:
        """Takes the pencil up, or puts it down."""
        before = self.snapshot.pencil is not None
        self.after(lambda: self.model.toggle_pencil(self.view.cursor_spot))
        up = self.snapshot.pencil is not None
        if up != before:
            accessible.announce(with_colon(tr("Pencil notes"), tr("On") if up else tr("Off")) + ".")

    def press(self, key: str) -> None:
        """A key of the pencil's pad."""
        self.after(lambda: self.model.press(key))

    def _type(self, key: str) -> None:
        """A digit typed on the sheet goes to the keyboard's cursor, unless a tap said otherwise."""
        aimed = self.view.hasFocus() or not (self.snapshot.pencil and self.snapshot.pencil.place)
        self.after(lambda: self.model.press(key, self.view.cursor_spot if aimed else ""))
        self._tell_note()

    def _tell_note(self) -> None:
        """Reads out what is noted at the keyboard's cursor, which no record has."""
        if self.snapshot.pencil is not None and self.view.cursor_spot:
            accessible.announce(self.snapshot.taps.describe(self.view.cursor_spot))

    def hint(self) -> None:
        """One good move, shown on the sheet and beside it."""
        self.hints.ask()

    def open_coach(self) -> None:
        """Opens the coach's page; lessons are given from now on."""
        self._coach_setting.choose(True)
        self.open_tab(COACH)

    def _put_coach_away(self) -> None:
        """No lessons unasked any more; the tab stays."""
        self._coach_setting.choose(False)
        self.tabs.leave_coach()
        self.notified.emit(tr("The coach is off. Turn it on in its tab."))

    def _end_lessons(self, new: Snapshot) -> None:
        """A person who has finished a game is no newcomer; at the end people want to see the others."""
        if len(new.bots) < len(self.session.names):
            self._coach_setting.end()
        if self.tabs.current == COACH:
            self.tabs.leave_coach()

    # ------------------------------------------------------------------ menus

    def menus(self) -> Menus:
        return self.actions_here.menus()

    def open_tab(self, which: int) -> None:
        """Shows the other players, the log or the coach beside the sheet, and tells what is new there."""
        if which == TURN:
            self.tabs.open_dice()
            self.read_tray()
            return
        if which != PLAYERS or len(self.session.names) > 1:  # alone there is nobody to be shown
            self.tabs.open(which)
        accessible.announce(self.speech.tab(which, self.snapshot))

    def save_copy(self) -> None:
        """A copy of the journal, wherever the player likes."""
        self.files.save_copy(self.path)

    def save_picture(self) -> None:
        """Saves the sheet that is shown, as a picture."""
        shown = self.snapshot.shown
        name = f"{self.opened.game.info.title} - {self.session.names[shown]}"
        if self.snapshot.results is None:
            self.files.save_picture(self.snapshot.display, name)
            return
        share(self, self.opened, shown, self.store)

    def print_sheets(self) -> None:
        """Everybody's sheets, on paper."""
        self.print_chosen.emit(self.opened)

    def replay(self) -> None:
        """Replays the game from its start."""
        self.replay_chosen.emit()

    def zoom(self, factor: float) -> None:
        """Brings the sheet closer (more than 1) or farther."""
        self.view.zoom(factor)

    def fit(self) -> None:
        """Shows the whole sheet; asked again, with large texts, magnified again."""
        self.view.fit_or_near()

    # ------------------------------------------------------------------ the page itself

    @property
    def _aloud_in_full(self) -> bool:
        return self.store.preferences.aloud == "full"

    @property
    def _motion(self) -> bool:
        return theme.moves(self.store.preferences.motion)

    def _prefer(self, wanted: Preferences) -> None:
        self.tray.set_pips(wanted.dice == "pips")
        self.feedback.set_pips(wanted.dice == "pips")
        self.actions_here.prefer(wanted)
        self.speech.read_advice(self._aloud_in_full)
        self.pace.prefer(wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._skipped():
            event.accept()
        elif not self.keyboard.press(event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if "costly" in self.__dict__:
            self.costly.lay_low(self._low)
        self.parts.arrange(self.width(), self.height())
        super().resizeEvent(event)

    @property
    def _low(self) -> bool:
        """Whether the page is so low that the end needs less room."""
        return self.height() < _LOW_PAGE and not theme.large()

    def take_focus(self) -> None:
        if self.snapshot.next_player is not None:
            self.card.take_focus()
        elif self.snapshot.tray.entry is not None:
            self.tray.focus_entry()
        else:
            reason = Qt.FocusReason
            self.view.setFocus(reason.TabFocusReason if touch.taps().keyed else reason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.after(self.model.resume)

    def hideEvent(self, event: QHideEvent) -> None:
        self.pace.stop()
        super().hideEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.pace.stop()
        self.hints.stop()
        self._later.stop()
        close_journal(self.opened)
        super().closeEvent(event)
