"""A sheet at the end of a game: without its total while that is counted; as a picture to share, with who got how much in
which game, and its code."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Face, Mark, Shape, Text, box
from rollwrite_desktop.draw.type_metrics import fit, width
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.review_view import WRITTEN
from rollwrite_desktop.sheet.sheet import Sheet

_STRIP, _EDGE = 84.0, 20.0
_TOTAL, _NAME, _SAID, _REST, _LINE = 44.0, 13.0, 11.5, 10.5, 17.0
SHARED = 1200
"""How wide a picture to share is, in pixels."""


def share_card(opened: Opened, player: str, code: str, day: str) -> Display:
    """A finished game as a picture to share: the player's sheet as on paper, without anything that was ringed, and under it
    the total, what it is called, the others, the game, its code and the day."""
    session, name = opened.session, opened.name(player)
    guide = opened.game.play.guide(session.rules)
    sheet = guide.draw(session.state, player, None, name)
    mine = next(score for score in session.scores if score.player == player)
    wide, high = sheet.size
    place = [tr("Place {n} of {all}", n=mine.place, all=len(session.scores))] if len(session.scores) > 1 else []
    others = [
        tr("{name}: {total}", name=opened.name(score.player), total=score.total)
        for score in sorted(session.scores, key=lambda score: score.place) if score.player != player
    ]
    total = str(mine.total)
    base, left = high + _STRIP - 24.0, _EDGE + width(total, "bold", _TOTAL) + 14.0
    marks: list[Mark] = [
        Shape("card/line", box(_EDGE, high + 2.0, wide - 2 * _EDGE, 0.6, 0.0), fill="line"),
        Text("card/total", _EDGE, base + 4.0, total, "bold", _TOTAL, "text"),
    ]
    said = guide.prompt(session.state, player, guide.ui()).sentence
    lines: tuple[tuple[str, str, Face, float, str], ...] = (
        ("card/name", name, "bold", _NAME, "text"), ("card/said", said, "text", _SAID, "text"),
        ("card/others", " · ".join([*place, *others]), "text", _REST, "faint"),
    )
    y = base - (2 if others else 1) * _LINE + 4.0
    for key, line, face, size, ink in lines:
        text, fitted = fit(line, face, size, wide - left - _EDGE)
        if text:
            marks.append(Text(key, left, y, text, face, fitted, ink))
            y += _LINE
    heading, small = fit(_joined([tr(opened.game.info.title), code, day]), "text", _REST, 0.6 * wide)
    marks.append(Text("card/game", wide - _EDGE, high + _STRIP - 6.0, heading, "text", small, "faint", "right"))
    return Display((wide, high + _STRIP), (*sheet.marks, *marks))


def uncounted(display: Display, sheet: Sheet, total: int) -> Display:
    """A sheet without its total, as long as that is still to be counted."""
    def tells(each: Mark) -> bool:
        spot = each.key.removeprefix(WRITTEN)
        return isinstance(each, Text) and each.text == str(total) and each.key != spot and spot in sheet.box

    return Display(display.size, tuple(each for each in display.marks if not tells(each)))


def _joined(parts: Sequence[str]) -> str:
    return " · ".join(part for part in parts if part)
