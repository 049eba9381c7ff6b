"""Leaves to print: blank sheets with extras, the filled sheets of a session, a re-entered paper with its findings.

Knows games by their contracts only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import join_clauses, join_names, mark, tr, tr_n, with_colon
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.draw.display import Display, Mark, Shape
from rollwrite_desktop.draw.inks import PENS, written_with
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.opening.game_codes import GameCode, read_typed, with_code, write_code
from rollwrite_desktop.play.opening.game_codes import code_of as game_code
from rollwrite_desktop.play.opening.open_game import Opened, options_of, sheet_of
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.table.pencil_notes import free_spaces, notes_of, pencil_marks
from rollwrite_desktop.play.table.sheet_words import written
from rollwrite_desktop.printing.cards.card_pages import POKER, SMALL, WIDER, Grid, card_backs, card_pages
from rollwrite_desktop.printing.cards.deck_pages import deck_pages
from rollwrite_desktop.printing.reports.document import Document
from rollwrite_desktop.printing.reports.findings_pages import findings_document, findings_pages
from rollwrite_desktop.printing.reports.name_page import name_pages
from rollwrite_desktop.printing.reports.table_pages import table_pages
from rollwrite_desktop.printing.rules.rules_page import FOLDED as TO_FOLD
from rollwrite_desktop.printing.rules.rules_page import LARGE, TWO_A_PAGE, USUAL, Setting, rules_page_steps
from rollwrite_desktop.printing.sheets.cover_page import cover_page
from rollwrite_desktop.printing.sheets.drawing_steps import Steps, kept, result
from rollwrite_desktop.printing.sheets.form_fields import DATE, PLAYER, form_of
from rollwrite_desktop.printing.sheets.large_print import (
    LETTERS,
    Reduced,
    enlarged,
    half_offsets,
    halves,
    on_half,
    too_small,
    written_on,
)
from rollwrite_desktop.printing.sheets.name_columns import name_columns, with_names
from rollwrite_desktop.printing.sheets.page_layout import HeaderFooter, Leaf, description_of
from rollwrite_desktop.printing.sheets.roll_log import RollLog
from rollwrite_desktop.printing.sheets.sheet_codes import Code, code_of, code_text, identity_text, on_page
from rollwrite_desktop.sheet.reading_order import reading_order
from rollwrite_desktop.sheet.sheet import Sheet

BLANK, SAME, RULES, FOLDED = "blank", "same", "rules", "folded"
BACKS = (BLANK, SAME, RULES, FOLDED)
"""Values for the back of the paper, besides ids of sheets."""
PAD_SHEETS = 50
"""How many sheets a pad has unless told."""


class Extras(Struct, frozen=True):
    """Options for blank sheets. seed: a code whose rolls are printed in advance. poker: cards in poker size, with backs.
    called, event: the rolls that were called so far, and where. back: "" for one-sided paper, one of BACKS, or the id of a
    sheet. pad: with covers, and in order once the pages are cut. unmarked: without the squares and the small code by which
    photos are read more surely."""

    large: bool = False
    rolls: bool = False
    seed: str = ""
    fillable: bool = False
    code: bool = False
    cards: bool = False
    poker: bool = False
    back: str = ""
    called: tuple[Outcome, ...] = ()
    event: str = ""
    pad: bool = False
    unmarked: bool = False


NO_EXTRAS = Extras()


def available_extras(game: Game, sheet: Sheet) -> frozenset[str]:
    """Which of rolls, seed, cards and rules a game has for a sheet; all other extras are available for every game."""
    rules = game.play.rules(sheet, options_of(game))
    has = {
        "rolls": game.words.print_kit.rolls(rules) is not None,
        "seed": game.words.print_kit.asked is not None,
        "cards": bool(sheet.cards or game.words.print_kit.tables(rules) or game.words.print_kit.decks(rules)),
        "rules": game.words.has_handbook,
    }
    return frozenset(name for name, there in has.items() if there)


def header_footer(game: Game, title: str = "") -> HeaderFooter:
    """Returns the texts around a game's faces: a title, and the credits with the unofficial notice; a game of nobody else's
    design needs none."""
    if not game.design:
        notice = _short_credits(game)
        return HeaderFooter(title, notice, notice, notice)
    return HeaderFooter(title, tr(
        "Unofficial sheet with our own drawing, not by the publisher. {title}: design by {design}. Made with "
        "Rollwrite Desktop. For players who own the game.",
        title=game.info.title, design=game.design,
    ), tr("Unofficial. {title} by {design}. For players who own the game.", title=game.info.title, design=game.design),
        _short_credits(game))


def blank_leaves(
    game: Game, sheet: Sheet, copies: int, names: Sequence[str] = (), extras: Extras = NO_EXTRAS, beside: Path | None = None
) -> tuple[Leaf, ...]:
    """Leaves of blank sheets.

    copies: for each of the names, or in all without names. names: printed where players write theirs. beside: the folder of
    sheet files for the back. Raises UserError if the game lacks an extra, or for an unreadable sheet on the back.
    """
    return tuple(leaf for leaf in BlankSheets(game, sheet, extras, beside).leaves(copies, names) if leaf is not None)


class BlankSheets:
    """Blank sheets as `blank_leaves` has them, drawn one after the other in steps. Those with the last names are kept, so
    that another name among many takes one drawing. Raises UserError as `blank_leaves`."""

    def __init__(self, game: Game, sheet: Sheet, extras: Extras = NO_EXTRAS, beside: Path | None = None) -> None:
        self.asked = (game, sheet, extras)
        extras = replace(extras, seed=_dice_code(game, sheet, extras.seed))
        asked = {
            "rolls": extras.rolls or extras.called, "seed": extras.seed, "cards": extras.cards,
            "rules": extras.back in (RULES, FOLDED),
        }
        lacking = [name for name, on in asked.items() if on and name not in available_extras(game, sheet)]
        if lacking:
            raise UserError(tr("{game} can’t be printed with: {extras}.", game=game.info.title, extras=tuple(lacking)))
        if extras.pad and (extras.large or extras.fillable):
            raise UserError(tr("A pad is neither in large print nor a form."))
        if extras.large and sheet.id not in game.play.sheets:
            small = too_small(enlarged(game.play.guide(game.play.rules(sheet, options_of(game))).blank(), sheet))
            if small:
                raise UserError(tr("This map can’t be printed large: there is no room for “{text}” in letters of 14 points.",
                                   text=small))
        self._game, self._sheet, self._extras, self._beside = game, sheet, extras, beside
        self._plain: Leaf | None = None
        self._back: Leaf | None = None
        self._named: dict[str, Leaf] = {}

    def leaves(self, copies: int, names: Sequence[str] = ()) -> Iterator[Leaf | None]:
        """A leaf for each name, or one without; then cards and tables, if they are asked for. None after each step of
        drawing."""
        for leaf in self._leaves(copies, names):
            yield _unmarked(leaf) if leaf is not None and self._extras.unmarked else leaf

    def _leaves(self, copies: int, names: Sequence[str]) -> Iterator[Leaf | None]:
        names = names or ("",)
        self._named = {name: self._named[name] for name in names if name in self._named}
        if self._plain is None:
            plain = _blank(self._game, self._sheet, self._extras)
            yield None
            self._back = yield from self._behind(plain)
            self._plain = plain
        if self._extras.pad:
            yield from (yield from self._covers(self._plain, copies * len(names)))
        for name in names:
            if name not in self._named:
                self._named[name] = yield from self._of(name, self._plain)
            yield replace(self._named[name], copies=copies)
        if self._extras.large:
            yield from self._names(self._named[names[0]])
        if self._extras.cards:
            size = self._named[names[0]].display.size
            wide = size[0] + (0.0 if self._extras.large else WIDER)
            grid = Grid.on((wide, size[1]), POKER if self._extras.poker else SMALL)
            backs = self._extras.poker or bool(self._extras.back)
            yield from (yield from _cards_steps(self._game, self._sheet, grid, backs=backs))
            yield from _tables(self._game, self._sheet, size)

    def _names(self, leaf: Leaf) -> Iterator[Leaf]:
        """Yields the names of areas, once, where there is no room for them beside the map."""
        if any(mark.key.startswith("half/key/") for half in (leaf, *leaf.further) for mark in half.display.marks):
            return
        title = tr("{title}: the names", title=_title(self._game, self._sheet))
        for page in name_pages(title, self._sheet, leaf.display.size):
            yield Leaf(page, title=title, counted=False, reading=True, registered=False, credits=_short_credits(self._game))

    def _covers(self, plain: Leaf, sheets: int) -> Steps[tuple[Leaf, Leaf]]:
        """Returns the covers of a pad of so many sheets: the rules in brief are on the one at its back."""
        game, sheet = self._game, self._sheet
        front = Leaf(
            cover_page(tr(game.info.title), tr(mark(sheet.title, "sheet")), sheets, plain.display, sheet),
            title=tr("Cover"), alt=f"{plain.title}. {tr_n('One sheet', '{n} sheets', sheets)}", counted=False,
            registered=False, digits=plain.writing > 0,
        )
        yield
        if not game.words.has_handbook:
            return front, Leaf(Display(sheet.size, ()), counted=False)
        rules = yield from brief_leaf_steps(game, sheet, TWO_A_PAGE)
        return front, replace(rules, registered=False)

    def _behind(self, plain: Leaf) -> Steps[Leaf | None]:
        back = yield from _back(self._game, self._sheet, plain, self._extras, self._beside)
        if back is None or not back.display.marks or not self._extras.large:
            return back
        yield
        return _in_halves(back, self._game)

    def _of(self, name: str, plain: Leaf) -> Steps[Leaf]:
        game, sheet, extras = self._game, self._sheet, self._extras
        alone = game.play.score_sheet is None and not any(box.group == "player" for box in sheet.boxes)
        board = game.play.score_sheet is not None and sheet.id in game.play.played_on  # nothing is written on it
        lines = () if board else ((tr("Player"), PLAYER), (tr("Date"), DATE)) if alone else ((tr("Date"), DATE),)
        blanks, header = tuple(words for words, _ in lines), tuple(spot for _, spot in lines)
        form = form_of(game, sheet, {}, player=name) if extras.fillable else None
        shown = blanks[-1:] if name else blanks
        if form is not None:
            form = replace(form, header=header[-len(shown):])
        # On a form the name is the value of a field, so that it can be changed.
        face = plain if form is not None or not name else _named(plain, game, sheet, name)
        leaf = yield from _faced(face, sheet, extras)
        leaf = replace(leaf, blanks=shown, back=self._back, form=form, title=name or face.title,
                       named="" if form is not None else name, digits=form is None and not (board or extras.large),
                       alt=". ".join(filter(None, (name, face.alt))), identity=identity_text(sheet, player=name))
        yield
        if extras.pad:  # what is the same on all sheets is on the cover
            leaf = replace(leaf, stacked=True, digits=False, credits=_short_credits(game))
        if not extras.large:
            return leaf
        leaf = _in_halves(replace(leaf, credits=_short_credits(game)), game)
        yield
        return leaf


def _short_credits(game: Game) -> str:
    """Returns the notice where there is little room, as in large print."""
    if not game.design:
        return tr("{title}. Made with Rollwrite Desktop.", title=tr(game.info.title))
    return tr("Unofficial. {title} by {design}.", title=game.info.title, design=game.design)


def _in_halves(leaf: Leaf, game: Game) -> Leaf:
    """A sheet in large print: its left half, followed by its right one. Its back is in halves already."""
    displays, offsets = halves(leaf.display), half_offsets(leaf.display.size)
    drawn = [written_on(display) for display in displays]
    pages = []
    for i, (display, offset) in enumerate(zip(displays, offsets, strict=True)):
        form = leaf.form
        if form is not None:
            fields = tuple(
                replace(field, rect=on_half(field.rect, leaf.display.size, i)) for field in form.fields
                if field.spot in drawn[i] or (
                    field.spot not in drawn[1 - i] and (field.rect.center[0] > leaf.display.size[0] / 2) == bool(i))
            )
            form = replace(form, identity=form.identity if i == 0 else "", fields=fields,
                           header=form.header if i == 0 else ())
        code = leaf.code
        if code is not None and code.place is not None:
            code = replace(code, place=replace(code.place, x=code.place.x - offset)) if i else None
        pages.append(replace(leaf, display=display, form=form, code=code, log=None, back=None,
                             identity=on_page(leaf.identity, str(i + 1))))
    back = leaf.back
    if back is not None:
        pages[0] = replace(pages[0], back=replace(back, further=()))
        pages[1] = replace(pages[1], back=back.further[0] if back.further else back)
    heading = tr("{title}: page {n} of {total}", title=leaf.title, n=2, total=2)
    if any(mark.key == "seam" for mark in displays[1].marks):
        heading = tr("{page}. Join at the dotted line.", page=heading)
    notice = tr("For players who own the game.") if game.design else _short_credits(game)
    second = replace(pages[1], blanks=(), counted=False, heading=heading, credits=notice,
                     alt=heading)
    return replace(pages[0], further=(second,), log=leaf.log)


def _unmarked(leaf: Leaf) -> Leaf:
    """A leaf, with all that belongs to it, without marks for photos."""
    back = leaf.back if leaf.back is None else _unmarked(leaf.back)
    return replace(leaf, marked=False, further=tuple(map(_unmarked, leaf.further)), back=back)


def _blank(game: Game, sheet: Sheet, extras: Extras) -> Leaf:
    """A blank sheet, with the face of usual print."""
    rules = game.play.rules(sheet, options_of(game))
    boxes = game.words.print_kit.rolls(rules) if extras.rolls or extras.seed or extras.called else None
    log = None
    if boxes is not None:
        rolled = game.words.print_kit.rolled(rules, extras.seed) if extras.seed else ()
        code = _whole_code(game, sheet, extras.seed) if rolled else ""
        log = RollLog(
            boxes, _log_title(game, sheet), _example(game, sheet), rolled or extras.called, code,
            extras.event if extras.called else "",
        )
    face = game.play.guide(rules).blank()
    return Leaf(
        face,
        log=log,
        alt=_blank_alt(_title(game, sheet), sheet, face),
        identity=identity_text(sheet),
        code=code_of(sheet) if extras.code else None,
        title=_title(game, sheet),
        writing=_writing(sheet),
    )


def _blank_alt(title: str, sheet: Sheet, face: Display) -> str:
    """A blank sheet for screen readers: what it is, its spaces region by region in reading order, and its other texts."""
    regions = [
        with_colon(group.words, ", ".join(
            tr(sheet.space[spot].name) or spot for spot in group.spots if spot in sheet.space
        )) for group in reading_order(sheet) if group.region is not None
    ]
    others = "space/", "region/", "title/"
    texts = description_of([mark for mark in face.marks if not mark.key.startswith(others)])
    return ". ".join(filter(None, (title, *regions, texts)))


def _named(blank: Leaf, game: Game, sheet: Sheet, name: str) -> Leaf:
    """A blank sheet with the name of a player."""
    rules = game.play.rules(sheet, options_of(game))
    state = rules.start(players_named(("",) * game.info.players[0]))
    return replace(blank, display=game.play.guide(rules).draw(state, "p1", None, name))


def _faced(leaf: Leaf, sheet: Sheet, extras: Extras) -> Steps[Leaf]:
    """A sheet with its face as it is printed, in usual or in large print: there with the names of areas beside the map if
    those on it are too small, and these have room."""
    if not extras.large:
        return replace(leaf, reduced=Reduced(leaf.display, sheet))
    face = enlarged(leaf.display, sheet)
    yield
    names = yield from kept(sheet, ("names",), lambda: name_columns(face, sheet, LETTERS))
    return replace(leaf, display=with_names(face, names))


def _example(game: Game, sheet: Sheet) -> str:
    """A roll as it is typed when a sheet is checked: the first after the set-up."""
    notes = RollNotes(game, sheet, {})
    if notes.boxes is None or game.words.print_kit.asked is None:
        return ""
    before = game.words.print_kit.rolled(notes.rules, "EXAMPLE")[: notes.boxes.setup]
    return notes.example(notes.asks([str(outcome) for outcome in before])[len(before)])


def _dice_code(game: Game, sheet: Sheet, code: str) -> str:
    """Returns the code of the dice, taken from the code of a whole game if that is given. Raises UserError if it is of
    another game, or mistyped."""
    if not code.strip():
        return ""
    typed = read_typed(code)
    if typed.game is not None and (typed.game.game, typed.game.sheet) != (game.info.id, sheet.id):
        raise UserError(tr("The code “{code}” is for another game or sheet.", code=code))
    return typed.dice


def _whole_code(game: Game, sheet: Sheet, dice: str) -> str:
    """Returns the code of the whole game with these dice and default options, or the code of the dice if there is none."""
    return write_code(GameCode(game.info.id, sheet.id, options_of(game), dice)) or dice


def brief_leaf(game: Game, sheet: Sheet) -> Leaf:
    """Returns the rules in brief, as large as a sheet."""
    return result(brief_leaf_steps(game, sheet))


def brief_leaf_steps(game: Game, sheet: Sheet, setting: Setting = USUAL) -> Steps[Leaf]:
    """Returns the leaf that `brief_leaf` returns, drawn in steps; or one in another setting."""
    title = tr("{game}: quick rules", game=game.info.title)
    page = yield from kept(sheet, ("rules", game.info.id, setting), lambda: rules_page_steps(title, game, sheet, setting))
    return Leaf(page, title=title, reading=True, identity=identity_text(sheet, "R"), counted=False)


def _back(game: Game, sheet: Sheet, plain: Leaf, extras: Extras, beside: Path | None) -> Steps[Leaf | None]:
    match extras.back:
        case "":
            return None
        case "blank":
            return Leaf(Display(sheet.size, ()))
        case "same":
            return (yield from _faced(plain, sheet, extras))
        case "rules" | "folded":
            setting = LARGE if extras.large else TO_FOLD if extras.back == FOLDED else USUAL
            return (yield from brief_leaf_steps(game, sheet, setting))
        case other:
            behind = sheet_of(game, other, "--back", beside)
            return (yield from _faced(_blank(game, behind, replace(extras, rolls=False, seed="")), behind, extras))


def card_leaves(game: Game, sheet: Sheet) -> tuple[Leaf, ...]:
    """Returns the cards one by one in poker size, with bleed and backs, as print services take them. Raises UserError."""
    leaves = result(_cards_steps(game, sheet, Grid.of_one(POKER), backs=True))
    if not leaves:
        raise UserError(tr("{game} can’t be printed with: {extras}.", game=game.info.title, extras=("cards",)))
    return leaves


def _cards_steps(game: Game, sheet: Sheet, grid: Grid, *, backs: bool) -> Steps[tuple[Leaf, ...]]:
    """Returns the cards of a sheet and decks in place of dice, once each."""
    title, kit = tr(game.info.title), game.words.print_kit
    rules = game.play.rules(sheet, options_of(game))

    def drawn() -> Steps[tuple[Display, ...]]:
        faces = []
        for face in chain(card_pages(sheet, title, grid), deck_pages(kit.decks(rules), title, grid)):
            faces.append(face)
            yield
        return tuple(faces)

    cards = yield from kept(sheet, ("cards", game.info.id, grid), drawn)
    back = _component(card_backs(title, grid)) if backs else None
    return tuple(replace(_component(face), back=back) for face in cards)


def _tables(game: Game, sheet: Sheet, size: tuple[float, float]) -> Iterator[Leaf]:
    """Yields the tables by which two ordinary dice stand in for others."""
    tables = game.words.print_kit.tables(game.play.rules(sheet, options_of(game)))
    yield from map(_component, table_pages(tables, tr(game.info.title), size))


def _component(face: Display) -> Leaf:
    """A page in place of components; no photo is read of it."""
    return Leaf(face, title=tr("Cards and tables"), counted=False, registered=False)


def game_leaves(
    opened: Opened, copies: int = 1, players: Collection[str] | None = None, *, code: bool = False, notes: bool = False,
    pen: str = PENS[0],
) -> tuple[Leaf, ...]:
    """Leaves of the sheets of a game in its current state, with scores if it is over.

    players: ids; None for all. code: with a QR code of the filled sheet. notes: with the players' pencil notes. pen: one of
    PENS.
    """
    session, dice = opened.session, game_code(opened.head)
    if opened.game.play.score_sheet is not None:
        paper = opened.game.play.score_sheet.paper(session.rules, session.state, opened.head.players)
        shared = paper_leaves(opened.game, paper, None, copies, pen=pen)
        names = join_names(opened.head.players)
        return tuple(replace(leaf, display=with_code(leaf.display, dice), title=names) for leaf in shared)
    guide = opened.game.play.guide(session.rules)
    totals = {score.player: score.total for score in session.rules.scores(session.state)} if session.over else {}
    faces = {
        player: with_code(_with_notes(
            opened, player, _in_pen(guide.draw(session.state, player, None, opened.name(player)), pen), notes,
        ), dice)
        for player in session.players if players is None or player in players
    }
    return tuple(
        Leaf(
            face,
            copies,
            reduced=Reduced(face, opened.sheet),
            note=_final(totals, player),
            code=_code(opened, player) if code else None,
            identity=identity_text(opened.sheet),
            title=opened.name(player),
            alt=_alt(opened, player, totals),
            writing=_writing(opened.sheet),
        )
        for player, face in faces.items()
    )


def _final(totals: Mapping[str, int], player: str) -> str:
    return tr("Final score: {n}", n=totals[player]) if player in totals else ""


def _alt(opened: Opened, player: str, totals: Mapping[str, int]) -> str:
    sheet, paper = _paper_of(opened, player)
    return described(opened.game, sheet, paper, opened.name(player), _final(totals, player))


def described(game: Game, sheet: Sheet, paper: Paper, title: str, note: str = "") -> str:
    """A filled sheet for screen readers: what it is, and every spot on which something is written."""
    filled = written(game, sheet, paper)
    marks = dict.fromkeys(filled[spot] for spot in filled if spot != PLAYER)
    return ". ".join(filter(None, (_title(game, sheet), title, note, join_clauses(marks))))


def _in_pen(display: Display, pen: str) -> Display:
    """Returns the display with handwriting in another pen."""
    if pen == PENS[0]:
        return display

    def rewritten(mark: Mark) -> Mark:
        if isinstance(mark, Shape):
            return replace(mark, fill=written_with(pen, mark.fill), stroke=written_with(pen, mark.stroke))
        return replace(mark, ink=written_with(pen, mark.ink))

    return Display(display.size, tuple(map(rewritten, display.marks)))


def _title(game: Game, sheet: Sheet) -> str:
    """Returns the title of a sheet together with its game's."""
    name, title = tr(game.info.title), tr(mark(sheet.title, "sheet"))
    return title if title.startswith(name) else with_colon(name, title)


def _log_title(game: Game, sheet: Sheet) -> str:
    """Returns the title of a page of rolls: with the map, but without the side of a sheet: rolls are the same for both."""
    on_map = sheet.id in game.words.maps or sheet.id not in game.play.sheets
    return _title(game, sheet) if on_map else tr(game.info.title)


def _writing(sheet: Sheet) -> float:
    """Returns the side of a sheet's smallest writing rectangle in points; 0 without spaces."""
    return min((min(space.writing.w, space.writing.h) for space in sheet.spaces), default=0.0)


def _with_notes(opened: Opened, player: str, display: Display, wanted: bool) -> Display:
    """Returns the sheet with a player's notes if `wanted`, else unchanged."""
    if not wanted:
        return display
    game, session, sheet = opened.game, opened.session, opened.sheet
    own = {name: text for (by, name), text in session.notes.items() if by == player}
    free = free_spaces(game, session, session.state, player, sheet)
    further = game.play.pencil_notes.marks(sheet, own)
    marks = (*further, *pencil_marks(game, sheet, notes_of(session, player, sheet), free))
    return replace(display, marks=(*display.marks, *marks))


def _code(opened: Opened, player: str) -> Code:
    """Returns the QR code of a player's sheet, which may be another sheet than that of the game (a score sheet)."""
    sheet, paper = _paper_of(opened, player)
    paper = msgspec.structs.replace(paper, player=opened.name(player) if opened.game.play.score_sheet is None else "")
    return Code(code_text(sheet, paper), code_of(opened.sheet).place)


def _paper_of(opened: Opened, player: str) -> tuple[Sheet, Paper]:
    """Returns what a player has written, and the sheet that it stands on."""
    paper = opened.game.check.paper_of(opened.session.rules, opened.session.state, player)
    played = opened.sheet
    return played if paper.sheet in ("", played.id) else sheet_of(opened.game, paper.sheet), paper


def paper_leaves(
    game: Game, paper: Paper, report: Report | None = None, copies: int = 1, *, code: bool = False, pen: str = PENS[0]
) -> tuple[Leaf, ...]:
    """Leaves of a re-entered sheet; with a report its findings are marked and listed on leaves behind each copy. Raises
    UserError."""
    sheet = sheet_of(game, game.play.sheet_id(paper))
    editor = game.check.paper_editor(sheet, options_of(game, paper.options))
    asked = frozenset(
        where for each in (report.diagnosis if report else ()) for edit in each.edits for where in (edit.where, edit.other)
        if where
    )
    face = _in_pen(editor.draw(paper, report, among=asked), pen)
    marked = Leaf(
        face,
        copies,
        reduced=Reduced(face, sheet),
        code=code_of(sheet, paper) if code else None,
        identity=identity_text(sheet),
        title=paper.player or _title(game, sheet),
        alt=described(game, sheet, paper, paper.player),
        writing=_writing(sheet),
    )
    if report is None:
        return (marked,)
    pages = findings_pages(findings_of(game, sheet, paper, report), sheet.size)
    one = (
        replace(marked, copies=1),
        *(
            Leaf(page, title=tr("Findings"), counted=False, reading=True, identity=identity_text(sheet, f"F{number}"))
            for number, page in enumerate(pages, 1)
        ),
    )
    return one * copies


def findings_of(game: Game, sheet: Sheet, paper: Paper, report: Report) -> Document:
    """Returns what a check says of a re-entered sheet."""
    play: tuple[tuple[str, str], ...] = ()
    notes = RollNotes(game, sheet, options_of(game, paper.options))
    if any(report.play) and paper.rolls:
        name = paper.player or tr("The player")
        setup = notes.boxes.setup if notes.boxes is not None else 0
        moves = [notes.describe_moves(each, name) or (tr("set-up") if i < setup else "")
                 for i, each in enumerate(report.play)]
        play = tuple(zip(map(notes.short, paper.rolls), moves, strict=False))
    names = {space.id: tr(space.name) if space.name else space.id for space in sheet.spaces}
    return findings_document(
        report, game.play.rulebook, game.play.part_titles, paper.player, play, names,
        unit=game.words.unit, roll_title=notes.title,
    )
