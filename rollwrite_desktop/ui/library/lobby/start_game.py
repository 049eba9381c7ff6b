"""Beginning a game: its journal among the games, its first line written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.journal import Journal, Notes
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.opening.game_codes import MADE, layout_of
from rollwrite_desktop.play.opening.open_game import Opened, named_from, new_head, sheet_of, start
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.lobby.dice_choice import DIGITAL


class Setting(Struct, frozen=True):
    """What a game is played on and by: the sheet, the dice (`DIGITAL` or `REAL`), the house rules, the code of the dice."""

    sheet: str
    dice: str
    options: dict[str, str]
    code: str


def start_game(
    games: GameStore, game: Game, setting: Setting, names: Sequence[str], bots: Sequence[str]
) -> tuple[Opened, Path]:
    """Returns a new game and where its journal is. `bots`: for each of the players the computer that plays, "" for a person.
    Raises UserError where the sheet cannot be read or the journal not be written."""
    notes = Notes(
        seed=setting.code if setting.dice == DIGITAL else "",
        dice=setting.dice,
        bots={f"p{n}": bot for n, bot in enumerate(bots, 1) if bot},
        started=games.store.now().isoformat(timespec="seconds"),
    )
    sheet_id = setting.sheet
    if sheet_id.endswith(MADE):  # the code brings the same layout, as it does the same dice
        sheet_id += layout_of(setting.code) or new_code()
    sheet = sheet_of(game, sheet_id)
    path = games.new_path(tr(game.info.title), names)
    named = named_from(path.parent, sheet_id)
    opened = start(new_head(game, sheet, named, tuple(names), setting.options, notes), path.parent)
    opened.session.log = Journal.begin(path, opened.head).append
    return opened, path
