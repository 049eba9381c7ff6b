"""Makes sheets from map data: areas with outlines in, a sheet file out.

`make.py` runs the steps: `areas` cleans, merges and finds who borders whom (`globe`: what is in degrees); `cartogram`
enlarges small areas; `block_map` (links are borders) or `line_map` (links are lines) draws, the former on a sheet of rubber
if it can (`rubber_map`; `stretching` pulls, `rubber` gives way, `tiles` are tidied); `regions` or `quarters` divides;
the game says what else stands on the sheet (`Game.map_making`). `islands` invents map data. A map file (`config`) holds what
a person decided, so that the same input gives the same sheet: `edits` changes such a file, `steps`, lines of it, a sheet
that is drawn. `aside`, `nearer` and `strips` move pieces of land, `bending`, `straight`, `coasts` and `pockets` are about
outlines; `measures` and `verdict` say how good a map is.
"""
