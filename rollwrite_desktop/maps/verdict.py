"""What a drawn map's measures say in sentences, and what it must meet to be shipped. Light to load."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import shortest, tr, tr_n
from rollwrite_desktop.maps.values import MIN_AREAS, Made, Measures

MAX_STAIRS = 0.3
"""Stair steps for each area."""
MAX_TIGHT, LEAST_GAP = 0.2, 0.6
"""The share of squares with a border nearer than a millimeter, and millimeters from any square to a border."""
LEAST_LIKENESS = 0.5
MAX_CROWDING, BY_LINES, EASY = 1.0, 1.5, 0.8
"""Where squares need more than so many times the land that there is, nothing looks like the land; and where lines join them,
as they may reach beyond their areas. EASY: where borders are drawn, so much of it leaves room for a coast."""
MAX_FANS, LONGEST = 5, 70.0
"""Pairs of lines of a place that are hard to tell apart, and millimeters of a line."""


def summary(measures: Measures) -> str:
    """Returns the measures of a map in one sentence; "" where nothing is known."""
    if measures.likeness is None:
        return ""
    like = shortest(round(measures.likeness, 2))
    if measures.longest:
        return tr("Likeness to the land: {like} of 1. Longest line: {mm} mm.", like=like, mm=str(round(measures.longest)))
    return tr("Likeness to the land: {like} of 1. Space around the writing squares: usually {gap} mm, at least {least} mm.",
              like=like, gap=shortest(round(measures.gap, 1)), least=shortest(round(measures.least_gap, 1)))


def shortcomings(measures: Measures) -> tuple[str, ...]:
    """Returns what keeps a map from being one to be proud of."""
    found = []
    if measures.stairs > MAX_STAIRS:
        found.append(tr("Borders run in steps."))
    near = round(measures.tight * measures.areas)
    if measures.tight > MAX_TIGHT or (measures.least_gap < LEAST_GAP and not measures.longest):
        found.append(tr_n(
            "{n} writing square has a border nearer than 1 mm; the nearest is at {mm} mm.",
            "{n} writing squares have a border nearer than 1 mm; the nearest is at {mm} mm.", near,
            mm=shortest(round(measures.least_gap, 1))))
    if measures.likeness is not None and measures.likeness < LEAST_LIKENESS:
        found.append(tr("The drawing looks little like the land."))
    if measures.narrow_fans or measures.fans > MAX_FANS:
        found.append(tr_n("{n} pair of lines is hard to tell apart.", "{n} pairs of lines are hard to tell apart.",
                          max(measures.narrow_fans, measures.fans)))
    if measures.longest > LONGEST:
        found.append(tr("The longest line is {mm} mm long.", mm=str(round(measures.longest))))
    return tuple(found)


def fewer_areas(measures: Measures) -> int:
    """So many areas would have room enough to look like the land; 0 where there are not too many."""
    if not _is_crowded(measures):
        return 0
    fewer = int(measures.areas * (BY_LINES if measures.longest else EASY) / (measures.crowding or 1.0))
    return fewer if MIN_AREAS <= fewer < measures.areas else 0


def advice(measures: Measures) -> str:
    """Returns what would help where writing squares need more land than there is, or that nothing does; "" where there is
    enough."""
    fewer = fewer_areas(measures)
    if fewer:
        return tr("With at most {n} areas the map would look like the land; now it has {all}.", n=fewer, all=measures.areas)
    if _is_crowded(measures):
        return tr("The land is too narrow for its writing squares, so no drawing looks much like it.")
    return ""


def _is_crowded(measures: Measures) -> bool:
    return measures.crowding is not None and measures.crowding > (BY_LINES if measures.longest else MAX_CROWDING)


def said(made: Made) -> tuple[str, ...]:
    """All that there is to say of a map's measures."""
    if made.measures is None:
        return ()
    return tuple(filter(None, (summary(made.measures), *shortcomings(made.measures), advice(made.measures))))
