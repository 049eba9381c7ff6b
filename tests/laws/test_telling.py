"""What checks, guides and coaches answer to small filled sheets and to moments of games, paper editors to keys, and tables
to whatever is done at them; many for each game.

`python -m tests.laws.test_telling` writes telling.txt anew; read the difference before keeping it. A line has the beginning
of the answer, and the checksum of all of it. That the answers are right is held by the other laws; here none may change
unnoticed. The numbers are the first ones that take less than a tenth of a second, and those that noticed a change of a line
of the program, one at a time, which the others had let pass; a further number is written into the file by hand, with any
words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.sampling import sampled
from tests.telling import Case, beside, checked, checksum, drawn, driven, looked_at, selected, typed

pytestmark = pytest.mark.slow

FILE = Path(__file__).with_name("telling.txt")
LOOKS: dict[str, Callable[[Case], Iterator[str]]] = {
    "filled sheets": checked, "moments": looked_at, "typed sheets": typed, "tables": driven,
    "drawn sheets": drawn, "what is beside the sheets": beside, "selections": selected,
}


def parts() -> dict[tuple[str, str], dict[int, str]]:
    """What is asked, and the answers that are known: by what it is and game, by number."""
    found: dict[tuple[str, str], dict[int, str]] = {}
    for part in FILE.read_text("utf-8").split("\n\n"):
        title, *lines = part.strip().splitlines()
        what, _, game_id = title.partition(" of ")
        found[what, game_id] = {int(line.split()[0]): line for line in lines}
    return found


KNOWN = parts()


def answer(what: str, game_id: str, number: int) -> str:
    lines = [*LOOKS[what]((game_id, number))]
    return f"{number} {lines[0][:90].strip()} {checksum(lines)}"


@sampled("what, game_id", list(KNOWN), 5, lambda case: case[1])
def test_nothing_is_answered_otherwise(what: str, game_id: str) -> None:
    asked = KNOWN[what, game_id]
    assert [answer(what, game_id, number) for number in asked] == [*asked.values()]


if __name__ == "__main__":
    FILE.write_text("\n\n".join(
        "\n".join([f"{what} of {game_id}", *(answer(what, game_id, number) for number in asked)])
        for (what, game_id), asked in KNOWN.items()
    ) + "\n", "utf-8", newline="\n")
