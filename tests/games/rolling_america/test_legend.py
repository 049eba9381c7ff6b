"""What a map of Rolling America explains of its signs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games import ROLLING_AMERICA
from rollwrite_desktop.games.rolling_america.play.drawing import LEGEND, STYLE, signs
from rollwrite_desktop.sheet.load import find


@pytest.mark.parametrize("sheet_id, found", [
    ("rolling_america_usa", ("corner",)),
    ("rolling_america_netherlands", ("sea",)),
    ("rolling_america_italy", ("sea", "leader")),
    ("rolling_america_austria", ()),
])
def test_signs_are_those_that_are_drawn(sheet_id: str, found: tuple[str, ...]) -> None:
    assert signs(find(sheet_id)) == found


@pytest.mark.parametrize("sheet_id", ROLLING_AMERICA.play.sheets)
def test_every_sign_of_a_map_is_explained_and_no_other(sheet_id: str) -> None:
    sheet = find(sheet_id)
    words = [mark.text for mark in STYLE.blank(sheet).marks if isinstance(mark, Text) and mark.key.startswith("legend/")]
    assert words == [tr(LEGEND[name]) for name in signs(sheet)]


def test_a_map_without_a_place_for_a_legend_has_none() -> None:
    sheet = find("rolling_america_usa")
    bare = replace(sheet, decor=tuple(decor for decor in sheet.decor if decor.kind != "legend"))
    assert not [mark.key for mark in STYLE.blank(bare).marks if mark.key.startswith("legend/")]
