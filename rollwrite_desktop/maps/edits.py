"""What a person changes about a map: each change makes another map file from the one before. Pure functions.

Areas are named by what the data calls them (`Made.keys`), links and boxes by codes. A change of what is drawn is a step
(`steps`), which leaves the rest as it is; the others are for the next drawing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import structs

from rollwrite_desktop.maps.config import Links, MapFile
from rollwrite_desktop.maps.values import Made
from rollwrite_desktop.sheet.sheet import Point

DRAGS = frozenset({"box", "bend", "line"})
"""What a drag changes: where it can do nothing, nothing was changed."""


def settled(config: MapFile, made: Made) -> MapFile:
    """Returns the map file with the codes as they were drawn, so that no later change gives an area another one."""
    if config.then:
        return config  # they were settled before the first step, and may be others now
    drawn = {key: code for code, key in made.keys.items()}
    return structs.replace(config, codes=drawn | {
        key: code for key, code in config.codes.items() if key in drawn or code not in made.keys})


def step(config: MapFile, *words: str) -> MapFile:
    """One more change of what is drawn."""
    return structs.replace(config, then=[*config.then, " ".join(words)])


def anew(config: MapFile, made: Made | None) -> MapFile:
    """Returns the map file with which everything is drawn anew, with all that was changed since. made: what it is now."""
    if not config.then:
        return config
    whole = structs.replace(config, then=[])
    keys = {code: key for key, code in config.codes.items()}
    painted = False
    for verb, *given in (each.split() for each in config.then):
        match verb:
            case "merge":
                whole = merged(whole, [keys[code] for code in given])
            case "out":
                whole = dropped(whole, [keys[code] for code in given])
            case "color":
                painted = True
            case "box":
                whole = moved(whole, given[0], float(given[1]), float(given[2]))
            case "name":
                whole = renamed(whole, keys[given[0]], " ".join(given[1:]))
            case "code":
                whole = coded(whole, keys[given[0]], given[1])
                keys[given[1]] = keys.pop(given[0])
            case "link":
                whole = linked(whole, *given)
            case "cut":
                whole = cut(whole, *given)
    if made is not None and [*made.steps] == config.then:  # a box that was dropped elsewhere stands as near as it may
        for code in whole.boxes.keys() & made.sheet.space.keys():
            (x, y), room = made.sheet.space[code].writing.center, made.room
            whole = moved(whole, code, (x - room.x) / room.w, (y - room.y) / room.h)
    if painted and made is not None:
        regions = {space.id: space.region for space in made.sheet.spaces}
        whole = recolored(whole, regions, (), "")
    return whole


def codes_of(made: Made | None, keys: Collection[str]) -> list[str]:
    """Returns the codes of areas that are on the sheet."""
    by_key = {key: code for code, key in made.keys.items()} if made is not None else {}
    return [by_key[key] for key in keys if key in by_key]


def merge(config: MapFile, made: Made | None, keys: Sequence[str]) -> MapFile:
    """Areas become one: where they stand, if all are on the sheet."""
    codes = codes_of(made, keys)
    return step(config, "merge", *codes) if len(codes) == len(keys) else merged(anew(config, made), keys)


def leave_out(config: MapFile, made: Made | None, keys: Collection[str]) -> MapFile:
    """Areas are left out: where they stand, if all are on the sheet."""
    codes = codes_of(made, keys)
    return step(config, "out", *codes) if len(codes) == len(keys) else dropped(anew(config, made), keys)


def take_apart(config: MapFile, made: Made | None, key: str) -> MapFile:
    """A merged area becomes its parts again, which are where they were, if it was merged since it was drawn."""
    codes = codes_of(made, [key])
    number = _step_of(config, "merge", codes[0], first=True) if codes else None
    return taken_apart(anew(config, made), key) if number is None else _without_step(config, number)


def is_merged(config: MapFile, made: Made | None, key: str) -> bool:
    """Returns whether an area consists of several."""
    codes = codes_of(made, [key])
    return key in config.merge or any(each.split()[:2] == ["merge", code] for each in config.then for code in codes)


def bring_back(config: MapFile, made: Made | None, keys: Collection[str]) -> MapFile:
    """Areas that were left out come back, and are where they were, if they were left out since it was drawn."""
    numbers = [_step_of(config, "out", config.codes.get(key, "")) for key in keys]
    if None in numbers or any({*config.then[number].split()[1:]} - {config.codes.get(key) for key in keys}
                              for number in numbers if number is not None):
        return brought_back(anew(config, made), keys)
    for number in sorted({number for number in numbers if number is not None}, reverse=True):
        config = _without_step(config, number)
    return config


def out_since(config: MapFile) -> frozenset[str]:
    """Returns the areas that were left out since the map was drawn, by what the data calls them."""
    gone = {code for each in config.then if each.startswith("out ") for code in each.split()[1:]}
    return frozenset(key for key, code in config.codes.items() if code in gone)


def relink(config: MapFile, a: str, b: str, *, add: bool) -> MapFile:
    """Two areas become neighbors where they stand, or are none any more; the same once more undoes it."""
    other = "cut" if add else "link"
    number = _step_of(config, other, a)
    if number is not None and {*config.then[number].split()[1:]} == {a, b}:
        return _without_step(config, number)
    return step(config, "link" if add else "cut", a, b)


def move(config: MapFile, code: str, across: float, down: float) -> MapFile:
    """A writing box goes elsewhere on its area, in shares of the map's width and height."""
    last = config.then[-1].split()[:2] if config.then else []
    kept = config.then[:-1] if last == ["box", code] else config.then
    place = (f"{min(max(share, 0.0), 1.0):.4f}" for share in (across, down))
    return step(structs.replace(config, then=kept), "box", code, *place)


def bend(config: MapFile, code: str, start: Point, end: Point) -> MapFile:
    """Returns the map file with the outline of an area bent from one place to another, in shares of the map's width and
    height; from the same place again, it goes there instead."""
    shares = [f"{min(max(share, 0.0), 1.0):.4f}" for share in (*start, *end)]
    last = config.then[-1].split()[:4] if config.then else []
    kept = config.then[:-1] if last == ["bend", code, *shares[:2]] else config.then
    return step(structs.replace(config, then=kept), "bend", code, *shares)


def turn(config: MapFile, link: tuple[str, str], place: Point) -> MapFile:
    """Returns the map file with the line between two areas turning at a place, in shares of the map's width and height."""
    last = config.then[-1].split()[:3] if config.then else []
    kept = config.then[:-1] if last == ["line", *link] else config.then
    shares = (f"{min(max(share, 0.0), 1.0):.4f}" for share in place)
    return step(structs.replace(config, then=kept), "line", *link, *shares)


def is_moved(config: MapFile, code: str) -> bool:
    """Returns whether a writing box was put somewhere."""
    return code in config.boxes or any(each.split()[:2] == ["box", code] for each in config.then)


def put_back(config: MapFile, made: Made | None, codes: Collection[str]) -> MapFile:
    """Boxes that were moved go where they were by themselves."""
    if any(code in config.boxes for code in codes):
        return let_go(anew(config, made), codes)
    return structs.replace(config, then=[
        each for each in config.then if not (each.startswith("box ") and each.split()[1] in codes)])


def _step_of(config: MapFile, verb: str, code: str, *, first: bool = False) -> int | None:
    """Returns the number of the step that did this to an area, if no later one builds on it: taken back, all is as it was
    before. first: only one that names the area first."""
    for number, each in enumerate(config.then):
        did, *codes = each.split()
        if did == verb and code in (codes[:1] if first else codes):
            later = {word for other in config.then[number + 1 :] if not other.startswith("name ")
                     for word in other.split()[1:]}
            if not later & {*codes}:
                return number
    return None


def _without_step(config: MapFile, number: int) -> MapFile:
    return structs.replace(config, then=[*config.then[:number], *config.then[number + 1 :]])


def rename(config: MapFile, made: Made | None, key: str, name: str) -> MapFile:
    """An area gets another name, where it stands if it is on the sheet; "" takes it back."""
    codes = codes_of(made, [key])
    plain = structs.replace(config, then=[each for each in config.then if each.split()[:2] != ["name", *codes]])
    return step(plain, "name", *codes, name) if codes and name else renamed(plain, key, name)


def name_since(config: MapFile, code: str) -> str:
    """Returns the name that an area got since the map was drawn, or ""."""
    named = (each.split(maxsplit=2) for each in reversed(config.then) if each.startswith(f"name {code} "))
    return next((name for _, _, name in named), "")


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
