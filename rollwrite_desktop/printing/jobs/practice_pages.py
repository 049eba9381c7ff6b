"""Positions to practice on paper: three on a page, with words beside them, and overleaf, at the same numbers, what was
played and what is better."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, with_colon
from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, polyline
from rollwrite_desktop.draw.imposition import INSET, SEEN
from rollwrite_desktop.draw.trace import bounds, touches
from rollwrite_desktop.draw.type_metrics import fit, wrapped
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import Position
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.practice.deck import PLAYER, opened_position, title_of, turn_of
from rollwrite_desktop.play.review.game_review import CERTAIN, TurnResult
from rollwrite_desktop.play.review.review_view import BETTER, MINE, amount, choices, drawn, reasons, roll_of, told_apart
from rollwrite_desktop.printing.jobs.print_jobs import header_footer
from rollwrite_desktop.printing.sheets.large_print import legible
from rollwrite_desktop.printing.sheets.page_layout import Leaf
from rollwrite_desktop.sheet.sheet import Rect, Sheet

A_PAGE = 3
SIZE = (540.0, 756.0)
"""A face; it is in portrait, since sheets are in landscape."""
_GAP, _HEAD, _TITLE, _BODY = 14.0, 26.0, 13.0, 9.0
_LINE, _SMALLEST = 12.0, 0.85
_WORDS = 170.0
"""How wide the words are, at the right of the picture."""
_MOST = 6
"""Lines of a sentence."""
_ROOM = 22.0
"""Between lines to write a move on."""


class Puzzle(Struct, frozen=True):
    """A position on paper: its number, the game as far as it came, and its costly turn."""

    number: int
    position: Position
    opened: Opened
    turn: TurnResult

    @property
    def roll(self) -> str:
        """What was rolled, in words."""
        return roll_of(self.opened, self.opened.game.play.guide(self.opened.session.rules), self.turn)


def puzzles_of(positions: Sequence[Position], beside: Path) -> list[Puzzle]:
    """Returns the positions that can be shown and whose move was a clear mistake, game by game, numbered. beside: the folder
    of their deck."""
    found: list[tuple[Position, Opened]] = []
    for game in GAMES:
        for position in positions:
            if position.game != game or position.cost.error <= CERTAIN * position.cost.se:
                continue
            try:
                opened = opened_position(position, beside)
                choices(opened, PLAYER, turn_of(position))
            except UserError:
                continue
            found.append((position, opened))
    return [
        Puzzle(n, position, opened, told_apart(opened, turn_of(position)))
        for n, (position, opened) in enumerate(found, 1)
    ]


def practice_leaves(puzzles: Sequence[Puzzle]) -> tuple[Leaf, ...]:
    """Three positions of a game on each page, their answers on its back."""
    return tuple(leaf for leaf in practice_pieces(puzzles) if leaf is not None)


def practice_pieces(puzzles: Sequence[Puzzle], event: str = "") -> Iterator[Leaf | None]:
    """Yields the same leaf by leaf, with None after each position that is drawn, so that a window may do something else.
    event: where the positions come from, if that has a name; it begins the document's."""
    for game_id in dict.fromkeys(each.position.game for each in puzzles):
        game = GAMES[game_id]
        some = [each for each in puzzles if each.position.game == game_id]
        title, credit = tr(game.info.title), header_footer(game).short
        for start in range(0, len(some), A_PAGE):
            page = some[start : start + A_PAGE]
            asked, solved = (tr("{game}: what would you play?", game=title), tr("{game}: answers", game=title))
            overleaf = yield from _face(solved, page, answers=True)
            face = yield from _face(asked, page, answers=False)
            back = Leaf(overleaf, title=solved, alt=_in_words(solved, page, answers=True), credits=credit, counted=False,
                        registered=False)
            name = with_colon(event or title, tr("Positions to practice"))
            yield Leaf(face, title=name, alt=_in_words(asked, page, answers=False), credits=credit, counted=False,
                       registered=False, back=back)


def _in_words(title: str, page: Sequence[Puzzle], *, answers: bool) -> str:
    """Returns what a screen reader says of a page."""
    said = [title]
    for each in page:
        lines = [line for line, _ in _answer(each)] if answers else [each.roll]
        said.append(with_colon(_name(each), " ".join(lines)))
    return "\n".join(said)


def _face(title: str, page: Sequence[Puzzle], *, answers: bool) -> Generator[None, None, Display]:
    wide, high = SIZE[0] - 2 * INSET, (SIZE[1] - 2 * INSET - _HEAD - (A_PAGE - 1) * _GAP) / A_PAGE
    text, size = fit(title, "bold", _TITLE, wide)
    marks: list[Mark] = [Text("title", INSET, INSET + _TITLE, text, "bold", size, "text")]
    for n, each in enumerate(page):
        draw = _answered if answers else _asked
        marks += draw(f"position/{each.number}", each, Rect(INSET, INSET + _HEAD + n * (high + _GAP), wide, high))
        yield
    return Display(SIZE, tuple(marks))


def _name(each: Puzzle) -> str:
    """Its number, and how far the game has come."""
    return tr("{n}. Roll {roll}", n=each.number, roll=each.opened.session.rolls)


def _asked(key: str, each: Puzzle, room: Rect) -> Iterator[Mark]:
    """A position as on the table, what was rolled, and lines to write a move on."""
    session = each.opened.session
    guide = each.opened.game.play.guide(session.rules)
    words = yield from _picture(key, guide.draw(session.state, PLAYER, None, ""), each.opened.sheet, room)
    y = yield from _sentences(f"{key}/words", _name(each), [(each.roll, "text")], words)
    for n in range(2):
        y += _ROOM
        yield Shape(f"{key}/line/{n}", polyline(((words.x, y), (words.x + words.w, y))), "", "faint", 0.6)


def _answered(key: str, each: Puzzle, room: Rect) -> Iterator[Mark]:
    """Yields what was played and what is better, on the map and in words."""
    guide = each.opened.game.play.guide(each.opened.session.rules)
    words = yield from _picture(key, drawn(each.opened, guide, PLAYER, each.turn, for_all=True), each.opened.sheet, room)
    theme = title_of(each.opened.game, each.position.theme)
    yield from _sentences(f"{key}/words", _name(each), [(theme, "text"), *_answer(each)], words)


def _sentences(key: str, name: str, sentences: Sequence[tuple[str, str]], room: Rect) -> Generator[Mark, None, float]:
    """Sentences with their inks below a name. Returns the height of the last line."""
    head, size = fit(name, "bold", _BODY, room.w, _SMALLEST)
    y = room.y + _BODY
    yield Text(f"{key}/name", room.x, y, head, "bold", size, "text")
    for n, (sentence, ink) in enumerate(sentences):
        for i, line in enumerate(wrapped(sentence, "text", _BODY, room.w, _MOST)):
            y += _LINE
            yield Text(f"{key}/{n}/{i}", room.x, y, line, "text", _BODY, ink)
        y += _LINE / 3
    return y


def _answer(each: Puzzle) -> Iterator[tuple[str, str]]:
    """Yields what was played, what is better and why, in sentences, with their inks."""
    mine, *better = choices(each.opened, PLAYER, each.turn)
    cost = amount(each.opened, each.turn.error, each.turn.se)
    words = tr("Played: {moves}. It added {cost}.", moves=mine.text, cost=cost) if each.opened.game.play.lowest_wins \
        else tr("Played: {moves}. It cost {cost}.", moves=mine.text, cost=cost)
    yield words, MINE
    best = better[0]
    yield with_colon(best.letter, best.text), BETTER
    why = reasons(each.opened, PLAYER, each.turn)
    if len(why) > 1:
        yield why[0], "text"


def _picture(key: str, face: Display, sheet: Sheet, room: Rect) -> Generator[Mark, None, Rect]:
    """A sheet without its blank edge and the line of its title, as large as it fits beside words, with letters as large as
    it has room for. Returns the room for the words."""
    left, right, low = SEEN, face.size[0] - SEEN, face.size[1] - SEEN
    top = _below_title(face)
    scale = min((room.w - _GAP - _WORDS) / (right - left), room.h / (low - top))
    place = Rect(room.x, room.y, scale * (right - left), scale * (low - top))
    marks = _unstruck(legible(face, sheet, scale).marks)
    yield from window(f"{key}/sheet", marks, (left, top, right, low), place)
    return Rect(place.x + place.w + _GAP, room.y, room.w - place.w - _GAP, room.h)


def _unstruck(marks: Sequence[Mark]) -> list[Mark]:
    """Returns what is on a sheet but for the codes of areas that something is written over: where it is small, codes without
    a tab are in the squares."""
    tabs = {mark.key.removesuffix("/tab") for mark in marks}
    written = [bounds(mark) for mark in marks if mark.key.startswith("mark/")]
    return [mark for mark in marks if not mark.key.endswith("/code") or mark.key.removesuffix("/code") in tabs
            or not any(touches(bounds(mark), each) for each in written)]


def _below_title(face: Display) -> float:
    """Where the title ends, if nothing of the map is beside it; else the upper edge of what is on the face."""
    title = max((bounds(mark)[3] for mark in face.marks if mark.key.startswith("title/")), default=INSET)
    spaces = min((bounds(mark)[1] for mark in face.marks if mark.key.startswith("space/")), default=title)
    return title if title <= spaces else SEEN
