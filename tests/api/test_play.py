"""Playing over HTTP, and every way in which that is refused."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from games import store
from games.models import Game
from games.models.game import Status
from tests.api.conftest import Caller, Json, Turn, problem

pytestmark = pytest.mark.once


def test_play(turn: Turn) -> None:
    seat = turn.waiting[0]
    answered = turn.active.post(f"{turn.path}/moves", turn.first())
    assert answered.status_code == 201
    body = answered.json()
    assert set(body) == {"version", "events", "decisions", "undo_to"}
    assert body["version"] == 2
    (event,) = body["events"]
    assert (event["version"], event["seat"], event["kind"]) == (2, seat, "choose_clan")
    assert body["decisions"][0]["seat"] == 1 - seat
    assert turn.version == 2


@pytest.mark.uncounted
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
    answer = turn.active.post(f"{turn.path}/moves", body).json()
    assert [event["notation"] for event in answer["events"]] == ["buy 1 wool", "end"]
    assert answer["version"] == before + 2
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
    refusal = problem(turn.active.post(f"{turn.path}/moves", body), 422)
    assert refusal["rule"] == "STATE-22"
    assert turn.version == before


@pytest.mark.uncounted
@pytest.mark.parametrize("guess", [{"type": "upgrade_shipping"}, {"type": "draw_contracts"}])
def test_a_list_ends_with_what_cannot_be_undone(turn: Turn, guess: Json) -> None:
    """The refusal of a guess would tell what has been turned up, and all would be as before."""
    turn.until_action()
    before = turn.version
    moves = [
        {"type": "trade", "good": "wool", "side": "buy", "quantity": 1},
        {"type": "end_turn"},
        guess,
    ]
    body = {"version": before, "moves": moves}
    refusal = problem(turn.active.post(f"{turn.path}/moves", body), 422, "list_goes_on")
    assert (refusal["rule"], refusal["facts"]) == ("UNDO-02", {"moves": 2})
    assert turn.version == before


@pytest.mark.uncounted
def test_illegal_move_names_rule_code_and_facts(turn: Turn) -> None:
    turn.until_action()
    body = {"version": turn.version, "notation": "buy 20 whisky"}
    refusal = problem(turn.active.post(f"{turn.path}/moves", body), 422)
    assert refusal["type"] == "urn:caledonia:problem:illegal_move"
    assert refusal["rule"].startswith("TRADE-")
    assert refusal["code"]
    assert isinstance(refusal["facts"], dict)


def test_play_out_of_turn(turn: Turn, charlie: Caller, anonymous: Caller) -> None:
    body = turn.first()
    problem(turn.idle.post(f"{turn.path}/moves", body), 403, "not_your_decision")
    problem(charlie.post(f"{turn.path}/moves", body), 403, "not_seated")
    problem(anonymous.post(f"{turn.path}/moves", body), 401)
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
    refusal = problem(late.post(f"{turn.path}/moves", body), 409, "stale_version")
    assert refusal["version"] == 3
    assert [event["version"] for event in refusal["events"]] == [2, 3]
    assert refusal["events"] == late.get(f"{turn.path}/events?after=1").json()["events"]
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


@pytest.mark.uncounted
def test_undo(turn: Turn, charlie: Caller, anonymous: Caller) -> None:
    turn.until_action()
    start = turn.version
    turn.play("buy 1 wool")
    assert turn.active.get(f"{turn.path}/state").json()["undo_to"] == start
    problem(turn.idle.post(f"{turn.path}/undo"), 403, "not_your_decision")
    problem(charlie.post(f"{turn.path}/undo"), 403, "not_seated")
    problem(anonymous.post(f"{turn.path}/undo"), 401)
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
    body = turn.active.post(f"{turn.path}/undo", {"to_version": start}).json()
    assert body["version"] == start + 2
    turn.play("buy 2 wool")
    assert turn.version == start + 3
    again = turn.active.post(f"{turn.path}/undo", {"to_version": start + 2}).json()
    assert again["events"][0]["parent"] == start + 2
    assert again["undo_to"] is None


def test_standing_order_is_the_owners(turn: Turn, charlie: Caller, anonymous: Caller) -> None:
    path = f"{turn.path}/standing-order"
    assert turn.active.get(path).json() is None
    order = {"order": ["cheese", "whisky"], "keep": {"grain": 1}, "clan": {}}
    answered = turn.active.put(path, order)
    assert answered.status_code == 200
    body = turn.active.get(path).json()
    assert body == answered.json()
    assert body["order"] == ["cheese", "whisky"]
    assert body["keep"]["grain"] == 1
    assert turn.idle.get(path).json() is None
    for stranger, status in ((charlie, 403), (anonymous, 401)):
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


@pytest.mark.uncounted
def test_queries_of_a_move_do_not_grow(
    turn: Turn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    turn.until_action()
    for notation in ("buy 1 wool", "end", "buy 1 milk", "end"):
        body, active = {"version": turn.version, "notation": notation}, turn.active
        with django_assert_max_num_queries(16):
            assert active.post(f"{turn.path}/moves", body).status_code == 201


def test_a_version_that_is_not_there_yet(turn: Turn) -> None:
    body = {**turn.first(), "version": turn.version + 5}
    refusal = problem(turn.active.post(f"{turn.path}/moves", body), 400, "version_ahead")
    assert f"no version {turn.version + 5} yet" in refusal["detail"]


@pytest.mark.uncounted
def test_undo_to_what_has_not_happened(turn: Turn) -> None:
    turn.until_action()
    turn.play("buy 1 wool")
    for version in (turn.version, turn.version + 20):
        refusal = problem(
            turn.active.post(f"{turn.path}/undo", {"to_version": version}), 422, "nothing_after"
        )
        assert str(version) in refusal["detail"]


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"notation": "neighbourhood 1 clan"}, "use one of bread, cheese"),
        ({"notation": "buy"}, "write it like 'buy 2 whisky'"),
        ({"notation": "expand cow f5"}, "hex: "),
        ({"moves": [{"type": "pass"}, {"type": "expand"}]}, "moves[1]: give the field"),
    ],
)
def test_a_malformed_move_is_told_what_is_wrong(turn: Turn, body: object, detail: str) -> None:
    sent = {"version": turn.version, **body}  # type: ignore[dict-item]
    answer = problem(turn.active.post(f"{turn.path}/moves", sent), 400, "malformed_move")
    assert detail in answer["detail"]
    assert "`$" not in answer["detail"]


@pytest.mark.uncounted
@pytest.mark.parametrize("hex_", ["Z9", "F0", "F10", "f5", "N1"])
def test_what_a_hex_is_stands_in_the_answer(turn: Turn, hex_: str) -> None:
    detail = "a hex is a letter A to M and a number 1 to 9, such as F5"
    for body in (
        {"notation": f"expand sheep {hex_}"},
        {"move": {"type": "expand", "unit": "sheep", "hex": hex_}},
        {"notation": f"fulfil 5 slaughter sheep {hex_}"},
    ):
        answered = turn.active.post(f"{turn.path}/moves", {"version": 1, **body})
        assert detail in problem(answered, 400, "malformed_move")["detail"], body


def test_addresses_that_take_no_get_say_so(turn: Turn, alice: Caller) -> None:
    problem(alice.get(f"{turn.path}/join?invite=abc"), 405)
    problem(alice.get(f"{turn.path}/map?format=x"), 400)
