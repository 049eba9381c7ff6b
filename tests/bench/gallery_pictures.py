"""Pictures of every state that a person can stand in: at a table, at its end, in a replay, a review, a check, a race.

    python3 packaging/bench.py gallery_pictures [LANGUAGE [PICTURES [FOLDER]]]

Walks each game as the gallery of texts does, at the page of the real window, and takes up to so many pictures of each game,
120 unless told, of states that differ in what can be done; dice that are being typed are half typed, too. Then every other
page and dialog. Writes into FOLDER, build/gallery_pictures unless told, the pictures, `index.html` with the prompt, the
button and what may be tapped beside each, and contact sheets of twelve.
"""

from __future__ import annotations

import html
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont
from PySide6.QtWidgets import QLineEdit, QWidget

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.play.table.view_model import TableView
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.app import application
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.standing import TABLES, Moment, Setting, faults, opened, settings, walk
from tests.ui.conftest import settle, with_a_large_screen
from tests.ui.rooms import ROOMS

SIZE = 1280, 800
ACTS = 160
SMALL, COLUMNS, ROWS, TITLE = (640, 400), 3, 4, 30


class Tapped(TableView):
    """A table that knows where it was tapped last: an answer points there."""

    spot = ""

    def tap(self, spot: str) -> Snapshot:
        self.spot = spot
        return super().tap(spot)


class Picture(NamedTuple):
    """A picture and the lines that stand beside it."""

    file: Path
    lines: tuple[str, ...]


def kind(moment: Moment) -> tuple[object, ...]:
    """What makes one state differ from another for the person in it, whatever the numbers are."""
    now, options = moment.now, moment.setting.options
    tokens = Counter((token.kind, token.state) for token in now.tray.tokens if token.kind != "power")
    powers = {(token.spot, token.state) for token in now.tray.tokens if token.kind == "power" and token.state != "off"}
    crosses = any(mark.key.startswith("ghost/") for mark in now.display.marks)
    notice = now.notice.key if now.notice is not None else None
    return (
        moment.setting.game, options, len(moment.setting.names) > 1, frozenset(tokens.items()), frozenset(powers), crosses,
        bool(now.taps.open), now.enabled.roll, now.tray.act, now.tray.entry is not None, now.next_player is not None,
        now.question is not None, notice, moment.act, now.results is not None,
    )


def told(moment: Moment) -> tuple[str, ...]:
    """The words of a moment, and what misleads in it."""
    now = moment.now
    button = f"[{now.tray.roll}]" if now.enabled.roll else f"({now.tray.roll})"
    lit = sorted(now.taps.open)
    return tuple(filter(None, (
        f"{moment.setting} · {moment.act}", now.sentence, f"{button} {now.tray.act}",
        f"taps: {len(lit)} {' '.join(lit[:8])}", f"answer: {now.notice.sentence}" if now.notice is not None else "",
        "; ".join(f"? {wrong}" for wrong in sorted(set(faults(moment)))) if i18n.language() == "en" else "",
    )))


def tables(window: MainWindow, folder: Path, most: int) -> Iterator[Picture]:
    """Every game, so many pictures each, taken from all its tables in turn."""
    for game_id in TABLES:
        met, taken = set[object](), 0
        chosen = settings(game_id)
        random.Random(game_id).shuffle(chosen)  # so that what is left of one table's share goes to any other
        for k, setting in enumerate(chosen):
            share = (most - taken) // (len(chosen) - k)
            for picture in _table(window, folder, setting, share, met):
                taken += 1
                yield picture


def _table(window: MainWindow, folder: Path, setting: Setting, share: int, met: set[object]) -> Iterator[Picture]:
    """Up to `share` pictures of one game, of kinds that were not `met`, from anywhere between its start and its end."""
    new = list[int]()
    for at, moment in enumerate(walk(setting, 0, ACTS)):
        if kind(moment) not in met:
            met.add(kind(moment))
            new.append(at)
    shown = {*random.Random(str(setting)).sample(new, min(share, len(new)))}
    name = f"{setting.game}-{len(met):05}"
    game = opened(setting, 0)
    game.session.log = Journal.create(folder / f"{name}.rollwrite", game.head).append
    page = TablePage(game, folder / f"{name}.rollwrite", window.store, window.pages)
    window.go.stack.turn_to(page, window.go.show_home)
    settle(8)
    page.model = view = Tapped(page.session)
    for at, moment in enumerate(walk(setting, 0, ACTS, view)):
        if at not in shown:
            continue
        if view.spot:
            page.view.last_place = page.view.center_of(view.spot)
        page._apply(moment.now)
        page.pace.stop_thinking()  # the walk plays for the computer
        if moment.now.tray.entry is None and moment.now.next_player is None:
            page.view.setFocus()  # as after an act in the window
        settle(8)
        yield _grab(window, folder / f"{name}-{at:03}.png", told(moment))
        typed = page.tray.findChild(QLineEdit) if moment.now.tray.entry is not None else None
        if typed is not None and typed.isVisible():
            typed.setText("3")
            settle()
            yield _grab(window, folder / f"{name}-{at:03}-typed.png", (*told(moment), "half typed: 3"))
            typed.clear()


def pages(window: MainWindow, folder: Path) -> Iterator[Picture]:
    """All that is no table in play."""
    for name, way in ROOMS.items():
        room = way(window, folder)
        window.resize(*SIZE)
        settle(8)
        yield _grab(room, folder / f"{name.replace(':', '').replace(' ', '_')}.png", (name,))
        if room is not window:
            room.close()


def _grab(widget: QWidget, file: Path, lines: tuple[str, ...]) -> Picture:
    assert widget.grab().save(str(file))
    return Picture(file, lines)


def write_page(folder: Path, language: str, pictures: list[Picture]) -> None:
    """All of it as one page, and twelve at a time as pictures."""
    blocks = "\n".join(
        f'<figure><a href="{p.file.name}"><img src="{p.file.name}" loading="lazy" width="640" alt=""></a><figcaption>'
        f"{k}. {'<br>'.join(html.escape(line) for line in p.lines)}</figcaption></figure>"
        for k, p in enumerate(pictures)
    )
    style = "figure { display: inline-block; width: 640px; vertical-align: top; margin: 8px; font: 14px sans-serif }"
    head = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{len(pictures)}</title>'
    (folder / "index.html").write_text(f"{head}\n<style>{style}</style>\n{blocks}\n</html>\n", "utf-8")
    each = COLUMNS * ROWS
    for first in range(0, len(pictures), each):
        _contact_sheet(folder / f"sheet-{first // each:02}.png", first, pictures[first:first + each])


def _contact_sheet(file: Path, first: int, pictures: list[Picture]) -> None:
    wide, high = SMALL[0], SMALL[1] + TITLE
    sheet = Image.new("RGB", (wide * COLUMNS, high * ROWS), "white")
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(11)
    for k, picture in enumerate(pictures):
        left, top = k % COLUMNS * wide, k // COLUMNS * high
        with Image.open(picture.file) as taken:
            small = taken.convert("RGB")
        small.thumbnail(SMALL)
        sheet.paste(small, (left, top + TITLE))
        draw.text((left + 4, top), f"{first + k}. {picture.lines[0][:100]}\n{picture.lines[-1][:100]}", "black", font)
    sheet.save(file)


def main(language: str, most: int, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    i18n.use(language, TRANSLATIONS)
    pictures = list[Picture]()
    with TemporaryDirectory() as home:
        os.environ["ROLLWRITE_HOME"] = home
        with_a_large_screen(application)
        store = Settings(Path(home))
        store.prefer(motion="reduced", speed="instant", language=language)
        window = MainWindow(store)
        window.resize(*SIZE)
        window.show()
        for taken in (tables(window, folder, most), pages(window, folder)):
            for picture in taken:
                pictures.append(picture)
                print(f"\r{len(pictures)} pictures", end="", flush=True)
        window.close()
    for journal in folder.glob("*.rollwrite"):
        journal.unlink()
    write_page(folder, language, pictures)
    wrong = Counter(line for picture in pictures for line in picture.lines if line.startswith("? "))
    print("\n" + "\n".join(f"{count:5} {line}" for line, count in wrong.most_common()))


if __name__ == "__main__":
    main(
        sys.argv[1] if len(sys.argv) > 1 else "en", int(sys.argv[2]) if len(sys.argv) > 2 else 120,
        Path(sys.argv[3] if len(sys.argv) > 3 else "build/gallery_pictures"),
    )
