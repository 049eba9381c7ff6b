"""A line about each map, for the atlas: what is special about it to play on. Counts are those of the sheets' links."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.i18n import mark

MAPS: Mapping[str, str] = {
    "on_tour_usa": mark("The printed game’s map: ninety lines from coast to coast."),
    "on_tour_europe_27": mark("Ireland, Iceland and Portugal are each at the end of a single line."),
    "on_tour_africa": mark("Well connected everywhere. Only Madagascar is a dead end."),
    "on_tour_south_america": mark("The shortest tour. Ten lines meet in Brazil."),
    "on_tour_brazil": mark("Sparse in the west, dense along the coast. Eight lines meet in Bahia."),
    "on_tour_france": mark("Short lines and clear ways. Only the ferry leads to Corsica."),
    "on_tour_ireland": mark("Eight lines meet in Tipperary. Donegal is a dead end."),
    "on_tour_italy": mark("Down the boot there are few ways. Ferries lead to Sicilia and Sardegna, which are dead ends."),
    "on_tour_poland": mark("Sixteen large areas with three lines or more each: no dead ends at all."),
    "on_tour_spain": mark("Forty-eight short stages. Only the ferry from Barcelona leads to the islands."),
}
