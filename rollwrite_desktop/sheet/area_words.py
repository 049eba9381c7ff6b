"""What the spaces of a map are called: states, countries, counties … A value of the sheet, in the language in use.

For counts and captions: "40 countries". Sentences about play say "area" on every map, since in other languages the article
and the ending would change with the word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.sheet.sheet import AreaWord, Sheet

WORDS: Mapping[AreaWord, str] = {
    "area": mark("area"), "state": mark("state"), "country": mark("country"), "county": mark("county"),
    "province": mark("province"), "prefecture": mark("prefecture"), "district": mark("district"),
}
"""What one of them is called: message ids."""
_COUNTED: Mapping[AreaWord, Callable[[int], str]] = {
    "area": lambda n: tr_n("{n} area", "{n} areas", n), "state": lambda n: tr_n("{n} state", "{n} states", n),
    "country": lambda n: tr_n("{n} country", "{n} countries", n), "county": lambda n: tr_n("{n} county", "{n} counties", n),
    "province": lambda n: tr_n("{n} province", "{n} provinces", n),
    "prefecture": lambda n: tr_n("{n} prefecture", "{n} prefectures", n),
    "district": lambda n: tr_n("{n} district", "{n} districts", n),
}


def area_word(sheet: Sheet) -> str:
    """Returns what one space of a sheet is called: "country"."""
    return tr(WORDS[sheet.area_word])


def counted_areas(sheet: Sheet, n: int | None = None) -> str:
    """Spaces of a sheet, counted: "40 countries"; all of them where there is no `n`."""
    return _COUNTED[sheet.area_word](len(sheet.spaces) if n is None else n)
