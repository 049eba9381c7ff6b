"""Photos and scans of printed sheets, read into papers; what is doubtful is listed, with what else it may be.

Knows games by their contracts only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.errors import NotReadable, UserError
from rollwrite_desktop.core.i18n import mark, tr, tr_n, with_colon
from rollwrite_desktop.draw.inks import PRINT_MODES
from rollwrite_desktop.gamekit.check.mark_keys import CIRCLE
from rollwrite_desktop.gamekit.check.paper_typing import MapPaperEditor
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.pictures import MAX_BYTES, Patch, Pixels, jpeg_of, pictures, upright_size
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of, titles_of
from rollwrite_desktop.printing.photos.blank_sheets import (
    LAYOUTS,
    Printed,
    blank_page,
    blank_sheet,
    code_place,
    every_layout,
    fields,
    has_room,
    is_read,
    layout_of,
    printed_as,
)
from rollwrite_desktop.printing.photos.earlier_drawings import earlier_page
from rollwrite_desktop.printing.sheets.form_fields import Field, identity_text, paper_of_fields, read_identity
from rollwrite_desktop.printing.sheets.sheet_codes import identity_text as page_identity
from rollwrite_desktop.printing.sheets.sheet_codes import modules_of, on_page
from rollwrite_desktop.reading.blank_sheets import Place
from rollwrite_desktop.reading.free_squares import squares_fit
from rollwrite_desktop.reading.layouts import layout_by_squares
from rollwrite_desktop.reading.marks import SURE, Alphabet, Mark, closest_print, marks
from rollwrite_desktop.reading.page_code import closest_code
from rollwrite_desktop.reading.rasters import Points
from rollwrite_desktop.reading.registration import (
    AGREED,
    AGREED_BY_HAND,
    EXACTLY,
    Found,
    Library,
    Photo,
    apart,
    beside,
    by_corners,
    from_top,
    refined,
    shapes,
    sheets_on,
)
from rollwrite_desktop.reading.scale import FLAT_SCALE
from rollwrite_desktop.sheet.sheet import Sheet

STAGES = ((0,), (1,), (6, 7, 8, 9), (2, 3), (4, 5))
"""Numbers of LAYOUTS that are tried together, one group after the other: what takes least to draw comes early. A sheet on
letter paper is mostly found by its print on A4, whose face is as large; its squares tell the paper afterward."""
LARGE = 2
"""The one of them that is large print."""
SECONDS = 60
"""Of processor time that reading one picture may take."""
CORNERS = (
    mark("The upper left corner is not in the picture."), mark("The upper right corner is not in the picture."),
    mark("The lower right corner is not in the picture."), mark("The lower left corner is not in the picture."),
)
"""By the order of a blank sheet's squares."""
_PATCH = 8.0
"""A sheet is laid flat in patches of so many mm."""
LAID_FLAT = 0.6
"""The share of its blocks that must be found where they should be, so that a sheet that nobody has shown is read: good
photos have 0.9, one without two of its corners had 0.52, and its marks were taken from beside their places."""
NOT_FLAT = mark(
    "The sheet could not be laid flat well enough. The whole page must be in the picture, sharp and in even light.")
NOT_FOUND = mark("No printed sheet was recognized. The whole page must be in the picture, sharp and in even light.")
NOT_THERE = mark("This sheet was not found between those corners. Show the four corners of the page, and choose its sheet.")
NO_CORNERS = mark("Those are not the four corners of a page.")
ANOTHER = mark("This is a sheet of {other}; expected {mine}.")
Corners = tuple[tuple[float, float], ...]
"""(x, y) of the four corners of a page."""


class NotRead(NotReadable):
    """A photo on which no sheet was recognized, or not all of it."""


class Doubt(Struct, frozen=True):
    """A place that should be looked at: where, as in findings; what was read, with its confidence, and what else it may be.
    spots: the places of the sheet that it stands for."""

    where: str
    read: str
    confidence: float
    others: tuple[str, ...]
    spots: tuple[str, ...] = ()


class FlatPicture(Struct, frozen=True):
    """A sheet laid flat, as a JPEG with FLAT_SCALE pixels per mm, and where its places are, in mm from its upper left
    corner."""

    jpeg: bytes
    places: tuple[Place, ...]


class ReadSheet(Struct, frozen=True):
    """A sheet that was read: the file and the number of its page, from 1; the paper, and what of it is doubtful; what was
    read at each spot, and, if asked for, the sheet laid flat. player: whose it is of those who were asked for, by its small
    code, or "". half: which page of a sheet in large print it is, 1 or 2; 0 for a whole one."""

    photo: str
    page: int
    paper: Paper
    doubtful: tuple[Doubt, ...]
    marks: Mapping[str, Mark] = field(default_factory=dict)
    flat: FlatPicture | None = None
    player: str = ""
    half: int = 0


class Unread(Struct, frozen=True):
    """A picture, or a sheet on it, that could not be read, and why; the picture as a JPEG, if asked for. others: whether
    other sheets of the page were read. unknown: no sheet was recognized, and one that is chosen may be."""

    photo: str
    page: int
    why: str
    jpeg: bytes = b""
    others: bool = False
    unknown: bool = False


class PhotoReader:
    """Reads pictures. What it draws to compare is kept, so that a pile takes less time for each. sheets: games and ids of
    the only sheets that may be on them; none: all that come with the program. flat: whether sheets are laid flat to be
    looked at, too. names: of players whose sheets may be told from their small codes.
    stages: which of STAGES are tried, in this order."""

    def __init__(
        self, sheets: Sequence[tuple[str, str]] = (), *, flat: bool = False, names: Sequence[str] = (),
        stages: Sequence[int] = range(len(STAGES)),
    ) -> None:
        self._sheets, self._flat, self._names = tuple(sheets), flat, tuple(names)
        self._libraries: dict[int, Library] = {}
        self._order = [*stages]

    @classmethod
    def of_usual_sheets(cls) -> PhotoReader:
        """Finds the sheets that a game begins with, as they are printed mostly: few are drawn to compare."""
        return cls([(game_id, game.play.sheets[0]) for game_id, game in GAMES.items() if is_read(game)], stages=(0, 1))

    def read(self, pixels: Pixels, photo: str, page: int = 1) -> Iterator[ReadSheet | Unread]:
        """Yields the sheets on a picture, from its top."""
        picture = Photo(pixels)
        if earlier := earlier_page(picture, _shapes()):
            yield self._unread(pixels, photo, page, tr(earlier.why, sheet=_titled(earlier.game, earlier.sheet)))
            return
        seen = self.seen(picture)
        found = _agreed(seen)
        if not found and self._sheets and (other := _usual_sheets().sheets(picture) or _every_sheet().sheets(picture)):
            printed = printed_as(other[0].blank.key)
            mine = ", ".join(_titled(*each) for each in self._sheets)
            why = tr(ANOTHER, other=_titled(printed.game, printed.sheet), mine=mine)
            yield self._unread(pixels, photo, page, why)
            return
        yield from self._each(picture, found, photo, page, NOT_FOUND, LAID_FLAT)
        if found and len(found) < len(seen):
            yield replace(self._unread(pixels, photo, page, _some(len(found), len(seen))), others=True)

    def read_by(self, pixels: Pixels, corners: Corners, photo: str, page: int = 1) -> Iterator[ReadSheet | Unread]:
        """Yields the sheets of a page whose corners someone has shown, as for `laid_flat_by`; the first of the reader's
        sheets."""
        picture = Photo(pixels)
        try:
            found = laid_flat_by(picture, corners, *self._sheets[0])
        except NotRead as error:
            yield self._unread(pixels, photo, page, str(error))
        else:
            yield from self._each(picture, found, photo, page, NOT_THERE)

    def _each(
        self, photo: Photo, found: list[Found], name: str, page: int, none: str, least: float = 0.0,
    ) -> Iterator[ReadSheet | Unread]:
        """Reads the sheets that were found. none: why nothing is read where there are none; least: the share of its blocks
        that must agree so that a sheet counts as flat."""
        if not found:
            yield replace(self._unread(photo.pixels, name, page, tr(none)), unknown=not self._sheets)
        for sheet in found:
            try:
                _must_be_whole(photo, sheet, name)
                if sheet.agreed < least:
                    raise NotRead(with_colon(name, tr(NOT_FLAT)))
                read = _read(photo, sheet, name, page)
                read = replace(read, player=_player(photo, sheet, self._names)) if self._names else read
                yield replace(read, flat=laid_flat(photo.pixels, sheet)) if self._flat else read
            except UserError as error:
                yield self._unread(photo.pixels, name, page, str(error))

    def _unread(self, pixels: Pixels, photo: str, page: int, why: str) -> Unread:
        return Unread(photo, page, why, jpeg_of(pixels) if self._flat else b"")

    def sheets(self, photo: Photo) -> list[Found]:
        """Returns the sheets on a photo, each laid flat and as it was printed."""
        return _agreed(self.seen(photo))

    def seen(self, photo: Photo) -> list[Found]:
        """Returns the sheets on a photo, and with less than AGREED what is only seen of others of their page. Where none is
        expected and no squares fit, it is compared with the usual ones alone, for to draw all takes too long."""
        marked = squares_fit(photo, _shapes())
        if not marked and not self._sheets:
            return _usual_sheets().seen(photo)
        for stage in self._order:
            library = self._library(stage)
            found = sheets_on(photo, library, marked=marked) if library.blanks else []
            if found:
                self._order = [stage, *(other for other in self._order if other != stage)]
                return apart(_as_printed(photo, found))
        return []

    def _library(self, stage: int) -> Library:
        if stage not in self._libraries:
            layouts = [LAYOUTS[i] for i in STAGES[stage]]
            prints = [each for each in self._prints() if (each.paper, each.per_page, each.half) in layouts]
            self._libraries[stage] = Library([blank_sheet(each) for each in prints if has_room(each)])
        return self._libraries[stage]

    def _prints(self) -> Iterator[Printed]:
        if not self._sheets:
            yield from every_layout()
        for layout in LAYOUTS:
            for game, sheet in self._sheets:
                yield Printed(game, sheet, *layout)


@lru_cache(maxsize=1)
def _every_sheet() -> PhotoReader:
    """Finds any sheet that comes with the program."""
    return PhotoReader()


_usual_sheets = lru_cache(maxsize=1)(PhotoReader.of_usual_sheets)


@lru_cache(maxsize=1)
def _shapes() -> Points:
    """How the squares of every layout lie, as `shapes` says, which is the same for all sheets."""
    first = next(every_layout())
    layouts = [layout_of(replace(first, paper=paper, per_page=number, half=half)) for paper, number, half in LAYOUTS]
    return shapes((layout.squares, layout.square) for layout in layouts)


def _titled(game_id: str, sheet_id: str) -> str:
    """A game with its sheet, in words."""
    return " · ".join(titles_of(sheet_of(GAMES[game_id], sheet_id)))


@lru_cache(maxsize=2)
def _reader(sheets: tuple[tuple[str, str], ...], flat: bool, names: tuple[str, ...] = ()) -> PhotoReader:
    """Returns the reader of this process, which keeps what it has drawn from one file to the next."""
    return PhotoReader(sheets, flat=flat, names=names)


def read_file_of_photos(
    name: str, sheets: tuple[tuple[str, str], ...] = (), *, flat: bool = False, content: bytes = b"",
    names: tuple[str, ...] = (),
) -> Iterator[tuple[ReadSheet | Unread, ...]]:
    """Reads a file, or a picture's `content` that is called so, picture by picture: a job of the worker process."""
    path, number = Path(name), 0
    try:
        for number, pixels in enumerate(pictures(content or read_file(path, MAX_BYTES), path.name), 1):
            yield tuple(_reader(sheets, flat, names).read(pixels, path.name, number))
    except UserError as error:
        yield (Unread(path.name, number + 1, str(error)),)


def shown_file(name: str, why: str, content: bytes = b"") -> Iterator[tuple[Unread, ...]]:
    """Yields the first picture of a file as one that could not be read, and why: a job of the worker process."""
    path, jpeg = Path(name), b""
    with suppress(UserError):
        jpeg = jpeg_of(next(pictures(content or read_file(path, MAX_BYTES), path.name)))
    yield (Unread(path.name, 1, why, jpeg),)


def laid_flat_by(photo: Photo, corners: Corners, game: str, sheet: str) -> list[Found]:
    """Returns the sheets of a page whose corners and sheet someone has named, with any marks or none; corners: in whichever
    order, as parts of the photo's width and height. Nothing where the print isn't found there. Raises NotRead where the
    corners are not those of a page."""
    high, wide = photo.pixels.shape[:2]
    shown = np.array(corners, np.float64) * (wide, high) - 0.5
    for stage in STAGES:
        pages = [blank_page(each) for i in stage if has_room(each := Printed(game, sheet, *LAYOUTS[i]))]
        try:
            found = [by_corners(photo, shown, Library(alike)) for alike in zip(*pages, strict=True)]
        except ValueError as error:
            raise NotRead(tr(NO_CORNERS)) from error
        if any(found):
            printed = _as_printed(photo, [each for each in found if each is not None])
            return [each for each in printed if each.agreed >= AGREED_BY_HAND]
    return []


def read_file_by_corners(
    name: str, sheet: tuple[str, str], corners: Corners, *, flat: bool = False, content: bytes = b"",
    names: tuple[str, ...] = (),
) -> Iterator[tuple[ReadSheet | Unread, ...]]:
    """Reads a file as `read_file_of_photos` does, whose sheet and corners someone has named. corners: as for `laid_flat_by`,
    or, where one of them is more than 1, in pixels of the picture as it lies upright."""
    path, number = Path(name), 0
    try:
        data = content or read_file(path, MAX_BYTES)
        for number, pixels in enumerate(pictures(data, path.name), 1):
            yield tuple(_reader((sheet,), flat, names).read_by(pixels, _as_parts(corners, data, pixels), path.name, number))
    except UserError as error:
        yield (Unread(path.name, number + 1, str(error)),)


def _as_parts(corners: Corners, data: bytes, pixels: Pixels) -> Corners:
    if max(map(max, corners)) <= 1:
        return corners
    wide, high = upright_size(data) or pixels.shape[1::-1]
    return tuple((x / wide, y / high) for x, y in corners)


def laid_flat(pixels: Pixels, found: Found) -> FlatPicture:
    """A sheet of a photo as it would lie before a reader."""
    blank, mapping = found.blank, found.mapping
    across, down = (round(side * FLAT_SCALE) for side in blank.size)
    patches: list[Patch] = []
    step = round(_PATCH * FLAT_SCALE)
    for top in range(0, down, step):
        for left in range(0, across, step):
            right, low = min(left + step, across), min(top + step, down)
            x = np.array([left, left, right, right]) / FLAT_SCALE
            y = np.array([top, low, low, top]) / FLAT_SCALE
            px, py = mapping(x, y)
            patches.append(((left, top, right, low), tuple(float(at) for pair in zip(px, py, strict=True) for at in pair)))
    return FlatPicture(jpeg_of(pixels, (across, down), patches), blank.places)


def _some(found: int, seen: int) -> str:
    """Says that not all sheets of a page were found."""
    return tr_n(
        "One of {all} sheets of this page was found. Photograph the others again, flat, sharp and in even light, or enter "
        "them by keys.",
        "{n} of {all} sheets of this page were found. Photograph the others again, flat, sharp and in even light, or enter "
        "them by keys.", found, all=seen)


def _agreed(seen: list[Found]) -> list[Found]:
    """Returns the sheets that were found of those that are seen."""
    return [each for each in seen if each.agreed >= AGREED]


def _as_printed(photo: Photo, found: list[Found]) -> list[Found]:
    """Returns the sheets that were found, and others of their page, laid flat exactly with the ink and in the layout in
    which they were printed: one for all that are alike, for mostly they are of one page."""
    alike: dict[str, list[Found]] = {}
    for each in found:
        alike.setdefault(each.blank.sheet, []).append(each)
    near = []
    for those in alike.values():
        first, *rest = sorted(those, key=lambda each: -each.agreed)
        first, sure = _in_its_print(photo, first)
        those = [first, *(_like(photo, each, first) for each in rest)]
        printed = printed_as(first.blank.key)
        alone = printed.half or (sure and printed.per_page == 1)
        near += those if alone else _with_others(photo, those, sure=sure)
    return from_top([refined(photo, each.blank, each.mapping, EXACTLY) for each in near])


def _in_its_print(photo: Photo, found: Found) -> tuple[Found, bool]:
    """Returns the sheet with the ink and in the layout in which it was printed, and whether its squares say which layout
    that is."""
    printed = printed_as(found.blank.key)
    found = closest_print(photo, found, [blank_sheet(replace(printed, ink=ink)) for ink in PRINT_MODES])
    printed = printed_as(found.blank.key)
    prints = printed.in_layouts()
    by_squares = layout_by_squares(photo, found, [layout_of(each) for each in prints])
    if by_squares is not None:
        return closest_print(photo, found, [blank_sheet(printed_as(by_squares.key))]), True
    others = [blank_sheet(each) for each in prints if printed.per_page != 1 or each.per_page != 1]
    return closest_print(photo, found, [found.blank, *others]), False


def _like(photo: Photo, found: Found, other: Found) -> Found:
    """A sheet as it is printed like another one."""
    return found if found.blank.key == other.blank.key else closest_print(photo, found, [other.blank])


def _with_others(photo: Photo, found: list[Found], *, sure: bool) -> list[Found]:
    """Sheets that were found, and others of their page that were not, as those whose squares were taken for none. sure:
    whether the layout is known."""
    printed = printed_as(found[0].blank.key)
    prints = [printed] if sure else [each for each in printed.in_layouts() if each.per_page > 1]
    for each in sorted(prints, key=lambda each: each != printed):
        others = beside(photo, found, blank_page(each))
        if others:
            return [*(_like(photo, each, others[0]) for each in found), *others]
    return found


def _read(photo: Photo, found: Found, name: str, page: int) -> ReadSheet:
    """Reads a sheet that was laid flat."""
    printed = printed_as(found.blank.key)
    game = GAMES[printed.game]
    sheet = sheet_of(game, printed.sheet)
    seen = marks(photo, found, alphabets(game, sheet))
    return replace(with_marks(game, sheet, seen, name, page), half=printed.half)


def with_marks(game: Game, sheet: Sheet, seen: Mapping[str, Mark], name: str, page: int) -> ReadSheet:
    """Returns a sheet with what was seen in its places."""
    values = _Values(game, sheet, seen, alphabets(game, sheet))
    return ReadSheet(name, page, values.paper, tuple(values.doubts()), seen)


def _player(photo: Photo, found: Found, names: Sequence[str]) -> str:
    """Whose sheet it is, as its small code says; "" for nobody's, or where it cannot be told."""
    printed = printed_as(found.blank.key)
    sheet = sheet_of(GAMES[printed.game], printed.sheet)
    texts = {on_page(page_identity(sheet, player=name), str(max(1, printed.half))): name for name in (*names, "")}
    codes = [np.array(modules_of(text), np.bool_) for text in texts]
    number = closest_code(photo, found.mapping, code_place(printed), codes)
    return "" if number is None else [*texts.values()][number]


def _must_be_whole(photo: Photo, found: Found, name: str) -> None:
    rows, columns = photo.pixels.shape[:2]
    px, py = found.mapping(*found.blank.squares.T)
    x, y = (np.array([getattr(place, axis) for place in found.blank.places]) for axis in "xy")
    inside = [(np.stack((ax, ay)).min(0) > 0) & (ax < columns - 1) & (ay < rows - 1) for ax, ay in (
        (px, py), found.mapping(x, y))]
    if not inside[1].all():
        corner = next((i for i in range(4) if not inside[0][i]), None)
        why = tr(CORNERS[corner]) if corner is not None else tr(NOT_FOUND)
        raise NotRead(with_colon(name, why))


def alphabets(game: Game, sheet: Sheet) -> dict[str, Alphabet]:
    """Returns what each place of a sheet may hold."""
    return {field.spot: _alphabet(game, sheet, field) for field in fields(game, sheet)}


def _alphabet(game: Game, sheet: Sheet, field: Field) -> Alphabet:
    """Returns what a place of a sheet may hold, from what can be typed there."""
    if field.kind == "check":
        return Alphabet(crossed=True)
    digits = "".join(sorted(set(field.allowed) & set("0123456789")))
    signs = "".join(sign for sign in "X*-" if sign in field.allowed)
    if field.spot in sheet.space:
        editor = game.check.paper_editor(sheet, options_of(game))
        circled = CIRCLE in field.allowed
        if isinstance(editor, MapPaperEditor):
            return Alphabet(digits, (editor.mark_keys.length,), signs, circled, sure=editor.sure)
        return Alphabet(digits, (1,), signs, circled)
    return Alphabet(digits, (1,) if signs else (1, 2), signs)


class _Values:
    """What was read of a sheet, as a paper, and as that paper with one place read otherwise."""

    def __init__(
        self, game: Game, sheet: Sheet, seen: Mapping[str, Mark], may_hold: Mapping[str, Alphabet],
    ) -> None:
        self._game, self._sheet, self._seen, self._may_hold = game, sheet, seen, may_hold

    @cached_property
    def paper(self) -> Paper:
        return self._paper({spot: each.text for spot, each in self._seen.items()})

    def _paper(self, values: dict[str, str]) -> Paper:
        identity = read_identity(identity_text(self._sheet, {}))
        assert identity is not None
        paper = paper_of_fields(self._game, self._sheet, identity, values)
        blank: Paper = self._game.check.paper(game=self._game.info.id, sheet=self._sheet.id)
        return paper if paper is not None else blank

    def doubts(self) -> Iterator[Doubt]:
        """Yields what is doubtful, the most doubtful first; boxes that make one value together are one."""
        by_place: dict[str, list[str]] = {}
        for spot, each in self._seen.items():
            if each.confidence < SURE:
                by_place.setdefault(self._where(spot), []).append(spot)
        found = [self._doubt(where, spots) for where, spots in by_place.items()]
        yield from sorted(found, key=lambda doubt: doubt.confidence)

    def _where(self, spot: str) -> str:
        if spot in self._sheet.space:
            return spot
        group, may_hold = self._sheet.box[spot].group, self._may_hold[spot]
        alone = self._paper({spot: "X" if may_hold.crossed else may_hold.digits[-1]})
        return f"box:{group}" if group in alone.boxes else "claimed"

    def _doubt(self, where: str, spots: list[str]) -> Doubt:
        least = min(spots, key=lambda spot: self._seen[spot].confidence)
        held = _held(self.paper, where)
        read = {spot: each.text for spot, each in self._seen.items()}
        others = [_held(self._paper(read | {least: text}), where) for text in self._seen[least].others]
        texts = tuple(dict.fromkeys(text for text in others if text != held))
        return Doubt(where, held, self._seen[least].confidence, texts, tuple(spots))


def _held(paper: Paper, where: str) -> str:
    """Returns what a paper has at a place, as a text."""
    if where == "claimed":
        claimed = paper.claimed
        return ", ".join(f"{part} {n}" for part, n in claimed.items()) if isinstance(claimed, dict) else str(claimed or "")
    group = where.removeprefix("box:")
    value = paper.boxes.get(group, "") if group != where else paper.spaces.get(where, "")
    return ("X" if value else "") if isinstance(value, bool) else str(value)
