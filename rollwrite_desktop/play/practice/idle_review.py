"""Reviews of finished games for hours in which nobody uses the program: game after game of a folder, the one touched last
first, as a job of the worker process. What comes of them is kept by whoever asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.gamekit.think.engine import Budget
from rollwrite_desktop.intake import journals
from rollwrite_desktop.play.kept.game_index import files_in
from rollwrite_desktop.play.opening.open_game import Opened, bot_names, reopen
from rollwrite_desktop.play.review.game_review import (
    ROLLOUTS,
    Review,
    game_hash,
    keep_review,
    kept_reviews,
    reviewable,
    reviewed,
)

Known = frozenset[tuple[str, int]]
"""Games of which nothing is left to review, by name and when they were touched last."""


class Looked(Struct, frozen=True):
    """A game of which nothing is left to review: its name, and when it was touched last (ns)."""

    name: str
    stamp: int


class Found(Struct, frozen=True):
    """The review of a person's game. events: a hash of the game that it is about."""

    path: Path
    player: str
    events: str
    review: Review


def unreviewed(opened: Opened, path: Path) -> tuple[str, ...]:
    """Returns the people at a finished game of whom no review is kept beside it."""
    if not reviewable(opened) or opened.game.info.realtime:
        return ()
    bots, kept = bot_names(opened), kept_reviews(path, opened)
    return tuple(player for player in opened.session.players if player not in bots and player not in kept)


def reviewing(
    games: Path, known: Known, rollouts: int = ROLLOUTS, budget: Budget | None = None
) -> Iterator[Looked | Found | None]:
    """Yields the reviews that lack in a folder; None after each turn, so that it can be stopped. What cannot be read or
    reviewed is passed over."""
    for path, (stamp, _) in files_in(games, SUFFIX):
        if (path.name, stamp) in known:
            continue
        try:
            opened = reopen(journals.read(path), path.name, path.parent)
            for player in unreviewed(opened, path):
                for part in reviewed(opened, player, rollouts, budget):
                    yield Found(path, player, game_hash(opened), part) if isinstance(part, Review) else None
        except UserError:
            pass
        yield Looked(path.name, stamp)


def keep_found(found: Found) -> bool:
    """Keeps a review beside its game, if that is still the same and still there. Raises UserError."""
    opened = reopen(journals.read(found.path), found.path.name, found.path.parent)
    if game_hash(opened) != found.events:
        return False
    keep_review(found.path, opened, found.player, found.review)
    return True
