"""Whole games with the example: played, taken back, replayed, sealed, seen, forked."""

import re

import msgspec
import pytest

from games import engine
from games.engine.assembly import SHIPPED, assemble
from games.engine.clans import clan_of
from games.engine.decisions import (
    DecisionBase,
    EndTurnDecision,
    MainActionDecision,
)
from games.engine.geometry.board import adjacent_hexes, hexes_in
from games.engine.recorder import Recorder
from games.engine.rules.costs import deploy_cost
from games.engine.rules.deploying import check_ground
from games.engine.rules.flow import settle
from games.engine.rules.granted_decisions import AnotherActionDecision, BonusActionDecision
from games.engine.sealing import public_bytes
from games.engine.state import Piece
from games.engine.terms import ContractId
from replays import checking
from replays.narration import sentence
from replays.stepping import PublicEvent
from simulation.random_play import PlayedGame, play_out, seal, seed_of, steps
from tests.expansions.example.effects import (
    GardenUsed,
    HiveSetUp,
    HiveTakenBack,
    TileTurned,
)
from tests.expansions.example.expansion import Example
from tests.expansions.example.moves import KeepTileDecision
from tests.expansions.example.state import PATRONS, Apiary, HiddenApiary
from tests.expansions.inside.games import OPTIONS, OWN, choose, playing, states
from tests.replays.streams import stored

pytestmark = pytest.mark.engine


def test_everything_that_it_brings_happens(played: PlayedGame) -> None:
    kinds = {event.kind for event in played.events}
    assert kinds >= set(OWN) | {"trade", "expand", "production", "final_scoring"}
    own = {type(effect) for event in played.events for effect in event.effects}
    assert own >= set(Example.effects) - {GardenUsed}
    assert played.state.over
    assert len(played.state.scores) == 2


def test_replaying_comes_to_the_same(played: PlayedGame) -> None:
    for state, row in zip(states(played.rows), played.rows, strict=True):
        assert engine.digest(state, row.secret_hash) == row.digest
        assert engine.load(engine.dump(state)) == state
        assert engine.read_state(msgspec.json.encode(state)) == state
    assert engine.dump(state) == engine.dump(played.state)
    assert state.part(Apiary).used
    for public, row in zip(states(played.rows, secrets=False), played.rows, strict=True):
        assert engine.digest(public, row.secret_hash) == row.digest


def test_deciding_again_comes_to_the_same(played: PlayedGame) -> None:
    """The moves can also travel as notation and as JSON."""
    state, _ = engine.new_game(OPTIONS, seed_of("hives"), engine.packs.builtin())
    for event, row in zip(played.events[1:], played.rows[1:], strict=True):
        if event.move is None:
            again = engine.advance(state)
        else:
            assert engine.decode_move(msgspec.json.encode(event.move)) == event.move
            assert engine.parse(event.move.notation()) == event.move
            again = engine.play(state, event.seat, event.move)
        assert again is not None
        assert engine.digest(state, row.secret_hash) == row.digest
        assert seal(again, state, played.rows[event.version - 2].chain) == row


def test_the_digest_covers_it() -> None:
    state, _ = engine.new_game(OPTIONS, seed_of("x"), engine.packs.builtin())
    before = public_bytes(state)
    state.part(Apiary).keepers[0].honey += 1
    assert public_bytes(state) != before


def test_moves_of_it_can_be_taken_back_up_to_what_was_hidden() -> None:
    records: list[engine.StoredEvent] = []
    taken_back = refused = 0
    for state, event in steps(2, "back", choose("back"), OPTIONS):
        records.append(seal(event, state, ""))
        if event.seat is None or state.phase != "action" or state.decision_of(event.seat) is None:
            continue
        if event.kind == "sell_honey" and state.undo_to < event.parent:
            undone = engine.undo(state, event.seat, records, event.parent)
            after = engine.rebuild([*records, seal(undone, state, "")])
            honey = after.part(Apiary).keepers[event.seat].honey
            assert honey == state.part(Apiary).keepers[event.seat].honey + 1
            taken_back += 1
        if any(isinstance(effect, TileTurned) for effect in event.effects):
            with pytest.raises(engine.IllegalMove):
                engine.undo(state, event.seat, records, event.parent)
            refused += 1
    assert taken_back > 2 < refused


def test_hives_close_their_space_and_bring_their_owner_nearer(played: PlayedGame) -> None:
    apiary = played.state.part(Apiary)
    assert apiary.closed()
    assert not played.state.position.empty & apiary.closed()
    (hive, *_others) = hexes_in(apiary.closed())
    with pytest.raises(engine.IllegalMove) as refused:
        check_ground(played.state, engine.Seat(0), "sheep", hive, "EXPAND-12")
    assert refused.value.code == "hive_there"
    without = engine.copy(played.state)
    without.expansions.clear()
    assert without.position.empty & apiary.closed() == apiary.closed()
    nearer = 0
    for seat in (engine.Seat(0), engine.Seat(1)):
        added = apiary.reach(seat) & ~without.position.reach(seat)
        assert played.state.position.reach(seat) == without.position.reach(seat) | added
        nearer += added.bit_count()
    assert nearer


def test_a_space_can_be_kept_for_one_player_who_has_paid_for_the_land(played: PlayedGame) -> None:
    """Nobody else can deploy there; a unit of the owner costs no land, and the hive goes."""
    red, blue = engine.Seat(0), engine.Seat(1)
    found = 0
    for state in map(engine.copy, states(played.rows)):
        decision, kept = state.decision_of(red), state.position.reserved[red]
        if not isinstance(decision, MainActionDecision) or not kept:
            continue
        player = state.players[red]
        player.money = 100
        (hex_,) = hexes_in(kept)
        assert not state.position.empty & kept
        assert not state.position.open_to(blue) & kept
        for move in engine.legal_moves(state, red):
            if move.expansion() is None or move.expansion()[1] != hex_:
                continue
            unit = state.content.unit_costs[move.expansion()[0]]
            cost = deploy_cost(state, player, *move.expansion())
            assert cost == clan_of(player).unit_cost(player, move.expansion()[0], unit)
            event = engine.play(state, red, move)
            assert HiveTakenBack(red, hex_) in event.effects
            assert hex_ not in state.part(Apiary).keepers[red].hives
            assert not state.position.reserved[red] & kept
            found += 1
            break
    assert found > 2


def moment(kind: type[DecisionBase], *, name: str = "more") -> engine.State:
    """The first state in which a decision of this kind is open."""
    for state, _ in steps(2, name, choose(name), OPTIONS):
        if any(isinstance(decision, kind) for decision in state.open_decisions()):
            return engine.copy(state)
    raise AssertionError(f"no {kind.__name__} in this game")


def test_a_bonus_action_leads_back_to_what_granted_it() -> None:
    """Any main action but passing, of an expansion too; no free moves, which lie around it."""
    state = moment(BonusActionDecision)
    below, seat = state.decisions[-2], state.decisions[-1].seat
    kinds = {move.type_name() for move in engine.legal_moves(state, seat)}
    assert {"hire_merchant", "set_up_hive", "skip"} <= kinds
    assert not {"pass", "use_port", "sell_honey", "end_turn"} & kinds
    for line in ("skip", "hire"):
        after = playing(state, line)
        assert after.decisions[-1] == below
        assert after.turn.seat == seat
    with pytest.raises(engine.IllegalMove, match="IND-DEF-18"):
        playing(state, "pass")


def test_a_turn_may_have_another_action_before_it_ends() -> None:
    """Its bonuses lead back to it; free moves fit before it, and ending the turn declines it."""
    state = moment(AnotherActionDecision)
    seat = state.decisions[-1].seat
    after = playing(state, "hire")
    assert isinstance(after.decision_of(seat), EndTurnDecision)
    assert playing(after, "end").turn.seat != seat
    ended = playing(state, "end")
    assert ended.turn.seat != seat
    assert len(ended.decisions) == 1
    state.part(Apiary).keepers[seat].honey = 1
    assert isinstance(playing(state, "honey").decision_of(seat), AnotherActionDecision)


def test_the_counters_of_a_turn_run_through_its_actions() -> None:
    state = moment(AnotherActionDecision)
    seat, bought = state.decisions[-1].seat, list(state.turn.bought)
    state.turn.bought[0] = 2
    assert playing(state, "hire").turn.bought[0] == 2
    assert playing(state, "hire", "end").turn.bought == [0] * len(bought)
    assert playing(state, "hire", "end").turn.seat != seat


def test_a_bonus_action_that_cannot_be_used_lapses() -> None:
    state = moment(BonusActionDecision)
    seat = state.decisions[-1].seat
    player = state.players[seat]
    player.money = player.stock = player.track = 0
    player.boxes, player.shipping = [[ContractId(1)]], 5
    player.goods = [0] * 6
    settle(Recorder(state))
    assert not isinstance(state.decisions[-1], BonusActionDecision)


def test_units_around_a_hive_sell_to_each_other(played: PlayedGame) -> None:
    hive = next(hexes_in(played.state.part(Apiary).closed()))
    first, *_, last = adjacent_hexes(hive)
    assert last not in adjacent_hexes(first)
    goods = []
    for expansions in (played.state.expansions, []):
        state = engine.copy(played.state)
        state.expansions = list(expansions)
        for player in state.players:
            player.units = []
        state.players[1].units = [Piece("cow", last)]
        goods.append(state.position.neighbours_goods(engine.Seat(0), [first]))
    assert goods == [["milk"], []]


def test_nobody_sees_what_is_hidden(played: PlayedGame) -> None:
    state, event = engine.new_game(OPTIONS, seed_of("hives"), engine.packs.builtin())
    assert state.secret is not None
    patrons = state.secret.part(HiddenApiary).patrons
    for seat in (0, 1):
        assert engine.own_views(state, engine.Seat(seat))["apiary"].patron == patrons[seat]
    assert engine.own_views(state, None) == {}
    row = seal(event, state, "")
    assert b"patron" not in public_bytes(state)
    assert "hidden_apiary" not in row.public
    assert "hidden_apiary" in (row.secret or "")
    for public in states(played.rows, secrets=False):
        assert public.secret is None
        assert engine.own_views(public, engine.Seat(0)) == {}


def test_other_secrets_show_nothing_else(played: PlayedGame) -> None:
    """All see the same of two states that differ only in what is hidden."""
    state = next(engine.copy(one) for one in states(played.rows) if one.version > 60)
    shown = [engine.view(state, viewer) for viewer in (None, engine.Seat(0))]
    scores, digest = engine.score_now(state), engine.digest(state)
    assert state.secret is not None
    hidden = state.secret.part(HiddenApiary)
    hidden.pile.reverse()
    hidden.patrons = [patron % PATRONS + 1 for patron in hidden.patrons]
    assert [engine.view(state, viewer) for viewer in (None, engine.Seat(0))] == shown
    assert engine.digest(state) == digest
    assert engine.score_now(state) == scores


def test_a_game_without_it_is_as_if_it_were_not_there() -> None:
    """The engine that everybody has comes to the same bytes."""
    with_it = play_out(3, "neutral", sealed=True)
    assemble(SHIPPED)
    try:
        without = play_out(3, "neutral", sealed=True)
    finally:
        assemble((*SHIPPED, Example()))
    assert with_it.rows == without.rows
    assert msgspec.json.encode(engine.view(with_it.state, None)).find(b"expansions") == -1


def test_a_fork_hides_anew(played: PlayedGame) -> None:
    position = next(
        engine.copy(state) for state in states(played.rows) if len(state.part(Apiary).used) > 3
    )
    engine.check_position(position)
    engine.check_goes_on(position)
    forked, event = engine.fork(position, seed_of("forked"))
    assert forked.secret is not None
    hidden = forked.secret.part(HiddenApiary)
    assert len(hidden.pile) == forked.part(Apiary).pile == position.part(Apiary).pile
    assert hidden.pile != position.secret.part(HiddenApiary).pile
    again = engine.rebuild([seal(event, forked, "")])
    assert engine.dump(again) == engine.dump(forked)


@pytest.mark.parametrize("change", ["honey", "pile", "players", "twice"])
def test_a_position_that_cannot_be_is_refused(played: PlayedGame, change: str) -> None:
    position = next(engine.copy(state) for state in states(played.rows) if state.phase == "action")
    engine.check_position(position)
    apiary = position.part(Apiary)
    if change == "honey":
        apiary.keepers[0].honey = -1
    elif change == "pile":
        apiary.pile += 1
    elif change == "players":
        del apiary.keepers[0]
    else:
        position.expansions.append(apiary)
    with pytest.raises(engine.BadPosition):
        engine.check_position(position)


def test_a_seat_that_has_resigned_is_answered_for() -> None:
    for state, event in steps(2, "left", choose("left"), OPTIONS):
        if any(isinstance(decision, KeepTileDecision) for decision in state.decisions):
            engine.resign(state, event.seat)
            assert [move.notation() for move in engine.legal_moves(state, event.seat)] == ["skip"]
            engine.play(state, event.seat, engine.default_move(state, event.seat))
            return
    raise AssertionError("no hive was set up")


def test_the_log_has_words_for_it(played: PlayedGame) -> None:
    replayer = engine.StreamReplayer()
    found = []
    for event, row in zip(played.events, played.rows, strict=True):
        if any(isinstance(effect, (HiveSetUp, HiveTakenBack)) for effect in event.effects):
            public = PublicEvent(
                event.version,
                event.parent,
                event.seat,
                "player",
                event.kind,
                event.move,
                event.effects,
            )
            found.append(sentence(replayer.state, public, ["Anna", "Ben"]))
        replayer.take(row)
    assert found
    assert all("sets up a hive on" in text or "takes the hive back" in text for text in found)
    assert sum("A tile shows" in text for text in found) > 3


def test_two_expansions_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="apiary"):
        assemble((*SHIPPED, Example(), Example()))


def test_a_difference_in_what_was_turned_up_is_withheld() -> None:
    """What the check expects there is no more known to the players than what was hidden."""
    game = stored("withheld", 2, expansions=["apiary"])
    row = next(one for one in game.rows if '"apiary_tile"' in one.public)
    found = re.search(r'\["apiary_tile",(\d)\]', row.public)
    assert found is not None
    other = row.public.replace(found[0], f'["apiary_tile",{int(found[1]) % 3 + 1}]', 1)
    report = checking.check(game.subject, game.changed(row.version, public=other))
    assert report.difference is not None
    assert (report.difference.version, report.difference.code) == (row.version, "effects_differ")
    assert report.difference.reveals
