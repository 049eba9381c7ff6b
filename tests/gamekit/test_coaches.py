"""The coaches: what they say of a moment of a game is so, and compares places; every stroke that is suggested is legal and
explained."""

from __future__ import annotations

import heapq
import random
import re
from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.play.guide import Changed
from rollwrite_desktop.gamekit.words.coach import FREE_HINTS, HINT_NOTE, LESSONS, Hint, Lesson, best_stroke
from rollwrite_desktop.gamekit.words.handbook import entry_of
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.play import model as hr
from rollwrite_desktop.games.hexroller.play.board import members
from rollwrite_desktop.games.hexroller.play.scoring import MIDDLE, straight
from rollwrite_desktop.games.hexroller.words.coach import HexRollerCoach
from rollwrite_desktop.games.ligretto_dice.play.model import Place, Roll
from rollwrite_desktop.games.ligretto_dice.words.coach import LigrettoDiceCoach
from rollwrite_desktop.games.on_tour.play import model as ot
from rollwrite_desktop.games.on_tour.words.coach import OnTourCoach
from rollwrite_desktop.games.rolling_america.play import model as ra
from rollwrite_desktop.games.rolling_america.play.descriptions import DIE_NAMES as ra_names
from rollwrite_desktop.games.rolling_america.words.coach import RollingAmericaCoach
from rollwrite_desktop.play.opening.open_game import new_head, options_of, sheet_of, start
from rollwrite_desktop.play.race.race_session import RaceSession
from rollwrite_desktop.play.table.handbook_pictures import handbook_of
from rollwrite_desktop.play.table.table_session import TableSession
from tests.laws.demands import law
from tests.readability import grade, sentences
from tests.sampling import sampled

pytestmark = pytest.mark.slow

TAUGHT = [game_id for game_id, game in GAMES.items() if game.words.coach is not None and not game.info.realtime]


def seated(game_id: str, names: tuple[str, ...] = ("Ann",)) -> TableSession:
    game = GAMES[game_id]
    sheet = sheet_of(game, "", "sheet")
    return TableSession(start(new_head(game, sheet, sheet.id, names, options_of(game, {}, ""), Notes(seed="COACH"))))


@pytest.mark.parametrize("game_id", ["rolling_america", "on_tour", "hexroller", "ligretto_dice"])
def test_all_shipped_games_are_taught(game_id: str) -> None:
    assert GAMES[game_id].words.coach is not None


def test_a_race_by_its_hints() -> None:
    """Whoever follows the hints never misplaces a die and is done in the end; the lesson says what is the case."""
    game = GAMES["ligretto_dice"]
    sheet = sheet_of(game, "", "sheet")
    notes = Notes(seed="COACH", bots={"p2": "level_1"})
    opened = start(new_head(game, sheet, sheet.id, ("Ann", "Cy"), options_of(game, {}, ""), notes))
    side = RaceSession(opened, 0)
    assert side.taught == "p1"
    clock, hints, lessons = 0, 0, set()
    first = side.lesson()
    assert first is not None
    assert (first.name, first.rule) == ("aim", "LD-1")
    assert side.hint() is None
    while side.phase != "over":
        clock += 400
        if side.phase in ("ready", "stopped"):
            side.begin(clock)
        side.tick(clock)
        lesson = side.lesson()
        assert lesson is not None
        assert entry_of(handbook_of(game), lesson.rule) is not None
        lessons.add(lesson.name)
        check_race(side, lesson)
        found = side.hint() if side.running else None
        if found is None or found.move is None:
            continue
        hints += 1
        assert found.reason
        refusal = side._submit(Event("p1", found.move, side.at))
        assert refusal is None or refusal.unwritable, refusal
    assert hints > 30
    assert len(lessons) >= 6
    assert not any(line.startswith("fumble") for line in map(side.rules.write, (e.move for e in side.session.events)))
    assert len(side.session.notes["p1", HINT_NOTE].split()) >= hints


@law("coach")
@sampled("game_id", TAUGHT, 3)
def test_a_whole_game_by_its_hints(game_id: str) -> None:
    """Every third stroke is another legal one, so that odd positions come up too."""
    side = seated(game_id)
    luck = random.Random(7)
    bot = side.opened.game.think.bots[side.opened.game.think.adviser]
    lessons, reasons = set(), set()
    strokes = 0
    while not side.session.over:
        lesson = side.lesson("p1")
        if lesson is not None:
            assert lesson.text
            assert entry_of(handbook_of(side.opened.game), lesson.rule) is not None
            lessons.add(lesson.text)
        if not side.can_hint():
            assert side.roll() is None
            continue
        if side.step in ("roll", "finish") and not side.compelled("p1"):
            assert side.roll() is None
            continue
        assert side.coach is not None
        state = side.session.state
        move = best_stroke(bot, side.rules, state, "p1")
        assert side.rules.refuse(state, Event("p1", move)) is None
        reason = side.coach.reason(state, "p1", move)
        assert reason
        assert "{" not in reason + (lesson.text if lesson is not None else "")
        assert set(side.coach.spots(move)) <= set(side.opened.sheet.space)
        reasons.add(reason)
        strokes += 1
        if strokes % 3 == 0:
            move = luck.choice(list(side.rules.moves(state, "p1")))
        assert side.session.submit(Event("p1", move)) is None
        side.sit("p1")
    assert side.lesson("p1") is not None
    assert len(lessons) > 5
    assert len(reasons) > 15


def test_hints_are_counted_and_kept_with_the_game() -> None:
    side = seated("rolling_america", ("Ann", "Bo"))
    side.roll()
    assert side.hints(side.seat).left == FREE_HINTS
    first = side.hint()
    assert side.hint() is first
    assert side.hints(side.seat).left == FREE_HINTS - 1
    assert first.move is not None and side.session.submit(Event("p1", first.move)) is None
    side.hint()
    assert side.hints(side.seat).left == 0
    assert len(side.hints("p1").turns) == 2
    assert len(side.hints("p2").turns) == 0
    assert side.session.notes[("p1", "hints")] == "1 1"
    assert TableSession(side.opened).hints("p1").left == 0  # looking away and coming back gives no new ones
    assert first.text
    side.sit("p2")
    assert side.hints(side.seat).left == FREE_HINTS


def test_a_hint_in_a_race_stays_while_others_go_on_until_it_is_too_late() -> None:
    """Both have a blue 1; the other's die elsewhere changes nothing, the other's blue 1 does."""
    game = GAMES["ligretto_dice"]
    sheet = sheet_of(game, "", "sheet")
    notes = Notes(seed="COACH", bots={"p2": "random"})
    side = RaceSession(start(new_head(game, sheet, sheet.id, ("Ann", "Cy"), options_of(game, {}, ""), notes)), 0)
    side.begin(0)
    side.tick(10)
    side.at = 3000
    for _ in range(200):
        fitting = [move for move in side.rules.moves(side.session.state, "p1", side.at) if isinstance(move, Place)]
        others = [move for move in side.rules.moves(side.session.state, "p2", side.at) if isinstance(move, Place)]
        shared, alone = set(fitting) & set(others), set(others) - set(fitting)
        if shared and alone:
            break
        for player in ("p1", "p2"):
            side._submit(Event(player, Roll(), side.at))
        side.at += 2000
    else:
        raise AssertionError("no such dice")
    move = min(shared, key=side.rules.write)
    hint = Hint(move, "", "")
    assert side.holds(hint)
    assert side._submit(Event("p2", min(alone, key=side.rules.write), side.at)) is None
    assert side.holds(hint)
    side.at += 1000
    assert side._submit(Event("p2", move, side.at)) is None
    assert not side.holds(hint)


# ---------------------------------------------------------------------- what is said is so


def named_in(text: str, names: dict[str, str]) -> set[str]:
    """The spaces whose names stand in a text, by id; "Virginia" within "West Virginia" is none."""
    found = set()
    for space, name in sorted(names.items(), key=lambda each: -len(each[1])):
        if re.search(rf"\b{re.escape(name)}\b", text):
            found.add(space)
            text = text.replace(name, "")
    return found


def filled(text: str, message: str) -> dict[str, str]:
    """What stands in the gaps of an English message within a text, by their names; nothing where the text has it not."""
    found = re.search(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(message)), text)
    return found.groupdict() if found else {}


def count(text: str, phrase: str) -> int:
    """The number that stands for `#` in a phrase of a text; "one" and "no" are numbers too."""
    found = re.search(phrase.replace("#", r"(one|no|\d+)"), text, re.IGNORECASE)
    assert found, text
    return int({"one": "1", "no": "0"}.get(found[1].lower(), found[1]))


def digits(words: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", words)))


def check_rolling_america(rules: Any, state: Any, ui: Any, lesson: Lesson, said: list[tuple[Any, str]]) -> None:
    part, text = state.part("p1"), lesson.text
    moves = list(rules.moves(state, "p1"))
    index = {space.name: i for i, space in enumerate(rules.sheet.spaces)}

    def takes(i: int) -> set[int]:
        return {n for n in range(1, 7) if rules.fits(part.marks, i, n)}

    def empty(i: int) -> list[int]:
        return [j for j in rules.neighbors[i] if part.marks[j] == ""]

    def writes(**wanted: bool) -> list[Any]:
        found = [move for move in moves if isinstance(move, ra.Write)]
        return [move for move in found if all(getattr(move, name) == value for name, value in wanted.items())]

    plain = writes(guarded=False, changed=False)
    die = ui.die if ui.die in part.hand else part.hand[0] if len(part.hand) == 1 else ""
    match lesson.name:
        case "score":
            assert count(text, "has # X") == sum(held in ("X", "") for held in part.marks)
        case "aim":
            assert count(text, "You have # turns? to fill") == rules.rounds * rules.turns
        case "order":
            counts = {ra_names[each]: sum(move.die == each for move in plain) for each in part.hand}
            told = filled(text, "{tight} {n} fits only in {areas}. Write it first, before {loose} {m} takes") or filled(
                text, "{tight} {n} has fewer places than {loose} {m}. In {area} both fit, so")
            assert 0 < counts[told["tight"]] < counts[told["loose"]]
            assert {ra_names[each]: str(state.faces[each]) for each in part.hand} == {
                told["tight"]: told["n"], told["loose"]: told["m"]}
            takers = {name: {move.space for move in plain if ra_names[move.die] == name} for name in counts}
            if "areas" in told:
                assert named_in(text, {space.id: space.name for space in rules.sheet.spaces}) == takers[told["tight"]]
            else:
                assert all(rules.spaces[index[told["area"]]] in each for each in takers.values())
        case "dupe":
            dupes = [move for move in moves if isinstance(move, ra.Dupe)]
            alone = [move for move in dupes if not move.guarded and not move.changed]
            assert dupes and ("only with another power" in text) == (not alone)
            assert set(re.findall(r"[Tt]he (\d)\b", text)) <= {str(dupes[0].number)}
            assert count(text, "You have # dupe box") == 3 - part.dupe > 0
            if told := filled(text, "fits once more, in {area}."):
                assert [index[told["area"]]] == [rules.index[move.space] for move in alone]
        case "full":
            (die,) = (each for each in part.hand if f"left for {ra_names[each]} {state.faces[each]}." in text)
            crosses = [move for move in moves if isinstance(move, ra.Cross) and move.die == die]
            assert not [move for move in crosses if move.changed == ui.change]
            changing = [move for move in writes(guarded=False, changed=True) if move.die == die]
            assert ("A color change would let you" in text) == bool(changing)
        case "only":
            (move,) = [move for move in writes(guarded=False, changed=ui.change) if move.die == die]
            told = filled(text, "Without a power, the {number} fits only in {area}.")
            assert index[told["area"]] == rules.index[move.space] and told["number"] == str(move.number)
        case "x":
            first = filled(text, "Think of {die} {n} first.")
            asked = [each for each in part.hand if ra_names[each] == first["die"]] if first else [die] if die else [
                each for each in part.hand if not [move for move in plain if move.die == each]]
            told = filled(text, "hardest to fill. {area} takes only {few}; {other} takes {more}.") or filled(
                text, "hardest to fill. {area} takes no number any more; {other} takes {more}.")

            def powers(die: str) -> str:
                """What would save an X, as the sentence begins that says so."""
                free = {"a guard": writes(guarded=True, changed=ui.change)}
                free |= {} if ui.change else {"a color change": writes(guarded=False, changed=True)}
                return " or ".join(power for power in free if any(move.die == die for move in free[power])).capitalize()

            def so(die: str) -> bool:
                fits = {i: takes(i) for i in rules.members["wild" if ui.change else die] if part.marks[i] == ""}
                least, most = (extreme(map(len, fits.values())) for extreme in (min, max))
                saved = re.search(r"([^.]*) would save you the X", text)
                if (saved[1].strip() if saved else "") != powers(die) or bool(told) != (least < most):
                    return False
                if not told:
                    return True
                hard, easy = (fits.get(index[told[each]], set()) for each in ("area", "other"))
                few = span(told["few"]) if "few" in told else set[int]()
                return (hard, easy) == (few, span(told["more"])) and (len(hard), len(easy)) == (least, most)

            assert any(map(so, asked))
        case "beside":
            told = filled(text, "Beside a {number}, an empty area can take only {three}.")
            assert digits(told["three"]) == {n for n in range(1, 7) if abs(n - int(told["number"])) <= 1}
        case "harmless":
            told = filled(text, "In {area}, the {number} closes nothing: each empty neighbor can take")
            i = index[told["area"]]
            marks = (*part.marks[:i], told["number"], *part.marks[i + 1 :])
            assert int(told["number"]) in takes(i) and empty(i)
            assert all(rules.fits(marks, j, n) for j in empty(i) for n in takes(j))
        case "reserve":
            told = filled(text, "{area} has no empty neighbor and takes {numbers}. Keep it")
            assert not empty(index[told["area"]]) and takes(index[told["area"]]) == span(told["numbers"])
        case "late":
            left = 1 if "This is the last turn." in text else count(text, "the last # turns")
            assert left == rules.rounds * rules.turns - len(state.rolls) + 1
            assert count(text, "You have # power box") == 9 - part.change - part.guard - part.dupe > 0
        case "done" | "guard":
            pass
        case _:
            raise AssertionError(lesson.name)
    names = {space.id: space.name for space in rules.sheet.spaces}
    effects = compared(rules, part, lesson.text, names)
    assert len(effects) == len(set(effects))  # two places, or one
    if lesson.name in ("beside", "harmless"):
        assert len(effects) == 2
    for move, reason in said:
        after = rules.apply(state, Event("p1", move)).part("p1").marks
        blank = {space for space, held in zip(rules.spaces, after, strict=True) if held == ""}
        fitting = {space: sum(rules.fits(after, rules.index[space], n) for n in range(1, 7)) for space in blank}
        own = {getattr(move, "space", "")}
        assert named_in(reason, names) - own <= blank
        if least := re.search(r"at least (one|\d+) numbers? each", reason):
            n = 1 if least[1] == "one" else int(least[1])
            assert min(fitting[space] for space in named_in(reason, names)) == n
        if "Then no number fits in" in reason:
            assert all(fitting[space] == 0 for space in named_in(reason, names))
        if match := re.search(r" would take (.+)\.$", reason):
            assert span(match[1]) == takes(rules.index[move.space])
        if "no empty neighbor" in reason:
            assert not blank & set(rules.sheet.neighbors[move.space])
        if "Keep the dupe" in reason:
            assert any(isinstance(each, ra.Dupe) for each in moves)


def span(words: str) -> set[int]:
    """Numbers from words: "3 to 5", "3 and 4", "any number"."""
    found = [int(n) for n in re.findall(r"\d", words)] or [1, 6]
    return {*range(min(found), max(found) + 1)}


def compared(rules: Any, part: Any, text: str, names: dict[str, str]) -> list[str]:
    """The areas of which a lesson says what a number would do beside them; each sentence is checked."""
    ids = {name: space for space, name in names.items()}
    found = []
    for sentence in re.findall(r"(?:In [^.]*|[^.]* has no empty neighbor, so [^.]*)\.", text):
        match = re.match(
            r"\s*(?:In )?(?P<area>[^,.]+?)(?:, the (?P<n>\d) (?P<does>.*)| has no empty neighbor, so the (?P<m>\d) .*)\.$",
            sentence)
        if match is None or match["area"] not in ids:
            continue
        area, number = ids[match["area"]], int(match["n"] or match["m"])
        i = rules.index[area]
        assert part.marks[i] == "" and rules.fits(part.marks, i, number)
        blank = [j for j in rules.neighbors[i] if part.marks[j] == ""]
        marks = (*part.marks[:i], str(number), *part.marks[i + 1 :])
        now, then = ({j: {n for n in range(1, 7) if rules.fits(held, j, n)} for j in blank} for held in (part.marks, marks))
        does = match["does"] or ""
        if match["m"]:
            assert not blank
        elif does.startswith("closes nothing"):
            assert now == then and blank
        elif does.startswith("would leave no number"):
            closed = named_in(does, names)
            assert closed and all(now[rules.index[each]] and not then[rules.index[each]] for each in closed)
        elif does.startswith("would leave fewer numbers for"):
            fewer = {rules.spaces[j] for j in blank if then[j] < now[j]}
            assert named_in(does, names) == fewer and all(then[rules.index[each]] for each in fewer)
        else:
            leave = re.fullmatch(r"would leave (.+) only (.+)", does)
            assert leave is not None, does
            j = rules.index[ids[leave[1]]]
            assert span(leave[2]) == then[j] < now[j]
        found.append(area)
    return found


def check_on_tour(rules: Any, state: Any, ui: Any, lesson: Lesson, said: list[tuple[Any, str]]) -> None:
    part, text = state.part("p1"), lesson.text
    names = {space.id: space.name for space in rules.sheet.spaces}
    index = {name: rules.index[space] for space, name in names.items()}
    moves = list(rules.moves(state, "p1"))
    writable = {move.area for move in moves if isinstance(move, ot.Write)}
    bare = [held.strip("()") for held in part.marks]
    numbers = [held for held in bare if held.isdigit()]

    def beside(i: int) -> list[str]:
        return [bare[j] for j in rules.roads.neighbors[i]]

    match lesson.name:
        case "rise":
            told = filled(text, "Your lowest number is {low} in {first}, your highest {high} in {last}.")
            assert (told["low"], told["high"]) == (min(numbers), max(numbers))
            assert (bare[index[told["first"]]], bare[index[told["last"]]]) == (told["low"], told["high"])
        case "cards":
            assert writable and ("harder to place" in text) == (len(part.hand) > 1)
        case "second":
            assert (filled(text, "Your other number, {number}, needs another card")["number"],) == part.hand
        case "circle":
            told = filled(text, "Written in {areas}, a number would be circled.")
            circled = named_in(told["areas"], names)
            assert circled
            for space in circled:
                move = ot.Write(space, part.hand[0])
                assert ot.is_circled(rules.apply(state, Event("p1", move)).part("p1").marks[rules.index[space]])
        case "between":
            told = filled(text, "{number} fits well in {area}: it goes on from {lower} and leads on to {higher}.")
            check_elsewhere(rules, part, text, told["number"], names)
            i = index[told["area"]]
            assert rules.areas[i] in writable and told["number"] in part.hand
            assert {told["lower"], told["higher"]} <= {*beside(i)} and told["lower"] <= told["number"] < told["higher"]
        case "star":
            check_elsewhere(rules, part, text, "", names)
            if told := filled(text, "In {area}, it touches {numbers}."):
                touched = {held for held in beside(index[told["area"]]) if held.isdigit()}
                assert {*re.findall(r"\d\d", told["numbers"])} == touched
                assert rules.areas[index[told["area"]]] in writable
        case "x":
            lines = {names[move.area]: sum(held != "X" for held in beside(rules.index[move.area])) for move in moves}
            leading = re.findall(r"((?:One|No|\d+) lines? leads? on from ([^.]+)\.)", text)
            extremes = [min(lines.values()), max(lines.values())] if len({*lines.values()}) > 1 else []
            assert not writable and [lines[area] for _, area in leading] == extremes
            assert [count(sentence, "# lines?") for sentence, _ in leading] == extremes
        case "last":
            assert named_in(text, names) == writable and not state.cards
        case "route":
            visits = [names[move.area] for move in moves if isinstance(move, ot.Visit)]
            if part.route:
                assert ("Not where you wanted to go?" in text) == (not visits)
                assert ("smallest step up" in text) == (len(visits) > 1)
                if told := filled(text, "From {area}, you can go to {ways}."):
                    assert names[part.route[-1]] == told["area"] and told["ways"].rpartition(" (")[0] in visits
            elif numbers:
                told = filled(text, "Your lowest number is {low}, in {area}.")
                assert told["low"] == min(numbers) == bare[index[told["area"]]]
        case "score":
            assert count(text, "Your route scores #") == rules.scores(state)[0].total
        case "setup" | "sketch":
            pass
        case _:
            raise AssertionError(lesson.name)
    for move, reason in said:
        after = rules.apply(state, Event("p1", move)).part("p1").marks
        if isinstance(move, ot.Write):
            assert ("circled there" in reason) == ot.is_circled(after[rules.index[move.area]])
        for number, place in re.findall(r"(\d\d) \(([^)]+)\)", reason):
            space = next(space for space, name in names.items() if name == place)
            assert after[rules.index[space]].strip("()") == number and space in rules.sheet.neighbors[move.area]
        if isinstance(move, ot.End):
            assert not [each for each in rules.moves(state, "p1") if isinstance(each, ot.Visit)]


def check_elsewhere(rules: Any, part: Any, text: str, number: str, names: dict[str, str]) -> None:
    """What a number would join in another area."""
    for area, says in re.findall(r"In ([^.]+), it (would touch no number yet|is lower|is higher)", text):
        i = next(rules.index[space] for space, name in names.items() if name == area)
        bare = (part.marks[j].strip("()") for j in rules.roads.neighbors[i])
        held = [each for each in bare if each.isdigit()]
        assert part.marks[i] == "" and rules.areas[i] in names
        if says == "would touch no number yet":
            assert not held
        else:
            assert held and all((each > number) == (says == "is lower") for each in held)


def check_hexroller(rules: Any, state: Any, ui: Any, lesson: Lesson, said: list[tuple[Any, str]]) -> None:
    part, text = state.part("p1"), lesson.text
    moves = list(rules.moves(state, "p1"))
    fitting = {move.number for move in moves if isinstance(move, hr.Write) and not move.third}
    area = rules.scoring.area
    match lesson.name:
        case "aim":
            assert not state.rolls or part.done
        case "chain":
            number, path = part.chains[-1].number, rules.running(state, part).path
            left = state.counts[number] - len(path)
            assert filled(text, "It goes on from {hex}.") == {"hex": rules.spaces[path[-1]]} and left > 0
            assert left > 1 or "dead end" not in text
            if told := filled(text, "In {good}, the two printed {number}s come nearer; in {bad}, they don’t."):
                good, bad = (
                    fewest_between(rules, (*part.marks[:i], number, *part.marks[i + 1 :]), number)
                    for i in (rules.index[told["good"]], rules.index[told["bad"]])
                )
                assert good < fewest_between(rules, part.marks, number) <= bad and told["number"] == str(number)
            if told := filled(text, "In {good}, the {number} would lead in {area}; in {bad}, it would not lead in {other}."):
                assert [leads(rules, part, number, told[each]) for each in ("good", "bad")] == [True, False]
                letters = [rules.board.letter[rules.index[told[each]]] for each in ("good", "bad")]
                assert [letter_of(told[each]) for each in ("area", "other")] == letters and told["number"] == str(number)
        case "second":
            told = filled(text, "Now write a number other than {first}. You can choose {numbers}.")
            assert part.chosen == (int(told["first"]),) and digits(told["numbers"]) == fitting and fitting
        case "first":
            assert digits(filled(text, "You can write {numbers} in full.")["numbers"]) == fitting
        case "rows":
            useful = digits(filled(text, "a row can go on with {numbers}.")["numbers"])
            assert useful <= fitting
            for n in useful:
                assert any(straight(row + str(n)) > straight(row) for row in (part.upper, part.lower))
        case "connect":
            missing = re.findall(r"(Between the two printed (\d)s, (?:one|\d+) hex(?:es)?)", text)
            gaps = [count(sentence, ", # hex") for sentence, _ in missing]
            assert gaps == sorted(set(gaps)) and gaps
            assert gaps == [fewest_between(rules, part.marks, int(n)) for _, n in missing]
            for _, n in missing:
                assert int(n) in fitting and not rules.scoring.connected(part.marks, int(n))
        case "lead":
            told = filled(text, "In {area}, the {number} is ")
            letter, number = letter_of(told["area"]), int(told["number"])
            found = area(part.marks, letter)
            held = [part.marks[i] for i in rules.board.areas[letter]]
            assert found.blank == count(text, "and # hex(?:es are| is) empty") == held.count(0) > 0
            assert held.count(number) == found.count == max(held.count(n) for n in held if n)
            assert number == found.number and number in fitting
            tied = sum(held.count(n) == found.count for n in {*held} if n) > 1
            assert ("the highest of the most common numbers" in text) == tied
        case "fill":
            told = filled(text, "In {area}, only {hex} is empty.")
            i, letter = rules.index[told["hex"]], letter_of(told["area"])
            assert rules.board.letter[i] == letter and part.marks[i] == 0
            for n in (2, 3, 8):
                assert area((*part.marks[:i], n, *part.marks[i + 1 :]), letter).points > 0
            assert ("bonus 2" in text) == any(isinstance(move, hr.Two) for move in moves)
        case "boxes":
            told = filled(text, "Put {upper} in the upper row and {lower} in the lower.")
            best = (int(told["upper"]), int(told["lower"]))
            rows = [
                [straight(held + str(n)) for held, n in zip((part.upper, part.lower), way, strict=True)]
                for way in (best, best[::-1])
            ]
            assert {*best} == {*part.chosen}
            if "neither row gets further" in text:
                assert rows[1] == [straight(part.upper), straight(part.lower)] and sum(rows[0]) > sum(rows[1])
            else:
                assert sum(rows[0]) - sum(rows[1]) == count(text, "the rows score # points? less") > 0
        case "bonus":
            assert count(text, "You have # bonus") == 3 - len(part.used)
            if part.boxed:
                assert [move for move in moves if not isinstance(move, hr.Done)]
        case "dash":
            assert not fitting
        case "done":
            assert all(isinstance(move, hr.Done) for move in moves)
        case "score":
            assert count(text, "Your sheet scores #") == rules.scores(state)[0].total
        case _:
            raise AssertionError(lesson.name)
    for move, reason in said:
        after = rules.apply(state, Event("p1", move)).part("p1").marks
        for letter, n in re.findall(r"area ([A-Z])[^:]*mpty hexes[^:]*: (\d+)", reason):
            assert rules.scoring.area(after, letter).blank == int(n)
        if "It connects the two printed" in reason:
            assert dict(rules.parts(rules.apply(state, Event("p1", move)).part("p1"))) != dict(rules.parts(part))


def letter_of(words: str) -> str:
    """The area that words name."""
    return MIDDLE if words == "the middle" else words.removeprefix("area ")


def leads(rules: Any, part: Any, number: int, space: str) -> bool:
    """Whether a number written in a hex is then the one that counts in its area."""
    i = rules.index[space]
    return bool(rules.scoring.area((*part.marks[:i], number, *part.marks[i + 1 :]), rules.board.letter[i]).number == number)


def check_other(rules: Any, state: Any, move: Any, said: str) -> None:
    """What another stroke would do: of a legal one, beside which the one that is advised is no worse in that."""
    part = state.part("p1")
    names = {space.id: space.name for space in rules.sheet.spaces} if hasattr(rules.sheet, "spaces") else {}
    if isinstance(move, ra.Write | ra.Dupe) and said:
        (other,) = compared(rules, part, said, names)
        assert other != move.space and "closes nothing" not in said
    elif isinstance(move, ra.Cross) and said:
        area, numbers = re.fullmatch(r"(.+) would take (.+)\.", said).groups()  # type: ignore[union-attr]
        i = next(rules.index[space] for space, name in names.items() if name == area)
        assert span(numbers) == {n for n in range(1, 7) if rules.fits(part.marks, i, n)}
    elif isinstance(move, ot.Write):
        check_elsewhere(rules, part, said, move.what, names)
    elif isinstance(move, hr.Write | hr.Extra) and said:
        space = re.match(r"In (\w+),", said)[1]  # type: ignore[index]
        own, there = (
            (*part.marks[:i], move.number, *part.marks[i + 1 :]) for i in (rules.index[move.space], rules.index[space])
        )
        assert replace(move, space=space) in rules.moves(state, "p1")
        if "no nearer" in said:
            now, then, else_ = (fewest_between(rules, marks, move.number) for marks in (part.marks, own, there))
            assert then < now <= else_
        else:
            letters = [rules.board.letter[rules.index[each]] for each in (move.space, space)]
            leads = [rules.scoring.area(marks, letter).number for marks, letter in zip((own, there), letters, strict=True)]
            assert leads[0] == move.number != leads[1]
    else:
        assert not said or isinstance(move, Place)


def fewest_between(rules: Any, marks: tuple[int, ...], number: int) -> int:
    """How many blank hexes must be filled to connect a printed pair: Dijkstra's algorithm over hexes."""
    first, last = rules.board.pairs[number]
    costs, waiting = {first: 0}, [(0, first)]
    while waiting:
        cost, i = heapq.heappop(waiting)
        for j in members(rules.board.beside[i]):
            if marks[j] in (0, number) and cost + (marks[j] == 0) < costs.get(j, 99):
                costs[j] = cost + (marks[j] == 0)
                heapq.heappush(waiting, (costs[j], j))
    return costs[last]


def check_race(side: RaceSession, lesson: Lesson) -> None:
    state, text = side.session.state, lesson.text
    part = state.part("p1")
    fitting = [die for die in part.dice if die.face == state.height(die.name) + 1]
    dice = [Die(name, int(face)) for name, face in re.findall(r"(?:Place|[Yy]our) (\w+) (\d)", text)]
    match lesson.name:
        case "fit":
            assert dice[0] in fitting
        case "contested":
            assert dice[0] in fitting and dice[0] in state.part("p2").dice
        case "pair":
            die, further = dice
            assert die in fitting and further == Die(die.name, die.face + 1) and further in part.dice
        case "few":
            assert fitting and count(text, "Another player has # di(?:e|ce) left") == state.part("p2").left
            assert count(text, "you have #") == part.left
        case "late":
            assert not fitting and dice[0] in part.dice and dice[0].face <= state.height(dice[0].name)
        case "roll" | "wait":
            assert not fitting
        case "cup":
            assert part.cup
        case "aim" | "score":
            pass
        case _:
            raise AssertionError(lesson.name)


def check_silence(game_id: str, rules: Any, state: Any, ui: Any) -> None:
    """Nothing is said where two moves come to the same."""
    part = state.part("p1")
    chain = rules.running(state, part) if game_id == "hexroller" else None
    if chain is not None:
        spaces = [move.space for move in rules.moves(state, "p1") if isinstance(move, hr.Write)]
        open_ones = [space for space in spaces if rules.scoring.area(
            part.marks, rules.board.letter[rules.index[space]]).blank > 1]
        assert rules.left(state, chain) == 1
        assert len({leads(rules, part, chain.number, space) for space in open_ones}) < 2
        return
    if game_id == "hexroller":
        one, other = sorted(part.chosen)
        ways = [straight(part.upper + str(up)) + straight(part.lower + str(low)) for up, low in ((one, other), (other, one))]
        assert ways[0] == ways[1]
        return
    assert game_id == "rolling_america"

    def takers(die: str) -> set[int]:
        return {i for i in rules.members[die] if part.marks[i] == "" and rules.fits(part.marks, i, state.faces[die])}

    if ui.die in part.hand or len(part.hand) == 1:
        die = ui.die if ui.die in part.hand else part.hand[0]
        number, own = state.faces[die], rules.members["wild" if ui.change else die]
        blank = [i for i in own if part.marks[i] == ""]
        places = [i for i in blank if rules.fits(part.marks, i, number)]
        if not places or ui.cross:
            assert len({sum(rules.fits(part.marks, i, n) for n in range(1, 7)) for i in blank}) == 1
            return
        lost = [
            sorted(
                (len(now), len(now - {n for n in now if abs(n - number) > 1}))
                for j in rules.neighbors[i] if part.marks[j] == ""
                for now in [{n for n in range(1, 7) if rules.fits(part.marks, j, n)}]
                if any(abs(n - number) > 1 for n in now)
            ) for i in places
        ]
        assert len(places) > 1 and all(each == lost[0] for each in lost)
    else:
        few, many = sorted((takers(die) for die in part.hand), key=len)
        assert len(few) == len(many) or not few & many


TEN = {game_id: coach.taught for game_id, coach in (
    ("rolling_america", RollingAmericaCoach), ("on_tour", OnTourCoach), ("hexroller", HexRollerCoach),
    ("ligretto_dice", LigrettoDiceCoach),
)}
BARE = re.compile(r": \d+[.;]|\b6 of the six|fits in \d|(score|counts?) \d+ and \d+|\bonly any\b|from them to\b")
"""What no lesson says: a number that stands for places without their names, and what is the case anyway."""
MIN_TOLD, LONGEST_LESSON, HARDEST, LONGEST = 6, 320, 7.0, 30
CHECKS = {"rolling_america": check_rolling_america, "on_tour": check_on_tour, "hexroller": check_hexroller}


def test_there_are_ten_lessons_in_each_game() -> None:
    assert all(len(set(names)) == len(names) == LESSONS for names in TEN.values())


@pytest.mark.parametrize("game_id", TAUGHT)
def test_lessons_are_plain(game_id: str) -> None:
    side, luck, texts = seated(game_id), random.Random(3), set[str]()
    assert side.coach is not None
    while not side.session.over:
        lesson = side.lesson("p1")
        texts.add(lesson.text if lesson is not None else "")
        moves = list(side.rules.moves(side.session.state, "p1"))
        if not moves:
            assert side.roll() is None
            continue
        assert side.session.submit(Event("p1", luck.choice(moves))) is None
    told = "\n".join(sorted(texts))
    assert grade(told) <= HARDEST
    assert max(map(len, sentences(told))) <= LONGEST


def test_what_is_said_is_checked_for_every_game_that_is_taught() -> None:
    assert set(CHECKS) == set(TAUGHT)


@sampled("game_id, seed", [(game_id, seed) for game_id in TAUGHT for seed in range(4)], 12)
def test_what_the_coach_says_is_so(game_id: str, seed: int) -> None:
    """Over games played now by hints and now at random: counts, open places, dupes and bonuses that are spoken of."""
    luck = random.Random(seed)
    side = seated(game_id)
    side.session.code = f"TRUE-{seed}"
    coach, guide, rules = side.coach, side.guide, side.rules
    bot = side.opened.game.think.bots[side.opened.game.think.adviser]
    assert coach is not None
    checked, told = 0, set[str]()
    while not side.session.over:
        state = side.session.state
        moves = list(rules.moves(state, "p1"))
        if not moves:
            assert side.roll() is None
            continue
        best = best_stroke(bot, rules, state, "p1")
        said = [(best, coach.reason(state, "p1", best))]
        check_other(rules, state, best, coach.elsewhere(state, "p1", best))
        advice = coach.advice(best)
        assert advice and advice[0].isupper() and not advice.endswith(".") and "{" not in advice
        for ui in (guide.ui(), *(tap.ui for tap in tapped(guide, state, luck))):
            lesson = coach.lesson(state, "p1", ui)
            if lesson is not None:
                assert lesson.number == (TEN[game_id].index(lesson.name) + 1 if lesson.name in TEN[game_id] else 0)
                assert "{" not in lesson.text and len(lesson.text) <= LONGEST_LESSON
                assert not BARE.search(lesson.text), lesson.text
                told.add(lesson.name)
                CHECKS[game_id](rules, state, ui, lesson, said)
            else:
                check_silence(game_id, rules, state, ui)
            prompt = guide.prompt(state, "p1", ui).sentence
            assert "or dupe" not in prompt or any(isinstance(move, ra.Dupe) for move in moves)
        checked += 1
        assert side.session.submit(Event("p1", luck.choice((best, luck.choice(moves))))) is None
    assert checked > 20
    assert len(told & {*TEN[game_id]}) >= MIN_TOLD


def tapped(guide: Any, state: Any, luck: random.Random) -> list[Changed]:
    """What is selected after a tap on one of the things beside the sheet."""
    spots = [token.spot for token in guide.prompt(state, "p1", guide.ui()).tokens if token.kind != "card"]
    taps = [guide.tap(state, "p1", guide.ui(), spot) for spot in luck.sample(spots, min(2, len(spots)))]
    return [tap for tap in taps if isinstance(tap, Changed) and tap.refusal is None]
