"""What a map calls its areas: read, written, counted in the language in use, and no part of its hash."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from msgspec.structs import replace

from rollwrite_desktop import paths
from rollwrite_desktop.core import i18n
from rollwrite_desktop.sheet.area_words import area_word, counted_areas
from rollwrite_desktop.sheet.load import NotASheet, dump, find, loads
from rollwrite_desktop.sheet.sheet import AreaWord


def test_the_word_comes_from_the_sheet() -> None:
    assert counted_areas(find("rolling_america_usa")) == "50 states"
    assert counted_areas(find("rolling_america_europe")) == "40 countries"
    assert counted_areas(find("rolling_america_europe"), 1) == "1 country"
    assert counted_areas(find("on_tour_usa")) == "41 areas"


@pytest.mark.parametrize("word", get_args(AreaWord))
def test_every_word_is_translated_and_kept(word: AreaWord) -> None:
    sheet = replace(find("rolling_america_usa"), area_word=word)
    kept = loads(dump(sheet), "kept.json")
    assert kept.area_word == word and kept.hash == sheet.hash
    assert word in area_word(kept) and counted_areas(kept).startswith("50 ")
    i18n.use("es", paths.TRANSLATIONS)
    try:
        assert area_word(kept) != word and counted_areas(kept) == f"50 {counted_areas(kept, 2)[2:]}"
    finally:
        i18n.use("en", paths.TRANSLATIONS)


def test_another_word_is_refused() -> None:
    data = json.loads(dump(find("rolling_america_usa")))
    with pytest.raises(NotASheet, match="area_word"):
        loads(json.dumps(data | {"area_word": "planet"}).encode(), "planet.json")
