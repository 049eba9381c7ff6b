"""What results are of, and how they are said: only those of one kind stand in one row."""

from __future__ import annotations

from pathlib import Path

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import shortest, tr, tr_n, with_colon
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.kept.game_index import Player
from rollwrite_desktop.play.kept.standings import Standing, sheet_kind
from rollwrite_desktop.play.opening import open_game
from rollwrite_desktop.play.race.race_view_model import clock_text
from rollwrite_desktop.sheet.load import find


def kind_words(each: Standing) -> tuple[str, ...]:
    """Returns what tells a player's results from others in the same game: another sheet than the first, house rules,
    hints, a time trial."""
    game, kind = GAMES[each.game], each.kind
    usual = sheet_kind(game.play.played_on[0])
    return (
        *((tr("A time trial"),) if kind.timed and kind.options == "-" else ()),  # other rules of one name it
        *((sheet_title(kind.sheet),) if kind.sheet not in ("", usual) else ()),
        *((rules_title(kind.options),) if kind.options != "-" else ()),
        *((tr("with hints"),) if kind.aided else ()),
    )


def result_text(each: Standing, result: int) -> str:
    """Returns a result as its kind has it."""
    return clock_text(result) if each.kind.timed else str(result)


def average_text(each: Standing) -> str:
    """Returns the mean of the results as their kind has it."""
    return clock_text(round(each.average)) if each.kind.timed else shortest(round(each.average, 1))


def aided_name(player: Player) -> str:
    """Returns a player's name, with the hints that there were."""
    if not player.hints:
        return player.name
    return tr_n("{name} (one hint)", "{name} ({n} hints)", player.hints, name=player.name)


def sheet_title(kind: str) -> str:
    """Returns the name of a sheet, of which `sheet_kind` gave the kind."""
    base, made, _ = kind.partition(":")
    try:
        title = open_game.sheet_title(find(base))
    except UserError:
        title = Path(base).stem
    return tr("{title}: a new layout", title=title) if made else title


def rules_title(text: str) -> str:
    """Returns house rules in words that `options_text` wrote."""
    if text == "-":
        return tr("the usual rules")
    titles = {choice.id: choice for game in GAMES.values() for choice in game.info.options}
    parts = []
    for pair in text.split():
        name, _, value = pair.partition("=")
        choice = titles.get(name)
        parts.append(with_colon(tr(choice.title), choice.describe(value)) if choice else pair)
    return ", ".join(parts)
