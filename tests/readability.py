"""How hard a text is to read: its sentences, their words, and the Flesch–Kincaid grade (Kincaid et al. 1975)."""

from __future__ import annotations

import re

_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][”’\"]))\s+(?=[^a-z])")
_VOWELS = re.compile(r"[aeiouy]+")


def sentences(text: str) -> list[list[str]]:
    """The words of each sentence; a line of its own is a sentence, and what stands after a semicolon or a colon is not."""
    parts = (part for line in text.splitlines() for part in _END.split(line))
    found = (re.findall(r"[^\W_]+(?:[’'-][^\W_]+)*", part) for part in parts)
    return [words for words in found if words]


def syllables(word: str) -> int:
    """About how many syllables an English word has: its groups of vowels without a silent e at its end; a figure counts as
    one."""
    plain = word.lower().replace("’", "").replace("'", "")
    if not plain.isalpha():
        return 1
    n = len(_VOWELS.findall(plain))
    if plain.endswith("e") and not plain.endswith(("le", "ee")) and n > 1:
        n -= 1
    if plain.endswith("ed") and not plain.endswith(("ted", "ded")) and n > 1:
        n -= 1
    if plain.endswith("es") and not plain.endswith(("ses", "xes", "zes", "ches", "shes", "ces", "ges", "les")) and n > 1:
        n -= 1
    return max(1, n)


def grade(text: str) -> float:
    """The Flesch–Kincaid grade of an English text."""
    split = sentences(text)
    words = [word for sentence in split for word in sentence]
    return 0.39 * len(words) / len(split) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59
