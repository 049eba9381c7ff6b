"""What a replay shows, without a window: the moment and whose sheet is looked at, what is pointed at, and in words.

Acts change it (`go`, `choose_player`, `point`, `point_choice`, `review`); the snapshot says what is shown then.
"""

from __future__ import annotations

from msgspec import Struct

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.gamekit.play.guide import Token
from rollwrite_desktop.gamekit.think.review import Remark
from rollwrite_desktop.play.opening.game_codes import code_of, with_code
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.game_review import TurnResult
from rollwrite_desktop.play.review.replay import Replay
from rollwrite_desktop.play.review.review_view import drawn, headline
from rollwrite_desktop.play.table.sheet_words import SheetWords


class ReplaySnapshot(Struct, frozen=True):
    """One moment of a game. `at`: how many of `length` events have happened; `sentence`: what happened last, `spoken`: the
    same with its number; `tokens`: dice and cards on the table; `line` and `turn`: the lines of the record and of the turns
    that it belongs to, -1 for none; `ended`: whether it is the end of a game that is over."""

    at: int
    length: int
    player: str
    sentence: str
    spoken: str
    tokens: tuple[Token, ...]
    line: int
    turn: int
    ended: bool


class ReplayView:
    """`replay`: the game. `follow`: whether the sheet is that of the player who moves. `reviewed`: the turn whose choices
    are drawn, `choice` the only one of them, by number; `pointed`: the remark whose places are ringed."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.replay = Replay(opened)
        self.at = self.replay.length
        self.player = self.replay.players[0]
        self.follow = True
        self.pointed: Remark | None = None
        self.choice: int | None = None
        self.reviewed: TurnResult | None = None
        self._lucky = False

    # ------------------------------------------------------------------ acts

    def go(self, count: int) -> None:
        """Moves to the position after `count` events, or as near to it as the game has one."""
        self.at = self._within(count)
        if self.follow and self.replay.by(self.at):
            self.player = self.replay.by(self.at)
        self.pointed = self.choice = None

    def is_at(self, count: int) -> bool:
        """Returns whether `go` would change nothing."""
        return self._within(count) == self.at and self.pointed is None and self.choice is None

    def choose_player(self, player: str) -> None:
        """Shows this player's sheet throughout; "" follows the player who moves."""
        self.follow = not player
        self.player = player or self.replay.by(self.at) or self.player
        self.pointed = self.choice = None

    def point(self, remark: Remark | None) -> None:
        """Rings the places of a remark, or none."""
        self.pointed = remark

    def point_choice(self, choice: int | None) -> None:
        """Draws one choice of the reviewed turn alone, or all."""
        self.choice = choice

    def review(self, turn: TurnResult | None, lucky: bool = False) -> None:
        """Draws the choices of a turn, or the sheet as it was; `lucky`: whether luck is known and told."""
        self.reviewed, self._lucky = turn, lucky

    def _within(self, count: int) -> int:
        return min(self.replay.length, max(0, count))

    # ------------------------------------------------------------------ what is shown

    def snapshot(self) -> ReplaySnapshot:
        """Returns what is shown but for the sheet (`display`)."""
        sentence = self._sentence()
        return ReplaySnapshot(
            self.at, self.replay.length, self.player, sentence,
            f"{sentence}. {tr('Step {n} of {all}.', n=self.at, all=self.replay.length)}",
            self.replay.tokens(self.at, self.player), self.replay.record_line(self.at), self.replay.turn(self.at),
            self._ended,
        )

    def display(self) -> Display:
        """Returns the sheet that is shown, with what is pointed at."""
        if self.reviewed is not None:
            return drawn(self.opened, self.replay.guide, self.player, self.reviewed, self.choice)
        remark = self.pointed
        sheet = self.replay.guide.draw(
            self.replay.state(self.at), self.player, remark.ui if remark is not None else None,
            self.replay.name(self.player))
        sheet = with_code(sheet, code_of(self.opened.head))
        spots = remark.spots if remark is not None else ()
        return Display(sheet.size, (*sheet.marks, *rings(self.opened.sheet, spots)))

    def display_before(self) -> Display | None:
        """Returns the same player's sheet one event earlier; None where it is not that which changed."""
        if not self.at or self.reviewed is not None or self.pointed is not None:
            return None
        return self.replay.guide.draw(self.replay.state(self.at - 1), self.player, None, self.replay.name(self.player))

    def describe(self, spot: str) -> str:
        """Returns a place of the sheet that is shown, in words."""
        return self.replay.guide.describe(self.replay.state(self.at), self.player, spot)

    def sheet_lines(self) -> list[str]:
        """Returns the sheet that is shown in words, line by line."""
        return [*SheetWords.of(self.opened, self.replay.state(self.at), self.player).lines()]

    def _sentence(self) -> str:
        if self.reviewed is not None:
            return headline(self.opened, self.reviewed, lucky=self._lucky)
        line = self.replay.record_line(self.at)
        described = self.replay.record[line].sentence if line >= 0 else tr("The start of the game")
        described = tr("The end of the game") if self._ended else described
        if len(self.replay.players) == 1:
            return described
        return tr("{name}’s sheet · {what}", name=self.replay.name(self.player), what=described)

    @property
    def _ended(self) -> bool:
        return self.at >= self.replay.length and self.opened.session.over
