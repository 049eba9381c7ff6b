"""One's own mistakes as a deck of positions: the turns of reviewed games that clearly cost something, to be played again.

Positions are kept as a game of one player, the rolls and that player's own moves, so that the same position is the same
whoever had it and whoever else sat at the table. They come back by the first two intervals of SM-2 (Woźniak 1990): a day
after the first time that one is solved at once, six days after the second; solved at once three times in a row it leaves the
deck. One that is not solved at once begins anew the next day.

Knows every game only by its registry, and no file: `intake/decks.py` says what stands in one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.digest import sha256
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import decimal, tr
from rollwrite_desktop.core.journal import SUFFIX, Notes
from rollwrite_desktop.core.rules import CHANCE, Event, Move, is_chance
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.think.engine import Engine, Unsuited, engine_for
from rollwrite_desktop.gamekit.value_tables import practice_worth
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.decks import (
    MAX_BEST,
    MAX_BYTES,
    MAX_EVENTS,
    MAX_GONE,
    MAX_MOVES,
    MAX_POSITIONS,
    MAX_REVIEWS,
    Cost,
    Deck,
    Position,
    Practice,
    Reviewed,
)
from rollwrite_desktop.play.kept.game_index import files_in
from rollwrite_desktop.play.opening.open_game import (
    Opened,
    bot_names,
    found_from,
    named_from,
    new_head,
    reopen,
    sheet_of,
    start,
)
from rollwrite_desktop.play.review.game_review import (
    CERTAIN,
    ROLLOUTS,
    SEPARATOR,
    Candidate,
    Review,
    TurnResult,
    kept_hash,
    kept_reviews,
    moves_in,
)
from rollwrite_desktop.play.review.game_review import ENDING as REVIEW
from rollwrite_desktop.sheet.load import ENDING

PLAYER = "p1"
"""Whose turn it is in every position."""
INTERVALS = (1, 6)
"""Days until a position is shown again after it was solved at once the first and the second time."""
SOLVED = len(INTERVALS) + 1
"""So often in a row one is solved at once before it leaves."""
DOZEN = 12
"""How many positions are enough for a day."""
TURNS = 100
"""In so many turns costs are told over time."""
KEY_SIGNS = 24


class NotPlayable(UserError):
    """A position that cannot be shown, and why."""


# ---------------------------------------------------------------------- positions


def key_of(position: Position) -> str:
    """Names a position, whoever had it."""
    identity = [
        position.game, position.sheet, position.sheet_hash, sorted(position.options.items()), position.events,
    ]
    return sha256(msgspec.json.encode(identity)).hexdigest()[:KEY_SIGNS]


def key_of_turn(deck: Deck, opened: Opened, player: str, turn: TurnResult) -> str:
    """Returns the key of the position in a deck that is this turn of a game, "" where there is none."""
    events = _events_before(opened, player, turn)
    same = (position for position in deck.positions if (position.game, position.events) == (opened.game.info.id, events))
    return next((key_of(position) for position in same if position.sheet_hash in (opened.sheet.hash, *opened.sheet.was)), "")


def _events_before(opened: Opened, player: str, turn: TurnResult) -> tuple[str, ...]:
    """Returns the rolls and a player's own moves before a turn, in notation."""
    before = opened.session.events[: turn.before]
    return tuple(opened.session.rules.write(event.move) for event in before if event.by in (CHANCE, player))


def engine_name(engine: Engine) -> str:
    """By what a position is measured: the version of the engine, and the rollouts."""
    return f"{engine.version}/{ROLLOUTS}"


def opened_position(position: Position, beside: Path | None = None) -> Opened:
    """A position as a game that has come so far, without a file. beside: the folder from which sheets are named. Raises
    NotPlayable."""
    game = GAMES.get(position.game)
    if game is None or game.think.engine is None:
        raise NotPlayable(tr("There is no practice of {game}.", game=position.game[:40]))
    try:
        sheet = sheet_of(game, position.sheet, beside=beside)
        if position.rules != game.info.version or position.sheet_hash not in ("", sheet.hash, *sheet.was):
            raise NotPlayable(tr("The rules or the sheet have changed since this position was saved."))
        head = new_head(game, sheet, position.sheet, (position.player or tr("You"),), position.options, Notes())
        opened = start(head, beside)
        for text in position.events:
            move = opened.session.rules.read(text)
            event = Event(CHANCE if isinstance(move, Outcome) else PLAYER, move)
            if opened.session.submit(event) is not None:
                raise NotPlayable(tr("This position can’t come up under the rules: {move}.", move=text[:40]))
    except NotPlayable:
        raise
    except UserError as error:
        raise NotPlayable(str(error)) from error
    if not any(demand.by == PLAYER for demand in opened.session.demands):
        raise NotPlayable(tr("There is nothing to play in this position."))
    return opened


def turn_of(position: Position) -> TurnResult:
    """Returns what was played in a position and what is better, as a review has it."""
    return structs.replace(
        shown_turn(position), move=SEPARATOR.join(position.played), value=position.cost.value, error=position.cost.error,
        se=position.cost.se, mark="mistake",
    )


def shown_turn(position: Position) -> TurnResult:
    """Returns the best ways of a position, as a turn in which nothing was played yet."""
    best = tuple(
        Candidate(SEPARATOR.join(moves), expected, se, apart)
        for moves, expected, se, apart in zip(
            position.best, position.cost.expected, position.cost.ses, position.cost.aparts, strict=True)
    )
    before = len(position.events)
    return TurnResult(1, "", 0.0, 0.0, 0.0, 0.0, "", best, before, before)


def position_of(opened: Opened, player: str, turn: TurnResult, folder: Path, target: Path) -> Position | None:
    """A turn of a reviewed game as a position; None for one that cannot be shown alone: where a correction or somebody who
    came late has changed the order of turns, or where only the route that ends the game was wrong. folder: where the game
    lies; target: where the deck does."""
    rules, game = opened.session.rules, opened.game
    assert game.think.engine is not None
    events = _events_before(opened, player, turn)
    best = tuple(tuple(each.move.split(SEPARATOR)) for each in turn.best)[:MAX_BEST]
    played = tuple(turn.move.split(SEPARATOR))
    if not best or len(events) > MAX_EVENTS or max(map(len, (*best, played))) > MAX_MOVES:
        return None
    engine = engine_for(game.think.engine, rules)
    kept = Position(
        game=game.info.id, sheet=named_from(target, found_from(folder, opened.head.sheet)), sheet_hash=opened.sheet.hash,
        rules=game.info.version, options=dict(opened.head.options), events=events, player=opened.name(player),
        played=played, best=best, engine=engine_name(engine),
        cost=cost_of(turn, engine),
    )
    try:
        alone = opened_position(kept, target)
        mine, better = (after(alone, moves_in(rules, SEPARATOR.join(moves))) for moves in (played, best[0]))
    except UserError:
        return None
    before = opened.session.state_after(turn.before)
    if mine is None or better is None or engine.key(before, player) != engine.key(alone.session.state, PLAYER):
        return None
    if turn.after == len(opened.session.events) and rules.demands(better):
        return None
    return structs.replace(kept, theme=game.think.review.theme(rules, mine, better, PLAYER))


def cost_of(turn: TurnResult, engine: Engine) -> Cost:
    """Returns what a reviewed turn cost, as it is kept."""
    best = turn.best[:MAX_BEST]
    return Cost(
        turn.error, turn.se, turn.error / engine.scale, turn.value, tuple(each.expected for each in best),
        tuple(each.se or 0.0 for each in best), tuple(each.apart or 0.0 for each in best),
    )


def after(alone: Opened, moves: Iterable[Move]) -> Any:
    """Returns the state after some moves in a position; None where they are not legal."""
    rules, state = alone.session.rules, alone.session.state
    for move in moves:
        event = Event(PLAYER, move)
        if rules.refuse(state, event) is not None:
            return None
        state = rules.apply(state, event)
    return state


# ---------------------------------------------------------------------- collecting


def review_id(events: str, player: str) -> str:
    """Names the review of a player's game by the hash of its events."""
    return sha256(f"{events}/{player}".encode()).hexdigest()[:KEY_SIGNS]


class Collected(Struct, frozen=True):
    """What a reviewed game brings: its record, and the positions of its costly turns, the costliest first."""

    reviewed: Reviewed
    positions: tuple[Position, ...]


def collected(opened: Opened, player: str, review: Review, key: str, folder: Path, target: Path) -> Collected | None:
    """Returns the costly turns of a person's reviewed game; None of a computer player's, or of a game that has no positions.
    key: its `review_id`; folder, target: as in `position_of`."""
    game = opened.game
    if game.think.engine is None or player in bot_names(opened) or any(is_cup(event.by) for event in opened.session.events):
        return None
    try:
        engine_for(game.think.engine, opened.session.rules)
    except Unsuited:
        return None
    found = [(turn, position_of(opened, player, turn, folder, target)) for turn in review.costly]
    costs: defaultdict[str, float] = defaultdict(float)
    for turn, position in found:
        costs[position.theme if position is not None else ""] += turn.error
    reviewed = Reviewed(
        key, game.info.id, opened.head.notes.started[:10], opened.name(player), len(review.turns),
        {theme: round(cost, 3) for theme, cost in costs.items()},
    )
    return Collected(reviewed, tuple(position for _, position in found if position is not None))


def collecting(games: Path, known: frozenset[str], target: Path) -> Iterator[Collected | None]:
    """Goes through the reviews beside the games of a folder, those made last at the end, and gives what each brings that is
    not `known`; None now and then. What cannot be read is passed over. target: as in `position_of`."""
    files = sorted((stamp, path) for path, (stamp, _) in files_in(games, REVIEW))
    for count, (_, path) in enumerate(files, 1):
        yield from collecting_of(path.with_suffix(SUFFIX), known, target)
        if count % _PIECE == 0:
            yield None


_PIECE = 20


def collecting_of(path: Path, known: frozenset[str], target: Path) -> Iterator[Collected]:
    """Yields the same of one game."""
    events, players = kept_hash(path)
    if all(review_id(events, player) in known for player in players):
        return
    try:
        opened = reopen(journals.read(path), path.name, path.parent)
        reviews = kept_reviews(path, opened)
    except UserError:
        return
    for player, review in reviews.items():
        key = review_id(events, player)
        found = collected(opened, player, review, key, path.parent, target) if key not in known else None
        if found is not None:
            yield found


def is_cup(by: str) -> bool:
    """Returns whether an actor is chance of one player alone, as in a race."""
    return is_chance(by) and by != CHANCE


def with_collected(deck: Deck, found: Collected) -> Deck:
    """A deck with the positions of another reviewed game: those that it has, or that were solved for good, stay as they are.
    Where it would be too large, the positions that cost least go."""
    if any(each.id == found.reviewed.id for each in deck.reviews):
        return deck
    known = {*map(key_of, deck.positions), *deck.gone}
    new = {key_of(position): position for position in reversed(found.positions)}
    positions = (*deck.positions, *(position for key, position in reversed(new.items()) if key not in known))
    return bounded(structs.replace(deck, positions=positions, reviews=(*deck.reviews, found.reviewed)))


def bounded(deck: Deck) -> Deck:
    """A deck within what a file may hold."""
    deck = structs.replace(deck, reviews=deck.reviews[-MAX_REVIEWS:], gone=deck.gone[-MAX_GONE:])
    while len(deck.positions) > MAX_POSITIONS or len(written(deck)) > MAX_BYTES:
        most = min(MAX_POSITIONS, len(deck.positions) * 9 // 10)
        kept = {key_of(position) for position in sorted(deck.positions, key=_weight)[:most]}
        deck = structs.replace(deck, positions=tuple(each for each in deck.positions if key_of(each) in kept))
    return deck


def _weight(position: Position) -> float:
    """Returns the key by which positions are sorted: the costliest first, whichever game they are of."""
    return -position.cost.size


def written(deck: Deck) -> bytes:
    """A deck as it stands in its file."""
    return msgspec.json.encode(deck) + b"\n"


def merged(decks: Sequence[Deck]) -> Deck:
    """Decks of the same person as one, as a backup may bring a second: of the same position the one that was shown last."""
    first, *others = decks
    for deck in others:
        here = {key_of(position): position for position in first.positions}
        gone = tuple(dict.fromkeys((*first.gone, *deck.gone)))
        for position in deck.positions:
            key = key_of(position)
            if key not in here or position.practice.last > here[key].practice.last:
                here[key] = position
        reviews = {each.id: each for each in (*first.reviews, *deck.reviews)}
        latest = max(first, deck, key=lambda each: (each.day, each.done))
        first = bounded(structs.replace(
            first, positions=tuple(each for key, each in here.items() if key not in gone), gone=gone,
            reviews=tuple(reviews.values()), day=latest.day, done=latest.done,
        ))
    return first


def shared(deck: Deck, title: str) -> Deck:
    """A deck to be given to others: positions on sheets that everybody has, without names and without how they went."""
    return Deck(1, title, tuple(
        structs.replace(position, player="", practice=Practice())
        for position in deck.positions if not position.sheet.endswith(ENDING)
    ))


# ---------------------------------------------------------------------- the schedule


def is_due(position: Position, today: date) -> bool:
    """Returns whether a position is to be shown today."""
    return _day(position.practice.due) <= today


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return date.min


def due(positions: Iterable[Position], today: date) -> list[Position]:
    """Returns the positions to be shown today: first those that come back, the one that waits longest, then new ones, the
    costliest first."""
    return sorted(
        (position for position in positions if is_due(position, today)),
        key=lambda each: (not each.practice.tries, _day(each.practice.due), _weight(each)),
    )


def done_on(deck: Deck, today: date) -> int:
    """How many positions were practiced on a day."""
    return deck.done if deck.day == today.isoformat() else 0


def dozen(deck: Deck, today: date) -> list[Position]:
    """Returns what is left of the day's dozen."""
    return due(deck.positions, today)[: max(0, DOZEN - done_on(deck, today))]


def after_try(deck: Deck, key: str, right: bool, today: date) -> Deck:
    """A deck after a position was shown; right: whether it was solved at once. One that is not there (any more) counts as
    practiced only."""
    positions, gone = [], deck.gone
    for position in deck.positions:
        if key_of(position) != key:
            positions.append(position)
            continue
        before = position.practice
        solved = before.solved + 1 if right else 0
        if solved >= SOLVED:
            gone = (*gone, key)
            continue
        days = INTERVALS[solved - 1] if solved else INTERVALS[0]
        practice = Practice(before.tries + 1, solved, (today + timedelta(days)).isoformat(), today.isoformat())
        positions.append(structs.replace(position, practice=practice))
    return bounded(structs.replace(
        deck, positions=tuple(positions), gone=gone, day=today.isoformat(), done=done_on(deck, today) + 1,
    ))


def replaced(deck: Deck, key: str, new: Position | None) -> Deck:
    """A deck with a position measured anew, or without one that turned out to be no mistake."""
    return structs.replace(deck, positions=tuple(
        each for each in (new if key_of(position) == key else position for position in deck.positions) if each is not None
    ))


# ---------------------------------------------------------------------- what is lost where


class Theme(Struct, frozen=True):
    """What costly turns are examples of: a game, its key and title in words, how many positions are in the deck, how many of
    them are due, and what they cost together, in the game's points."""

    game: str
    key: str
    title: str
    count: int
    due: int
    cost: float


def title_of(game: Game, theme: str) -> str:
    """A theme in words."""
    return tr(game.think.review.themes[theme]) if theme in game.think.review.themes else tr("Other moves")


def themes_of(positions: Iterable[Position], today: date) -> list[Theme]:
    """Returns the themes of some positions by game, in each the one that cost most first."""
    groups: defaultdict[tuple[str, str], list[Position]] = defaultdict(list)
    for position in positions:
        if position.game in GAMES:
            groups[position.game, position.theme].append(position)
    order = {game: number for number, game in enumerate(GAMES)}
    found = [
        Theme(game, key, title_of(GAMES[game], key), len(each), sum(is_due(one, today) for one in each),
              sum(one.cost.error for one in each))
        for (game, key), each in groups.items()
    ]
    return sorted(found, key=lambda theme: (order[theme.game], -theme.cost, theme.key))


def worth_of(game: Game) -> str:
    """Returns what a computer player gains that makes no costly turns any more, in a sentence; "" where that is not known
    beyond two standard errors."""
    worth = practice_worth()
    found = worth.results.get(game.info.id)
    if found is None or found.gained <= CERTAIN * found.se:
        return ""
    return tr(
        "What it is worth: without its costly turns, the computer player “{level}” ends {gained} better.",
        level=tr(game.think.levels[worth.level].title),
        gained=f"{decimal(found.gained)} ± {decimal(found.se)} {tr(game.words.unit.name)}",
    )


def nothing_in_it(own: bool, *, idly: bool = False) -> str:
    """Returns what an empty deck says. own: of the mistakes of one's own games; idly: games are reviewed by themselves."""
    if own and idly:
        return tr(
            "Finish a game and leave the program alone for a while: it reviews the game, and the turns that clearly cost "
            "you something come here, to be played again.")
    if own:
        return tr(
            "Finish a game and choose Review: the turns that clearly cost you something come here, to be played again.")
    return tr("There is no position in this deck any more.")


def costs_over_time(
    reviews: Iterable[Reviewed], game_id: str, most: int
) -> tuple[tuple[str, ...], dict[str, list[float]]]:
    """Returns the days of a game's reviewed games, the latest last, and what TURNS turns of each cost by theme, for the
    `most` themes that cost most; "" is what belongs to none of them."""
    games = sorted((each for each in reviews if each.game == game_id and each.turns), key=lambda each: each.day)
    totals: Counter[str] = Counter()
    for each in games:
        totals.update({theme: cost for theme, cost in each.costs.items() if theme})
    named = [theme for theme, _ in totals.most_common(most)]
    lines = {theme: [TURNS * each.costs.get(theme, 0.0) / each.turns for each in games] for theme in named}
    rest = [TURNS * sum(cost for theme, cost in each.costs.items() if theme not in named) / each.turns for each in games]
    if any(rest):
        lines[""] = rest
    return tuple(each.day for each in games), lines
