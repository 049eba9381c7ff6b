"""What there is to print of Rolling America besides the map: roll boxes, what frames the quick rules, dice by table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.chance import Draw, Outcome
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.words.handbook import Entry
from rollwrite_desktop.gamekit.words.print_kit import Deck, DiceTable, PrintKit, RollBoxes, number_deck
from rollwrite_desktop.games.rolling_america.play.descriptions import DIE_LETTERS
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.area_words import counted_areas


def framing(rules: RollingAmerica) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Returns what is on the table, how often each power is there, and how one plays alone."""
    needed = tr(
        "The map has {places} in {regions} color regions. {dice} dice go in a bag: one for each color, and a wild die. "
        "Rounds: {rounds}. Color change, guard, and dupe are powers with {powers} boxes each; you never have to use one.",
        places=counted_areas(rules.sheet), regions=len(rules.sheet.regions), dice=len(rules.dice), rounds=rules.rounds,
        powers=rules.power_boxes,
    )
    alone = tr("Alone, try to beat your own best. There is no official target; fewer than ten Xs is good.")
    return (Entry((), tr("What you need"), needed),), (Entry((), tr("Alone"), alone),)


def roll_boxes(rules: RollingAmerica) -> RollBoxes:
    """RA-4 to RA-6: the rolls of two dice, by rounds."""
    letters = {die: DIE_LETTERS[die] for die in rules.dice}
    return RollBoxes(rules.rounds * rules.turns, rules.drawn, group=rules.turns, letters=letters)


def asked(rules: RollingAmerica, outcomes: Sequence[Outcome]) -> Iterator[Draw]:
    """RA-5: out of the bag come the dice that this round has not drawn yet."""
    bag = rules.dice
    drawn = iter(outcomes)
    for number in range(rules.rounds * rules.turns):
        if number % rules.turns == 0:
            bag = rules.dice
        yield Draw(bag, rules.drawn)
        outcome = next(drawn, None)
        if outcome is None:
            return
        bag = tuple(name for name in bag if name not in {die.name for die in outcome.dice})


def tables(rules: RollingAmerica) -> tuple[DiceTable, ...]:
    """Two ordinary dice in place of the bag."""
    return (DiceTable(mark("Draw a die from the bag"), rules.dice, mark("a die that is already out of the bag this round")),)


def decks(rules: RollingAmerica) -> tuple[Deck, ...]:
    """Cards in place of the bag and of the dice. Each turn of them is as likely as with dice."""
    return (
        Deck(mark("Color cards"), mark(
            "Shuffle these cards: they are the bag. Each turn, turn up two, and put a number card on each. Used color cards "
            "stay out until the round ends."), rules.dice, letters=DIE_LETTERS),
        number_deck(Draw(rules.dice, rules.drawn).faces),
    )


PRINT_KIT = PrintKit(rolls=roll_boxes, asked=asked, framing=framing, tables=tables, decks=decks)
