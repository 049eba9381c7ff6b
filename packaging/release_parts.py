"""The parts of a release run, each of which takes less than an hour on a quiet machine with two cores."""

from collections.abc import Iterator
from pathlib import Path

from checkout import ROOT

PLACES = {
    "ui": ["tests/ui"],
    "events": ["tests/ui/test_monkey.py"],
    "laws": ["tests/laws"],
    "games": ["tests/games", "tests/gamekit"],
    "rest": ["tests"],
}
"""Name to folders or files. A file of tests belongs to the name that has most of its path."""
SHARES = {"events": 3}
"""How many parts there are of what would take too long as one."""
PARTS = {
    name if SHARES.get(name, 1) == 1 else f"{name}-{number + 1}": (name, number)
    for name in PLACES for number in range(SHARES.get(name, 1))
}
"""Part to the name of its places, and which share of the tests there, from 0."""


def _test_files() -> Iterator[Path]:
    """Every file of tests, as pytest finds them."""
    return (path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py")))


def _name_of(file: Path) -> str:
    """The name that a file belongs to."""
    depth = {
        name: max((len(Path(place).parts) for place in places if file.is_relative_to(place)), default=0)
        for name, places in PLACES.items()
    }
    return max(depth, key=depth.__getitem__)


def arguments(part: str) -> list[str]:
    """What pytest is to run of a part: its files, from the root of the checkout, and its share of the tests in them."""
    name, number = PARTS[part]
    share = ["--share", f"{number + 1}/{SHARES[name]}"] if name in SHARES else []
    return [*share, *(file.as_posix() for file in _test_files() if _name_of(file) == name)]
