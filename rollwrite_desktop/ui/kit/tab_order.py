"""The order of Tab, which is that in which the layouts of a window are read."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QLayout,
    QScrollArea,
    QWidget,
)
from shiboken6 import isValid

from rollwrite_desktop.ui.base import theme

_AROUND = 50
"""Pixels at 100 % text around what is scrolled into sight."""


def tab_stops(root: QWidget) -> Iterator[QWidget]:
    """Yields what Tab stops at below a widget, as it is read: layout by layout, then what lies over others without one."""
    return (widget for widget in as_read(root) if _is_stop(widget))


def pressed_tab(window: QWidget) -> bool:
    """Returns whether the focus of a window is to go on because somebody wants it to: Qt also asks while what has it is
    being hidden or destroyed, when nobody may look at its widgets."""
    here = window.focusWidget()
    return here is None or (isValid(here) and here.isVisible())


def tab_on(window: QWidget, forward: bool) -> bool:
    """Gives the focus to the next stop of Tab in a window, or the one before, around its end; False if there is no other.

    Qt's own order is that in which widgets were made, and those that are made anew come last.
    """
    widgets, here = [*as_read(window)], window.focusWidget()
    at = widgets.index(here) if here in widgets else -1
    ring = [*widgets[at + 1 :], *widgets[: max(at, 0)]]
    stop = next(filter(_is_stop, ring if forward else reversed(ring)), None)
    if stop is None:
        return False
    stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    bring_into_sight(stop)
    return True


def bring_into_sight(widget: QWidget) -> None:
    """Scrolls whatever a widget lies in until it is seen, with a line of text around it: what it is called stands there."""
    around, above = theme.px(_AROUND), widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget, around, around)
        above = above.parentWidget()


def _is_stop(widget: QWidget) -> bool:
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    chosen = group.checkedButton() if group is not None and group.exclusive() else None
    if chosen is not None and chosen.isVisible():  # Qt would stop at the first of them
        return widget is chosen
    able = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return able and widget.isVisible() and widget.isEnabled()


def as_read(widget: QWidget) -> Iterator[QWidget]:
    """Everything below a widget in reading order, hidden or not; other windows are left out."""
    laid_out = [*_laid_out(widget.layout())]
    others = [each for each in widget.children() if isinstance(each, QWidget) and each not in laid_out]
    for child in (*laid_out, *sorted(others, key=lambda each: (each.y(), each.x()))):
        if not child.isWindow():
            yield child
            yield from as_read(child)


def _laid_out(layout: QLayout | None) -> Iterator[QWidget]:
    """Yields the widgets in a layout and in those within it; the cells of a grid row by row.

    WORKAROUND(PySide 6.11): the layout's items are never asked for. What stands for one in Python stays for as long as the
    layout does, also when the item is gone, and is then taken for whatever Qt puts at the same address, such as an action.
    """
    owner = layout.parentWidget() if layout is not None else None
    if layout is None or owner is None:
        return
    parts: list[QWidget | QLayout] = [each for each in owner.children() if isinstance(each, QWidget)]
    parts += [each for each in layout.children() if isinstance(each, QLayout)]
    placed = [(layout.indexOf(each), each) for each in parts]
    for _, each in sorted((at for at in placed if at[0] >= 0), key=lambda at: _reading_place(layout, at[0])):
        if isinstance(each, QLayout):
            yield from _laid_out(each)
        else:
            yield each


def _reading_place(layout: QLayout, index: int) -> tuple[int, ...]:
    return tuple(layout.getItemPosition(index)[:2]) if isinstance(layout, QGridLayout) else (index,)  # type: ignore[index]
