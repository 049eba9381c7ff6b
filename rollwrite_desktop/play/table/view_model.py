"""The view model of a table: what is selected and shown besides the game itself, and one `Snapshot` after each event.

Each act of a person (a tap, a key, a menu entry) is a method; it changes the game or the selection and returns the snapshot
of what is to be seen then, computed once: one prompt, one large display, and of the small sheets those that changed.
Widgets compare it with the one before and apply what differs; they ask neither rules nor guide. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from msgspec.structs import replace

from rollwrite_desktop.core.chance import Ask, Deal, Outcome, Roll
from rollwrite_desktop.core.i18n import tr, with_colon
from rollwrite_desktop.core.rules import Event, Refusal, Scores, is_chance
from rollwrite_desktop.gamekit.play.guide import Onward, Prompt, State
from rollwrite_desktop.gamekit.think.review import ScoreStep, by_parts
from rollwrite_desktop.gamekit.words.coach import Hint
from rollwrite_desktop.play.opening.bot_moves import Thought
from rollwrite_desktop.play.table.drawn_table import DrawnTable, Look
from rollwrite_desktop.play.table.pencil_notes import BACK, ERASE, Pencil, describe_notes
from rollwrite_desktop.play.table.sheet_words import SheetWords, next_spot
from rollwrite_desktop.play.table.snapshot import (
    Coaching,
    Enabled,
    NextPlayer,
    Notice,
    PencilPad,
    PlayerCard,
    Question,
    Results,
    Snapshot,
    Taps,
    Tray,
    UndoOffer,
)
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.sheet.reading_order import spaces_in_order

_AT_ONCE = 12
"""How many moves computer players make between two snapshots where nobody watches them."""


class TableView:
    """What is shown of a table. `shown`: the player whose sheet is large; `looking`: how many events had happened in the
    state shown, None for now; `cursor`: the spot with the keyboard's cursor, or ""; `hinted`: where a tap makes the move
    of the latest hint; `snapshot`: the latest."""

    def __init__(self, table: TableSession) -> None:
        opened = table.opened
        self.table = table
        self.shown = table.seat or table.players[0]
        self.looking: int | None = None
        self.cursor = self.hinted = ""
        self.pencil = Pencil(opened.game, opened.sheet, table.session)
        self._drawn = DrawnTable(table, self.pencil)
        self._refusal: Refusal | None = None
        self._notice: Notice | None = None
        self._undo_offer: UndoOffer | None = None
        self._asking = False
        self._handed_on: tuple[str, tuple[Event, ...]] = "", ()
        self._step: ScoreStep | None = None
        self._ended: tuple[object, Results | None] = None, None
        self._pass_on()
        self.snapshot = self._take()

    # ------------------------------------------------------------------ what is shown

    @property
    def state(self) -> State:
        """The state that is shown."""
        session = self.table.session
        return session.state if self.looking is None else session.state_after(self.looking)

    @property
    def _sheet_state(self) -> State:
        """The state of the large sheet: now that in which its player writes."""
        return self.table.state_for(self.shown) if self.looking is None else self.state

    @property
    def writing(self) -> bool:
        """Whether a tap on the sheet shown writes."""
        return self.looking is None and not self._asking and self.shown == self.table.seat and self.table.goes_on

    @property
    def away(self) -> bool:
        """Whether another sheet is shown than that of the player whose turn it is."""
        table = self.table
        return self.looking is not None or (self.shown != table.seat and bool(table.seat) and not table.over)

    @property
    def rule(self) -> str:
        """The rulebook key of the refusal that is shown, or ""."""
        return self._refusal.key if self._refusal is not None else ""

    # ------------------------------------------------------------------ taps

    def tap(self, spot: str) -> Snapshot:
        """A tap on a spot of the sheet."""
        if self.looking is not None:
            return self.look_back(-1)
        if self.away:
            self._notice = Notice(tr("This is {name}’s sheet.", name=self.table.names[self.shown]))
        elif self.writing and self.pencil.up:
            self.pencil.choose(self.table.seat, spot)
        elif self.writing:
            self._answer(spot)
        else:
            self._clear()
        return self._take()

    def tap_token(self, spot: str) -> Snapshot:
        """A tap on something beside the sheet."""
        if not self.writing:
            self._return()
        if self.writing:
            self._answer(spot)
        return self._take()

    def hold(self, spot: str) -> Snapshot:
        """A long press: what a spot is, and why it cannot be written in now."""
        self._clear()
        refusal = self.table.why_not(spot) if self.writing else None
        taps = self._taps(self._open())
        why = self._sentence_of(refusal) if refusal is not None else taps.may(spot)
        self._notice = Notice("\n".join(filter(None, (taps.describe(spot), why))), asked=True)
        return self._take()

    def dismiss(self) -> Snapshot:
        """Takes the answer to the latest tap away, as it is read."""
        self._clear()
        return self._take()

    def escape(self) -> Snapshot:
        """Back to the sheet of the player whose turn it is, or who is to hand the device on; else the notice goes; else what
        is selected is put down."""
        if self.away:
            self._return()
        elif self._asking and self.table.seat:
            return self.keep_turn()
        elif self._notice is not None or self._refusal is not None:
            self._clear()
        elif self.table.seat:
            self.table.put_down(self.table.seat)
        return self._take()

    def focus(self) -> Snapshot:
        """Follows the keyboard's cursor, which has moved; after the end nothing else takes an answer away."""
        if self.table.over:
            self._clear()
        return self._take()

    def answer(self, sentence: str, asked: bool = False) -> Snapshot:
        """Answers with a sentence something that cannot be done, or was `asked`."""
        self._clear()
        self._notice = Notice(sentence, asked=asked) if sentence else None
        return self._take()

    def why_not_roll(self) -> str:
        """Why the dice cannot be rolled now, or what is done first."""
        if self.looking is not None:
            return tr("You are viewing an earlier moment. Go back to now first.")
        if not self.table.writable:
            return self.table.opened.read_only
        return tr("The game is over.") if self.table.over else self._not_yet()

    def why_not_so(self, dice: Outcome) -> str:
        """Why these real dice cannot have been rolled now, or ""; nothing is rolled."""
        refusal = self.table.why_not_so(dice)
        return self._sentence_of(refusal) if refusal is not None else ""

    def why_no_hint(self) -> str:
        """Why no move can be suggested now, or what is done first."""
        if self.looking is None and self.table.onward.does == "rolls":
            return tr("Roll first.")
        if self.looking is not None or self.table.over:
            return self.why_not_roll()
        return tr("The coach has no advice now.")

    def why_not_write(self) -> str:
        """Returns what is done before something can be written, or why nothing can be."""
        if self.looking is not None or not self.table.writable or self.table.over:
            return self.why_not_roll()
        return self.snapshot.sentence

    def scored(self) -> str:
        """Returns what the large sheet scores so far, in words, "" where that is told otherwise."""
        return "" if self.table.over else self.table.guide.scored(self.state, self.shown)

    def words(self) -> SheetWords:
        """Returns the large sheet in words."""
        return SheetWords.of(self.table.opened, self._sheet_state, self.shown)

    def sheet_lines(self) -> tuple[str, ...]:
        """Returns the large sheet line by line: how far it is, its regions and boxes, and what it scores now, part by
        part."""
        table, game = self.table, self.table.opened.game
        counted = by_parts(table.rules, self._sheet_state, self.shown, game.think.review, game.play.part_titles)
        steps = (step.sentence for counting in counted for step in counting.steps)
        return self.snapshot.progress, *self.words().lines(), *steps

    def next_space(self, here: str, step: int, takes: bool) -> str:
        """Returns the next blank space in reading order, or the next spot where a tap would be a move (`takes`); "" for
        none."""
        wanted = self.snapshot.taps.open if takes else self.words().blanks()
        return next_spot(self.table.opened.sheet, here, wanted, step)

    def _branches(self, prompt: Prompt, open_now: frozenset[str]) -> tuple[str, ...]:
        """Returns the spaces to which a line that is being drawn can go on, in reading order: by number from 1. None where
        digits tap dice."""
        dice = any(token.kind == "die" and token.state in ("ready", "chosen") for token in prompt.tokens)
        if not self.writing or dice or not (prompt.draws and prompt.drawn_to):
            return ()
        return tuple([space for space in self._spaces if space in open_now])

    @cached_property
    def _spaces(self) -> tuple[str, ...]:
        """All spaces of the sheet, in reading order."""
        return tuple([space.id for space in spaces_in_order(self.table.opened.sheet)])

    def follow(self, number: int) -> Snapshot:
        """Draws the line on to the branch of a number (from 1), and on from there while there is one way only; never where
        there is a choice."""
        branches = self.snapshot.branches
        if 0 < number <= len(branches):
            self._answer(branches[number - 1])
            while len(branches := self._branches(self.table.prompt(self.table.seat), self._open())) == 1:
                if self._notice is not None:
                    break
                self._answer(branches[0])
        return self._take()

    def _describe_branches(self, prompt: Prompt, branches: tuple[str, ...], tray: Tray) -> str:
        """Where the line that is being drawn can go on: "1: Ohio 45, 2: Iowa 50."; "" where none is drawn."""
        ends = self.writing and prompt.draws and prompt.drawn_to and tray.act
        if not branches and not ends:
            return ""
        words = self.words()
        described = [with_colon(str(n), f"{words.name(space)} {words.held(space)}") for n, space in enumerate(branches, 1)]
        leads = tr("It goes on to {ways}.", ways=", ".join(described)) if branches else ""  # else the prompt says so
        return f"{leads} {tr('{key} ends it.', key='Ctrl+R')}".strip() if ends else leads

    def show_step(self, step: ScoreStep | None) -> Snapshot:
        """Shows a step of counting the score on the sheet shown; None shows none."""
        self._step = step
        return self._take()

    def _answer(self, spot: str) -> None:
        """A tap of the player whose turn it is, on the sheet or beside it."""
        table = self.table
        self._clear()
        before = table.session.state
        answer = table.tap(spot)
        if answer.refusal is not None:
            self._refusal = answer.refusal
            said = self._sentence_of(answer.refusal)
            if table.real_dice and not table.events:  # they may well lie on the table
                said = tr("Enter the roll first.")
            self._notice = Notice(said, answer.refusal.spots, answer.refusal.key)
        elif answer.kind == "written" and table.session.state is not before:
            sheet = table.opened.sheet
            where = self.snapshot.question.spot if self.snapshot.question is not None and spot not in sheet.space else spot
            if (where in sheet.space or where in sheet.box) and table.can_undo(table.seat):
                self._undo_offer = UndoOffer(where)
            self._pass_on()

    def _sentence_of(self, refusal: Refusal) -> str:
        return refusal.sentence(self.table.opened.game.play.rulebook)

    def _clear(self) -> None:
        """Takes away what answered the latest tap."""
        self._refusal = self._notice = self._undo_offer = None

    # ------------------------------------------------------------------ chance, undo

    def roll(self, dice: Outcome | None = None) -> Snapshot:
        """Ends everybody's turn and rolls; `dice` as typed in. Where somebody has still to play, they are asked to."""
        table = self.table
        if self.looking is not None or not table.writable or self._asking:
            return self._take()
        if table.following:
            return self._hand_on()
        onward = table.onward.does
        if onward == "waits" or (onward == "rolls" and table.real_dice and dice is None):
            self._clear()
            self._notice = Notice(self._not_yet())
            return self._take()
        self._clear()
        if onward == "ends":
            table.end_open_turn()
            self._pass_on()
            return self._take()
        refusal = table.roll(dice)
        if refusal is not None:
            return self._take(roll_refusal=self._sentence_of(refusal))
        self._show_now()
        self._pass_on()
        return self._take(rolled=not table.over)

    def _not_yet(self) -> str:
        """Why the dice cannot be rolled now: what the player must do, or else for whom the table waits."""
        table = self.table
        others = tuple([table.names[demand.by] for demand in table.demands if table.compelled(demand.by)])
        if others and not table.compelled(table.seat):
            return tr("Not yet. {sentence}", sentence=tr("Waiting for {names}.", names=others))
        return tr("Not yet. {sentence}", sentence=self._sentence(table.prompt(table.seat or self.shown)))

    def take_back(self) -> Snapshot:
        """Takes the latest roll back, and every move since."""
        if self.table.take_back() is not None:
            self._begin_anew()
        return self._take()

    def corrected(self) -> Snapshot:
        """A roll has been corrected."""
        self._begin_anew()
        return self._take()

    def undo(self) -> Snapshot:
        """Takes back the latest note while the pencil is up, else the latest move; or gives the device back to who has just
        handed it on."""
        if self.giver:
            self._clear()
            self.table.sit(self.giver)
            self._show_now()
            if self.table.race_guide:
                self.table.undo(self.table.seat)
        elif not self.pencil.undo(self.table.seat):
            self._lift(self.table.undo)
        return self._take()

    @property
    def giver(self) -> str:
        """Who has handed the device on with one tap, or has moved on a common board, if nothing was done since; or ""."""
        giver, events = self._handed_on
        table = self.table
        if giver == table.seat or events != table.events:
            return ""
        back = table.can_undo(giver) if self.table.race_guide else giver in table.waiting
        return giver if back else ""

    def redo(self) -> Snapshot:
        """Puts back what was undone last."""
        if not self.pencil.redo(self.table.seat):
            self._lift(self.table.redo)
        return self._take()

    def _lift(self, act: Callable[[str], Event | None]) -> None:
        self._clear()
        self._show_now()
        act(self.table.seat)
        self._pass_on()

    def _begin_anew(self) -> None:
        self._clear()
        self._show_now()
        self._pass_on()

    # ------------------------------------------------------------------ whose turn, whose sheet

    def resume(self) -> Snapshot:
        """Shows the table again: a player who must take the device is asked, and what was answered before is read."""
        self._refusal = self._notice = None
        self._pass_on()
        return self._take()

    def take_turn(self) -> Snapshot:
        """Gives the device to the next player, who has taken it."""
        self._asking = False
        self.table.sit(self.table.next_seat())
        self._show_now()
        return self._take()

    def stay_with(self, player: str) -> Snapshot:
        """Leaves the device with this player, who was writing when the table was laid anew, if something is left to
        write. Returns what is shown then."""
        if player in self.table.humans and self.table.position.acting(player):
            self._asking = False
            self.table.sit(player)
            self._show_now()
        return self._take()

    def keep_turn(self) -> Snapshot:
        """Leaves the device with the player before, who goes on."""
        self._asking = False
        return self._take()

    def show_player(self, player: str) -> Snapshot:
        """Makes a player's sheet the large one, unless all share a board; whoever has to play next is asked to take the
        device."""
        self._clear()
        if player == self.table.following and self.looking is None and not self.table.race_guide:
            self._ask()
        elif self.table.race_guide and not self.table.over:
            return self.answer(tr("Everyone plays on this one board."), asked=True)
        elif player != self.shown:
            self.shown, self._step = player, None
        return self._take()

    def show_next_player(self) -> Snapshot:
        """Makes the next player's sheet the large one."""
        players = self.table.players
        return self.show_player(players[(players.index(self.shown) + 1) % len(players)])

    def back_to_mine(self) -> Snapshot:
        """Shows the sheet of the player whose turn it is."""
        self._return()
        return self._take()

    def look_back(self, count: int) -> Snapshot:
        """Shows the sheet of whoever acted, as it was after `count` events; -1 is now."""
        events = self.table.events
        self._clear()
        if count < 0 or count >= len(events):
            self._show_now()
        else:
            self.looking = count
            if events[count - 1].by in self.table.players:
                self.shown = events[count - 1].by
        return self._take()

    def hand_over(self, player: str) -> Snapshot:
        """A player leaves; the computer plays on."""
        held = self.table.seat
        self.table.hand_over(player, self.table.opened.game.think.adviser)
        return self._seated(left=held == player)

    def leave(self, player: str) -> Snapshot:
        """A player leaves, and nobody waits for them."""
        held = self.table.seat
        self.table.leave(player)
        return self._seated(left=held == player)

    def come_back(self, player: str) -> Snapshot:
        """A person who has left is back, or takes the computer's place."""
        self.table.come_back(player)
        return self._seated()

    def _seated(self, left: bool = False) -> Snapshot:
        """Lays the table anew; where who held the device has `left`, whoever must write next is asked to take it."""
        self._asking = False
        if left and self.table.compelled(self.table.seat):
            self.table.sit("")
        self._begin_anew()
        return self._take()

    def _pass_on(self) -> None:
        """Asks the next player to take the device if nobody else can do anything; where all play on one board, there is
        nothing to take, and it is the next player's turn."""
        table = self.table
        if not table.following or table.acting:
            return
        if self.table.race_guide:
            self._handed_on = table.seat, table.events
            table.sit(table.next_seat())
            self._show_now()
        else:
            self._ask()

    def _hand_on(self) -> Snapshot:
        """Gives the device to the next player at once, unless one of the two keeps notes: then they are asked to take it."""
        table = self.table
        if any(text and by in (table.seat, table.following) for (by, _), text in table.session.notes.items()):
            self._ask()
            return self._take()
        self._clear()
        self._handed_on = table.seat, table.events
        return self.take_turn()

    def _ask(self) -> None:
        self._clear()
        self._asking = True

    def _return(self) -> None:
        self._show_now()
        self._clear()

    def _show_now(self) -> None:
        """Shows the state now, and the sheet of the player whose turn it is."""
        self.looking = None
        self.shown = self.table.seat or self.shown
        self._refusal = None

    # ------------------------------------------------------------------ computer players

    def think(self, at_once: bool, thought: Thought | None = None) -> Snapshot:
        """A move of a computer player, several `at_once` as long as they come quickly; where no person is left, a roll too.

        thought: the move that came from the worker process.
        """
        table = self.table
        waited = table.onward.does == "waits"
        for _ in range(_AT_ONCE if at_once else 1):
            if table.let_think(thought) is None or table.thought_job() is not None:
                break
            thought = None
        if self._alone and not table.thinking:
            table.roll()
        if waited and (table.over or table.onward.does != "waits") and self._notice is not None and not self._notice.asked:
            self._clear()  # that somebody was waited for is no longer true
        self._pass_on()
        return self._take()

    @property
    def _alone(self) -> bool:
        """Whether nobody is there to roll."""
        table = self.table
        return table.writable and not table.humans and table.step in ("roll", "finish")

    # ------------------------------------------------------------------ pencil, coach

    def toggle_pencil(self, cursor: str = "") -> Snapshot:
        """Takes the pencil up, or puts it down; `cursor`: where the keyboard's cursor is, or ""."""
        if self.pencil.up:
            self.pencil.put_down()
        elif self._may_note():
            self.pencil.take_up(self.table.seat, cursor)
        return self._take()

    def press(self, key: str, cursor: str = "") -> Snapshot:
        """A key of the pencil's pad; at the keyboard's cursor, if one is given and a note fits there."""
        seat = self.table.seat
        if cursor and cursor in self.pencil.free(seat):
            self.pencil.chosen = cursor
        self.pencil.press(seat, key)
        return self._take()

    def hint(self, thought: Thought | None = None) -> Snapshot:
        """Asks the coach for one good move, `thought` of in the worker process or now; it holds until the player moves or
        their turn ends. What the move needs is selected, so that a tap at `hinted` makes it. A thought about another
        position is none."""
        late = thought is not None and not self.table.is_about_now(thought)
        if self.table.can_hint() and self.writing and not late:
            self._clear()
            self.pencil.put_down()
            self.hinted = self.table.take_in_hand(self.table.hint(thought))
        return self._take()

    def _may_note(self) -> bool:
        """Returns whether there is a sheet to make notes on now."""
        table = self.table
        return bool(table.opened.game.play.pencil_notes.digits) and bool(table.seat) and table.goes_on

    # ------------------------------------------------------------------ the snapshot

    def _take(self, rolled: bool = False, roll_refusal: str = "") -> Snapshot:
        table, over = self.table, self.table.over
        self._asking = self._asking and bool(table.following)
        if self.pencil.up and not self._may_note():
            self.pencil.put_down()
        elif self.pencil.chosen and self.pencil.chosen not in self.pencil.free(table.seat):
            self.pencil.chosen = ""
        state, writing = self.state, self.writing
        prompt = table.prompt(self.shown if over else table.seat or self.shown)
        sentence = self._named(self._sentence(prompt))
        taps = self._taps(self._open())
        branches = self._branches(prompt, taps.open)
        hint = table.current_hint
        company = len(table.players) > 1
        scores = table.rules.scores(state) if company or over or prompt.draws else ()
        onward = table.onward
        tray = self._tray(prompt, onward, bool(taps.open), scores)
        self.snapshot = Snapshot(
            shown=self.shown,
            looking=self.looking,
            sentence=sentence,
            title=tr("{name}’s sheet", name=table.names[self.shown]),
            drawing=self._drawn.large(self._look(prompt, hint, branches)),
            writing=writing,
            taps=taps,
            draws=prompt.draws,
            drawn_to=prompt.drawn_to,
            branches=branches,
            leads=self._describe_branches(prompt, branches, tray),
            tray=tray,
            enabled=self._enabled((bool(tray.act) and tray.can_roll and tray.enabled) or onward.does != "waits"),
            away=self.away,
            progress=table.guide.progress(state, self.shown),
            players=self._players(state, scores) if company else (),
            log=table.record(),
            coaching=self._coaching(hint, writing),
            has_pencil=bool(table.opened.game.play.pencil_notes.digits) and not over,
            pencil=self._pad() if self.pencil.up else None,
            next_player=self._next_player() if self._asking else None,
            notice=self._notice,
            undo_offer=None if over else self._undo_offer,
            question=self._question(prompt) if writing else None,
            asked=prompt.asked if writing else (),
            results=self._results(table.scores) if over else None,
            real_dice=table.real_dice,
            depending=len(table.session.depending()) if table.can_take_back else 0,
            thinking=bool(table.thinking) or self._alone,
            rolled=rolled,
            roll_refusal=roll_refusal,
            bots=frozenset(table.bots),
            left=table.session.left,
        )
        return self.snapshot

    def _look(self, prompt: Prompt, hint: Hint | None, branches: tuple[str, ...]) -> Look:
        """How the large sheet is looked at; what is asked and advised is seen only where a tap writes."""
        writing = self.writing
        return Look(
            self.shown, self.looking is None, self._sheet_state, writing, self.cursor,
            self._refusal.spots if self._refusal is not None else (), self._step, hint if writing else None,
            prompt.place if writing else "", branches,
        )

    def _sentence(self, prompt: Prompt) -> str:
        """Returns the line over the sheet."""
        table, name = self.table, self.table.names[self.shown]
        if self.looking is not None:
            return tr("{name}’s sheet, as it was then", name=name)
        if not table.writable:
            return table.opened.read_only
        if table.over:
            if len(table.players) == 1 or self.table.race_guide:  # there all have one board
                return prompt.sentence
            return f"{tr('{name}’s sheet at the end', name=name)} · {prompt.sentence}"
        if self.away:
            return tr("{name}’s sheet", name=name)
        if self.pencil.up:
            return tr("Note what could stand there, or choose another space.") if self.pencil.chosen \
                else tr("Choose a space for a pencil note.")
        others = tuple([table.names[demand.by] for demand in table.demands if table.compelled(demand.by)])
        if others and not table.acting and not table.following:
            return tr("Waiting for {names}.", names=others)
        return prompt.sentence

    def _named(self, sentence: str) -> str:
        """Where several people play at one machine, the prompt says whose turn it is. While the device changes hands it says
        to whom, and nothing that could be done before; nothing else where who held it has left."""
        table = self.table
        if self._asking and self.looking is None:
            handing = Onward("hands", self._next_player().name).sentence
            sentence = sentence if table.seat and sentence.endswith(handing) else handing
        several = (self.writing or self._asking) and len(table.humans) > 1
        return f"{table.names[self.shown]} · {sentence}" if several else sentence

    def _open(self) -> frozenset[str]:
        return self.table.open(self.shown) if self.writing else frozenset()

    def _taps(self, open_spots: frozenset[str]) -> Taps:
        table, wide = self.table, self.table.opened.game.play.pencil_notes.width
        notes = self._drawn.notes(self.shown, self.looking is None)
        words = {space: describe_notes(digits, wide) for space, digits in notes.items()}
        return Taps(table.guide, self._sheet_state, self.shown, table.uis[self.shown], open_spots, words, self.words)

    @staticmethod
    def _question(prompt: Prompt) -> Question | None:
        asked = tuple([token for token in prompt.tokens if token.spot in prompt.asked])
        return Question(prompt.place, asked) if prompt.place and asked else None

    def _tray(self, prompt: Prompt, onward: Onward, writable: bool, scores: Scores) -> Tray:
        table = self.table
        entry = table.asked if table.real_dice and onward.does == "rolls" else None
        own = onward.does == "waits" or (onward.does != "hands" and table.compelled(table.seat))
        act = next((token for token in prompt.tokens if token.kind == "action" and own), None)
        next_one = self._next_onward(prompt, onward)
        words = act.text if act is not None else tr("Enter the roll") if entry is not None else next_one.button
        lying = any(token.kind in ("die", "card") and token.state != "gone" for token in prompt.tokens)
        armed = any(token.kind == "power" and token.state == "chosen" for token in prompt.tokens)
        used = armed and any(token.kind == "die" and token.state in ("ready", "chosen") for token in prompt.tokens)
        digits = _digits(entry) if not used else frozenset()
        return Tray(
            tokens=() if table.over else tuple([
                replace(token, key="") if token.key in digits else token for token in prompt.tokens if token.kind != "action"
            ]),
            enabled=self.looking is None and not self._asking,
            roll=words,
            onward=next_one,
            act=act.spot if act is not None else "",
            can_roll=act.state == "ready" if act is not None else onward.does != "waits",
            entry=entry,
            rolled=tuple(str(event.move) for event in table.events if is_chance(event.by)) if entry is not None else (),
            take_back=tr("Correct the roll") if table.corrects_any else tr("Take the roll back") if table.corrects else "",
            can_take_back=table.can_take_back,
            only_roll=self._only_roll(onward),
            gives_up=act is not None and (writable or armed),
            so_far="" if table.over or not prompt.draws or lying else next(
                str(score.total) for score in scores if score.player == self.shown),
            digits=digits,
        )

    def _next_onward(self, prompt: Prompt, onward: Onward) -> Onward:
        """Returns what the large button will do, where it cannot do it yet, or else does now."""
        table = self.table
        if table.catching_up and onward.does != "hands":
            return Onward("ends")
        if onward.does == "waits" and not table.over:
            return Onward("hands", table.names[table.coming]) if table.coming else \
                Onward("counts") if prompt.last else onward
        return onward

    def _only_roll(self, onward: Onward) -> bool:
        """Returns whether the computer's roll is all that is left to do: nobody has an optional move either, and no answer
        is being read."""
        table = self.table
        return (
            onward.does == "rolls" and not table.real_dice and bool(table.events) and table.writable and not self.away
            and not self._asking and self._notice is None and not self.pencil.up and not table.thinking
            and not any(table.position.acting(player) for player in table.players)
        )

    def _enabled(self, acts: bool) -> Enabled:
        """acts: whether the large button does something now."""
        table, pencil, seat, now = self.table, self.pencil, self.table.seat, self.looking is None
        goes_on = table.goes_on
        return Enabled(
            undo=now and (bool(self.giver) or table.can_undo(seat) or (pencil.up and pencil.can_undo(seat))),
            redo=now and (table.can_redo(seat) or (pencil.up and pencil.can_redo(seat))),
            roll=now and acts,
            take_back=now and table.can_take_back,
            back_to_now=not now,
            hint=now and table.can_hint(),
            pencil=now and self._may_note(),
            seats=goes_on,
            leave=goes_on and table.can_leave,
            join=goes_on and table.can_join,
        )

    def _next_player(self) -> NextPlayer:
        table = self.table
        return NextPlayer(table.names.get(table.following, ""), table.names.get(table.seat, ""))

    def _pad(self) -> PencilPad:
        table, chosen, kind = self.table, self.pencil.chosen, self.table.opened.game.play.pencil_notes
        notes = self.pencil.notes(table.seat).get(chosen, "")
        place = table.guide.describe(table.state, table.seat, chosen) if chosen else ""
        if notes:
            place = f"{self.words().name(chosen)}, {describe_notes(notes, kind.width)}"
        erase = (BACK, "⌫") if kind.width > 1 else (ERASE, tr("Erase"))
        held = notes if kind.width == 1 else ""
        return PencilPad(place, (*((digit, digit) for digit in kind.digits), erase), frozenset(held))

    def _coaching(self, hint: Hint | None, writing: bool) -> Coaching | None:
        table = self.table
        if table.coach is None:
            return None
        seat = "" if self._asking else table.seat  # what it says of a sheet is not for who takes the device
        state, ui = (table.state_for(seat), table.uis[seat]) if seat else (table.state, None)
        return Coaching(table.coach, state, seat, ui, hint, table.can_hint() and writing, table.hints(seat))

    def _players(self, state: State, scores: Scores) -> tuple[PlayerCard, ...]:
        table = self.table
        totals = {score.player: str(score.total) for score in scores}
        small = self._drawn.small(state, self.looking)
        return tuple([
            PlayerCard(
                player, table.guide.progress(state, player), totals[player], player in table.bots,
                player == self.shown, player in table.session.left, small[player],
                ", ".join(sum(self.table.race_guide.hand(state, player), ())) if self.table.race_guide else "",
            )
            for player in table.players
        ])

    def _results(self, scores: Scores) -> Results | None:
        """How the game ended, told of the sheet shown; worked out once."""
        table, shown = self.table, self.shown
        of = table.state, shown, table.session.left
        if self._ended[0] != of:
            game, session = table.opened.game, table.session
            countings = game.think.review.countings
            made = (
                countings(table.rules, table.state, shown) if countings is not None
                else by_parts(table.rules, table.state, shown, game.think.review, game.play.part_titles)
            )
            mistakes = [each.refusal for each in session.refused_events if session.events[each.index].by == shown]
            hints = {player: len(table.hints(player).turns) for player in table.players}
            self._ended = of, Results(
                scores, tuple(map(self._sentence_of, mistakes)), hints, shown, made, session.left)
        return self._ended[1]


def _digits(ask: Ask | None) -> frozenset[str]:
    """Returns the digits with which a roll of dice without names is typed."""
    roll = ask.roll if isinstance(ask, Deal) else ask
    return frozenset(map(str, roll.faces)) if isinstance(roll, Roll) else frozenset()
