"""The journal file: what is written comes back; any bytes give a Record or NotAJournal; a kill costs one stroke at most."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
from codecs import BOM_UTF8
from pathlib import Path
from typing import IO

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rollwrite_desktop.core import i18n, journal
from rollwrite_desktop.core.files import FileError, disk
from rollwrite_desktop.core.journal import Head, Journal, Notes, head_bytes, line_bytes
from rollwrite_desktop.core.limits import JOURNAL_BYTES, JOURNAL_LINES
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.journals import NotAJournal, parse, read
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import new_head, reopen, sheet_of

HEAD = Head(
    journal=1, game="toy", rules=1, sheet="toy_sheet", sheet_hash="abc", players=("Ann", "Bö"), options={"corners": "off"},
    notes=Notes(seed="ABCD-2345", bots={"p2": "greedy"}, name="Friday"),
)
LINES = (
    JournalLine("chance", do="white 3"),
    JournalLine("p1", do="a=3"),
    JournalLine("p1", undo=True),
    JournalLine("p1", redo=True),
    JournalLine("p2", do="b=3", at=12),
    JournalLine("p2", note="plan", text='über d\n"next"'),
    JournalLine("chance", undo=True),
)
WHOLE = head_bytes(HEAD) + b"".join(map(line_bytes, LINES))


def test_what_is_written_comes_back() -> None:
    record = parse(WHOLE, "x")
    assert record.head == HEAD and record.lines == LINES
    assert record.whole == len(WHOLE) and not record.torn
    marked = parse(BOM_UTF8 + WHOLE, "as an editor leaves it")
    assert (marked.head, marked.lines, marked.whole) == (HEAD, LINES, len(BOM_UTF8 + WHOLE))


def test_the_file_is_what_formats_says() -> None:
    assert head_bytes(HEAD) == (
        b'{"journal":1,"game":"toy","rules":1,"sheet":"toy_sheet","sheet_hash":"abc","players":["Ann","B\xc3\xb6"],'
        b'"options":{"corners":"off"},"notes":{"seed":"ABCD-2345","bots":{"p2":"greedy"},"name":"Friday"}}\n'
    )
    assert line_bytes(LINES[1]) == b'{"by":"p1","do":"a=3"}\n'
    assert line_bytes(LINES[2]) == b'{"by":"p1","undo":true}\n'
    assert line_bytes(JournalLine("p2", note="route", text="MN ND")) == b'{"by":"p2","note":"route","is":"MN ND"}\n'
    assert parse(head_bytes(HEAD) + b'{"by": "p2", "do": "blue OH=4"}\n', "x").lines == (JournalLine("p2", do="blue OH=4"),)


text = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30)
lines = st.builds(JournalLine, text, do=text.filter(bool), at=st.integers(0, 2**53 - 1)) | st.builds(
    JournalLine, text, note=text.filter(bool), text=text) | st.builds(JournalLine, text, undo=st.just(True))


@given(st.lists(lines, max_size=8))
def test_any_lines_come_back(these: list[JournalLine]) -> None:
    record = parse(head_bytes(HEAD) + b"".join(map(line_bytes, these)), "x")
    assert record.lines == tuple(these)


def test_cut_at_every_byte() -> None:
    """A pulled plug: whole lines stay, the torn one goes with a notice; before the head is whole there is no journal."""
    head = len(head_bytes(HEAD))
    for cut in range(head):
        with pytest.raises(NotAJournal):
            parse(WHOLE[:cut], "x")
    for cut in range(head, len(WHOLE)):
        record = parse(WHOLE[:cut], "x")
        whole = WHOLE[:cut].count(b"\n") - 1
        assert record.lines == LINES[:whole], cut
        assert record.torn == (not WHOLE[:cut].endswith(b"\n")), cut
        assert record.whole == WHOLE[:cut].rfind(b"\n") + 1, cut


def head_with(**changes: object) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(HEAD) | changes) + b"\n"


H = head_bytes(HEAD)
BAD = {
    "empty": b"",
    "half a head": H[:-1],
    "an empty line": H + b"\n",
    "a blank line at the end": WHOLE + b"\n",
    "not JSON": b"hello\n",
    "a list": b"[]\n",
    "null": b"null\n",
    "NUL bytes": b"\0" * 50 + b"\n",
    "NUL in a line": H + b'{"by":"p1","do":"a\0=3"}\n',
    "invalid UTF-8 in a string": H + b'{"by":"p1","do":"\xff\xfe"}\n',
    "overlong UTF-8": H + b'{"by":"p1","do":"\xc0\xaf"}\n',
    "half a surrogate": H + b'{"by":"p1","do":"\\ud800"}\n',
    "UTF-16": WHOLE.decode().encode("utf-16"),
    "deep lists": H + b"[" * 40_000 + b"]" * 40_000 + b"\n",
    "deep lists where nothing is known": H + b'{"by":"p1","do":' + b"[" * 40_000 + b"]" * 40_000 + b"}\n",
    "deep objects in the head": b'{"x":' * 15_000 + b"1" + b"}" * 15_000 + b"\n",
    "deep unknown part of the head": H[:-2] + b',"x":' + b"[" * 40_000 + b"]" * 40_000 + b"}\n",
    "unclosed": H + b"[" * 90_000 + b"\n",
    "a long line": H + b'{"by":"p1","do":"' + b"a" * journals.MAX_LINE + b'"}\n',
    "two strokes on a line": H + b'{"by":"p1","do":"a=3"} {"by":"p1","do":"b=3"}\n',
    "an unknown key": H + b'{"by":"p1","do":"a=3","eval":"1"}\n',
    "stroke and undo": H + b'{"by":"p1","do":"a=3","undo":true}\n',
    "nothing done": H + b'{"by":"p1"}\n',
    "nobody": H + b'{"do":"a=3"}\n',
    "undo false": H + b'{"by":"p1","undo":false}\n',
    "undo as a number": H + b'{"by":"p1","undo":1}\n',
    "a huge time": H + b'{"by":"p1","do":"a=3","at":' + b"9" * 5_000 + b"}\n",
    "a time past 2**53": H + b'{"by":"p1","do":"a=3","at":9007199254740993}\n',
    "a negative time": H + b'{"by":"p1","do":"a=3","at":-1}\n',
    "a time in fractions": H + b'{"by":"p1","do":"a=3","at":1.5}\n',
    "not a number": H + b'{"by":"p1","do":"a=3","at":NaN}\n',
    "format 2": head_with(journal=2) + H,
    "format true": head_with(journal=True),
    "format 1.5": head_with(journal=1.5),
    "huge format": H.replace(b'"journal":1', b'"journal":' + b"1" * 6_000),
    "no players": head_with(players=[]),
    "a hundred players": head_with(players=["x"] * 100),
    "a nameless player": head_with(players=[""]),
    "a long name": head_with(players=["x" * 201]),
    "players as text": head_with(players="Ann"),
    "options as list": head_with(options=["corners"]),
    "an option that is no text": head_with(options={"corners": True}),
    "notes of another kind": head_with(notes=[]),
    "too many lines": H + b'{"by":"p1","undo":true}\n' * journals.MAX_LINES,
    "CR only": WHOLE.replace(b"\n", b"\r"),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_is_no_journal(data: bytes) -> None:
    with pytest.raises(NotAJournal) as caught:
        parse(data, "game.rollwrite")
    message = str(caught.value)
    assert message.startswith("game.rollwrite: ")
    assert "\n" not in message and len(message) < 400
    message.encode()


def test_names_leave_the_sentences_around_them_as_they_are() -> None:
    """Those of a file from elsewhere may hold line ends and changes of direction, or nothing that shows."""
    game = GAMES["hexroller"]
    sheet = sheet_of(game, "")
    names = ("\u202eAnn\n<b>", "\0", "Zo\u00eb \U0001f468\u200d\U0001f469", "\u05d3\u05df")
    head = head_bytes(new_head(game, sheet, sheet.id, names, {}, Notes()))
    opened = reopen(parse(head, "x"), "x")
    assert opened.head.players == ("Ann <b>", "P2", *names[2:])
    assert [opened.name(player) for player in opened.session.players] == [*opened.head.players]


REPLAYED = [
    b'{"by":"p9","undo":true}', b'{"by":"p1","undo":true}', b'{"by":"p1","redo":true}',
    b'{"by":"p1","back":true}', b'{"by":"chance","correct":1,"do":"3 3 4 5 5 6 8 8"}', b'{"by":"p1","do":"nothing"}',
    b'{"by":"chance:p7","do":"3 3 4 5 5 6 8 8"}', b'{"by":"chance","do":"c3=5"}', b'{"by":"p1","do":"q9=5"}',
]
"""Lines that are whole and cannot follow the head of a game of HexRoller for one."""
ENGLISH = re.compile(r"\b(the|expected|found|line|there is|only|here|roll|has|was)\b")


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_what_is_wrong_is_said_in_the_language_of_the_window(language: str) -> None:
    """What is no journal, and what is one and cannot be replayed."""
    def sentences() -> list[str]:
        found = []
        for data in BAD.values():
            with pytest.raises(NotAJournal) as caught:
                parse(data, "x")
            found.append(str(caught.value))
        game = GAMES["hexroller"]
        sheet = sheet_of(game, "")
        head = head_bytes(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes()))
        for line in REPLAYED:
            with pytest.raises(NotAJournal) as caught:
                reopen(parse(head + line + b"\n", "x"), "x")
            found.append(str(caught.value))
        return found

    english = sentences()
    i18n.use(language, TRANSLATIONS)
    try:
        here = sentences()
    finally:
        i18n.use("en", TRANSLATIONS)
    for before, now in zip(english, here, strict=True):
        assert ENGLISH.search(before) and before != now and not ENGLISH.search(now), now


def test_a_wrong_line_is_named() -> None:
    with pytest.raises(NotAJournal, match="line 4: "):
        parse(H + line_bytes(LINES[0]) + line_bytes(LINES[1]) + b'{"by":"p1","do":3}\n' + line_bytes(LINES[2]), "x")


def test_a_wrong_line_in_the_middle_is_not_taken_for_a_torn_one() -> None:
    with pytest.raises(NotAJournal, match="line 2"):
        parse(H + b'{"by":"p1","d\n' + line_bytes(LINES[0]), "x")


def test_of_keys_given_twice_the_reader_says_no_or_takes_one() -> None:
    try:
        record = parse(H + b'{"by":"p1","do":"a=3","do":"b=3"}\n', "x")
    except NotAJournal:
        return
    assert record.lines in ((JournalLine("p1", do="a=3"),), (JournalLine("p1", do="b=3"),))


def test_an_absurd_size() -> None:
    with pytest.raises(NotAJournal, match="at most"):
        parse(b" " * (journals.MAX_BYTES + 1), "x")


def test_windows_line_ends_are_read() -> None:
    """An editor may have saved it so; JSON does not mind."""
    assert parse(WHOLE.replace(b"\n", b"\r\n"), "x").lines == LINES


@given(st.binary(max_size=300))
@example(b"\n")
@example(b"{}\n")
def test_any_bytes(data: bytes) -> None:
    for tried in (data, H + data, H + data + b"\n"):
        try:
            record = parse(tried, "x")
        except NotAJournal as error:
            str(error).encode()
        else:
            assert record.head == HEAD


@given(st.data())
def test_any_damage(data: st.DataObject) -> None:
    """A few bytes changed, cut or doubled somewhere in a real journal."""
    damaged = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged)))
        damaged[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=5))
    try:
        record = parse(bytes(damaged), "x")
    except NotAJournal as error:
        str(error).encode()
    else:
        assert 0 < record.whole <= len(damaged)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=6,
)


@given(st.sampled_from(["journal", "game", "rules", "sheet", "players", "options", "notes"]), json_values)
def test_any_value_in_the_head(key: str, value: object) -> None:
    try:
        data = head_with(**{key: value})
    except (UnicodeEncodeError, OverflowError):
        return
    try:
        record = parse(data, "x")
    except NotAJournal as error:
        assert str(error).encode().startswith(b"x")
    else:
        assert record.whole == len(data)


# ---------------------------------------------------------------------- files


def test_create_append_read_resume(tmp_path: Path) -> None:
    path = tmp_path / "game.rollwrite"
    written = Journal.create(path, HEAD)
    for line in LINES[:3]:
        written.append(line)
        assert path.read_bytes().endswith(line_bytes(line)), "on disk when append returns"
    written.close()
    with path.open("ab") as file:
        file.write(b'{"by":"p2","note":"plan","is":"' + b"a long note that was cut off, " * 40)
    record = read(path)
    assert record.torn and record.lines == LINES[:3]
    resumed = Journal.resume(path, record)
    for line in LINES[3:]:
        resumed.append(line)
    resumed.close()
    assert path.read_bytes() == WHOLE


def test_each_line_is_put_through_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    written = Journal.create(tmp_path / "game.rollwrite", HEAD)
    synced.clear()
    wanted = 0
    for line in LINES:
        written.append(line)
        wanted += line.at == 0  # the lines of a race only reach the system, until `sync`
        assert len(synced) == wanted
    written.sync()
    written.close()
    assert len(synced) == wanted + 1 and any(line.at for line in LINES)


@pytest.mark.parametrize("limit", ["BYTES", "LINES"])
@pytest.mark.parametrize("resumed", [False, True])
def test_no_game_grows_longer_than_one_that_is_read(
    tmp_path: Path, limit: str, resumed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = {"BYTES": len(WHOLE) + 40, "LINES": len(LINES) + 2}[limit]
    monkeypatch.setattr(journals, f"MAX_{limit}", most)
    monkeypatch.setattr(journal, f"JOURNAL_{limit}", most)
    path = tmp_path / "game.rollwrite"
    written = Journal.create(path, HEAD, LINES)
    if resumed:
        written.close()
        written = Journal.resume(path, read(path))
    done = 0
    while written.failure is None:
        assert len(read(path).lines) == len(LINES) + done
        written.append(LINES[0])
        done += 1
    assert done > 1 and "it is as long as a saved game may be" in str(written.failure)
    written.append(LINES[0])
    assert len(read(path).lines) == len(LINES) + done - 1
    written.give_up()


def test_create_does_not_overwrite(tmp_path: Path) -> None:
    path = tmp_path / "game.rollwrite"
    path.write_bytes(b"precious")
    with pytest.raises(FileError, match="it exists already"):
        Journal.create(path, HEAD)
    assert path.read_bytes() == b"precious"


@pytest.mark.parametrize("what", ["missing", "folder"])
def test_a_file_that_cannot_be_read(tmp_path: Path, what: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileError, match="cannot be read"):
        read(tmp_path / what)


def half(file: IO[bytes], data: bytes) -> None:
    """What a disk does that takes half of what is written, and is full."""
    file.write(data[: len(data) // 2])
    raise OSError(errno.ENOSPC, "")


def test_a_full_disk_leaves_no_half_line_behind_and_lines_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the next stroke that fits would stand behind half a line, and the whole game would be unreadable."""
    path = tmp_path / "game.rollwrite"
    written = Journal.create(path, HEAD)
    told: list[str] = []
    written.on_failure = lambda journal: told.append(journal.failure.why if journal.failure else "")
    written.append(LINES[0])
    with monkeypatch.context() as patched:
        patched.setattr(disk, "write", half)
        written.append(LINES[1])
        written.append(LINES[2])
        assert read(path).lines == LINES[:1] and not read(path).torn
        assert parse(written.content, "x").lines == LINES[:3]
        written.close()
        assert told == ["the disk is full"] * 3, "the second failure is told too"
    written.append(LINES[3])
    assert told[-1] == "" and written.failure is None
    written.close()
    assert read(path).lines == LINES[:4]


def test_half_a_line_that_cannot_be_taken_away_is_taken_away_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.rollwrite"
    written = Journal.create(path, HEAD, LINES[:1])
    with monkeypatch.context() as patched:
        patched.setattr(disk, "write", half)
        patched.setattr(disk, "truncate", lambda file, _: half(file, b""))
        written.append(LINES[1])
    assert read(path).torn and written.failure is not None
    written.append(LINES[2])
    written.append(LINES[3])
    assert written.failure is None and read(path).lines == LINES[:4]
    written.close()


def test_a_file_that_another_program_has_changed_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.rollwrite"
    Journal(path, None, 0, 1).must_stand()
    written = Journal.create(path, HEAD)
    written.must_stand()
    with path.open("ab") as other:
        other.write(line_bytes(LINES[0]))
    written.sync()
    assert written.failure is None, "there is nothing to write over"
    with pytest.raises(FileError, match="another program has changed it"):
        written.must_stand()
    written.append(LINES[1])
    assert written.failure is not None and written.failure.why == "another program has changed it"
    assert read(path).lines == LINES[:1]
    written.give_up()


def test_an_equal_file_in_its_place_is_gone_on_in(tmp_path: Path) -> None:
    """As a program puts it there that keeps folders of two machines the same."""
    path, copy = tmp_path / "game.rollwrite", tmp_path / "copy"
    written = Journal.create(path, HEAD, LINES[:1])
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    written.append(LINES[1])
    assert written.failure is None and read(path).lines == LINES[:2]
    written.close()


def test_a_file_that_was_taken_away_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "games" / "game.rollwrite"
    written = Journal.begin(path, HEAD, LINES[:1])
    path.unlink()
    written.append(LINES[1])
    assert written.failure is None and read(path).lines == LINES[:2]
    path.unlink()
    path.parent.rmdir()
    written.append(LINES[2])
    assert written.failure is not None and written.failure.why == "there is no such folder"
    assert parse(written.content, "x").lines == LINES[:3]
    path.parent.mkdir()
    written.close()
    assert written.failure is None and read(path).lines == LINES[:3]


@pytest.mark.parametrize("lines", [LINES[:1], (LINES[1], LINES[0])])
def test_another_file_in_its_place_is_not_written_over(tmp_path: Path, lines: tuple[JournalLine, ...]) -> None:
    path, other = tmp_path / "game.rollwrite", tmp_path / "other"
    written = Journal.create(path, HEAD, LINES[:2])
    Journal.create(other, HEAD, lines).close()
    content = other.read_bytes()
    other.replace(path)
    written.append(LINES[2])
    assert written.failure is not None and written.failure.why == "another program has changed it"
    assert path.read_bytes() == content and parse(written.content, "x").lines == LINES[:3]
    written.give_up()


WRITER = """
import sys
from pathlib import Path
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.intake.journals import read
from rollwrite_desktop.core.limits import JOURNAL_BYTES, JOURNAL_LINES
from rollwrite_desktop.core.session import JournalLine
path = Path(sys.argv[1])
journal = Journal.resume(path, read(path))
k = 0
while True:
    journal.append(JournalLine("p1", do=f"a={k}"))
    print(k, flush=True)
    k += 1
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.parametrize("after", [1, 7, 40])
def test_killed_while_writing(tmp_path: Path, after: int) -> None:
    """Every stroke that was reported as written is there after SIGKILL."""
    path = tmp_path / "game.rollwrite"
    Journal.create(path, HEAD).close()
    root = Path(__file__).resolve().parents[2]
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    with writer:
        assert writer.stdout is not None
        reported = [int(writer.stdout.readline()) for _ in range(after)]
        writer.kill()
    record = read(path)
    assert [line.do for line in record.lines][:after] == [f"a={k}" for k in reported]
    Journal.resume(path, record).close()
    assert not read(path).torn


def test_how_long_a_journal_may_be() -> None:
    """As the description of the format says; a longer one is refused."""
    assert (JOURNAL_BYTES, JOURNAL_LINES) == (16_000_000, 50_000)
