"""What can have slipped on a score sheet of Ligretto Dice: for each finding the edits of which one at least is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rollwrite_desktop.core.audit import Edit, Finding, Paper, paper_as
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.check.slips import DIGIT, LARGE, OTHER, SMALL, Slip, digits_apart
from rollwrite_desktop.games.ligretto_dice.check.evidence import read_evidence
from rollwrite_desktop.games.ligretto_dice.check.score_repair import mended, table_of
from rollwrite_desktop.games.ligretto_dice.play.model import DICE, START
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper, Row, names_of, rows_of


class LigrettoDiceSlips:
    """The slips on one score sheet, with the options of its table."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options

    def against(self, given: Paper, finding: Finding) -> Iterable[Slip]:
        """Edits of which every set that does away with a finding has one at least."""
        paper = read_evidence(paper_as(LigrettoDicePaper, given))
        rows = rows_of(paper)
        names = names_of(paper)
        match finding.key:
            case "LD-9:sum" | "LD-9:still":
                yield from self._sum(paper, finding)
            case "LD-9:extra":
                for where in finding.where:
                    line, name = _cell(where)
                    yield self._total(paper, line, name, None)
            case "LD-10:claim" | "LD-10:empty" | "LD-11:missing":
                for name in names:
                    if name != (paper.claimed or ""):
                        yield Slip(Edit("claimed", str(paper.claimed or ""), name, mark("Winner")), SMALL)
                for line in range(len(rows)):
                    yield from self._row(paper, line)
            case "LD-R3:penalty":
                return
            case _:
                lines = {_cell(where)[0] for where in finding.where if where.startswith("round:")}
                for line in sorted(lines):
                    if line < len(rows):
                        yield from self._row(paper, line)
                # Who plays a tie-break follows from the rows before it.
                if any(line >= mended(rows, table_of(self.options, paper)).rounds for line in lines) or not lines:
                    for line in range(len(rows)):
                        if line not in lines:
                            yield from self._row(paper, line)

    def _row(self, paper: LigrettoDicePaper, line: int) -> Iterator[Slip]:
        """Every other entry of a round that the sum of the others allows, and those with a digit misread."""
        assert paper.rounds is not None
        row = paper.rounds[line]
        for i, name in enumerate(names_of(paper)):
            held = row[i]
            fit = -sum(entry or 0 for k, entry in enumerate(row) if k != i)
            for value in (*dict.fromkeys((fit, *range(-len(DICE), len(DICE) + 1))), None):
                if value != held and value != 0:
                    yield self._entry(line, name, held, value, self._before_total(paper, line, i))

    @staticmethod
    def _before_total(paper: LigrettoDicePaper, line: int, i: int) -> int | None:
        """Returns what an entry must be for the totals beside it."""
        totals = paper.totals or []
        if line >= len(totals) or totals[line][i] is None:
            return None
        before = totals[line - 1][i] if line else START
        return None if before is None else (totals[line][i] or 0) - before

    @staticmethod
    def _entry(line: int, name: str, held: int | None, value: int | None, right: int | None) -> Slip:
        edit = Edit(f"round:{line + 1}/{name}", _text(held), _text(value), name)
        return Slip(edit, *entry_weight(held, value, sure=right == value and value is not None))

    @staticmethod
    def _total(paper: LigrettoDicePaper, line: int, name: str, value: int | None) -> Slip:
        assert paper.totals is not None
        held = paper.totals[line][names_of(paper).index(name)]
        edit = Edit(f"total:{line + 1}/{name}", _text(held), _text(value), name)
        return Slip(edit, DIGIT, entry_weight(held, value, sure=True)[1])

    @staticmethod
    def _exchanged(line: int, i: int, j: int, names: Sequence[str], row: Row) -> Slip:
        """Two entries of a round in the wrong columns."""
        one, other = (f"round:{line + 1}/{names[k]}" for k in (i, j))
        return Slip(Edit(one, _text(row[i]), _text(row[j]), names[i], other), DIGIT, 1)

    def _sum(self, paper: LigrettoDicePaper, finding: Finding) -> Iterator[Slip]:
        """Yields the total, the entry beside it or in its place, or the total before it."""
        line, name = _cell(finding.where[0])
        names = names_of(paper)
        i = names.index(name)
        totals = paper.totals or []
        before, total = int(str(finding.args["before"])), int(str(finding.args["total"]))
        rows = rows_of(paper)
        entry = rows[line][i]
        yield self._total(paper, line, name, before + (entry or 0))
        yield self._entry(line, name, entry, total - before or None, total - before)
        for j in range(len(names)):
            if j != i and rows[line][j] != entry:
                yield self._exchanged(line, min(i, j), max(i, j), names, rows[line])
        earlier = next((k for k in range(line - 1, -1, -1) if k < len(totals) and totals[k][i] is not None), None)
        if earlier is not None:
            yield self._total(paper, earlier, name, total - sum(rows[k][i] or 0 for k in range(earlier + 1, line + 1)))


def _cell(where: str) -> tuple[int, str]:
    number, _, name = where.partition(":")[2].partition("/")
    return int(number) - 1, name


def _text(value: int | None) -> str:
    return "" if value is None else str(value)


def entry_weight(held: int | None, value: int | None, *, sure: bool) -> tuple[int, int]:
    """Returns what another number weighs, and how unlikely it is. sure: the totals beside it say so."""
    if held is None or value is None:
        return (DIGIT if value is not None else OTHER), 0 if sure else 2
    one, other = str(abs(held)), str(abs(value))
    if held == -value:
        return SMALL, 0
    if len(one) != len(other):
        return LARGE, 0 if sure else 3
    wrong, rank = digits_apart(one, other)
    return (DIGIT if wrong == 1 and (held < 0) == (value < 0) else LARGE), 0 if sure else 1 + rank

