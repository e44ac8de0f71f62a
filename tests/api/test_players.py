"""Players and ratings over the API."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import services
from games.models import Game
from replays.statistics import results
from tests.api.conftest import Caller, caller, problem
from tests.marks import in_one_test
from tests.tournaments.rated_games import finish, places
from tests.web.tournaments import HERE, drawn
from tournaments.models import PlayerPage
from tournaments.players import people
from tournaments.players.sections import SECTIONS, opponents, tournaments
from tournaments.ratings import projecting

Json = Any


@pytest.fixture
def season(alice: Caller, bob: Caller, charlie: Caller) -> list[Game]:
    """Games of Alice, Bob and Charlie; the third is private."""
    trio = [alice.user, bob.user, charlie.user]
    games = [
        finish(trio[:2]),
        finish(trio, day=1),
        finish(trio[:2], day=2, visibility="private"),
        finish([bob.user, charlie.user], day=3),
    ]
    projecting.keep_up()
    for game in games:
        results.record(game.pk)
    return games


@pytest.fixture
def dora(db: None) -> Caller:
    """Somebody who has played with nobody."""
    return caller("dora")


def of(caller: Caller, name: str) -> Json:
    answered = caller.get(f"players/{name}")
    assert answered.status_code == 200, answered.content
    return answered.json()


@pytest.mark.once
@pytest.mark.uncounted
def test_a_player_has_every_section(season: list[Game], anonymous: Caller, alice: Caller) -> None:
    shown = of(anonymous, "alice")
    assert set(shown) == {"name", "hidden", "history", "sections"}
    assert shown["name"] == "alice"
    assert list(shown["sections"]) == [section.name for section in SECTIONS]
    page = anonymous.client.get(shown["history"])
    assert page.status_code == 200
    rating = shown["sections"]["rating"]["pools"]
    assert [(one["pool"], one["games"]) for one in rating] == [("overall", 3), ("2", 2), ("3-4", 1)]
    assert all(one["provisional"] for one in rating)


@pytest.mark.once
@pytest.mark.uncounted
@pytest.mark.long
def test_strangers_see_nothing_of_a_private_game_but_the_number_that_it_moved(
    season: list[Game], anonymous: Caller, dora: Caller, alice: Caller, bob: Caller
) -> None:
    secret = str(season[2].pk)
    for who in (anonymous, dora):
        body = who.get("players/alice").content.decode()
        assert secret not in body
        sections = of(who, "alice")["sections"]
        assert len(sections["rating"]["pools"][0]["course"]) == 2
        assert sections["games"]["finished"] == 2
        assert sections["results"]["games"] == 2
        against = {one["name"]: one["games"] for one in sections["opponents"]["people"]}
        assert against == {"bob": 2, "charlie": 1}
        history = who.get("ratings/alice/history")
        assert secret not in history.content.decode()
        assert len(history.json()["results"]) == 2
    for who in (alice, bob):
        sections = of(who, "alice")["sections"]
        assert sections["games"]["finished"] == sections["results"]["games"] == 3
        assert {one["name"]: one["games"] for one in sections["opponents"]["people"]} == {
            "bob": 3,
            "charlie": 1,
        }
        history = who.get("ratings/alice/history").json()["results"]
        assert [one["game"] for one in history] == [secret, str(season[1].pk), str(season[0].pk)]


@pytest.mark.uncounted
@pytest.mark.long
def test_what_two_hidden_games_differ_in_changes_no_answer_to_strangers(
    alice: Caller, bob: Caller, charlie: Caller, anonymous: Caller
) -> None:
    """But for the rating and the number of games, a private game might as well not be there."""

    def shown() -> Json:
        body = of(anonymous, "alice")
        for pool in body["sections"]["rating"]["pools"]:
            pool.update(rating=0, games=0, rank=0)
        return body

    finish([alice.user, bob.user])
    projecting.keep_up()
    before = shown()
    other = finish([alice.user, bob.user], day=2, visibility="unlisted")
    projecting.keep_up()
    results.record(other.pk)
    assert shown() == before


def test_results_by_clan_place_and_number_of_players(season: list[Game], anonymous: Caller) -> None:
    found = of(anonymous, "charlie")["sections"]["results"]
    assert found["games"] == 2
    assert {line["value"]: line["games"] for line in found["players"]} == {"2": 1, "3": 1}
    by_size = {line["value"]: line for line in found["players"]}
    won = [by_size["2"]["places"].index(1) + 1, by_size["3"]["places"].index(1) + 1]
    assert won == [places(2)[1], places(3)[2]]
    for by in ("clan", "place", "players"):
        assert sum(line["games"] for line in found[by]) == 2
        assert sum(line["wins"] for line in found[by]) == won.count(1)


@pytest.mark.uncounted
@pytest.mark.long
def test_head_to_head_counts_who_was_ahead(season: list[Game], anonymous: Caller) -> None:
    row = next(
        one
        for one in of(anonymous, "alice")["sections"]["opponents"]["people"]
        if one["name"] == "bob"
    )
    better = [places(number)[0] < places(number)[1] for number in (2, 3)]
    assert (row["ahead"], row["behind"], row["level"]) == (sum(better), 2 - sum(better), 0)
    everybody = of(anonymous, "alice")["sections"]["opponents"]["people"]
    counts = [one[name] for one in everybody for name in ("games", "ahead", "level", "behind")]
    assert {type(count) for count in counts} == {int}, "true is no number"
    assert any(one["games"] == 1 for one in everybody)
    other = of(anonymous, "bob")["sections"]["opponents"]["people"]
    mirrored = next(one for one in other if one["name"] == "alice")
    assert (mirrored["ahead"], mirrored["behind"]) == (row["behind"], row["ahead"])


@pytest.mark.uncounted
@pytest.mark.long
def test_head_to_head_goes_through_the_newest_games_alone(
    season: list[Game], anonymous: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player may have tens of thousands, and anybody may ask."""

    def played() -> int:
        people = of(anonymous, "alice")["sections"]["opponents"]["people"]
        return max(one["games"] for one in people)

    assert played() > 1
    monkeypatch.setattr(opponents, "MOST_GAMES", 1)
    assert played() == 1


@pytest.mark.uncounted
def test_the_newest_games_have_place_and_points(season: list[Game], anonymous: Caller) -> None:
    found = of(anonymous, "bob")["sections"]["games"]
    assert found["running"] == 0
    assert [one["id"] for one in found["newest"]] == [
        str(season[number].pk) for number in (3, 1, 0)
    ]
    assert [one["place"] for one in found["newest"]] == [
        places(2)[0],
        places(3)[1],
        places(2)[1],
    ]
    assert all(one["rated"] for one in found["newest"])


@pytest.mark.uncounted
def test_a_deleted_account_is_an_opponent_under_another_name(
    season: list[Game], anonymous: Caller, alice: Caller
) -> None:
    name = services.delete_account(user=User.objects.get(username="bob"), now=timezone.now())
    found = of(anonymous, "alice")["sections"]["opponents"]["people"]
    assert (found[0]["name"], found[0]["account"]) == (name, False)
    for gone in ("bob", name):
        problem(anonymous.get(f"players/{gone}"), 404, "no_such_player")
        problem(anonymous.get(f"ratings/{gone}/history"), 404, "no_such_player")
    listed = [one["name"] for one in anonymous.get("ratings").json()["results"]]
    assert set(listed) == {"alice", "charlie"}


def test_a_hidden_page_is_for_its_owner_and_who_has_played_with_them(
    season: list[Game], anonymous: Caller, alice: Caller, bob: Caller, dora: Caller
) -> None:
    people.hide(alice.user, from_strangers=True)
    absent = problem(dora.get("players/alexander"), 404, "no_such_player")
    for who in (anonymous, dora):
        met = of(who, "bob")["sections"]["opponents"]["people"]
        assert {one["name"]: one["page"] for one in met} == {"alice": False, "charlie": True}
        for path in ("players/alice", "ratings/alice/history", "tournaments/players/alice"):
            refusal = problem(who.get(path), 404, "no_such_player")
            assert refusal["detail"] == absent["detail"]
        names = [one["name"] for one in who.get("ratings").json()["results"]]
        assert "alice" not in names
    for who in (alice, bob):
        assert of(who, "alice")["hidden"]
        assert who.get("ratings/alice/history").status_code == 200
    assert "alice" in [one["name"] for one in alice.get("ratings").json()["results"]]
    assert "alice" not in [one["name"] for one in bob.get("ratings").json()["results"]]
    people.hide(alice.user, from_strangers=False)
    assert not of(dora, "alice")["hidden"]
    assert PlayerPage.objects.count() == 1


@pytest.mark.uncounted
def test_the_list_of_ratings_is_best_first_with_ranks(
    season: list[Game], anonymous: Caller
) -> None:
    for pool in ("overall", "2", "3-4"):
        rows = anonymous.get(f"ratings?pool={pool}").json()["results"]
        assert len(rows) == 3
        assert [one["rating"] for one in rows] == sorted((r["rating"] for r in rows), reverse=True)
        assert rows[0]["rank"] == 1
    every = anonymous.get("ratings").json()["results"]
    one_by_one, address = [], "/api/v1/ratings?limit=1"
    while address:
        page = anonymous.client.get(address).json()
        one_by_one += page["results"]
        address = page["next"]
    assert one_by_one == every


def test_equal_ratings_share_a_rank_on_every_page(anonymous: Caller) -> None:
    users = [User.objects.create_user(f"player{number}") for number in range(8)]
    for number in range(0, 8, 2):
        finish(users[number : number + 2], day=0)
    projecting.keep_up()
    every = anonymous.get("ratings").json()["results"]
    assert [one["rank"] for one in every] == [1] * 4 + [5] * 4
    pages, address = [], "/api/v1/ratings?limit=3"
    while address:
        page = anonymous.client.get(address).json()
        pages += page["results"]
        address = page["next"]
    assert pages == every


def test_a_history_goes_on_from_page_to_page(season: list[Game], bob: Caller) -> None:
    every = bob.get("ratings/bob/history").json()
    assert len(every["results"]) == 4
    assert every["next"] is None
    first = bob.get("ratings/bob/history?limit=3").json()
    second = bob.client.get(first["next"], headers=bob.headers({})).json()
    assert first["results"] + second["results"] == every["results"]
    newest = every["results"][0]
    assert newest["rating"] - newest["change"] == every["results"][1]["rating"]
    assert newest["model"] == "PlackettLuce"


@pytest.mark.long
def test_all_tournaments_of_a_player_come_page_by_page(
    alice: Caller, bob: Caller, anonymous: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "MOST", 2)
    cups = [drawn(alice.user, alice.user, bob.user, settings=HERE) for _ in range(3)]
    drawn(alice.user, alice.user, bob.user, settings=HERE, visibility="private")
    section = of(anonymous, "bob")["sections"]["tournaments"]
    assert (len(section["tournaments"]), section["more"]) == (2, True)
    first = anonymous.get("tournaments/players/bob?limit=2").json()
    second = anonymous.client.get(first["next"]).json()
    every = first["results"] + second["results"]
    assert [one["id"] for one in every] == [str(cup.pk) for cup in reversed(cups)]
    assert every[:2] == section["tournaments"]
    assert all(one["place"] in (1, 2) and one["of"] == 2 for one in every)
    assert {one["replaced_in"] for one in every} == {None}
    assert len(bob.get("tournaments/players/bob").json()["results"]) == 4


def test_who_was_replaced_has_no_place_and_the_round_of_it(
    alice: Caller, bob: Caller, anonymous: Caller
) -> None:
    cup = drawn(alice.user, alice.user, bob.user, settings=HERE)
    entrant = alice.post(f"tournaments/{cup.pk}/entrants/2/substitute", {"bot": "random"})
    assert entrant.status_code == 200, entrant.content
    (one,) = of(anonymous, "bob")["sections"]["tournaments"]["tournaments"]
    assert (one["place"], one["replaced_in"], one["of"]) == (None, 1, 2)
    assert anonymous.get("tournaments/players/bob").json()["results"] == [one]


@pytest.mark.parametrize(("games", "provisional"), [(9, True), (10, False)])
def test_a_rating_is_provisional_under_ten_games(
    alice: Caller, bob: Caller, anonymous: Caller, games: int, provisional: bool
) -> None:
    for day in range(games):
        finish([alice.user, bob.user], day=day)
    projecting.keep_up()
    listed = anonymous.get("ratings?pool=2").json()["results"]
    assert [(one["games"], one["provisional"]) for one in listed] == [(games, provisional)] * 2
    pools = of(anonymous, "alice")["sections"]["rating"]["pools"]
    assert [one["provisional"] for one in pools] == [provisional] * 2


@in_one_test(
    "query",
    [
        "tournaments/players/alice?cursor=cD14",
        "tournaments/players/alice?limit=0",
        "ratings?pool=5",
        "ratings?limit=0",
        "ratings?cursor=abc",
        "ratings?cursor=cD0x",
        "ratings?cursor=cD05OTk5OTk5OTk5OTk5",
        "ratings?cursor=cD14",
        "ratings/alice/history?cursor=cD14",
        "ratings/alice/history?cursor=cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5",
        "ratings/alice/history?what=1",
        "players/alice?pool=2",
    ],
)
def test_bad_queries_are_refused(query: str, alice: Caller) -> None:
    answered = alice.get(query)
    assert answered.status_code in ((200, 400) if query == "ratings?cursor=cD0x" else (400,))


def test_names_are_found_as_they_are_typed_in_another_form(alice: Caller) -> None:
    User.objects.create_user("Émile")
    assert of(alice, "E\u0301mile")["name"] == "Émile"
    problem(alice.get("players/%00"), 404, "no_such_player")
    problem(alice.get("players/" + "x" * 3000), 404, "no_such_player")


def test_a_new_player_has_empty_sections(alice: Caller) -> None:
    sections = of(alice, "alice")["sections"]
    assert sections["rating"] == {"pools": []}
    assert sections["results"]["games"] == 0
    assert sections["opponents"] == {"people": []}
    assert sections["games"] == {"finished": 0, "running": 0, "newest": []}
