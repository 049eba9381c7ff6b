"""What was confirmed of sheets on photos, among the sheets that are not finished as soon as it is confirmed, so that a
program that is killed takes none of it along."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.printing.photos.photo_pile import Pile
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.drafts import Draft, Drafts, keep


class HeldMarks:
    """A draft for each sheet of a pile of which anything was confirmed."""

    def __init__(self, store: Settings, pile: Pile) -> None:
        self._store, self._pile = store, pile
        self._drafts: dict[int, Draft] = {}
        self._papers: dict[int, Paper] = {}
        self._known: dict[int, tuple[Mapping[str, str], str]] = {}
        """What was confirmed of a sheet, and whose it is, when it was looked at last."""
        self.ended = False

    def hold(self) -> None:
        """Writes the drafts of which more, or less, is confirmed than they hold."""
        if self.ended:
            return
        for number in range(len(self._pile.readings)):
            said = self._pile.said(number)
            if self._known.get(number) == (said, self._pile.player(number)):
                continue
            self._known[number] = said, self._pile.player(number)
            if not said:
                if number in self._drafts:
                    self._drafts.pop(number).drop()
                    del self._papers[number]
                continue
            paper = self._pile.paper(number)
            if self._papers.get(number) != paper:
                if number not in self._drafts:
                    self._drafts[number] = Drafts(self._store).new(paper)
                self._papers[number] = paper
                keep(self._store, self._drafts[number], paper)

    def leave(self, *, but: str = "", partly: bool = False) -> list[Path]:
        """Leaves the drafts to others, in the order of their sheets; nothing is held from then on. but: not those of this
        game; partly: only those of sheets that are not confirmed to the end."""
        self.hold()
        self.ended = True
        left = [
            number for number in sorted(self._drafts)
            if self._papers[number].game != but and not (partly and not self._pile.waiting(number))
        ]
        for number in left:
            self._drafts[number].close()
        return [self._drafts.pop(number).path for number in left]

    def hand_over(self, refused: Collection[int]) -> None:
        """Takes away those that were not left: what they hold is kept elsewhere. Those of sheets that were refused there
        stay."""
        for number, draft in self._drafts.items():
            if number in refused:
                draft.close()
            else:
                draft.drop()
        self._drafts.clear()
