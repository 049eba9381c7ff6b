"""A sheet at the end of a game: without its total while that is counted; as a picture to share, with who got how much in
which game, and its code."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box
from rollwrite_desktop.draw.type_metrics import fit, width
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.review_view import WRITTEN
from rollwrite_desktop.sheet.sheet import Sheet

_STRIP, _EDGE = 46.0, 20.0
_NAME, _REST, _LINE = 17.0, 10.5, 15.0


def result_picture(sheet: Display, opened: Opened, player: str, code: str) -> Display:
    """A display of a finished game's sheet with a strip under it. `player`: whose sheet it is."""
    scores = opened.session.scores
    mine = next(score for score in scores if score.player == player)
    wide, high = sheet.size
    result = tr("{name}: {total}", name=opened.name(player), total=mine.total)
    others = [
        tr("{name}: {total}", name=opened.name(score.player), total=score.total)
        for score in sorted(scores, key=lambda score: score.place) if score.player != player
    ]
    place = [tr("place {n} of {all}", n=mine.place, all=len(scores))] if len(scores) > 1 else []
    base = high + _STRIP - 18.0
    text, size = fit(result, "bold", _NAME, wide * 0.4)
    marks: list[Mark] = [
        Shape("result/line", box(_EDGE, high + 2.0, wide - 2 * _EDGE, 0.6, 0.0), fill="line"),
        Text("result/own", _EDGE, base, text, "bold", size, "text"),
    ]
    # However many played: what stands to the right has a line for the others and one for the game, and ends there.
    right, room = wide - _EDGE, wide - 3 * _EDGE - width(text, "bold", size)
    line, small = fit(" · ".join([*place, *others]), "text", _REST, room)
    if line:
        marks.append(Text("result/others", right, base - _LINE / 2, line, "text", small, "faint", "right"))
    heading, small = fit(_joined([tr(opened.game.info.title), code]), "text", _REST, room)
    marks.append(Text("result/game", right, base + (_LINE / 2 if line else 0.0), heading, "text", small, "faint", "right"))
    return Display((wide, high + _STRIP), (*sheet.marks, *marks))


def uncounted(display: Display, sheet: Sheet, total: int) -> Display:
    """A sheet without its total, as long as that is still to be counted."""
    def tells(each: Mark) -> bool:
        spot = each.key.removeprefix(WRITTEN)
        return isinstance(each, Text) and each.text == str(total) and each.key != spot and spot in sheet.box

    return Display(display.size, tuple(each for each in display.marks if not tells(each)))


def _joined(parts: Sequence[str]) -> str:
    return " · ".join(part for part in parts if part)
