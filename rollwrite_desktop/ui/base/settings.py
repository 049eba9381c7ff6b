"""Where things are kept between two sittings: folders, preferences, what was chosen last, recent files.

Everything lies in one folder of the user's (`ROLLWRITE_HOME` puts it elsewhere). What is unreadable counts as not there,
so that a spoilt settings file never keeps the program from starting. Games: `library/game_store.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QStandardPaths, Signal

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.intake.files import is_file_here, is_folder_here, numbered
from rollwrite_desktop.intake.settings import NAME, SettingsFile
from rollwrite_desktop.intake.text import excerpt, is_text
from rollwrite_desktop.ui.base import clock, file_locks
from rollwrite_desktop.ui.base.file_locks import Lock
from rollwrite_desktop.ui.base.unsaved import Unsaved

RECENT = 8
UNFINISHED = 9
"""So many unfinished things of a kind are kept beside each other."""
_NAMED = 3
T = TypeVar("T")
R = TypeVar("R")


class Preferences(Struct, frozen=True, dict=True):
    """What a person likes, whatever the game. `aloud`: how much screen readers are told; `rolls`: whether dice are
    rolled by themselves once nothing else is left to do; `sounds`: of dice, pencil and the end, where they can be
    played, and with "stop" the system's own where a race stops; `reviews`: whether games are reviewed while nobody uses
    the program; `keys`: those that are one character; `taps`: within how many ms a second tap is ignored; `language` ""
    is the system's."""

    theme: Literal["system", "light", "dark"] = "system"
    contrast: Literal["system", "normal", "high"] = "system"
    text: Literal["100", "110", "125", "150", "200", "250", "300", "400"] = "100"
    motion: Literal["system", "full", "reduced"] = "system"
    dice: Literal["pips", "digits"] = "pips"
    hand: Literal["pencil", "plain"] = "pencil"
    aloud: Literal["full", "short"] = "full"
    speed: Literal["slow", "normal", "fast", "instant"] = "normal"
    rolls: Literal["on", "off"] = "off"
    sounds: Literal["on", "stop", "off"] = "stop"
    reviews: Literal["ask", "on", "off"] = "ask"
    keys: Literal["on", "off"] = "on"
    taps: Literal["0", "150", "500", "1000"] = "150"
    language: str = ""


ALLOWED: dict[str, tuple[str, ...]] = {
    name: get_args(kind) for name, kind in get_type_hints(Preferences).items() if get_args(kind)
}
"""The values of each preference, except for the language."""


class Settings(QObject):
    """The folders and the settings. `preferred` is emitted after a preference changed, `spoilt` where `told_spoilt` has
    something to tell."""

    preferred = Signal(object)
    spoilt = Signal()

    def __init__(self, home: Path | None = None, now: Callable[[], datetime] = clock.now) -> None:
        super().__init__()
        self.home = home or home_folder()
        self.now = now
        self.games = self.home / "games"
        self.sheets = self.home / "sheets"
        self.drafts = self.home / "drafts"
        self.sessions = self.home / "sessions"
        self.decks = self.home / "decks"
        self.deleted = self.home / "deleted"
        self.let_go_deleted: Callable[[], None] | None = None
        """Lets others sweep what was deleted here, once something was."""
        self.settings = SettingsFile(self.home)
        self._ours: dict[str, tuple[str, Lock]] = {}
        self.unsaved = Unsaved(self)
        self._bad: list[str] = []
        self._reported: set[str] = set()
        self.settings.on_bad = self._find_bad
        self.settings.on_failure = lambda: self.unsaved.report("settings", self.settings.failure, self.settings.save)

    # ------------------------------------------------------------------ preferences

    @property
    def preferences(self) -> Preferences:
        """The preferences; defaults where a kept value is not allowed."""
        found = {name: self.settings.value(f"preferences/{name}") for name in Preferences.__struct_fields__}
        liked: dict[str, Any] = {
            name: value for name, value in found.items()
            if isinstance(value, str) and value in ALLOWED.get(name, (value,))
        }
        return Preferences(**liked)

    def prefer(self, **changes: str) -> None:
        """Changes preferences and says so."""
        wanted = replace(self.preferences, **changes)
        if wanted == self.preferences:
            return
        self.settings.update({f"preferences/{name}": getattr(wanted, name) for name in changes})
        self.preferred.emit(wanted)

    def play_sound(self, name: str) -> None:
        """Plays a sound of the table (`play/table/table_sounds.py`) where the person likes sounds."""
        if self.settings.value("preferences/sounds") == "on":
            from rollwrite_desktop.ui.base import speaker  # nobody else loads it

            speaker.play(name)

    # ------------------------------------------------------------------ what was chosen last

    def recall(self, key: str, default: T) -> T:
        """Returns what was kept under a key, if it is of the same kind as the default."""
        value = self.settings.value(f"last/{key}")
        return value if type(value) is type(default) else default

    def revive(self, key: str, default: T, made: Callable[[T], R | None]) -> R | None:
        """Returns what is made of a value that was kept under a key; None where nothing was, or nothing can be made of it,
        which is told."""
        value = self.recall(key, default)
        if value == default:
            return None
        found = made(value)
        if found is None:
            self.tell_spoilt(f"last/{key}")
        return found

    def ours(self, key: str, *, empty: bool = False) -> str:
        """Returns the key under which something unfinished is kept here: this one, or this one with a number, so that no
        other window has it before this one asks again or ends. One in which something lies comes first; with `empty`, one
        in which nothing does."""
        mine, lock = self._ours.get(key, ("", None))

        def turn(each: str) -> tuple[bool, bool]:
            return bool(self.settings.value(f"last/{each}")) == empty, each != mine

        for each in sorted((numbered(key, n, "") for n in range(1, UNFINISHED + 1)), key=turn):
            taken = lock if each == mine else file_locks.take(self.home / each)
            if taken is not None:
                if lock is not None and taken is not lock:
                    lock.unlock()
                self._ours[key] = each, taken
                return each
        return key

    def let_go(self) -> None:
        """Other windows may have all keys that were `ours`."""
        while self._ours:
            self._ours.popitem()[1][1].unlock()

    def tell_spoilt(self, key: str) -> None:
        """A value of the settings, or the file, cannot be used: told once."""
        if key not in self._reported:
            self._reported.add(key)
            self._bad.append(key)
            self.spoilt.emit()

    def told_spoilt(self) -> str:
        """Returns what of the settings cannot be used and was not told yet, in a sentence, or ""."""
        bad, self._bad = self._bad, []
        if not bad:
            return ""
        if NAME in bad:
            return tr("{file} cannot be read; your preferences are the usual ones.", file=NAME)
        names = ", ".join(map(excerpt, bad[:_NAMED]))
        return tr_n(
            "One saved setting cannot be used and is ignored: {names}.",
            "{n} saved settings cannot be used and are ignored: {names}.", len(bad), names=names,
        )

    def _find_bad(self) -> None:
        for key in [NAME] * self.settings.damaged + sorted(self.settings.bad):
            self.tell_spoilt(key)

    def keep(self, key: str, value: object) -> None:
        """Keeps a plain value for next time; which keys there are, and of what types, `settings_file.py` says."""
        self.settings.update({f"last/{key}": value})

    def folder(self, use: str) -> str:
        """Returns the folder last used for something (`pdf`, `open`, `paper`); at first the user's documents, or else the
        home. No other machine is asked for it."""
        last = self.recall(f"folder-{use}", "")
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        if is_folder_here(last):
            return last
        return documents if os.path.isdir(documents) else str(Path.home())  # noqa: PTH112 (False whatever is wrong)

    def keep_folder(self, use: str, file: Path) -> None:
        """Remembers the folder of `file` for the next file dialog of this use."""
        self.keep(f"folder-{use}", str(file.parent))

    # ------------------------------------------------------------------ recent files

    def recent(self) -> list[Path]:
        """Files opened or saved lately that are still there, the latest first; no other machine is asked."""
        return [Path(name) for name in self.recall("recent", list[str]()) if is_file_here(name)]

    def remember(self, path: Path) -> None:
        """Puts a file at the head of the recent ones, unless its name is no text."""
        path = path.absolute()
        if not is_text(str(path)):
            return
        kept = [path, *(other for other in self.recent() if other != path)]
        self.keep("recent", [str(path) for path in kept[:RECENT]])

    def forget(self, path: Path) -> None:
        self.keep("recent", [str(other) for other in self.recent() if other != path.absolute()])


def home_folder() -> Path:
    """Returns the folder of the user's in which everything is kept."""
    chosen = os.environ.get("ROLLWRITE_HOME")
    if chosen:
        return Path(chosen).expanduser().absolute()
    shared = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(shared) / "rollwrite_desktop"
