"""The rules of Rolling America to read and to look up, in our own words, with examples played on the map at hand."""

from __future__ import annotations

import random
from functools import cached_property

from msgspec.structs import replace

from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.chance import outcome
from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.words.handbook import Brief, Chapter, Entry, Example, Handbook, Legibility
from rollwrite_desktop.games.rolling_america.play.descriptions import DIE_NAMES
from rollwrite_desktop.games.rolling_america.play.model import DICE, WILD, Cross, State
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.area_words import area_word, counted_areas

_WRITER = "p1"
_DICE = "EXAMPLE"
"""The code of the game in which an X is looked for."""


class Examples:
    """Examples on one map: a die in `first`, a state of the same region beside it (`same`), one of another (`other`); and
    the first X of a game that `writer` plays."""

    def __init__(self, rules: RollingAmerica, writer: Bot[State]) -> None:
        self.rules, self.writer = rules, writer

    @cached_property
    def places(self) -> tuple[str, str, str] | None:
        """first, same and other, where a picture of them is largest; None on a map without such."""
        sheet = self.rules.sheet
        over_sea = {line.link for line in sheet.sea_lines}
        triples = [
            (space.id, same, other)
            for space in sheet.spaces
            for same in sheet.neighbors[space.id] if sheet.space[same].region == space.region
            for other in sheet.neighbors[space.id] if sheet.space[other].region != space.region
            if not {tuple(sorted((space.id, same))), tuple(sorted((space.id, other)))} & over_sea
        ]
        legible = Legibility(sheet)
        return max(triples, key=lambda each: legible.of(*each[::2]) + legible.of(*each[:2]), default=None)

    def _example(self, caption: str, other_number: int, *strokes: str) -> Example | None:
        """An example in which the colored die shows 4; in strokes and caption A, B and C stand for the three places, D for
        the die's color."""
        if self.places is None:
            return None
        sheet = self.rules.sheet
        first, same, other = self.places
        color = sheet.space[first].region
        given = {"A": first, "B": same, "C": other, "D": color}
        used = "".join(strokes)
        around = tuple(place for letter, place in zip("ABC", self.places, strict=True) if letter in "A" + used)
        names = {letter: sheet.space[place].name for letter, place in zip("ABC", self.places, strict=True)}
        played = tuple("".join(given.get(letter, letter) for letter in stroke) for stroke in strokes)
        text = tr(caption, die=DIE_NAMES[color], n=4, m=other_number, first=names["A"], same=names["B"], other=names["C"])
        return Example(text, around, (f"> {color} 4, {WILD} {other_number}", *played))

    def turn(self) -> Example | None:
        return self._example(mark("{die} {n} in {first}, then wild {m} in {other}."), 3, "D A=4", "wild C=3")

    def region(self) -> Example | None:
        return self._example(mark("{die} {n} can’t go in {other}: wrong color."), 3, "D C=4")

    def neighbors(self) -> Example | None:
        return self._example(mark("{first} holds {n}, so {other} takes 3, 4 or 5. A {m} can’t go there."), 1, "D A=4",
                             "wild C=1")

    def must_write(self) -> Example | None:
        return self._example(mark("{die} {n} fits in {first}, so it can’t become an X."), 1, "D A=X")

    def change(self) -> Example | None:
        return self._example(mark("Color change: {die} {n} goes in {other}."), 3, "D~ C=4")

    def guard(self) -> Example | None:
        return self._example(mark("A circled {m} in {other}, beside the {n} in {first}."), 1, "D A=4", "wild C=(1)")

    def dupe(self) -> Example | None:
        return self._example(mark("{die} {n} in {first}, and once more in {same}."), 1, "D A=4", "dupe B=4")

    def forced_x(self) -> Example | None:
        """Returns the first colored die that a computer player cannot write, in a game of its own."""
        return self._forced_x

    def seen_closely(self) -> Example | None:
        """Returns the same, with the neighbors of the X alone."""
        example = self._forced_x
        if example is None:
            return None
        where = example.strokes[-1].partition(" ")[2].partition("=")[0]
        return replace(example, around=(where, *self.rules.sheet.neighbors[where]))

    @cached_property
    def _forced_x(self) -> Example | None:
        rules, luck = self.rules, random.Random(_DICE)
        state: State = rules.start((_WRITER,))
        strokes: list[str] = []
        for number in range(rules.rounds * rules.turns):
            (demand,) = rules.demands(state)
            if demand.ask is None:
                return None
            rolled = outcome(_DICE, number, demand.ask)
            strokes.append(f"> {rules.write(rolled)}")
            state = rules.apply(state, Event(demand.by, rolled))
            while rules.demands(state) and rules.demands(state)[0].by == _WRITER:
                move = self.writer(rules, state, _WRITER, luck)
                strokes.append(rules.write(move))
                if isinstance(move, Cross) and move.die != WILD and not move.changed:
                    text = tr("{die} {n} fits nowhere in its region, so it becomes an X, here in {place}.",
                              die=DIE_NAMES[move.die], n=state.faces[move.die], place=rules.name(move.space))
                    return Example(text, tuple(rules.spaces[i] for i in rules.members[move.die]), tuple(strokes))
                state = rules.apply(state, Event(_WRITER, move))
        return None


def handbook_for(writer: Bot[State], rules: RollingAmerica) -> Handbook:
    """Returns the handbook on one map, with an example out of a game that `writer` plays."""
    draw, sheet = Examples(rules, writer), rules.sheet
    return (
        Chapter(tr("The aim"), (
            Entry(
                ("RA-1", "RA-19"), tr("Fill the map"),
                tr("Fill as many areas as you can. In the end, every area without a number holds an X. The fewest Xs "
                   "win."),
                brief=(Brief(tr("Aim"), tr(
                    "Fill as many areas as you can. Every area without a number becomes an X. The fewest Xs win.")),),
            ),
            Entry(
                ("RA-2", "RA-3"), tr("What you need"),
                tr("The map has {places} in {regions} color regions. {dice} dice go in a bag: one for each color, and a "
                   "wild die. Beside the map are boxes for the rounds (1 to {last}), your powers, and your Xs.",
                   places=counted_areas(sheet), regions=len(sheet.regions), dice=len(rules.dice),
                   last=rules.rounds)
                + ("" if sheet.area_word == "area" else "\n" + tr("These rules call each {word} an area.",
                                                                  word=area_word(sheet))),
            ),
        )),
        Chapter(tr("A turn"), (
            Entry(
                ("RA-4",), tr("Draw, roll, write"),
                tr("Draw two dice without looking, and roll them. Everyone uses the same two dice, at the same time. "
                   "Write both numbers on your own map, in either order."),
                (draw.turn,),
                brief=(Brief(tr("A round"), tr(
                    "Put all {dice} dice in the bag. Draw two without looking and roll them. Everyone writes both numbers, "
                    "in either order. Put these dice aside. Go on until {out} dice are out, then put all back and cross off "
                    "a round.", dice=len(rules.dice), out=rules.turns * rules.drawn), (draw.turn,)),),
            ),
            Entry(
                ("RA-12",), tr("One die at a time"),
                tr("Finish one die before you start the other. The second number must fit the map as it is by then."),
            ),
            Entry(
                ("RA-5", "RA-6"), tr("Rounds"),
                tr("When {out} of the {all} dice are out of the bag, the round is over. Put all dice back, and cross off "
                   "a round.\n"
                   "The game ends after round {last}. By then you have rolled {dice} dice.", last=rules.rounds,
                   out=rules.turns * rules.drawn, all=len(rules.dice), dice=rules.rounds * rules.turns * rules.drawn),
                ruling=tr("A map with fewer colors uses fewer dice. A round then ends when another draw would empty the "
                          "bag.") if len(rules.dice) < len(DICE) else "",
            ),
        )),
        Chapter(tr("Where a number goes"), (
            Entry(
                ("RA-7",), tr("Its own color"),
                tr("A colored die goes in an empty area of its color. The wild die goes in any empty area."),
                (draw.region,),
                brief=(Brief(tr("Where a die goes"), examples=(draw.region,)),),
            ),
            Entry(
                ("RA-8", "RA-R7"), tr("Neighbors are within 1"),
                tr("Neighboring numbers must be equal or differ by 1. Their colors don’t matter. Empty areas, Xs, and "
                   "circled numbers allow any number beside them.\n"
                   "Two areas are neighbors if they share a border. A dotted line over the sea makes neighbors too. "
                   "Meeting at a corner is not enough, and some islands have no neighbors at all."),
                (draw.neighbors,),
                house=tr("The table may count areas that meet at a corner as neighbors.")
                if sheet.corner_links else "",
                brief=(Brief(tr("Neighbors"), tr(
                    "Numbers in neighboring areas must be within 1 of each other. Xs, circled numbers, and empty areas "
                    "don’t matter. Islands have no neighbors unless a dotted line joins them."), (draw.neighbors,)),),
            ),
            Entry(
                ("RA-9", "RA-R1"), tr("If it fits, write it"),
                tr("If a number fits in any area open to its die, you must write it. You choose where. You can’t choose "
                   "an X instead."),
                (draw.must_write,),
                tr("For the wild die, every empty area on the map counts."),
            ),
            Entry(
                ("RA-10",), tr("If it fits nowhere, an X"),
                tr("If a number fits nowhere in its region, put an X in an empty area of that region. You choose which. "
                   "The wild die must fit nowhere on the whole map, and then its X can go in any empty area.\n"
                   "You never have to use a power to avoid an X."),
                (draw.forced_x,),
                brief=(Brief(tr("No room"), tr(
                    "Only if the number fits nowhere, write an X in an empty area of the die’s color; for the wild die, in "
                    "any empty area. If the whole region is full, do nothing."), (draw.seen_closely,)),),
            ),
            Entry(
                ("RA-11",), tr("If the region is full, nothing"),
                tr("If the die’s region has no empty area, do nothing. There is no penalty. The wild die does nothing "
                   "only when the whole map is full."),
            ),
        )),
        Chapter(tr("Powers"), (
            Entry(
                ("RA-16", "RA-17"), tr("Three powers"),
                tr_n("You can use each power once, and cross off its box.",
                     "You can use each power {n} times. Each time, cross off a box.", rules.power_boxes) + "\n"
                + tr("Use powers only for the die you are writing, never for an earlier one. You can combine different "
                     "powers on one die."),
            ),
            Entry(
                ("RA-13", "RA-R2", "RA-R9"), tr("Color change"),
                tr("Treat a colored die as wild: its number can go in any empty area."),
                (draw.change,),
                tr("You can do this even if the number fits in its own region, or if that region is full. Cross off "
                   "the box only if a number or X then goes outside that region. Once the die is wild, it can "
                   "become an X only "
                   "if it fits nowhere on the map.\n"
                   "The wild die itself can’t change color."),
                brief=(Brief(text=tr("Cross off a box: this die counts as wild."), examples=(draw.change,)),),
            ),
            Entry(
                ("RA-14", "RA-R4", "RA-R5"), tr("Guard"),
                tr("Write the number in a circle. It ignores its neighbors now, and they ignore it for the rest of the "
                   "game. You can’t circle an X."),
                (draw.guard,),
                tr("Each circle costs one box. You may guard a number even if it would fit without."),
                brief=(Brief(text=tr("Cross off a box and circle the number. It ignores its neighbors, and they ignore it, "
                                     "for the whole game."), examples=(draw.guard,)),),
            ),
            Entry(
                ("RA-15", "RA-R3"), tr("Dupe"),
                tr("Write the number you just wrote once more, in another empty area of the same region. After a wild die "
                   "or a color change, the second one can go in any region. Each must fit with its neighbors or be "
                   "guarded."),
                (draw.dupe,),
                tr("If the second number fits nowhere, you can’t dupe, and no box is used. You can’t dupe an X, or "
                   "dupe a die twice.\n"
                   "One color change covers both numbers. After the first number, you can still change the color, but "
                   "only for its dupe. Each circle costs its own guard box."),
                brief=(Brief(text=tr("Cross off a box and write the number once more: in the same color, or anywhere if the "
                                     "die is wild. Both must fit."), examples=(draw.dupe,)),),
            ),
        )),
        Chapter(tr("The end"), (
            Entry(
                ("RA-18",), tr("Check the maps"),
                tr("Put an X in every area that is still empty. Then the player on your left checks your map. Each "
                   "mistake adds one X to your score."),
                brief=(Brief(tr("The end"), tr(
                    "Empty areas become Xs. Your left neighbor checks your map: every mistake adds one X. In a tie, whoever "
                    "used fewer powers wins.")),),
            ),
            Entry(
                ("RA-R6",), tr("What counts as a mistake"),
                tr("One mistake each: a pair of neighbors that clashes, a die not written by the rules, a circle or "
                   "crossed-off box that is missing or too many."),
                ruling=tr("If there are several ways to explain a map, the one with the fewest mistakes counts."),
            ),
            Entry(
                ("RA-20",), tr("Ties"),
                tr("If players tie, the one who used fewer powers wins. If they still tie, they share the win."),
            ),
            Entry(
                ("RA-21", "RA-R8"), tr("Alone, and house rules"),
                tr("Alone, try to beat your own best. There is no official target; fewer than ten Xs is good."),
                house=tr("The table may let you write illegal numbers. They then count as mistakes at the end."),
            ),
        )),
    )
