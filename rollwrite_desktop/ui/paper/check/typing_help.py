"""The keys by which a paper is typed in, for the list of keys: those that mean something on its sheet."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.play.guide import PaperEditor, RouteEditor
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.kit.page import Keys

CIRCLE, CIRCLED, CROSS_OFF, ALL, ROUTE = "(", ")", " ", "*", ">"


def typing_keys(sheet: Sheet, editor: PaperEditor) -> Keys:
    """Returns what typing does, and the key that does it."""
    return ((tr("Typing a sheet"), tuple(_rows(sheet, editor))),)


def blanks_in_words(sheet: Sheet) -> str:
    """Returns what Enter does on a map, for whoever begins to type; "" where nothing is passed over by it."""
    return tr("Enter ends a mark; pressed again, it goes past a blank space.") if sheet.links else ""


def _rows(sheet: Sheet, editor: PaperEditor) -> Iterator[tuple[str, str]]:
    keys = {key for spot in (*sheet.space, *sheet.box) for key, _ in editor.keys(spot)}
    if CIRCLE in keys:
        yield tr("Circle the number that is typed next"), CIRCLE
        yield tr("Circle the number that was typed last"), CIRCLED
    if CROSS_OFF in keys:
        yield tr("Cross off a box"), tr(mark("Space", "key"))
        yield tr("Cross off all boxes from this one on"), ALL
    if isinstance(editor, RouteEditor):
        yield tr("Begin and end the route"), ROUTE
    yield tr("Go past a blank space"), tr("Enter")
    yield tr("The same right behind a mark"), tr("Enter twice")
    yield tr("Empty what was typed last"), tr("Backspace")
