"""How a person plays HexRoller: the prompt, the dice and bonuses beside the sheet, and what each tap means.

A number is one tap on each hex; where a chain of more than one number could begin, one tap more says which, before or after
the hex. Where a first number would leave no second, the hex is tapped twice.
Decides nothing about legality: it proposes strokes and asks the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import mark, mark_n, tr, tr_n
from rollwrite_desktop.core.rules import Event, Move, Refusal
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.play.guide import ROLLS, Changed, Ignored, Onward, Prompt, Proposed, Tap, Token
from rollwrite_desktop.gamekit.play.house_ratings import describe_rating
from rollwrite_desktop.gamekit.play.map_guide import MapGuide
from rollwrite_desktop.gamekit.units import POINTS
from rollwrite_desktop.games.hexroller.play import descriptions, drawing, evaluation
from rollwrite_desktop.games.hexroller.play.board import mask_of
from rollwrite_desktop.games.hexroller.play.model import (
    BLANK,
    BONUSES,
    NUMBERS,
    ROWS,
    Boxes,
    Chain,
    Done,
    Extra,
    Part,
    State,
    Two,
    Write,
)
from rollwrite_desktop.games.hexroller.play.rules import BONUS_NAMES, HexRoller

TITLES = {"plus_one": mark("+1"), "two": mark("Bonus 2"), "third": mark("Third number")}
HINTS = {
    "plus_one": mark("One more hex for a number of this round."),
    "two": mark("A 2 in any blank hex."),
    "third": mark("Write a third number of this roll."),
}


class Ui(Struct, frozen=True):
    """What is selected: a rolled number, an armed bonus, the hex whose warning has been read, and the hex that was tapped
    while several numbers could begin there."""

    number: int = 0
    bonus: str = ""
    warned: str = ""
    place: str = ""


class _Listed(Struct, frozen=True):
    """The legal moves of a position. chain: the one that must be finished. boxing: whether the boxes are asked for. options:
    what writes into a hex by the bonus that does it, "" for none."""

    chain: Chain | None
    boxing: bool
    options: Mapping[str, list[Write | Extra | Two]]


class HexRollerGuide(MapGuide[HexRoller]):
    """The guide on one sheet."""

    style, selection = drawing.STYLE, Ui

    # ------------------------------------------------------------------ what is legal

    def _listed(self, state: State, player: str) -> _Listed:
        """Returns the legal moves, sorted once for each position."""
        moves = self.look(state, player)
        if _Listed not in self._known:
            chain = self.rules.running(state, state.part(player))
            boxing, options = False, {bonus: list[Write | Extra | Two]() for bonus in ("", *BONUSES)}
            for move in moves:
                match move:
                    case Write():
                        if move.third == (chain is not None and chain.third):
                            options[""].append(move)
                        if move.third and chain is None:
                            options["third"].append(move)
                    case Extra():
                        options["plus_one"].append(move)
                    case Two():
                        options["two"].append(move)
                    case Boxes():
                        boxing = True
            self._known[_Listed] = _Listed(chain, boxing, options)
        listed: _Listed = self._known[_Listed]
        return listed

    def _bonuses(self, state: State, player: str) -> tuple[str, ...]:
        """Returns the bonuses with which something can be written now."""
        options = self._listed(state, player).options
        return tuple([bonus for bonus in BONUSES if options[bonus]])

    def _meant(self, state: State, player: str, ui: Ui) -> Ui:
        """Returns what is selected without a bonus that writes nothing now."""
        return ui if not ui.bonus or self._listed(state, player).options[ui.bonus] else replace(ui, bonus="")

    # ------------------------------------------------------------------ what is selected

    def _selectable(self, state: State, player: str, ui: Ui) -> tuple[int, ...]:
        """Returns the numbers that a die may select now."""
        listed = self._listed(state, player)
        if not ui.bonus and listed.chain is not None:
            return ()
        if not ui.bonus and listed.boxing:
            return state.part(player).chosen
        return tuple(dict.fromkeys([move.number for move in listed.options[ui.bonus] if not isinstance(move, Two)]))

    def _number(self, state: State, player: str, ui: Ui) -> int:
        """Returns the number that the next tap on a hex or box is about, or 0."""
        listed = self._listed(state, player)
        if listed.chain is not None and not ui.bonus:
            return listed.chain.number
        able = self._selectable(state, player, ui)
        if ui.number in able:
            return ui.number
        if len(able) == 1:
            return able[0]
        return able[0] if able and not ui.bonus and listed.boxing else 0

    def move_at(self, state: State, player: str, ui: Ui, space: str) -> Write | Extra | Two | None:
        if ui.bonus == "two":
            return Two(space)
        number = self._number(state, player, ui)
        if not number:
            return None
        if ui.bonus == "plus_one":
            return Extra(space, number)
        listed = self._listed(state, player)
        chain = listed.chain
        if chain is None and listed.boxing and ui.bonus != "third":
            return None
        return Write(space, number, chain.third if chain is not None else ui.bonus == "third")

    def _legal(self, state: State, player: str, ui: Ui) -> tuple[frozenset[str], frozenset[str]]:
        """Returns the hexes and boxes that take the stroke in hand, and those that take it at a second tap; worked out once
        for each selection in the position asked about last."""
        self.look(state, player)
        ui = replace(self._meant(state, player, ui), place="")
        if ui not in self._known:
            self._known[ui] = self._find_legal(state, player, ui)
        legal: tuple[frozenset[str], frozenset[str]] = self._known[ui]
        return legal

    def _find_legal(self, state: State, player: str, ui: Ui) -> tuple[frozenset[str], frozenset[str]]:
        part, listed = state.part(player), self._listed(state, player)
        if not ui.bonus and listed.boxing:
            return frozenset(self.rules.columns(part)), frozenset()
        options, number = listed.options[ui.bonus], self._number(state, player, ui)
        if ui.bonus != "two" and not number:
            each = [self._legal(state, player, replace(ui, number=n)) for n in self._selectable(state, player, ui)]
            legal_all = frozenset[str]().union(*(found for found, _ in each))
            return legal_all, frozenset[str]().union(*(found for _, found in each)) - legal_all
        legal = [move.space for move in options if isinstance(move, Two) or move.number == number]
        if ui.bonus or not legal:
            return frozenset(legal), frozenset()
        hexes = mask_of([self.rules.index[space] for space in legal])
        lost = evaluation.doubtful(self.rules, state, part, number, hexes)
        doubtful = frozenset(self.rules.ids(lost)) - {ui.warned}
        return frozenset(legal) - doubtful, doubtful

    def open(self, state: State, player: str, ui: Ui) -> frozenset[str]:
        return self._legal(state, player, ui)[0]

    def prepared(self, state: State, player: str, ui: Ui, move: Move) -> tuple[Ui, str]:  # noqa: ARG002
        part = state.part(player)
        match move:
            case Write(space, number, third):
                begins = third and self.rules.running(state, part) is None
                return Ui(number, "third" if begins else "", warned=space), space
            case Extra(space, number):
                return Ui(number, "plus_one"), space
            case Two(space):
                return Ui(bonus="two"), space
            case Boxes(upper, lower):
                row = "upper" if upper else "lower"
                box = next((spot for spot in self.rules.columns(part) if spot.startswith(row)), f"power/{row}")
                return Ui(upper or lower), box
        return Ui(), "action/done"

    def closing(self, state: State, player: str) -> Move | None:
        part = state.part(player)
        if not state.rolls or part.done or self.rules.running(state, part) is not None:
            return None
        if part.boxed:
            return Done()
        return Boxes(0, 0) if not part.chosen and self._listed(state, player).boxing else None

    # ------------------------------------------------------------------ taps

    def tap(self, state: State, player: str, ui: Ui, spot: str) -> Tap:
        part, ui = state.part(player), self._meant(state, player, ui)
        kind, _, name = spot.partition("/")
        if spot in BONUSES:  # the printed boxes do what the buttons do
            kind, name = "power", spot
        if kind not in ("die", "power", "action", *ROWS) and spot not in self.rules.index:
            return Ignored()
        if not state.rolls or part.done:
            refusal = self.rules.refuse(state, Event(player, Done()))
            return Changed(ui, refusal) if refusal else Ignored()
        if kind == "die":
            return self._tap_die(state, player, ui, name)
        if kind == "power" and name not in ROWS:
            return self._tap_bonus(state, player, ui, name)
        if kind == "action":
            return Proposed(Done(), Ui()) if name == "done" else Ignored()
        if kind in ("power", *ROWS):
            return self._tap_row(state, player, ui, name if kind == "power" else kind)
        return self._tap_hex(state, player, ui, spot)

    def _tap_hex(self, state: State, player: str, ui: Ui, space: str) -> Tap:
        stroke = self.move_at(state, player, ui, space)
        if stroke is None:
            numbers = self._numbers_at(state, player, ui, space)
            if len(numbers) > 1:
                return Changed(replace(ui, place=space))
            if not numbers:
                return Changed(ui, self._wanted(state, player, ui, space))
            ui = replace(ui, number=numbers[0])
            stroke = self.move_at(state, player, ui, space)
            assert stroke is not None
        if space in self._legal(state, player, ui)[1]:
            return Changed(replace(ui, warned=space, place=""), Refusal("HR-R1:warn", {"hex": space}, (space,)))
        return Proposed(stroke, Ui())

    def _numbers_at(self, state: State, player: str, ui: Ui, space: str) -> tuple[int, ...]:
        """Returns the numbers of which a chain may begin in a hex; those that would leave no second one only if all
        would."""
        able = self._selectable(state, player, ui)
        each = {n: self._legal(state, player, replace(ui, number=n)) for n in able}
        good = tuple([n for n, (legal, _) in each.items() if space in legal])
        return good or tuple([n for n, (_, doubtful) in each.items() if space in doubtful])

    def _wanted(self, state: State, player: str, ui: Ui, space: str) -> Refusal | None:
        """Why nothing can be written in a hex."""
        part = state.part(player)
        able = self._selectable(state, player, ui)
        if self._listed(state, player).boxing and not ui.bonus:
            return Refusal("HR-8:left", spots=self.rules.columns(part))
        if not able:
            return Refusal("HR-8:closed")
        beside = self.rules.board.beside[self.rules.index[space]]
        near = [n for n in able if beside & self.rules.board.holding(part.marks, n)]
        move = self.move_at(state, player, replace(ui, number=(*near, *able)[0]), space)
        refusal = self.rules.refuse(state, Event(player, move)) if move is not None else None
        if refusal is not None and (near or refusal.key == "HR-5:full"):
            return refusal
        return Refusal("HR-5:none", {"hex": space, "dice": tuple([str(n) for n in able])}, (space,))

    def _tap_die(self, state: State, player: str, ui: Ui, name: str) -> Tap:
        part, digit = state.part(player), name.partition("/")[0]
        number = int(digit) if digit in ("3", "4", "5", "6", "7", "8") else 0
        if not number:
            return Ignored()
        if number not in state.counts:
            dice = tuple([str(n) for n in state.counts])
            return Changed(ui, Refusal("HR-5:rolled", {"n": number, "dice": " ".join(dice)}, (f"die/{number}",)))
        if ui.place and number in self._numbers_at(state, player, replace(ui, number=0), ui.place):
            return self._tap_hex(state, player, replace(ui, number=number, place=""), ui.place)
        ui = replace(ui, place="")
        if number in self._selectable(state, player, ui):
            again = ui.number == number and not self._listed(state, player).boxing
            return Changed(replace(ui, number=0 if again else number, warned=""))
        chain = self.rules.running(state, part)
        if chain is not None:
            spots = (self.rules.spaces[chain.path[-1]],)
            refusal = Refusal("HR-5:chain", {"n": chain.number, "left": self.rules.left(state, chain)}, spots)
            return Changed(ui) if number == chain.number else Changed(ui, refusal)
        if number in part.written:
            return Changed(ui, Refusal("HR-6:same", {"n": number}, (f"die/{number}",)))
        if part.boxed or len(part.chosen) >= 2:
            return Changed(ui, Refusal("HR-6:two"))
        return Changed(ui, Refusal("HR-7:nowhere", {"n": number, "count": state.counts[number]}, (f"die/{number}",)))

    def _tap_bonus(self, state: State, player: str, ui: Ui, bonus: str) -> Tap:
        if bonus not in BONUSES:
            return Ignored()
        if ui.bonus == bonus:
            return Changed(Ui())
        able = bonus in self._bonuses(state, player)
        return Changed(Ui(bonus=bonus)) if able else Changed(ui, self._against(state, state.part(player), bonus))

    def _against(self, state: State, part: Part, bonus: str) -> Refusal:
        """Why a bonus that writes nothing now cannot be armed."""
        if bonus in part.used:
            return Refusal("HR-9:again", {"bonus": BONUS_NAMES[bonus]}, (bonus,))
        if part.bonus:
            return Refusal("HR-9", {"bonus": BONUS_NAMES[part.bonus]}, (part.bonus,))
        chain = self.rules.running(state, part)
        if bonus == "plus_one" and not any(chain is None or n != chain.number for n in part.chosen):
            return Refusal("HR-10:first") if chain is None else Refusal("HR-10:open", {"n": chain.number})
        if bonus == "third" and chain is not None:
            return Refusal("HR-5:chain", {"n": chain.number, "left": self.rules.left(state, chain)})
        if bonus == "third":
            return Refusal("HR-12" if len(part.chosen) < 2 else "HR-12:none")
        return Refusal("HR-9:room", {"bonus": BONUS_NAMES[bonus]})

    def _tap_row(self, state: State, player: str, ui: Ui, row: str) -> Tap:
        """Proposes the selected number for this row, and the other one for the other."""
        part = state.part(player)
        a, b = (*part.chosen, 0, 0)[:2]
        if self._listed(state, player).boxing and ui.number == b != 0:
            a, b = b, a
        return Proposed(Boxes(a, b) if row == "upper" else Boxes(b, a), Ui())

    # ------------------------------------------------------------------ the prompt

    def prompt(self, state: State, player: str, ui: Ui, onward: Onward = ROLLS) -> Prompt:
        part, ui = state.part(player), self._meant(state, player, ui)
        listed = self._listed(state, player)
        chain, boxing = listed.chain, listed.boxing and not ui.bonus
        fresh = not ui.bonus and not boxing and bool(self._selectable(state, player, ui))
        asked = [f"die/{n}" for n in self._numbers_at(state, player, ui, ui.place)] if ui.place else []
        if part.chosen and boxing:
            asked = [f"power/{row}" for row in ROWS]
        return Prompt(
            self._sentence(state, player, ui, onward), tuple(self._tokens(state, player, ui)), chain is not None or fresh,
            self.rules.spaces[chain.path[-1]] if chain is not None and chain.path else "",
            last=len(state.rolls) >= self.rules.rounds, place=ui.place, asked=tuple(asked),
        )

    def _sentence(self, state: State, player: str, ui: Ui, onward: Onward) -> str:
        rules, part = self.rules, state.part(player)
        if rules.finished(state) or onward.over:
            points = sum(n for _, n in rules.parts(part))
            outcome = tr(mark_n(
                    "The game is over: {points} point.",
                    "The game is over: {points} points.",
                    "points",
                ), points=points)
            return " ".join(filter(None, (outcome, self.rating(state, player))))
        if state.resolved and onward.does == "rolls":
            return tr("Round {n} of {rounds}: roll {dice} dice.",
                       n=len(state.rolls) + 1, rounds=rules.rounds, dice=rules.ask.count)
        if part.done:
            return onward.after(tr("Your round is finished."))
        number = self._number(state, player, ui)
        chain = rules.running(state, part)
        if ui.bonus == "two":
            return tr("Bonus: write a 2 in any empty hex.")
        if ui.bonus == "plus_one" and not ui.place:
            if not number:
                return tr("Bonus: one more hex for a number of this round. Choose where it goes.")
            return tr("Bonus: one more {n}, where it fits.", n=number)
        if chain is not None:
            left = rules.left(state, chain)
            return tr_n(
                "One more {number}, beside the last one.",
                "{n} more {number}s, each beside the one before.", left, number=chain.number)
        if ui.place:
            return tr("Which number starts at {hex}?", hex=ui.place)
        if ui.bonus == "third":
            return self._number_sentence(state, part, number, tr("Third number: choose its first hex."))
        if self._listed(state, player).boxing:
            more = tr("You can use a bonus first.") if self._bonuses(state, player) else ""
            return " ".join(filter(None, (self._box_sentence(part, number, onward), more)))
        if part.boxed and onward.clause:
            return tr("Your round is written. Use a bonus, or {then}.", then=onward.clause)
        if part.boxed:
            return tr("Your round is written. You can still use a bonus.")
        ask = (
            tr("Start your second number: choose its first hex.") if part.chosen
            else tr("Start your first number: choose its first hex.")
        )
        return self._number_sentence(state, part, number, ask)

    def _number_sentence(self, state: State, part: Part, number: int, ask: str) -> str:
        if not number:
            return ask
        count = state.counts[number]
        if evaluation.leaves_none(self.rules, state, part, number):
            return tr("After the {n}, no second number fits. You may still write it.", n=number)
        return tr_n(
            "Write the {number} in one hex, beside any {number}.",
            "Write the {number} in a chain of {n} hexes, starting beside any {number}.",
            count, number=number)

    @staticmethod
    def _box_sentence(part: Part, number: int, onward: Onward) -> str:
        if not part.chosen:
            return onward.after(tr("No number fits: each row gets a dash."))
        if len(part.chosen) == 1:
            return tr("No second number fits. Which row gets the {n}? The other gets a dash.", n=number)
        other = next(n for n in part.chosen if n != number)
        return tr("Which row gets the {n}? The {other} goes in the other.", n=number, other=other)

    def _tokens(self, state: State, player: str, ui: Ui) -> Iterator[Token]:
        part, bonuses = state.part(player), self._bonuses(state, player)
        yield from self._dice(state, player, ui)
        acting = bool(state.rolls) and not part.done
        for key, bonus in enumerate(BONUSES, 1):
            yield Token(
                f"power/{bonus}", "power", tr(TITLES[bonus]), tr(HINTS[bonus]),
                "chosen" if ui.bonus == bonus else "used" if bonus in part.used else "ready" if bonus in bonuses else "off",
                key="pwt"[key - 1], left=int(bonus not in part.used),
            )
        boxing = acting and not ui.bonus and self._listed(state, player).boxing
        number = self._number(state, player, ui) if boxing else 0
        other = next((n for n in part.chosen if n != number), 0)
        for key, row in enumerate(ROWS, 1):
            above, below = (number, other) if row == "upper" else (other, number)
            text = tr("Rows: {upper} over {lower}", upper=str(above or "–"), lower=str(below or "–")) if boxing else (
                tr("Upper row") if row == "upper" else tr("Lower row")
            )
            hint = tr("Writes this round’s numbers in the rows like this.")
            yield Token(f"power/{row}", "power", text, hint, "ready" if boxing else "off", key=str(key))

    def _dice(self, state: State, player: str, ui: Ui) -> Iterator[Token]:
        """A token for each number that there is, with as many dice as show it."""
        part = state.part(player)
        able = self._selectable(state, player, ui)
        active = self._number(state, player, ui)
        for n in NUMBERS:
            count = state.counts.get(n, 0)
            if not count:
                yield Token(f"die/{n}", "die", str(n), tr("No die shows {n}", n=n), "empty", count=0)
                continue
            if n == active:
                look = "chosen"
            else:
                look = "ready" if n in able else "used" if part.done or n in part.written else "off"
            yield Token(
                f"die/{n}", "die", str(n), tr_n("{number}: {n} die", "{number}: {n} dice", count, number=n),
                look,  # type: ignore[arg-type]  # one of the literals
                key=str(n), count=count, caption=tr("× {n}", n=count),
            )

    # ------------------------------------------------------------------ pictures and words

    def draw(
        self, state: State, player: str, ui: Ui | None, name: str = "", conflicts: tuple[str, ...] = (), focus: str = ""
    ) -> Display:
        lit, doubtful = self._legal(state, player, ui) if ui is not None else (frozenset(), frozenset())
        armed = self._meant(state, player, ui).bonus if ui is not None else ""
        wrong = tuple(spot for spot in conflicts if spot not in lit)  # a refusal may name what would be right
        return drawing.played(self.rules, state, player, name, lit, doubtful, armed, wrong, focus, on_screen=ui is not None)

    def describe(self, state: State, player: str, spot: str) -> str:
        return descriptions.describe_spot(self.rules, state.part(player), spot)

    def may(self, move: Move, spot: str) -> str:
        return descriptions.describe_tap(move, spot)

    def describe_event(self, event: Event, name: str) -> str:
        return descriptions.describe_event(event, name)

    def progress(self, state: State, player: str) -> str:
        part = state.part(player)
        written = self.rules.board.printed.count(BLANK) - part.marks.count(BLANK)
        rounds = self.rules.rounds
        return " · ".join((
            tr("Round {n} of {rounds}", n=min(rounds, len(state.rolls) + state.resolved), rounds=rounds),
            tr_n("{n} hex written", "{n} hexes written", written), self.scored(state, player),
        ))

    def _rating(self, state: State, player: str) -> str:
        """Only on the shipped sheets, which bring much the same."""
        if self.sheet.id not in descriptions.RATED:
            return ""
        return describe_rating("hexroller", descriptions.RATINGS, self.score(state, player).total)

    def scored(self, state: State, player: str) -> str:
        points = sum([n for _, n in self.rules.parts(state.part(player))])
        return POINTS.describe(points)
