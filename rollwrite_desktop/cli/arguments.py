"""Parsing of the command line: commands, options, help texts."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import takewhile
from typing import Any, NoReturn

from msgspec import Struct, field

from rollwrite_desktop import __version__
from rollwrite_desktop.cli import commands, new_game, new_map, read_command, route_command, samples
from rollwrite_desktop.cli.command_names import COMMANDS
from rollwrite_desktop.cli.output import Answer
from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import languages, tr
from rollwrite_desktop.draw.imposition import PAPERS, PER_PAGE, PUNCHES
from rollwrite_desktop.draw.inks import PENS, PRINT_MODES
from rollwrite_desktop.games import TEMPLATES
from rollwrite_desktop.maps.values import MAX_ISLAND, MIN_ISLAND, map_games
from rollwrite_desktop.paths import TRANSLATIONS

MOST_PIXELS = 100_000
MAX_CODE = 100
MAX_EFFORT = 1_000_000
_BOTS = ("--bots", "--players")
"""Options that take several words."""


class _Parser(argparse.ArgumentParser):
    """A parser that raises UserError instead of SystemExit, with translated headings."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, **settings)
        self._positionals.title = tr("arguments")
        self._optionals.title = tr("options")
        known = languages(TRANSLATIONS)
        self.add_argument("--lang", metavar="LANG", type=OneOf(known), default="en",
                          help=tr("language of the texts: {languages}", languages=", ".join(known)))
        self.add_argument("--help", "-h", action="store_true", help=tr("this text"))

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}; {self.prog} --help")


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Command to its parser; the manual page and shell completions are made from them."""
    return {name: _parser(name) for name in COMMANDS}


def parse(argv: list[str]) -> Answer:
    """Parses and runs a command. Raises UserError."""
    name, *rest = argv
    if name not in COMMANDS:
        return _general(name)
    parser = _parser(name)
    if "--help" in rest or "-h" in rest:
        return Answer(parser.format_help())
    given = parser.parse_args(_game_first(rest))
    answer: Answer = given.run(given)
    return answer


def _game_first(rest: list[str]) -> list[str]:
    """Arguments with the game before computer players that it was written behind: their option would take it for another."""
    option = next((at for at, text in enumerate(rest) if text in _BOTS), None)
    if option is None or not rest[0].startswith("-"):
        return rest
    from rollwrite_desktop.games import GAMES

    bots = [*takewhile(lambda text: not text.startswith("-"), rest[option + 1 :])]
    last = option + len(bots)
    if len(bots) > 1 and (bots[-1] in GAMES or "-" in bots[-1]):
        return [rest[last], *rest[:last], *rest[last + 1 :]]
    return rest


def _parser(name: str) -> _Parser:
    return _PARSERS[name](prog=f"rollwrite {name}", description=tr(COMMANDS[name]))


def _general(option: str) -> Answer:
    from rollwrite_desktop.cli import selftest

    match option:
        case "--version":
            return Answer(f"rollwrite {__version__}\n")
        case "--selftest":
            return selftest.selftest()
        case selftest.WINDOW:
            return selftest.window()
        case "--help" | "-h":
            return _help()
        case _:
            raise UserError(tr("Unknown option '{name}'; see rollwrite --help.", name=option[:60]))


def _help() -> Answer:
    width = max(map(len, COMMANDS))
    lines = [
        tr("usage: rollwrite [FILE] | COMMAND … | --version | --selftest"), "",
        tr("Without a command: the window, and in it FILE, a game or a paper sheet."), "",
        *(f"  {name.ljust(width)}  {tr(about)}" for name, about in COMMANDS.items()), "",
        tr("rollwrite COMMAND --help says more; --lang {languages} sets the language.",
            languages="|".join(languages(TRANSLATIONS))),
    ]
    return Answer("\n".join(lines) + "\n")


# ---------------------------------------------------------------------- kinds of arguments


def _count(least: int, most: int) -> Any:
    """An argument type: a whole number in a range."""
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(tr("'{text}': expected a whole number from {least} to {most}",
                                                 text=text[:40], least=least, most=most))
        return int(text)

    return read


def _corners(text: str) -> tuple[tuple[float, float], ...]:
    """An argument type: x and y of four points, none negative."""
    try:
        numbers = [float(part) for part in text[:200].split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not all(0 <= number <= MOST_PIXELS for number in numbers):
        raise argparse.ArgumentTypeError(tr("'{text}': expected eight numbers, such as 90,130,1310,60,1330,940,60,890",
                                             text=text[:60]))
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


class OneOf(Struct, frozen=True, eq=False):
    """An argument type: one of some words, or another spelling (`also`) of one; unlike that of `choices` its error is
    translated."""

    known: Sequence[str]
    also: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, text: str) -> str:
        text = self.also.get(text, text)
        if text not in self.known:
            message = tr("'{text}': expected one of {known}", text=text[:40], known=", ".join(self.known))
            raise argparse.ArgumentTypeError(message)
        return text


def _code(text: str) -> str:
    if not (text.isprintable() and 0 < len(text) <= MAX_CODE):
        raise argparse.ArgumentTypeError(tr("expected 1 to {n} letters, digits and signs", n=MAX_CODE))
    return text


def _day(text: str) -> date:
    try:
        if len(text) == 10:
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(tr("'{text}': expected a date such as 2026-11-21", text=text[:40]))


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(tr("'{text}': expected NAME=VALUE, such as corners=on", text=text[:40]))
    return name, value


def _path(text: str) -> str:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(tr("expected the name of a file"))
    return text


# ---------------------------------------------------------------------- the commands


def _games(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    _json(parser)
    parser.set_defaults(run=commands.games)
    return parser


def _print(**settings: Any) -> _Parser:
    from rollwrite_desktop.cli import print_command  # loaded only by those who print: it brings ReportLab along
    from rollwrite_desktop.printing.jobs.print_jobs import BACKS

    def back(text: str) -> str:
        if not text or len(text) > MAX_CODE:
            raise argparse.ArgumentTypeError(tr("expected {kinds} or the ID of a sheet", kinds=", ".join(BACKS)))
        return text

    parser = _Parser(**settings)
    parser.add_argument("game", nargs="?", metavar="GAME", help=tr("blank sheets of this game"))
    parser.add_argument("--journal", metavar="FILE", type=_path, help=tr("the filled sheets of this game"))
    parser.add_argument("--player", metavar="NAME", help=tr("only this player’s sheet"))
    parser.add_argument("--notes", action="store_true", help=tr("with the players’ pencil notes"))
    parser.add_argument("--paper-file", metavar="FILE", type=_path, help=tr("a paper sheet that was typed in"))
    parser.add_argument("--findings", action="store_true", help=tr("with its mistakes marked"))
    parser.add_argument("--sheet", metavar="ID|FILE", default="", help=tr("which of the game’s sheets, or a file"))
    parser.add_argument("--copies", metavar="N", type=_count(1, print_command.MAX_COPIES),
                        help=tr("how many sheets (default: one full page)"))
    parser.add_argument("--paper", metavar="PAPER", type=OneOf(list(PAPERS)), default="a4", help=", ".join(PAPERS))
    parser.add_argument("--per-page", metavar="N", type=OneOf([str(n) for n in PER_PAGE]),
                        help=tr("sheets on a page: {numbers}", numbers=", ".join(map(str, PER_PAGE))))
    inks = OneOf(PRINT_MODES, {"color": "colour", "gray": "grey"})
    parser.add_argument("--ink", metavar="INK", type=inks, default="colour", help="color, gray, low")
    parser.add_argument("--large", action="store_true", help=tr("large print: bigger letters, thicker lines"))
    parser.add_argument("--rolls", action="store_true", help=tr("with boxes for every roll of the game"))
    parser.add_argument("--seed", metavar="CODE", type=_code, help=tr("with the rolls of this code, to fold back"))
    parser.add_argument("--fillable", action="store_true", help=tr("as a form to fill in on a screen"))
    parser.add_argument("--code", action="store_true", help=tr("with a small code to scan"))
    parser.add_argument("--cards", nargs="?", metavar="SIZE", const=print_command.SMALL,
                        type=OneOf(print_command.CARDS), help=tr(
                            "also cards, or tables that replace dice and bag; poker: 63 × 88 mm, with backs; "
                            "service: these alone, one a page with 3 mm of bleed, for a print service"))
    parser.add_argument("--maps", action="store_true",
                        help=tr("all maps of this game side by side, with what is par on each, to choose from"))
    parser.add_argument("--pad", action="store_true",
                        help=tr("as a pad with covers, in order once the pages are cut (two on a page unless told)"))
    parser.add_argument("--unmarked", action="store_true",
                        help=tr("without the squares and the small code that help to read photos of it"))
    parser.add_argument("--binding", action="store_true", help=tr("with a margin for binding"))
    parser.add_argument("--holes", metavar="HOLES", type=OneOf(list(PUNCHES)),
                        help=tr("room and marks for holes: iso (two) or us (three)"))
    parser.add_argument("--pen", metavar="PEN", type=OneOf(PENS), help=tr("the pen of filled sheets: {pens}",
                        pens=", ".join(PENS)))
    parser.add_argument("--back", metavar="WHAT", type=back, help=tr("the other side: {kinds} or the ID of a sheet",
                        kinds=", ".join(BACKS)))
    parser.add_argument("--reproducible", action="store_true",
                        help=tr("the same bytes every time: without a date, or with that of SOURCE_DATE_EPOCH"))
    _output(parser)
    parser.set_defaults(run=print_command.print_sheets)
    return parser


def _audit(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    parser.add_argument("files", nargs="+", metavar="FILE", type=_path,
                        help=tr("paper files, journals, filled-in forms, scanned codes"))
    parser.add_argument("--effort", metavar="N", type=_count(1, MAX_EFFORT), default=DEFAULT_SEARCH_STEPS,
                        help=tr("steps the search may take (default: {n}, as in the window)", n=DEFAULT_SEARCH_STEPS))
    parser.add_argument("--thorough", action="store_const", dest="effort", const=None,
                        help=tr("search until everything is decided, no matter how long it takes"))
    parser.add_argument("--finished", action="store_true",
                        help=tr("check also a sheet that is mostly blank as it is, not as one still being entered"))
    parser.add_argument("--rolls", metavar="FILE", type=_path,
                        help=tr("rolls for sheets that have none: a file with rolls, or a text file with one per line"))
    _json(parser)
    parser.set_defaults(run=commands.audit)
    return parser


def _read(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=_path, help=tr("JPEG or PNG photos, or PDF scans"))
    parser.add_argument("--sheet", metavar="ID", default="", help=tr("the only sheet that may be in them; takes less time"))
    parser.add_argument("--corners", metavar="X,Y,X,Y,X,Y,X,Y", type=_corners, default=(),
                        help=tr("with --sheet: the four corners of the page, for one that isn't found by itself; in pixels "
                                "of the upright picture, or as parts of its width and height"))
    parser.add_argument("-o", "--output", metavar="OUT.json", type=_path,
                        help=tr("write the paper file; further sheets go beside it with numbers (-: standard output)"))
    parser.add_argument("--force", action="store_true", help=tr("replace files that exist"))
    _json(parser)
    parser.set_defaults(run=read_command.read)
    return parser


def _route(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    parser.add_argument("file", metavar="FILE", type=_path, help=tr("a paper file or a journal"))
    parser.add_argument("--player", metavar="NAME", help=tr("only this player’s sheet"))
    _json(parser)
    parser.set_defaults(run=route_command.route)
    return parser


def _replay(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    parser.add_argument("file", metavar="FILE", type=_path, help=tr("a journal"))
    _json(parser)
    parser.set_defaults(run=commands.replay)
    return parser


def _review(**settings: Any) -> _Parser:
    from rollwrite_desktop.cli import review_command

    parser = _Parser(**settings)
    parser.add_argument("file", metavar="JOURNAL", type=_path, help=tr("a journal"))
    parser.add_argument("--player", metavar="NAME", help=tr("which player; needed if there are several"))
    parser.add_argument("-o", "--output", metavar="OUT.pdf", type=_path, help=tr("also write the review as a PDF"))
    parser.add_argument("--force", action="store_true", help=tr("replace the file if it exists"))
    _json(parser)
    parser.set_defaults(run=review_command.review)
    return parser


def _practice(**settings: Any) -> _Parser:
    from rollwrite_desktop.cli import practice_command

    parser = _Parser(**settings)
    parser.add_argument("deck", metavar="DECK", type=_path, help=tr("a deck, or a folder of reviewed games"))
    parser.add_argument("-o", "--output", metavar="OUT.pdf", type=_path,
                        help=tr("also write the positions as a PDF, three on a page, with the answers overleaf"))
    parser.add_argument("--force", action="store_true", help=tr("replace the file if it exists"))
    _json(parser)
    parser.set_defaults(run=practice_command.practice)
    return parser


def _play(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    _table(parser)
    parser.add_argument("--players", metavar="bot:NAME", nargs="+", required=True,
                        help=tr("who plays: computer players by name"))
    _output(parser)
    parser.set_defaults(run=commands.play)
    return parser


def _simulate(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    _table(parser)
    parser.add_argument("--bots", metavar="NAME", nargs="+", required=True, help=tr("computer players, all at one table"))
    parser.add_argument("--games", metavar="N", type=_count(1, 1_000_000), default=100, help=tr("how many games"))
    _json(parser)
    parser.set_defaults(run=commands.simulation)
    return parser


def _check_sheet(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    parser.add_argument("file", metavar="FILE", type=_path, help=tr("a sheet file"))
    _json(parser)
    parser.set_defaults(run=commands.check_sheet)
    return parser


def _new_game(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    parser.add_argument("id", metavar="ID", help=tr("small letters, digits and underscores, such as six_towns"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--like", metavar="|".join(TEMPLATES), type=OneOf(list(TEMPLATES)), help=tr(
        "what to start from: a number into a map (map, the default), or a choice of dice and a space (dice)"))
    what.add_argument("--remove", action="store_true", help=tr("delete a game that was made so, with all its files"))
    parser.add_argument("--dry-run", action="store_true", help=tr("only say what would be written or deleted"))
    parser.add_argument("--yes", action="store_true", help=tr("do it without asking"))
    parser.set_defaults(run=new_game.new_game)
    return parser


def _new_map(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    parser.add_argument("file", nargs="?", metavar="FILE", type=_path,
                        help=tr("map data: GeoJSON, TopoJSON, SVG, KML or a zipped shapefile"))
    parser.add_argument("--game", metavar="GAME", type=OneOf(map_games()), required=True, help=", ".join(map_games()))
    parser.add_argument("--config", metavar="MAP.toml", type=_path,
                        help=tr("a map file: names, codes, merges, links, regions and boxes as you want them"))
    parser.add_argument("--areas", metavar="N", type=_count(MIN_ISLAND, MAX_ISLAND), default=0,
                        help=tr("merge the smallest areas until this many are left; for an island: how many it has"))
    parser.add_argument("--island", metavar="CODE", type=_code,
                        help=tr("invent an island; the same code gives the same one"))
    _json(parser)
    _output(parser)
    parser.set_defaults(run=new_map.new_map)
    return parser


def _new_sheet(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    parser.add_argument("game", metavar="GAME", help=tr("which game"))
    parser.add_argument("--side", metavar="SIDE", default="", help=tr("which of its sheets, such as front or back"))
    parser.add_argument("--seed", metavar="CODE", type=_code, help=tr("the same code gives the same layout"))
    _output(parser)
    parser.set_defaults(run=commands.new_sheet)
    return parser


def _samples(**settings: Any) -> _Parser:
    parser = _Parser(**settings)
    parser.add_argument("-o", "--output", metavar="FOLDER", type=_path, required=True, help=tr("the folder to write to"))
    parser.add_argument("--force", action="store_true", help=tr("replace files that exist"))
    parser.set_defaults(run=samples.samples)
    return parser


def _table(parser: _Parser) -> None:
    parser.add_argument("game", metavar="GAME|CODE", help=tr("which game, or the code of a whole game"))
    parser.add_argument("--sheet", metavar="ID|FILE", default="", help=tr("which of the game’s sheets, or a file"))
    parser.add_argument("--option", metavar="NAME=VALUE", type=_option, action="append", default=[],
                        help=tr("a house rule"))
    parser.add_argument("--seed", metavar="CODE", type=_code, help=tr("the code of the dice (default: a new one)"))
    parser.add_argument("--day", metavar="DATE", type=_day, help=tr("the game of this day, such as 2026-11-21"))


def _json(parser: _Parser) -> None:
    parser.add_argument("--json", action="store_true", help=tr("as JSON, for other programs"))


def _output(parser: _Parser) -> None:
    parser.add_argument("-o", "--output", metavar="OUT", type=_path, required=True, help=tr("the file to write"))
    parser.add_argument("--force", action="store_true", help=tr("replace the file if it exists"))


_PARSERS = {
    "games": _games, "print": _print, "audit": _audit, "read": _read, "route": _route, "replay": _replay, "review": _review,
    "practice": _practice, "play": _play, "simulate": _simulate, "new-game": _new_game, "new-map": _new_map,
    "new-sheet": _new_sheet, "check-sheet": _check_sheet,
    "samples": _samples,
}
