"""Hostile input for every reader: the kept corpus and valid files, changed in ways that know their structure.

Each input is made from a reader's name, a seed and a number, so that a failure can be repeated by them alone.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.journal import Notes, head_bytes, line_bytes
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.gamekit.think.engine import Budget
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import archives, decks, handwriting, journals, settings
from rollwrite_desktop.intake.forms import field_values
from rollwrite_desktop.intake.geodata import layers
from rollwrite_desktop.maps.config import MapFile, read_map_file, write_map_file
from rollwrite_desktop.play.kept.game_index import Index, entry_of
from rollwrite_desktop.play.opening.check_sheet import sheet_faults
from rollwrite_desktop.play.opening.game_codes import read_typed
from rollwrite_desktop.play.opening.open_game import new_head, options_of, reopen, sheet_of, start
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import Entered, entered_paper, paper_in, rolls_from
from rollwrite_desktop.play.paper.paper_session import Member, PaperSession, read_session, write_session
from rollwrite_desktop.play.practice.deck import NotPlayable
from rollwrite_desktop.play.practice.practice import judge
from rollwrite_desktop.printing.photos.form_reader import entered_code, entered_forms
from rollwrite_desktop.printing.sheets.form_fields import identity_text, paper_of_fields, read_identity
from rollwrite_desktop.printing.sheets.sheet_codes import code_text
from rollwrite_desktop.sheet.load import loads

CORPUS = Path(__file__).with_name("corpus")
LONG = "q" * 5_000
ECHOED = "q" * 81
"""More of LONG than a message may repeat."""
HOSTILE: tuple[Any, ...] = (
    None, True, 0, -1, 1, 2**31, 2**63, -(2**63), 10**400, 1.5, 1e308, "", " ", LONG, "\x1b[31m", "a\nb", "\u202e", "\ud800",
    "@Variant(\x00\x00)", "chance", "chance:p1", "chance:p9", "p1", "p2", "p99", "../../etc/passwd", "//host/share/x.json",
    "\\\\host\\share\\x.json", "/dev/zero", "x.json", "=cmd()", "<img src=//host/x>", "1_0", "٣", "NaN", [], {}, [[]],
    [None], {"a": {}}, ["x"] * 2_000, {str(n): "1" for n in range(2_000)}, [[1, 2]] * 2_000,
)
"""What is put in the place of a value."""
WORDS = (
    b"@Variant(\\0\\0\\0\\x7f)", b'{"by":"chance:p1","do":"c3=5"}\n', b'{"by":"p1","undo":true}\n',
    b'{"by":"p1","redo":true}\n',
    b'{"by":"chance","undo":true}\n', b'{"by":"chance","correct":1,"do":"3 3 4 5 5 6 8 8"}\n', b"[" * 3_000,
    b'{"a":' * 3_000,
    b"\xff\xfe", b"\x00", b"9" * 5_000, LONG.encode(), b"1e999", b"\xed\xa0\x80", b"PK\x03\x04", b"%PDF-1.4\n", b"RW1 ",
)
"""What is put between bytes."""


def nested(depth: int) -> Any:
    """Lists within lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


# ---------------------------------------------------------------------- readers


def read_journal(data: bytes) -> None:
    entry_of(reopen(journals.parse(data, "f"), "f", CORPUS))


def read_paper(data: bytes) -> None:
    paper = paper_in(data, "f")
    entered = entered_paper(CORPUS / "f", data)
    next(iter(Entered(entered.game, entered.sheet, paper).reports()))


def read_sheet(data: bytes) -> None:
    sheet_faults(loads(data, "f"))


def read_settings(data: bytes) -> None:
    settings.read(data)


def read_old_settings(data: bytes) -> None:
    assert all(b"@" not in value for value in settings.read_old(data).values())


def read_backup(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, aside = Path(folder, "b"), Path(folder, "aside")
        source.write_bytes(data)
        aside.mkdir()
        try:
            archives.unpack(source, aside, lambda *_: True)
        finally:
            assert {path.name for path in Path(folder).iterdir()} == {"b", "aside"}, "nothing lies anywhere else"


def read_form(data: bytes) -> None:
    entered_forms(data, "f", (CORPUS,), fields=field_values)


def read_fields(data: bytes) -> None:
    """Forms behind pypdf: the values of fields as JSON."""
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(values, dict):
        return
    texts = {key: value if isinstance(value, str) else str(value)[:9_000] for key, value in values.items()}
    identity = read_identity(texts.get("", ""))
    if identity is not None and identity.game in GAMES:
        paper = paper_of_fields(GAMES[identity.game], sheet_of(GAMES[identity.game], identity.sheet), identity, texts)
        if paper is not None:
            game = GAMES[identity.game]
            game.check.auditor(sheet_of(game, identity.sheet), options_of(game, paper.options)).audit(paper)


def read_code(data: bytes) -> None:
    entered_code(data, "f", (CORPUS,))


def read_typed_code(data: bytes) -> None:
    read_typed(data.decode("utf-8", "replace")[:2_000])


def read_rolls(data: bytes) -> None:
    for game_id in ("rolling_america", "on_tour", "hexroller"):
        game = GAMES[game_id]
        with contextlib.suppress(UserError):
            rolls_from(data.decode("utf-8", "replace"), RollNotes(game, sheet_of(game, ""), options_of(game)), "f")


def read_paper_session(data: bytes) -> None:
    assert read_session(data, "f").game in GAMES


def read_map(data: bytes) -> None:
    read_map_file(data, "f")


def read_map_data(data: bytes) -> None:
    assert layers(data, "f")


def read_deck(data: bytes) -> None:
    for position in decks.parse(data, "f").positions[:3]:
        with contextlib.suppress(NotPlayable):
            judge(position, CORPUS, position.played, 2, Budget(2, (1, 1)))


def read_hand(data: bytes) -> None:
    handwriting.parse(data, "f")


def read_index(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "index.json").write_bytes(data)
        Index(Path(folder), Path(folder, "index.json")).refresh()


READERS: dict[str, Callable[[bytes], None]] = {
    "journal": read_journal, "paper": read_paper, "sheet": read_sheet, "settings": read_settings,
    "old_settings": read_old_settings, "backup": read_backup, "form": read_form, "fields": read_fields, "code": read_code,
    "typed_code": read_typed_code, "rolls": read_rolls, "index": read_index,
    "session": read_paper_session, "map_file": read_map, "map_data": read_map_data, "deck": read_deck, "hand": read_hand,
}


# ---------------------------------------------------------------------- valid examples


@cache
def examples(reader: str) -> tuple[bytes, ...]:
    """Valid inputs of a reader, and what the corpus keeps for it."""
    kept = tuple(path.read_bytes() for path in sorted(CORPUS.glob(f"{reader}.*")))
    return (*_made(reader), *kept)


def _played(game_id: str, moves: int = 12) -> tuple[Any, list[JournalLine]]:
    game = GAMES[game_id]
    opened = start(new_head(game, sheet_of(game, ""), "", ("Ann", "Bo"), {}, Notes(seed="FUZZ-2345")))
    lines: list[JournalLine] = []
    opened.session.log = lines.append
    finish(opened.session, dict.fromkeys(opened.session.players, next(iter(game.think.bots.values()))))
    del lines[moves * 4 :]
    return opened, lines


def _made(reader: str) -> Iterator[bytes]:
    for game_id, game in GAMES.items():
        opened, lines = _played(game_id)
        sheet = opened.sheet
        paper = game.check.paper_of(opened.session.rules, opened.session.state, "p1")
        if reader == "journal":
            yield head_bytes(opened.head) + b"".join(map(line_bytes, lines))
        elif reader == "paper":
            from rollwrite_desktop.core.audit import write_paper

            yield write_paper(paper)
        elif reader == "sheet":
            from rollwrite_desktop.sheet.load import dump

            yield dump(sheet)
        elif reader == "code":
            yield code_text(sheet, paper).encode()
        elif reader == "rolls":
            yield "\n".join(paper.rolls or ("3 3 4 5 5 6 8 8",)).encode()
        elif reader == "fields":
            values = {"": identity_text(sheet, {}), "player": "Ann", **dict(paper.spaces), "roll1": "b4w2", "claimed": "7"}
            yield json.dumps(values).encode()
        elif reader == "form":
            from rollwrite_desktop.printing.jobs.print_jobs import Extras, blank_leaves, header_footer
            from rollwrite_desktop.printing.pdf.export import pdf

            extras = Extras(fillable=True, rolls=game.words.print_kit.asked is not None)
            yield pdf(blank_leaves(game, sheet, 1, ("Zoe",), extras), header_footer(game))[0]
    if reader == "settings":
        yield b'{"settings": 1, "values": {"preferences/theme": "dark", "last/names": ["Ann"], "last/print": {"copies": 3}}}'
    elif reader == "old_settings":
        yield b'[preferences]\ntheme=dark\n[last]\nnames="[\\"Ann\\"]"\n'
    elif reader == "typed_code":
        yield from (b"R-ABCD-EFGH-R", b"TEST-2345", b"H-TEST-2345-6")
    elif reader == "index":
        yield b'{"index": 1, "rows": {"a.rollwrite": [[1, 2], null]}}'
    elif reader == "backup":
        yield _archive()
    elif reader == "session":
        rolls = ["blue 4, wild 2"]
        sheet = GAMES["rolling_america"].check.paper(game="rolling_america", player="Bo", spaces={"TX": "3"}, rolls=rolls)
        members = (Member("Ann"), Member("Bo", sheet))
        yield write_session(PaperSession("Room 12", "rolling_america", members=members, rolls=tuple(rolls)))
    elif reader == "deck":
        cost = decks.Cost(0.9, 0.2, 1.0, 8.0, (7.1,), (0.2,), (0.0,))
        position = decks.Position(
            game="rolling_america", sheet="rolling_america_usa", events=("blue 4, wild 2",), player="Ann", cost=cost,
            played=("blue OH=4", "wild -", "done"), best=(("blue OH=(4)", "wild TX=2", "done"),), theme="x", engine="1/60",
            practice=decks.Practice(1, 1, "2026-11-28", "2026-11-27"),
        )
        reviewed = decks.Reviewed("ab", "rolling_america", "2026-11-27", "Ann", 24, {"x": 0.9})
        yield msgspec.json.encode(decks.Deck(1, "Some", (position,), (reviewed,), ("cd",), "2026-11-27", 1))
    elif reader == "hand":
        yield handwriting.written([("4", bytes(handwriting.SIDE ** 2)), ("7", bytes(range(256)) * 16)])
    elif reader == "map_file":
        config = MapFile(
            title="Åre", areas=12, only=["A", "B"], merge={"C": ["A", "B"]}, names={"A": "Ay"}, boxes={"A": (0.5, 0.25)},
            window=(0.0, 0.0, 9.5, 9.5), seed=7, stretch=1.2,
        )
        yield write_map_file(config)
    elif reader == "map_data":
        from tests.intake.test_geodata import DRAWING, PLACES, TOPOLOGY, shapefile

        yield from (json.dumps(TOPOLOGY).encode(), DRAWING, PLACES, shapefile())


def _archive() -> bytes:
    import hashlib

    out, files = io.BytesIO(), {"games/a.rollwrite": b"{}\n", "settings.json": b'{"settings": 1, "values": {}}'}
    items = [{"name": name, "size": len(held), "sha256": hashlib.sha256(held).hexdigest()} for name, held in files.items()]
    manifest = {"backup": 1, "program": "1", "made": "", "files": items}
    with zipfile.ZipFile(out, "w") as archive:
        for name, held in (*files.items(), ("manifest.json", json.dumps(manifest).encode())):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), held)
    return out.getvalue()


# ---------------------------------------------------------------------- changes


def changed(reader: str, seed: int, number: int) -> bytes:
    """Input `number` of a reader."""
    luck = random.Random(f"{reader}/{seed}/{number}")
    if reader == "form" and luck.random() < 0.5:
        return packed_form(luck)
    data = luck.choice(examples(reader))
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        data = luck.choice((_in_json, _in_json, _in_lines, _in_bytes))(data, luck, reader)
    return data[:2_000_000]


def _in_json(data: bytes, luck: random.Random, reader: str) -> bytes:
    """A value of a JSON document, or of one line of several, becomes another."""
    rows = data.split(b"\n") if reader == "journal" else [data]
    at = luck.randrange(len(rows))
    try:
        value = json.loads(rows[at])
    except (ValueError, RecursionError):
        return _in_bytes(data, luck, reader)
    places = list(_places(value))
    if not places:
        return _in_bytes(data, luck, reader)
    holder, key = luck.choice(places)
    way = luck.random()
    if way < 0.65:
        holder[key] = luck.choice(HOSTILE)
    elif way < 0.75:
        holder[key] = nested(luck.choice((5, 200, 900)))
    elif way < 0.85 and isinstance(holder, dict):
        holder[luck.choice(("", LONG, "extra", "__class__", "undo", "at"))] = holder.pop(key)
    elif isinstance(holder, list):
        holder.extend(holder[:200])
    else:
        del holder[key]
    try:
        rows[at] = json.dumps(value).encode("utf-8", "replace")
    except RecursionError:  # nested within what was nested before
        return _in_bytes(data, luck, reader)
    return b"\n".join(rows)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value: what holds it, and its key."""
    for key, held in list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()):
        yield value, key
        yield from _places(held)


def _in_lines(data: bytes, luck: random.Random, _: str) -> bytes:
    rows = data.split(b"\n")
    at, other = luck.randrange(len(rows)), luck.randrange(len(rows))
    way = luck.randrange(4)
    if way == 0:
        rows[at : at + 1] = [rows[at]] * luck.choice((2, 50, 600))
    elif way == 1:
        rows[at], rows[other] = rows[other], rows[at]
    elif way == 2:
        del rows[at]
    else:
        rows.insert(at, luck.choice(WORDS).rstrip(b"\n"))
    return b"\n".join(rows)


def _in_bytes(data: bytes, luck: random.Random, _: str) -> bytes:
    at = luck.randrange(len(data) + 1)
    way = luck.randrange(5)
    if way == 0:
        return data[:at]
    if way == 1:
        return data[:at] + luck.choice(WORDS) + data[at:]
    if way == 2:
        return data[:at] + data[at + luck.randrange(1, 40) :]
    if way == 3:
        return data[:at] + bytes([luck.randrange(256)]) + data[at + 1 :]
    other = luck.randrange(len(data) + 1)
    return data[:at] + data[min(at, other) : max(at, other)][:5_000] + data[at:]


def packed(content: bytes, first: int, count: int, fields: int, filters: bytes = b"") -> bytes:
    """A PDF with fields that are objects from 20 on, all said to be in one stream with this content."""
    out, places = b"%PDF-1.7\n", {}
    stream = zlib.compress(content, 9)
    named = b"".join(b"%d 0 R " % number for number in range(20, 20 + fields))
    head = b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode%s/Length %d>>" % (count, first, filters, len(stream))
    for number, written in (
        (1, b"<</Type/Catalog/AcroForm 2 0 R>>"), (2, b"<</Fields[" + named + b"]>>"),
        (10, head + b"\nstream\n" + stream + b"\nendstream"),
    ):
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    places[11] = len(out)
    rows = b"".join(
        b"\2\0\0\0\n\0\0" if number >= 20 else b"%c%b\0\0" % (number in places, places.get(number, 0).to_bytes(4, "big"))
        for number in range(20 + fields)
    )
    table = b"11 0 obj\n<</Type/XRef/W[1 4 2]/Size %d/Root 1 0 R/Length %d>>\nstream\n" % (20 + fields, len(rows))
    return out + table + rows + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % places[11]


def packed_form(luck: random.Random) -> bytes:
    """Packed fields with shared parents, long names and a header that may be broken."""
    parts = (b"(s1)", b"a", b"<6162>", b"(" + b"x" * 600 + b")", b"y" * 60_000, b"20 0 R", b"[20 0 R]", b"/N", b"(\\)",
             b" " * 9_000)
    count = luck.choice((1, 3, 40, 400))
    kids = b"".join(b"%d 0 R " % luck.randrange(20, 22 + count) for _ in range(luck.choice((0, 1, 9))))
    written, header = [], []
    for number in range(count):
        item = b"<</T %b/V %b" % (luck.choice(parts[:3]) if luck.random() < 0.9 else luck.choice(parts), luck.choice(parts))
        written.append(item + luck.choice((b">>", b">>", b"/Kids[" + kids + b"]>>", b"/Kids 20 0 R>>", b"")) + b" ")
        header.append(b"%d %d " % (20 + number, sum(map(len, written[:-1]))))
    for _ in range(luck.choice((0, 0, 1, 2))):
        broken = luck.choice((b"zz ", b"-1 ", b"1 1 " * 2_000, b"9" * 5_000 + b" ", b"", b"20 0 "))
        header[luck.randrange(count)] = broken
    head = b"".join(header)
    first = luck.choice((len(head), len(head), len(head), 0, -1, 10**12, len(head) // 2))
    predictors = (b"/DecodeParms<</Predictor 15/Columns 9>>", b"/DecodeParms<</Predictor 2>>")
    filters = luck.choice((b"", b"", b"", b"", b"", *predictors))
    return packed(head + b"".join(written), first, luck.choice((count, count, 0, -1, 1, 10**9)), count, filters)
