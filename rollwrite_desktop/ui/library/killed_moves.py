"""Files that were being renamed, deleted or brought back when the program was killed, and have both names since."""

from __future__ import annotations

from rollwrite_desktop.core.files import finish_moves
from rollwrite_desktop.intake.archives import FOLDERS
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.file_store import take_along


def finish(store: Settings) -> None:
    """Leaves them their new names alone; what goes with a game follows it."""
    now = store.now().timestamp()
    for folder in (store.home, store.deleted, *(store.home / name for name in FOLDERS)):
        for old, new in finish_moves(folder, now, file_locks.ours):
            take_along(old, new)
            if old.parent == new.parent == store.games:
                from rollwrite_desktop.ui.library.session_store import follow_renamed

                follow_renamed(store, old, new)
