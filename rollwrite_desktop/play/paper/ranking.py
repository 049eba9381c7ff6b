"""The ranking of the sheets of one table: who is in which place and why, and how sheets with illegal play count. Knows every
game only by its registry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from rollwrite_desktop.core.i18n import tr, tr_n, with_clause
from rollwrite_desktop.core.rules import Score, Scores, placed
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.intake.sessions import RankingRule
from rollwrite_desktop.play.opening.open_game import options_of, sheet_title
from rollwrite_desktop.play.paper.audit_files import Filled

MISTAKES = "mistakes"
"""The part of a score that counts mistakes, where a game has one."""


class Standing(Struct, frozen=True):
    """Somebody's place among several sheets: which sheet (its number from 0) and who, the score with its tie-break value,
    and why this is the place, in words. `note`: of illegal play, what it is ranked as; it stands beside the place wherever
    that is told."""

    place: int
    sheet: int
    player: str
    total: int
    tie_break: int
    reason: str = ""
    note: str = ""

    @property
    def why(self) -> str:
        """Reason and note."""
        return with_clause(self.reason, self.note) if self.note else self.reason


_Row = tuple[str, int, tuple[tuple[str, int], ...], int]


def usual_rule(game: Game) -> RankingRule:
    """Returns the rule where nobody chooses another: a game that counts mistakes in its score has its own."""
    return RankingRule("penalty" if _counts_mistakes(game) else "last")


def _counts_mistakes(game: Game) -> bool:
    return MISTAKES in game.play.part_titles


def describe_rule(game: Game, rule: RankingRule | None = None) -> str:
    """A ranking rule, or the usual one, in a sentence; "" where a sheet is a whole table's."""
    rule = usual_rule(game) if rule is None else rule
    if game.play.score_sheet is not None:
        return ""
    if rule.illegal == "last":
        return tr("Sheets with illegal play rank last.")
    if rule.illegal == "corrected":
        return tr("Sheets with illegal play rank by their corrected score.")
    return tr(game.words.unit.each_mistake, n=rule.points)


def describe_mixture(sheets: Sequence[Filled]) -> str:
    """That the sheets of a ranking are on several maps or layouts, and how many on each; "" where all are on one."""
    counted = Counter(each.sheet.id for each in sheets if not each.missing)
    titles = {each.sheet.id: sheet_title(each.sheet) for each in sheets}
    if len(counted) < 2:
        return ""
    named = ", ".join(f"{titles[sheet]} ({n})" for sheet, n in counted.most_common())
    return tr("On different sheets: {sheets}. Scores are compared as they are.", sheets=named)


def ranking(sheets: Sequence[Filled], rule: RankingRule | None = None) -> tuple[Standing, ...]:
    """Returns the sheets of one game against one another, the best first, each with the reason for its place; of a sheet
    that a whole table keeps, all its players. Sheets that are not finished have no place. Empty where the games differ.
    rule: how illegal play counts; None: as usual in the game."""
    if len({item.game.info.id for item in sheets}) != 1:
        return ()
    game = sheets[0].game
    rule = usual_rule(game) if rule is None else rule
    if len(sheets) == 1 and game.play.score_sheet is not None and sheets[0].report.totals and not sheets[0].missing:
        scores = game.play.score_sheet.scores(sheets[0].paper)
        return _by_place(Standing(one.place, 0, one.player, one.total, one.tie_break, _reason(game, one, scores))
                         for one in scores)
    rows: tuple[list[_Row], list[_Row]] = [], []
    notes: dict[str, str] = {}
    whose: dict[str, tuple[int, str]] = {}
    for i, item in enumerate(sheets):
        if item.missing:
            continue
        tie = game.check.tie_break.value(item.paper) if game.check.tie_break and not item.report.totals else 0
        illegal = item.report.played == "illegal" and not item.report.totals
        total, note = _ranked_as(item, rule) if illegal else (item.report.total, "")
        for player, points in item.report.totals or ((item.player, total),):
            key = str(len(whose))
            whose[key], notes[key] = (i, player), note
            rows[illegal and rule.illegal == "last"].append((key, points, (), tie))
    found = []
    for behind, group in zip((0, len(rows[0])), rows, strict=True):
        scores = placed(group, lowest_wins=game.play.lowest_wins)
        for one in scores:
            reason = tr("behind the legal sheets") if behind else _reason(game, one, scores)
            number, player = whose[one.player]
            found.append(Standing(behind + one.place, number, player, one.total, one.tie_break, reason, notes[one.player]))
    return _by_place(found)


def _by_place(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    return tuple(sorted(standings, key=lambda standing: standing.place))


def _ranked_as(item: Filled, rule: RankingRule) -> tuple[int, str]:
    """Returns the score that a sheet with illegal play is ranked by, and what is noted of it."""
    report, game = item.report, item.game
    if rule.illegal == "last":
        return report.total, tr("not legal")
    if rule.illegal == "corrected":
        corrected = _corrected(item)
        if corrected == report.total:
            return corrected, tr("not legal; the score stays")
        return corrected, tr("not legal; corrected: {n} instead of {before}", n=corrected, before=report.total)
    mistakes, counted = report.misplayed, dict(report.parts).get(MISTAKES, 0)
    worse = rule.points * mistakes
    total = report.total - counted + worse if game.play.lowest_wins else report.total - worse
    return total, tr_n("not legal; one mistake counted", "not legal; {n} mistakes counted", mistakes)


def _corrected(item: Filled) -> int:
    """Returns the score after the cheapest corrections; where none are known, without what the mistakes found cost or
    brought. A game that counts mistakes keeps them: each is a mark that should not be there."""
    report = item.report
    if report.diagnosis:
        options = options_of(item.game, item.paper.options, item.file)
        return item.game.check.auditor(item.sheet, options).audit(report.diagnosis[0].paper).total
    if _counts_mistakes(item.game):
        return report.total
    better = sum(finding.effect for finding in report.findings if finding.aspect == "play" and finding.broken)
    return report.total - better if item.game.play.lowest_wins else report.total + better


def unranked(sheets: Sequence[Filled]) -> tuple[int, ...]:
    """Returns the numbers of the sheets that have no place because they are not finished."""
    return tuple(i for i, item in enumerate(sheets) if item.missing)


def _reason(game: Game, score: Score, scores: Scores) -> str:
    """Why a score has its place, in words."""
    others = [other for other in scores if other is not score]
    level = [other for other in others if other.total == score.total]
    tie = tr(game.check.tie_break.sentence, n=score.tie_break) if game.check.tie_break else ""
    if any(other.place == score.place for other in others):
        if tie and level:
            return tr("shared ({tie})", tie=tie)
        return tr("shared")
    if tie and level:
        return tr("by tie-break: {tie}", tie=tie)
    if game.play.score_sheet is not None and score.tie_break and any(other.tie_break == score.tie_break for other in others):
        return tr("by the tie-break round")
    if score.place == 1:
        return tr("the lowest score") if game.play.lowest_wins else tr("the highest score")
    best = next(other.total for other in others if other.place == 1)
    return tr(game.words.unit.behind, n=abs(best - score.total))
