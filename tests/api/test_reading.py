"""Looking at a game: state, map, content, events."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from games import engine
from games.engine.geometry.board import HEXES
from games.engine.terms import GOODS
from games.models import Game
from tests.api.conftest import Caller, Turn, problem

VIEW = {
    *("game", "version", "status", "content", "round", "phase", "decisions", "undo_to"),
    *("turn_order", "passed", "map", "market", "export_board", "imports", "scoring_tiles"),
    *("ports", "pieces", "players", "scores", "draft"),
}
PLAYER = {
    *("seat", "name", "clan", "money", "glory", "goods", "merchants", "shipping", "technology"),
    *("board", "units", "boxes", "fulfilled", "clan_state"),
}
EVENT = {
    *("version", "parent", "recorded_at", "seat", "origin", "cause", "kind", "move", "notation"),
    *("effects", "rules", "secret_hash", "digest", "chain"),
}


@pytest.mark.once
@pytest.mark.uncounted
def test_state_has_the_shape_of_the_contract(turn: Turn, anonymous: Caller) -> None:
    turn.until_action()
    body = anonymous.get(f"{turn.path}/state").json()
    assert body.keys() >= VIEW
    assert body["game"] == str(turn.game.pk)
    assert body["version"] == turn.version
    assert (body["status"], body["phase"], body["round"]) == ("running", "action", 1)
    assert body["scores"] is None
    assert [player["name"] for player in body["players"]] == ["alice", "bob"]
    assert all(player.keys() >= PLAYER for player in body["players"])
    (decision,) = body["decisions"]
    assert decision.keys() >= {"id", "seat", "kind", "moves", "source", "optional"}
    assert decision["seat"] == turn.waiting[0]
    assert "trade" in decision["moves"]
    whisky = body["market"]["whisky"]
    assert whisky.keys() == {"price", "position", "prices", "merchants"}
    assert whisky["price"] == whisky["prices"][whisky["position"]]
    assert whisky["merchants"] == {"buy": [0, 0], "sell": [0, 0]}
    assert body["export_board"]["cost"] == -5
    assert len(body["export_board"]["slots"]) == 6
    assert body["map"]["small"] is True
    assert set(body["imports"]) == {"cotton", "tobacco", "sugar_cane"}


def test_state_as_of_a_version(turn: Turn, anonymous: Caller) -> None:
    turn.play_first(3)
    newest = anonymous.get(f"{turn.path}/state").json()
    assert newest["version"] == 4
    assert anonymous.get(f"{turn.path}/state?version=4").json() == newest
    then = anonymous.get(f"{turn.path}/state?version=2").json()
    assert then["version"] == 2
    assert sum(pair["taken_by"] is not None for pair in then["draft"]) == 1
    for missing in (0, 5):
        problem(anonymous.get(f"{turn.path}/state?version={missing}"), 404, "no_such_version")


@pytest.mark.parametrize("rest", ["state", "map"])
def test_open_table_has_no_state(table: Callable[..., Game], anonymous: Caller, rest: str) -> None:
    problem(anonymous.get(f"games/{table().pk}/{rest}"), 409, "game_not_running")


def test_state_costs_few_queries(
    turn: Turn, anonymous: Caller, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    turn.play_first(2)
    anonymous.get(f"{turn.path}/state")
    player = turn.active
    player.get(f"{turn.path}/state")
    with django_assert_num_queries(1):
        anonymous.get(f"{turn.path}/state")
    with django_assert_num_queries(1):  # the token comes with the game
        player.get(f"{turn.path}/state")
    with django_assert_num_queries(2):
        anonymous.get(f"{turn.path}/events")


def test_head_is_answered(turn: Turn, anonymous: Caller) -> None:
    answered = anonymous.send("HEAD", f"{turn.path}/state")
    assert (answered.status_code, answered.content) == (200, b"")


def test_map(turn: Turn, anonymous: Caller) -> None:
    body = anonymous.get(f"{turn.path}/map").json()
    assert [space["hex"] for space in body["hexes"]] == list(HEXES)
    kinds = {space["hex"]: space for space in body["hexes"]}
    assert set(kinds["F5"]) == {
        *("hex", "kind", "terrain", "cost", "mist", "delta", "border", "module"),
    }
    for space in kinds.values():
        assert (space["kind"] == "loch") == (space["terrain"] == []) == (space["cost"] == 0)
    assert kinds["A2"]["module"] in {"A1", "A2"}
    assert any(space["mist"] for space in kinds.values())
    assert any(space["border"] for space in kinds.values())
    assert {kinds[space]["kind"] for space in body["central_loch"]} == {"loch"}
    assert len(body["central_loch"]) == 10
    assert len(body["ports"]) == 4
    assert all(kinds[port["hex"]]["kind"] == "loch" for port in body["ports"])
    deltas = {space["hex"] for space in kinds.values() if space["delta"]}
    assert deltas <= {space for pair in body["rivers"] for space in pair}
    assert body["rivers"]


def test_content_is_told_by_name(turn: Turn, anonymous: Caller) -> None:
    known = anonymous.get(turn.path).json()["content"]
    body = anonymous.get(f"content/{known}").json()
    assert body["hash"] == known == anonymous.get(f"{turn.path}/state").json()["content"]
    assert body["unit_costs"]["field"] == 18
    assert len(body["contracts"]) == 50
    assert body["contracts"]["6"] == {
        "id": 6,
        "asks": {"wool": 3},
        "gives": {"sugar_cane": 1, "hops": 1, "bonus_upgrade": 1},
    }
    assert body["large_market"]["whisky"]["prices"] == sorted(
        body["large_market"]["whisky"]["prices"]
    )
    content = engine.packs.builtin().content
    assert len(body["start_tiles"]) == len(content.start_tiles)
    for tile in content.start_tiles.values():
        shown = body["start_tiles"][str(tile.id)]
        assert [shown["goods"].get(good, 0) for good in GOODS] == list(tile.goods)
        assert shown["money"] == tile.money
        assert all(shown["goods"].values())


def test_content_tells_what_tiles_say(turn: Turn, anonymous: Caller) -> None:
    body = anonymous.get(f"content/{anonymous.get(turn.path).json()['content']}").json()
    state = anonymous.get(f"{turn.path}/state").json()
    clans = {clan["name"]: clan["text"] for clan in body["clans"]}
    ports = {tile["tile"]: tile["text"] for tile in body["ports"]}
    scoring = {tile["tile"]: tile["text"] for tile in body["scoring_tiles"]}
    assert {pair["clan"] for pair in state["draft"]} <= set(clans)
    assert {port["tile"] for port in state["ports"]} <= set(ports)
    assert set(state["scoring_tiles"]) <= set(scoring)
    assert "milk for £8" in clans["cunningham"][0]
    assert ports[5] == "Receive £10."
    assert "worker" in scoring[4]
    assert all([*ports.values(), *scoring.values(), *clans.values()])


def test_content_is_kept_for_a_while_only(turn: Turn, anonymous: Caller) -> None:
    """The texts are not covered by the hash."""
    kept = anonymous.get(f"content/{anonymous.get(turn.path).json()['content']}")["Cache-Control"]
    assert "immutable" not in kept
    assert int(kept.rpartition("max-age=")[2]) <= 24 * 3600


def test_events_have_the_shape_of_the_contract(turn: Turn, anonymous: Caller) -> None:
    turn.play_first(1)
    body = anonymous.get(f"{turn.path}/events").json()
    setup, chosen = body["events"]
    assert body["version"] == 2
    assert body["next"] is None
    assert set(setup) == set(chosen) == EVENT
    assert (setup["kind"], setup["origin"], setup["seat"]) == ("setup", "game", None)
    assert (setup["move"], setup["notation"], setup["parent"]) == (None, None, 0)
    assert chosen["kind"] == chosen["move"]["type"] == "choose_clan"
    assert chosen["notation"] == f"choose {chosen['move']['pair']}"
    assert (chosen["origin"], chosen["parent"], chosen["rules"]) == ("player", 1, 1)
    assert chosen["effects"]


@pytest.mark.uncounted
def test_events_in_pages(turn: Turn, anonymous: Caller) -> None:
    turn.play_first(4)
    page = anonymous.get(f"{turn.path}/events?after=1&limit=2").json()
    assert [event["version"] for event in page["events"]] == [2, 3]
    last = anonymous.client.get(page["next"]).json()
    assert [event["version"] for event in last["events"]] == [4, 5]
    assert last["next"] is None
    beyond = anonymous.get(f"{turn.path}/events?after=99").json()
    assert (beyond["events"], beyond["next"], beyond["version"]) == ([], None, 5)


def test_open_table_has_no_events(table: Callable[..., Game], anonymous: Caller) -> None:
    body = anonymous.get(f"games/{table().pk}/events").json()
    assert body == {"version": 0, "events": [], "next": None}


@pytest.mark.once
def test_v_is_short_for_version(turn: Turn) -> None:
    version = turn.until_action() or turn.version
    assert version
    body = turn.active.get(f"{turn.path}/state?v=3").json()
    assert body == turn.active.get(f"{turn.path}/state?version=3").json()
    problem(turn.active.get(f"{turn.path}/state?v=3&version=3"), 400, "malformed")


def test_a_finished_game_has_an_address_that_lasts(turn: Turn, anonymous: Caller) -> None:
    assert anonymous.get(turn.path).json()["permalink"] is None
    Game.objects.filter(pk=turn.game.pk).update(status="finished")
    address = anonymous.get(turn.path).json()["permalink"]
    assert address == f"http://testserver/api/v1/replays/{turn.game.pk}"
    assert anonymous.client.get(address).status_code == 200
