"""Listing the legal moves over HTTP: narrowing them, and counting where they are very many."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

import msgspec
import pytest

from api import kept, moves
from api.errors import Malformed
from games import engine
from games.engine.moves.fulfilling import Fulfil
from games.engine.moves.producing import Produce
from games.engine.terms import ContractId
from games.models import Game
from tests.api.conftest import Caller, Turn, problem
from tests.play_over_http import Client, legal
from tests.scenario import RED, scenario

pytestmark = pytest.mark.once


def test_moves_of_the_open_decision(turn: Turn) -> None:
    body = turn.active.get(f"{turn.path}/moves").json()
    assert body["version"] == 1
    assert body["decision"]["kind"] == "choose_clan"
    assert body["total"] == len(body["moves"]) == 3
    assert body["moves"][0] == {"move": {"type": "choose_clan", "pair": 0}, "notation": "choose 0"}
    assert body["counts"] is None


def test_moves_of_who_has_nothing_to_decide(turn: Turn) -> None:
    body = turn.idle.get(f"{turn.path}/moves").json()
    assert (body["decision"], body["moves"], body["total"]) == (None, [], 0)


def test_moves_are_for_players(turn: Turn, charlie: Caller, anonymous: Caller) -> None:
    problem(charlie.get(f"{turn.path}/moves"), 403, "not_seated")
    problem(anonymous.get(f"{turn.path}/moves"), 401)


def test_moves_of_an_open_table(table: Callable[..., Game], alice: Caller) -> None:
    problem(alice.get(f"games/{table().pk}/moves"), 409, "game_not_running")


@pytest.mark.uncounted
def test_moves_are_narrowed(turn: Turn) -> None:
    turn.until_action()
    everything = turn.active.get(f"{turn.path}/moves").json()["moves"]

    def narrowed(query: str) -> list[Any]:
        return [
            listed["move"]
            for listed in turn.active.get(f"{turn.path}/moves?{query}").json()["moves"]
        ]

    def those(**fields: Any) -> list[Any]:
        return [
            listed["move"]
            for listed in everything
            if all(listed["move"].get(name) == value for name, value in fields.items())
        ]

    assert narrowed("type=trade") == those(type="trade") != []
    assert narrowed("type=trade&good=wool&side=buy") == those(type="trade", good="wool", side="buy")
    assert narrowed("quantity=2") == those(quantity=2) != []
    expands = those(type="expand")
    some = expands[0]
    assert narrowed(f"hex={some['hex']}") == those(hex=some["hex"])
    assert narrowed(f"type=expand&unit={some['unit']}") == those(type="expand", unit=some["unit"])
    assert narrowed("type=choose_clan") == []
    takes = those(type="take_contracts")
    taken = takes[0]["contracts"][0]
    assert narrowed(f"contracts={taken}") == [m for m in takes if taken in m["contracts"]]


def test_moves_are_told_whole() -> None:
    move = Fulfil(contract=ContractId(3))
    assert msgspec.json.decode(bytes(moves.as_legal(move).move)) == {
        "type": "fulfil",
        "contract": 3,
        "slaughter": [],
        "modifiers": [],
        "kilts": [],
    }
    made = moves.as_legal(Produce(bread=1)).move
    whole = {"type": "produce", "cheese": 0, "bread": 1, "whisky": 0, "clan": {}}
    assert msgspec.json.decode(bytes(made)) == whole
    assert engine.decode_move(bytes(made)) == Produce(bread=1)


def test_moves_are_narrowed_by_what_stands_in_their_lists() -> None:
    def narrowed(query: str) -> list[str]:
        narrowing = moves.Narrowing(dict(pair.split("=") for pair in query.split("&")))
        return [line for line in lines if narrowing.admits(engine.parse(line))]

    lines = [
        "buy 1 wool",
        "buy 1 wool with 6 up",
        "buy 1 wool with 6 down copy 6 up",
        "fulfil 3 slaughter cow F5 with 1 beef",
        "fulfil 3 slaughter cow F5 cow G3",
        "port 7 exchange worker F5 bakery cow G3 sheep return miner",
        "port 9 copy 7 exchange cow F5 bakery cow H3 sheep",
    ]
    assert narrowed("modifiers=6") == lines[1:3]
    assert narrowed("modifiers=copy&type=trade") == [lines[2]]
    assert narrowed("modifiers=beef") == [lines[3]]
    assert narrowed("slaughter=G3") == [lines[4]]
    assert narrowed("exchange=F5") == lines[5:]
    assert narrowed("exchange=H3&copy=7") == [lines[6]]
    assert narrowed("exchange=F5,G3,worker") == [lines[5]]
    assert narrowed("exchange=G3,H3") == []
    assert narrowed("return_to=miner") == [lines[5]]
    for pair in ("exchange=Z9", "exchange=F5,Z9", "exchange=", "modifiers=7", "good=wool,milk"):
        with pytest.raises(Malformed):
            narrowed(pair)

    assert narrowed("modifiers=6,up" + ",6" * 18) == lines[1:3]
    with pytest.raises(Malformed, match="modifiers: at most 20 values at a time"):
        narrowed("modifiers=6,up" + ",6" * 19)

    by_type = {count.type: count.narrow_by for count in moves.counted(map(engine.parse, lines))}
    assert by_type["trade"]["modifiers"] == [6, "copy", "down", "map", "up"]
    assert by_type["use_port"]["exchange"] == [
        *("F5", "G3", "H3", "bakery", "cow", "sheep", "worker")
    ]
    for name, values in by_type["use_port"].items():
        assert all(narrowed(f"type=use_port&{name}={value}") for value in values)


class Listing:
    """The API's list of some moves, without a game."""

    def __init__(self, listed: Sequence[engine.Move]) -> None:
        self.listed = listed

    def get(self, path: str, **query: str) -> dict[str, Any]:
        """The moves that fit, or how to narrow them."""
        narrowing = moves.Narrowing(query)
        chosen = [move for move in self.listed if narrowing.admits(move)]
        counts = moves.counted(chosen) if len(chosen) > moves.MOST_MOVES else None
        return {"moves": [] if counts else chosen, "counts": msgspec.to_builtins(counts)}


@pytest.mark.uncounted
@pytest.mark.long
def test_a_client_gets_from_very_many_exchanges_to_a_list() -> None:
    grassland = ["B3", "B4", "C6", "D6", "D8", "E3", "E7", "F3", "I3", "I5", "J4", "K1", "L2", "L7"]
    columns = ("sheep", "cow", "bakery", "distillery", "cheese_dairy")
    units = [f"{columns[place % 5]} {hex_}" for place, hex_ in enumerate(grassland)]
    table = scenario().port("M1", 7).port("A1", 9).port("M9", 2).port("A9", 3)
    table.given.put("red", *units, "woodcutter M2", "woodcutter A2")
    listed = engine.legal_moves(table.state, RED)
    assert len(listed) > 3000
    for seed in range(12):
        chance = Random(seed)  # noqa: S311 - which values to narrow by, not a secret
        found = legal(cast("Client", Listing(listed)), "", chance)["moves"]
        assert 0 < len(found) <= moves.MOST_MOVES


@pytest.mark.long
def test_very_many_moves_are_counted(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    turn.until_action()
    everything = turn.active.get(f"{turn.path}/moves").json()
    monkeypatch.setattr("api.views.play.MOST_MOVES", everything["total"] - 1)
    kept.forget()
    body = turn.active.get(f"{turn.path}/moves").json()
    assert body["moves"] == []
    assert body["total"] == everything["total"]
    by_type = {count["type"]: count for count in body["counts"]}
    assert sum(count["count"] for count in body["counts"]) == body["total"]
    assert by_type["trade"]["narrow_by"]["side"] == ["buy", "sell"]
    for name in ("good", "side", "quantity"):
        for value in by_type["trade"]["narrow_by"][name]:
            few = turn.active.get(f"{turn.path}/moves?type=trade&{name}={value}").json()
            assert 0 < len(few["moves"]) < by_type["trade"]["count"]
    assert moves.MOST_MOVES == 500
