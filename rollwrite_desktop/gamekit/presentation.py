"""How a game introduces itself before it is played: one line, how long it takes, and a piece of its sheet. Knows no
particular game."""

from __future__ import annotations

from msgspec import Struct


class Presentation(Struct, frozen=True):
    """pitch: the game in one line, a message id; minutes: how long a game takes, from and to, (0, 0) if that is not known;
    piece: the part of the sheet that stands for the game in pictures: its middle and its width, in points; usual_level:
    whom a newcomer plays against, "" for the weakest."""

    pitch: str = ""
    minutes: tuple[int, int] = (0, 0)
    piece: tuple[float, float, float] = (360.0, 270.0, 400.0)
    usual_level: str = ""
