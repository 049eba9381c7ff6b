"""A reviewed turn as it is shown: what was played and the better choices, in words and drawn on the sheet of that moment.

Knows no game and no window: words come from the game's review, pictures from its guide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rollwrite_desktop.core.i18n import decimal, mark, shortest, tr, tr_n
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.gamekit.guide import Guide
from rollwrite_desktop.play.game_review import ROLLOUTS, Review, TurnResult, moves_in
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.sheet.sheet import Rect, Sheet

LETTERS = "ABCDEF"
MARK_TITLES = {"doubtful": mark("doubtful"), "mistake": mark("mistake"), "blunder": mark("blunder")}
MINE, BETTER, ON = "mistake", "legal", "mistake.on"
"""The inks of what was played, of what was better, and of letters on both."""
WRITTEN = "mark/"
"""How the keys of everything begin that a player has written."""
_SIZE, _HIGH, _PAD = 9.0, 13.0, 4.0
_ASIDE = (0.0, -0.2, 0.2, -0.4, 0.4)
"""How far a flag may move aside, in its own width."""
_EACH = 3
"""A choice that differs in more places says its result at the first of them only."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to play a turn. letter: what it is called on the sheet, "" for what was played; text: its moves in words;
    expected: the result to be expected after it; state: the position that it leads to."""

    letter: str
    text: str
    expected: float
    state: Any


def choices(opened: Opened, player: str, turn: TurnResult) -> tuple[Choice, ...]:
    """What was played, then the best candidates. Raises UserError for moves that cannot be read."""
    rules, before = opened.session.rules, opened.session.state_after(turn.before)
    found = []
    for letter, text, expected in (
        ("", turn.move, turn.value),
        *((letter, best.move, best.expected) for letter, best in zip(LETTERS, turn.best, strict=False)),
    ):
        moves, state = moves_in(rules, text), before
        for move in moves:
            state = rules.apply(state, Event(player, move))
        found.append(Choice(letter, opened.game.review.describe_moves(rules, moves), expected, state))
    return tuple(found)


# ---------------------------------------------------------------------- in words


def headline(turn: TurnResult, *, lucky: bool = True) -> str:
    """What a turn cost, and how lucky its roll was; not `lucky`: nothing of that is known yet."""
    cost = decimal(max(0.0, turn.error))
    text = tr("Turn {n} cost {cost}: {mark}", n=turn.turn, cost=cost, mark=tr(MARK_TITLES[turn.mark])) if turn.mark \
        else tr("Turn {n}: no clear mistake", n=turn.turn)
    return " · ".join((text, tr("luck {luck}", luck=signed(turn.luck)))) if lucky else text


def signed(amount: float) -> str:
    """A number with its sign, to one decimal; nothing is neither."""
    if not round(amount, 1):
        return decimal(0.0)
    return decimal(amount, sign=True).replace("-", "−")


def reasons(opened: Opened, player: str, turn: TurnResult) -> tuple[str, ...]:
    """Why the best choice is better, in sentences; none where what was played is as good."""
    if not turn.mark or not turn.best:
        return ()
    mine, best, *_ = choices(opened, player, turn)
    text = opened.game.review.contrast(opened.session.rules, mine.state, best.state, player)
    played = tr("On average over many playouts: {letter} {best}, yours {mine}.", n=ROLLOUTS,
                letter=best.letter, best=decimal(best.expected), mine=decimal(mine.expected))
    later = tr("The difference comes later: after {letter}, more of the coming rolls fit well.", letter=best.letter)
    return (*(text or (later,)), played)


def summary(review: Review) -> str:
    """How a game went: the sum that leads from what the best play could expect to the result, then what cost something."""
    luck = tr("good luck brought {n}", n=decimal(review.luck)) if review.luck >= 0 \
        else tr("bad luck cost {n}", n=decimal(-review.luck))
    text = tr("Result {result}: the best play could expect {expected} before the first roll; {luck}, errors cost {error}.",
              result=shortest(review.result), expected=decimal(review.expected), luck=luck,
              error=decimal(max(0.0, review.error))) + "\n"
    clear = [turn for turn in review.turns if turn.mark]
    if not clear:
        return f"{text}{tr('No turn was a clear mistake.')}"
    blunders = sum(turn.mark == "blunder" for turn in clear)
    found = tr_n("One turn was a clear mistake.", "{n} turns were clear mistakes.", len(clear))
    if not blunders:
        return f"{text}{found}"
    return f"{text}{found} {tr_n('One was a blunder.', '{n} were blunders.', blunders)}"


# ---------------------------------------------------------------------- on the sheet


def drawn(opened: Opened, guide: Guide, player: str, turn: TurnResult, only: int | None = None) -> Display:
    """The sheet of a turn with what was played, and at the places where they differ the better choices by their letters and
    expected results; `only`: one choice (0 for what was played) as the sheet would look after it."""
    sheet, name = opened.sheet, opened.name(player)
    every = choices(opened, player, turn)
    before = written(guide.draw(opened.session.state_after(turn.before), player, None, name), sheet)
    pages = [guide.draw(choice.state, player, None, name) for choice in every]
    news = [news_in(written(page, sheet), before) for page in pages]
    if only is not None:
        spots = [spot for spot in news[only] if spot in sheet.space]
        marks = (*pages[only].marks, *rings(sheet, spots, BETTER if only else MINE))
        return Display(pages[only].size, marks)
    differing = [
        [spot for spot in new if any(plain(other.get(spot, ())) != plain(new[spot]) for other in news)] for new in news
    ]
    marks = (*pages[0].marks, *_overlay(sheet, every, news, differing))
    return Display(pages[0].size, marks)


def written(page: Display, sheet: Sheet) -> dict[str, tuple[Mark, ...]]:
    """The marks that a player has written, by the spot where they stand, in the order of the page."""
    found: dict[str, tuple[Mark, ...]] = {}
    for each in page.marks:
        if each.key.startswith(WRITTEN):
            spot = each.key.removeprefix(WRITTEN)
            while spot not in sheet.space and spot not in sheet.box and "/" in spot:
                spot = spot.rpartition("/")[0]
            found[spot] = (*found.get(spot, ()), each)
    return found


def news_in(after: dict[str, tuple[Mark, ...]], before: dict[str, tuple[Mark, ...]]) -> dict[str, tuple[Mark, ...]]:
    return {spot: marks for spot, marks in after.items() if plain(marks) != plain(before.get(spot, ()))}


def plain(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Marks without their inks: the latest move is a little darker than the others."""
    return tuple(_inked(each, "pencil", each.key) for each in marks)


def _inked(each: Mark, ink: str, key: str) -> Mark:
    if isinstance(each, Text):
        return replace(each, key=key, ink=ink)
    return replace(each, key=key, fill=ink if each.fill else "", stroke=ink if each.stroke else "")


def _overlay(
    sheet: Sheet, every: Sequence[Choice], news: Sequence[dict[str, tuple[Mark, ...]]], differing: Sequence[Sequence[str]]
) -> Iterator[Mark]:
    """Rings and flags; where only better choices write, what the best of them writes."""
    mine = set(differing[0])
    yield from rings(sheet, [spot for spot in differing[0] if spot in sheet.space], MINE)
    others: dict[str, list[int]] = {}
    for at, spots in enumerate(differing[1:], 1):
        for spot in spots:
            if spot in sheet.space:
                others.setdefault(spot, []).append(at)
    for spot, found in others.items():
        if spot not in mine:
            yield from (_aside(each) for each in rings(sheet, (spot,), BETTER))
            if spot not in news[0]:
                for each in news[found[0]][spot]:
                    yield _inked(each, BETTER, f"better/{each.key}")
    named: set[int] = set()
    taken: list[Rect] = []
    for spot in dict.fromkeys((*differing[0], *others)):
        if spot not in sheet.space:
            continue
        flags = []
        if spot in mine:
            first = 0 not in named or len(differing[0]) <= _EACH
            flags.append((_describe(tr("you"), every[0], first), MINE))
            named.add(0)
        letters = others.get(spot, [])
        if letters:
            groups: dict[tuple[Mark, ...], list[int]] = {}
            for at in letters:
                groups.setdefault(plain(news[at][spot]), []).append(at)
            # The sheet shows what was played, or else what the first of them writes.
            shown = plain(news[0][spot]) if spot in news[0] else next(iter(groups))
            texts = []
            for better, equal in groups.items():
                name = "".join(every[at].letter for at in equal)
                instead = _text(better) if better != shown else ""
                first = len(letters) == 1 and (letters[0] not in named or len(differing[letters[0]]) <= _EACH)
                texts.append(f"{name}→{instead}" if instead else _describe(name, every[equal[0]], first))
            flags.append((" ".join(texts), BETTER))
            named.update(letters)
        yield from flag_marks(f"flag/{spot}", sheet.space[spot].writing, flags, sheet.size[0], taken)


def _aside(each: Mark) -> Mark:
    """A ring under another key than those of what was played."""
    return replace(each, key=f"better/{each.key}")


def _describe(name: str, choice: Choice, result: bool) -> str:
    return f"{name} {decimal(choice.expected)}" if result else name


def _text(marks: Sequence[Mark]) -> str:
    """What is written, where it is a number."""
    return next((each.text for each in marks if isinstance(each, Text)), "")


def flag_marks(
    key: str, place: Rect, flags: Sequence[tuple[str, str]], most: float, taken: list[Rect]
) -> Iterator[Mark]:
    """Small flags, the first over the lower edge of a writing place, the second over the upper; aside where another one is
    in the way. taken: where there are flags, which is added to."""
    for n, (text, ink) in enumerate(flags):
        wide = width(text, "bold", _SIZE) + 2 * _PAD
        low, high = place.y + place.h - 0.38 * _HIGH, max(1.0, place.y - 0.62 * _HIGH)
        flag = min(
            (
                Rect(min(max(1.0, place.center[0] - wide / 2 + aside * wide), most - wide - 1), edge, wide, _HIGH)
                for edge in ((low, high) if n == 0 else (high, low)) for aside in _ASIDE
            ),
            key=lambda flag: sum(_shared(flag, other) for other in taken),
        )
        taken.append(flag)
        x, y = flag.x, flag.y
        yield Shape(f"{key}/{n}/body", box(x, y, wide, _HIGH, 3.5), fill=ink, stroke="paper", width=0.8)
        base = y + (_HIGH + cap_height("bold", _SIZE)) / 2
        yield Text(f"{key}/{n}/text", x + wide / 2, base, text, "bold", _SIZE, ON, "middle")


def _shared(one: Rect, other: Rect) -> float:
    """The area that two rectangles share."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)
