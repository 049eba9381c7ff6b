"""Texts: catalogs, arguments, plurals, lists. A catalog is compiled here, so that no shipped one is needed."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.i18n import day_text, decimal, join_list, mark, mark_n, percent, shortest, tr, tr_n


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one catalog, `xx`."""
    catalog = Catalog(locale="es", domain=i18n.DOMAIN)
    for message, text in {
        "{state} borders {other}": "{other} linda con {state}", "blue": "azul", "red": "rojo", "Iowa": "Aiova",
        "{first} and {last}": "{first} y {last}",
    }.items():
        catalog.add(message, text)
    catalog.add(("{n} sheet", "{n} sheets"), ("{n} hoja", "{n} hojas"))
    catalog.add("Space", "Lugar")
    catalog.add("Space", "Espacio", context="key")
    for name, text in {"name": "Xxish", "decimal": ",", "percent": "{n} %", "day": "{day} de {month}",
                       "date": "{day} de {month} de {year}", "short": "{day}.{month}.",
                       "months": "|".join("abcdefghijkl")}.items():
        catalog.add(name, text, context=i18n.LOCALE)
    out = io.BytesIO()
    write_mo(out, catalog)
    place = tmp_path / "xx" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / f"{i18n.DOMAIN}.mo").write_bytes(out.getvalue())
    return tmp_path


def test_english_is_the_message_itself() -> None:
    assert tr("Ohio already holds {mark}.", mark="5") == "Ohio already holds 5."
    assert tr("no braces {here}") == "no braces {here}"
    assert tr("") == ""


def test_names_and_files_are_never_translated(folder: Path) -> None:
    """A person may be called Iowa, and a file "blue"."""
    i18n.use("xx", folder)
    try:
        assert tr("{name} wins in {state}", name="Iowa", state="Iowa") == "Iowa wins in Aiova"
        assert tr("{names} share the win", names=("Iowa", "blue")) == "Iowa y blue share the win"
        assert tr("{file}: line {n}", file="blue", n=1) == "blue: line 1"
        assert tr_n("one of {player}", "{n} of {player}", 2, player="red") == "2 of red"
    finally:
        i18n.use("en", folder)


def test_languages_lists_english_first(folder: Path) -> None:
    assert i18n.languages(folder) == ("en", "xx")
    assert i18n.languages(folder / "nowhere") == ("en",)


def test_use_says_what_is_really_used(folder: Path) -> None:
    assert i18n.use("xx", folder) == i18n.language() == "xx"
    assert i18n.use("tlh", folder) == i18n.language() == "en"
    assert i18n.use("../xx", folder) == "en"


def test_translated_with_arguments_in_another_order(folder: Path) -> None:
    i18n.use("xx", folder)
    assert tr("{state} borders {other}", state="Iowa", other="Utah") == "Utah linda con Aiova"


def test_text_arguments_are_translated_and_numbers_are_not(folder: Path) -> None:
    i18n.use("xx", folder)
    assert tr("{die} {n}", die="blue", n=4) == "azul 4"
    assert tr("{die} {n}", die="blue", n=-4) == "azul −4"
    assert [i18n.integer(n, sign=True) for n in (-4, 0, 4)] == ["−4", "0", "+4"]
    assert tr("{x}", x="") == ""  # gettext answers "" with the catalog's head


def test_an_unknown_message_stays_english(folder: Path) -> None:
    i18n.use("xx", folder)
    assert tr("never seen {n}", n=3) == "never seen 3"


def test_an_argument_with_braces_is_left_alone() -> None:
    assert tr("{name} waits", name="{0.__class__}") == "{0.__class__} waits"


def test_plural_forms(folder: Path) -> None:
    assert tr_n("{n} sheet", "{n} sheets", 1) == "1 sheet"
    assert tr_n("{n} sheet", "{n} sheets", 0) == "0 sheets"
    i18n.use("xx", folder)
    assert tr_n("{n} sheet", "{n} sheets", 1) == "1 hoja"
    assert tr_n("{n} sheet", "{n} sheets", 7) == "7 hojas"


def test_lists_in_words(folder: Path) -> None:
    assert join_list(()) == ""
    assert join_list(("Iowa",)) == "Iowa"
    assert join_list(("Iowa", "Ohio")) == "Iowa and Ohio"
    assert join_list(("Iowa", "Ohio", "Texas")) == "Iowa, Ohio and Texas"
    assert join_list(("Kyoto", "Okayama, Tottori", "Iowa", "Ohio")) == "Kyoto; Okayama, Tottori; Iowa; and Ohio"
    assert join_list(("Kyoto", "Okayama, Tottori")) == "Kyoto; and Okayama, Tottori"
    assert join_list(("3,5", "4")) == "3,5 and 4"
    i18n.use("xx", folder)
    assert tr("{states}", states=("Iowa", "Ohio")) == "Aiova y Ohio"


def test_a_context_tells_texts_apart(folder: Path) -> None:
    assert tr(mark("Space", "key")) == tr("Space") == "Space"
    i18n.use("xx", folder)
    assert (tr(mark("Space", "key")), tr("Space")) == ("Espacio", "Lugar")
    assert tr(mark("Space", "another")) == "Lugar"
    assert tr("{key}", key=mark("Space", "key")) == "Espacio"


def test_plural_forms_of_texts_that_are_kept_as_data(folder: Path) -> None:
    kept, other = mark_n("{n} sheet", "{n} sheets"), mark_n("{left} to go in {n}", "{left} to go in {n}!", "left")
    assert (tr(kept, n=1), tr(kept, n=0)) == ("1 sheet", "0 sheets")
    assert (tr(other, left=1, n=5), tr(other, left=5, n=1)) == ("1 to go in 5", "5 to go in 1!")
    assert tr(kept) == "{n} sheets"
    i18n.use("xx", folder)
    assert (tr(kept, n=1), tr(kept, n=7)) == ("1 hoja", "7 hojas")
    assert tr(kept, n="1 o 2") == "1 o 2 hojas", "what is no number is many"


def test_numbers_and_dates_as_the_language_writes_them(folder: Path) -> None:
    day = date(2026, 3, 12)
    assert (decimal(22.04), decimal(0.25, 2, sign=True), shortest(3.5), percent(80)) == ("22.0", "+0.25", "3.5", "80%")
    assert (day_text(day, year=False), day_text(day, year=True)) == ("March 12", "March 12, 2026")
    assert i18n.short_day(day) == "3/12" and i18n.cell_separator() == ","
    i18n.use("xx", folder)
    assert (decimal(22.04), decimal(-0.25, 2, sign=True), shortest(3.0), percent(12.5)) == ("22,0", "-0,25", "3", "12,5 %")
    assert (day_text(day, year=False), day_text(day, year=True)) == ("12 de c", "12 de c de 2026")
    assert i18n.short_day(day) == "12.3." and i18n.cell_separator() == ";"
    assert i18n.plain("Émile") == "emile"


def test_a_language_says_its_own_name(folder: Path) -> None:
    assert i18n.language_name("xx", folder) == "Xxish"
    assert i18n.language_name("en", folder) == i18n.language_name("tlh", folder) == "English"


def test_french_elides_before_what_is_filled_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    i18n.use("xx", folder)
    assert tr("Feuille de {name}", name="Ann") == "Feuille de Ann"
    monkeypatch.setattr(i18n, "_elided", i18n._ELIDED["fr"])
    said = {name: tr("Feuille de {name}, avant que {name} joue", name=name) for name in ("Ann", "Émile", "Bo", "Yann", "")}
    assert said["Ann"] == "Feuille d’Ann, avant qu’Ann joue" and said["Émile"] == "Feuille d’Émile, avant qu’Émile joue"
    assert said["Bo"] == "Feuille de Bo, avant que Bo joue" and said["Yann"].startswith("Feuille de Yann")
    assert tr("{n} de {name}", n=8, name="8") == "8 de 8" and said[""] == "Feuille de , avant que  joue"
