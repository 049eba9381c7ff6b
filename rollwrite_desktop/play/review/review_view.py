"""A reviewed turn as it is shown: what was played and the better choices, in words and drawn on the sheet of that moment.

Knows no game and no window: words come from the game's review, pictures from its guide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import decimal, join_names, mark, mark_n, shortest, tr
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.gamekit.play.guide import Guide
from rollwrite_desktop.gamekit.value_tables import reviewed_errors
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.game_review import CERTAIN, ROLLOUTS, Candidate, Review, TurnResult, moves_in
from rollwrite_desktop.sheet.sheet import Rect, Sheet

LETTERS = "ABCDEF"
MARK_TITLES = {"doubtful": mark("doubtful"), "mistake": mark("mistake"), "blunder": mark("blunder")}
_COUNTED = {
    "blunder": mark_n("one blunder", "{n} blunders"), "mistake": mark_n("one mistake", "{n} mistakes"),
    "doubtful": mark_n("one doubtful move", "{n} doubtful moves"),
}
"""How marks are counted, the worst first."""
_USUAL, _BEST = "medium", "master"
"""The levels whose errors are known."""
ROLLS = 4
"""So many lucky and unlucky rolls are named at most."""
_ROUNDED = 0.05
"""Results that differ by less look alike."""
MINE, BETTER, ON = "mistake", "legal", "mistake.on"
"""The inks of what was played, of what was better, and of letters on both."""
WRITTEN = "mark/"
"""How the keys of everything begin that a player has written."""
_SIZE, _HIGH, _PAD, _LOWER = 9.0, 13.0, 4.0, 0.62
"""Of a flag: the size of its letters, how high it is, its padding, and what part of it lies outside of its place."""
_ASIDE = (0.0, -0.2, 0.2, -0.4, 0.4)
"""How far a flag may move aside, in its own width."""
_FARTHEST, _AROUND = 1.4, 4.0
"""So much more of the sheet than usual a piece shows at most, to show all that differs, with so much room around that."""
_EACH = 3
"""What was played says its result at the first place only where it differs in more places."""


class Choice(Struct, frozen=True):
    """A way to play a turn. letter: what it is called on the sheet, "" for what was played; text: its moves in words;
    expected: the result to be expected after it; state: the position that it leads to; beside: how it compares to what was
    played and to the first of the others, in words; apart: whether its result is told apart from the first's."""

    letter: str
    text: str
    expected: float
    state: Any
    beside: str = ""
    apart: bool = True


def choices(opened: Opened, player: str, turn: TurnResult) -> tuple[Choice, ...]:
    """Returns what was played, then the best candidates. Raises UserError for moves that cannot be read."""
    rules, before = opened.session.rules, opened.session.state_after(turn.before)
    found = []
    for letter, text, expected, beside, apart in (
        ("", turn.move, turn.value, "", True),
        *((letter, best.move, best.expected, _beside(opened, turn, best), _apart(turn, best))
          for letter, best in zip(LETTERS, turn.best, strict=False)),
    ):
        moves, state = moves_in(rules, text), before
        for move in moves:
            state = rules.apply(state, Event(player, move))
        found.append(Choice(letter, opened.game.think.review.describe_moves(rules, moves), expected, state, beside, apart))
    return tuple(found)


def _apart(turn: TurnResult, candidate: Candidate) -> bool:
    """Returns whether a candidate's result differs from that of the first one beyond two standard errors."""
    first = turn.best[0]
    return candidate is first or candidate.apart is None \
        or abs(candidate.expected - first.expected) > CERTAIN * candidate.apart


def told_apart(opened: Opened, turn: TurnResult) -> TurnResult:
    """A turn with those candidates only that are better than what was played beyond two standard errors."""
    return structs.replace(turn, best=tuple(
        each for each in turn.best
        if each is turn.best[0] or each.se is None or _gain(opened, each.expected, turn.value) > CERTAIN * each.se
    ))


def _beside(opened: Opened, turn: TurnResult, candidate: Candidate) -> str:
    """How a candidate compares to what was played, and to the first one, against which the error is counted. Within two
    standard errors it is about as good; a review from before they were kept says nothing of that."""
    gain = _gain(opened, candidate.expected, turn.value)
    if abs(gain - turn.error) < _ROUNDED:
        gain = turn.error
    if candidate.se is not None and abs(gain) <= CERTAIN * candidate.se:
        return tr("about as good as yours")
    if gain < 0:
        return tr("{n} worse than yours", n=amount(opened, -gain, candidate.se))
    if not _apart(turn, candidate):
        return tr("{n} better; about as good as {letter}", n=measured(gain, candidate.se), letter=LETTERS[0])
    return tr("{n} better than yours", n=amount(opened, gain, candidate.se))


def _gain(opened: Opened, one: float, other: float) -> float:
    """By how much one result is better than another."""
    return other - one if opened.game.play.lowest_wins else one - other


# ---------------------------------------------------------------------- in words


def measured(n: float, se: float | None = None, places: int = 1) -> str:
    """A number with its standard error where that is known and matters: "1.2 ± 0.3"."""
    number = signed(n, places) if round(n, places) < 0 else decimal(abs(n), places)
    return f"{number} ± {decimal(se, places)}" if se is not None and round(se, places) else number


def amount(opened: Opened, n: float, se: float | None = None, places: int = 1) -> str:
    """So many Xs or points: "1.2 ± 0.3 points"."""
    return f"{measured(n, se, places)} {tr(opened.game.words.unit.name)}"


def headline(opened: Opened, turn: TurnResult, *, lucky: bool = True) -> str:
    """Returns what a turn cost, and how lucky its roll was; not `lucky`: nothing of that is known yet."""
    cost = amount(opened, turn.error, turn.se)
    if not turn.mark:
        text = tr("Turn {n}: no clear mistake", n=turn.turn)
    elif opened.game.play.lowest_wins:
        text = tr("Turn {n} added {cost}: {mark}", n=turn.turn, cost=cost, mark=tr(MARK_TITLES[turn.mark]))
    else:
        text = tr("Turn {n} cost {cost}: {mark}", n=turn.turn, cost=cost, mark=tr(MARK_TITLES[turn.mark]))
    return f"{text} · {luck_text(opened, turn)}" if lucky else text


def luck_text(opened: Opened, turn: TurnResult) -> str:
    """How lucky the roll of a turn was; it is called so only where that is beyond doubt."""
    n = amount(opened, abs(turn.luck))
    if not round(turn.luck, 1):
        return tr("average luck")
    if turn.luck > 0:
        return tr("lucky roll: {n} better", n=n) if turn.roll else tr("luck: {n} better", n=n)
    return tr("unlucky roll: {n} worse", n=n) if turn.roll else tr("luck: {n} worse", n=n)


def rolls_named(review: Review) -> tuple[TurnResult, ...]:
    """Returns the turns with a lucky or an unlucky roll, the most telling first."""
    return tuple(sorted((turn for turn in review.turns if turn.roll), key=lambda turn: -abs(turn.luck)))[:ROLLS]


def roll_of(opened: Opened, guide: Guide, turn: TurnResult) -> str:
    """Returns what was rolled for a turn, in words; not what was set up before the first."""
    rolled = next(filter(lambda event: is_chance(event.by), reversed(opened.session.events[: turn.before])), None)
    return guide.describe_event(rolled, "") if rolled is not None else ""


def signed(amount: float, places: int = 1) -> str:
    """A number with its sign; nothing has none."""
    if not round(amount, places):
        return decimal(0.0, places)
    return decimal(amount, places, sign=True).replace("-", "−")


def reasons(opened: Opened, player: str, turn: TurnResult) -> tuple[str, ...]:
    """Why the best choice is better, in sentences; none where what was played is as good."""
    if not turn.mark or not turn.best:
        return ()
    mine, best, *_ = choices(opened, player, turn)
    said = tuple(opened.game.think.review.contrast(opened.session.rules, mine.state, best.state, player, best.letter))
    return (*(said or (tr("The difference shows only in later turns."),)), measured_by(opened, turn))


def measured_by(opened: Opened, turn: TurnResult) -> str:
    """By how many rollouts the choices of a turn were measured, and why the first need not have come out best."""
    text = tr("Playouts of each choice, with the same dice: {n}.", n=ROLLOUTS)
    if any(_gain(opened, best.expected, turn.best[0].expected) > _ROUNDED for best in turn.best[1:]) and turn.error:
        chosen = tr("{letter} was chosen on other dice, so another move may do a little better here.",
                    letter=LETTERS[0])
        return f"{text} {chosen}"
    return text


def summary(opened: Opened, review: Review) -> str:
    """How a game went: the sum that leads from what the best play averages to the result, then the marked turns."""
    sums = [tr("The best play averages {n}.", n=amount(opened, review.expected))]
    luck, error = amount(opened, abs(review.luck)), amount(opened, review.error, review.error_se)
    few = opened.game.play.lowest_wins
    if review.luck >= 0:
        sums.append(tr("Good luck saved {n}.", n=luck) if few else tr("Good luck brought {n}.", n=luck))
    else:
        sums.append(tr("Bad luck added {n}.", n=luck) if few else tr("Bad luck cost {n}.", n=luck))
    sums.append(tr("Your errors added {n}.", n=error) if few else tr("Your errors cost {n}.", n=error))
    sums.append(tr("Result: {n}.", n=f"{shortest(review.result)} {tr(opened.game.words.unit.name)}"))
    return "\n".join((" ".join(sums), marked(review), per_turn(opened, review)))


def without_luck(opened: Opened, review: Review) -> str:
    """Returns the result that this play would bring with average luck."""
    return tr("Without luck: {n}.", n=amount(opened, review.without_luck))


def per_turn(opened: Opened, review: Review) -> str:
    """How much a turn cost on average, and like which computer players somebody plays to whom that happens."""
    n = amount(opened, review.error_per_turn, review.error_se / max(1, len(review.turns)), 2)
    return " ".join(filter(None, (tr("Errors per turn: {n}.", n=n), rating(opened, review))))


def rating(opened: Opened, review: Review) -> str:
    """Between which computer players the errors of a game are, by the quantiles of those in the levels' own games; "" on
    sheets on which they were not measured."""
    game = opened.game
    levels = reviewed_errors().errors.get(game.info.id, {})
    if opened.sheet.id != game.play.played_on[0] or not {_USUAL, _BEST} <= {*levels}:
        return ""
    usual, best = (tr(game.think.levels[level].title) for level in (_USUAL, _BEST))
    if review.error <= _quantile(levels[_BEST], 0.9):
        return tr("You played about as well as {level}.", level=best)
    if review.error < _quantile(levels[_USUAL], 0.1):
        return tr("You played better than {level}, but not as well as {best}.", level=usual, best=best)
    if review.error <= _quantile(levels[_USUAL], 0.9):
        return tr("You played about as well as {level}.", level=usual)
    return tr("You played less well than {level}.", level=usual)


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def marked(review: Review) -> str:
    """How many turns have which mark."""
    counts = Counter[str](turn.mark for turn in review.turns)
    found = tuple(tr(text, n=counts[kind]) for kind, text in _COUNTED.items() if counts[kind])
    return tr("Turns marked: {marks}.", marks=join_names(found)) if found else tr("No turn was a clear mistake.")


# ---------------------------------------------------------------------- on the sheet


def drawn(
    opened: Opened, guide: Guide, player: str, turn: TurnResult, only: int | None = None, *, for_all: bool = False
) -> Display:
    """Returns the sheet of a turn with what was played, and at the places where they differ the better choices by their
    letters and expected results. only: one choice (0 for what was played) as the sheet would look after it; for_all: to
    others than the player, without a name."""
    sheet, name = opened.sheet, "" if for_all else opened.name(player)
    every = choices(opened, player, turn)
    if for_all:
        every = (replace(every[0], letter=tr("played")), *every[1:])
    pages, news = _drawn_each(opened, guide, player, turn, every, name)
    if only is not None:
        spots = [spot for spot in news[only] if spot in sheet.space]
        marks = (*pages[only].marks, *rings(sheet, spots, BETTER if only else MINE))
        return Display(pages[only].size, marks)
    differing = [
        [spot for spot in new if any(plain(other.get(spot, ())) != plain(new[spot]) for other in news)] for new in news
    ]
    marks = (*pages[0].marks, *_overlay(sheet, every, news, differing, _codes(pages[0])))
    return Display(pages[0].size, marks)


def _drawn_each(
    opened: Opened, guide: Guide, player: str, turn: TurnResult, every: Sequence[Choice], name: str
) -> tuple[list[Display], list[dict[str, tuple[Mark, ...]]]]:
    """Returns the sheet after each choice, and what is new on it since the turn began."""
    before = written(guide.draw(opened.session.state_after(turn.before), player, None, name), opened.sheet)
    pages = [guide.draw(choice.state, player, None, name) for choice in every]
    return pages, [news_in(written(page, opened.sheet), before) for page in pages]


class Piece(Struct, frozen=True):
    """A way to play a turn, drawn alone on the sheet as that looks after it. part: the middle of what it changes, and how
    much of the sheet is to be shown from left to right, in points."""

    display: Display
    part: tuple[float, float, float]


def pieces(opened: Opened, guide: Guide, player: str, turn: TurnResult, size: tuple[float, float]) -> tuple[Piece, ...]:
    """Returns what was played in a turn, and the best choice instead, with their results, to be seen beside each other.
    size: of the part of the sheet that is shown of each, in points; the same part of both where all that differs fits into
    it, else all that differs of each, where that does. None where they differ in no space."""
    sheet, name = opened.sheet, opened.name(player)
    both = choices(opened, player, turn)[:2]
    pages, news = _drawn_each(opened, guide, player, turn, both, name)
    differing = [
        [spot for spot in new if spot in sheet.space and plain(other.get(spot, ())) != plain(new[spot])]
        for new, other in zip(news, reversed(news), strict=True)
    ]
    every = [*dict.fromkeys((*differing[0], *differing[1]))]
    if not every:
        return ()
    shared = part_with(sheet, every, size)
    found = []
    for n, (page, choice, spots) in enumerate(zip(pages, both, differing, strict=True)):
        home = (spots or differing[1 - n])[0]
        ink = BETTER if n else MINE
        flag = flag_marks(f"flag/{home}", sheet.space[home].writing, [(_describe(choice, True), ink)], sheet.size[0],
                          _codes(page))
        part = shared or part_with(sheet, spots, size) or part_with(sheet, (home,), size)
        assert part is not None
        found.append(Piece(Display(page.size, (*page.marks, *rings(sheet, spots, ink), *flag)), part))
    return tuple(found)


def part_with(sheet: Sheet, spots: Sequence[str], size: tuple[float, float]) -> tuple[float, float, float] | None:
    """Returns the part of a sheet on which all of some spots are seen with their flags, as of a Piece; None where they lie
    too far apart, or there are none."""
    places = [sheet.space[spot].writing for spot in spots]
    if not places:
        return None
    left, top = min(place.x for place in places), min(place.y for place in places)
    right, low = max(place.x + place.w for place in places), max(place.y + place.h for place in places) + _LOWER * _HIGH
    scale = max(1.0, (right - left + 2 * _AROUND) / size[0], (low - top + 2 * _AROUND) / size[1])
    if scale > _FARTHEST and len(places) > 1:
        return None
    return (left + right) / 2, (top + low) / 2, scale * size[0]


def written(page: Display, sheet: Sheet) -> dict[str, tuple[Mark, ...]]:
    """Returns the marks that a player has written, by the spot where they stand, in the order of the page."""
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


def _codes(page: Display) -> list[Rect]:
    """Where the codes of areas are, of which words speak."""
    edges = [bounds(each) for each in page.marks if each.key.startswith("space/") and each.key.endswith("/code")]
    return [Rect(left, top, right - left, low - top) for left, top, right, low in edges]


def _overlay(
    sheet: Sheet, every: Sequence[Choice], news: Sequence[dict[str, tuple[Mark, ...]]], differing: Sequence[Sequence[str]],
    taken: list[Rect],
) -> Iterator[Mark]:
    """Rings and flags; where only better choices write, what the best of them writes. taken: where flags are in the way."""
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
    homes = {n: _home(spots, others, n) for n, spots in enumerate(differing[1:], 1)}
    named = False
    for spot in dict.fromkeys((*differing[0], *others)):
        if spot not in sheet.space:
            continue
        flags = []
        if spot in mine:
            first = not named or len(differing[0]) <= _EACH
            flags.append((_describe(every[0], first), MINE))
            named = True
        letters = others.get(spot, [])
        if letters:
            groups: dict[tuple[Mark, ...], list[int]] = {}
            for at in letters:
                groups.setdefault(plain(news[at][spot]), []).append(at)
            # The sheet shows what was played, or else what the first of them writes.
            shown = plain(news[0][spot]) if spot in news[0] else next(iter(groups))
            texts = []
            for better, equal in groups.items():
                name = "".join(f"{_describe(every[at], True)} " if homes[at] == spot else every[at].letter for at in equal)
                instead = _text(better) if better != shown else ""
                texts.append(f"{name.strip()}→{instead}" if instead else name.strip())
            flags.append((" ".join(texts), BETTER))
        yield from flag_marks(f"flag/{spot}", sheet.space[spot].writing, flags, sheet.size[0], taken)


def _home(spots: Sequence[str], others: dict[str, list[int]], choice: int) -> str:
    """Returns the place where a better choice says its result: the first at which the fewest others write; "" where it
    differs nowhere on the map."""
    found = [spot for spot in spots if choice in others.get(spot, ())]
    return min(found, key=lambda spot: len(others[spot]), default="")


def _aside(each: Mark) -> Mark:
    """A ring under another key than those of what was played."""
    return replace(each, key=f"better/{each.key}")


def _describe(choice: Choice, result: bool) -> str:
    name = choice.letter or tr("you")
    return f"{name} {decimal(choice.expected)}" if result and choice.apart else name


def _text(marks: Sequence[Mark]) -> str:
    """Returns what is written, where it is a number."""
    return next((each.text for each in marks if isinstance(each, Text)), "")


def flag_marks(
    key: str, place: Rect, flags: Sequence[tuple[str, str]], most: float, taken: list[Rect]
) -> Iterator[Mark]:
    """Small flags, the first over the lower edge of a writing place, the second over the upper; aside where another one is
    in the way, or a code. taken: where these are, to which flags are added."""
    for n, (text, ink) in enumerate(flags):
        wide = width(text, "bold", _SIZE) + 2 * _PAD
        low, high = place.y + place.h - (1 - _LOWER) * _HIGH, max(INSET, place.y - _LOWER * _HIGH)
        flag = min(
            (
                Rect(min(max(INSET, place.center[0] - wide / 2 + aside * wide), most - wide - INSET), edge, wide, _HIGH)
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
    """Returns the area that two rectangles share."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)
