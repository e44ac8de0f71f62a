"""What the clan of the example chooses in production, and port tiles of its own."""

import msgspec
import pytest

from games import engine, standing_orders
from games.engine.assembly import choices_of
from games.engine.decisions import (
    MainActionDecision,
    ProduceDecision,
)
from games.engine.events import public_text
from games.engine.geometry.board import hexes_in
from games.engine.state import Piece, PortTile
from games.engine.terms import ContractId
from replays.narration import sentence
from replays.stepping import PublicEvent
from simulation.random_play import PlayedGame, steps
from tests.expansions.example.clan import Apiarist
from tests.expansions.example.effects import (
    GardenUsed,
    HoneyChanged,
)
from tests.expansions.example.state import Apiary
from tests.expansions.inside.games import OPTIONS, choose, playing, states

pytestmark = pytest.mark.engine


@pytest.fixture
def gardening(played: PlayedGame) -> engine.State:
    """The first seat plays the clan of the example, has a hive, and takes its turn."""
    for state in map(engine.copy, states(played.rows)):
        seat = engine.Seat(0)
        hives = state.expansions and state.part(Apiary).keepers[0].hives
        if hives and isinstance(state.decision_of(seat), MainActionDecision):
            state.players[0].clan, state.players[0].money = Apiarist.name, 20
            reached = next(hexes_in(state.position.reach(seat)))
            state.ports = [PortTile(reached, 6), PortTile(reached, 9)]
            return state
    raise AssertionError("the first seat has no turn with a hive")


def test_port_tiles_of_a_clan_are_used_without_the_map(gardening: engine.State) -> None:
    """In any place, once each; the markers on the map are not touched."""
    seat = engine.Seat(0)
    moves = {move.notation(): move for move in engine.legal_moves(gardening, seat)}
    move = moves["port shipyard 5"]
    assert b'"source":"shipyard"' in msgspec.json.encode(move)
    assert engine.parse("port shipyard 5") == engine.decode_move(msgspec.json.encode(move)) == move
    after = engine.copy(gardening)
    event = engine.play(after, seat, move)
    assert GardenUsed(seat, 5) in event.effects
    assert after.players[0].money == 30
    assert after.part(Apiary).keepers[0].honey == gardening.part(Apiary).keepers[0].honey + 1
    assert not any(port.used_by for port in after.ports)
    assert "port shipyard 5" not in {move.notation() for move in engine.legal_moves(after, seat)}


def test_tile_9_of_a_clan_copies_its_own_tiles_only(gardening: engine.State) -> None:
    seat = engine.Seat(0)
    copies = {
        line
        for move in engine.legal_moves(gardening, seat)
        if (line := move.notation()).startswith("port ") and "copy" in line
    }
    assert copies == {"port shipyard 9 copy 5"}
    after = playing(gardening, "port shipyard 9 copy 5")
    assert after.players[0].money == 20 - 3 + 10
    assert after.part(Apiary).keepers[0].garden == [9]


def test_a_tile_of_a_clan_stands_beside_those_of_the_map_on_one_move(
    gardening: engine.State,
) -> None:
    """Four tiles move one price; the copies cost £3 each, and honey comes when all is done."""
    line = "sell 1 wool with 6 up copy 6 up shipyard 6 up shipyard_copy 6 up"
    gardening.players[0].goods[0] = gardening.players[0].stock = 1
    gardening.players[0].buying = [0] * 6
    lines = {move.notation() for move in engine.legal_moves(gardening, engine.Seat(0))}
    assert "sell 1 wool with shipyard 6 up" in lines
    assert any("6" in one and "shipyard_copy" in one and "copy 6" in one for one in lines)
    after = engine.copy(gardening)
    track = after.content.market(2)[0]
    top = track.prices[min(len(track.prices) - 1, after.prices[0] + 12)]
    event = engine.play(after, engine.Seat(0), engine.parse(line))
    assert after.players[0].money == 20 - 2 * 3 + top
    assert event.effects[-2:] == [HoneyChanged(engine.Seat(0), 1)] * 2
    assert after.part(Apiary).keepers[0].garden == [6, 9]
    assert [port.used_by for port in after.ports] == [[0], [0]]


def test_a_tile_of_a_clan_may_make_a_contract_ask_for_less(gardening: engine.State) -> None:
    player = gardening.players[0]
    player.boxes, player.units = [[ContractId(16)]], [*player.units, Piece("cow", "A9")]
    lines = {move.notation() for move in engine.legal_moves(gardening, engine.Seat(0))}
    assert {"fulfil 16 with shipyard 1 beef", "fulfil 16 with shipyard_copy 1 beef"} <= lines
    after = playing(gardening, "fulfil 16 with shipyard 1 beef")
    assert after.part(Apiary).keepers[0].garden == [1]
    assert after.players[0].fulfilled == [16]


@pytest.mark.parametrize(
    ("line", "clan", "refusal"),
    [
        ("port shipyard 5", "stewart", "no_such_source"),
        ("buy 1 wool with shipyard 6 up", "stewart", "no_such_source"),
        ("port shipyard 4", "apiarist", "no_such_port"),
        ("port shipyard 6", "apiarist", "announce_with_trade"),
        ("buy 1 wool with shipyard 6 up shipyard 6 up", "apiarist", "modifier_twice"),
    ],
)
def test_tiles_of_a_clan_are_refused_as_those_of_the_map(
    gardening: engine.State, line: str, clan: str, refusal: str
) -> None:
    gardening.players[0].clan = clan
    gardening.players[0].buying = gardening.players[0].selling = [0] * 6
    gardening.players[0].stock = 2
    with pytest.raises(engine.IllegalMove) as refused:
        engine.play(gardening, engine.Seat(0), engine.parse(line))
    assert refused.value.code == refusal


@pytest.mark.parametrize("source", ["moon", "shipyard_copy", "copy", "", None])
def test_only_places_of_port_tiles_can_be_named(source: str | None) -> None:
    with pytest.raises(engine.MalformedMove):
        engine.decode_move(msgspec.json.encode({"type": "use_port", "tile": 5, "source": source}))


@pytest.fixture
def producing() -> engine.State:
    """The first seat plays the clan of the example, has five honey, and decides what to make."""
    for state, _ in steps(2, "mead", choose("mead"), OPTIONS):
        decision = state.decision_of(engine.Seat(0))
        if isinstance(decision, ProduceDecision) and not decision.answered:
            state.players[0].clan = Apiarist.name
            state.part(Apiary).keepers[0].honey = 5
            return state
    raise AssertionError("the first seat has nothing to choose in production")


def test_its_clan_chooses_in_production(producing: engine.State) -> None:
    """What is chosen is stored as the clans of the game without expansions store theirs."""
    state, seat = producing, engine.Seat(0)
    moves = {move.notation(): move for move in engine.legal_moves(state, seat)}
    assert {f"produce {n} mead" for n in range(1, 6)} <= moves.keys()
    assert "produce 6 mead" not in moves
    move = moves["produce 2 mead"]
    text = msgspec.json.encode(move)
    assert text == b'{"type":"produce","clan":{"mead":2}}'
    assert engine.parse("produce 2 mead") == engine.decode_move(text) == move
    assert msgspec.json.encode(engine.decode_move(text)) == text
    before = state.players[0].money
    event = engine.play(state, seat, move)
    assert '["answer",0,{"clan":{"mead":2}}]' in public_text(event)
    assert engine.dump(engine.load(engine.dump(state))) == engine.dump(state)
    for waiting in state.open_decisions():
        engine.play(state, waiting.seat, engine.parse("produce nothing"))
    while state.phase == "production":
        assert engine.advance(state)
    assert state.part(Apiary).keepers[0].honey == 3
    assert state.players[0].money == before + 2 * Apiarist.MEAD_PRICE


@pytest.mark.parametrize(
    ("clan", "notation", "code"),
    [
        ("apiarist", "produce 6 mead", "not_enough_honey"),
        ("apiarist", "produce 1 butter", "no_such_clan_choice"),
        ("cunningham", "produce 1 mead", "no_such_clan_choice"),
        ("stewart", "produce 1 mead", "no_such_clan_choice"),
    ],
)
def test_what_its_clan_cannot_choose_is_refused(
    producing: engine.State, clan: str, notation: str, code: str
) -> None:
    producing.players[0].clan = clan
    with pytest.raises(engine.IllegalMove) as refused:
        engine.play(producing, engine.Seat(0), engine.parse(notation))
    assert refused.value.code == code


def test_a_standing_order_may_name_the_choice_of_its_clan(producing: engine.State) -> None:
    order = standing_orders.decode(b'{"clan": {"mead": 3}}')
    move = standing_orders.answer(producing, engine.Seat(0), order)
    assert move.notation() == "produce 3 mead"
    assert standing_orders.decode(standing_orders.stored(order)) == order


def test_the_log_says_what_its_clan_has_chosen(producing: engine.State) -> None:
    before = engine.copy(producing)
    event = engine.play(producing, engine.Seat(0), engine.parse("produce 2 mead"))
    public = PublicEvent(
        *(event.version, event.parent, event.seat, "player", event.kind, event.move, event.effects)
    )
    assert "decides to turn 2 honey into mead" in sentence(before, public, ["Anna", "Ben"])


def test_two_clans_with_a_choice_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="choice in production mead"):
        choices_of([Apiarist(), Apiarist()])
