"""What one person hears of a race that is played by keys: whole transcripts, on a clock of their own.

As at a table (`tests/ui/table/test_reading_aloud.py`), with lines `wait MS` between the keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rollwrite_desktop.ui.play.race.race_page import RacePage
from tests.sampling import sampled
from tests.ui.conftest import settle
from tests.ui.race import test_race_page as races
from tests.ui.speech import Transcript, heard, press

TRANSCRIPTS = Path(__file__).with_name("transcripts")
time, sit = races.time, races.sit
__all__ = ["heard"]


@sampled("script", [*sorted(each.stem for each in TRANSCRIPTS.glob("*.txt"))], 3)
def test_what_is_heard_in_a_race(sit: Any, time: Any, heard: list[str], script: str, tmp_path: Path) -> None:
    transcript = Transcript.of(TRANSCRIPTS / f"{script}.txt")
    _, names, *chosen = transcript.head.split(", ")
    page: RacePage = sit(*names.split(" and "), go=False, **dict(each.split("=") for each in chosen))
    page.window().activateWindow()
    page.setFocus()
    settle()

    def act(key: str) -> Iterator[str]:
        if key.startswith("wait "):
            time.pass_by(page, int(key.split()[1]))
        else:
            press(page, key)
        yield from ()

    transcript.check(heard, act, tmp_path)
