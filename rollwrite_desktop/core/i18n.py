"""Translation of all texts that people read, by gettext catalogs shared by window, paper and command line.

Message ids are the English texts. A text that means two things has a context (`mark("Space", "key")`), one about a number
has two forms (`tr_n`, `mark_n`). The language is one setting of the process. How it writes decimals and dates is compiled
into its catalog from Babel's locale data by `assets/build/catalogs.py`; Babel itself is not needed here.
Knows no game and no window.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date
from functools import reduce
from pathlib import Path

DOMAIN = "rollwrite"
MAX_LISTED = 8
CONTEXT = "\x04"
"""Parts a context from its text, as in compiled catalogs."""
PLURAL = "\0"
"""Parts the forms of a text for one and for many, as in compiled catalogs."""
MANY = 2
LOCALE = "locale"
"""The context of the entries that hold how a language writes numbers and dates."""
_ENGLISH = {
    "name": "English",
    "decimal": ".", "percent": "{n}%", "day": "{month} {day}", "date": "{month} {day}, {year}", "short": "{month}/{day}",
    "months": "January|February|March|April|May|June|July|August|September|October|November|December",
}
Arg = str | int | tuple[str, ...]
"""An argument of a message: a message id or a name, a number, or a list of message ids or names."""
VERBATIM = frozenset({
    "bot", "box", "claimed", "code", "file", "folder", "game", "id", "lang", "name", "names", "option", "path", "player",
    "side", "text", "value",
})
"""Arguments that are what people or files gave: never translated, even where a message id reads the same."""

_ELIDED = {"fr": re.compile(r"\b([Dd]|[Qq]u)e ({(\w+)})")}
_VOWELS = frozenset("AEIOUÀÂÉÈÊËÎÏÔÛŒaeiouàâéèêëîïôûœ")

_translation: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"
_elided: re.Pattern[str] | None = None
"""What the language in use elides."""


def use(language: str, folder: Path) -> str:
    """Sets the language from the catalogs in `folder`; returns the one in use then, English if there is no such catalog."""
    global _translation, _language, _elided
    _language = language if language in languages(folder) else "en"
    _elided = _ELIDED.get(_language)
    if _language == "en":
        _translation = gettext.NullTranslations()
    else:
        _translation = gettext.translation(DOMAIN, folder, [_language])
    return _language


def language() -> str:
    """Returns the language code in use."""
    return _language


def languages(folder: Path) -> tuple[str, ...]:
    """Returns the language codes that have a compiled catalog, English first."""
    found = sorted(path.parts[-3] for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return ("en", *found)


def language_name(language: str, folder: Path) -> str:
    """Returns what a language calls itself, as its catalog in `folder` says: "Español"."""
    if language not in languages(folder) or language == "en":
        return _ENGLISH["name"]
    return gettext.translation(DOMAIN, folder, [language]).gettext(f"{LOCALE}{CONTEXT}name")


def mark(message: str, context: str = "") -> str:
    """Returns a message id; marks it for extraction where it is kept as data. context: one word that tells
    it from the same English text with another meaning, "key" of "Space"; untranslated, it reads as without its context."""
    return f"{context}{CONTEXT}{message}" if context else message


def mark_n(one: str, many: str, by: str = "n") -> str:
    """A message id with a form for one and a form for many, by its argument `by`."""
    return f"{one}{PLURAL}{many}{PLURAL}{by}"


def tr(message: str, /, **args: Arg) -> str:
    """Translates a message and fills in its arguments; arguments that are texts are translated too, but those in `VERBATIM`,
    lists joined, and numbers written with the minus of `integer`."""
    one, _, rest = message.partition(PLURAL)
    if rest:
        many, _, by = rest.partition(PLURAL)
        n = args.get(by)
        text = _translation.ngettext(one, many, n if isinstance(n, int) else MANY)
    else:
        text = _text(message)
    if not args:
        return text
    filled = _translated(args)
    return (text if _elided is None else _elide(text, filled)).format_map(filled)


def tr_n(one: str, many: str, n: int, /, **args: Arg) -> str:
    """Like `tr`, in the plural form for `n`, which the message may name as {n}."""
    text, filled = _translation.ngettext(one, many, n), _translated({"n": n, **args})
    return (text if _elided is None else _elide(text, filled)).format_map(filled)


def integer(value: int, *, sign: bool = False) -> str:
    """Returns a whole number with a minus that is one, and with `sign` a plus too; 0 has neither."""
    return f"+{value}" if sign and value > 0 else str(value).replace("-", "−")


def decimal(value: float, places: int = 1, *, sign: bool = False) -> str:
    """A number with so many decimals, as the language writes it: "3.5" or "3,5". sign: also + before positive ones."""
    text = f"{value:+.{places}f}" if sign else f"{value:.{places}f}"
    return text.replace(".", _locale("decimal"))


def shortest(value: float) -> str:
    """A number without decimals that are not needed, as the language writes it: "3" or "3,5"."""
    return f"{value:g}".replace(".", _locale("decimal"))


def percent(n: float) -> str:
    """A share, as the language writes it: "80%" or "80 %"."""
    return _locale("percent").format(n=shortest(n))


def cell_separator() -> str:
    """Returns what parts the cells of a spreadsheet that is text: a semicolon where decimals have a comma, as is usual
    there."""
    return ";" if _locale("decimal") == "," else ","


def plain(text: str) -> str:
    """A text without accents and capitals, to be searched and to be sorted by, so that Émile comes before Zoe."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def day_text(day: date, *, year: bool) -> str:
    """A date in words, as the language writes it: "March 12", "12 de marzo de 2026"."""
    month = _locale("months").split("|")[day.month - 1]
    return _locale("date" if year else "day").format(day=day.day, month=month, year=day.year)


def short_day(day: date) -> str:
    """A date without its year in digits, as the language writes it: "11/28", "28.11."."""
    return _locale("short").format(day=day.day, month=day.month)


def join_list(items: tuple[str, ...]) -> str:
    """Translates items and joins them: "Iowa, Ohio and Texas". Of more than MAX_LISTED the rest is counted: "5 more"."""
    return join_names(tuple(map(_text, items)))


def join_names(names: tuple[str, ...]) -> str:
    """Joins names as they are, in the same way; names that hold commas themselves by semicolons."""
    texts = list(names)
    if len(texts) > MAX_LISTED:
        texts[MAX_LISTED - 1 :] = [tr("{n} more", n=len(texts) - MAX_LISTED + 1)]
    if len(texts) < 2:
        return "".join(texts)
    first = ", ".join(texts[:-1])
    if any(", " in text for text in texts):
        first = reduce(lambda some, one: tr("{first}; {last}").format(first=some, last=one), (*texts[:-1], ""))
    return tr("{first} and {last}").format(first=first.rstrip(), last=texts[-1])


def with_colon(name: str, text: str) -> str:
    """Two texts with a colon between them, as the language sets it: French has a space before it."""
    return tr("{name}: {text}", name=name, text=text)


def with_clause(text: str, more: str) -> str:
    """Two texts with a semicolon between them, as the language sets it."""
    return tr("{text}; {more}", text=text, more=more)


def join_clauses(texts: Iterable[str]) -> str:
    """Texts with semicolons between them, in the same way; those that say nothing are left out."""
    return with_clause("", "").join(filter(None, texts))


def capitalized(sentence: str) -> str:
    """Returns the sentence with a capital letter, unless it begins with a code such as a1."""
    first = sentence.partition(" ")[0]
    return sentence[:1].upper() + sentence[1:] if first.isalpha() else sentence


def _elide(text: str, args: Mapping[str, object]) -> str:
    """A text whose words are elided before arguments that begin with a vowel: "d’Ann"."""
    assert _elided is not None
    return _elided.sub(lambda found: f"{found[1]}’{found[2]}" if _is_vowel(args, found[3]) else found[0], text)


def _is_vowel(args: Mapping[str, object], name: str) -> bool:
    return str(args.get(name, ""))[:1] in _VOWELS


def _text(message: str) -> str:
    """A message in the language; one that has no translation in its context has the usual one."""
    if not message:
        return ""  # gettext answers "" with the head of the catalog
    text = _translation.gettext(message)
    plain = message.rpartition(CONTEXT)[2]
    return _translation.gettext(plain) if text == message != plain else text


def _locale(name: str) -> str:
    """How the language writes something; as English does, where its catalog does not say."""
    message = f"{LOCALE}{CONTEXT}{name}"
    text = _translation.gettext(message)
    return _ENGLISH[name] if text == message else text


def _translated(args: Mapping[str, Arg]) -> dict[str, str | int]:
    return {
        name: (integer(value) if value < 0 else value) if isinstance(value, int)
        else _verbatim(value) if name in VERBATIM else _translated_arg(value)
        for name, value in args.items()
    }


def _verbatim(value: str | tuple[str, ...]) -> str:
    return join_names(value) if isinstance(value, tuple) else value


def _translated_arg(value: str | tuple[str, ...]) -> str:
    return join_list(value) if isinstance(value, tuple) else _text(value)
