"""Every state that a person can stand in at a table, as text: prompt, buttons' words, what may be tapped.

    python3 packaging/bench.py gallery [ACTS [FOLDER]]

Walks each game with every company, kind of dice and house rule, so many acts each, and writes one file for each game: the
prompts by template, how often each was met, and of each the first moments. Prints how many distinct states and templates
there were, and what misleads (`tests/standing.py`), by kind.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tests.standing import TABLES, Moment, faults, settings, walk

SHOWN = 4
SEEDS = 2


def template(sentence: str, moment: Moment) -> str:
    """A sentence with its names and numbers taken out."""
    sheet = moment.view.table.opened.sheet
    for name in sorted((space.name for space in sheet.spaces), key=len, reverse=True):
        sentence = re.sub(rf"\b{re.escape(name)}\b", "AREA", sentence) if len(name) > 1 else sentence
    sentence = re.sub(r"\b(Red|Blue|Green|Yellow|Orange|Purple|Wild)\b", "DIE", sentence)
    sentence = re.sub(r"\b(red|blue|green|yellow|orange|purple)\b", "COLOR", sentence)
    sentence = re.sub(r"\b(Ann|Ben|Cleo|Computer)\b", "NAME", sentence)
    sentence = re.sub(r"\b(North|South|West|Central|East)(, (North|South|West|Central|East))*\b", "REGIONS", sentence)
    return re.sub(r"\d+", "N", sentence)


def page(moment: Moment, wrong: list[str]) -> str:
    now = moment.now
    tokens = " ".join(
        f"{token.spot.split('/', 1)[1]}:{token.state}" for token in now.tray.tokens if token.state not in ("empty", "off")
    )
    button = f"[{now.tray.roll}]" if now.enabled.roll else f"({now.tray.roll})"
    lit = sorted(now.taps.open)
    ghosts = sum(mark.key.startswith("ghost/") for mark in now.display.marks)
    kind = "X" if ghosts else ""
    return "\n".join(filter(None, (
        f"    {moment.setting} · {moment.act}", f"    > {now.sentence}", f"    {button} {now.tray.act}", f"    {tokens}",
        f"    taps{kind and ' for ' + kind}: {len(lit)} {' '.join(lit[:8])}",
        f"    answer: {now.notice.sentence}" if now.notice else "",
        f"    asked: {' '.join(now.asked)}" if now.asked else "", f"    ? {'; '.join(wrong)}" if wrong else "",
    )))


def main(acts: int, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game_id in TABLES:
        moments, met, wrong = 0, set[object](), Counter[str]()
        templates, pages = Counter[str](), defaultdict[str, list[str]](list)
        first: dict[str, str] = {}
        for setting in settings(game_id):
            for seed in range(SEEDS):
                try:
                    for moment in walk(setting, seed, acts):
                        moments += 1
                        now = moment.now
                        found = sorted(set(faults(moment)))
                        wrong.update(found)
                        tokens = tuple((token.spot, token.state) for token in now.tray.tokens)
                        state = (now.sentence, now.tray.roll, now.enabled.roll, tokens, now.taps.open)
                        key = template(now.sentence, moment)
                        templates[key] += state not in met
                        if state not in met and (len(pages[key]) < SHOWN):
                            pages[key].append(page(moment, found))
                        met.add(state)
                        for each in found:
                            first.setdefault(each, page(moment, found))
                except AssertionError as error:
                    wrong[str(error).partition(":")[2].strip().partition("answers")[0] or str(error)] += 1
        lines = [f"{game_id}: {moments} moments, {len(met)} states, {len(templates)} templates"]
        lines += [f"  {count:6} {what}" for what, count in wrong.most_common()]
        print("\n".join(lines))
        lines += [f"\n? {what}\n{shown}" for what, shown in first.items()]
        for key, count in templates.most_common():
            lines += ["", f"{count} × {key}", *pages[key]]
        (folder / f"{game_id}.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 250, Path(sys.argv[2] if len(sys.argv) > 2 else "build/gallery"))
