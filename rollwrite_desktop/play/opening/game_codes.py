"""A short code for a whole game: which game, on which sheet, with which house rules and which dice. `R-ABCD-EFGH-R` is a
game letter with a letter for the sheet and each house rule (defaults at the end are left out), the code of the dice, and a
letter that tells a mistyped one; sheets beyond all letters are named, `R9.africa_37-…`. `read_typed` is what every field for
codes and the command line read with.

Who plays is not in it, nor any file: a sheet of one's own has no code. Knows every game only by its registry.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.chance import CODE_LETTERS, Stream, code_from
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.journal import Head
from rollwrite_desktop.draw.display import Display, Mark, Text
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.sheet.load import AT, ENDING, HASH_SIGNS

MADE = ":"
"""Ends the id of a sheet whose layout is yet to be made."""
EXAMPLE = "R-ABCD-EFGH-R"
_CHECKS = CODE_LETTERS + "U"
_TYPED = CODE_LETTERS[-1]
_PAIRS = len(CODE_LETTERS) // 2
"""So many sheets have letters, and as many their layouts made by the dice."""
_PLAIN = re.compile(f"[{CODE_LETTERS}]{{4}}-[{CODE_LETTERS}]{{4}}")
_SEPARATORS = re.compile(r"[\s\-\u2010-\u2015\u2212]+")
_SHAPE = re.compile(r"[A-Z0-9]{1,8}-[A-Z0-9]{4}-[A-Z0-9]{4}(-[A-Z0-9])?")
_FOURS = re.compile(r"[A-Z0-9]{4}-[A-Z0-9]{4}")
_LOOK_ALIKES = ("0OQD", "1IL7JT", "2Z", "5S", "8B", "6G", "UVY", "VW", "MN", "EF", "PR", "CG", "KX", "4A")
"""Letters and digits that are taken for each other; not all of them are in a code."""
_MAX_ALIEN, _MAX_MEANT = 2, 3
_LONGEST_LAYOUT = 24
_LONGEST_SQUEEZED = 30
_CAPTION = (711.0, 14.2, 7.0)  # the right end of the baseline and the size; every sheet leaves this strip free


class NotACode(UserError):
    """A text that is no code of a game; says what is wrong with it."""


class GameCode(Struct, frozen=True):
    """What a code stands for. `sheet` is a shipped sheet's id, with `:` at its end if its layout is made by the dice;
    or `@` and the first signs of the hash of a sheet from a file."""

    game: str
    sheet: str
    options: Mapping[str, str]
    dice: str

    @property
    def sheet_id(self) -> str:
        """The sheet that is played on."""
        return self.sheet + layout_of(self.dice) if self.sheet.endswith(MADE) else self.sheet


class TypedCode(Struct, frozen=True):
    """What was typed where a code is asked for: the code of the dice, as it is written, and the whole game if its code was
    typed. free: the dice are a text of somebody's own. meant: codes that the text resembles."""

    dice: str
    game: GameCode | None = None
    free: bool = False
    meant: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """That it is a free text, in a sentence; "" for a code."""
        if not self.free:
            return ""
        sentence = tr(
            "This is your own text, not a code. The same text always gives the same dice; capital letters matter.")
        return f"{sentence} {_did_you_mean(self.meant)}" if self.meant else sentence


def layout_of(dice: str) -> str:
    """Returns the seed of a layout that belongs to a code of the dice; "" if the code has no plain letter at all."""
    return "".join(sign for sign in dice if sign.isascii() and (sign.isalnum() or sign == "-"))[:_LONGEST_LAYOUT]


def dice_of_the_day(game_id: str, day: date) -> str:
    """Returns the code of the dice that everybody has on this day."""
    return code_from(Stream(f"{game_id} of {day.isoformat()}", 0))


def game_of_the_day(game: Game, day: date) -> GameCode:
    """Returns the game that everybody plays on this day: the first sheet, the usual rules."""
    options = game.info.with_defaults({})
    return GameCode(game.info.id, game.play.played_on[0], options, dice_of_the_day(game.info.id, day))


# ---------------------------------------------------------------------- writing


def code_of(head: Head) -> str:
    """Returns the code of a game; "" where there is none: real dice, a layout of another seed."""
    if head.notes.dice != "digital" or not head.notes.seed or head.game not in GAMES:
        return ""
    if head.sheet.endswith(ENDING):
        return write_code(GameCode(head.game, AT + head.sheet_hash[:HASH_SIGNS], head.options, head.notes.seed))
    base, made, seed = head.sheet.partition(MADE)
    if made and seed != layout_of(head.notes.seed):
        return ""
    return write_code(GameCode(head.game, base + made, head.options, head.notes.seed))


def write_code(code: GameCode) -> str:
    """Returns the code in letters; "" if it cannot be said in any."""
    game = GAMES[code.game]
    sheets = _sheets(game)
    own = code.sheet.startswith(AT)
    if code.sheet not in sheets and not own:
        return ""
    lettered = not own and sheets.index(code.sheet) < len(CODE_LETTERS)
    letters = [CODE_LETTERS[sheets.index(code.sheet)] if lettered else _TYPED]
    typed = [] if lettered else [code.sheet.removeprefix(AT).removeprefix(_named(game))]
    for choice in game.info.options:
        value = code.options.get(choice.id, choice.default)
        values = tuple(choice.values)
        letters.append(CODE_LETTERS[values.index(value)] if value in values else _TYPED)
        typed += [value] if value not in values else []
    setup = ".".join((game.letter + "".join(letters).rstrip(CODE_LETTERS[0]), *typed))
    text = f"{setup}-{code.dice}"
    return f"{text}-{_check(text)}"


def _sheets(game: Game) -> tuple[str, ...]:
    """Returns what the sheet's letter counts: each sheet, and the same with a layout made by the dice. Where no layouts are
    made, those letters are for further sheets, once the others are used up; sheets beyond all letters are said by name."""
    sheets = game.play.numbered or game.play.played_on
    if game.play.new_sheets is not None or len(sheets) <= _PAIRS:
        return tuple(each for sheet in sheets for each in (sheet, sheet + MADE))
    pairs = zip_longest(sheets[:_PAIRS], sheets[_PAIRS : 2 * _PAIRS])
    lettered = tuple(each for sheet, other in pairs for each in (sheet, other or sheet + MADE))
    return lettered + tuple(sheets[2 * _PAIRS :])


def _named(game: Game) -> str:
    """Returns what the names of a game's sheets begin with, which a code leaves out."""
    return f"{game.info.id}_"


def _check(text: str) -> str:
    """A letter that changes with any one letter, and where two neighbors change places (of codes as made here)."""
    values = (CODE_LETTERS.find(sign) if sign in CODE_LETTERS else ord(sign) % 31 for sign in text)
    return _CHECKS[sum(weight * value for weight, value in enumerate(values, 1)) % 31]


# ---------------------------------------------------------------------- reading


def read_typed(text: str) -> TypedCode:
    """Returns what was typed where the code of a game or of its dice is asked for. Case, blanks and dashes are forgiven;
    what is no code is free text for dice. Raises NotACode for nothing at all, and for a whole game's code with a mistake in
    it."""
    plain = " ".join(text.split())
    if not plain:
        raise NotACode(tr("Enter a code, such as {example}.", example=EXAMPLE))
    if looks_like_code(plain):
        whole = read_code(plain)
        return TypedCode(whole.dice, whole)
    letters, grouped = _squeezed(plain), _SEPARATORS.sub("-", plain).upper()
    if _SHAPE.fullmatch(grouped) and grouped[0] in {game.letter for game in GAMES.values()}:
        raise _mistyped(plain, grouped)
    dice = f"{letters[:4]}-{letters[4:]}"
    if _PLAIN.fullmatch(dice):
        return TypedCode(dice)
    code = _FOURS.fullmatch(grouped) and any(sign.isdigit() for sign in grouped)
    meant = tuple(itertools.islice(_spelled(grouped), _MAX_MEANT)) if code else ()
    return TypedCode(plain, free=True, meant=meant)


def _mistyped(shown: str, grouped: str) -> NotACode:
    """Returns what is wrong with the code of a whole game, in groups, that is not right, and which it may have been."""
    parts = grouped.split("-")
    body = "-".join(parts[:3])
    if len(parts) == 3:  # the last letter is not there
        meant = [f"{body}-{_check(body)}"] if _PLAIN.fullmatch("-".join(parts[1:])) else []
        sentence = tr("The code “{code}” is not complete.", code=shown[:60])
    else:
        meant = [text for text in dict.fromkeys(_near(grouped)) if _sound(text)]
        sentence = tr("The code “{code}” has a wrong or missing letter.", code=shown[:60])
    return NotACode(f"{sentence} {_did_you_mean(meant)}" if 0 < len(meant) <= _MAX_MEANT else sentence)


def _did_you_mean(codes: Sequence[str]) -> str:
    return tr("Did you mean {codes}?", codes=tr(" or ").join(codes))


def _near(code: str) -> Iterator[str]:
    """Codes that this one may be, misread or with two neighbors exchanged."""
    yield from _spelled(code)
    for at, sign in enumerate(code):
        for other in _alike(sign):
            yield code[:at] + other + code[at + 1 :]
    for at, (one, two) in enumerate(itertools.pairwise(code)):
        if "-" not in (one, two):
            yield code[:at] + two + one + code[at + 2 :]


def _spelled(code: str) -> Iterator[str]:
    """Yields the same with letters of codes for those that no code has; nothing if all are, or too many are not."""
    alien = [at for at, sign in enumerate(code) if sign not in _CHECKS + "-" or (sign == "U" and at < len(code) - 1)]
    if not 0 < len(alien) <= _MAX_ALIEN:
        return
    for chosen in itertools.product(*(_alike(code[at]) for at in alien)):
        letters = list(code)
        for at, letter in zip(alien, chosen, strict=True):
            letters[at] = letter
        yield "".join(letters)


def _alike(sign: str) -> str:
    """Returns the letters of codes that this one can be taken for."""
    found = "".join(group for group in _LOOK_ALIKES if sign in group)
    return "".join(dict.fromkeys(letter for letter in found if letter != sign and letter in CODE_LETTERS))


def _sound(text: str) -> bool:
    """Returns whether a text is the code of a game with a code for its dice, and the last letter right."""
    right = _right(_parts(text))
    try:
        return right is not None and bool(_PLAIN.fullmatch(right[1])) and bool(_meant(*right, text))
    except NotACode:
        return False


def _right(tried: Iterable[tuple[str, str, str]]) -> tuple[str, str] | None:
    """Set-up and dice of the first reading whose last letter is right."""
    return next(((setup, dice) for setup, dice, check in tried if _check(f"{setup}-{dice}") == check), None)


def looks_like_code(text: str) -> bool:
    """Returns whether somebody means a whole game, not only its dice."""
    return any(_PLAIN.fullmatch(dice) or _check(f"{setup}-{dice}") == check for setup, dice, check in _parts(text))


def read_code(text: str) -> GameCode:
    """Returns what the code of a whole game stands for; case, blanks and missing dashes are forgiven. Raises NotACode."""
    shown = " ".join(text.split())[:60]
    tried = _parts(text)
    if not tried:
        raise NotACode(tr(
            "“{code}” is not the code of a game. Codes look like {example}.", code=shown, example=EXAMPLE))
    right = _right(tried)
    if right is None:
        raise _mistyped(shown, "-".join(tried[-1]))
    return _meant(*right, shown)


def _meant(setup: str, dice: str, shown: str) -> GameCode:
    letters, *typed = setup.split(".")
    game = next((game for game in GAMES.values() if game.letter == letters[:1]), None)
    if game is None:
        raise NotACode(tr("The code “{code}” is for a game that this program does not know.", code=shown))
    strange = NotACode(tr("The code “{code}” is for a sheet or rule that this program does not know.", code=shown))
    chosen = letters[1:].ljust(1 + len(game.info.options), CODE_LETTERS[0])
    sheets, rest = _sheets(game), chosen[1:]
    place = CODE_LETTERS.find(chosen[0])
    said = typed.pop(0) if chosen[0] == _TYPED and typed else ""
    own = "" if not said else _named(game) + said if _named(game) + said in sheets else AT + said
    if not (own or 0 <= place < len(sheets)) or len(rest) > len(game.info.options):
        raise strange
    options = {}
    for choice, letter in zip(game.info.options, rest, strict=True):
        values = tuple(choice.values)
        at = CODE_LETTERS.find(letter)
        value = typed.pop(0) if letter == _TYPED and typed else values[at] if 0 <= at < len(values) else ""
        if not choice.takes(value):
            raise strange
        options[choice.id] = value
    sheet = own or sheets[place]
    if typed or (sheet.endswith(MADE) and game.play.new_sheets is None):
        raise strange
    return GameCode(game.info.id, sheet, options, dice)


def _parts(text: str) -> list[tuple[str, str, str]]:
    """Set-up, dice and check letter, in the ways in which a text can be meant."""
    found = []
    plain = text.strip()
    setup, _, rest = plain.partition("-")
    dice, _, check = rest.rpartition("-")
    if re.fullmatch(r"[A-Z][A-Z0-9]*(\.[a-z0-9_,]+)*", setup) and dice.strip() and len(check) == 1:
        found.append((setup, dice, check))
    head, dot, named = _SEPARATORS.sub("-", plain).partition(".")
    typed, _, rest = named.partition("-")
    dice, _, check = rest.upper().rpartition("-")
    if dot and _PLAIN.fullmatch(dice):
        found.append((f"{head.upper()}.{typed.lower()}", dice, check))
    letters = _squeezed(plain)
    if 10 <= len(letters) <= _LONGEST_SQUEEZED and letters.isalnum() and letters.isascii():
        dice = f"{letters[-9:-5]}-{letters[-5:-1]}"
        if _PLAIN.fullmatch(dice):
            found.append((letters[:-9], dice, letters[-1]))
    return list(dict.fromkeys(found))


def _squeezed(text: str) -> str:
    return _SEPARATORS.sub("", text).upper()


# ---------------------------------------------------------------------- on the sheet


def with_code(display: Display, code: str) -> Display:
    """Returns the sheet with the code of its game small in its upper right corner, the same on screen and paper."""
    return replace(display, marks=(*display.marks, *code_marks(code, display.size[0])))


def code_marks(code: str, width: float) -> tuple[Mark, ...]:
    """Returns the code of a game, small in the upper right corner of a sheet `width` points wide; nothing for none."""
    x, y, size = _CAPTION
    return (Text("game-code", x - 720.0 + width, y, code, "text", size, "faint", "right"),) if code else ()
