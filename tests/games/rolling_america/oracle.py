"""A second, naive reading of Rolling America's rules, to find a first one wrong: dictionaries and strings, no shared code.

A paper is a dict: `marks` (space to what stands there, blank ones absent), `hand` (dice not resolved), `faces`, the three
power counts, `boxes` (of each power, three if absent), `active` (the die whose number was written by the last stroke, or
None) and `closed`. Legality is asked of one notation at a time, in the order and the words of the rules, and never by
listing moves.
"""

from __future__ import annotations

from typing import Any

from tests.maps import Plain

Paper = dict[str, Any]
COLORS = ["red", "blue", "green", "yellow", "orange", "purple"]


def most(paper: Paper) -> int:
    """How often a power may be used."""
    return int(paper.get("boxes", 3))


def digit(mark: str | None) -> int | None:
    """The number in a mark, circled or not."""
    if mark is None or mark == "X":
        return None
    return int(mark.strip("()"))


def accepts(world: Plain, marks: dict[str, str], space: str, n: int) -> bool:
    """RA-8: every bordering state is blank, an X, guarded, or from n-1 to n+1. The state itself must be empty."""
    if space in marks:
        return False
    for other in world.borders[space]:
        held = marks.get(other)
        if held is None or held == "X" or held.startswith("("):
            continue
        if int(held) not in (n - 1, n, n + 1):
            return False
    return True


def allowed_states(world: Plain, die: str, changed: bool) -> list[str]:
    """RA-7 and RA-13: the region of a colored die; any state for the wild and for a die treated as wild."""
    if die == "wild" or changed:
        return list(world.region)
    return [space for space, region in world.region.items() if region == die]


def legal(world: Plain, paper: Paper, text: str) -> bool:
    marks, hand = paper["marks"], paper["hand"]
    if paper["closed"] or not paper["faces"]:
        return False
    if text == "done":  # RA-4: both dice are resolved by every player
        return not hand
    who, _, what = text.partition(" ")
    if what == "-":  # RA-11
        return who in hand and all(space in marks for space in allowed_states(world, who, False))
    changed = who.endswith("~")
    who = who.rstrip("~")
    space, _, mark = what.partition("=")
    if space in marks:
        return False
    if who == "dupe":
        return legal_dupe(world, paper, changed, space, mark)
    if who not in hand:
        return False
    if changed and (who == "wild" or paper["change"] >= most(paper)):  # RA-R9
        return False
    if space not in allowed_states(world, who, changed):
        return False
    n = paper["faces"][who]
    if mark == "X":  # RA-9, RA-10, RA-R1, RA-R2
        return not any(accepts(world, marks, other, n) for other in allowed_states(world, who, changed))
    if digit(mark) != n:
        return False
    if mark.startswith("("):  # RA-14
        return paper["guard"] < most(paper)
    return accepts(world, marks, space, n)


def legal_dupe(world: Plain, paper: Paper, changed: bool, space: str, mark: str) -> bool:
    """RA-15, RA-R3, RA-R4, RA-R9: at once after the number that it repeats."""
    active = paper["active"]
    if active is None or paper["dupe"] >= most(paper) or mark == "X":
        return False
    if digit(mark) != active["n"]:
        return False
    if changed and (active["die"] == "wild" or active["changed"] or paper["change"] >= most(paper)):
        return False
    at_home = active["die"] == "wild" or world.region[space] == active["die"]
    if not at_home:
        if not changed and not active["changed"]:
            return False
        if not active["paid"] and paper["change"] >= most(paper):
            return False
    if mark.startswith("("):
        return paper["guard"] < most(paper)
    return accepts(world, paper["marks"], space, active["n"])


def after(world: Plain, paper: Paper, text: str) -> Paper:
    """The paper after a legal notation."""
    new = {**paper, "marks": dict(paper["marks"]), "hand": list(paper["hand"]), "active": None}
    if text == "done":
        new["closed"] = True
        return new
    who, _, what = text.partition(" ")
    changed = who.endswith("~")
    who = who.rstrip("~")
    if what == "-":
        new["hand"].remove(who)
        return new
    space, _, mark = what.partition("=")
    new["marks"][space] = mark
    new["guard"] += mark.startswith("(")
    if who == "dupe":
        active = paper["active"]
        leaves = active["die"] != "wild" and world.region[space] != active["die"]
        new["dupe"] += 1
        new["change"] += leaves and not active["paid"]
        return new
    new["hand"].remove(who)
    leaves = who != "wild" and world.region[space] != who
    new["change"] += leaves
    if mark != "X":
        new["active"] = {"die": who, "n": digit(mark), "changed": changed, "paid": leaves}
    return new


def alphabet(world: Plain, dice: list[str] | None = None, numbers: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> list[str]:
    """Every notation of a player's stroke, or only those of some dice and numbers."""
    marks = [*(str(n) for n in numbers), *(f"({n})" for n in numbers)]
    texts = ["done"]
    for die in [*COLORS, "wild"] if dice is None else dice:
        texts.append(f"{die} -")
        texts += [f"{die}{sign} {space}={mark}" for sign in ("", "~") for space in world.region for mark in [*marks, "X"]]
    texts += [f"dupe{sign} {space}={mark}" for sign in ("", "~") for space in world.region for mark in marks]
    return texts


def count(world: Plain, paper: Paper, texts: list[str]) -> int:
    """How many different courses a player's turn can take from here."""
    if paper["closed"]:
        return 1
    return sum(count(world, after(world, paper, text), texts) for text in texts if legal(world, paper, text))
