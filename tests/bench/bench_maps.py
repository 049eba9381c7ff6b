"""How well and how quickly sheets are made from map data, and whether what is made plays, prints and is audited clean.

    python3 packaging/bench.py bench_maps [DATA [GAMES [NAME …]]]

DATA: the folder with the map data that sheets/README.md names: countries-50m.json, ireland.json, japan.json. NAME: maps, or
seeds of islands with their areas such as WAVE:40; all by default. Islands need no data, and without DATA they alone are
drawn. Every map is drawn for every game at the first try: with the areas that its map file chooses and merges, and nothing
else that a person decided. GAMES (100) games between two computer players are played on it to the end, all their sheets are
audited with their journals, and the last game is printed. Seconds are processor time.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import structs

from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.maps import source
from rollwrite_desktop.maps.config import Links, MapFile, read_map_file
from rollwrite_desktop.maps.values import Made, MapData, map_games
from rollwrite_desktop.play.opening.open_game import Opened, new_head
from rollwrite_desktop.play.opening.simulation import lucky
from rollwrite_desktop.printing.jobs.print_jobs import game_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.sheet.sheet import Sheet

MAP_FILES = Path(__file__).parents[2] / "sheets" / "build" / "maps"
WORLD = "countries-50m.json"
MAPS = {
    "europe": WORLD, "africa": WORLD, "asia": WORLD, "south_america": WORLD, "ireland": "ireland.json",
    "japan": "japan.json",
}
ISLANDS = ("WAVE:20", "PALM:30", "REEF:40", "COVE:50", "TIDE:56")
PLAYERS = ("p1", "p2")


def first_try(config: MapFile) -> MapFile:
    """A map file of which only the choice of areas is left."""
    usual = MapFile()
    return structs.replace(
        config, links=Links(), regions={}, boxes={}, projection=usual.projection, stretch=usual.stretch, growth=usual.growth,
        sea=usual.sea, coast=usual.coast, colors=usual.colors, rounds=0, powers=0, seed=usual.seed,
        portfolio=usual.portfolio,
    )


def sources(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, MapData, MapFile]]:
    """What is drawn: its name, where it comes from, and its map file."""
    for name in names:
        seed, colon, areas = name.partition(":")
        if colon:
            yield name, MapData(seed=seed, areas=int(areas)), MapFile()
        else:
            config = read_map_file((MAP_FILES / f"{name}.toml").read_bytes(), name)
            yield name, MapData(str(folder / MAPS[name])), first_try(config)


def played(sheet: Sheet, games: int) -> tuple[int, int, int]:
    """How many games were played to the end, how many of their sheets the audit found clean, and pages of the last one."""
    game = GAMES[sheet.game]
    rules, auditor, bot = game.play.rules(sheet, {}), game.check.auditor(sheet, {}), game.think.bots["easy"]
    over = clean = 0
    session = Session(rules, PLAYERS, code="")
    for k in range(games):
        session = Session(rules, PLAYERS, code=f"MAP-{k}")
        play_out(session, lucky(dict.fromkeys(PLAYERS, bot), session.code), random.Random(session.code))
        over += session.over
        clean += sum(auditor.audit_play(session, player).verdict == "clean" for player in PLAYERS)
    head = new_head(game, sheet, sheet.id, ("Ann", "Bo"), {}, Notes(seed=session.code))
    _, pages = pdf(game_leaves(Opened(game, sheet, head, session)), header_footer(game, ""))
    return over, clean, pages


def row(name: str, made: Made, seconds: float, games: int) -> str:
    """One line of the table."""
    over, clean, pages = played(made.sheet, games)
    share = 100 * made.drawn / made.borders
    measures = made.measures
    like = measures.likeness or 0.0 if measures is not None else 0.0
    tight = measures.tight if measures is not None else 0.0
    return (
        f"{name:14} {made.sheet.game:16} {len(made.sheet.spaces):5} {made.drawn:4}/{made.borders:<4} {share:4.0f}% "
        f"{made.sea_lines:4} {len(made.lost):4} {made.false:5} {len(made.faults):6} {like:5.2f} {tight:5.2f} "
        f"{seconds:5.0f} s {over:4}/{games} {clean:4}/{2 * games} {pages:5}"
    )


def main(folder: Path, games: int, names: Sequence[str]) -> int:
    unknown = [name for name in names if name not in MAPS and not re.fullmatch(r"[A-Z]+:\d{1,2}", name)]
    if unknown:
        print(f"bench_maps: no map '{unknown[0][:60]}'; there are {', '.join(MAPS)}, and islands such as {ISLANDS[0]}.",
              file=sys.stderr)
        return 2
    needed = dict.fromkeys(MAPS[name] for name in names if name in MAPS)
    missing = [file for file in needed if not (folder / file).is_file()]
    if missing:
        print(f"bench_maps: {folder / missing[0]} is not there; sheets/README.md says where the map data come from.",
              file=sys.stderr)
        return 2
    print(f"{'map':14} {'game':16} areas   borders drawn  sea lost false faults  like tight seconds  over  clean    pages")
    for name, data, config in sources(folder, names):
        for game in map_games():
            began = time.process_time()
            made = source.made(data, game, f"{game}_{name.partition(':')[0].lower()}", config, lambda _: True)
            print(row(name, made, time.process_time() - began, games), flush=True)
    return 0


if __name__ == "__main__":
    given = sys.argv[1:]
    every = (*MAPS, *ISLANDS) if given else ISLANDS
    sys.exit(main(Path(*given[:1]), int(given[1]) if len(given) > 1 else 100, given[2:] or every))
