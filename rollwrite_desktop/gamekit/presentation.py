"""How a game introduces itself before it is played: one line, how long it takes, a piece of its sheet, and its computer
players by name. Knows no particular game."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from rollwrite_desktop.core.i18n import mark


class Level(Struct, frozen=True):
    """A computer player as people meet it: its name and how it plays, both message ids."""

    title: str
    manner: str


EASY_SHARE = 0.25
"""The share of its moves that the easy computer player makes by chance."""
RANDOM = Level(mark("Random"), mark("Makes any legal move, without a plan."))
EASY = Level(mark("Easy"), mark("Plays well, but makes about one move in four without thinking."))


class Presentation(Struct, frozen=True):
    """pitch: the game in one line, a message id; minutes: how long a game takes, from and to, (0, 0) if that is not known;
    piece: the part of the sheet that stands for the game in pictures: its middle and its width, in points; levels: computer
    players by id, the weakest first; usual_level: whom a newcomer plays against, "" for the weakest; maps: a line about each
    sheet in the atlas, a message id; par_level: the level whose mean is par, "" where none is measured; steps: of par for
    each area, where a gentle map ends and where a tough one begins; instead: by an option and its value, a line about all
    computer players that stands there for how each plays, a message id."""

    pitch: str = ""
    minutes: tuple[int, int] = (0, 0)
    piece: tuple[float, float, float] = (360.0, 270.0, 400.0)
    levels: Mapping[str, Level] = field(default_factory=lambda: {"random": RANDOM})
    usual_level: str = ""
    maps: Mapping[str, str] = field(default_factory=dict)
    par_level: str = ""
    steps: tuple[float, float] = (0.0, 0.0)
    instead: Mapping[tuple[str, str], str] = field(default_factory=dict)
