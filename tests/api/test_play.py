"""Playing over HTTP: listing moves, playing them, and every way in which that is refused."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

import msgspec
import pytest
from pytest_django import DjangoAssertNumQueries

from api import moves
from api.errors import Malformed
from games import engine, store
from games.engine.moves.fulfilling import Fulfil
from games.engine.moves.producing import Produce
from games.engine.words import ContractId
from games.models import Game
from games.models.game import Status
from tests.api.conftest import Caller, Turn, problem
from tests.play_over_http import Client, legal
from tests.scenario import RED, scenario


def test_moves_of_the_open_decision(turn: Turn) -> None:
    told = turn.active.get(f"{turn.path}/moves").json()
    assert told["version"] == 1
    assert told["decision"]["kind"] == "choose_clan"
    assert told["total"] == len(told["moves"]) == 3
    assert told["moves"][0] == {"move": {"type": "choose_clan", "pair": 0}, "notation": "choose 0"}
    assert told["counts"] is None


def test_moves_of_who_has_nothing_to_decide(turn: Turn) -> None:
    told = turn.idle.get(f"{turn.path}/moves").json()
    assert (told["decision"], told["moves"], told["total"]) == (None, [], 0)


def test_moves_are_for_players(turn: Turn, charlie: Caller, nobody: Caller) -> None:
    problem(charlie.get(f"{turn.path}/moves"), 403, "not_seated")
    problem(nobody.get(f"{turn.path}/moves"), 401)


def test_moves_of_an_open_table(table: Callable[..., Game], alice: Caller) -> None:
    problem(alice.get(f"games/{table().pk}/moves"), 409, "game_not_running")


def test_moves_are_narrowed(turn: Turn) -> None:
    turn.until_action()
    everything = turn.active.get(f"{turn.path}/moves").json()["moves"]

    def narrowed(query: str) -> list[Any]:
        return [
            told["move"] for told in turn.active.get(f"{turn.path}/moves?{query}").json()["moves"]
        ]

    def those(**fields: Any) -> list[Any]:
        return [
            told["move"]
            for told in everything
            if all(told["move"].get(name) == value for name, value in fields.items())
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
    }
    made = moves.as_legal(Produce(bread=1)).move
    whole = {"type": "produce", "cheese": 0, "bread": 1, "whisky": 0, "clan": {}}
    assert msgspec.json.decode(bytes(made)) == whole
    assert engine.decode_move(bytes(made)) == Produce(bread=1)


def test_moves_are_narrowed_by_what_stands_in_their_lists() -> None:
    def narrowed(query: str) -> list[str]:
        narrowing = moves.Narrowing(dict(wish.split("=") for wish in query.split("&")))
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
    for wish in ("exchange=Z9", "exchange=F5,Z9", "exchange=", "modifiers=7", "good=wool,milk"):
        with pytest.raises(Malformed):
            narrowed(wish)

    by_type = {count.type: count.narrow_by for count in moves.counted(map(engine.parse, lines))}
    assert by_type["trade"]["modifiers"] == [6, "copy", "down", "map", "up"]
    assert by_type["use_port"]["exchange"] == [
        *("F5", "G3", "H3", "bakery", "cow", "sheep", "worker")
    ]
    for name, values in by_type["use_port"].items():
        assert all(narrowed(f"type=use_port&{name}={value}") for value in values)


class Listing:
    """What the API tells of some moves, without a game."""

    def __init__(self, listed: Sequence[engine.Move]) -> None:
        self.listed = listed

    def get(self, path: str, **query: str) -> dict[str, Any]:
        """The moves that fit, or how to narrow them."""
        narrowing = moves.Narrowing(query)
        chosen = [move for move in self.listed if narrowing.admits(move)]
        counts = moves.counted(chosen) if len(chosen) > moves.MOST_MOVES else None
        return {"moves": [] if counts else chosen, "counts": msgspec.to_builtins(counts)}


def test_a_client_gets_from_very_many_exchanges_to_a_list() -> None:
    grassland = ["B3", "B4", "C6", "D6", "D8", "E3", "E7", "F3", "I3", "I5", "J4", "K1", "L2", "L7"]
    columns = ("sheep", "cow", "bakery", "distillery", "cheese_dairy")
    units = [f"{columns[place % 5]} {hex_}" for place, hex_ in enumerate(grassland)]
    table = scenario().port("M1", 7).port("A1", 9).port("M9", 2).port("A9", 3)
    table.put("red", *units, "woodcutter M2", "woodcutter A2")
    listed = engine.legal_moves(table.state, RED)
    assert len(listed) > 3000
    for seed in range(12):
        chance = Random(seed)  # noqa: S311 - which values to narrow by, not a secret
        found = legal(cast("Client", Listing(listed)), "", chance)["moves"]
        assert 0 < len(found) <= moves.MOST_MOVES


def test_very_many_moves_are_counted(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    turn.until_action()
    everything = turn.active.get(f"{turn.path}/moves").json()
    monkeypatch.setattr("api.views.play.MOST_MOVES", everything["total"] - 1)
    told = turn.active.get(f"{turn.path}/moves").json()
    assert told["moves"] == []
    assert told["total"] == everything["total"]
    by_type = {count["type"]: count for count in told["counts"]}
    assert sum(count["count"] for count in told["counts"]) == told["total"]
    assert by_type["trade"]["narrow_by"]["side"] == ["buy", "sell"]
    for name in ("good", "side", "quantity"):
        for value in by_type["trade"]["narrow_by"][name]:
            few = turn.active.get(f"{turn.path}/moves?type=trade&{name}={value}").json()
            assert 0 < len(few["moves"]) < by_type["trade"]["count"]
    assert moves.MOST_MOVES == 500


def test_play(turn: Turn) -> None:
    seat = turn.waiting[0]
    answered = turn.active.post(f"{turn.path}/moves", turn.first())
    assert answered.status_code == 201
    told = answered.json()
    assert set(told) == {"version", "events", "decisions", "undo_to"}
    assert told["version"] == 2
    (event,) = told["events"]
    assert (event["version"], event["seat"], event["kind"]) == (2, seat, "choose_clan")
    assert told["decisions"][0]["seat"] == 1 - seat
    assert turn.version == 2


def test_play_notation_and_several_at_once(turn: Turn) -> None:
    turn.until_action()
    before = turn.version
    body = {
        "version": before,
        "moves": [
            {"type": "trade", "good": "wool", "side": "buy", "quantity": 1},
            {"type": "end_turn"},
        ],
    }
    told = turn.active.post(f"{turn.path}/moves", body).json()
    assert [event["notation"] for event in told["events"]] == ["buy 1 wool", "end"]
    assert told["version"] == before + 2
    turn.play("buy 1 milk")
    assert turn.version == before + 3


def test_several_are_all_or_nothing(turn: Turn) -> None:
    turn.until_action()
    before = turn.version
    body = {
        "version": before,
        "moves": [
            {"type": "trade", "good": "wool", "side": "buy", "quantity": 1},
            {"type": "upgrade_shipping"},
        ],
    }
    told = problem(turn.active.post(f"{turn.path}/moves", body), 422)
    assert told["rule"] == "STATE-22"
    assert turn.version == before


def test_illegal_move_names_rule_code_and_facts(turn: Turn) -> None:
    turn.until_action()
    body = {"version": turn.version, "notation": "buy 20 whisky"}
    told = problem(turn.active.post(f"{turn.path}/moves", body), 422)
    assert told["type"] == "urn:caledonia:problem:illegal_move"
    assert told["rule"].startswith("TRADE-")
    assert told["code"]
    assert isinstance(told["facts"], dict)


def test_play_out_of_turn(turn: Turn, charlie: Caller, nobody: Caller) -> None:
    body = turn.first()
    problem(turn.idle.post(f"{turn.path}/moves", body), 403, "not_your_decision")
    problem(charlie.post(f"{turn.path}/moves", body), 403, "not_seated")
    problem(nobody.post(f"{turn.path}/moves", body), 401)
    assert turn.version == 1


def test_play_on_an_open_table(table: Callable[..., Game], alice: Caller) -> None:
    body = {"version": 0, "notation": "pass"}
    problem(alice.post(f"games/{table().pk}/moves", body), 409, "game_not_running")


def test_finished_game_is_only_looked_at(turn: Turn) -> None:
    turn.until_action()
    Game.objects.filter(pk=turn.game.pk).update(status=Status.FINISHED)
    active, version = turn.active, turn.version
    problem(
        active.post(f"{turn.path}/moves", {"version": version, "notation": "pass"}),
        409,
        "game_not_running",
    )
    problem(active.post(f"{turn.path}/undo"), 409, "game_not_running")
    problem(active.put(f"{turn.path}/standing-order", {}), 409, "game_not_running")
    assert active.get(f"{turn.path}/state").status_code == 200
    assert turn.version == version


def test_stale_move_comes_with_what_it_missed(turn: Turn) -> None:
    body = turn.first()
    late = turn.active
    turn.play_first(2)
    told = problem(late.post(f"{turn.path}/moves", body), 409, "stale_version")
    assert told["version"] == 3
    assert [event["version"] for event in told["events"]] == [2, 3]
    assert told["events"] == late.get(f"{turn.path}/events?after=1").json()["events"]
    assert turn.version == 3


def test_retry_with_a_key_is_answered_alike(turn: Turn) -> None:
    active, body = turn.active, turn.first()
    first = active.post(f"{turn.path}/moves", body, Idempotency_Key="k-1")
    assert first.status_code == 201
    assert "Idempotent-Replayed" not in first
    turn.play_first(1)
    again = active.post(f"{turn.path}/moves", body, Idempotency_Key="k-1")
    assert (again.status_code, again.json()) == (201, first.json())
    assert again["Idempotent-Replayed"] == "true"
    assert turn.version == 3
    notation = first.json()["events"][0]["notation"]
    other_words = {"version": body["version"], "notation": notation}
    same = active.post(f"{turn.path}/moves", other_words, Idempotency_Key="k-1")
    assert same.json() == first.json()
    changed = {**body, "version": 2}
    sent = active.post(f"{turn.path}/moves", changed, Idempotency_Key="k-1")
    problem(sent, 422, "key_reused")
    assert turn.version == 3


def test_key_belongs_to_a_user_and_refusals_use_up_none(turn: Turn) -> None:
    one, other = turn.active, turn.idle
    wrong = {"version": 1, "notation": "choose 9"}
    problem(one.post(f"{turn.path}/moves", wrong, Idempotency_Key="k"), 422)
    assert one.post(f"{turn.path}/moves", turn.first(), Idempotency_Key="k").status_code == 201
    assert other.post(f"{turn.path}/moves", turn.first(), Idempotency_Key="k").status_code == 201


def test_undo(turn: Turn, charlie: Caller, nobody: Caller) -> None:
    turn.until_action()
    start = turn.version
    turn.play("buy 1 wool")
    assert turn.active.get(f"{turn.path}/state").json()["undo_to"] == start
    problem(turn.idle.post(f"{turn.path}/undo"), 403, "not_your_decision")
    problem(charlie.post(f"{turn.path}/undo"), 403, "not_seated")
    problem(nobody.post(f"{turn.path}/undo"), 401)
    before = turn.active.get(f"{turn.path}/state?version={start}").json()
    answered = turn.active.post(f"{turn.path}/undo")
    assert answered.status_code == 201
    (event,) = answered.json()["events"]
    assert (event["kind"], event["parent"], event["effects"]) == ("undo", start, [])
    assert event["move"] is None
    after = turn.active.get(f"{turn.path}/state").json()
    assert after == {**before, "version": start + 2}
    assert after["undo_to"] is answered.json()["undo_to"] is None
    problem(turn.active.post(f"{turn.path}/undo"), 422, "nothing_to_undo")
    problem(turn.active.post(f"{turn.path}/undo", {"to_version": 1}), 422)
    assert turn.version == start + 2


def test_undo_to_a_version_inside_the_turn(turn: Turn) -> None:
    turn.until_action()
    start = turn.version
    turn.play("buy 1 wool")
    told = turn.active.post(f"{turn.path}/undo", {"to_version": start}).json()
    assert told["version"] == start + 2
    turn.play("buy 2 wool")
    assert turn.version == start + 3
    again = turn.active.post(f"{turn.path}/undo", {"to_version": start + 2}).json()
    assert again["events"][0]["parent"] == start + 2
    assert again["undo_to"] is None


def test_standing_order_is_the_owners(turn: Turn, charlie: Caller, nobody: Caller) -> None:
    path = f"{turn.path}/standing-order"
    assert turn.active.get(path).json() is None
    order = {"order": ["cheese", "whisky"], "keep": {"grain": 1}, "clan": {}}
    answered = turn.active.put(path, order)
    assert answered.status_code == 200
    told = turn.active.get(path).json()
    assert told == answered.json()
    assert told["order"] == ["cheese", "whisky"]
    assert told["keep"]["grain"] == 1
    assert turn.idle.get(path).json() is None
    for stranger, status in ((charlie, 403), (nobody, 401)):
        problem(stranger.get(path), status)
        problem(stranger.put(path, order), status)
    shown = [turn.idle.get(f"{turn.path}{rest}").content for rest in ("", "/state", "/events")]
    assert b'cheese","whisky' not in b"".join(shown)
    assert len(store.rows(turn.game.pk)) == 1
    assert turn.active.send("PUT", path, None).status_code == 400
    withdrawn = turn.active.client.generic(
        "PUT",
        f"/api/v1/{path}",
        b"null",
        content_type="application/json",
        headers=turn.active.headers({}),
    )
    assert withdrawn.json() is None
    assert turn.active.get(path).json() is None


def test_queries_of_a_move_do_not_grow(
    turn: Turn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    turn.until_action()
    for notation in ("buy 1 wool", "end", "buy 1 milk", "end"):
        body, active = {"version": turn.version, "notation": notation}, turn.active
        with django_assert_max_num_queries(16):
            assert active.post(f"{turn.path}/moves", body).status_code == 201


def test_a_version_that_is_not_there_yet(turn: Turn) -> None:
    wish = {**turn.first(), "version": turn.version + 5}
    told = problem(turn.active.post(f"{turn.path}/moves", wish), 400, "version_ahead")
    assert f"no version {turn.version + 5} yet" in told["detail"]


def test_undo_to_what_has_not_happened(turn: Turn) -> None:
    turn.until_action()
    turn.play("buy 1 wool")
    for version in (turn.version, turn.version + 20):
        told = problem(
            turn.active.post(f"{turn.path}/undo", {"to_version": version}), 422, "nothing_after"
        )
        assert str(version) in told["detail"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"notation": "neighbourhood 1 clan"}, "use one of bread, cheese"),
        ({"notation": "buy"}, "write it like 'buy 2 whisky'"),
        ({"notation": "expand cow f5"}, "hex: "),
        ({"moves": [{"type": "pass"}, {"type": "expand"}]}, "moves[1]: give the field"),
    ],
)
def test_a_malformed_move_is_told_what_is_wrong(turn: Turn, body: object, told: str) -> None:
    wish = {"version": turn.version, **body}  # type: ignore[dict-item]
    answer = problem(turn.active.post(f"{turn.path}/moves", wish), 400, "malformed_move")
    assert told in answer["detail"]
    assert "`$" not in answer["detail"]


def test_addresses_that_take_no_get_say_so(turn: Turn, alice: Caller) -> None:
    problem(alice.get(f"{turn.path}/join?invite=abc"), 405)
    problem(alice.get(f"{turn.path}/map?format=x"), 400)
