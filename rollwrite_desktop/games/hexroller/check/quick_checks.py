"""What the list of rolls shows at once, without a search: rolls that cannot be, boxes and counts that do not agree.

How hexes, rounds and bonuses go together is the proof's to find.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rollwrite_desktop.core.audit import Finding
from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.i18n import Arg
from rollwrite_desktop.games.hexroller.check.evidence import EMPTY, Evidence
from rollwrite_desktop.games.hexroller.play.model import DASH, NUMBERS
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

Rolls = tuple[tuple[int, ...], ...]


def against_list(rules: HexRoller, seen: Evidence) -> Iterator[Finding]:
    """Yields what is wrong with the list itself, or missing from it."""
    if seen.rolls is None:
        return
    for number, roll in enumerate(seen.rolls, 1):
        if not rules.ask.admits(Outcome(tuple(Die("", face) for face in roll))):
            about: dict[str, Arg] = {"dice": _describe(roll), "n": rules.ask.count}
            yield Finding("broken", "HR-1", about, (f"roll:{number}",), aspect="record")
    if len(seen.rolls) > rules.rounds:
        about = {"n": len(seen.rolls), "rounds": rules.rounds}
        yield Finding("broken", "HR-4:many", about, (f"roll:{rules.rounds + 1}",), aspect="record")
    filled = max((len(row.rstrip(EMPTY)) for row in seen.row.values()), default=rules.rounds)
    if len(seen.rolls) < filled:
        about = {"n": len(seen.rolls), "columns": filled}
        yield Finding("unproved", "HR-4:few", about, (f"roll:{len(seen.rolls)}",))


def against_rolls(rules: HexRoller, seen: Evidence, blamed: Collection[int]) -> Iterator[Finding]:
    """Boxes and counts of the rounds that the list covers. `blamed` numbers are known to be wrong and not judged again."""
    if seen.rolls is None or seen.rows is None:
        return
    rolls = seen.rolls[: rules.rounds]
    columns = tuple(zip(*seen.rows, strict=True))
    wrong = set(blamed)
    for k, (column, roll) in enumerate(zip(columns, rolls, strict=False), 1):
        for row, held in zip(("upper", "lower"), column, strict=True):
            if held not in (EMPTY, DASH) and int(held) in NUMBERS and int(held) not in roll:
                wrong.add(int(held))
                about: dict[str, Arg] = {"round": k, "n": int(held), "dice": _describe(roll)}
                yield Finding("broken", "HR-8:row", about, (f"{row}/{k}",))
    whole = len(rolls) == rules.rounds and seen.legible
    for n in NUMBERS:
        hexes = rules.board.holding(seen.marks, n) & ~rules.board.holding(rules.board.printed, n)
        given = sum(roll.count(n) for column, roll in zip(columns, rolls, strict=False) if str(n) in column)
        more = set(_more(seen, rolls, columns, n)) if whole else set()
        count = hexes.bit_count()
        short = count < given and not seen.unread
        if n not in wrong and (short or (whole and count - given not in more)):
            about = {"n": n, "hexes": count, "given": given}
            yield Finding("broken", "HR-7:rolls", about, rules.ids(hexes))


def _more(seen: Evidence, rolls: Rolls, columns: tuple[tuple[str, ...], ...], n: int) -> Iterator[int]:
    """How many hexes of a number the bonuses may add to what its boxes stand for."""
    shown = [str(n) in column for column in columns]
    thirds = [0]
    if seen.could_be_used("third"):
        rounds = zip(rolls, columns, shown, strict=True)
        thirds += [roll.count(n) for roll, column, here in rounds if not here and DASH not in column]
    for third in thirds:
        yield third
        if seen.could_be_used("plus_one") and any(shown):
            yield third + 1


def _describe(roll: tuple[int, ...]) -> str:
    return " ".join(str(face) for face in roll)
