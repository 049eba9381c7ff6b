"""Where a person can stand at a table: walks through every game, with every kind of company, dice and house rule, in which
turns are played by halves, undone, hinted, corrected and left; and what in a moment misleads.

Used by the laws in `tests/play/test_prompts.py` and by the gallery in `tests/bench/gallery.py`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.chance import Stream
from rollwrite_desktop.core.corrections import Correctable
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.gamekit.play.guide import Changed, Proposed
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.play import model as hexroller
from rollwrite_desktop.games.on_tour.play import model as on_tour
from rollwrite_desktop.games.rolling_america.play import model as rolling_america
from rollwrite_desktop.play.opening.open_game import Opened, new_head, sheet_of, start
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.play.table.view_model import TableView

TABLES = tuple(game_id for game_id, game in GAMES.items() if not game.info.realtime)
COMPANY = (("Ann",), ("Ann", "Ben"), ("Ann", "Ben", "Cleo"), ("Ann", "Computer*"), ("Ann", "Computer*", "Ben"))
DICE = ("digital", "real")


class Setting(Struct, frozen=True):
    """A table: its game, sheet, who plays (a name that ends in `*` is the computer's), dice, house rules."""

    game: str
    sheet: str
    names: tuple[str, ...]
    dice: str
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return " ".join((self.game, self.sheet, "+".join(self.names), self.dice, *(f"{k}={v}" for k, v in self.options)))


class Moment(Struct, frozen=True):
    """What somebody sees, after an act."""

    setting: Setting
    act: str
    view: TableView
    now: Snapshot


def settings(game_id: str) -> list[Setting]:
    """Every sheet, company and kind of dice with the defaults, and each option changed by itself."""
    game = GAMES[game_id]
    defaults = {choice.id: choice.default for choice in game.info.options}
    changed = [defaults | {c.id: value} for c in game.info.options for value in c.values if value != c.default]
    sheets = game.play.played_on
    plain = [
        Setting(game_id, sheets[i % len(sheets)], names, dice, tuple(defaults.items()))
        for i, (names, dice) in enumerate((names, dice) for names in COMPANY for dice in DICE)
    ]
    return plain + [
        Setting(game_id, sheet, COMPANY[i % len(COMPANY)], DICE[i % 2], tuple(options.items()))
        for i, (sheet, options) in enumerate((sheet, options) for sheet in sheets[:2] for options in changed)
    ]


def in_turns() -> list[Setting]:
    """Ligretto Dice without speed, which is an ordinary table then."""
    game = GAMES["ligretto_dice"]
    options = {choice.id: choice.default for choice in game.info.options} | {"pace": "turns", "length": "one_each"}
    board = game.play.played_on[0]
    return [Setting("ligretto_dice", board, names, DICE[0], tuple(options.items())) for names in COMPANY[1:]]


def opened(setting: Setting, seed: int) -> Opened:
    """A new game at that table."""
    game = GAMES[setting.game]
    sheet = sheet_of(game, setting.sheet)
    names = tuple(name.rstrip("*") for name in setting.names)
    bots = {f"p{i}": "random" for i, name in enumerate(setting.names, 1) if name.endswith("*")}
    notes = Notes(seed=f"STND-{seed:04}", dice=setting.dice, bots=bots)
    return start(new_head(game, sheet, sheet.id, names, dict(setting.options), notes))


def walk(setting: Setting, seed: int, acts: int, view: TableView | None = None) -> Iterator[Moment]:
    """A game in which somebody does this and that; the moment after each act. `view`: its table, if it is shown."""
    view, luck = view or TableView(TableSession(opened(setting, seed))), random.Random(f"{setting} {seed}")
    yield Moment(setting, "began", view, view.snapshot)
    for k in range(acts):
        before = view.snapshot
        act = _act(view, luck, f"{setting} {seed} {k}")
        counted = before.tray.roll == "Count the scores" and act == "rolled" and before.enabled.roll
        assert not counted or view.table.over, f"{setting}: scores were counted in the middle of a game"
        yield Moment(setting, act, view, view.snapshot)
        if view.table.over:
            return


def _act(view: TableView, luck: random.Random, dice: str) -> str:
    now, table = view.snapshot, view.table
    lit = sorted(now.taps.open)
    ready = [token.spot for token in now.tray.tokens if token.state in ("ready", "chosen")]
    if now.next_player is not None:
        view.take_turn()
        return "took the device"
    if now.thinking:
        view.think(at_once=True)
        return "computers played"
    if now.question is not None and luck.random() < 0.7:
        view.tap_token(luck.choice(now.question.tokens).spot)
        return _tapped(view, "answered")
    chance = luck.random()
    if chance < 0.06 and now.enabled.undo:
        view.undo()
        return "undid"
    if chance < 0.08 and now.enabled.redo:
        view.redo()
        return "redid"
    if chance < 0.10 and now.enabled.hint and table.acting:
        view.escape()
        return "put down"
    if chance < 0.13 and table.can_take_back:
        return _correct(view, luck, dice)
    if chance < 0.14 and now.enabled.leave and len(table.humans) > 1:
        view.leave(luck.choice(table.humans))
        return "left"
    if chance < 0.17 and table.session.left:
        view.come_back(luck.choice(sorted(table.session.left)))
        return "came back"
    if chance < 0.20:
        view.tap(luck.choice([*table.opened.sheet.space, *table.opened.sheet.box]))
        return _tapped(view, "tapped anywhere")
    if chance < 0.36 and ready:
        view.tap_token(luck.choice(ready))
        return _tapped(view, "selected")
    if chance < 0.80 and lit:
        view.tap(luck.choice(lit))
        return _tapped(view, "tapped")
    if now.tray.act:
        view.tap_token(now.tray.act)
        return _tapped(view, "pressed")
    if now.enabled.roll:
        return _roll(view, dice)
    if lit:
        view.tap(luck.choice(lit))
        return _tapped(view, "tapped")
    view.escape()
    view.back_to_mine()
    return "put down"


def _tapped(view: TableView, what: str) -> str:
    notice = view.snapshot.notice
    return "was refused" if notice is not None and notice.key else what


def _roll(view: TableView, dice: str) -> str:
    ask = view.snapshot.tray.entry
    view.roll(ask.sample(Stream(dice, 0)) if ask is not None else None)
    notice = view.snapshot.notice
    assert notice is None or not notice.sentence.startswith("Not yet."), f"an active button answers: {notice.sentence}"
    return "rolled"


def _correct(view: TableView, luck: random.Random, dice: str) -> str:
    table = view.table
    rolls = table.rolls()
    if not table.real_dice or not rolls or not isinstance(table.rules, Correctable):
        view.take_back()
        return "took the roll back"
    past = luck.choice(rolls[-4:])
    table.correct(past.number, past.ask.sample(Stream(dice, 1)))
    view.corrected()
    return "corrected"


# ---------------------------------------------------------------------- what misleads

ROLL = re.compile(r"\b[Rr]oll\b(?! \d)")
POWERS = {"change": re.compile(r"color change|change (its|the|\w+ \d’s) color|change a color", re.I),
          "guard": re.compile(r"\bguard\b", re.I), "dupe": re.compile(r"\bdupe\b", re.I)}


def faults(moment: Moment) -> Iterator[str]:
    """What is wrong with what is shown, in a few words; nothing where all is well. English only."""
    now, table = moment.now, moment.view.table
    if moment.act in ("left", "came back") and now.notice is not None:
        yield "an answer stays after the players have changed"
    whose = f"{table.names.get(table.seat or now.shown, '')} · "  # nobody holds the device: who left
    if (now.writing or now.next_player is not None) and len(table.humans) > 1 and not now.sentence.startswith(whose):
        yield "does not say whose turn it is"
    if now.next_player is not None and now.coaching is not None and now.coaching.lesson is not None:
        yield "the coach tells of a sheet while the device is passed on"
    if not now.writing or now.sentence.startswith("Not yet"):
        return
    yield from _button(now.sentence.removeprefix(whose), now, table)
    yield from _progress(now.sentence, now.progress)
    seat = table.seat
    if not seat:
        return
    state, ui = table.state_for(seat), table.uis[seat]
    yield from _lit_tokens(moment, state, seat, ui)
    yield from _targets(moment, state, seat, ui)
    if moment.setting.game == "rolling_america":
        yield from _rolling_america(moment, state, seat)
    elif moment.setting.game == "on_tour":
        yield from _on_tour(moment, state, seat, ui)
    elif moment.setting.game == "hexroller":
        yield from _hexroller(moment, state, seat)


def _button(said: str, now: Snapshot, table: TableSession) -> Iterator[str]:
    rolls = now.enabled.roll and not now.tray.act and now.tray.roll in ("Roll", "Enter the roll")
    hands = now.enabled.roll and now.tray.roll.endswith("’s turn")
    counts = now.enabled.roll and now.tray.roll == "Count the scores"
    if not now.tray.act and now.tray.entry is None and now.tray.roll != now.tray.onward.button:
        yield f"the button is {now.tray.roll}, but {now.tray.onward.does}"
    if ROLL.search(said) and not rolls:
        yield f"says roll, the button is {now.tray.roll if now.enabled.roll else 'off'}"
    if "pass the device" in said.lower() and not hands:
        yield "says pass the device, the button does not"
    if "count the scores" in said.lower() and not counts:
        yield "says count, the button does not"
    if said.startswith("Waiting for") and hands:
        yield "waits for who is offered the device"
    if rolls and table.real_dice and now.tray.entry is None:
        yield "an active Roll answers: Not yet"
    if re.search(r"\b[Ss]kip\b", said) and not now.tray.act.startswith("action/pass") and not now.enabled.roll:
        yield "says skip, nothing skips"
    if len(re.findall(r"passes\.", said)) > 1:
        yield "passes pile up"


def _progress(said: str, far: str) -> Iterator[str]:
    """What stands beside the prompt is of the same turn, and is not told twice."""
    turns = [re.search(r"(?:Round|Turn) (\d+)", text) for text in (said, far)]
    if None not in turns and len({each and each[1] for each in turns}) > 1 and not re.search("Still (to do|open):", said):
        yield "another turn stands beside the prompt"
    if "=" in far and far in said:
        yield "the score stands twice"


def _lit_tokens(moment: Moment, state: Any, seat: str, ui: Any) -> Iterator[str]:
    """A power that is ready can be armed, and then something can be tapped."""
    guide = moment.view.table.guide
    for token in moment.now.tray.tokens:
        if token.kind != "power" or token.state != "ready" or token.spot.split("/")[1] not in ARMED:
            continue
        tapped = guide.tap(state, seat, ui, token.spot)
        if not isinstance(tapped, Changed) or tapped.refusal is not None:
            yield f"{token.spot} is ready and refuses"
        elif not guide.open(state, seat, tapped.ui) and not _leads_on(guide, state, seat, tapped.ui):
            yield f"{token.spot} is ready, and then nothing can be tapped"


ARMED = ("change", "guard", "dupe", "cross", "plus_one", "two", "third")


def _leads_on(guide: Any, state: Any, seat: str, ui: Any, more: int = 2) -> bool:
    """Whether a further token, or so many, makes something of what is armed."""
    for token in guide.prompt(state, seat, ui).tokens if more else ():
        if token.kind in ("power", "die") and token.state == "ready":
            tapped = guide.tap(state, seat, ui, token.spot)
            if isinstance(tapped, Changed) and tapped.refusal is None and (
                guide.open(state, seat, tapped.ui) or _leads_on(guide, state, seat, tapped.ui, more - 1)
            ):
                return True
    return False


CROSSES = (rolling_america.Cross, on_tour.Cross)


def _targets(moment: Moment, state: Any, seat: str, ui: Any) -> Iterator[str]:
    """A place for an X looks otherwise than one for a number, and a highlighted place takes its tap."""
    guide, now = moment.view.table.guide, moment.now
    kinds, ghosts = set(), {mark.key for mark in now.display.marks if mark.key.startswith("ghost/")}
    for spot in now.taps.open:
        tapped = guide.tap(state, seat, ui, spot)
        if isinstance(tapped, Changed):  # it asks which die, or which number
            tapped = guide.tap(state, seat, tapped.ui, guide.prompt(state, seat, tapped.ui).asked[0])
        crosses = isinstance(tapped, Proposed) and isinstance(tapped.move, CROSSES)
        kinds.add(crosses)
        if crosses != any(key.startswith(f"ghost/{spot}/") or key == f"ghost/{spot}" for key in ghosts):
            yield "an X looks like a number" if crosses else "a number looks like an X"
            return
    if len(kinds) > 1:
        yield "numbers and Xs are highlighted together"
    if True in kinds and " X" not in now.sentence:
        yield "an X is highlighted and not spoken of"


def _rolling_america(moment: Moment, state: Any, seat: str) -> Iterator[str]:
    now, table = moment.now, moment.view.table
    if dict(moment.setting.options)["enforcement"] == "paper":
        return
    moves = [*table.rules.moves(state, seat)]
    said = now.sentence
    part = state.part(seat)
    hand = part.hand
    able = {token.spot: token.state for token in now.tray.tokens}
    possible = {
        "change": any(getattr(move, "changed", False) for move in moves),
        "guard": any(getattr(move, "guarded", False) for move in moves),
        "dupe": any(isinstance(move, rolling_america.Dupe) for move in moves) or len(hand) > 0,
    }
    with_dupe = re.search(r"upe the \d with", said)  # whose other power is ready once the dupe is armed
    for power, pattern in POWERS.items():
        lit = "dupe" if with_dupe else power
        if pattern.search(said) and not (possible[power] and able[f"power/{lit}"] in ("ready", "chosen")):
            yield f"names {power}, which is no help"
    if "use a power" in said and not any(
        isinstance(move, rolling_america.Write) and (move.guarded or move.changed) for move in moves
    ):
        yield "names powers, which are no help"
    if re.search(r"\bX\b", said) and "power" not in said and not any(p.search(said) for p in POWERS.values()):
        stuck = [die for die in hand if f"{die.title()} {state.faces[die]} fits" in said]
        if any(isinstance(m, rolling_america.Write) and m.die in stuck for m in moves):
            yield "demands an X where a power would write"
    writes = any(
        isinstance(tapped, Proposed) and getattr(tapped.move, "guarded", False)
        for tapped in (table.guide.tap(state, seat, table.uis[seat], spot) for spot in now.taps.open)
    )
    if writes and not re.search(r"guard|circle", said, re.I):
        yield "a tap circles, and the sentence does not say so"
    skippable = [move.die for move in moves if isinstance(move, rolling_america.Pass)]
    if skippable and not table.position.closing(seat) and able and not any(
        power in said for power in ("Which die",)
    ) and not table.uis[seat].die and len(skippable) < len(hand) and not now.tray.act.startswith("action/pass"):
        yield "a die can be skipped, and no control does it"
    if "Its region" in said:
        yield "whose region?"
    if able.get("power/cross") == "ready" and not any(isinstance(move, rolling_america.Cross) for move in moves):
        yield "X is lit, and none is legal"


def _on_tour(moment: Moment, state: Any, seat: str, ui: Any) -> Iterator[str]:
    rules, part, said = moment.view.table.rules, state.part(seat), moment.now.sentence
    if ui.sketching or not part.strokes:
        return
    moves = [*rules.moves(state, seat)]
    writes = {move.what for move in moves if isinstance(move, on_tour.Write)}
    if len(part.hand) == 2 and len(writes) == 1 and all(number in said for number in part.hand) and "Only one" not in said:
        yield "asks for a number that has no place"
    if writes and any(isinstance(move, on_tour.Cross) for move in moves) and " X" not in said and not ui.place:
        yield "an X is allowed and not spoken of"


def _hexroller(moment: Moment, state: Any, seat: str) -> Iterator[str]:
    rules, said = moment.view.table.rules, moment.now.sentence
    moves = [*rules.moves(state, seat)]
    boxing = any(isinstance(move, hexroller.Boxes) for move in moves)
    bonus = any(isinstance(m, hexroller.Two | hexroller.Extra) or getattr(m, "third", False) for m in moves)
    if boxing and bonus and "onus" not in said and not moment.view.table.uis[seat].bonus:
        yield "hides that a bonus is still possible"
    if "use a bonus" in said.lower() and not bonus:
        yield "names bonuses, and none is possible"


def by_chance(event: Event) -> bool:
    return is_chance(event.by)
