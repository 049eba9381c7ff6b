"""What a table tells a screen reader: what is asked now and by which keys, what has happened, the score, advice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from PySide6.QtGui import QKeySequence

from rollwrite_desktop.core.i18n import join_clauses, tr, with_colon
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.play.table.view_model import TableView
from rollwrite_desktop.ui.kit.announcements import ended
from rollwrite_desktop.ui.kit.telling import Announcer, Request
from rollwrite_desktop.ui.play.table.side_tabs import COACH, LOG, SideTabs
from rollwrite_desktop.ui.play.table.tray.token_buttons import key_title
from rollwrite_desktop.ui.play.table.tray.tray import DiceTray


class TableSpeech:
    """Words for what the snapshot shows. `result`: how the game ended, in words, once it has; `full`: whether advice is read
    out too."""

    def __init__(
        self, opened: Opened, model: TableView, tray: DiceTray, tabs: SideTabs, result: Callable[[], str], full: bool
    ) -> None:
        self._opened, self._model, self._tray, self._tabs, self._result = opened, model, tray, tabs, result
        self._announcer = Announcer(full)
        self._scored: tuple[tuple[str, int], str] | None = None

    def read_advice(self, full: bool) -> None:
        """Sets whether advice is read out from now on."""
        self._announcer.full = full

    def update(self, new: Snapshot) -> None:
        """Reads out what is new: what was done, the score, what is asked, advice."""
        request = self.request(new)
        game = self._opened.game.info.title
        far = [each for each in new.progress.split(" · ") if each not in request.sentence]
        opening = tr("{game}. {progress}.", game=game, progress=", ".join(far)) if far else f"{game}."
        hinted = new.coaching is not None and new.coaching.hint is not None
        record = [line.sentence for line in new.log]
        self._announcer.update(
            record, replace(request, opening=opening), self.advice(new), asked=hinted, score=self._score(new, record)
        )

    def request(self, new: Snapshot) -> Request:
        """Returns the prompt, what a question can be answered with and by which keys, and where a line can go on; the result
        where the game is over."""
        if new.results is not None:
            return Request(ended(self._result()), controls=(tr("Tab leads to the results and to what comes next."),))
        answers = join_clauses(self.token(spot) for spot in new.asked)
        controls = _controls(new)
        able = (each for each in new.tray.tokens if each.kind in ("die", "power") and each.state == "ready")
        tips = (tr("{key} lists the dice and what else lies here, with their keys.", key=_native("F9")),) \
            if controls and new.writing and any(able) else ()
        return Request(new.sentence, answers and f"{answers}.", new.leads, controls=controls, tips=tips)

    def way_out(self, new: Snapshot) -> str:
        """Returns by which keys it goes on after a refusal, or after what is asked was told again."""
        request, notice = self.request(new), new.notice
        if notice is None or request.answers:
            return request.answers
        over = notice.key and not (new.writing and new.taps.open)
        return " ".join(request.controls) if over or notice.sentence.endswith(new.sentence) else ""

    def advice(self, new: Snapshot) -> str:
        """Returns what the coach says, where its page is open: the hint that holds, or the lesson of the moment."""
        if new.coaching is None or self._tabs.kept != COACH:
            return ""
        hint, lesson = new.coaching.hint, new.coaching.lesson
        return f"{hint.text}. {hint.reason}" if hint is not None else lesson.text if lesson is not None else ""

    def token(self, spot: str) -> str:
        """Returns something beside the sheet in words, and its key."""
        button = self._tray.buttons[spot]
        described, key = button.accessibleName(), button.token.key
        return tr("{what}, key {key}", what=described, key=key_title(key)) if key else described

    def lying(self) -> str:
        """Returns the dice, cards and powers that are there, with their keys."""
        there = [spot for spot, each in self._tray.buttons.items() if each.token.state not in ("empty", "gone")]
        return join_clauses(self.token(spot) for spot in there)

    def tab(self, which: int, new: Snapshot) -> str:
        """Returns what a page beside the sheet shows, in short."""
        if which == COACH:
            return self.advice(new) or tr("Coach")
        if which == LOG:
            return with_colon(tr("Log"), new.log[-1].sentence) if new.log else tr("Log")
        names = self._model.table.names
        cards = (", ".join((names[card.player], card.progress, tr("score {n}", n=card.score))) for card in new.players)
        alone = f"{names[new.shown]}, {new.progress}"
        return with_colon(tr("Players"), join_clauses(cards) or alone) + "."

    def _score(self, new: Snapshot, record: Sequence[str]) -> tuple[str, str]:
        """Whose sheet is shown and what it scores so far, worked out where something has happened."""
        known, at = self._scored, (new.shown, len(record))
        if known is None or known[0] != at:
            points = self._model.scored()
            self._scored = known = at, points and tr("{points} so far", points=points)
        return new.shown, known[1]


def _controls(new: Snapshot) -> tuple[str, ...]:
    """Returns the keys for what is asked, where neither a question nor a line that is being drawn names its own."""
    if new.asked or new.leads or new.next_player is not None or new.tray.entry is not None:
        return ()
    keys, key = [], _native("Ctrl+R")
    if new.enabled.roll and new.tray.can_roll:
        prompted = new.tray.act or new.tray.onward.does in ("counts", "ends", "checks")
        # The prompt has ended with it, in other words.
        keys.append(tr("To go on: {key}.", key=key) if prompted else tr("{action}: {key}.", action=new.tray.roll, key=key))
    if new.writing and new.taps.open:
        keys.append(tr("{key} goes to the next place that fits, {chooses} chooses it.", key=_native("F5"),
                       chooses=tr("Enter")))
    return tuple(keys)


def _native(key: str) -> str:
    """A key as keyboards of the language call it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
