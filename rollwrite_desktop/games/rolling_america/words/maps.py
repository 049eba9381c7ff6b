"""A line about each map, for the atlas: what is special about it to play on. Counts are those of the sheets' links."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.i18n import mark

MAPS: Mapping[str, str] = {
    "rolling_america_usa": mark(
        "The printed game’s map. Missouri and Tennessee have eight neighbors, Alaska and Hawaii none."
    ),
    "rolling_america_europe_large": mark(
        "Small countries are together. No area has more than six neighbors, and Iceland has none."
    ),
    "rolling_america_africa_37": mark("Busy all over: five areas have seven neighbors each. Madagascar has none."),
    "rolling_america_asia_24": mark(
        "China has ten neighbors. Taiwan, the Philippines and the islands south of them have none."
    ),
    "rolling_america_south_america": mark("Small and quick. Brazil touches ten others."),
    "rolling_america_argentina_16": mark(
        "Tall and thin: a crowded north, and dead ends down to Tierra del Fuego, an island."
    ),
    "rolling_america_austria": mark("The smallest map: eight areas, three rounds."),
    "rolling_america_brazil": mark("Huge areas in the west, a crowded coast in the east. Bahia has eight neighbors."),
    "rolling_america_france": mark("The regions of before 2016. Corsica has no neighbors at all."),
    "rolling_america_germany": mark("Niedersachsen touches eight of the other thirteen."),
    "rolling_america_ireland": mark("The counties of the Republic. Tipperary has eight neighbors, Donegal one."),
    "rolling_america_italy": mark("A boot of seventeen areas. Sardegna lies alone, and a ferry leads to Sicilia."),
    "rolling_america_mexico": mark("Wide in the north, crowded near the capital. Veracruz has seven neighbors."),
    "rolling_america_netherlands": mark("Twelve provinces packed close: no dead end to hide a bad number in."),
    "rolling_america_new_zealand": mark("Two islands, and one ferry between them. Waikato has five neighbors."),
    "rolling_america_nigeria": mark("Thirty-six states and the capital. Ten neighbors surround Kogi, one leads to Lagos."),
    "rolling_america_poland": mark("Sixteen voivodeships. Wielkopolskie touches seven, and nothing is a dead end."),
    "rolling_america_south_africa": mark("Nine provinces around the Free State, which touches six."),
    "rolling_america_spain": mark("Forty-eight provinces, most in the thick of it. Only the Balearic Islands stand apart."),
    "rolling_america_sweden_15": mark("Long and lean: the north is easy, the south is not. Gotland has no neighbors."),
    "rolling_america_switzerland": mark("The most borders for each area of all maps. Bern has ten neighbors."),
    "rolling_america_united_kingdom": mark("Twenty-four areas, and a busy England. Northern Ireland has no neighbors."),
    "rolling_america_japan_17": mark("Long and narrow: most areas have three neighbors or fewer."),
}
