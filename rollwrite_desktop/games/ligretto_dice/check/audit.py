"""Checking a score sheet of Ligretto Dice: who finished, what the others lost, how it adds up, who wins. Knows no drawing.

A mistake is an entry that must change, a round too many, or a missing one; they are as few as can be (`score_repair`).
An entry stands by itself, a sum builds on the sum that is written before it, so that one slip is one finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Aspect, Finding, Paper, Report, Unchecked
from rollwrite_desktop.core.i18n import Arg, mark
from rollwrite_desktop.core.rules import cup_of
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.check.diagnosis_search import at_sight, diagnosed
from rollwrite_desktop.games.ligretto_dice.check.evidence import read_evidence
from rollwrite_desktop.games.ligretto_dice.check.score_repair import mended, shares_among, table_of
from rollwrite_desktop.games.ligretto_dice.check.slips import LigrettoDiceSlips
from rollwrite_desktop.games.ligretto_dice.play.model import START, State
from rollwrite_desktop.games.ligretto_dice.play.options import fair, option_values
from rollwrite_desktop.games.ligretto_dice.play.paper import (
    LigrettoDicePaper,
    Row,
    final_totals,
    names_of,
    penalties_of,
    rows_of,
    shares_of,
)

_NEED_JOURNAL = {
    "LD-4": mark("whether every die was placed in order"),
    "LD-5": mark("whether all dice were rolled together"),
    "LD-R3": mark("which dice were placed wrongly"),
}
_NEED_CLOCK = {"LD-R10": mark("when time ran out")}


class LigrettoDiceAuditor:
    """The check, for one set of options."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = option_values(options)

    def audit(self, paper: Paper) -> Report:
        return self._audit(read_evidence(paper))

    def _audit(self, paper: LigrettoDicePaper) -> Report:
        names = names_of(paper)
        claimed = paper.claimed if isinstance(paper.claimed, str) and paper.claimed else None
        if not names:
            return Report((_unearned(claimed),) if claimed else (), (), claimed)
        check = _Check(self.options, paper, names)
        findings = tuple(check.findings())
        totals = tuple(zip(names, final_totals(paper), strict=True))
        parts = _parts(paper, names.index(paper.player)) if paper.player in names else ()
        unknown = _NEED_JOURNAL | (_NEED_CLOCK if self.options["length"].startswith("minutes") else {})
        unchecked = tuple(Unchecked(rule, "journal", about) for rule, about in unknown.items())
        summed = claimed is not None or any(total is not None for row in paper.totals or () for total in row)
        return Report(findings, parts, claimed, unchecked, totals, summed=summed)

    def prove(self, paper: Paper) -> Iterator[Report]:
        slips = LigrettoDiceSlips(self.options)
        yield from diagnosed(read_evidence(paper), lambda other: iter((self.audit(other),)), slips, at_sight(self.audit))

    def audit_play(self, session: Session[State], player: str) -> Report:
        findings = tuple(
            Finding("broken", each.refusal.key, each.refusal.args, each.refusal.spots, 1)
            for each in session.refused_events if session.events[each.index].by in (player, cup_of(player))
        )
        score = session.rules.scores(session.state)[session.players.index(player)]
        return Report(findings, score.parts, None)


def _parts(paper: LigrettoDicePaper, player: int) -> tuple[tuple[str, int], ...]:
    """Returns what one player's total is made of."""
    entries = [row[player] or 0 for row in paper.rounds or ()]
    return (
        ("start", START), ("won", sum(max(entry, 0) for entry in entries)),
        ("lost", sum(min(entry, 0) for entry in entries)),
        ("penalties", -penalties_of(paper)[player]),
    )


class _Check:
    """One paper being read, round by round."""

    def __init__(self, options: Mapping[str, str], paper: LigrettoDicePaper, names: tuple[str, ...]) -> None:
        self.options = options
        self.paper = paper
        self.names = names
        self.shares = shares_of(paper)
        self.penalties = penalties_of(paper)
        self.rows = rows_of(paper)
        self.table = table_of(options, paper)
        self.mended = mended(self.rows, self.table)
        self.rounds = self.mended.rounds

    def findings(self) -> Iterator[Finding]:
        if len(self.names) > 1 and not fair(self.shares):
            yield Finding("broken", "LD-R7", {"sum": sum(self.shares)}, (), 1)
        if any(self.penalties) and self.options["wrong"] != "minus_one" and "wrong" in self.paper.options:
            for name, penalty in zip(self.names, self.penalties, strict=True):
                if penalty:
                    yield Finding("broken", "LD-R3:penalty", {"name": name}, (f"penalties:{name}",), 1)
        for line, (row, cost) in enumerate(zip(self.rows, self.mended.costs, strict=True)):
            if not cost:
                continue
            among = self.mended.racers[line]
            found = [*(self._round(line, row, among) if among else self._one_too_many(line))]
            yield from _costing(found, cost)
        yield from self._sums()
        yield from self._end()

    # ------------------------------------------------------------------ one round

    def _round(self, line: int, row: Row, among: tuple[int, ...]) -> Iterator[Finding]:
        """A round of all, or a tie-break of some."""
        strangers = [i for i, entry in enumerate(row) if entry is not None and i not in among]
        for i in strangers:
            yield self._finding("LD-R6:entry", line, (i,), repair="LD-R8:blank", name=self.names[i])
        missing = [i for i in among if row[i] is None]
        for i in missing:
            yield self._finding("LD-R6:blank", line, (i,), name=self.names[i])
        if not missing:
            yield from self._points(line, row, among, shares_among(self.table.shares, among))

    def _points(self, line: int, row: Row, among: tuple[int, ...], shares: Sequence[int]) -> Iterator[Finding]:
        """LD-8 and LD-9: one finishes and gains what the others lose."""
        entries = {i: row[i] or 0 for i in among}
        most = dict(zip(among, shares, strict=True))
        gained = [i for i in among if entries[i] > 0]
        if len(gained) > 1:
            yield self._finding("LD-8:many", line, gained, names=tuple(self.names[i] for i in gained))
            return
        lost = -sum(entry for i, entry in entries.items() if i not in gained)
        wrong = [i for i in among if i not in gained and not 1 <= -entries[i] <= most[i]]
        if not gained:
            yield self._none_gained(line, among, entries, most)
            return
        winner = gained[0]
        won = entries[winner]
        for i in wrong:
            fit = -(won - (lost + entries[i]))
            alone = len(wrong) == 1 and 1 <= -fit <= most[i]
            yield self._finding(
                "LD-9:range", line, (i,), repair="LD-R8:cell" if alone else "", n=fit,
                effect=fit - entries[i] if alone else 0,
                name=self.names[i], entry=entries[i], most=most[i],
            )
        if not wrong and won != lost:
            name = self.names[winner]
            yield self._finding(
                "LD-9", line, (winner,), repair="LD-R8:cell", n=lost, effect=lost - won, aspect="sums", name=name, won=won,
                lost=lost,
            )

    def _none_gained(
        self, line: int, among: tuple[int, ...], entries: Mapping[int, int], most: Mapping[int, int]
    ) -> Finding:
        """Returns the smallest repair, where one entry alone would mend the round."""
        out = [i for i in among if not 1 <= -entries[i] <= most[i]]
        if len(out) == 1:
            others = -sum(entries[i] for i in among if i != out[0])
            return self._finding("LD-8:none", line, (out[0],), repair="LD-R8:cell", n=others)
        return self._finding("LD-8:none", line, among)

    # ------------------------------------------------------------------ sums and the end

    def _sums(self) -> Iterator[Finding]:
        totals = self.paper.totals or []
        before: list[int] = [START] * len(self.names)
        for line, row in enumerate(totals):
            if line >= len(self.rows):
                if any(total is not None for total in row):
                    written = [i for i, total in enumerate(row) if total is not None]
                    yield self._finding("LD-9:extra", line, written, aspect="sums")
                continue
            for i, total in enumerate(row):
                entry = self.rows[line][i]
                right = before[i] + (entry or 0)
                before[i] = right if total is None else total
                if total is None or total == right:
                    continue
                where: dict[str, Any] = {"name": self.names[i], "before": right - (entry or 0), "total": total}
                if entry is None:
                    yield self._finding(
                        "LD-9:still", line, (i,), repair="LD-R8:cell", n=right, cost=0, aspect="sums", **where,
                    )
                else:
                    yield self._finding(
                        "LD-9:sum", line, (i,), repair="LD-R8:cell", n=right, cost=0, aspect="sums", entry=entry,
                        sum=right, **where,
                    )

    def _end(self) -> Iterator[Finding]:
        rows = len(self.rows)
        claimed = self.paper.claimed
        if not rows:
            if claimed:
                yield _unearned(claimed)
            return
        if rows < self.rounds:
            if self.table.open_end:
                yield Finding("unproved", "LD-R10", {"target": self.table.target})
            else:
                yield Finding("unproved", "LD-10:few", {"n": rows, "players": len(self.names), "rounds": self.rounds})
            return
        ahead = self.mended.ahead
        names = tuple(self.names[i] for i in ahead)
        if len(ahead) > 1 and self.options["tie"] == "round":
            about: dict[str, Arg] = {"names": names, "total": self.mended.total}
            # Without a winner on the sheet the extra round may still be to come.
            over = bool(claimed)
            yield Finding("broken" if over else "unproved", "LD-11:missing", about, (), int(over))
        elif names and isinstance(claimed, str) and claimed and claimed not in names:
            yield Finding(
                "broken", "LD-10:claim", {"claimed": claimed, "names": names}, ("claimed",), 0,
                "LD-R8:claim", {"names": names}, aspect="sums",
            )

    def _one_too_many(self, line: int) -> Iterator[Finding]:
        if self.options["tie"] == "shared":
            yield self._finding("LD-11:shared", line, ())
        elif self.table.open_end:
            yield self._finding("LD-R10:many", line, (), last=self.rounds)
        else:
            n = {"n": len(self.rows), "players": len(self.names), "rounds": self.rounds}
            yield Finding("broken", "LD-10:many", n, (f"round:{line + 1}",))

    def _finding(
        self, key: str, line: int, who: Sequence[int], *, repair: str = "", n: int = 0, cost: int = 1, effect: int = 0,
        aspect: Aspect = "play", **args: Arg,
    ) -> Finding:
        where = tuple(f"round:{line + 1}/{self.names[i]}" for i in who) or (f"round:{line + 1}",)
        mended = {"n": n} if repair == "LD-R8:cell" else {}
        return Finding("broken", key, {"round": line + 1, **args}, where, cost, repair, mended, effect, aspect)


def _unearned(claimed: str | int | Mapping[str, int]) -> Finding:
    """A winner is named, and nothing else is written."""
    return Finding("unproved", "LD-10:empty", {"claimed": str(claimed)}, ("claimed",), aspect="sums")


def _costing(found: Sequence[Finding], cost: int) -> Iterator[Finding]:
    """Yields the findings of a row that make so many mistakes together: one each, the last one what is left."""
    for place, finding in enumerate(found, 1):
        one = max(0, cost) if place == len(found) else min(1, cost)
        cost -= one
        yield replace(finding, cost=one)
