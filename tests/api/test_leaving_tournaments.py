"""Requests after which the caller may see a tournament no more, sent again."""

from collections.abc import Callable

import pytest

from tests.api.conftest import Caller, Json, problem
from tests.api.test_tournament_requests import KEY, rows
from tests.api.tournament_callers import done, entered, made, plain, stored

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")

Departure = tuple[str, str, str, Json, int]
"""A method, the path of a tournament, the rest of it, a body, and the status of the answer."""
MakeDeparture = Callable[[Caller, Caller], Departure]


def directing(alice: Caller, bob: Caller, *, opened: bool, accepted: bool) -> str:
    """A private tournament that bob is asked to direct, or directs."""
    path = made(alice, opened=opened, visibility="private")
    done(alice.send("PATCH", path, {"co_directors": ["bob"]}))
    if accepted:
        done(bob.post(f"{path}/co-directors/accept"))
    return path


def decline(alice: Caller, bob: Caller) -> Departure:
    path = directing(alice, bob, opened=True, accepted=False)
    return "POST", path, "/co-directors/leave", {}, 204


def decline_a_draft(alice: Caller, bob: Caller) -> Departure:
    path = directing(alice, bob, opened=False, accepted=False)
    return "POST", path, "/co-directors/leave", {}, 204


def leave_a_draft(alice: Caller, bob: Caller) -> Departure:
    path = directing(alice, bob, opened=False, accepted=True)
    return "POST", path, "/co-directors/leave", {}, 204


def leave_a_private_one(alice: Caller, bob: Caller) -> Departure:
    path = directing(alice, bob, opened=True, accepted=True)
    return "POST", path, "/co-directors/leave", {}, 204


def take_oneself_off_a_draft(alice: Caller, bob: Caller) -> Departure:
    path = directing(alice, bob, opened=False, accepted=True)
    return "PATCH", path, "", {"co_directors": []}, 204


def withdraw(alice: Caller, bob: Caller) -> Departure:
    path = made(alice, visibility="private")
    entered(path, bob)
    return "POST", path, "/withdraw", {}, 200


@pytest.mark.parametrize(
    ("case", "sees"),
    [
        (decline, 404),
        (decline_a_draft, 404),
        (leave_a_draft, 404),
        (leave_a_private_one, 200),
        (take_oneself_off_a_draft, 404),
        (withdraw, 200),
    ],
)
def test_who_has_left_gets_the_first_answer_again(
    alice: Caller, bob: Caller, charlie: Caller, case: MakeDeparture, sees: int
) -> None:
    """And nothing else is said about what may not be seen any more."""
    method, path, rest, body, status = case(alice, bob)
    first = bob.send(method, path + rest, body, Idempotency_Key=KEY)
    assert first.status_code == status, first.content
    before = rows()
    again = bob.send(method, path + rest, body, Idempotency_Key=KEY)
    assert (again.status_code, again.content) == (status, first.content)
    assert again["Idempotent-Replayed"] == "true"
    assert rows() == before
    for refused in (
        charlie.send(method, path + rest, body, Idempotency_Key=KEY),
        *([bob.send(method, path + rest, body, Idempotency_Key="other")] if sees == 404 else []),
    ):
        problem(refused, 404, "no_such_tournament")
    assert bob.get(path).status_code == sees


def test_who_may_see_no_more_is_shown_nothing_new(alice: Caller, bob: Caller) -> None:
    """The answer that accepting got is not kept, and what is there now is for directors."""
    path = made(alice, opened=False)
    done(alice.send("PATCH", path, {"co_directors": ["bob"]}))
    accepted, renamed = f"{path}/co-directors/accept", {"name": "Lowland Cup"}
    done(bob.post(accepted, Idempotency_Key=KEY))
    done(bob.send("PATCH", path, renamed, Idempotency_Key="renamed"))
    done(alice.send("PATCH", path, {"co_directors": [], "name": "Secret"}))
    problem(bob.post(accepted, Idempotency_Key=KEY), 404, "no_such_tournament")
    again = bob.send("PATCH", path, renamed, Idempotency_Key="renamed")
    assert (again.status_code, again.content) == (204, b"")
    assert again["Idempotent-Replayed"] == "true"
    assert stored(path).name == "Secret"
