"""Tournaments over the API: a whole one, lists, and what is asked of one."""

import hashlib
from fractions import Fraction

import pytest
from msgspec.json import encode
from rest_framework.settings import api_settings

from api.problems import ANSWERS
from tests.api.conftest import Caller, Json, caller, problem
from tests.api.tournament_callers import BY_HAND, done, entered, made, plain, seats, stored
from tests.marks import in_one_test
from tournaments import errors
from tournaments.files.shape import BadTournamentFile
from tournaments.models.tournament import LONGEST_ANNOUNCEMENT
from tournaments.settings_check import MOST_ENTRANTS

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture
def dora(db: None) -> Caller:
    return caller("dora")


def test_a_tournament_from_the_draft_to_the_end(
    alice: Caller, bob: Caller, charlie: Caller, dora: Caller, anonymous: Caller
) -> None:
    path = made(alice, opened=False, announcement="On Friday.\nBring cake.")
    draft = done(alice.get(path))
    assert (draft["phase"], draft["commitment"], draft["own"]) == (
        "draft",
        "",
        {"directs": True, "asked": False, "entrant": None},
    )
    problem(bob.get(path), 404, "no_such_tournament")
    done(alice.post(f"{path}/open", {"version": draft["version"]}))
    assert entered(path, bob, charlie) == [1, 2]
    added = alice.post(f"{path}/entrants", {"bots": ["steward"], "labels": ["Edna"]})
    listed = done(added, 201)["entrants"]
    assert [one["person"]["user"] or one["person"]["label"] for one in listed] == [
        *("bob", "charlie", None, "Edna")
    ]
    assert listed[2]["person"]["bot"] == "steward"
    problem(bob.post(f"{path}/register"), 409, "already_entered")

    preview = done(alice.get(f"{path}/draw"))
    done(alice.post(f"{path}/draw", {"version": preview["version"]}))
    tables = done(anonymous.get(f"{path}/tables?round=1"))["tables"]
    assert [one["seats"] for one in tables] == [one["seats"] for one in preview["tables"]]
    problem(alice.post(f"{path}/draw"), 409, "round_running")
    for table in tables:
        done(alice.post(f"{path}/tables/{table['table']}/result", {"scores": [120, 90]}))
    problem(alice.post(f"{path}/tables/1/result", {"places": [1, 2]}), 409, "result_stands")

    before = done(anonymous.get(f"{path}/standings"))
    ruling = {"reason": "Miscounted.", "places": [2, 1]}
    assert done(alice.post(f"{path}/tables/1/ruling", ruling))["points"] == ["2", "8"]
    after = done(anonymous.get(f"{path}/standings"))
    loser, winner = seats(tables[0])
    assert {one["entrant"]: one["points"] for one in after["rows"]}[winner] == "8"
    assert done(anonymous.get(f"{path}/standings?as_of={before['version']}")) == before
    (one,) = done(anonymous.get(f"{path}/rulings"))["rulings"]
    assert (one["table"], one["reason"], one["by"]["user"]) == (1, "Miscounted.", "alice")
    moved = done(anonymous.get(f"{path}/standings/changes?since={before['version']}"))
    assert (moved["tables"], moved["ruled"]) == ([1], [1])
    assert {move["entrant"] for move in moved["moves"]} >= {loser, winner}
    why = done(anonymous.get(f"{path}/standings/explain?a={loser}&b={winner}"))
    assert (why["ahead"]["entrant"], why["column"]) == (winner, "points")
    assert (why["ahead"]["value"], why["behind"]["value"]) == ("8", "2")
    assert "%(" not in "".join(why["sentences"])

    done(alice.post(f"{path}/draw"))
    rounds = done(anonymous.get(f"{path}/rounds"))["rounds"]
    assert [(one["round"], one["tables"], one["open"]) for one in rounds] == [
        (1, [1, 2], []),
        (2, [3, 4], [3, 4]),
    ]
    for table in (3, 4):
        done(alice.post(f"{path}/tables/{table}/result", {"places": [1, 1]}))
    third = done(anonymous.get(f"{path}/tables/3"))
    assert (third["round"], third["table_in_round"], third["points"]) == (2, 1, ["5", "5"])
    done(dora.get(path))
    end = done(alice.post(f"{path}/finish"))
    assert end["phase"] == "finished"
    seed = bytes.fromhex(end["revealed"]["server_seed"])
    assert hashlib.sha256(seed).hexdigest() == end["commitment"]
    assert (end["invite"], done(dora.get(path))["own"]) == (None, None)


def test_points_and_tie_breaks_are_exact_numbers_as_text(alice: Caller) -> None:
    path = made(alice, settings=BY_HAND | {"points": [[9, 2], [10, 4, 1], [10, 6, 3, 1]]})
    done(alice.post(f"{path}/entrants", {"labels": ["Ada", "Ben"]}), 201)
    done(alice.post(f"{path}/draw"))
    table = done(alice.post(f"{path}/tables/1/result", {"places": [1, 1]}))
    assert table["points"] == ["11/2", "11/2"]
    shown = done(alice.get(f"{path}/standings"))
    names = [one["name"] for one in shown["columns"]]
    assert names[0] == "points"
    for row in shown["rows"]:
        assert list(row["columns"]) == names[1:]
        known = [value for value in (row["points"], *row["columns"].values()) if value is not None]
        assert [str(Fraction(value)) for value in known] == known


@pytest.mark.uncounted
def test_what_players_agree_on_waits_for_a_director(
    alice: Caller, bob: Caller, charlie: Caller
) -> None:
    path = made(alice)
    entered(path, bob, charlie)
    done(alice.post(f"{path}/draw"))
    assert done(alice.get(path))["settings"]["director_confirms"]
    done(bob.post(f"{path}/tables/1/report", {"places": [1, 2]}))
    problem(alice.post(f"{path}/reports/confirm"), 409, "nothing_to_confirm")
    table = done(charlie.post(f"{path}/tables/1/confirm"))
    assert (table["result"], table["report"]["confirmed"]) == (None, [1, 2])
    assert done(bob.get(f"{path}/rounds"))["rounds"][0]["to_confirm"] == [1]
    seen = done(alice.get(path))["version"]
    problem(charlie.post(f"{path}/reports/confirm"), 403, "not_director")
    problem(alice.post(f"{path}/reports/confirm", {"version": seen - 1}), 409, "tournament_changed")
    body = {"round": 1, "version": seen}
    first = done(alice.post(f"{path}/reports/confirm", body, Idempotency_Key="k"))
    again = alice.post(f"{path}/reports/confirm", body, Idempotency_Key="k")
    assert (again.json(), again["Idempotent-Replayed"]) == (first, "true")
    assert first["version"] == seen + 1
    assert done(bob.get(f"{path}/tables/1"))["result"]["places"] == [1, 2]
    assert done(bob.get(f"{path}/rounds"))["rounds"][0]["to_confirm"] == []


def test_what_players_report_counts_once_all_confirm(alice: Caller, bob: Caller) -> None:
    path = made(alice)
    entered(path, alice, bob)
    done(alice.post(f"{path}/draw"))
    reported = done(bob.post(f"{path}/tables/1/report", {"scores": [101, 101]}))
    assert (reported["result"], reported["report"]["by"]["user"]) == (None, "bob")
    seen = done(alice.get(path))["version"]
    done(bob.post(f"{path}/tables/1/report", {"scores": [101, 99]}))
    stale = problem(
        alice.post(f"{path}/tables/1/confirm", {"version": seen}), 409, "tournament_changed"
    )
    assert stale["version"] == seen + 1
    unseen = problem(alice.post(f"{path}/tables/1/confirm"), 409, "tournament_changed")
    assert unseen["version"] == stale["version"]
    confirmed = done(alice.post(f"{path}/tables/1/confirm", {"version": stale["version"]}))
    assert confirmed["result"]["scores"] == [101, 99]
    problem(alice.post(f"{path}/tables/1/confirm"), 409, "result_stands")


def test_places_change_hands(alice: Caller, bob: Caller, charlie: Caller) -> None:
    path = made(alice, settings=BY_HAND | {"entrants_most": 2, "check_in": True})
    assert entered(path, alice, bob, charlie) == [1, 2, 3]
    assert done(charlie.get(path))["waiting"] == 1
    done(bob.post(f"{path}/withdraw"))
    done(charlie.post(f"{path}/check-in"))
    done(alice.post(f"{path}/entrants/1/check-in"))
    done(alice.post(f"{path}/entrants", {"labels": ["Edna"]}), 201)
    problem(alice.post(f"{path}/entrants/2/substitute", {}), 400, "malformed")
    problem(alice.post(f"{path}/entrants/2/substitute", {"bot": "x", "label": "y"}), 400)
    listed = done(alice.post(f"{path}/entrants/1/substitute", {"waiting": 4}))["entrants"]
    assert [(one["status"], one["checked_in"]) for one in listed] == [
        ("registered", True),
        ("withdrawn", False),
        ("registered", True),
        ("withdrawn", False),
    ]
    assert [one["user"] for one in listed[0]["formerly"]] == ["alice"]
    assert listed[0]["person"]["label"] == "Edna"
    at_first = done(alice.get(f"{path}/entrants?as_of=3"))
    assert [one["person"]["user"] for one in at_first["entrants"]] == ["alice"]


def test_lists_are_filtered_and_paged(alice: Caller, bob: Caller, anonymous: Caller) -> None:
    draft = made(alice, opened=False, name="Draft")
    first, second = (made(alice, name=name) for name in ("Spring Cup", "Autumn Cup"))
    hidden, unlisted = (made(alice, name=name, visibility=name) for name in ("private", "unlisted"))
    entered(hidden, bob)

    def named(by: Caller, query: str = "") -> set[str]:
        results = done(by.get(f"tournaments?{query}"))["results"]
        return {f"tournaments/{one['id']}" for one in results}

    assert named(anonymous) == {first, second}
    assert named(bob) == {first, second, hidden}
    assert named(alice) == named(alice, "mine=directed") == {first, second, hidden, draft, unlisted}
    assert named(bob, "mine=all") == {hidden}
    assert named(bob, "mine=directed") == named(alice, "format=league") == set()
    assert named(alice, "phase=draft") == {draft}
    assert named(anonymous, "name=spring") == {first}
    problem(anonymous.get("tournaments?mine=all"), 401)
    page = done(anonymous.get("tournaments?limit=1"))
    further = anonymous.client.get(page["next"]).json()
    assert [page["results"][0]["id"], further["results"][0]["id"]] == [
        one.removeprefix("tournaments/") for one in (second, first)
    ]
    problem(anonymous.get("tournaments?cursor=x"), 400, "malformed")


def test_the_log_says_who_did_what_and_comes_in_pages(alice: Caller, bob: Caller) -> None:
    path = made(alice)
    entered(path, bob)
    page = done(bob.get(f"{path}/log?limit=2"))
    assert [one["event"]["kind"] for one in page["entries"]] == ["created", "opened"]
    last = bob.client.get(page["next"], headers=bob.headers({})).json()
    assert (last["next"], last["version"]) == (None, 3)
    (entry,) = last["entries"]
    assert (entry["event"]["kind"], entry["by"]["user"], entry["event"]["entrant"]) == (
        *("registered", "bob", 1),
    )


@pytest.mark.once
@in_one_test(
    ("as_of", "status"),
    [
        ("1", 200),
        ("2", 200),
        ("3", 404),
        ("0", 404),
        ("9999999999", 404),
        ("99999999999", 400),
        ("2199-01-01", 404),
        # A day is asked about as it ended.
        ("the day it was made", 200),
        ("2199-01-01T10:00:00%2B02:00", 404),
        ("9999-12-31T23:59:59-05:00", 400),
        ("2001-01-01T00:00:00Z", 404),
        ("yesterday", 400),
        ("1.5", 400),
        ("", 400),
        ("9" * 41, 400),
        ("0001-01-01T00:00:00%2B14:00", 400),
    ],
)
@pytest.mark.long
def test_moments(alice: Caller, as_of: str, status: int) -> None:
    path = made(alice)
    if as_of == "the day it was made":
        as_of = alice.get(path).json()["created_at"][: len("2026-01-01")]
    for rest in ("", "/entrants", "/rounds", "/tables", "/standings"):
        assert alice.get(f"{path}{rest}?as_of={as_of}").status_code == status


LONG = "x" * 101

BAD: list[tuple[str, str, Json]] = [
    ("POST", "", {"name": "", "settings": BY_HAND}),
    ("POST", "", {"name": LONG, "settings": BY_HAND}),
    ("POST", "", {"name": "x"}),
    ("POST", "", {"name": "x", "settings": {}}),
    ("POST", "", {"name": "x", "settings": {"format": "nothing"}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"points": [[5, 1]]}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"points": [[10**30, 1]] * 3}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"tie_breaks": ["beauty"]}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"tie_breaks": ["lot"] * 31}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"game": {"players": 3}}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"game": {"map": 10**30}}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"game": {"nothing": True}}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"entrants_most": MOST_ENTRANTS + 1}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"entry": {"games_finished": -1}}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"entry": {"rating_least": 10**30}}}),
    ("POST", "", {"name": "x", "settings": BY_HAND | {"registration_closes": "2030-01-01T10:00"}}),
    ("POST", "", {"name": "x", "settings": BY_HAND, "announcement": "x" * 4001}),
    ("POST", "", {"name": "x", "settings": BY_HAND, "announcement": "a\x07bell"}),
    ("PATCH", "{path}", {"co_directors": ["x"] * 21}),
    ("PATCH", "{path}", {"order": [1] * (MOST_ENTRANTS + 1)}),
    ("PATCH", "{path}", {"order": [7]}),
    ("PATCH", "{path}", {"version": -1}),
    ("PATCH", "{path}", {"server_seed": "00"}),
    ("POST", "{path}/cancel", {"reason": ""}),
    ("POST", "{path}/cancel", {"reason": "x" * 501}),
    ("POST", "{path}/entrants", {}),
    ("POST", "{path}/entrants", {"bots": ["x"]}),
    ("POST", "{path}/entrants", {"labels": ["two\nlines"]}),
    ("POST", "{path}/entrants", {"labels": ["x"] * (MOST_ENTRANTS + 1)}),
    ("POST", "{path}/tables/1/result", {"places": [1, 2, 3, 4, 4]}),
    ("POST", "{path}/tables/1/result", {"scores": [10**30, 1]}),
    ("POST", "{path}/tables/1/ruling", {"places": [1, 2]}),
    ("POST", "{path}/challenges", {"opponents": []}),
    ("GET", "{path}/standings/explain?a=1&b=1", None),
    ("GET", "{path}/standings/explain?a=1", None),
    ("GET", "{path}/standings/changes?since=2&until=1", None),
    ("GET", "{path}/log?limit=201", None),
    ("GET", "{path}/tables?limit=0", None),
    ("GET", "{path}/stream?after=1000", None),
]


def test_what_does_not_fit_is_refused_with_a_reason(alice: Caller) -> None:
    path = made(alice)
    before = done(alice.get(path))["version"]
    for method, where, body in BAD:
        refused = alice.send(method, where.format(path=path) or "tournaments", body)
        assert refused.status_code == 400, (method, where, body, refused.content)
        problem(refused, 400)
    assert done(alice.get(path))["version"] == before


@pytest.mark.once
@in_one_test(
    ("method", "rest"),
    [
        ("GET", "/tables/7"),
        ("GET", f"/tables/{'9' * 3000}"),
        ("POST", "/tables/7/confirm"),
        ("POST", f"/entrants/{'9' * 3000}/admit"),
        ("POST", "/entrants/7/withdraw"),
        ("GET", "/standings/explain?a=1&b=2"),
    ],
)
def test_nothing_of_this_number(alice: Caller, method: str, rest: str) -> None:
    path = made(alice)
    done(alice.post(f"{path}/entrants", {"labels": ["Ada"]}), 201)
    done(alice.post(f"{path}/entrants", {"labels": ["Ben"]}), 201)
    done(alice.post(f"{path}/draw"))
    done(alice.post(f"{path}/entrants/1/withdraw"))
    status = 200 if "explain" in rest else 404
    assert alice.send(method, path + rest).status_code == status


@pytest.mark.uncounted
@pytest.mark.long
def test_the_largest_inputs_are_taken(alice: Caller) -> None:
    path = made(alice, announcement="x" * LONGEST_ANNOUNCEMENT)
    labels = [f"Player {number}" for number in range(MOST_ENTRANTS)]
    assert len(encode({"labels": labels})) < 64 * 1024
    assert len(done(alice.post(f"{path}/entrants", {"labels": labels}), 201)["entrants"]) == 256
    problem(alice.post(f"{path}/entrants", {"labels": ["One more"]}), 409, "tournament_full")


def test_settings_come_back_as_they_were_given(alice: Caller) -> None:
    given = BY_HAND | {
        "points": [[3, 0], [5, 2, 0], [7, 4, 2, 0]],
        "tie_breaks": ["wins", "lot"],
        "entry": {"rating_least": 10, "games_finished": 2, "rating_most": None},
        "registration_opens": "2029-12-01T10:00:00Z",
        "registration_closes": "2030-01-01T10:00:00Z",
        "game": {"map": ["A2", "B1", "C2", "D1"]},
    }
    path = made(alice, settings=given)
    shown = done(alice.get(path))["settings"]
    assert {**shown, **given, "entry": {**shown["entry"], **given["entry"]}} == shown
    again = done(alice.send("PATCH", path, {"settings": shown}))
    assert again["settings"] == shown
    assert again["version"] == 2  # nothing has changed


def test_formats_are_described(anonymous: Caller) -> None:
    shown = done(anonymous.get("tournaments/formats"))
    assert {"plain", "league"} <= {one["name"] for one in shown["formats"]}
    assert set(shown["default_tie_breaks"]) <= {one["name"] for one in shown["tie_breaks"]}
    assert [len(row) for row in shown["points"]] == [2, 3, 4]
    for one in shown["tie_breaks"]:
        assert one["title"]
        assert one["meaning"].endswith(".")


def test_every_refusal_of_tournaments_is_answered() -> None:
    def below(refusal: type[Exception]) -> list[type[Exception]]:
        return [one for each in refusal.__subclasses__() for one in (each, *below(each))]

    answered = {answer.refusal for answer in ANSWERS}
    # Of the files that `python -m tournaments.verify` reads.
    abstract = {errors.ReasonedError, BadTournamentFile}
    assert set(below(errors.TournamentError)) - abstract <= answered


def test_an_address_that_is_no_id(alice: Caller) -> None:
    refusal = problem(alice.get("tournaments/7/standings"), 404, "no_such_tournament")
    assert "UUID" in refusal["detail"]


def test_draws_have_a_rate_of_their_own(alice: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = api_settings.DEFAULT_THROTTLE_RATES | {"draw": "2/hour"}
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    path = made(alice)
    done(alice.post(f"{path}/entrants", {"labels": ["Ada", "Ben"]}), 201)
    done(alice.get(f"{path}/draw"))
    done(alice.post(f"{path}/draw"))
    refused = alice.get(f"{path}/draw?again=true")
    problem(refused, 429, "throttled")
    assert stored(path).round == 1
    assert done(alice.get(path))["round"] == 1
