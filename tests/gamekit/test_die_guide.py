"""Choosing a die, then a space: in either order, with as few taps as there are choices, and with a reason for all else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.play.die_guide import DieChoice, DieGuide
from rollwrite_desktop.gamekit.play.guide import Changed, Ignored, Proposed
from rollwrite_desktop.games._dice import GAME
from rollwrite_desktop.games._dice.play.rules import TwoDiceRules
from rollwrite_desktop.sheet.load import find

RULES = TwoDiceRules(find("_dice"))
GUIDE = DieGuide(RULES)
FRESH = DieChoice()


def after(*texts: str) -> Any:
    """The position after rolls (`4 5`) and moves (`A=4`) of the only player."""
    state = RULES.start(("p1",))
    for text in texts:
        move = RULES.read(text)
        state = RULES.apply(state, Event("p1" if "=" in text else "chance", move))
    return state


def looks(state: Any, ui: DieChoice = FRESH) -> list[str]:
    return [token.state for token in GUIDE.prompt(state, "p1", ui).tokens]


def sentence(state: Any, ui: DieChoice = FRESH) -> str:
    return GUIDE.prompt(state, "p1", ui).sentence


def proposed(tap: object) -> str:
    assert isinstance(tap, Proposed) and tap.ui == FRESH
    return RULES.write(tap.move)


def refused(tap: object) -> str:
    assert isinstance(tap, Changed) and tap.refusal is not None
    return tap.refusal.sentence(GAME.play.rulebook)


def test_dice_have_their_places_before_they_are_rolled() -> None:
    prompt = GUIDE.prompt(after(), "p1", FRESH)
    assert prompt.sentence == "Roll the dice." and prompt.asked == ()
    assert [(token.spot, token.state, token.hint) for token in prompt.tokens] == [
        ("die/1", "empty", "Die 1: not rolled"), ("die/2", "empty", "Die 2: not rolled"),
    ]
    assert GUIDE.tap(after(), "p1", FRESH, "die/1") == GUIDE.tap(after(), "p1", FRESH, "A") == Ignored()


def test_a_die_then_a_space() -> None:
    state = after("4 5", "A=4", "4 6")
    assert looks(state) == ["ready", "ready"] and sentence(state) == "Choose a die and a space for it: 4 and 6."
    assert [(token.text, token.key, token.hint) for token in GUIDE.prompt(state, "p1", FRESH).tokens] == [
        ("4", "1", "Die 1: 4"), ("6", "2", "Die 2: 6"),
    ]
    assert GUIDE.tap(state, "p1", FRESH, "die/1") == Changed(DieChoice(1))
    assert looks(state, DieChoice(1)) == ["chosen", "ready"] and sentence(state, DieChoice(1)) == "Write 4 where it fits."
    assert GUIDE.open(state, "p1", DieChoice(1)) == frozenset("CEFGHI")  # not beside A
    assert GUIDE.open(state, "p1", DieChoice(2)) == GUIDE.open(state, "p1", FRESH) == frozenset("BCDEFGHI")
    assert proposed(GUIDE.tap(state, "p1", DieChoice(1), "C")) == "C=4"
    assert GUIDE.tap(state, "p1", DieChoice(1), "die/2") == Changed(DieChoice(2))
    assert GUIDE.tap(state, "p1", DieChoice(1), "die/1") == Changed(FRESH)


def test_a_space_then_a_die() -> None:
    state = after("4 5", "A=4", "4 6")
    tap = GUIDE.tap(state, "p1", FRESH, "C")
    assert tap == Changed(DieChoice(place="C"))
    prompt = GUIDE.prompt(state, "p1", DieChoice(place="C"))
    assert (prompt.sentence, prompt.place, prompt.asked) == ("Which number goes in Space C?", "C", ("die/1", "die/2"))
    assert proposed(GUIDE.tap(state, "p1", DieChoice(place="C"), "die/2")) == "C=6"
    assert proposed(GUIDE.tap(state, "p1", FRESH, "B")) == "B=6", "one die alone can go there"


def test_what_cannot_be_says_why() -> None:
    state = after("4 5", "A=4", "4 6")
    assert refused(GUIDE.tap(state, "p1", FRESH, "A")) == "Space A already holds 4."
    illegal = GUIDE.tap(state, "p1", DieChoice(1), "B")
    assert isinstance(illegal, Proposed)  # the table refuses it, and says why
    done = after("4 5", "A=4")
    assert looks(done) == ["used", "used"]
    assert refused(GUIDE.tap(done, "p1", FRESH, "die/1")) == refused(GUIDE.tap(done, "p1", FRESH, "B")) == (
        "Wait for the next roll.")


def test_what_may_be_written_is_worked_out_once_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    moves = RULES.moves
    monkeypatch.setattr(RULES, "moves", lambda state, player: asked.append(state) or moves(state, player))
    guide = DieGuide(RULES)
    for state in (after("4 5"), after("1 2")):
        prompt = guide.prompt(state, "p1", DieChoice(1))
        assert "".join(guide.takers(state, "p1", FRESH)) == "ABCDEFGHI" and prompt.tokens[0].state == "chosen"
    assert len(asked) == 2


def test_of_doubles_nothing_has_to_be_chosen() -> None:
    state = after("4 5", "A=4", "6 6")
    assert sentence(state) == "Write 6 where it fits." and proposed(GUIDE.tap(state, "p1", FRESH, "B")) == "B=6"


def test_where_no_die_fits_the_other_mark_is_written() -> None:
    rolled = [text for space in "ACGI" for text in ("4 4", f"{space}=4")]
    one, none = after(*rolled, "4 5"), after(*rolled, "4 4")
    assert looks(one) == ["off", "ready"] and proposed(GUIDE.tap(one, "p1", FRESH, "B")) == "B=5"
    assert "can’t both hold 4" in refused(GUIDE.tap(one, "p1", FRESH, "die/1"))
    assert looks(none) == ["off", "off"] and sentence(none) == "No number fits: write X in a blank space."
    assert proposed(GUIDE.tap(none, "p1", FRESH, "B")) == "B=X"
    move: Any = RULES.read("B=X")
    assert GUIDE.prepared(none, "p1", DieChoice(1), move) == (FRESH, "B")


@pytest.mark.parametrize(("text", "die"), [("C=4", 1), ("C=6", 2)])
def test_a_move_is_put_in_the_hand(text: str, die: int) -> None:
    move: Any = RULES.read(text)
    assert GUIDE.prepared(after("4 5", "A=4", "4 6"), "p1", DieChoice(place="B"), move) == (DieChoice(die), "C")


class BothRules(TwoDiceRules):
    """Of each roll both dice are written."""

    def _left(self, state: Any, player: str) -> tuple[int, ...]:
        written = [mark for mark in state.part(player).marks if mark]
        faces = [str(die.face) for die in state.rolls[-1].dice] if state.rolls else []
        mine = written[2 * len(state.rolls) - 2 :] if state.rolls else []
        for mark in mine:
            faces[faces.index(mark)] = ""
        return tuple(n for n, face in enumerate(faces, 1) if face)

    def moves(self, state: Any, player: str, at: int = 0) -> Iterator[Any]:
        numbers = {str(state.rolls[-1].dice[n - 1].face) for n in self._left(state, player)}
        blank = [space for space, mark in zip(self.spaces, state.part(player).marks, strict=True) if not mark]
        yield from (self.read(f"{space}={n}") for n in sorted(numbers) for space in blank)


class BothGuide(DieGuide[BothRules]):
    """What is left of the roll can be chosen."""

    def hand(self, state: Any, player: str) -> tuple[int, ...]:
        return self.rules._left(state, player)


def test_where_both_dice_are_written_one_is_left_after_the_first() -> None:
    rules = BothRules(find("_dice"))
    guide, state = BothGuide(rules), after("4 4")
    assert [token.state for token in guide.prompt(state, "p1", FRESH).tokens] == ["ready", "ready"]
    state = rules.apply(state, Event("p1", rules.read("A=4")))
    assert [token.state for token in guide.prompt(state, "p1", FRESH).tokens] == ["used", "ready"]
    assert isinstance(guide.tap(state, "p1", FRESH, "die/1"), Changed)
    move = guide.tap(state, "p1", FRESH, "H")
    assert isinstance(move, Proposed) and rules.write(move.move) == "H=4"
    assert replace(FRESH, die=2) == guide.prepared(state, "p1", FRESH, move.move)[0]
