"""Resigning, and ending a game before its last round. (RESIGN-01..05, ABANDON-01)"""

import msgspec
import pytest

from games import engine
from games.engine.assembly import BASE_DECISIONS
from games.engine.decisions import (
    DecisionBase,
    KeepContractsDecision,
    ProduceDecision,
)
from games.engine.randomness import Stream
from games.engine.rules.final import final_sheets
from games.engine.terms import ContractId, Seat
from simulation.invariants import broken
from simulation.random_options import random_options
from simulation.random_play import PlayedGame, seal, seed_of
from tests.auctions import auctioning
from tests.engine.test_undo import table as busy_table
from tests.rules import rule
from tests.scenario import BLACK, BLUE, RED, Part, drafting, scenario

pytestmark = pytest.mark.engine


def defaults(table: Part, seat: Seat) -> list[str]:
    """What the game answers for a seat until it waits for another one or for itself."""
    played = []
    while (move := engine.default_move(table.state, seat)) is not None:
        engine.play(table.state, seat, move)
        played.append(move.notation())
    return played


def drawing() -> tuple[Part, list[ContractId]]:
    """Red has drawn contracts and is to keep some of them."""
    table = scenario(players=3).put("red", "bakery J4", "bakery J5", "bakery K4")
    decision = table.when.play("expand bakery I4", "draw").decision()
    assert isinstance(decision, KeepContractsDecision)
    return table, list(decision.contracts)


@rule("RESIGN-02")
def test_every_kind_of_decision_has_a_default() -> None:
    kinds = DecisionBase.__subclasses__()
    assert len(kinds) >= len(BASE_DECISIONS) > 10
    assert [kind for kind in kinds if kind.DEFAULT not in kind.ADMITS] == []


@rule("RESIGN-01", "RESIGN-02")
def test_in_another_players_turn() -> None:
    table = scenario(players=3)
    event = engine.resign(table.state, BLUE)
    assert (event.kind, event.seat, event.move) == ("resign", BLUE, None)
    assert table.state.resigned == [BLUE]
    assert table.deciding() == RED
    assert engine.default_move(table.state, BLUE) is None
    table.when.play("hire", "end")
    assert defaults(table, BLUE) == ["pass"]
    assert table.deciding() == BLACK
    assert table.state.passed == [BLUE]


@rule("RESIGN-02")
def test_a_seat_that_has_resigned_makes_no_other_move() -> None:
    table = scenario(players=3)
    engine.resign(table.state, RED)
    assert [m.notation() for m in engine.legal_moves(table.state, RED)] == ["pass"]
    table.then.refuses("hire", "RESIGN-02", "resigned")
    assert engine.legal_moves(table.state, BLUE) == []


@rule("RESIGN-01")
def test_nobody_resigns_twice_or_from_a_seat_that_is_not_there() -> None:
    table = scenario(players=2)
    engine.resign(table.state, RED)
    before = engine.dump(table.state)
    with pytest.raises(engine.IllegalMove) as refusal:
        engine.resign(table.state, RED)
    assert (refusal.value.rule, refusal.value.code) == ("RESIGN-01", "resigned")
    for seat in (2, -1):
        with pytest.raises(engine.NotYourDecision):
            engine.resign(table.state, Seat(seat))
    assert engine.dump(table.state) == before


@rule("RESIGN-01")
def test_a_game_that_is_over_cannot_be_left() -> None:
    table = scenario(players=2)
    engine.abandon(table.state)
    for leave in (
        lambda: engine.resign(table.state, RED),
        lambda: engine.end_early(table.state),
        lambda: engine.abandon(table.state),
    ):
        with pytest.raises(engine.IllegalMove):
            leave()


@rule("RESIGN-01", "RESIGN-02")
def test_in_the_draft() -> None:
    table = drafting(players=3, seed="leaving")
    first, second = table.deciding(), table.state.turn_order[1]
    engine.resign(table.state, second)
    table.when.play("choose 0")
    assert table.deciding() == second != first
    assert defaults(table, second) == ["choose 1"]


@rule("RESIGN-02")
def test_first_workers_go_where_they_cost_least() -> None:
    table = drafting(players=2, seed="leaving")
    while table.state.phase == "draft":
        table.when.play(table.legal()[0])
    seat = table.deciding()
    moves = engine.legal_moves(table.state, seat)
    costs = {}
    for move in moves:
        tried = engine.copy(table.state)
        engine.play(tried, seat, move)
        costs[move.notation()] = table.state.players[seat].money - tried.players[seat].money
    engine.resign(table.state, seat)
    default = engine.default_move(table.state, seat)
    assert default is not None
    assert costs[default.notation()] == min(costs.values()) < max(costs.values())


@rule("RESIGN-02")
def test_what_the_game_answers_is_stored_as_if_it_was_read() -> None:
    """Or a game that is taken over from its text would have other events."""
    kinds = set()
    for name in ("one", "two", "three"):
        chance = Stream(seed_of(name), "leaving")
        options = random_options(name, 3)
        state, _ = engine.new_game(options, seed_of(name), engine.packs.builtin())
        while not state.over:
            if engine.advance(state) is not None:
                continue
            decision = chance.choice(state.open_decisions())
            default = engine.default_move(state, decision.seat)
            assert default is not None
            read = engine.parse(default.notation())
            assert msgspec.json.encode(default) == msgspec.json.encode(read)
            kinds.add(type(decision))
            moves = engine.legal_moves(state, decision.seat)
            engine.play(state, decision.seat, chance.choice(moves))
    assert ProduceDecision in kinds


@rule("RESIGN-02")
def test_open_bonuses_are_left_and_the_turn_ends() -> None:
    table = busy_table().when.play(
        "fulfil 16 slaughter cow B2", "bonus free_space", "expand cow G3"
    )
    engine.resign(table.state, RED)
    assert defaults(table, RED) == ["skip", "skip", "end"]
    assert table.deciding() == BLUE


@rule("RESIGN-02")
def test_contracts_just_drawn_are_not_kept() -> None:
    table, drawn = drawing()
    engine.resign(table.state, RED)
    assert defaults(table, RED)[0] == "keep"
    assert table.state.pile_tail == drawn
    table.then.expect("red", contracts=[]).expect_decision("main_action", "blue")


@rule("RESIGN-02")
def test_in_production_nothing_is_made() -> None:
    table = scenario(players=3).put("red", "bakery F3").put("blue", "bakery F5", "bakery G4")
    table.given.give("red", grain=2).give("blue", grain=2).when.all_pass().advance("production")
    waiting = [decision.seat for decision in table.state.open_decisions()]
    assert sorted(waiting) == [RED, BLUE]
    engine.resign(table.state, BLUE)
    assert defaults(table, BLUE) == ["produce nothing"]
    assert [decision.seat for decision in table.state.open_decisions()] == [RED]
    assert engine.legal_moves(table.state, BLUE) == []
    table.when.play_as("red", "produce 1 bread").advance("processing")
    table.then.expect("red", bread=1).expect("blue", bread=0, grain=2)


@rule("RESIGN-02")
def test_an_answer_given_before_stands() -> None:
    table = scenario(players=3).put("red", "bakery F3").put("blue", "bakery F5")
    table.given.give("red", grain=2).give("blue", grain=2).when.all_pass().advance("production")
    table.when.play_as("blue", "produce 1 bread")
    engine.resign(table.state, BLUE)
    assert engine.default_move(table.state, BLUE) is None
    with pytest.raises(engine.IllegalMove):
        table.when.play_as("blue", "produce nothing")
    table.when.play_as("red", "produce nothing").advance("processing")
    table.then.expect("blue", bread=1)


@rule("RESIGN-02", "VAR-BLIND-2")
def test_a_sealed_bid_given_before_stands_and_wins() -> None:
    table = auctioning("blind").when.play_as("blue", "bid 20")
    engine.resign(table.state, BLUE)
    assert engine.default_move(table.state, BLUE) is None
    table.when.play_as("red", "bid 3").play_as("black", "bid 5").advance("reveal")
    assert table.deciding() == BLUE
    assert defaults(table, BLUE) == ["choose 0"]
    assert table.state.bids[BLUE] == 20


@rule("RESIGN-03")
def test_moves_are_not_taken_back_beyond_a_resignation() -> None:
    table = busy_table()
    table.when.play("hire")
    event = engine.resign(table.state, BLUE)
    table.records.append(event)
    table.cannot_undo("UNDO-01", "nothing_to_undo")
    table.cannot_undo("UNDO-02", "undo_barrier", to=event.version - 2)
    table.known[table.state.version] = engine.dump(table.state)
    table.when.play("port 5")
    table.undo("red", event.version)
    assert table.state.resigned == [BLUE]


@rule("RESIGN-03")
def test_who_has_resigned_takes_nothing_back() -> None:
    table = busy_table()
    table.when.play("hire")
    table.records.append(engine.resign(table.state, RED))
    table.cannot_undo("RESIGN-02", "resigned")


@rule("RESIGN-04")
def test_who_has_resigned_is_last() -> None:
    table = scenario(players=4)
    for seat, glory in enumerate([50, 40, 30, 20]):
        table.state.players[seat].glory = glory
    assert [sheet.rank for sheet in final_sheets(table.state)] == [1, 2, 3, 4]
    untouched = [sheet.total for sheet in final_sheets(table.state)]
    engine.resign(table.state, RED)
    engine.resign(table.state, BLACK)
    assert [sheet.rank for sheet in final_sheets(table.state)] == [4, 1, 3, 2]
    assert [sheet.total for sheet in final_sheets(table.state)] == untouched


@rule("RESIGN-05")
def test_the_game_ends_with_scores_as_things_stand() -> None:
    table = busy_table().when.play("fulfil 16 slaughter cow B2", "bonus free_space")
    with pytest.raises(engine.IllegalMove) as refusal:
        engine.end_early(table.state)
    assert refusal.value.code == "nobody_resigned"
    engine.resign(table.state, RED)
    expected = engine.score_now(table.state)
    event = engine.end_early(table.state)
    assert (event.kind, event.seat, event.move) == ("early_end", None, None)
    assert table.state.over
    assert table.state.ended_by == "resignation"
    assert table.state.scores == expected
    assert table.state.open_decisions() == []
    assert not table.state.awaits_step
    assert table.state.scores[RED].rank == 3


@rule("RESIGN-05")
def test_the_sets_of_contracts_stay_whole_when_the_game_ends_amid_a_choice() -> None:
    table, drawn = drawing()
    engine.resign(table.state, BLUE)
    engine.end_early(table.state)
    assert table.state.pile_tail == drawn
    assert not [one for one in broken(table.state) if one.startswith("INV-05")]


@rule("RESIGN-05", "OPT-16")
def test_a_contract_whose_box_is_still_to_become_free_counts() -> None:
    table = scenario(clans="macewan", box_freed_late=True).with_contract(16, beef=0, hops=3)
    table.given.box("red", 16).put("red", "woodcutter F3").give("red", wool=1, grain=2)
    table.when.play("fulfil 16").then.expect_decision("brew").expect("red", fulfilled=[])
    engine.resign(table.state, RED)
    engine.end_early(table.state)
    assert table.state.players[RED].fulfilled == [16]


@rule("ABANDON-01")
def test_an_abandoned_game_has_no_scores() -> None:
    table, _ = drawing()
    event = engine.abandon(table.state)
    assert (event.kind, event.seat) == ("abandon", None)
    assert table.state.over
    assert table.state.ended_by == "agreement"
    assert table.state.scores == []
    assert table.state.open_decisions() == []
    assert len(engine.score_now(table.state)) == 3
    view = engine.view(table.state, None)
    assert (view.scores, view.ended_by, view.status) == (None, "agreement", "finished")


@rule("ABANDON-02")
def test_a_game_that_a_director_ends_has_no_scores_and_nobody_has_resigned() -> None:
    table, _ = drawing()
    event = engine.stop(table.state)
    assert (event.kind, event.seat) == ("stop", None)
    assert (table.state.over, table.state.ended_by) == (True, "director")
    assert (table.state.scores, table.state.resigned) == ([], [])
    assert table.state.open_decisions() == []
    assert engine.view(table.state, None).ended_by == "director"
    with pytest.raises(engine.IllegalMove):
        engine.stop(table.state)


def test_views_tell_who_has_resigned() -> None:
    table = scenario(players=2)
    assert engine.view(table.state, None).ended_by is None
    engine.resign(table.state, BLUE)
    assert [player.resigned for player in engine.view(table.state, None).players] == [False, True]


def test_a_fork_is_played_by_all_again() -> None:
    state, event = engine.new_game(
        engine.Options(players=2), seed_of("fork"), engine.packs.builtin()
    )
    engine.resign(state, Seat(0))
    forked, _ = engine.fork(state, seed_of("another"))
    assert forked.resigned == []
    assert forked.ended_by == "scoring"
    assert event.kind == "setup"


def leaving_game(options: engine.Options, name: str, every: int) -> PlayedGame:
    """A game played by chance in which seats resign at any time, until one is left."""
    chance = Stream(seed_of(name), "leaving")
    players, played = options.players, PlayedGame(engine.State())
    state, event = engine.new_game(options, seed_of(name), engine.packs.builtin())
    while True:
        assert not broken(state), event
        played.events.append(event)
        played.rows.append(seal(event, state, played.rows[-1].chain if played.rows else ""))
        if state.over:
            break
        left = [Seat(seat) for seat in range(players) if seat not in state.resigned]
        if len(left) < 2:
            event = engine.end_early(state)
        elif not chance.below(every):
            event = engine.resign(state, chance.choice(left))
        else:
            event = engine.advance(state) or _any_move(state, chance)
    played.state = state
    return played


def _any_move(state: engine.State, chance: Stream) -> engine.Event:
    decision = chance.choice(state.open_decisions())
    return engine.play(
        state, decision.seat, chance.choice(engine.legal_moves(state, decision.seat))
    )


@rule("RESIGN-01", "RESIGN-02", "RESIGN-04", "RESIGN-05")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.long
@pytest.mark.uncounted
def test_invariants_hold_whenever_somebody_resigns(players: int) -> None:
    ended, phases = set(), set()
    for number in range(12):
        options = engine.Options(players=players)
        played = leaving_game(options, f"leaving/{players}/{number}", every=120)
        state = engine.State()
        for event in played.events:
            if event.kind == "resign":
                phases.add(state.phase)
            engine.apply(state, event)
        assert engine.rebuild(played.rows) == played.state
        gone = played.state.resigned
        ranks = [sheet.rank for sheet in played.state.scores]
        assert [ranks[seat] for seat in reversed(gone)] == list(
            range(players - len(gone) + 1, players + 1)
        )
        ended.add(played.state.ended_by)
    assert "resignation" in ended
    assert phases


@rule("RESIGN-02", "RESIGN-05")
@pytest.mark.long
@pytest.mark.uncounted
def test_defaults_are_legal_whatever_is_combined() -> None:
    """Seats resign early here, so that auctions and drafts go on without them."""
    kinds = set()
    for number in range(40):
        options = random_options(f"left/{number}", players=2 + number % 3)
        played = leaving_game(options, f"leaving/any/{number}", every=(8, 25, 200)[number % 3])
        kinds.update(event.kind for event in played.events)
        assert engine.rebuild(played.rows) == played.state
    assert {"bid", "decline_bid", "choose_clan", "resign", "early_end"} <= kinds
