"""The panel: every legal move can be reached by its choices, and nothing else can."""

from collections.abc import Iterator
from urllib.parse import parse_qsl

import pytest

from games import engine
from games.engine.randomness import Stream
from simulation.random_options import random_options
from simulation.random_play import seed_of, steps
from tests.marks import first_of
from tests.scenario import RED, scenario
from web.pages.panel import builder as panel
from web.pages.panel import move_panels
from web.pages.panel.builder import Panel
from web.pages.panel.structs import Choice

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

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


@pytest.mark.parametrize("players", first_of([1, 2, 3, 4]))
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


@pytest.mark.long
def test_choices_lead_to_legal_moves_and_to_all_of_them() -> None:
    for number, (state, decision) in enumerate(positions(2, "plain")):
        if number % 12:
            continue
        legal = engine.legal_moves(state, decision.seat)
        reached = set(ends(state, decision.seat, []))
        reached |= {one.notation for one in shown(state, decision.seat).direct}
        assert reached == {move.notation() for move in legal}


@pytest.mark.long
def test_the_turn_can_end_after_a_move_that_leads_to_nothing_else() -> None:
    """That is when the only thing left to decide is to end it."""
    found = set()
    for state, decision in positions(2, "plain"):
        move = engine.legal_moves(state, decision.seat)[0]
        route = next(move_panels.routes(move))
        here = shown(state, decision.seat, *(step.value for step in route))
        if here.preview is None or move_panels.panel_of(type(move)).hides(state):
            continue
        after = engine.copy(state)
        engine.play(after, decision.seat, move)
        then = after.decision_of(decision.seat)
        assert here.preview.may_end == (then is not None and then.kind == "end_turn")
        found.add((here.preview.may_end, then.kind if then else ""))
    assert {(True, "end_turn"), (False, "")} < found


def test_a_space_may_come_before_its_unit() -> None:
    """All units that are legal there are offered, with the same moves, and no others."""
    checked = 0
    for number, (state, decision) in enumerate(positions(2, "plain")):
        if number % 12:
            continue
        legal = [move.expansion() for move in engine.legal_moves(state, decision.seat)]
        here = shown(state, decision.seat)
        spaces = [start.hex for start in here.start_spaces]
        if decision.kind == "main_action":
            assert spaces or not any(legal)
        for start in here.start_spaces if decision.kind == "main_action" else ():
            units = {move[0] for move in legal if move and move[1] == start.hex}
            then = shown(state, decision.seat, *values_of(start.query))
            assert start.hex in then.spots
            found = [one for group in then.groups for one in group.choices]
            if then.preview:
                assert [then.preview.notation] == [f"expand {unit} {start.hex}" for unit in units]
            elif units or (len(found) > 1 and found[0].kind == "unit"):
                assert {one.value for one in found if not one.refusal} == units
            checked += len(units)
    assert checked > 100


def test_what_is_too_dear_for_a_space_says_so() -> None:
    """Units of other terrain are not looked for there; without any money the action says why."""
    state = scenario(clans="campbell stewart").give("red", money=9).put("red", "miner F3").state
    seat = state.open_decisions()[0].seat
    refusals = set()
    for start in shown(state, seat).start_spaces:
        here = shown(state, seat, "expand", start.hex)
        found = [one for group in here.groups for one in group.choices if one.refusal]
        refusals |= {one.refusal.rule for one in found if one.refusal}
    assert refusals == {"EXPAND-04"}
    poor = scenario(clans="campbell stewart").give("red", money=0).put("red", "miner F3").state
    assert not shown(poor, seat).start_spaces
    assert "£" in shown(poor, seat, "expand", start.hex).note


def test_a_space_where_nothing_can_begin_says_why() -> None:
    """What keeps from the nearest unit, and nothing that is no space."""
    state = scenario(clans="campbell stewart").give("red", money=50).put("red", "miner F3").state
    seat = state.open_decisions()[0].seat

    def because(space: str) -> str:
        here = panel.build(state, seat, [], NAMES[:2], why=space)
        assert here is not None
        return "" if here.asked is None else here.asked.rule

    assert [because("F3"), because("L5"), because("Z9")] == ["EXPAND-02", "DEF-28", ""]
    assert "L5" in shown(state, seat, "expand", "L5").note


def values_of(query: str) -> list[str]:
    return [value for _, value in parse_qsl(query)]


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


@pytest.mark.long
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
    said = {
        choice.value: choice.refusal
        for group in shown(state, decision.seat).groups
        for choice in group.choices
    }
    assert said["fulfil"]
    assert said["fulfil"].rule == "FULFIL-01"
    assert said["technology"]
    assert said["technology"].text == "It costs £10 and you have £5."
    assert said["expand"]
    assert said["expand"].rule == "EXPAND-04"


def test_why_not_tells_of_the_port_in_reach() -> None:
    """Not of one that is too far, though it comes first."""
    table = scenario(clans="campbell stewart").port("A1", 4).port("M1", 1)
    state = table.put("red", "woodcutter M2").state
    seat = state.open_decisions()[0].seat
    (port,) = [
        one for group in shown(state, seat).groups for one in group.choices if one.value == "port"
    ]
    assert port.refusal
    assert port.refusal.rule != "PORT-G01"
    assert "too far" not in port.refusal.text


def test_a_port_tile_that_is_the_only_one_is_told_at_the_next_step() -> None:
    """Nobody chose it, so nobody has read what it does."""
    table = scenario(clans="campbell stewart").given.put("red", "woodcutter M2")
    state = table.give("red", wool=1, milk=1).port("M1", 2).state
    seat = state.open_decisions()[0].seat
    asked = shown(state, seat, "port")
    assert asked.groups[0].choices[0].kind == "discard"
    assert asked.hint.startswith("Port tile 2 is the only one that you can use now. Port tiles ")
    assert asked.hint.endswith("Discard a basic good to gain three basic goods of your choice.")


def test_the_panel_tells_what_one_can_pay_with() -> None:
    state = scenario(clans="campbell stewart").give("red", money=5, wool=2).state
    decision = state.open_decisions()[0]
    said = {one.symbol: one.text for one in shown(state, decision.seat).held}
    stock = state.players[decision.seat].stock
    assert said["money"] == "£5"
    assert said["merchant"] == str(stock)
    assert int(said["wool"]) >= 2
    assert "cheese" not in said


def test_who_may_take_two_contracts_confirms_the_first_or_adds_another() -> None:
    """Of the export board and of those that were turned up; who may take one just confirms."""
    board, pile = (1, 3, 4, 5, 6, 8, 9), (16, 2, 7, 50, 11, 12, 13, 14)
    table = scenario(clans="buchanan stewart", money=100).on_board(*board).pile(*pile)
    table = table.given.put("red", "woodcutter M2").port("M1", 8)
    seat = table.state.open_decisions()[0].seat
    assert_adds(table.state, seat, "contracts", board)
    table.when.play("port 8", "draw")
    assert_adds(table.state, seat, "keep", pile[:6])
    one = scenario(clans="campbell stewart", money=100).on_board(*board).state
    alone = shown(one, seat, "contracts", "3")
    assert alone.preview
    assert not alone.groups


def assert_adds(
    state: engine.State, seat: engine.Seat, kind: str, contracts: tuple[int, ...]
) -> None:
    word = {"contracts": "take", "keep": "keep"}[kind]
    first, *others = map(str, contracts)
    here = shown(state, seat, kind, first)
    assert here.preview
    assert here.preview.notation == f"{word} {first}"
    (group,) = here.groups
    assert [one.value for one in group.choices] == others
    assert all(one.light and not one.light.price for one in group.choices)
    # Both together cost what one does. (CLAN-BUCHANAN-03)
    assert not any(one.detail for one in group.choices)
    there = shown(state, seat, *values_of(group.choices[-1].query))
    assert there.preview
    assert there.preview.notation == f"{word} {first} {others[-1]}"
    assert not there.groups


def test_a_price_says_what_it_leaves() -> None:
    """Beside each single price that is paid, as the preview has it; none where one gets some."""
    table = scenario(clans="campbell stewart", money=30).give("red", wool=2)
    state = table.put("red", "miner F3").round(1).state
    seat = state.open_decisions()[0].seat
    left = {one.value: (one.detail, one.left) for one in choices(shown(state, seat))}
    assert left["merchant"] == ("£4", "leaves £26")
    assert left["contracts"] == ("gives £5", "")
    assert left["expand"] == ("", "")
    seen = set()
    for path in (["expand", "sheep"], ["trade", "buy wool"], ["trade", "sell wool"]):
        for one in choices(shown(state, seat, *path)):
            here = shown(state, seat, *values_of(one.query))
            assert here.preview
            money = {change.name: change.after for change in here.preview.changes}.get("Money")
            assert one.left in ("", f"leaves {money}")
            assert bool(one.left) == (one.detail not in ("", "free") and "gives" not in one.detail)
            seen.add((path[-1], bool(one.left)))
    assert seen == {("sheep", True), ("buy wool", True), ("sell wool", False)}
    units = choices(shown(state, seat, "expand"))
    assert {one.left for one in units if one.detail.startswith("from")} == {""}


def choices(here: Panel) -> list[Choice]:
    """What can be chosen."""
    return [one for group in here.groups for one in group.choices if not one.refusal]


def test_young_animals_are_offered_with_their_spaces_and_shown_before_they_come() -> None:
    """A choice of spaces is a step of its own, as amounts and marks are."""
    table = scenario(clans="macpherson stewart campbell")
    table.put("red", "cow D4", "cow D5", "sheep J4", "sheep J5", "cheese_dairy K5")
    state = table.when.all_pass().advance("production").state
    form = shown(state, RED, "produce").form
    assert form
    labels = {choice.value: choice.label for choice in form.extras}
    assert labels["young D4"] == "Cow on D4"
    assert labels["young D4 J4"] == "Cow on D4, sheep on J4"
    assert [*labels][:5] == ["plain", "young D4", "young D5", "young J4", "young J5"]
    here = shown(state, RED, "produce", "1", "0", "0", "young D4 J4").preview
    assert here
    assert here.text == "You make 1 cheese. You place a cow on D4 and a sheep on J4 for free."
    assert here.notation == "produce 1 cheese young D4 J4"
    assert [unit.hex for unit in here.after.players[RED].units].count("D4") == 2  # type: ignore[union-attr]
