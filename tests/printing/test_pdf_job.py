"""A PDF that the worker process makes is the one that this process would make, byte for byte."""

from __future__ import annotations

import pickle
from multiprocessing.reduction import ForkingPickler
from typing import Any

import pytest

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.draw.imposition import impose
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.printing.jobs.print_jobs import Extras, blank_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.pdf.pdf_job import pdf_job
from rollwrite_desktop.printing.sheets.page_layout import Leaf
from tests.sampling import sampled


def made(leaves: tuple[Leaf, ...], game: Any, **layout: Any) -> bytes:
    """What the job gives, sent as it is sent to the process."""
    job = pickle.loads(bytes(ForkingPickler.dumps(pdf_job(leaves, header_footer(game), **layout))))
    *far, content = job()
    assert all(0 <= done <= total for done, total in far)
    return bytes(content)


@sampled("game_id, extras, layout", [
    ("on_tour", Extras(back="rules"), {"per_page": 2, "ink": "grey"}),
    ("rolling_america", Extras(fillable=True, rolls=True, code=True), {"paper": "letter"}),
    ("hexroller", Extras(seed="CLASS-7", large=True), {"largest": 1.3}),
    ("ligretto_dice", Extras(back="same"), {"paper": "a5"}),
], 2)
def test_the_same_file_comes_out(game_id: str, extras: Extras, layout: dict[str, Any]) -> None:
    game = GAMES[game_id]
    leaves = blank_leaves(game, sheet_of(game, ""), 2, ("Ann", "Bo"), extras)
    assert made(leaves, game, **layout) == pdf(leaves, header_footer(game), **layout)[0]


def test_what_is_said_against_it_is_said() -> None:
    game = GAMES["on_tour"]
    with pytest.raises(UserError, match="at least one sheet"):
        made((), game)


def test_a_reduced_face_is_drawn_once_for_a_scale() -> None:
    game = GAMES["on_tour"]
    (leaf,) = blank_leaves(game, sheet_of(game, ""), 4)
    scale = impose(leaf.display.size, "a4", 4).scale
    assert leaf.reduced is not None and leaf.reduced(scale) is leaf.reduced(scale)
