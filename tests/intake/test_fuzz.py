"""Any bytes into any reader give a value or one short sentence: never another exception, never what it wants repeated."""

from __future__ import annotations

import unicodedata

import pytest

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.one_line import one_line
from tests.intake.fuzzing import CORPUS, ECHOED, READERS, changed
from tests.sampling import amount, numbers

pytestmark = pytest.mark.slow

SEED = 18
SHARE = {"form": 10}
"""This reader takes longer; of it only one input in so many is tried."""


def judge(reader: str, data: bytes) -> None:
    try:
        READERS[reader](data)
    except UserError as error:
        sentence = str(error)
        assert ECHOED not in sentence
        assert not [sign for sign in one_line(sentence) if unicodedata.category(sign) in ("Cc", "Cf")]


@pytest.mark.parametrize("file", sorted(CORPUS.iterdir()), ids=lambda path: path.name)
def test_the_corpus(file: object) -> None:
    """Each file was once harmful to some program."""
    assert hasattr(file, "name") and hasattr(file, "read_bytes")
    judge(file.name.partition(".")[0], file.read_bytes())


@pytest.mark.parametrize("reader", READERS)
@amount("count", 12, 10_000)
def test_changed_files(reader: str, count: int) -> None:
    """141,000 inputs in a release run."""
    for number in numbers(count // SHARE.get(reader, 1)):
        data = changed(reader, SEED, number)
        try:
            judge(reader, data)
        except Exception as error:
            pytest.fail(f"changed({reader!r}, {SEED}, {number}): {type(error).__name__}: {str(error)[:300]}")
