"""The words of each language: one word for one thing, as `assets/translations/LANGUAGE.terms.toml` has it.

A text whose English has a term has the language's word for it, or is listed as free of it. Marks and keys are the
language's, and what nobody should read is nowhere.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rollwrite_desktop.paths import TRANSLATIONS
from tests.test_translations import GAP, LANGUAGES, catalog, compiler

RESERVED = frozenset({"usage", "keys", "not"})
NOTATION = re.compile(r"\{\w*\}|--[\w-]+|'[^']*'|\*\.[\w-]+|^(?:[a-z.]+|[a-z]+-[a-z]+): |: (?:review|new-map)\b.*"
                      r"|expected (?:plus_one|rounds),.*|under rounds\b.*")
"""What is no English in an English text: gaps, options and fields, commands, what stands in files."""
MARKS = "“”„«»‘\"'"
LETTERED = re.compile(r"(?<=\w)['’](?=\w)")
"""An apostrophe."""
MIN_HELD = 600
"""So many times at least a term is looked for: the laws look at something."""


@cache
def terms(language: str) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((TRANSLATIONS / f"{language}.terms.toml").read_text("utf-8"))
    return found


def words(language: str) -> dict[str, dict[str, Any]]:
    return {key: entry for key, entry in terms(language).items() if key not in RESERVED}


@cache
def pairs(language: str) -> tuple[tuple[str, str], ...]:
    """Every text, as it is in English and in the language: the forms of a plural one by one."""
    found = []
    for message in catalog(language):
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            texts = message.string if isinstance(message.string, tuple) else (message.string,)
            found += [(str(one), str(text).replace("&", "")) for one, text in zip(ids, texts, strict=True)]
    return tuple(found)


@cache
def english(text: str) -> str:
    return NOTATION.sub(" ", text.replace("&", ""))


def without(language: str) -> Iterator[tuple[str, str, str]]:
    """Terms that a text has in English only."""
    for key, word in words(language).items():
        find, said = re.compile(words("en")[key]["find"], re.I), re.compile(word["find"], re.I)
        for text, translated in pairs(language):
            if find.search(english(text)) and not said.search(translated):
                yield key, text, translated


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_word_for_every_term(language: str) -> None:
    assert {*words(language)} == {*words("en")}
    assert all(word["say"] and word["find"] for word in words(language).values())
    assert all(word["means"] for word in words("en").values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_is_always_the_same_word(language: str) -> None:
    free = {(key, text) for key, word in words(language).items() for text in word.get("free", ())}
    found = {(key, text): translated for key, text, translated in without(language)}
    assert {case: text for case, text in found.items() if case not in free} == {}
    assert free <= {*found}, "no longer free of the term"
    finds = [re.compile(word["find"], re.I) for word in words("en").values()]
    assert sum(find.search(english(text)) is not None for text, _ in pairs(language) for find in finds) > MIN_HELD


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_should_read_is_nowhere(language: str) -> None:
    for pattern, better in terms(language)["not"].items():
        found = [text for _, text in pairs(language) if re.search(pattern, GAP.sub("", text), re.I)]
        assert found == [], f"say: {better}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_text_speaks_to_one_person_or_to_a_table(language: str) -> None:
    apart = [re.compile(pattern, re.I) for pattern in terms(language)["usage"].get("apart", ())]
    assert [text for _, text in pairs(language) if apart and all(pattern.search(text) for pattern in apart)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    left, right = terms(language)["usage"]["quotes"]
    wrong = "".join({*MARKS} - {left, right})
    for _, text in pairs(language):
        plain = LETTERED.sub("", text)
        assert not re.search(f"[{re.escape(wrong)}]", plain), text
        assert plain.count(left) == plain.count(right), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ellipsis_is_one_sign_and_stands_as_the_language_has_it(language: str) -> None:
    ellipsis = terms(language)["usage"]["ellipsis"]
    for text, translated in pairs(language):
        assert "..." not in translated
        if text.endswith("…"):
            assert translated.endswith(ellipsis) and translated.removesuffix(ellipsis)[-1:] != " ", translated


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_have_the_names_of_the_language(language: str) -> None:
    keys = terms(language)["keys"]
    name = "|".join(sorted(map(re.escape, keys), key=len, reverse=True))
    alone = r"\b(?:Page Up|Page Down|Escape|Backspace|Ctrl)\b"
    combined = re.compile(rf"\b(?:{name}|Alt)(?:\+(?:{name}|[A-Z0-9]))+(?!\w)|{alone}")
    seen = 0
    for text, translated in pairs(language):
        for found in combined.findall(text):
            here = "+".join(keys.get(each, each) for each in found.split("+"))
            assert here in translated, (text, translated)
            seen += 1
    assert seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_keys_are_compiled_as_they_are_written(language: str) -> None:
    """`python assets/build/catalogs.py` writes them."""
    script = compiler()
    compiled = (TRANSLATIONS / language / "LC_MESSAGES" / script.KEY_NAMES).read_bytes()
    assert compiled == script.key_names(language) and terms(language)["keys"]["Ctrl"].encode("utf-16-be") in compiled
