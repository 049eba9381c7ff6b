"""The English of every text: spelling, vocabulary, length, plurals, and how hard the rules and the coach are to read.

`python -m pytest tests/test_style.py -q` names file, line and text of each fault. `UNFINISHED` lists the files that are not
rewritten yet, by test; take a file out as soon as it passes.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import ModuleType

import codespell_lib
import pytest
from msgspec import Struct

from tests.sources import MODULES, PROGRAM, nodes_of

ROOT = Path(__file__).resolve().parents[1]
NAMES = frozenset({"Ann", "Bo", "Cy"})
MAX_SENTENCE = 30
MAX_GRADE = 7.0
SHORTEST = 6
"""A title or a caption of fewer words has no grade."""
GAP = re.compile(r"\{\w*\}")
SENTENCE_END = re.compile(r"(?<=[.!?])[”\"')]*\s+")
RULE_ID = re.compile(r"\b[A-Z]{2,3}-[A-Z]?\d")

COUNTED = re.compile(r"(?<![–\d] )(?<!to )(?<!most )(?<!than )(?<!of )\{(\w+)\}(?: \w+){0,1}? (\w+s)\b")
"""A gap and a plural after it, but for bounds, which are never 1."""

GAMES = ("rolling_america", "on_tour", "hexroller", "ligretto_dice")
_RULES = frozenset[str]()
UNFINISHED: dict[str, frozenset[str]] = {
    "glossary": _RULES, "plurals": _RULES, "rule ids": _RULES, "length": _RULES, "grade": _RULES,
}
"""Files whose texts do not pass a test yet, by test."""

COUNTS = frozenset({
    "all", "boxes", "changes", "count", "dupes", "hexes", "left", "lost", "mistakes", "more", "n", "points", "rolls",
    "rounds", "spaces", "stars", "times", "turns", "unused", "used", "xs",
})
"""Arguments that are counts, and may be 1."""
SINGULAR = frozenset({
    "comes", "does", "fits", "goes", "has", "holds", "is", "leads", "passes", "rolls", "stands", "this", "touches", "was",
})
"""Words that end as plurals do."""

FORBIDDEN: Mapping[str, str] = tomllib.loads((ROOT / "assets" / "translations" / "en.terms.toml").read_text("utf-8"))["not"]
"""Patterns of words that players do not read, and what they read instead."""


class Text(Struct, frozen=True):
    """An English text and where it stands. args: the names of the numbers it may be given, if it is no plural."""

    path: str
    line: int
    text: str
    plural: bool = False

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


@cache
def catalogs() -> ModuleType:
    """The script that finds the texts."""
    spec = importlib.util.spec_from_file_location("catalogs", ROOT / "assets" / "build" / "catalogs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def texts_of(module: str) -> tuple[Text, ...]:
    """Every text of a module."""
    found = []
    for node in nodes_of(module):
        if isinstance(node, ast.Call):
            forms = catalogs().forms_of(node)
            found += [Text(module, node.lineno, form, len(forms) > 1) for form in forms]
    return tuple(found)


@cache
def texts() -> tuple[Text, ...]:
    """Every text of the program's own modules; names on sheets are not among them."""
    own = (module for module in MODULES if not any(folder.startswith("_") for folder in module.split("/")[:-1]))
    return tuple(text for module in own for text in texts_of(module))


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text."""
    yield from filter(None, SENTENCE_END.split(text))


def words(text: str) -> list[str]:
    """The words of a text; a gap is one word."""
    return re.findall(r"\{\w*\}|[^\W\d_]+(?:[’'-][^\W\d_]+)*|\d+", text)


def syllables(word: str) -> int:
    """How many syllables an English word has, by groups of vowels; a gap or a number counts one."""
    letters = word.lower().removesuffix("’s").removesuffix("'s")
    if not letters.isalpha():
        return 1
    groups = len(re.findall(r"[aeiouy]+", letters))
    silent = re.search(r"[^aeiouyl]e$|[^aeiouydt]ed$|[^aeiouscxzh]es$", letters) is not None
    return max(1, groups - silent)


def grade(parts: list[str]) -> float:
    """The Flesch-Kincaid grade of texts: 0.39 words per sentence + 11.8 syllables per word - 15.59."""
    every = [sentence for part in parts for sentence in sentences(part)]
    spoken = [word for sentence in every for word in words(sentence)]
    return 0.39 * len(spoken) / len(every) + 11.8 * sum(map(syllables, spoken)) / len(spoken) - 15.59


def faults(test: str, found: list[Text]) -> list[str]:
    """The faults that are not in a file which is still being rewritten."""
    return [str(text) for text in found if text.path not in UNFINISHED.get(test, frozenset())]


@cache
def misspelled() -> Mapping[str, str]:
    """Words that are wrong or British, from the lists of codespell, and the American ones."""
    found = {}
    for name in ("dictionary.txt", "dictionary_en-GB_to_en-US.txt"):
        for line in resources.files(codespell_lib).joinpath("data", name).read_text("utf-8").splitlines():
            wrong, _, right = line.partition("->")
            found[wrong] = right
    return found


def test_every_word_is_spelled_as_in_america() -> None:
    wrong = [
        text for text in texts() for word in words(text.text.replace("&", ""))
        if word.lower().removesuffix("’s") in misspelled() and word not in NAMES
    ]
    assert not faults("spelling", wrong)
    assert misspelled()["neighbour"] == "neighbor" and misspelled()["teh"] == "the"


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_the_glossary_is_kept(pattern: str) -> None:
    found = [text for text in texts() if re.search(pattern, text.text.replace("&", ""), re.I)]
    assert not faults("glossary", found), f"say: {FORBIDDEN[pattern]}"


def test_a_counted_noun_has_a_form_for_one() -> None:
    """A number that a text is given and the plural after it: "{n} areas" reads "1 areas" some day."""
    found = []
    for text in texts():
        for name, noun in COUNTED.findall(text.text):
            if not text.plural and name in COUNTS and noun not in SINGULAR:
                found.append(text)
    assert not faults("plurals", found)


def test_no_rule_id_stands_in_a_sentence() -> None:
    assert not faults("rule ids", [text for text in texts() if RULE_ID.search(text.text)])


def test_what_cannot_be_done_to_a_file_is_said_in_one_place() -> None:
    found = [text for text in texts() if {"{path}", "{why}"} <= {*words(text.text)}]
    assert len(found) >= 5 and len({text.text for text in found}) == len(found)


def test_no_sentence_is_too_long() -> None:
    found = [text for text in texts() if any(len(words(sentence)) > MAX_SENTENCE for sentence in sentences(text.text))]
    assert not faults("length", found)


@pytest.mark.parametrize("path", sorted(
    path.relative_to(PROGRAM).as_posix()
    for name in ("handbook", "coach") for path in PROGRAM.glob(f"games/[a-z]*/words/{name}.py")
))
def test_rules_and_coach_are_easy_to_read(path: str) -> None:
    parts = [text.text for text in texts_of(path) if len(words(text.text)) >= SHORTEST]
    hardest = sorted(parts, key=lambda part: -grade([part]))[:5]
    if path not in UNFINISHED.get("grade", frozenset()):
        assert grade(parts) <= MAX_GRADE, f"grade {grade(parts):.1f}; the hardest: {hardest}"


@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("git") is None, reason="no checkout of git")
def test_the_top_level_is_closed() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    kept = {name.partition("/")[0] for name in listed.stdout.split("\0") if name and not name.startswith(".")}
    assert listed.returncode or kept == {
        "README.md", "assets", "packaging", "pyproject.toml", "rollwrite_desktop", "sheets", "tests"}
