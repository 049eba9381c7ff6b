"""What a person changes about a map: each change makes another map file from the one before. Pure functions.

Areas are named by what the data calls them (`Made.keys`), links and boxes by codes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import structs

from rollwrite_desktop.maps.config import Links, MapFile
from rollwrite_desktop.maps.values import Made


def settled(config: MapFile, made: Made) -> MapFile:
    """The codes as they were drawn, so that no later change gives an area another one."""
    drawn = {key: code for code, key in made.keys.items()}
    return structs.replace(config, codes=drawn | {
        key: code for key, code in config.codes.items() if key in drawn or code not in made.keys})


def renamed(config: MapFile, key: str, name: str) -> MapFile:
    """An area gets another name; "" or its own takes it back."""
    names = {other: kept for other, kept in config.names.items() if other != key}
    return structs.replace(config, names=names | ({key: name} if name not in ("", key) else {}))


def coded(config: MapFile, key: str, code: str) -> MapFile:
    """An area gets another code; wherever the old one stands, too."""
    old = config.codes.get(key, "")
    config = structs.replace(config, codes=config.codes | {key: code})
    if not old:
        return config

    def new(text: str) -> str:
        return "-".join(code if end == old else end for end in text.split("-"))

    return structs.replace(
        config,
        links=Links([*map(new, config.links.add)], [*map(new, config.links.cut)]),
        regions={ink: [*map(new, codes)] for ink, codes in config.regions.items()},
        boxes={new(each): place for each, place in config.boxes.items()},
    )


def merged(config: MapFile, keys: Sequence[str]) -> MapFile:
    """Areas become one, which keeps name and code of the first; its links are those of all."""
    whole, gone = keys[0], {*keys[1:]}
    parts = [part for key in keys for part in config.merge.get(key, [key])]
    merge = {key: others for key, others in config.merge.items() if key not in gone} | {whole: parts}
    return _without(structs.replace(config, merge=merge), gone)


def taken_apart(config: MapFile, key: str) -> MapFile:
    """A merged area becomes its parts again."""
    return structs.replace(config, merge={other: parts for other, parts in config.merge.items() if other != key})


def dropped(config: MapFile, keys: Collection[str]) -> MapFile:
    """Areas are left out, merged ones with all their parts."""
    parts = [part for key in keys for part in config.merge.get(key, [key])]
    merge = {key: others for key, others in config.merge.items() if key not in keys}
    only = [key for key in config.only if key not in parts]
    drop = [*config.drop, *(part for part in parts if part not in config.drop and not config.only)]
    return _without(structs.replace(config, merge=merge, only=only, drop=drop), keys)


def brought_back(config: MapFile, keys: Collection[str]) -> MapFile:
    """Areas that were left out come back."""
    only = [*config.only, *(key for key in keys if key not in config.only)] if config.only else []
    return structs.replace(config, only=only, drop=[key for key in config.drop if key not in keys])


def only_these(config: MapFile, keys: Collection[str]) -> MapFile:
    """All others are left out; merges of others are forgotten."""
    merge = {key: parts for key, parts in config.merge.items() if key in keys}
    parts = [part for key in keys for part in config.merge.get(key, [key])]
    return structs.replace(config, only=parts, drop=[], merge=merge)


def linked(config: MapFile, a: str, b: str) -> MapFile:
    """Two areas become neighbors, by codes."""
    return _relinked(config, a, b, add=True)


def cut(config: MapFile, a: str, b: str) -> MapFile:
    """Two areas are no neighbors any more, by codes."""
    return _relinked(config, a, b, add=False)


def _relinked(config: MapFile, a: str, b: str, *, add: bool) -> MapFile:
    pair = f"{min(a, b)}-{max(a, b)}"
    same = {pair, f"{max(a, b)}-{min(a, b)}"}
    added = [link for link in config.links.add if link not in same]
    lost = [link for link in config.links.cut if link not in same]
    undone = len(added) < len(config.links.add) or len(lost) < len(config.links.cut)
    if not undone:
        (added if add else lost).append(pair)
    return structs.replace(config, links=Links(added, lost))


def recolored(config: MapFile, regions: Mapping[str, str], codes: Collection[str], ink: str) -> MapFile:
    """Areas go to another region; `regions` is the map as it is, code to ink."""
    inks = dict(regions) | dict.fromkeys(codes, ink)
    return structs.replace(config, regions={
        each: sorted(code for code, own in inks.items() if own == each) for each in sorted({*inks.values()})})


def moved(config: MapFile, code: str, across: float, down: float) -> MapFile:
    """A writing box goes elsewhere, in shares of the map's width and height."""
    place = round(min(max(across, 0.0), 1.0), 4), round(min(max(down, 0.0), 1.0), 4)
    return structs.replace(config, boxes=config.boxes | {code: place})


def let_go(config: MapFile, codes: Collection[str]) -> MapFile:
    """Boxes that were moved go where they were by themselves."""
    return structs.replace(config, boxes={code: place for code, place in config.boxes.items() if code not in codes})


def _without(config: MapFile, keys: Collection[str]) -> MapFile:
    """Forgets everything about areas that are there no more."""
    gone = {config.codes[key] for key in keys if key in config.codes}

    def stays(link: str) -> bool:
        return not gone & {*link.split("-")}

    left = {ink: [code for code in codes if code not in gone] for ink, codes in config.regions.items()}
    return structs.replace(
        config,
        links=Links([*filter(stays, config.links.add)], [*filter(stays, config.links.cut)]),
        regions={ink: codes for ink, codes in left.items() if codes},
        boxes={code: place for code, place in config.boxes.items() if code not in gone},
        names={key: name for key, name in config.names.items() if key not in keys},
        codes={key: code for key, code in config.codes.items() if key not in keys},
    )
