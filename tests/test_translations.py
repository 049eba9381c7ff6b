"""The translations: sentences with the same gaps to fill, compiled as they are written, and there where it counts."""

from __future__ import annotations

import ast
import importlib.util
import io
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import ascii_uppercase
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.rolling_america.play.descriptions import DIE_LETTERS
from rollwrite_desktop.paths import TRANSLATIONS
from tests.regold import playthrough
from tests.sources import MODULES, nodes_of

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = sorted(path.parts[-3] for path in TRANSLATIONS.glob("*/LC_MESSAGES/rollwrite.po"))
GAP = re.compile(r"\{\w*\}")


@cache
def catalog(language: str) -> Catalog:
    return read_po(io.BytesIO((TRANSLATIONS / language / "LC_MESSAGES" / "rollwrite.po").read_bytes()), locale=language)


@cache
def compiler() -> ModuleType:
    """The script that brings the catalogs up to date and compiles them."""
    spec = importlib.util.spec_from_file_location("catalogs", ROOT / "assets" / "build" / "catalogs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def script() -> ModuleType:
    return compiler()


def begun(language: str) -> list[str]:
    """The games of which most rules are explained in the language; the rest wait for a translator."""
    i18n.use(language, TRANSLATIONS)
    return [
        game_id for game_id, game in GAMES.items()
        if 2 * sum(tr(sentence) != sentence for sentence in game.play.rulebook.values()) > len(game.play.rulebook)
    ]


def on_a_screen(text: str) -> str:
    """A text without what a button adds to it."""
    return text.replace("&", "").strip(" .…").casefold()


def test_what_the_readme_sets_off_is_a_section_or_stands_on_a_screen() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    sections = {heading.split()[0].casefold() for heading in re.findall(r"(?m)^# (.+)$", readme)}
    set_off = {on_a_screen(words) for words in re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", readme)}
    texts = {on_a_screen(message.id) for message in catalog("de") if isinstance(message.id, str)}
    assert len(set_off) > 15 and set_off - sections - texts == set()


def test_there_is_spanish() -> None:
    assert "es" in LANGUAGES
    assert i18n.languages(TRANSLATIONS) == ("en", *LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_has_the_same_gaps(language: str) -> None:
    for message in catalog(language):
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        for text in filter(None, texts):
            gaps = set(GAP.findall(text))
            assert gaps <= set(GAP.findall(ids[-1])) | {"{n}"}, ids
            assert set(GAP.findall(ids[0])) <= gaps | ({"{n}"} if len(ids) > 1 else set()), ids
            assert all(text.count(sign) == ids[0].count(sign) for sign in "&…"), ids
            assert text.startswith("  ") == ids[0].startswith("  "), ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str, script: ModuleType) -> None:
    assert i18n.use(language, TRANSLATIONS) == language
    for message in catalog(language):
        if message.id and isinstance(message.id, str) and message.string:
            assert tr(mark(message.id, message.context or "")) == message.string


@pytest.mark.parametrize("language", LANGUAGES)
def test_nearly_all_is_translated(language: str, script: ModuleType) -> None:
    """New texts may wait for a translator, but not for long; a game's own texts count once they are begun."""
    folders = {path.name for path in (ROOT / "rollwrite_desktop" / "games").iterdir() if path.is_dir()}
    template = script.template(folders - set(begun(language)), nodes_of)
    texts = [(message.id, message.context) for message in template if message.id]
    known = {(message.id, message.context) for message in catalog(language) if any(
        message.string if isinstance(message.string, tuple) else (message.string,))}
    missing = [text for text in texts if text not in known]
    assert len(missing) <= len(texts) // 10, missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_explained_in_the_language(language: str) -> None:
    assert "rolling_america" in begun(language)
    for game_id in begun(language):
        game = GAMES[game_id]
        same = [key for key, sentence in game.play.rulebook.items() if tr(sentence) == sentence]
        assert same == []


def test_a_game_in_spanish() -> None:
    """No sentence of a whole playthrough is left in English."""
    english = playthrough("rolling_america")[0]
    i18n.use("es", TRANSLATIONS)
    spanish = playthrough.__wrapped__("rolling_america")[0]
    leftovers = [line for line in spanish.splitlines() if " the " in f" {line} " or "goes" in line or "die " in line]
    assert leftovers == [] and spanish != english and "lila" in spanish
    assert [line.split("    ")[0] for line in spanish.splitlines() if line.startswith(("p1:", "p2:", "chance:"))] == [
        line.split("    ")[0] for line in english.splitlines() if line.startswith(("p1:", "p2:", "chance:"))
    ], "the notation is never translated"


def test_a_colon_between_two_texts_is_set_by_the_language() -> None:
    """French has a space before it (`i18n.with_colon`); the place of an error is no such text."""
    errors = (
        "cli/read_command.py", "core/errors.py", "intake/errors.py", "intake/geodata.py", "intake/journals.py",
        "play/opening/check_sheet.py", "play/opening/open_game.py", "ui/window/crash_report.py", "ui/window/demo.py",
    )
    found = [
        f"{module}:{node.lineno}" for module in MODULES
        if not module.startswith("sheet/") and module not in errors
        for node in nodes_of(module) if isinstance(node, ast.JoinedStr)
        for before, colon in pairwise(node.values)
        if isinstance(before, ast.FormattedValue) and isinstance(colon, ast.Constant) and colon.value == ": "
    ]
    assert found == []
    i18n.use("fr", TRANSLATIONS)
    assert i18n.with_colon("Ohio", "3") == "Ohio\N{NO-BREAK SPACE}: 3"


def test_a_semicolon_between_texts_is_set_by_the_language() -> None:
    """French has a space before it too (`i18n.join_clauses`)."""
    found = [
        f"{module}:{node.lineno}" for module in MODULES for node in nodes_of(module)
        if isinstance(node, ast.Attribute) and node.attr == "join"
        and isinstance(node.value, ast.Constant) and node.value.value == "; "
    ]
    assert found == []
    i18n.use("fr", TRANSLATIONS)
    assert i18n.join_clauses(("Ohio", "", "Utah", "Iowa")) == "Ohio\N{NO-BREAK SPACE}; Utah\N{NO-BREAK SPACE}; Iowa"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verb_of_what_is_left_follows_its_number(language: str) -> None:
    i18n.use(language, TRANSLATIONS)
    one, three = (i18n.tr_n("{n} left", "{n} left", n).rstrip("0123456789") for n in (1, 3))
    assert (one == three) == (language == "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_die_has_a_letter_of_its_own(language: str) -> None:
    i18n.use(language, TRANSLATIONS)
    letters = [tr(letter) for letter in DIE_LETTERS.values()]
    assert len({*letters}) == len(letters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_and_candidates_keep_their_letters(language: str) -> None:
    """An argument that is one letter is a key, an area or a candidate: a die's letter is another text."""
    i18n.use(language, TRANSLATIONS)
    assert [tr("{what}, key {key}", what="", key=letter)[-1] for letter in ascii_uppercase] == [*ascii_uppercase]
