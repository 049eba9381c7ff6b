"""A sheet at the end of a game: without its total while that is counted; as a picture to share, with who got how much in
which game, and its code."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Face, Mark, Shape, Text, box
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.type_metrics import fit, width
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.review_view import WRITTEN
from rollwrite_desktop.sheet.sheet import Sheet

_STRIP, _LOW, _GAP = 84.0, 20.0, 22.0
"""How high the strip under the sheet is, how much of that is below its words, and what lies between two of them."""
_TOTAL, _NAME, _SAID, _REST, _LINE = 44.0, 13.0, 11.5, 10.5, 17.0
_LINES: tuple[tuple[str, Face, float, str], ...] = (
    ("card/name", "bold", _NAME, "text"), ("card/said", "text", _SAID, "text"), ("card/others", "text", _REST, "faint"),
)
SHARED = 1200
"""How wide a picture to share is, in pixels."""


def share_card(opened: Opened, player: str, code: str, day: str, *, result: str = "", said: str = "") -> Display:
    """A finished game as a picture to share: the player's sheet as on paper, without anything that was ringed, and under it
    the total, what it is called, the others, the game, its code and the day. result: what counts instead of the total, such
    as a time; said: what there is to say of it instead."""
    session, name = opened.session, opened.name(player)
    guide = opened.game.play.guide(session.rules)
    sheet = guide.draw(session.state, player, None, name)
    mine = next(score for score in session.scores if score.player == player)
    others = []
    if len(session.scores) > 1:
        others.append(tr("Place {n} of {all}", n=mine.place, all=len(session.scores)))
    for score in sorted(session.scores, key=lambda score: score.place):
        if score.player != player:
            others.append(tr("{name}: {total}", name=opened.name(score.player), total=score.total))
    amount = result or opened.game.words.unit.describe(mine.total)
    return _card(sheet, amount, (name, said or guide.rating(session.state, player), _joined(others)),
                 (tr(opened.game.info.title), code, day))


def share_scores(opened: Opened, paper: ScorePaper, code: str, day: str) -> Display:
    """Returns what was played on the score sheet of a whole table as a picture to share, with the winner's total under
    it."""
    game = opened.game
    shared = game.play.score_sheet
    assert shared is not None
    scores = sorted(shared.scores(paper), key=lambda score: score.place)
    names = tuple(score.player for score in scores if score.place == 1)
    won = tr("{name} wins", name=names[0]) if len(names) == 1 else tr("{names} share the win", names=names)
    others = [tr("{name}: {total}", name=score.player, total=score.total) for score in scores if score.place > 1]
    return _card(shared.played(paper), game.words.unit.describe(scores[0].total), (won, "", _joined(others)),
                 (tr(game.info.title), code, day))


def _card(sheet: Display, amount: str, lines: tuple[str, str, str], below: tuple[str, ...]) -> Display:
    """A sheet and the strip under it. amount: its first word is told large; lines: a heading, what is said, what is small;
    below: what the game was."""
    wide, high = sheet.size
    number, _, unit = amount.partition(" ")
    base, edge = high + _STRIP - _LOW, INSET + width(number, "bold", _TOTAL)
    marks: list[Mark] = [
        Shape("card/line", box(INSET, high + 2.0, wide - 2 * INSET, 0.6, 0.0), fill="line"),
        Text("card/total", INSET, base, number, "bold", _TOTAL, "text"),
    ]
    if unit:
        marks.append(Text("card/unit", edge + 6.0, base, unit, "text", _NAME, "faint"))
        edge += 6.0 + width(unit, "text", _NAME)
    left = edge + _GAP
    shown: tuple[tuple[str, str, Face, float, str], ...] = tuple(
        (key, line, face, size, ink) for (key, face, size, ink), line in zip(_LINES, lines, strict=True) if line
    )
    y = base - (len(shown) - 1) * _LINE
    heading, small = fit(_joined(below), "text", _REST, 0.5 * wide)
    marks.append(Text("card/game", wide - INSET, y, heading, "text", small, "faint", "right"))
    room = wide - left - INSET
    beside = width(heading, "text", small) + _GAP  # only the first line has it beside it
    for n, (key, line, face, size, ink) in enumerate(shown):
        text, fitted = fit(line, face, size, room - (0.0 if n else beside))
        marks.append(Text(key, left, y, text, face, fitted, ink))
        y += _LINE
    return Display((wide, high + _STRIP), (*sheet.marks, *marks))


def uncounted(display: Display, sheet: Sheet, total: int) -> Display:
    """A sheet without its total, as long as that is still to be counted."""
    def tells(each: Mark) -> bool:
        spot = each.key.removeprefix(WRITTEN)
        return isinstance(each, Text) and each.text == str(total) and each.key != spot and spot in sheet.box

    return Display(display.size, tuple(each for each in display.marks if not tells(each)))


def _joined(parts: Sequence[str]) -> str:
    return " · ".join(part for part in parts if part)
