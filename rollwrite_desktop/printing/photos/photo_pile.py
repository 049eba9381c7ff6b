"""Sheets read from photos and not believed yet: a person confirms every mark, the doubtful ones one by one, the others in
groups that were read alike. What is not confirmed stays blank on the paper.

The rules only order and explain: nothing is filled in because it would be legal, as the check is to find real mistakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.history import History
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.check.paper_typing import MapPaperEditor
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.printing.photos.blank_sheets import fields
from rollwrite_desktop.printing.photos.read_photos import ReadSheet, alphabets
from rollwrite_desktop.printing.sheets.form_fields import PLAYER, form_of, identity_text, paper_of_fields, read_identity
from rollwrite_desktop.reading.blank_sheets import Place
from rollwrite_desktop.reading.handwriting import MOST_SIGNS, Hand, Sign
from rollwrite_desktop.reading.marks import SURE, Alphabet, Mark
from rollwrite_desktop.sheet.sheet import Rect, Sheet

CROSS, BLANK = "X", ""
MOST_IN_GROUP = 40
FEW = 24
"""So many marks are looked at together though they were read as different ones."""
MANY_BLANKS = 6
"""So many places that look blank, but not surely, are looked at together."""
_STEPS = 1000


class Spot(Struct, frozen=True):
    """A place of a sheet of the pile: the sheet's number, from 0, and the name of the place."""

    sheet: int
    name: str


class Question(Struct, frozen=True):
    """A mark to be looked at by itself: what the place is called, what was read, what else it may be, the likeliest first,
    and what the rules say of these, in a sentence. `read` is None where nothing that can stand there was read, or where
    somebody said that it is something else (`rejected`)."""

    spot: Spot
    name: str
    read: str | None
    others: tuple[str, ...]
    hint: str = ""
    rejected: bool = False


class Group(Struct, frozen=True):
    """Marks that were read alike, to be looked at together: what they were read as, and the places. doubtful: they look
    blank, but not surely."""

    title: str
    spots: tuple[Spot, ...]
    doubtful: bool = False


class Reading(Struct, frozen=True, dict=True):
    """One sheet as it was read, with what its places are called and may hold."""

    read: ReadSheet

    @cached_property
    def game(self) -> Game:
        return GAMES[self.read.paper.game]

    @cached_property
    def sheet(self) -> Sheet:
        return sheet_of(self.game, self.read.paper.sheet)

    @cached_property
    def may_hold(self) -> dict[str, Alphabet]:
        return alphabets(self.game, self.sheet)

    @cached_property
    def editor(self) -> PaperEditor:
        return self.game.check.paper_editor(self.sheet, options_of(self.game))

    @cached_property
    def names(self) -> dict[str, str]:
        """What each place is called."""
        return {each.spot: each.name for each in fields(self.game, self.sheet)}

    @cached_property
    def places(self) -> dict[str, Place]:
        """Where each place is on the picture of the sheet, and the line for the name, in mm."""
        flat = self.read.flat
        if flat is None:
            return {}
        found = {place.name: place for place in flat.places}
        rects = {each.spot: each.rect for each in form_of(self.game, self.sheet, {}).fields}
        named = rects.get(PLAYER)
        if named is not None and (near := min(found.keys() & rects.keys(), default="", key=lambda spot: (
                named.distance(*rects[spot].center), spot))):
            found[PLAYER] = placed(named, rects[near], found[near])
        return found

    def paper(self, values: Mapping[str, str], player: str = "") -> Paper:
        """Returns the paper with marks in its places."""
        identity = read_identity(identity_text(self.sheet, {}))
        assert identity is not None
        read = paper_of_fields(self.game, self.sheet, identity, {**values, PLAYER: player})
        blank: Paper = self.game.check.paper(game=self.game.info.id, sheet=self.sheet.id, player=player)
        return blank if read is None else read

    def borne_out(self, values: Mapping[str, str], spot: str) -> bool:
        """Returns whether other marks bear out that of a place."""
        return isinstance(self.editor, MapPaperEditor) and self.editor.borne_out(values, spot)

    def problems(self, values: Mapping[str, str]) -> int:
        """How much of what can be said at once is wrong with a paper; many for one that cannot be."""
        paper = self.paper(values)
        try:
            return len(self.game.check.auditor(self.sheet, options_of(self.game)).audit(paper).distinct)
        except NotAPaper:
            return len(self.names)


def placed(rect: Rect, near: Rect, place: Place) -> Place:
    """Where a place of the form is on the picture, from another one of which that is known."""
    scale = place.h / near.h
    (x, y), (left, top) = rect.center, near.center
    return Place(PLAYER, place.x + scale * (x - left), place.y + scale * (y - top), scale * rect.w, scale * rect.h)


@lru_cache(maxsize=4_000)
def can_stand(may_hold: Alphabet, text: str) -> bool:
    """Returns whether a mark can be written down for a place, be it legal there or not."""
    what = content(text)
    if not what:
        return not text
    if may_hold.crossed:
        return text == CROSS
    if is_circled(text) and not may_hold.circled:
        return False
    return what in may_hold.signs or (len(what) in may_hold.lengths and all(sign in may_hold.digits for sign in what))


def typed(may_hold: Alphabet, held: str, key: str) -> str | None:
    """Returns what stands in a place after a key: a digit, a sign, `(` for the circle. None where it means nothing there. A
    digit goes on with a number that is not whole yet, and replaces any other; a circle stays."""
    key, what = key.upper(), content(held)
    if may_hold.crossed:
        return CROSS if key == CROSS else None
    if key == "(":
        return (what if is_circled(held) else circle(what)) if may_hold.circled and what else None
    if key in may_hold.signs and key:
        after = key
    elif len(key) == 1 and key in may_hold.digits:
        after = what + key if what.isdecimal() and len(what) < max(may_hold.lengths) else key
    else:
        return None
    return circle(after) if is_circled(held) else after


def is_whole(may_hold: Alphabet, text: str) -> bool:
    """Returns whether no further digit can follow a mark."""
    what = content(text)
    return what in may_hold.signs or may_hold.crossed or len(what) == max(may_hold.lengths)


class _State(Struct, frozen=True):
    """What was confirmed of each place, which ones are to be asked though they were read without doubt, the players'
    names by number of their sheet, what was learned of how digits are written on each sheet, and what was known before of
    how they are written by all who wrote here."""

    said: Mapping[Spot, str] = field(default_factory=dict)
    odd: tuple[Spot, ...] = ()
    players: Mapping[int, str] = field(default_factory=dict)
    hands: Mapping[int, Hand] = field(default_factory=dict)
    known: Hand = field(default_factory=Hand)


class Pile:
    """The sheets of some photos, and what was confirmed of them so far. Each act can be undone. What is said of a doubtful
    digit helps to read those of the same sheet, or of the same player, that look like it; others write otherwise."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self._history = History(_State(), _STEPS)
        self._known: dict[int, tuple[tuple[Sign, ...], dict[str, Mark]]] = {}
        """Of each sheet what is known of its hand, and the marks as they are read with that."""
        self._asked: tuple[Spot, ...] | None = None
        self._groups: tuple[Group, ...] | None = None
        self._confirmed: dict[int, dict[str, str]] | None = None
        self._hands: dict[int, Hand] = {}
        self._readable: dict[int, tuple[Mapping[str, Mark], Mapping[str, str], dict[str, str]]] = {}
        """Of each sheet the marks, what was said of them, and what was read without doubt by both."""

    def add(self, sheets: Iterable[ReadSheet]) -> None:
        """Of two sheets with the code of the same player the second is nobody's yet."""
        for sheet in sheets:
            again = any(sheet.player == other.read.player for other in self.readings)
            self.readings.append(Reading(replace(sheet, player="") if again else sheet))
        self._forget_what_follows()

    # ------------------------------------------------------------------ what is to be done

    def waiting(self, sheet: int) -> int:
        """How many marks of a sheet are not confirmed."""
        said = self.said(sheet)
        return sum(name not in said for name in self.readings[sheet].names)

    def asked(self) -> tuple[Spot, ...]:
        """Returns the places that are asked one by one: the odd ones of a group first, then by sheet, the most doubtful
        first. Many that look blank are a group instead."""
        if self._asked is None:
            self._asked = (*self._doubtful(),)
        return self._asked

    def _doubtful(self) -> Iterator[Spot]:
        state, together = self._state, {*self._faint()}
        yield from (spot for spot in state.odd if spot not in state.said)
        for number, reading in enumerate(self.readings):
            sure, seen = self._sure(number), self._marks(number)
            doubtful = [name for name in reading.names if name not in sure]
            doubtful.sort(key=lambda name: seen[name].confidence)
            for name in doubtful:
                spot = Spot(number, name)
                if spot not in state.said and spot not in state.odd and spot not in together:
                    yield spot

    def _faint(self) -> list[Spot]:
        """Returns the places that look blank, but not surely, where they are many."""
        state = self._state
        found = [spot for number, reading in enumerate(self.readings) for name, seen in self._marks(number).items()
                 if name in reading.names and seen.text == BLANK and seen.confidence < reading.may_hold[name].sure
                 and (spot := Spot(number, name)) not in state.said and spot not in state.odd]
        return found if len(found) >= MANY_BLANKS else []

    def question(self, spot: Spot) -> Question:
        """Returns what is asked about a place. What was read comes first, then what leaves the fewest problems on the
        sheet."""
        reading = self.readings[spot.sheet]
        seen, may_hold = self._marks(spot.sheet)[spot.name], reading.may_hold[spot.name]
        rejected = spot in self._state.odd
        what = content(seen.text)
        ring = [what if is_circled(seen.text) else circle(what)] if rejected and what and may_hold.circled else []
        marks = dict.fromkeys((*([] if rejected else [seen.text]), *ring, *seen.others))
        choices = [text for text in marks if can_stand(may_hold, text)]
        read = choices[0] if choices and choices[0] == seen.text else None
        problems = self._problems(spot, [text for text in choices if text])
        every = {name: each.text for name, each in self._marks(spot.sheet).items()} | dict(self.said(spot.sheet))
        borne_out = [text for text in choices if reading.borne_out({**every, spot.name: text}, spot.name)]
        others = sorted(choices if read is None else choices[1:],
                        key=lambda text: (not text, problems.get(text, 0), text not in borne_out))
        if may_hold.crossed:
            others = [BLANK if seen.text else CROSS]
        elif read != BLANK and BLANK not in others and not (rejected and not seen.text):
            others.append(BLANK)
        return Question(spot, reading.names[spot.name], read, tuple(others), _hint(problems, borne_out), rejected)

    def _problems(self, spot: Spot, marks: Sequence[str]) -> dict[str, int]:
        """How many problems the sheet has with each of several marks at a place. A blank place never is a problem, which
        says nothing; nor does a mark alone."""
        reading = self.readings[spot.sheet]
        if len(marks) < 2:
            return {}
        values = {name: seen.text for name, seen in self._marks(spot.sheet).items()
                  if can_stand(reading.may_hold[name], seen.text)}
        values |= self.said(spot.sheet)
        return {text: reading.problems(values | {spot.name: text}) for text in marks}

    def groups(self) -> tuple[Group, ...]:
        """Returns the marks that are neither confirmed nor asked, as they were read, alike ones beside each other, the least
        sure of them first; blank ones come last, but those first that are not surely blank."""
        if self._groups is None:
            self._groups = (*self._grouped(),)
        return self._groups

    def _grouped(self) -> Iterator[Group]:
        by_title: dict[tuple[int, str], list[Spot]] = {}
        odd, kind = {*self._state.odd}, cache(_kind)
        for number, reading in enumerate(self.readings):
            for name, text in self._sure(number).items():
                spot = Spot(number, name)
                if spot not in self._state.said and spot not in odd:
                    by_title.setdefault(kind(reading.may_hold[name], text), []).append(spot)
        for spots in by_title.values():
            spots.sort(key=self._order)
        together: list[tuple[tuple[int, str], list[Spot]]] = []
        for key, spots in sorted(by_title.items()):
            before = together[-1] if together else None
            if before is not None and before[0][0] // 2 == key[0] // 2 and len(before[1]) + len(spots) <= FEW:
                together[-1] = (key[0], _TOGETHER[key[0] // 2]), [*before[1], *spots]
            else:
                together.append((key, spots))
        faint = self._faint()
        for at in range(0, len(faint), MOST_IN_GROUP):
            yield Group(tr("These look blank"), tuple(faint[at:at + MOST_IN_GROUP]), doubtful=True)
        for (_, title), spots in together:
            for at in range(0, len(spots), MOST_IN_GROUP):
                part = tuple(spots[at:at + MOST_IN_GROUP])
                yield Group(tr(title) if title else self._from_to(part), part)

    def _from_to(self, spots: Sequence[Spot]) -> str:
        """Returns the title of a group of numbers, which are in order."""
        first, last = (content(self.read(spots[i])) for i in (0, -1))
        return tr("Read as {mark}", mark=first) if first == last else tr("Read as {first} to {last}", first=first, last=last)

    def _order(self, spot: Spot) -> tuple[str, float]:
        seen = self._marks(spot.sheet)[spot.name]
        return content(seen.text), seen.confidence if seen.confidence < SURE else 1.0

    # ------------------------------------------------------------------ what is known

    def read(self, spot: Spot) -> str:
        return self._marks(spot.sheet)[spot.name].text

    def _marks(self, number: int) -> dict[str, Mark]:
        """Returns what was read of a sheet; the doubtful marks as they are read by what was said of others until now."""
        hand = self.hand(number)
        if number not in self._known or self._known[number][0] != hand.signs:
            reading = self.readings[number]
            seen = {name: reading.read.marks.get(name, Mark(BLANK, 0.0)) for name in reading.names}
            said = self.said(number)
            doubtful = [name for name, each in seen.items() if each.confidence < SURE and name not in said]
            again = dict(zip(doubtful, hand.read(seen[name] for name in doubtful), strict=True))
            self._known[number] = hand.signs, seen | again
        return self._known[number][1]

    def _sure(self, number: int) -> dict[str, str]:
        """Returns what was read of a sheet without doubt, by place. The other marks raise doubt of what they would bear out
        otherwise, and take it away where they bear out nothing but what was read."""
        seen, said = self._marks(number), self.said(number)
        if number not in self._readable or self._readable[number][0] is not seen or self._readable[number][1] != said:
            self._readable[number] = seen, said, self._without_doubt(number, seen, said)
        return self._readable[number][2]

    def _without_doubt(self, number: int, seen: Mapping[str, Mark], said: Mapping[str, str]) -> dict[str, str]:
        reading = self.readings[number]
        read = {name: each.text for name, each in seen.items() if can_stand(reading.may_hold[name], each.text)}
        likely = {name for name in read if seen[name].confidence >= reading.may_hold[name].sure}
        every, firm = {**read, **said}, {**{name: read[name] for name in likely}, **said}
        sure = {}
        for name, text in read.items():
            mark = seen[name]
            if mark.confidence >= SURE or (not self._rivals(number, every, name, mark) and (
                    name in likely or self._is_borne_out(reading, (every, firm), name, mark))):
                sure[name] = text
        return sure

    def _rivals(self, number: int, values: Mapping[str, str], name: str, seen: Mark) -> list[str]:
        """Returns what else a mark may be that others bear out."""
        reading = self.readings[number]
        return [text for text in seen.others if content(text) != content(seen.text)
                and can_stand(reading.may_hold[name], text) and reading.borne_out({**values, name: text}, name)]

    @staticmethod
    def _is_borne_out(reading: Reading, among: Sequence[Mapping[str, str]], name: str, seen: Mark) -> bool:
        """Returns whether others bear out a mark, of each of several sets; not where its circle is in doubt."""
        return all(content(text) != content(seen.text) for text in seen.others) and all(
            reading.borne_out({**values, name: seen.text}, name) for values in among)

    def said(self, sheet: int) -> Mapping[str, str]:
        """Returns what was confirmed of a sheet, by place."""
        if self._confirmed is None:
            self._confirmed = {}
            for spot, text in self._state.said.items():
                self._confirmed.setdefault(spot.sheet, {})[spot.name] = text
        return self._confirmed.get(sheet, {})

    def player(self, sheet: int) -> str:
        return self._state.players.get(sheet, self.readings[sheet].read.player)

    def is_named(self, sheet: int) -> bool:
        """Returns whether it is known whose sheet it is, by what was said, be it nobody's, or by its code."""
        return sheet in self._state.players or bool(self.readings[sheet].read.player)

    def paper(self, sheet: int) -> Paper:
        """Returns the paper of a sheet with what was confirmed, and nothing else."""
        return self.readings[sheet].paper(self.said(sheet), self.player(sheet))

    # ------------------------------------------------------------------ acts

    def say(self, spot: Spot, text: str) -> None:
        """A mark was looked at and is this one. What looks like it is read as it from now on."""
        hands = self._state.hands
        hand = hands.get(spot.sheet, Hand()).taught(self._marks(spot.sheet)[spot.name], text)
        hands = {**hands, spot.sheet: hand} if hand.signs else hands
        self._become(replace(self._state, said={**self._state.said, spot: text}, hands=hands,
                             odd=tuple(each for each in self._state.odd if each != spot)))

    def hand(self, sheet: int) -> Hand:
        """Returns what is known of how digits are written on a sheet."""
        if sheet not in self._hands:
            player = self.player(sheet)
            self._hands[sheet] = Hand(tuple(
                sign for number, hand in ((-1, self._state.known), *self._state.hands.items()) for sign in hand.signs
                if number in (-1, sheet) or (player and self.player(number) == player)))
        return self._hands[sheet]

    @property
    def signs(self) -> tuple[Sign, ...]:
        """The digits that are known, on whichever sheet."""
        return tuple(sign for hand in (self._state.known, *self._state.hands.values()) for sign in hand.signs)

    def learn(self, signs: Iterable[Sign]) -> None:
        """Digits of an earlier time are known, too, for every sheet."""
        known = dict.fromkeys((*self._state.known.signs, *signs))
        self._become(replace(self._state, known=Hand((*known,)[-MOST_SIGNS:])))

    def forget(self, signs: Iterable[Sign]) -> None:
        """Digits that were learned are known no more; what was confirmed stays."""
        away = {*signs}

        def without(hand: Hand) -> Hand:
            return Hand(tuple(sign for sign in hand.signs if sign not in away))

        hands = {number: without(hand) for number, hand in self._state.hands.items()}
        self._become(replace(self._state, hands=hands, known=without(self._state.known)))

    def confirm(self, group: Group, odd: Iterable[Spot] = ()) -> None:
        """The marks of a group are what they were read as, but for the odd ones, which are asked one by one."""
        away = {*odd}
        right = {spot: self.read(spot) for spot in group.spots if spot not in away}
        asked = tuple(spot for spot in group.spots if spot in away)
        self._become(replace(self._state, said={**self._state.said, **right}, odd=(*self._state.odd, *asked)))

    def trust(self) -> None:
        """Whatever `can_be_trusted` is right."""
        self._become(replace(self._state, said={**self._state.said, **self._trusted()}))

    @property
    def can_be_trusted(self) -> bool:
        """Whether anything in the groups was read without any doubt. What is not asked only because it is seen in its group
        wasn't."""
        return bool(self._trusted())

    def _trusted(self) -> dict[Spot, str]:
        return {spot: self.read(spot) for group in self.groups() if not group.doubtful for spot in group.spots
                if self._marks(spot.sheet)[spot.name].confidence >= SURE}

    def name(self, sheet: int, player: str) -> None:
        """Whose sheet it is."""
        self._become(replace(self._state, players={**self._state.players, sheet: player}))

    def leave_unnamed(self) -> None:
        """Nobody is named of the sheets of which nobody was."""
        players = {number: self.player(number) for number in range(len(self.readings))}
        self._become(replace(self._state, players={**players, **self._state.players}))

    def _become(self, state: _State) -> None:
        self._history.put(state)
        self._forget_what_follows()

    @property
    def _state(self) -> _State:
        return self._history.state

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    def undo(self) -> None:
        self._history.undo()
        self._known = {}
        self._forget_what_follows()

    def _forget_what_follows(self) -> None:
        self._asked = self._groups = self._confirmed = None
        self._hands = {}


def _hint(problems: Mapping[str, int], borne_out: Sequence[str]) -> str:
    """Which mark alone leaves the fewest problems, or is borne out by others, in a sentence; "" where none is."""
    least = min(problems.values(), default=0)
    best = [text for text, count in problems.items() if count == least]
    if len(best) != 1:
        numbers = {content(text) for text in borne_out}
        return tr("Other marks on the sheet go with {mark}.", mark=numbers.pop()) if len(numbers) == 1 else ""
    which = shown(best[0])
    return tr("With {mark} the sheet has the fewest problems.", mark=which) if least else tr(
        "Only {mark} makes everything on the sheet fit.", mark=which)


def shown(text: str) -> str:
    """A mark as a word of a sentence."""
    if not text:
        return tr("blank")
    return tr("{mark} in a circle", mark=content(text)) if is_circled(text) else text


_TOGETHER = (mark("Read without doubt"), mark("Boxes"))
"""Titles of marks in spaces, and of boxes to cross off, that were read as different ones."""


def _kind(may_hold: Alphabet, text: str) -> tuple[int, str]:
    """Returns the place among the groups and the title of the one that a mark belongs to; "" for one of several numbers."""
    what = content(text)
    if may_hold.crossed:
        return (2, tr("Boxes read as crossed off")) if text else (3, tr("Boxes read as not crossed off"))
    if not text:
        return 4, tr("Read as blank")
    if what.isdecimal() and len(what) > 1:
        return 1, ""
    return 0, tr("Read as {mark}", mark=shown(text))
