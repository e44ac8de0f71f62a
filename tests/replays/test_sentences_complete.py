"""Nothing is left out of the log: every event, of whatever game, has a sentence."""

import re
import typing

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.clans import all_clans
from games.engine.effects import PUBLIC_EFFECTS
from games.engine.game import STEPS as ENGINE_STEPS
from games.engine.game import closing_steps
from games.engine.state import Rating
from games.engine.terms import COLUMNS, GOODS, IMPORTS
from replays.narration import EFFECT_PHRASES, MOVES, STEPS, described, sentence, vocabulary
from simulation.random_options import random_options
from simulation.wandering import Wanderer
from tests.marks import first_of
from tests.replays.telling import NAMES, public
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def test_every_class_of_effects_has_words_or_explicitly_none() -> None:
    assert set(EFFECT_PHRASES) == set(PUBLIC_EFFECTS)


def test_every_step_has_a_lead_or_explicitly_none_and_every_lead_a_move() -> None:
    assert set(MOVES) <= set(engine.move_types())
    kinds = {kind for kind, _ in ENGINE_STEPS.values()}
    closing = {kind for kind, _ in closing_steps().values()}
    early = {engine.RESIGN, engine.EARLY_END, engine.ABANDON, engine.STOP}
    assert set(STEPS) == {"setup", "fork", *closing, *kinds, *early}


def test_all_words_are_known() -> None:
    assert set(vocabulary.AMOUNTS) == {*GOODS, *IMPORTS, "kilt"}
    assert set(vocabulary.GOODS) == set(GOODS)
    assert set(vocabulary.UNITS) >= {*COLUMNS, "worker"}
    assert set(vocabulary.RATINGS) == set(typing.get_args(Rating))
    written = {vocabulary.clan(name) for name in all_clans()}
    assert written == {type(clan).__name__ for clan in all_clans().values()}


@pytest.mark.parametrize("players", first_of([1, 2, 3, 4], quick=2))
@pytest.mark.long
def test_every_event_of_games_played_by_chance_has_a_sentence(players: int) -> None:
    names = NAMES[:players]
    for game in range(4):
        wanderer = Wanderer(engine.Options(players=players), f"sentences/{players}/{game}")
        before = engine.State()
        for event in wanderer.events():
            said = sentence(before, public(event), names)
            check(said, event, names)
            before = engine.copy(wanderer.state)


@pytest.mark.long
@rule("VAR-00")
def test_every_event_of_games_with_any_options_has_a_sentence() -> None:
    for number in range(12):
        options = random_options(f"sentences/any/{number}")
        wanderer = Wanderer(options, f"sentences/any/{number}")
        before, names = engine.State(), NAMES[: options.players]
        for event in wanderer.events():
            check(sentence(before, public(event), names), event, names)
            before = engine.copy(wanderer.state)


@pytest.mark.long
@rule("CLAN-MACKINTOSH-1", "CLAN-MACKINTOSH-5")
def test_money_that_a_move_brings_stands_in_few_words_too() -> None:
    """Also that which clans of other players gain by it."""
    options = engine.Options(players=4, expansions=["new_clans"], clan_sets="industria")
    shared = 0
    for number in range(8):
        wanderer, before = Wanderer(options, f"sentences/gains/{number}"), engine.State()
        for event in wanderer.events():
            if event.move is not None and event.kind != "choose_clan":
                shared += shares_in(before, event)
            before = engine.copy(wanderer.state)
    assert shared


def check(said: str, event: engine.Event, names: list[str]) -> None:
    """It reads like a sentence, names who acts, and shows nothing of how it was made."""
    assert re.fullmatch(r"[A-Z].*\.", said), said
    assert "%" not in said, said
    assert "  " not in said, said
    assert "_" not in said, said
    assert "None" not in said, said
    assert "£0" not in said, said
    assert "-" not in said or event.kind == "setup", said
    assert len(said) < (700 if event.kind == "setup" else 500), said
    if event.seat is not None:
        assert said.startswith(names[event.seat] + " "), said
        several = {"choose_clan", "decline_bid", "place_worker", "pass", "end_turn"}
        several |= {"draw_contracts", "keep_contracts", "place_market", "sell_at_market"}
        # What a move brings others by their clans is a sentence of its own.
        own = re.sub(rf" (?:{'|'.join(names)}) receives £\d+\.", "", said)
        assert own.count(".") == 1 or event.kind in several, said


def shares_in(before: engine.State, event: engine.Event) -> int:
    """How many other players gain by a move; all that is gained has to be told."""
    said = described(before, public(event), NAMES)
    gaining = {e.seat for e in event.effects if isinstance(e, fx.MoneyChanged) and e.amount > 0}
    others = gaining - {event.seat}
    assert {text.split(" ")[0] for text in said.others} == {NAMES[seat] for seat in others}
    own = said.text.split(". ")[0].split(";")[0]
    if said.brief and event.seat in gaining:
        assert set(re.findall(r"£\d+", own)) <= set(re.findall(r"£\d+", " ".join(said.brief))), own
    return len(others)
