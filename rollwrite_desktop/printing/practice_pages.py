"""Positions to practice on paper: six on a page, and overleaf, at the same numbers, what was played and what is better."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, with_colon
from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Display, Mark, Text
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.type_metrics import fit, wrapped
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import Position
from rollwrite_desktop.play.deck import PLAYER, opened_position, title_of, turn_of
from rollwrite_desktop.play.game_review import CERTAIN, TurnResult
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.review_view import BETTER, MINE, amount, choices, drawn, reasons, roll_of, told_apart
from rollwrite_desktop.printing.page_layout import Leaf
from rollwrite_desktop.printing.print_jobs import header_footer
from rollwrite_desktop.sheet.sheet import Rect

COLUMNS, ROWS = 2, 3
A_PAGE = COLUMNS * ROWS
SIZE = (540.0, 720.0)
"""A face; it is in portrait, since sheets are in landscape."""
_GAP, _HEAD, _TITLE, _BODY = 14.0, 30.0, 13.0, 8.0
_LINE, _SMALLEST = 10.0, 0.85
_ANSWER = 0.8
"""How wide the picture of an answer is, as a part of the room: its words stand below it."""
_WORDS = 6
"""Lines of words below a picture, two for each sentence."""


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
    """Six positions of a game on each page, their answers on its back."""
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
    wide = (SIZE[0] - 2 * INSET - (COLUMNS - 1) * _GAP) / COLUMNS
    high = (SIZE[1] - 2 * INSET - _HEAD - (ROWS - 1) * _GAP) / ROWS
    text, size = fit(title, "bold", _TITLE, SIZE[0] - 2 * INSET)
    marks: list[Mark] = [Text("title", INSET, INSET + _TITLE, text, "bold", size, "text")]
    for n, each in enumerate(page):
        x, y = INSET + n % COLUMNS * (wide + _GAP), INSET + _HEAD + n // COLUMNS * (high + _GAP)
        draw = _answered if answers else _asked
        marks += draw(f"position/{each.number}", each, Rect(x, y, wide, high))
        yield
    return Display(SIZE, tuple(marks))


def _name(each: Puzzle) -> str:
    """Its number, and how far the game has come."""
    return tr("{n}. Roll {roll}", n=each.number, roll=each.opened.session.rolls)


def _asked(key: str, each: Puzzle, room: Rect) -> Iterator[Mark]:
    """A position as on the table, and what was rolled."""
    head, size = fit(_name(each), "bold", _BODY, room.w)
    yield Text(f"{key}/name", room.x, room.y + _BODY, head, "bold", size, "text")
    y = room.y + _BODY
    for n, line in enumerate(wrapped(each.roll, "text", _BODY, room.w, 2)):
        y += _LINE
        yield Text(f"{key}/roll/{n}", room.x, y, line, "text", _BODY, "text")
    session = each.opened.session
    guide = each.opened.game.play.guide(session.rules)
    face = guide.draw(session.state, PLAYER, None, "")
    yield from _picture(key, face, Rect(room.x, y + 5, room.w, room.y + room.h - y - 5))


def _answered(key: str, each: Puzzle, room: Rect) -> Iterator[Mark]:
    """Yields what was played and what is better, on the map and in words."""
    theme = title_of(each.opened.game, each.position.theme)
    head, size = fit(f"{_name(each)} · {theme}", "bold", _BODY, room.w, _SMALLEST)
    yield Text(f"{key}/name", room.x, room.y + _BODY, head, "bold", size, "text")
    guide = each.opened.game.play.guide(each.opened.session.rules)
    face = drawn(each.opened, guide, PLAYER, each.turn, for_all=True)
    wide = _ANSWER * room.w
    high = min(wide * face.size[1] / face.size[0], room.h - _BODY - 5 - _WORDS * _LINE)
    yield from _picture(key, face, Rect(room.x, room.y + _BODY + 5, wide, high))
    y = room.y + _BODY + 5 + high + _LINE
    for n, (sentence, ink) in enumerate(_answer(each)):
        for i, line in enumerate(wrapped(sentence, "text", _BODY, room.w, 2)):
            yield Text(f"{key}/words/{n}/{i}", room.x, y, line, "text", _BODY, ink)
            y += _LINE


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


def _picture(key: str, face: Display, room: Rect) -> Iterator[Mark]:
    """A sheet without its blank edge, as large as it fits, at the left and the top."""
    wide, high = face.size[0] - 2 * INSET, face.size[1] - 2 * INSET
    scale = min(room.w / wide, room.h / high)
    place = Rect(room.x, room.y, scale * wide, scale * high)
    yield from window(f"{key}/sheet", face.marks, (INSET, INSET, face.size[0] - INSET, face.size[1] - INSET), place)
