"""How a person meets the blank game: there is nothing to tap, and the prompt says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.guide import NO_NOTES, Ignored, Prompt, Tap
from rollwrite_desktop.games._blank import drawing
from rollwrite_desktop.games._blank.model import State
from rollwrite_desktop.games._blank.rules import Blank


@dataclass(frozen=True, slots=True)
class Ui:
    """What Undo would not restore: here nothing."""


class BlankGuide:
    """The guide on one sheet."""

    def __init__(self, rules: Blank) -> None:
        self.rules = rules
        self.sheet = rules.sheet

    def ui(self, notes: Mapping[str, str] = NO_NOTES) -> Ui:  # noqa: ARG002
        return Ui()

    def prompt(self, state: State, player: str, ui: Ui) -> Prompt:  # noqa: ARG002
        return Prompt(tr("The game is over."))

    def tap(self, state: State, player: str, ui: Ui, spot: str) -> Tap:  # noqa: ARG002
        return Ignored()

    def open(self, state: State, player: str, ui: Ui) -> frozenset[str]:  # noqa: ARG002
        return frozenset()

    def closing(self, state: State, player: str) -> Move | None:  # noqa: ARG002
        return None

    def draw(
        self, state: State, player: str, ui: Ui | None, name: str = "", trouble: tuple[str, ...] = (), focus: str = ""  # noqa: ARG002
    ) -> Display:
        marks = dict(zip(self.rules.spaces, state.part(player).marks, strict=True))
        return drawing.marked(self.sheet, marks, name)

    def blank(self) -> Display:
        return drawing.blank(self.sheet)

    def describe(self, state: State, player: str, spot: str) -> str:
        held = dict(zip(self.rules.spaces, state.part(player).marks, strict=True))
        return tr("{space}: {mark}", space=self.sheet.space[spot].name, mark=held[spot] or tr("blank"))

    def may(self, move: Move, spot: str) -> str:  # noqa: ARG002
        return ""

    def describe_event(self, event: Event, name: str) -> str:
        raise TypeError(f"{event.move!r} by {name} is no move of this game")

    def progress(self, state: State, player: str) -> str:  # noqa: ARG002
        return tr("The game is over.")
