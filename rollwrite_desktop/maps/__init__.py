"""Makes sheets from map data: areas with outlines in, a sheet file out.

`make.py` runs the steps: `areas` cleans, merges and finds who borders whom; `cartogram` enlarges small areas; `block_map`
(Rolling America) or `line_map` (On Tour) draws; `regions` divides; `sheet_layout` adds what stands round the map. `islands`
invents map data. A map file (`config`) holds what a person decided, so that the same input gives the same sheet.
"""
