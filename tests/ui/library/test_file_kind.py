"""What a file is, as far as its name says."""

from pathlib import Path

import pytest

from rollwrite_desktop.ui.library.file_kind import kind_of


@pytest.mark.parametrize(("name", "kind"), [
    ("Ann.rollwrite", "game"), ("Ann", "game"), ("Ann.v2", "game"), ("class.rollwrite-session", "session"),
    ("mine.rollwrite-deck", "deck"), ("all.rollwrite-backup", "backup"), ("a.paper.json", "json"), ("FORM.PDF", "pdf"),
    ("IMG_1.JPG", "photo"), ("a.heic", "photo"), ("code.txt", "text"), (".json", "game"),
])
def test_a_name_says_what_a_file_is(name: str, kind: str) -> None:
    assert kind_of(Path(name)) == kind
