"""What is printed in another language: nothing is cut off, in no kind of document of any game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rollwrite_desktop.core import i18n
from rollwrite_desktop.draw.display import Mark, Text
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.printing.jobs.print_jobs import header_footer
from rollwrite_desktop.printing.sheets.page_layout import Pages, imposition_of, page_display
from tests.printed import kinds
from tests.sampling import sampled
from tests.test_translations import LANGUAGES

pytestmark = pytest.mark.slow

DOCUMENTS = [
    (language, sheet_id, kind)
    for game in GAMES.values() for sheet_id in game.play.sheets
    for kind, _, _ in kinds(game, sheet_of(game, sheet_id, "test"), first=sheet_id == game.play.sheets[0])
    for language in (*LANGUAGES, "en")
]
COUNTING = "3, 4, 5"
"""Behind it the ellipsis says that a row goes on."""


def marks_of(sheet_id: str, kind: str) -> Iterator[Mark]:
    """All that is on the faces and around them."""
    game = next(game for game in GAMES.values() if sheet_id in game.play.sheets)
    sheet = sheet_of(game, sheet_id, "test")
    every = kinds(game, sheet, first=sheet_id == game.play.sheets[0])
    leaves, layout = next((leaves(), layout) for name, leaves, layout in every if name == kind)
    page = imposition_of(leaves, layout.get("paper", "a4"), layout.get("per_page", 1))
    for leaf in leaves:
        yield from leaf.display.marks
    for shown in Pages(leaves, header_footer(game, game.info.title if layout.get("titled") else ""), page):
        yield from page_display(shown, page).marks


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    i18n.use("en", TRANSLATIONS)


@pytest.mark.usefixtures("english_again")
@sampled("language, sheet_id, kind", DOCUMENTS, 60, lambda case: (case[0], case[2]), ids=lambda part: str(part))
def test_nothing_printed_is_cut_off(language: str, sheet_id: str, kind: str) -> None:
    i18n.use(language, TRANSLATIONS)
    texts = [mark for mark in marks_of(sheet_id, kind) if isinstance(mark, Text)]
    assert texts
    assert [(mark.key, mark.text) for mark in texts if mark.text.endswith("…") and COUNTING not in mark.text] == []
