"""Decks to cut out that stand in for dice and a bag, with a card each that says how they are used.

The cards have the size of those of `card_pages`, and are cut alike. Knows no game: decks come from its print kit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box, ellipse, polyline
from rollwrite_desktop.draw.inks import INKS
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import ELLIPSIS, wrapped
from rollwrite_desktop.gamekit.words.print_kit import Deck
from rollwrite_desktop.printing.cards.card_pages import MARGIN, Grid, blank_card, cut_around
from rollwrite_desktop.sheet.sheet import Rect

TITLE, SMALL, LINE = 12.0, 9.0, 11.5
RESULT, NAME = 64.0, 22.0
"""The sizes of a result that is a number, and of one that is a color."""
STACK = 12.0
"""The size of what the stack of a card is called, by which cards are sorted."""
TURNED = frozenset(("6", "9"))
"""Results that look alike upside down: a line is below them."""
UNDERLINE = 0.26, 0.13, 0.05
"""Half its width, its distance below the digit, and how thick it is, as parts of the size of the digit."""
FIELD = 0.38
"""The part of a card's width that its color takes."""
BADGE = 0.62
"""The part of that field that the letter of the color takes."""
UPRIGHT, UPRIGHT_NAME = 1.2, 44.0
"""How much larger the letters of an upright card are, and the height of what its color is called."""
UPRIGHT_USE = 1.6, 1.5, 1.4, 1.3, UPRIGHT
"""Likewise on the card that says how its deck is used: the first with which it holds all of that."""


def deck_pages(decks: Sequence[Deck], title: str, grid: Grid) -> Iterator[Display]:
    """Yields the decks one after the other, each behind the card that says how it is used; as many cards on a face as it
    holds, and blank ones on the rest of the last. Each face is drawn when it is asked for."""
    wide, high = grid.card.wide, grid.card.high
    cards = [card for deck in decks for card in _cards(deck)]
    count = -(-len(cards) // grid.held)
    for n in range(count):
        held = cards[n * grid.held : (n + 1) * grid.held]
        words = tr("{title}: cards in place of dice, page {n} of {total}. Cut along a ruler from mark to mark.",
                   title=title, n=n + 1, total=count)
        marks = [mark for i, (deck, stack, result) in enumerate(held)
                 for mark in _card(f"card/{i}", deck, stack, result, Rect(*grid.corner(i), wide, high))]
        for i in range(len(held), grid.held):
            marks += blank_card(f"card/{i}", Rect(*grid.corner(i), wide, high))
        yield Display(grid.size, (*marks, *cut_around(grid, words)))


def _cards(deck: Deck) -> Iterator[tuple[Deck, str, str]]:
    """Yields the deck, the letter of a stack, and a result, "" for the card that says how the deck is used."""
    yield deck, "", ""
    for stack in deck.stacks or ("",):
        for result in deck.results:
            yield deck, stack, result


def _card(key: str, deck: Deck, stack: str, result: str, place: Rect) -> Iterator[Mark]:
    inner = Rect(place.x + MARGIN, place.y + MARGIN, place.w - 2 * MARGIN, place.h - 2 * MARGIN)
    upright = place.h > place.w
    larger = UPRIGHT if upright else 1.0
    if not result:
        yield from _use(key, deck, inner, UPRIGHT_USE if upright else (larger,))
        return
    ink = f"region.{result}"
    if result.isdigit():
        middle = Rect(inner.x, inner.y, inner.w, inner.h - 16)
        shown = caption(f"{key}/result", result, middle, "bold", RESULT * (2 if upright else 1), "text", "middle")
        yield shown
        if result in TURNED and TURNED.issubset(deck.results):
            half, low = UNDERLINE[0] * shown.size, shown.y + UNDERLINE[1] * shown.size
            under = polyline(((middle.center[0] - half, low), (middle.center[0] + half, low)))
            yield Shape(f"{key}/under", under, stroke="text", width=UNDERLINE[2] * shown.size)
    elif upright:
        yield from _field(key, Rect(inner.x, inner.y, inner.w, inner.h - UPRIGHT_NAME), ink, deck.letters.get(result, ""))
        below = Rect(inner.x, inner.y + inner.h - UPRIGHT_NAME, inner.w, UPRIGHT_NAME)
        yield caption(f"{key}/result", tr(result), below, "bold", NAME, "text", "middle")
    else:
        wide = FIELD * place.w
        yield from _field(key, Rect(inner.x, inner.y, wide - MARGIN, inner.h), ink, deck.letters.get(result, ""))
        beside = Rect(inner.x + wide, inner.y, inner.w - wide, inner.h)
        yield caption(f"{key}/result", tr(result), beside, "bold", NAME, "text", "middle")
    if stack:
        foot = Rect(inner.x, inner.y + inner.h - larger * STACK, inner.w, larger * STACK)
        yield caption(f"{key}/stack", tr("Stack {letter}", letter=stack), foot, "bold", larger * STACK, "text", "middle")


def _use(key: str, deck: Deck, inner: Rect, sizes: Sequence[float]) -> Iterator[Mark]:
    """Yields what a deck is called, and how it is used."""
    for larger in sizes:
        rows = 1 + int((inner.h - larger * (TITLE + 15)) / (larger * LINE))
        lines = wrapped(tr(deck.use), "text", larger * SMALL, inner.w, rows)
        if not lines[-1].endswith(ELLIPSIS):
            break
    title = Rect(inner.x, inner.y, inner.w, larger * TITLE + 2)
    yield caption(f"{key}/title", tr(deck.title), title, "bold", larger * TITLE)
    for i, line in enumerate(lines):
        low = inner.y + larger * (TITLE + 15 + i * LINE)
        yield Text(f"{key}/use/{i}", inner.x, low, line, "text", larger * SMALL, "text")


def _field(key: str, place: Rect, ink: str, letter: str) -> Iterator[Mark]:
    """A color as its region on a sheet, with the letter on its die in the middle."""
    known = ink in INKS
    yield Shape(f"{key}/field", box(place.x, place.y, place.w, place.h, 6), ink if known else "box", "border", 1.0)
    if letter:
        x, y = place.center
        half = BADGE * min(place.w, place.h) / 2
        badge = Rect(x - half, y - half, 2 * half, 2 * half)
        yield Shape(f"{key}/disc", ellipse(x, y, half, half), f"{ink}.strong" if known else "box", "border", 1.2)
        yield caption(f"{key}/letter", tr(letter), badge, "bold", 1.3 * half, f"{ink}.on" if known else "text", "middle")
