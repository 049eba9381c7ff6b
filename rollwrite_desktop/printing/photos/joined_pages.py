"""The two pages of a sheet in large print, read from two photos or from two pages of a scan, as one sheet.

Halves of different sheets make a paper that nobody wrote. So they are joined by the player's name in their codes, or where
they follow each other so that nothing else can be meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.pictures import side_by_side
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.printing.photos.read_photos import FlatPicture, ReadSheet, Unread, with_marks
from rollwrite_desktop.reading.scale import FLAT_SCALE

Found = ReadSheet | Unread


def joined(found: Iterable[Found]) -> list[Found]:
    """Returns what was read, in its order, with two halves of a sheet as one. A half that belongs to no other stays."""
    return [*_in_turn(_by_name([*found]))]


def alone(half: ReadSheet) -> Unread:
    """Says that a half of a sheet is nothing without the other."""
    why = tr("Only page {n} of the two pages of this sheet in large print was read. Add a photo of the other one; they must "
             "follow each other.", n=half.half)
    return Unread(half.photo, half.page, why, half.flat.jpeg if half.flat is not None else b"")


class Halves:
    """Joins the halves among what comes in little by little."""

    def __init__(self) -> None:
        self._came: list[Found] = []
        """What was read since the first half came."""
        self._single: list[tuple[ReadSheet, Unread]] = []
        """Halves that were alone when all was read, and what was said of them."""

    def take(self, found: Sequence[Found]) -> list[Found]:
        """Returns what of this is whole; the halves wait."""
        whole = [each for each in found if not _is_half(each)]
        if self._came or len(whole) < len(found):
            self._came += found
        return whole

    def end(self) -> tuple[list[Found], list[Unread]]:
        """Returns, now that all is read, the sheets that halves have made and what is said of those that are alone; and what
        was said of others that are so no longer."""
        came, single, self._came = self._came, self._single, []
        made, withdrawn = list[Found](), list[Unread]()
        for each in joined(came):
            fitting = [pair for pair in single if isinstance(each, ReadSheet) and _fit((pair[0], each))]
            if not isinstance(each, ReadSheet) or not each.half:
                made += [] if any(each is one for one in came) else [each]
            elif len(fitting) == 1:  # no other can be meant
                half, unread = fitting[0]
                single = [pair for pair in single if pair[1] is not unread]
                made.append(_joined(half, each))
                withdrawn.append(unread)
            else:
                unread = alone(each)
                made.append(unread)
                self._single = [*self._single, (each, unread)]
        self._single = [pair for pair in self._single if not any(pair[1] is unread for unread in withdrawn)]
        return made, withdrawn


def _is_half(each: Found) -> bool:
    return isinstance(each, ReadSheet) and each.half > 0


def _by_name(found: list[Found]) -> Iterator[Found]:
    """Yields what was found; the two halves that alone have the name of a player are joined, wherever they are."""
    named: dict[tuple[str, str], list[ReadSheet]] = {}
    for each in found:
        if isinstance(each, ReadSheet) and each.half and each.player:
            named.setdefault((each.paper.sheet, each.player), []).append(each)
    pairs = [pair for pair in named.values() if len(pair) == 2 and _fit(pair)]
    for each in found:
        pair = next((pair for pair in pairs if any(half is each for half in pair)), None)
        if pair is None:
            yield each
        elif pair[0] is each:
            yield _joined(*pair)


def _in_turn(found: Iterable[Found]) -> Iterator[Found]:
    """Halves that follow each other, first and second page in turn, are one sheet each."""
    for sheet, run in groupby(found, lambda each: each.paper.sheet if isinstance(each, ReadSheet) and each.half else ""):
        those = [*run]
        halves = [each for each in those if isinstance(each, ReadSheet)]
        pairs = [*zip(halves[::2], halves[1::2], strict=False)]
        orders = {(one.half, other.half) for one, other in pairs}
        if sheet and len(halves) % 2 == 0 and len(orders) == 1 and all(map(_fit, pairs)):
            yield from (_joined(*pair) for pair in pairs)
        else:
            yield from those


def _fit(pair: Sequence[ReadSheet]) -> bool:
    """Returns whether two halves may be of one sheet."""
    one, other = pair
    names = {half.player for half in pair if half.player}
    return one.paper.sheet == other.paper.sheet and {one.half, other.half} == {1, 2} and len(names) < 2


def _joined(one: ReadSheet, other: ReadSheet) -> ReadSheet:
    left, right = sorted((one, other), key=lambda half: half.half)
    photo = left.photo if left.photo == right.photo else f"{left.photo} + {right.photo}"
    game = GAMES[left.paper.game]
    whole = with_marks(game, sheet_of(game, left.paper.sheet), {**left.marks, **right.marks}, photo, left.page)
    return replace(whole, flat=_beside(left.flat, right.flat), player=left.player or right.player)


def _beside(left: FlatPicture | None, right: FlatPicture | None) -> FlatPicture | None:
    if left is None or right is None:
        return None
    jpeg, shift = side_by_side(left.jpeg, right.jpeg)
    moved = (replace(place, x=place.x + shift / FLAT_SCALE) for place in right.places)
    return FlatPicture(jpeg, (*left.places, *moved))
