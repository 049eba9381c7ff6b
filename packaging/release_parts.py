"""The parts of a release run, each of which takes less than an hour on a quiet machine with two cores."""

from collections.abc import Iterator
from pathlib import Path

from checkout import ROOT

PARTS = {
    "ui": ["tests/ui"],
    "events": ["tests/ui/test_monkey.py"],
    "laws": ["tests/laws"],
    "games": ["tests/games", "tests/gamekit"],
    "rest": ["tests"],
}
"""Part to its folders or files. A test belongs to the part that names most of its path."""


def _test_files() -> Iterator[Path]:
    """Every file of tests, as pytest finds them."""
    return (path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py")))


def _part_of(file: Path) -> str:
    """The part that a file belongs to."""
    depth = {
        part: max((len(Path(place).parts) for place in places if file.is_relative_to(place)), default=0)
        for part, places in PARTS.items()
    }
    return max(depth, key=depth.__getitem__)


def files_of(part: str) -> list[str]:
    """The files of a part, from the root of the checkout."""
    return [file.as_posix() for file in _test_files() if _part_of(file) == part]
