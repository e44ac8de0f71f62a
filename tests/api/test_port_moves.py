"""Port tiles and the moves of single clans as JSON: what is sent, what comes back, what is refused.

Every move that the description of the API shows by its fields is sent here with these fields.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games import engine, services, store
from games.engine.rules import setup
from games.models import Game
from simulation.random_play import seed_of
from tests.api.conftest import Caller, Turn, problem
from tests.api.test_bad_moves import body
from tests.api.test_clans import moves_of, own, state_of
from tests.rules import rule

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

Json = Any

TILES = [9, 6, 2, 7]


@pytest.fixture
def harbour(
    table: Callable[..., Game], alice: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> Turn:
    """MacDonald, to move, has a fisherman on the place of tile 9; the others are far away."""
    monkeypatch.setattr(setup, "clans_in_use", lambda *_: ["macdonald", "mackenzie", "campbell"])
    monkeypatch.setattr(setup, "ports_in_use", lambda *_: TILES)
    game = table(seed=seed_of("harbour"))
    services.join_game(game_id=game.pk, user=bob.user, now=game.created_at)
    game = services.start_game(game_id=game.pk, user=alice.user, now=game.created_at)
    turn = Turn(game, (alice, bob))
    for clan in ("mackenzie", "macdonald"):
        pairs = state_of(turn)["draft"]
        turn.play(f"choose {next(pair['pair'] for pair in pairs if pair['clan'] == clan)}")
    while state_of(turn)["phase"] == "workers":
        mine = own(turn)
        if mine["clan"] == "macdonald" and not mine["units"]:
            turn.play(f"place worker {place_of(turn, 9)}")
        else:
            turn.play_first(1)
    if own(turn)["clan"] == "mackenzie":
        turn.play("hire", "end")
    assert own(turn)["clan"] == "macdonald"
    return turn


def place_of(turn: Turn, tile: int) -> str:
    ports = state_of(turn)["ports"]
    return str(next(port["hex"] for port in ports if port["tile"] == tile))


def send(turn: Turn, move: Json) -> Any:
    return turn.active.post(f"{turn.path}/moves", {"version": turn.version, "move": move})


def sent(turn: Turn, move: Json) -> Json:
    """Play a move; it comes back in its event as it was sent, and its notation means the same."""
    answered = send(turn, move)
    assert answered.status_code == 201, answered.content
    event = answered.json()["events"][0]
    decoded = engine.decode_move(event["move"])
    assert (decoded, event["kind"]) == (engine.decode_move(move), move["type"])
    assert engine.parse(event["notation"]) == decoded
    return event


def listed(turn: Turn, query: str) -> list[Json]:
    return list(turn.active.get(f"{turn.path}/moves?{query}").json()["moves"])


@rule("CMD-20", "PORT-9", "PORT-2")
def test_a_copy_with_what_it_copies(harbour: Turn) -> None:
    for each in listed(harbour, "type=use_port"):
        assert each["move"]["copy"] in (2, 7), each
    money, goods = own(harbour)["money"], own(harbour)["goods"]
    spare = next(good for good in ("wool", "milk", "grain") if goods[good])
    move = {"type": "use_port", "tile": 9, "copy": 2, "discard": {spare: 1}, "gain": {"wool": 3}}
    event = sent(harbour, move)
    assert event["notation"] == f"port 9 copy 2 discard 1 {spare} gain 3 wool"
    after = own(harbour)
    goods[spare] -= 1
    goods["wool"] += 3
    assert (after["money"], after["goods"]) == (money - 3, goods)
    used = {port["tile"]: port["used_by"] for port in state_of(harbour)["ports"]}
    assert used == {9: [after["seat"]], 6: [], 2: [], 7: []}
    again = problem(send(harbour, move), 422, "port_used")
    assert again["rule"] == "PORT-G03"


@rule("CMD-04", "PORT-9c", "PORT-6")
@pytest.mark.long
def test_a_trade_with_a_copy_of_tile_6(harbour: Turn) -> None:
    before = own(harbour)
    modifiers = [{"tile": 6, "source": "copy", "direction": "down"}]
    move = {"type": "trade", "good": "milk", "side": "buy", "quantity": 1, "modifiers": modifiers}
    market = state_of(harbour)["market"]["milk"]
    assert sent(harbour, move)["notation"] == "buy 1 milk with copy 6 down"
    place = max(0, market["position"] - 3)
    assert own(harbour)["money"] == before["money"] - 3 - market["prices"][place]
    assert state_of(harbour)["market"]["milk"]["position"] == place + 1


@rule("CMD-20", "PORT-7", "PORT-9", "WORKER-04")
@pytest.mark.long
def test_an_exchange_by_a_copy_of_tile_7(harbour: Turn) -> None:
    for expansion in range(3):
        exchanges = listed(harbour, "type=use_port&copy=7")
        if exchanges:
            break
        unit = ("sheep", "cow", "sheep")[expansion]
        cheapest = listed(harbour, f"type=expand&unit={unit}")[0]
        sent(harbour, cheapest["move"])
        harbour.play(*(["skip"] if "skip" in moves_of(harbour) else []), "end", "hire", "end")
    move = exchanges[0]["move"]
    assert move.keys() >= {"type", "tile", "copy", "exchange"}
    assert all(item.keys() == {"hex", "old", "new"} for item in move["exchange"])
    sent(harbour, move)
    units = {(unit["hex"], unit["unit"]) for unit in own(harbour)["units"]}
    for item in move["exchange"]:
        assert (item["hex"], item["new"]) in units
        assert (item["hex"], item["old"]) not in units


ILLEGAL: list[tuple[Json, str]] = [
    ({"type": "use_port", "tile": 9}, "PORT-9"),
    ({"type": "use_port", "tile": 9, "copy": 9}, "PORT-9"),
    ({"type": "use_port", "tile": 9, "copy": 5}, "PORT-9"),
    ({"type": "use_port", "tile": 9, "copy": 6}, "PORT-6a"),
    ({"type": "use_port", "tile": 9, "copy": 2, "discard": {"wool": 1}}, "PORT-2"),
    ({"type": "use_port", "tile": 9, "copy": 2, "return_to": ["miner"]}, "PORT-2"),
    ({"type": "use_port", "tile": 9, "copy": 7}, "PORT-7a"),
    ({"type": "use_port", "tile": 2, "source": "map"}, "PORT-G01"),
    ({"type": "use_port", "tile": 99}, "SETUP-03"),
    ({"type": "row", "from": "G5", "to": "G6"}, "CLAN-MACDONALD-06"),
    ({"type": "withdraw_cellar", "slot": 0}, "FREE-03"),
    ({"type": "brew", "quantity": 1}, "CLAN-MACEWAN-01"),
    ({"type": "produce", "clan": {"cellar": True}}, "STATE-22"),
    ({"type": "bonus", "kind": "beer"}, "STATE-22"),
]


MODIFIERS: list[tuple[list[Json], str]] = [
    ([{"tile": 6, "source": "copy"}], "PORT-6a"),
    ([{"tile": 6, "source": "copy", "spare": "beef"}], "PORT-6a"),
    ([{"tile": 1, "source": "copy", "spare": "beef"}], "PORT-1a"),
    ([{"tile": 6, "source": "map", "direction": "up"}], "PORT-G01"),
    ([{"tile": 6, "source": "copy", "direction": "up", "steps": 2}], "PORT-6b"),
    ([{"tile": 6, "source": "copy", "direction": "up"}] * 2, "PORT-G03"),
]


@rule("CMD-24", "CMD-04")
def test_illegal_moves_name_their_rule_and_change_nothing(harbour: Turn) -> None:
    before = store.rows(harbour.game.pk)
    wrong = [*ILLEGAL, *((trade_with(modifiers), rule_id) for modifiers, rule_id in MODIFIERS)]
    for move, rule_id in wrong:
        assert problem(send(harbour, move), 422)["rule"] == rule_id, move
    assert store.rows(harbour.game.pk) == before


def trade_with(modifiers: Json) -> Json:
    return {"type": "trade", "good": "wool", "side": "buy", "quantity": 1, "modifiers": modifiers}


def tile_6(**fields: Json) -> Json:
    return trade_with([{"tile": 6, "source": "map", "direction": "up", **fields}])


def port(**fields: Json) -> Json:
    return {"type": "use_port", "tile": 7, **fields}


ITEM = {"hex": "F3", "old": "cow", "new": "sheep"}
MALFORMED: list[Json] = [
    {"type": "row", "from": "F4"},
    {"type": "row", "from": "F4", "to": "Z9"},
    {"type": "row", "from": "F4", "to": ["F5"]},
    {"type": "row", "origin": "F4", "target": "F5"},
    {"type": "row", "from": "F4", "to": "F5", "unit": "worker"},
    {"type": "withdraw_cellar"},
    *({"type": "withdraw_cellar", "slot": slot} for slot in (-1, 10, True, "0", 0.5, None, [0])),
    {"type": "brew"},
    *({"type": "brew", "quantity": amount} for amount in (0, -1, 100, True, "2", None)),
    *(trade_with(wrong) for wrong in (None, {}, "6 down", [6], [None], [{}], [[]])),
    trade_with([{"tile": 6, "direction": "up"}]),
    trade_with([{"tile": 6, "source": "map", "direction": "up"}] * 5),
    *(tile_6(tile=wrong) for wrong in (2, 9, "6", True, None)),
    *(tile_6(source=wrong) for wrong in ("copies", 9, None, ["map"])),
    *(tile_6(direction=wrong) for wrong in ("left", 3, ["up"])),
    *(tile_6(steps=wrong) for wrong in (0, 4, -3, True, "3", 1.5)),
    tile_6(spare="ham"),
    tile_6(price=3),
    {"type": "use_port"},
    *(port(tile=wrong) for wrong in (0, -7, 100, "7", True, None)),
    *(port(source=wrong) for wrong in ("copy", 1, None)),
    *(port(copy=wrong) for wrong in (0, "7", True, [7])),
    *(port(discard=wrong) for wrong in (1, "wool", ["wool"], None)),
    *(port(gain=wrong) for wrong in ({"gold": 1}, {"wool": -1}, {"wool": 100}, {"wool": True})),
    *(port(exchange=wrong) for wrong in (None, {}, "F3", [[]], [{}], [ITEM] * 3)),
    *(port(exchange=[{**ITEM, "old": wrong}]) for wrong in ("miner", "woodcutter", None, 1)),
    *(port(exchange=[{**ITEM, "new": wrong}]) for wrong in ("dragon", None, ["cow"])),
    *(port(exchange=[{**ITEM, "hex": wrong}]) for wrong in ("Z9", "f3", "F33", 3)),
    port(exchange=[{**ITEM, "cost": 0}]),
    *(port(return_to=wrong) for wrong in ("miner", ["worker"], ["miner"] * 3, [None], {})),
    *({"type": "produce", "clan": wrong} for wrong in (None, [], "cellar", {"spell": 1})),
    *({"type": "produce", "clan": {"cellar": wrong}} for wrong in (1, "true", None)),
    *({"type": "produce", "clan": {"butter": wrong}} for wrong in (-1, 100, True, "1", None)),
    {"type": "fulfil", "contract": 1, "modifiers": [{"tile": 1, "source": "map", "spare": "lamb"}]},
    {"type": "fulfil", "contract": 1, "slaughter": [{"unit": "cow"}]},
    {"type": "fulfil", "contract": 1, "slaughter": [{"unit": "bakery", "hex": "F3"}]},
    {"type": "keep_contracts"},
    {"type": "keep_contracts", "contracts": [1] * 7},
    {"type": "bonus", "kind": "money"},
    {"type": "bonus_upgrade", "choice": "glory"},
]


@rule("CMD-24")
@pytest.mark.long
def test_malformed_moves_are_refused_and_change_nothing(turn: Turn) -> None:
    before, caller = store.rows(turn.game.pk), turn.active
    for move in MALFORMED:
        answered = caller.raw(f"{turn.path}/moves", body(json.dumps(move).encode()))
        assert answered.status_code == 400, (move, answered.content)
        problem(answered, 400)
    assert store.rows(turn.game.pk) == before


def test_the_description_has_every_field(anonymous: Caller) -> None:
    answered = anonymous.client.get(
        "/api/schema", headers={"Accept": "application/vnd.oai.openapi+json"}
    )
    shapes = answered.json()["components"]["schemas"]
    fields = {
        "UsePort": "type tile source copy discard gain exchange return_to kilts",
        "UnitExchange": "hex old new",
        "Modifier": "tile source direction steps spare good",
        "Trade": "type good side quantity modifiers merchants kilts",
        "NeighbourhoodBuy": "type good quantity modifiers merchants",
        "Fulfil": "type contract slaughter modifiers kilts",
        "Row": "type from to",
        "WithdrawCellar": "type slot",
        "BrewMove": "type quantity",
        "ClanChoice": "butter cellar young returned silos kilts",
    }
    for name, wanted in fields.items():
        assert set(shapes[name]["properties"]) == set(wanted.split()), name
