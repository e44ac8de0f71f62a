"""Which clans players want, over the API."""

import pytest

from tests.api.conftest import Caller, problem
from tests.marks import in_one_test
from tests.rules import rule

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def made(host: Caller, **options: object) -> str:
    """The path of a new table."""
    chosen = {"players": 2, "clan_experience": "by_player", **options}
    answered = host.post("games", {"name": "Experience", "options": chosen})
    assert answered.status_code == 201, answered.content
    return f"games/{answered.json()['id']}"


@rule("VAR-NEWBIE-02")
def test_players_say_it_and_the_options_keep_it(
    alice: Caller, bob: Caller, anonymous: Caller
) -> None:
    table = made(alice)
    bob.post(f"{table}/join")
    answered = bob.put(f"{table}/experience", {"experience": "easier"})
    assert answered.status_code == 200, answered.content
    assert [seat["experience"] for seat in answered.json()["seats"]] == ["ordinary", "easier"]
    assert answered.json()["options"]["experience"] == []
    started = alice.post(f"{table}/start").json()
    assert started["options"]["experience"] == ["ordinary", "easier"]
    kinds = {"ordinary": {"mackenzie", "robertson", "stewart"}}
    kinds["easier"] = {"campbell", "cunningham", "fergusson"}
    for caller in (alice, bob) if started["waiting"] == [0] else (bob, alice):
        listed = caller.get(f"{table}/moves").json()
        draft = anonymous.get(f"{table}/state").json()["draft"]
        seat = [alice, bob].index(caller)
        offered = {draft[one["move"]["pair"]]["clan"] for one in listed["moves"]}
        assert offered <= kinds[started["options"]["experience"][seat]]
        body = {"version": listed["version"]}
        for number, pair in enumerate(draft):
            if pair["taken_by"] is None and pair["clan"] not in offered:
                body["move"] = {"type": "choose_clan", "pair": number}
                refused = problem(caller.post(f"{table}/moves", body), 422, "pair_for_others")
                assert refused["rule"] == "VAR-NEWBIE-02"
        body["move"] = listed["moves"][0]["move"]
        assert caller.post(f"{table}/moves", body).status_code == 201
    problem(bob.put(f"{table}/experience", {"experience": "easier"}), 409, "game_not_open")


@pytest.mark.uncounted
@in_one_test(
    "body", [{}, {"experience": "best"}, {"experience": None}, {"experience": ["easier"]}, []]
)
def test_what_is_no_experience_is_malformed(alice: Caller, body: object) -> None:
    table = made(alice)
    problem(alice.put(f"{table}/experience", body), 400)
    seats = alice.get(table).json()["seats"]
    assert [seat["experience"] for seat in seats] == ["ordinary"]


def test_other_tables_do_not_ask(alice: Caller) -> None:
    table = made(alice, clan_experience="harder")
    problem(alice.put(f"{table}/experience", {"experience": "easier"}), 409, "experience_not_asked")
    assert alice.get(table).json()["seats"][0]["experience"] is None


def test_the_host_cannot_say_it_for_others(alice: Caller, anonymous: Caller) -> None:
    options = {"players": 2, "clan_experience": "by_player", "experience": ["harder", "easier"]}
    refused = problem(alice.post("games", {"name": "x", "options": options}), 400)
    assert "each player chooses at the open table" in refused["detail"]
    body = {option["name"]: option for option in anonymous.get("options").json()["options"]}
    assert body["experience"]["chosen_by"] == "players"
    assert body["clan_experience"]["chosen_by"] == "host"
