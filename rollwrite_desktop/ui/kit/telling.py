"""What is told after an act, slot by slot: its result, what came of it, what is asked now, advice.

Each slot holds whole messages that stand by themselves: a slot is told or left out, never half of one, so that no sentence
needs another one that was left out. Preferences say how much is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rollwrite_desktop.core.i18n import tr, with_colon
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.announcements import ended

_COLON = ": "
"""Behind who did something, in every language; a space may stand before it."""


class Request(Struct, frozen=True):
    """What is asked now: `sentence`, the prompt; `answers`, what a question can be answered with and by which keys; `leads`,
    where a line can go on; `opening`, where and how far one is, told once; `controls`, by which keys it is done, each told
    once, and where somebody asks; `tips`, keys that help, told once. Translated, "" for nothing."""

    sentence: str
    answers: str = ""
    leads: str = ""
    opening: str = ""
    controls: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()

    @property
    def repeated(self) -> str:
        """All of it for somebody who asks again, with the keys that answer it."""
        return " ".join((self.words(), *self.controls))

    def words(self, full: bool = True) -> str:
        """In short without the answers."""
        return " ".join(filter(None, (self.sentence, self.answers if full else "", self.leads)))


class Announcement(Struct, frozen=True):
    """The slots, in the order in which they are told; "" or () where there is nothing to tell."""

    result: str = ""
    consequence: tuple[str, ...] = ()
    prompt: str = ""
    advice: str = ""

    @property
    def words(self) -> str:
        """All of it in a row."""
        slots = (self.result, *self.consequence, self.prompt, self.advice)
        return " ".join(ended(each) for each in slots if each)


class Announcer:
    """Reads out what has been added to a record, what is asked once that has changed, and each advice once, as lessons come
    again turn after turn, and after Undo. `full`: also advice that nobody asked for, what a question can be answered with,
    and the keys for what is new."""

    def __init__(self, full: bool = True) -> None:
        self.full = full
        self._record: tuple[str, ...] | None = None
        self._request = Request("")
        self._advice = ""
        self._known: set[str] = set()
        self._score = ("", "")

    def update(
        self, record: Sequence[str], request: Request, advice: str = "", *, asked: bool = False,
        score: tuple[str, str] = ("", ""),
    ) -> None:
        """Announces what is new in record, request and advice (of the coach); at first the opening and the prompt. `asked`:
        the advice was asked for, and is told whether or not it was before. `score`: whose sheet is shown, and what it scores
        so far; told once it is another one."""
        accessible.announce(self.announcement(tuple(record), request, advice, asked, score).words)
        self._record, self._request, self._advice, self._score = tuple(record), request, advice, score

    def announcement(
        self, record: tuple[str, ...], request: Request, advice: str, asked: bool, score: tuple[str, str] = ("", "")
    ) -> Announcement:
        """Returns what is new since the last update, slot by slot."""
        before, remark, controls = self._record, self._remark(advice, asked), self._controls(request)
        if before is None:
            return Announcement(request.opening, (), " ".join((request.words(self.full), *controls)), remark)
        gone = record[: len(before)] != before
        added = (tr("Taken back."),) if gone and len(record) < len(before) else () if gone else record[len(before) :]
        hinted = asked and advice != self._advice  # with what it needs selected, which it says better than the prompt
        changed = request.words() != self._request.words() and not hinted
        asks = (_untold(request.words(self.full), added), *controls) if changed else ()
        scored = score[1] if score[0] == self._score[0] and score[1] != self._score[1] else ""
        result, *further = in_a_row(added) or ("",)
        come = tuple(filter(None, (*further, scored))) if added else ()
        return Announcement(result, come, " ".join(asks), remark)

    def _controls(self, request: Request) -> tuple[str, ...]:
        """Returns the keys that have not been told yet."""
        new = [each for each in (*request.controls, *request.tips) if each not in self._known] if self.full else []
        self._known.update(new)
        return tuple(new)

    def _remark(self, advice: str, asked: bool) -> str:
        """Advice that is to be told."""
        if advice == self._advice or (not asked and (advice in self._known or not self.full)):
            return ""
        self._known.add(advice)
        return advice


def in_a_row(lines: Sequence[str]) -> tuple[str, ...]:
    """Lines of a record; what one player did in a row is one, with the name once: "Ann: to Utah, to Iowa"."""
    found: list[str] = []
    for line in lines:
        name, colon, rest = line.partition(_COLON)
        begun = bool(found and colon) and found[-1].startswith(name + colon)
        found[-1:] = [f"{found[-1]}, {rest}"] if begun else [*found[-1:], line]
    return tuple(found)


def _untold(sentence: str, record: Sequence[str]) -> str:
    """A prompt without what the record has just said: whose turn it is still, and what passed by itself, there with a name:
    "Ann: Orange skipped"."""
    if record and record[-1].startswith(with_colon(sentence.partition(" · ")[0], "")):
        sentence = sentence.partition(" · ")[2]
    for line in record:
        sentence = sentence.removeprefix(f"{line.partition(_COLON)[2]}. ")
    return sentence
