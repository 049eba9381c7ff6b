"""Where a paper that is being entered is kept: the file that it came from or was saved to, and the draft of what is not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.drafts import Draft, Drafts, digest_of, keep, save


class PaperFile:
    """`path`: the file, None until one is chosen. `saved`: the paper as it stands there, or a blank one. `draft`: holds what
    differs from it."""

    def __init__(self, store: Settings, paper: Paper, path: Path | None, saved: Paper, draft: Draft | None) -> None:
        """`draft`: the one that this paper is already kept in."""
        self._store = store
        self.path, self.saved = path, saved
        drafts = Drafts(store)
        self.draft = draft or (drafts.of_file(path) if path else drafts.new(paper))
        self._on_disk = self.draft.base = digest_of(path)
        self._taken_up: tuple[Paper, str] | None = None

    def begin(self, before: Paper, blank: Paper) -> None:
        """Another sheet, without a file; the one before is among those not finished."""
        self.path = self._taken_up = None
        self.draft.close()
        self.draft = Drafts(self._store).new(before)
        self.saved = blank

    def leave_draft(self, path: Path) -> None:
        """Leaves what is in the draft of this file there; what is typed from now on goes into another."""
        self.draft.close()
        self.draft = Drafts(self._store).another_of(path)
        self.draft.base = self._on_disk

    def take_up(self, paper: Paper, base: str) -> None:
        """This paper was typed the last time, upon a state of the file with this digest."""
        self._taken_up = paper, base or self._on_disk

    def follow_base(self, paper: Paper, *, first: bool) -> None:
        """Lets what was typed upon an earlier state of the file stay so, until it is undone. first: nothing came before this
        paper."""
        if self._taken_up is not None:
            taken, base = self._taken_up
            if paper is taken:
                self.draft.base = base
            elif first:
                self.draft.base = self._on_disk

    def keep(self, paper: Paper, right: Collection[str], halves: Mapping[str, str], *, done: bool) -> None:
        """Keeps what is not saved, or not read back to its end, as a draft. right: the places that were found right; done:
        nothing is to be kept."""
        if done:
            self.draft.drop()
        else:
            keep(self._store, self.draft, paper, frozenset(right), halves)

    @property
    def changed_elsewhere(self) -> bool:
        """Whether the file is no longer what was opened before this was typed."""
        return self.path is not None and digest_of(self.path) != self.draft.base

    @property
    def about_change(self) -> str:
        """What to do about that."""
        file = self.path.name if self.path is not None else ""
        return tr("{file} has changed since you opened it. Use “Save as …” to keep both.", file=file)

    def write(self, path: Path, paper: Paper) -> None:
        """Saves a paper, from then on in this file. Raises UserError."""
        with file_locks.ours(path):
            save(path, paper)
        self.draft.drop()
        self.path = path
        self._taken_up = None
        self.draft = Drafts(self._store).of_file(path)
        self._on_disk = self.draft.base = digest_of(path)
        self.saved = paper
        self._store.remember(path)
        self._store.keep_folder("paper", path)
