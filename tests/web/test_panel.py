"""The panel: every legal move can be reached by its choices, and nothing else can."""

from collections.abc import Iterator
from urllib.parse import parse_qsl

import pytest

from games import engine
from games.engine.randomness import Stream
from simulation.random_options import random_options
from simulation.random_play import seed_of, steps
from tests.scenario import scenario
from web.pages.panel import builder as panel
from web.pages.panel import move_panels
from web.pages.panel.builder import Panel

pytestmark = pytest.mark.once

NAMES = ("Anna", "Bruce", "Catriona", "Donald")
WALKED = 3
"""Moves of each decision that are walked to; routes are looked at for all of them."""


def shown(state: engine.State, seat: engine.Seat, *path: str) -> Panel:
    found = panel.build(state, seat, path, NAMES[: len(state.players)])
    assert found is not None
    return found


def ends(state: engine.State, seat: engine.Seat, path: list[str]) -> Iterator[str]:
    """The notations of all moves to which the choices after a path lead."""
    here = shown(state, seat, *path)
    if here.preview:
        yield here.preview.notation
    elif here.form:
        found = move_panels.ways(engine.legal_moves(state, seat), path[:1])
        yield from (way.move.notation() for way in found)
    for group in here.groups:
        for choice in group.choices:
            if not choice.refusal:
                yield from ends(state, seat, [value for _, value in parse_qsl(choice.query)])


def positions(players: int, name: str) -> Iterator[tuple[engine.State, engine.Decision]]:
    options = None if name == "plain" else random_options(name, players)
    for state, _ in steps(players, name, options=options):
        yield from ((state, decision) for decision in state.open_decisions())


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_legal_move_can_be_reached(players: int) -> None:
    stream = Stream(seed_of(f"walk {players}"), "panel")
    for state, decision in positions(players, "plain" if players > 2 else "panel"):
        legal = engine.legal_moves(state, decision.seat)
        for move in (stream.choice(legal) for _ in range(WALKED)):
            for route in move_panels.routes(move):
                here = shown(state, decision.seat, *(step.value for step in route))
                if move_panels.panel_of(type(move)).direct:
                    assert move.notation() in [one.notation for one in here.direct]
                else:
                    assert here.preview
                    assert here.preview.notation == move.notation()


def test_choices_lead_to_legal_moves_and_to_all_of_them() -> None:
    for number, (state, decision) in enumerate(positions(2, "plain")):
        if number % 12:
            continue
        legal = engine.legal_moves(state, decision.seat)
        reached = set(ends(state, decision.seat, []))
        reached |= {one.notation for one in shown(state, decision.seat).direct}
        assert reached == {move.notation() for move in legal}


def test_no_route_begins_another_one() -> None:
    for state, decision in positions(3, "plain"):
        known = [
            tuple(step.value for step in route)
            for move in engine.legal_moves(state, decision.seat)
            for route in move_panels.routes(move)
        ]
        assert len(set(known)) == len(known)
        beginnings = {route[:length] for route in known for length in range(1, len(route))}
        assert not beginnings & set(known)


def test_previews_tell_nothing_of_the_pile() -> None:
    for state, decision in positions(2, "plain"):
        other = engine.copy(state)
        if other.secret is not None:
            other.secret.pile.reverse()
        for move in engine.legal_moves(state, decision.seat)[:4]:
            path = [step.value for step in next(move_panels.routes(move))]
            one, two = (shown(which, decision.seat, *path) for which in (state, other))
            assert one.preview == two.preview


def test_impossible_actions_say_why() -> None:
    for state, decision in positions(2, "plain"):
        if decision.kind != "main_action":
            continue
        for group in shown(state, decision.seat).groups:
            for choice in group.choices:
                assert bool(choice.query) != bool(choice.refusal)


def test_who_does_not_decide_sees_no_panel() -> None:
    state, decision = next(iter(positions(2, "plain")))
    assert panel.build(state, engine.Seat(1 - decision.seat), [], NAMES[:2]) is None


def test_path_to_nowhere_is_followed_as_far_as_it_goes() -> None:
    state, decision = next(p for p in positions(2, "plain") if p[1].kind == "place_worker")
    here = shown(state, decision.seat, "place", "miner", "Z9")
    assert here.note
    assert here.groups[0].choices[0].kind in ("hex", "unit")


def test_numbers_that_do_not_go_together_are_asked_for_again() -> None:
    state, decision = next(
        p for p in positions(2, "plain") if p[1].kind == "produce" and p[0].version > 60
    )
    here = shown(state, decision.seat, "produce", "99", "0", "0", "plain")
    assert here.form
    assert "cheese" in here.note or "milk" in here.note


def test_why_not_tells_what_is_nearest() -> None:
    state = scenario(clans="campbell stewart").give("red", money=5).put("red", "miner F3").state
    decision = state.open_decisions()[0]
    told = {
        choice.value: choice.refusal
        for group in shown(state, decision.seat).groups
        for choice in group.choices
    }
    assert told["fulfil"]
    assert told["fulfil"].rule == "FULFIL-01"
    assert told["technology"]
    assert told["technology"].text == "It costs £10 and you have £5."
    assert told["expand"]
    assert told["expand"].rule == "EXPAND-04"


def test_the_panel_tells_what_one_can_pay_with() -> None:
    state = scenario(clans="campbell stewart").give("red", money=5, wool=2).state
    decision = state.open_decisions()[0]
    told = {one.symbol: one.text for one in shown(state, decision.seat).held}
    stock = state.players[decision.seat].stock
    assert told["money"] == "£5"
    assert told["merchant"] == str(stock)
    assert int(told["wool"]) >= 2
    assert "cheese" not in told
