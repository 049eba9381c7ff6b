"""What holds of every text that the games render: no gap is left or filled with nothing, and names stay names."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.paths import TRANSLATIONS
from tests.laws.demands import law
from tests.walks import ALPHABETS, EVERY, every_walk, positions, probes, rules_of, walk


@pytest.fixture
def filled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collects the arguments that were empty where a text was rendered."""
    empty: list[str] = []
    whole = i18n._translated

    class Filling(dict[str, str | int]):
        def __getitem__(self, name: str) -> str | int:
            value = super().__getitem__(name)
            if value == "":
                empty.append(f"{name}: {dict(self)}")
            return value

    def checked(args: Any) -> dict[str, str | int]:
        return Filling(whole(args))

    monkeypatch.setattr(i18n, "_translated", checked)
    return empty


def rendered(walked: Any) -> Iterator[str]:
    """What a game says of a walk: prompts, progress, the record, the coach, refusals, and findings on spoiled sheets."""
    game_id, sheet_id, options, _, seed = walked
    session, game = walk(*walked), EVERY[game_id]
    rules = session.rules
    guide = game.play.guide(rules)
    luck = random.Random(seed)
    alphabet = ALPHABETS[game_id](sheet_id)
    coach = game.words.coach(rules) if game.words.coach else None
    for event in session.events:
        yield guide.describe_event(event, "" if is_chance(event.by) else "Wild")
    for state in positions(session, luck, 8):
        for player in session.players:
            ui = guide.ui()
            prompt = guide.prompt(state, player, ui)
            yield prompt.sentence
            yield from (token.text for token in prompt.tokens)
            yield guide.progress(state, player)
            moves = list(rules.moves(state, player))
            if coach is not None and moves:
                lesson = coach.lesson(state, player, ui)
                if lesson is not None:
                    yield lesson.title
                    yield lesson.text
                move = luck.choice(moves)
                yield coach.advice(move)
                yield coach.reason(state, player, move)
                yield coach.elsewhere(state, player, move)
        for event in probes(rules, state, luck, alphabet, 30):
            refusal = rules.refuse(state, event)
            if refusal is not None:
                yield refusal.sentence(game.play.rulebook)
    auditor = game.check.auditor(rules_of(game_id, sheet_id, options).sheet, dict(options))  # type: ignore[attr-defined]
    for played in (session, *(() if game.info.realtime else (_spoiled(walked),))):
        for player in played.players:
            paper = game.check.paper_of(rules, played.state, player)
            for report in (auditor.audit(paper), auditor.audit_play(played, player)):
                for finding in report.findings:
                    yield finding.sentence(game.play.rulebook)
                    yield finding.repair_sentence(game.play.rulebook)


def _spoiled(walked: Any) -> Session[Any]:
    """A game in which players also did what the rules refuse."""
    game_id, sheet_id, options, _, seed = walked
    rules, luck = rules_of(game_id, sheet_id, options), random.Random(seed)
    alphabet = [rules.read(text) for text in ALPHABETS[game_id](sheet_id)]
    least, _ = EVERY[game_id].info.players
    session: Session[Any] = Session(rules, tuple(f"p{i + 1}" for i in range(max(2, least))), code=f"T-{seed}", gate="paper")
    for _ in range(15):
        for demand in rules.demands(session.state):
            if is_chance(demand.by):
                session.submit(session.digital())
            else:
                for move in luck.sample(alphabet, min(20, len(alphabet))):
                    session.submit(Event(demand.by, move))
    return session


@law("sentences")
@every_walk
def test_nothing_is_missing_in_a_text(walked: Any, filled: list[str]) -> None:
    for text in rendered(walked):
        assert "{" not in text, text
    assert not filled


@pytest.mark.parametrize("language", i18n.languages(TRANSLATIONS))
@pytest.mark.parametrize("game_id", EVERY)
def test_a_player_may_be_called_like_a_text(game_id: str, language: str) -> None:
    i18n.use(language, TRANSLATIONS)
    game = EVERY[game_id]
    options = tuple((each.id, each.default) for each in game.info.options)
    session = walk(game_id, game.play.played_on[0], options, "random", 1)
    guide = game.play.guide(session.rules)
    told = [guide.describe_event(event, "Wild") for event in session.events if not is_chance(event.by)]
    assert all("Wild" in line for line in told if line) and any(told)
