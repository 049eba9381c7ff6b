"""Sheets of one's own on disk: which there are, saving another, and how a game's journal names one.

They lie beside the games, so that a journal finds its sheet from its own folder wherever both are moved to.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from rollwrite_desktop.core.words import say
from rollwrite_desktop.games.guide import Game
from rollwrite_desktop.games.opening import sheet_of
from rollwrite_desktop.sheet.load import NotASheet, dump
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.drafts import save_whole
from rollwrite_desktop.ui.shelf import safe_name
from rollwrite_desktop.ui.store import Store

SUFFIX = ".sheet.json"
"""What a saved sheet's name ends in, by which the system knows it; any `.json` is read."""


def own_sheets(store: Store, game: Game) -> dict[str, str]:
    """The game's own sheets that can be played on: path and title, by name."""
    found: dict[str, str] = {}
    if game.own is None:
        return found
    for path in _files(store):
        try:
            found[str(path)] = sheet_of(game, str(path), path.name).title
        except (LookupError, NotASheet):
            continue
    return found


def name_of(path: Path) -> str:
    """The name of a sheet of one's own."""
    return path.name.removesuffix(".json").removesuffix(".sheet")


def name_fault(store: Store, name: str) -> str:
    """Why a new sheet cannot have this name, in a sentence, or "". A saved sheet is never written over: games lean on it."""
    wanted = safe_name(name)
    if not wanted:
        return say("The sheet needs a name with at least one letter or digit.")
    if any(name_of(path).casefold() == wanted.casefold() for path in _files(store)):
        return say("There is a sheet called “{name}” already.", name=wanted)
    return ""


def free_name(store: Store, name: str) -> str:
    """The name, with a number behind it if there is such a sheet already."""
    numbers = ("" if n == 1 else f" ({n})" for n in range(1, len(_files(store)) + 2))
    return next(name + number for number in numbers if not name_fault(store, name + number))


def save_sheet(store: Store, sheet: Sheet, name: str) -> Path:
    """Writes a sheet of one's own, whole or not at all; returns where. Raises ValueError or OSError with a sentence."""
    fault = name_fault(store, name)
    if fault:
        raise ValueError(fault)
    title = safe_name(name)
    path = store.sheets / (title + SUFFIX)
    try:
        save_whole(path, dump(replace(sheet, title=title)))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise OSError(say("The sheet cannot be saved: {why}.", why=why)) from error
    return path


def named_from(folder: Path, sheet_id: str) -> str:
    """How a journal in this folder names a sheet: a file by the way to it, any other by its id."""
    if not sheet_id.endswith(".json"):
        return sheet_id
    try:
        return Path(os.path.relpath(os.path.realpath(sheet_id), os.path.realpath(folder))).as_posix()
    except ValueError:  # on another drive
        return sheet_id


def _files(store: Store) -> list[Path]:
    return sorted(store.sheets.glob("*.json"), key=lambda path: path.name.casefold())
