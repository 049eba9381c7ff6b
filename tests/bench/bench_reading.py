"""How well photos of filled sheets are read: laid flat, by kind of mark, and what was wrong without being asked.

    python3 packaging/bench.py bench_reading [DATA [PHOTOS [FIRST [SHEET [HARM]]]]]

DATA: a folder as for `train_reading`. The photos are generated (`photographed_sheets.py`): the writers are not those of the
training, but no camera, no paper and no hand was there, so the figures say what was changed for better or worse, not what
anyone's own photos will give. Photo FIRST and those after it; of one SHEET if its id is given, `any` for all. HARM: what is
done to the photos, `copy`, `fold` or `gloss`. A place is asked if its confidence is below SURE, in the window as the pile
says; the last columns say how many would be wrong without being asked if so large a share were asked. At the end, for each
game, what 28 sheets take of a person, by what each act is taken to need.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

SHARES = (5, 10, 12, 20)
"""Percent of places that are asked."""
PILE = 28
TAP, LOOK, ALIKE, DIFFERENT = 0.3, 0.8, 4.0, 6.0
"""Seconds that a person is taken to need for a tap, a mark by itself, and a screen of up to 40 marks that are all alike, or
numbers in order. Nobody was timed."""
Truth = tuple[Any, Mapping[str, str]]
"""A sheet as it was read, and what is written there."""


class Place(Struct, frozen=True, dict=True):
    """One place of a sheet that was laid flat."""

    game: str
    kind: str
    true: str
    read: str
    confidence: float
    asked: bool
    """Whether the window asks it by itself."""


def kind_of(text: str, crossed: bool) -> str:
    """What sort of mark a text is."""
    if crossed:
        return "box crossed" if text else "box free"
    plain = text.strip("()")
    kinds = {"": "blank", "X": "X", "*": "star", "-": "dash"}
    return kinds.get(plain, "two digits" if len(plain) == 2 else "digit") + " circled" * text.startswith("(")


def measured(data: Path, count: int, first: int, sheet_id: str, harm: str) -> bool:
    """Prints the figures; whether all sheets were laid flat."""
    from rollwrite_desktop.intake.pictures import pictures
    from rollwrite_desktop.play.opening.open_game import sheet_of
    from rollwrite_desktop.printing.photos.blank_sheets import printed_as
    from rollwrite_desktop.printing.photos.photo_pile import Pile
    from rollwrite_desktop.printing.photos.read_photos import GAMES, PhotoReader, ReadSheet, alphabets
    from rollwrite_desktop.reading.marks import SURE, marks
    from rollwrite_desktop.reading.registration import Photo
    from tests.bench.photographed_sheets import photographed

    reader, sheets, flat, total = PhotoReader(), Counter[str](), 0, 0
    places, errors, seconds = list[Place](), list[float](), list[float]()
    truths: dict[str, list[Truth]] = defaultdict(list)
    for number in range(first, first + count):
        photo = photographed(number, data, sheet_id=sheet_id, harm=harm)
        total += len(photo.sheets)
        (pixels,) = pictures(photo.data, photo.name)
        begun = time.process_time()
        picture = Photo(pixels)
        found = reader.sheets(picture)
        took, missing = time.process_time() - begun, {each.cell: each for each in photo.sheets}
        for each in found:
            printed = printed_as(each.blank.key)
            game = GAMES[printed.game]
            x, y = (np.array([getattr(place, axis) for place in each.blank.places]) for axis in "xy")
            names = [place.name for place in each.blank.places]
            tx, ty = photo.page_at(*each.mapping(x, y))
            begun = time.process_time()
            kinds = alphabets(game, sheet_of(game, printed.sheet))
            seen = marks(picture, each, kinds)
            took += time.process_time() - begun
            away = {
                cell: max(float(np.hypot(tx[i] - sheet.centers[name][0], ty[i] - sheet.centers[name][1]))
                          for i, name in enumerate(names))
                for cell, sheet in missing.items() if sheet.sheet == printed.sheet
            }
            if not away or min(away.values()) > 15:
                print(f"{photo.name}: taken for {printed.sheet}")
                continue
            cell = min(away, key=lambda cell: away[cell])
            sheet = missing.pop(cell)
            errors.append(away[cell])
            flat += 1
            sheets[printed.game] += 1
            read = ReadSheet(photo.name, 1, game.check.paper(game=printed.game, sheet=printed.sheet), (), seen)
            truths[printed.game].append((read, sheet.marks))
            pile = Pile()
            pile.add([read])
            asked = {spot.name for spot in pile.asked()}
            for name, mark in seen.items():
                true = sheet.marks[name]
                kind = kind_of(true, kinds[name].crossed)
                places.append(Place(printed.game, kind, true, mark.text, mark.confidence, name in asked))
        seconds.append(took)
        wrong = [place for place in places if place.true != place.read]
        print(f"{photo.name}: {', '.join(each.blank.key for each in found)}; lost {len(missing)}; {took:.1f} s; "
              f"wrong so far {len(wrong)} of {len(places)}", flush=True)
    report(places, sheets, SURE)
    for game_id, those in truths.items():
        print(f"{game_id}, {PILE} sheets: {by_a_person([those[i % len(those)] for i in range(PILE)])}")
    print(f"laid flat: {flat} of {total} sheets; largest error at a place's middle: median {np.median(errors):.2f} mm, 95 % "
          f"{np.percentile(errors, 95):.2f}, worst {max(errors):.2f}; processor time a photo: median "
          f"{np.median(seconds):.1f} s, worst {max(seconds):.1f}")
    return flat == total


def by_a_person(sheets: list[Truth]) -> str:
    """What a pile takes of somebody who answers what is true, in words."""
    from rollwrite_desktop.gamekit.marks import content, is_circled
    from rollwrite_desktop.printing.photos.photo_pile import Pile, Spot

    def true(spot: Spot) -> str:
        return sheets[spot.sheet][1][spot.name]

    pile, asked, groups, taps, wrong, looked = Pile(), 0, 0, 0, 0, 0.0
    pile.add(read for read, _ in sheets)
    while (spots := pile.asked()) or (found := pile.groups()):
        if spots:
            question, text = pile.question(spots[0]), true(spots[0])
            offered = text == question.read or text in question.others
            taps += 1 if offered else max(1, len(content(text))) + is_circled(text)
            asked += 1
            pile.say(spots[0], text)
        else:
            odd = [spot for spot in found[0].spots if true(spot) != pile.read(spot)]
            groups, taps, wrong = groups + 1, taps + 1 + len(odd), wrong + len(odd)
            numbers = {text for spot in found[0].spots if len(text := content(pile.read(spot))) > 1}
            looked += DIFFERENT if len(numbers) > 1 else ALIKE
            pile.confirm(found[0], odd)
    seconds = TAP * taps + LOOK * asked + looked
    return f"{asked} asked, {groups} groups with {wrong} wrong in them, {taps} taps; some {seconds:.0f} s"


def report(places: list[Place], sheets: Counter[str], sure: float) -> None:
    """Prints accuracy by game and kind, and what was wrong and not asked."""
    kinds: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for place in places:
        kinds[place.game, place.kind].append(place)
    for (game, kind), those in sorted(kinds.items()):
        right = sum(place.true == place.read for place in those)
        print(f"{game}, {kind}: {right} of {len(those)} right, {100 * right / len(those):.1f} %")
    for game in sorted(sheets):
        those = sorted((place for place in places if place.game == game), key=lambda place: place.confidence)
        asked = sum(place.confidence < sure for place in those)
        missed = sum(place.true != place.read for place in those[asked:])
        left = {share: sum(place.true != place.read for place in those[share * len(those) // 100:]) for share in SHARES}
        grouped = [place for place in those if not place.asked]
        unseen = sum(place.true != place.read for place in grouped)
        shares = ", ".join(f"{100 * wrong / len(those):.2f} % of places at {share} % asked" for share, wrong in left.items())
        print(f"{game}: {sheets[game]} sheets, {len(those)} places; asked {100 * asked / len(those):.1f} %, "
              f"{asked / sheets[game]:.1f} a sheet; wrong and not asked {missed} ({100 * missed / len(those):.2f} %)\n"
              f"    in the window: asked {100 - 100 * len(grouped) / len(those):.1f} %, wrong and only seen in a group "
              f"{unseen} ({100 * unseen / len(those):.2f} %)\n"
              f"    {shares}")
    confused = Counter((place.true, place.read) for place in places if place.true != place.read)
    most = (f"{true or 'blank'} as {read or 'blank'} ({n})" for (true, read), n in confused.most_common(16))
    print("most confused: " + ", ".join(most))


def main(folder: str = "", photos: str = "24", first: str = "1000", sheet: str = "", harm: str = "") -> int:
    """Measures so many photos."""
    if not (Path(folder) / "mnist").is_dir() or not folder:
        from tests.bench.handwriting import NO_DATA

        print(NO_DATA)
        return 1
    return int(not measured(Path(folder), int(photos), int(first), "" if sheet == "any" else sheet, harm))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
