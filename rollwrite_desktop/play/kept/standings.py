"""What saved games come to together: who has played how well, for charts, lists and spreadsheets. Knows every game only by
its registry, and no file but the reviews beside games.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from rollwrite_desktop.core.i18n import cell_separator, plain, tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.text import as_text, csv_cell
from rollwrite_desktop.play.kept.game_index import PIECE, Entry, Listed, Player
from rollwrite_desktop.play.review.game_review import Review, known_reviews

_LOOKED = 20
"""How many games are looked at for reviews in one piece."""
LAST_REVIEWS = 100
"""How many reviews of a player are read for a chart."""
AVERAGED = 10
LAST = 20
"""How many results a plot of the latest ones shows."""


class Filter(Struct, frozen=True):
    """Which games are meant; "" is any. options: as `options_text` writes them. people: only results of people count;
    aided: only those with hints, or only those without."""

    game: str = ""
    player: str = ""
    sheet: str = ""
    options: str = ""
    code: str = ""
    people: bool = False
    aided: bool | None = None

    def takes(self, entry: Entry) -> bool:
        """Returns whether a game that is over is meant."""
        return (
            entry.over and entry.game in GAMES and self.game in ("", entry.game)
            and self.sheet in ("", sheet_kind(entry.sheet)) and self.code in ("", entry.code)
            and (not self.options or self.options == options_text(entry))
            and (not self.player or any(self.counts(player) for player in entry.players))
        )

    def counts(self, player: Player) -> bool:
        """Returns whether a player's result is meant."""
        return (
            self.player in ("", player.name) and not (self.people and player.bot)
            and self.aided in (None, bool(player.hints))
        )


def sheet_kind(sheet: str) -> str:
    """Layouts made from a seed count as one kind of sheet."""
    base, made, _ = sheet.partition(":")
    return base + made


def options_text(entry: Entry) -> str:
    """Returns the house rules that are not the usual ones, `name=value` joined by blanks; `-` where all are usual."""
    game = GAMES.get(entry.game)
    usual = game.info.with_defaults({}) if game else {}
    return " ".join(f"{name}={value}" for name, value in sorted(entry.options.items()) if usual.get(name) != value) or "-"


class Kind(Struct, frozen=True):
    """What results have in common that can be compared: the sheet as `sheet_kind` and the house rules as `options_text` say
    it, whether there were hints, and whether they are times (ms)."""

    sheet: str = ""
    options: str = "-"
    aided: bool = False
    timed: bool = False


class Standing(Struct, frozen=True):
    """One player's results of one kind in one game, the latest last: totals, and how many of these games were won."""

    game: str
    player: str
    totals: tuple[int, ...]
    wins: int
    lowest_wins: bool
    kind: Kind = Kind()

    @property
    def best(self) -> int:
        return min(self.totals) if self.lowest_wins else max(self.totals)

    @property
    def average(self) -> float:
        """The mean of all totals."""
        from statistics import fmean

        return fmean(self.totals)

    @property
    def last(self) -> tuple[int, ...]:
        """The latest totals, oldest first."""
        return self.totals[-LAST:]


def standings(games: Iterable[Listed], chosen: Filter) -> list[Standing]:
    """By game, player and kind, those with most games first. `games` come the latest first."""
    counted = Counted(chosen)
    for listed in games:
        counted.add(listed.entry)
    return counted.standings


class Counted(Struct):
    """What makes up `standings`, so that it can be counted game by game, the latest first."""

    chosen: Filter
    _totals: dict[tuple[str, str, Kind], list[int]] = field(default_factory=dict)
    _wins: Counter[tuple[str, str, Kind]] = field(default_factory=Counter)

    def add(self, entry: Entry) -> None:
        for player in entry.players if self.chosen.takes(entry) else ():
            if self.chosen.counts(player):
                kind = Kind(sheet_kind(entry.sheet), options_text(entry), bool(player.hints), bool(entry.ms))
                key = entry.game, player.name, kind
                self._totals.setdefault(key, []).append(entry.ms or player.total)
                self._wins[key] += player.place == 1 and len(entry.players) > 1

    @property
    def standings(self) -> list[Standing]:
        order = {game: number for number, game in enumerate(GAMES)}
        found = [
            Standing(game, name, tuple(reversed(each)), self._wins[game, name, kind],
                     kind.timed or GAMES[game].play.lowest_wins, kind)
            for (game, name, kind), each in self._totals.items()
        ]
        return sorted(found, key=lambda each: (order[each.game], -len(each.totals), plain(each.player), each.kind.aided))


class Form(Struct, frozen=True):
    """What the reviews of a player's games say, the latest last: errors, luck, and results without luck."""

    errors: tuple[float, ...]
    luck: tuple[float, ...]
    results: tuple[float, ...]
    without_luck: tuple[float, ...]

    def spreads(self) -> tuple[float, float]:
        """How far results lie apart, and how far they do without luck (standard deviations)."""
        from statistics import pstdev

        return pstdev(self.results), pstdev(self.without_luck)


def reviews_of(games: Iterable[Listed], chosen: Filter, game: str, player: str) -> Iterator[Review | None]:
    """Yields the reviews that are kept beside a player's latest games, LAST_REVIEWS at most; None now and then, so that a
    window may do something else. `games` come the latest first. A review whose result is not that of the game is another
    game's."""
    looked = found = 0
    for listed in games:
        if listed.entry.game != game or not chosen.takes(listed.entry):
            continue
        totals = [each.total for each in listed.entry.players if each.name == player and chosen.counts(each)]
        if not totals:
            continue
        for review in known_reviews(listed.path):
            if review.player == player and review.result == totals[0]:
                yield review
                found += 1
                break
        if found >= LAST_REVIEWS:
            return
        looked += 1
        if looked % _LOOKED == 0:
            yield None


def form_of(reviews: Iterable[Review]) -> Form:
    """Returns what these reviews, the latest first, come to."""
    found = [*reviews]
    found.reverse()
    return Form(
        tuple(each.error for each in found), tuple(each.luck for each in found), tuple(each.result for each in found),
        tuple(each.without_luck for each in found),
    )


def moving_average(values: Sequence[float], over: int = AVERAGED) -> tuple[float, ...]:
    """For each value the mean of it and the `over - 1` before it, or of as many as there are."""
    from statistics import fmean

    return tuple(fmean(values[max(0, n - over + 1) : n + 1]) for n in range(len(values)))


def bins(totals: Sequence[int], most: int = 12) -> tuple[tuple[int, int, int], ...]:
    """A histogram: lowest and highest total of each bar, and how many are in it; at most `most` bars of equal width."""
    if not totals:
        return ()
    low, high = min(totals), max(totals)
    wide = next(size for size in _WIDTHS if high // size - low // size + 1 <= most)
    first = low // wide
    counts = Counter(total // wide - first for total in totals)
    return tuple(
        ((first + i) * wide, (first + i + 1) * wide - 1, counts[i]) for i in range(high // wide - first + 1)
    )


_WIDTHS = tuple(step * 10**power for power in range(18) for step in (1, 2, 5))


# ---------------------------------------------------------------------- for spreadsheets


def as_csv(games: Iterable[Listed], chosen: Filter, part_titles: Mapping[str, str]) -> Iterator[bytes]:
    """One line per result, for spreadsheets (UTF-8 with a mark, `cell_separator`), in pieces, of which some are empty, so
    that a window may do something else. part_titles: message ids by part id."""
    from rollwrite_desktop.play.race.race_view_model import clock_text

    rows: list[tuple[Listed, Player]] = []
    for count, listed in enumerate(games, 1):
        if chosen.takes(listed.entry):
            rows += [(listed, player) for player in listed.entry.players if chosen.counts(player)]
        if count % PIECE == 0:
            yield b""
    parts = list(dict.fromkeys(part for _, player in rows for part in player.parts))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=cell_separator(), lineterminator="\r\n")
    writer.writerow([
        tr("Date"), tr("Game"), tr("Sheet"), tr("House rules"), tr("Code"), tr("Players"), tr("Player"),
        tr("Computer"), tr("Place"), tr("Total"), tr("Hints"),
        *(csv_cell(tr(part_titles.get(part, part))) for part in parts), tr("File"),
    ])
    yield b"\xef\xbb\xbf"
    for count, (listed, player) in enumerate(rows, 1):
        entry = listed.entry
        writer.writerow([
            csv_cell(listed.day), tr(GAMES[entry.game].info.title), csv_cell(entry.sheet), csv_cell(options_text(entry)),
            csv_cell(entry.code),
            len(entry.players), csv_cell(player.name), csv_cell(player.bot), player.place,
            clock_text(entry.ms) if entry.ms else player.total, player.hints,
            *(player.parts.get(part, "") for part in parts), csv_cell(as_text(listed.path.name)),
        ])
        if count % PIECE == 0:
            yield text.getvalue().encode("utf-8", "replace")
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode("utf-8", "replace")
