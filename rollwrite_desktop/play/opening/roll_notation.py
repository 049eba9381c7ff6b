"""The rolls of a game as people note them down: "b4w2", "33455688", "37 tx ca ny", and the notation that they stand for.

The one reader of rolls, for real dice at a table, lists of rolls in the check and in files, and calls. The game's print kit
knows what is rolled when; only `fault` judges whether a roll can come.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from rollwrite_desktop.core.chance import Ask, Deal, Die, Draw, Outcome, Roll, read_dice, read_plain
from rollwrite_desktop.core.i18n import CONTEXT, join_clauses, tr, with_colon
from rollwrite_desktop.core.rules import Event, NotAMove
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.words.print_kit import RollBoxes, logged_title
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.sheet.space_codes import SpaceCodes

LONGEST = 80
_NAMED = re.compile(r"([^\W\d_]+)[\s,=]*([0-9])")
_TYPED = re.compile(r"([^\W\d_]+)[\s,=]*([0-9]+)")
"""The same with a number that may be too large for a die."""
_SPOT = re.compile(r"\w+")
WRITER = "p1"
_WORD = re.compile(r"[^\W_]+")
_ENDED = "done"
"""The move that ends a turn."""


def outcome_of(line: str) -> Outcome | None:
    """Returns the outcome of a line of notation, None if it is not one."""
    return read_dice(line) or read_plain(line)


class RollNotes:
    """The rolls of a game on one sheet with one set of options. `boxes` is None where nothing can be noted."""

    def __init__(self, game: Game, sheet: Sheet, options: Mapping[str, str]) -> None:
        self.game = game
        self.sheet = sheet
        self.rules = game.play.rules(sheet, options_of(game, options))
        self.boxes: RollBoxes | None = game.words.print_kit.rolls(self.rules) if game.words.print_kit.asked else None
        self.guide = game.play.guide(self.rules)
        self._cards = {text.partition(" ")[0].upper(): text for text in sheet.cards}
        self._codes = SpaceCodes(text.partition(" ")[0] for text in sheet.cards)
        letters = self.boxes.letters if self.boxes else {}
        self._dice = {letter.rpartition(CONTEXT)[2].lower(): die for die, letter in letters.items()}
        self._dice |= {tr(letter).lower(): die for die, letter in letters.items()}  # before English
        self._dice |= {word.lower(): die for die in letters for word in (tr(die), die)}

    def asks(self, lines: Sequence[str]) -> tuple[Ask, ...]:
        """Returns what was asked for each of these rolls, and for the next one if the game goes on."""
        if self.game.words.print_kit.asked is None:
            return ()
        return tuple(self.game.words.print_kit.asked(self.rules, [outcome_of(line) or Outcome(()) for line in lines]))

    def title(self, number: int) -> str:
        """How the printed log calls a roll, by its number, counted from 1: "Roll 9". A check counts so."""
        return logged_title(self.boxes, number)

    def heading(self, number: int) -> str:
        """Returns the same, with the round where several rolls make one: "Roll 9 · Round 5"."""
        group = self.boxes.group if self.boxes else 0
        return f"{self.title(number)} · {tr('Round {n}', n=(number - 1) // group + 1)}" if group > 1 else self.title(number)

    def read(self, text: str, ask: Ask | None) -> str:
        """Returns what was noted, in notation; "" if it cannot be read."""
        text = " ".join(text[:LONGEST].split())
        whole = outcome_of(text)
        if whole is not None and all(die.name in self._dice.values() for die in whole.dice if self._dice):
            return text
        found = self._named(text, ask) if self._dice or isinstance(ask, Draw) else self._plain(text, ask)
        return str(found) if found is not None else ""

    def fault(self, text: str, ask: Ask) -> str:
        """Why a text cannot become a roll that is asked for, however it goes on; "" where it can. Of cards only how a word
        begins is looked at before they are whole."""
        if isinstance(ask, Draw):
            if text.strip()[:1].isdecimal():
                return tr("Each die begins with its color, such as {example}.", example=self.example(ask))
            found = [(name, self._die(name, ask), face) for name, face in _TYPED.findall(text)]
            unknown = next((name for name, die, _ in found if die not in ask.bag), "")
            if unknown:
                return tr("No die in the bag starts with '{name}'.", name=unknown)
            dice = [die for _, die, _ in found]
            twice = next((die for die in dice if dice.count(die) > ask.bag.count(die)), "")
            if twice:
                return tr("{die} is in the bag only once.", die=tr(twice).capitalize())
            typed = [face for _, _, face in found]
        elif isinstance(ask, Deal):
            cards = re.sub(rf"^([\s,]*[0-9]){{1,{_wanted(ask)[0]}}}", "", text)
            unknown = next((word for word in _WORD.findall(cards) if self._no_card(word.upper(), ask)), "")
            return tr("No card starts with '{name}'.", name=unknown) if unknown else ""
        elif isinstance(ask, Roll):
            typed = re.findall("[0-9]", text)
        else:
            return ""
        none = next((face for face in typed if face not in map(str, ask.faces)), "")
        more = min(ask.faces) - 1
        if none and 0 < int(none) <= more:
            return tr("No die shows {face}: on ordinary dice, add {n}.", face=none, n=more)
        if none:
            return tr("No die shows {face}.", face=none)
        return self.expected(ask) if len(typed) > ask.count else ""

    def expected(self, ask: Ask) -> str:
        """How many dice and cards are asked for, and how they may be typed."""
        n, cards = _wanted(ask)
        if cards:
            return tr("Expected {n} dice and {cards} cards, such as {example}.", n=n, cards=cards,
                      example=self.example(ask))
        return tr("Expected {n} dice, such as {example}.", n=_wanted(ask)[0], example=self.example(ask))

    def begun(self, text: str, ask: Ask | None) -> Outcome:
        """Returns the dice and cards with which a text that is still typed begins."""
        begins = (outcome_of(self.read(text[:n], ask)) for n in range(len(text), 0, -1))
        return next((outcome for outcome in begins if outcome is not None), Outcome(()))

    def short(self, line: str) -> str:
        """Notation as one notes it: "B4 W2"."""
        outcome = outcome_of(line)
        if outcome is None:
            return line
        letters = self.boxes.letters if self.boxes else {}
        dice = " ".join(f"{tr(letters.get(die.name, die.name))}{die.face}" for die in outcome.dice)
        return f"{dice} · {', '.join(map(_card, outcome.cards))}" if outcome.cards else dice

    def called(self, line: str) -> Outcome:
        """A roll as it lies on the table once it is called: where dice are sorted by number, low to high."""
        found = outcome_of(line) or Outcome(())
        if self.boxes is None or not self.boxes.ordered:
            return found
        return Outcome(tuple(sorted(found.dice, key=lambda die: die.face)), found.cards)

    def listed(self, line: str) -> str:
        """Returns the same in a line, equal numbers together: "3 3 · 4 · 5 5"."""
        if self.boxes is None or not self.boxes.ordered:
            return self.short(line)
        return " · ".join(" ".join(str(die.face) for die in same) for _, same in groupby(self.called(line).dice))

    def example(self, ask: Ask) -> str:
        """Returns what may be typed, for somebody who sees this for the first time."""
        dice, cards = _wanted(ask)
        if isinstance(ask, Draw):
            letters = self.boxes.letters if self.boxes else {}
            names = [tr(letters.get(name, name)).lower() for name in ask.bag[:dice]]
            return " ".join(f"{name}{face}" for name, face in zip(names, ask.faces[3:], strict=False))
        faces = _faces(ask)
        digits = "".join(str(faces[i * len(faces) // (dice + 1)]) for i in range(dice))
        deck = ask.deck if isinstance(ask, Deal) else ()
        return " ".join((digits, *(text.partition(" ")[0].lower() for text in deck[:cards])))

    def whole(self, text: str, ask: Ask) -> bool:
        """Returns whether nothing more would be typed for this roll, so that the next may begin by itself."""
        last = self._last(text, ask)
        return last is not None and (not last or text.strip().upper().endswith(last)) and not self._codes.further(last)

    def waits(self, text: str, ask: Ask) -> str:
        """Returns what a roll that could end here waits for: "NE: Enter for Nebraska, W for New England."; "" for
        nothing."""
        last = self._last(text, ask)
        if not last or not text.strip().upper().endswith(last):
            return ""
        names = {code: tr(self.sheet.space[self._code(code)].name) for code in (last, *self._codes.further(last))}
        further = ", ".join(
            tr("{keys} for {space}", keys=code[len(last):], space=names[code]) for code in names if code != last
        )
        return tr("{code}: Enter for {space}, {further}.", code=last, space=names[last], further=further) if further else ""

    def _last(self, text: str, ask: Ask) -> str | None:
        """Returns the code of the last card of a roll that has all of its dice and cards, "" where there are none; None for
        any other text."""
        outcome = outcome_of(self.read(text, ask))
        if outcome is None or (len(outcome.dice), len(outcome.cards)) != _wanted(ask):
            return None
        return outcome.cards[-1].partition(" ")[0].upper() if outcome.cards else ""

    def describe_change(self, before: Sequence[str], after: Sequence[str]) -> tuple[str, str]:
        """Returns the one roll that was entered or is another now, "Round 1: 3 3 4 5 5 6 8 8.", and which one comes next;
        both "" where more has changed."""
        others = [k for k, line in enumerate(after) if before[k : k + 1] != [line]]
        more = len(after) - len(before)
        if len(others) != 1 or more not in (0, 1):
            return "", ""
        (place,) = others
        rolled = tr("{roll}: {dice}", roll=self.title(place + 1), dice=self.short(after[place]))
        further = more and len(self.asks(after)) > len(after)
        return f"{rolled}.", tr("{roll} is next.", roll=self.title(len(after) + 1)) if further else ""

    def describe_moves(self, moves: Sequence[str], name: str) -> str:
        """A sentence about moves in notation that a player made after a roll; unreadable ones are left as they are, and that
        the turn was ended is left out."""
        texts = []
        for move in moves:
            if move == _ENDED:
                continue
            try:
                text = self.guide.describe_event(Event(WRITER, self.rules.read(move)), name)
            except NotAMove:
                text = move
            texts.append(text.removeprefix(with_colon(name, "")))
        return join_clauses(texts)

    def places(self, strokes: Sequence[str]) -> frozenset[str]:
        """Returns the spaces that these strokes wrote in."""
        return frozenset(word for stroke in strokes for word in _SPOT.findall(stroke) if word in self.sheet.space)

    def _named(self, text: str, ask: Ask | None) -> Outcome | None:
        dice = []
        for name, face in _NAMED.findall(text.lower()):
            full = self._die(name, ask)
            if not full:
                return None
            dice.append(Die(full, int(face)))
        rest = _NAMED.sub("", text.lower()).strip(" ,")
        return Outcome(tuple(dice)) if dice and not rest else None

    def _die(self, name: str, ask: Ask | None) -> str:
        """Returns the die that is noted so, or whose name begins so, in the language in use or else in English; or ""."""
        bag = ask.bag if isinstance(ask, Draw) else ()
        words = self._dice | {word.lower(): die for die in bag for word in (die, tr(die))}
        typed = name.lower()
        return words.get(typed) or next((die for word, die in words.items() if word.startswith(typed)), "")

    def _plain(self, text: str, ask: Ask | None) -> Outcome | None:
        # Where cards are turned up, their codes may begin with a digit.
        most = _wanted(ask)[0] if isinstance(ask, Deal) else LONGEST
        match = re.match(rf"([\s,]*[0-9]){{1,{most}}}", text)
        if match is None:
            return None
        digits, rest = re.findall("[0-9]", match[0]), text[match.end() :]
        cards = self._turned_up(rest.upper(), ask) if rest.strip(" |,") else ()
        return None if cards is None else Outcome(tuple(Die("", int(digit)) for digit in digits), cards)

    def _turned_up(self, text: str, ask: Ask | None) -> tuple[str, ...] | None:
        """Cards by their codes, run together or apart, each perhaps with its region: "TX S CA", "txcany"."""
        if _WORD.sub("", text).strip(" |,"):
            return None
        deck = (*ask.deck, *ask.discards) if isinstance(ask, Deal) else tuple(self._cards.values())
        plain = bool(deck) and not any(" " in card for card in deck)
        found: list[str] = []
        for word in _WORD.findall(text):
            codes = next((codes for codes, rest in self._codes.readings(word, once=False) if not rest), None)
            if codes is not None:
                found.extend(code if plain else self._cards[code.upper()] for code in codes)
                continue
            region = self._region(word)
            if region and found:
                found[-1] = f"{found[-1].partition(' ')[0]} {region}"
                continue
            lengths = range(len(word), 0, -1)
            code = next((word[:n] for n in lengths if word[:n] in self._cards and self._region(word[n:])), "")
            if not code:
                return None
            found.append(f"{self._code(code)} {self._region(word[len(code):])}")
        return tuple(found)

    def _no_card(self, word: str, ask: Deal) -> bool:
        """Returns whether a word in capitals begins neither with a card's code nor as a region does, however it goes on. A
        card that has already come up is one too."""
        codes = {*self._cards, *(card.partition(" ")[0].upper() for card in (*ask.deck, *ask.discards))}
        return not any(code.startswith(word) or word.startswith(code) for code in codes) and not self._region(word)

    def _code(self, typed: str) -> str:
        """Returns the space that a card names, as the sheet writes it."""
        return self._cards[typed].partition(" ")[0]

    def _region(self, word: str) -> str:
        """Returns the region that a card's second word names, from its beginning, in the language in use or else in
        English."""
        regions = sorted({text.partition(" ")[2] for text in self._cards.values()} - {""})
        said = [*((tr(name), name) for name in regions), *((name, name) for name in regions)]
        return next((name for title, name in said if word and title.upper().startswith(word.upper())), "")


def _card(text: str) -> str:
    """A card as one notes it: an area's code, and the name of the region, if it has one: "ID West"."""
    code, _, region = text.partition(" ")
    return f"{code} {tr(region)}" if region else code


def _wanted(ask: Ask) -> tuple[int, int]:
    """How many dice and cards are asked for."""
    roll = ask.roll if isinstance(ask, Deal) else ask
    dice = roll.count if isinstance(roll, Draw | Roll) else 0
    return dice, ask.count if isinstance(ask, Deal) else 0


def _faces(ask: Ask) -> tuple[int, ...]:
    roll = ask.roll if isinstance(ask, Deal) else ask
    return roll.faces if isinstance(roll, Draw | Roll) else ()
