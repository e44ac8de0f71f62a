"""Answers that are kept are those that would be made anew, for each caller."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.utils import timezone

from api import kept, tokens
from api.kept import KeptAnswers
from api.models import Token
from api.summaries import SUMMARY_OF_GAME, seat_info
from api.tokens import Scope
from games import engine, services
from games.engine.randomness import contribution, seal_of
from games.models import Game
from games.store.glance import GlanceStatement
from tests.api.conftest import Caller, Turn, problem

pytestmark = [pytest.mark.once]

KINDS = ("", "/state", "/moves")
MANGLED = "x"
WORD = "a word of twelve signs or more"


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    kept.forget()
    yield
    kept.forget()


@pytest.fixture
def callers(alice: Caller, bob: Caller, charlie: Caller, anonymous: Caller) -> list[Caller]:
    """Two at the table, a stranger, and an anonymous one."""
    return [alice, bob, charlie, anonymous]


@pytest.fixture
def sealed(alice: Caller, bob: Caller) -> Game:
    """A game in which Alice has handed in a bid that Bob must not see."""
    now = timezone.now()
    game = services.create_game(
        host=alice.user,
        name="Glen",
        options=engine.Options(players=2, auction="blind"),
        visibility="private",
        now=now,
    )
    services.join_game(game_id=game.pk, user=bob.user, invite=game.invite_code, now=now)
    game = services.start_game(game_id=game.pk, user=alice.user, now=now)
    body = {"version": game.version, "notation": "bid 7"}
    assert alice.post(f"games/{game.pk}/moves", body).status_code == 201
    return game


Answers = list[tuple[int, bytes, str | None]]


def asked(callers: list[Caller], game: Game, before: Callable[[], None] = lambda: None) -> Answers:
    """What every caller is told of a game, in every way that is kept."""
    found = []
    for kind in KINDS:
        for caller in callers:
            before()
            answer = caller.get(f"games/{game.pk}{kind}")
            found.append((answer.status_code, problemless(answer), answer.headers.get("ETag")))
    return found


def problemless(answer: object) -> bytes:
    """The body of an answer; of a refusal nothing, for it names its request."""
    status = answer.status_code  # type: ignore[attr-defined]
    return answer.content if status == 200 else b""  # type: ignore[attr-defined]


def test_nobody_gets_what_was_made_for_another_caller(sealed: Game, callers: list[Caller]) -> None:
    anew = asked(callers, sealed, kept.forget)
    assert asked(callers, sealed) == anew  # these are made
    assert asked(callers, sealed) == anew  # and these are kept
    statuses = [status for status, _, _ in anew]
    assert statuses == [200, 200, 404, 404] * 2 + [200, 200, 404, 401]
    alice, bob = (body for _, body, _ in anew[8:10])
    assert b'"bid":7' in alice
    assert b'"bid":null' in bob


@pytest.mark.uncounted
@pytest.mark.long
def test_all_that_is_told_follows_what_happens(turn: Turn, callers: list[Caller]) -> None:
    steps: list[Callable[[], object]] = [
        lambda: turn.play_first(3),
        lambda: turn.callers[0].send("PATCH", turn.path, {"name": "Moor"}),
        lambda: User.objects.filter(username="bob").update(username="robert"),
        lambda: turn.callers[1].post(f"{turn.path}/resign", {"version": turn.version}),
        lambda: Game.objects.filter(pk=turn.game.pk).update(withheld=True),
        lambda: Game.objects.filter(pk=turn.game.pk).update(withheld=False, visibility="private"),
    ]
    before = asked(callers, turn.game)
    for step in steps:
        step()
        answers = asked(callers, turn.game)
        assert answers == asked(callers, turn.game, kept.forget)
        assert answers != before
        before = answers


@pytest.mark.parametrize("kind", KINDS)
def test_a_tag_holds_as_long_as_the_answer(turn: Turn, kind: str) -> None:
    path = f"{turn.path}{kind}"
    first = turn.active.get(path)
    assert first["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(first["Vary"].split(", "))
    kept.forget()  # another process answers
    again = turn.active.get(path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    weak = turn.active.get(path, **{"If-None-Match": f'"x", W/{first["ETag"]}'})
    assert weak.status_code == 304
    active = turn.active
    turn.play_first(1)
    moved = active.get(path, **{"If-None-Match": first["ETag"]})
    assert moved.status_code == 200
    assert moved["ETag"] != first["ETag"]


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda user: Token.objects.filter(user=user).update(expires_at=timezone.now()), 401),
        (lambda user: Token.objects.filter(user=user).update(scopes=Scope.PLAY), 403),
        (lambda user: User.objects.filter(pk=user.pk).update(is_active=False), 401),
        (lambda user: User.objects.filter(pk=user.pk).update(password=MANGLED), 401),
        (lambda user: Token.objects.filter(user=user).delete(), 401),
    ],
)
def test_only_a_good_token_gets_what_is_kept(
    turn: Turn, change: Callable[[User], object], status: int
) -> None:
    caller = turn.active
    known = {"If-None-Match": caller.get(f"{turn.path}/state")["ETag"]}
    assert caller.get(f"{turn.path}/state", **known).status_code == 304
    change(caller.user)
    for headers in ({}, known):
        assert caller.get(f"{turn.path}/state", **headers).status_code == status


def test_what_is_kept_is_counted(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = turn.active
    caller.get(f"{turn.path}/state")
    caller.get(f"{turn.path}/state")
    rates = {"read": "3/min", "read-address": "1000/min"}
    monkeypatch.setattr("games.runtime.limits.api_settings.DEFAULT_THROTTLE_RATES", rates)
    statuses = [caller.get(f"{turn.path}/state").status_code for _ in range(4)]
    assert 429 in statuses


def test_the_use_of_a_token_is_noted(turn: Turn) -> None:
    caller = turn.active
    caller.get(f"{turn.path}/state")
    caller.get(f"{turn.path}/state")
    long_ago = timezone.now() - 2 * tokens.USE_NOTED_EVERY
    Token.objects.filter(user=caller.user).update(last_used_at=long_ago)
    assert caller.get(f"{turn.path}/state").status_code == 200
    assert Token.objects.get(user=caller.user).last_used_at > long_ago


def test_the_oldest_bodies_make_room() -> None:
    answers = KeptAnswers(most=10)
    answers.put((1,), "a", b"12345")
    answers.put((2,), "b", b"12345")
    assert answers.get((1,), "a") == b"12345"
    answers.put((3,), "c", b"123")
    assert [answers.get((n,), tag) for n, tag in ((1, "a"), (2, "b"), (3, "c"))] == [
        b"12345",
        None,
        b"123",
    ]
    answers.put((1,), "d", b"1")
    assert answers.get((1,), "a") is None


def test_a_database_that_is_away_is_told_of_as_by_every_view(
    callers: list[Caller], sealed: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(GlanceStatement, "read", away)
    for kind in KINDS:
        problem(callers[0].get(f"games/{sealed.pk}{kind}"), 503, "unavailable")


def test_the_address_to_invite_with_is_kept_for_the_host_alone(
    alice: Caller, bob: Caller, anonymous: Caller
) -> None:
    options = engine.Options(players=2)
    game = services.create_game(
        host=alice.user, name="Glen", options=options, visibility="public", now=timezone.now()
    )
    for first in (alice, bob, anonymous):
        kept.forget()
        for caller in (first, alice, bob, anonymous):
            invite = caller.get(f"games/{game.pk}").json()["invite"]
            assert (invite is not None) == (caller is alice)


def test_a_summary_is_made_of_what_one_statement_has_brought(
    table: Callable[..., Game], alice: Caller, bob: Caller
) -> None:
    """A seat that goes meanwhile is read no more, and an opened word changes the answer."""
    made, now = table(), timezone.now()
    services.join_game(game_id=made.pk, user=bob.user, now=now)
    seal = seal_of(contribution(WORD))
    services.seal_word(game_id=made.pk, user=alice.user, seal=seal, now=now)
    sealed = alice.get(f"games/{made.pk}")
    assert [seat["opened"] for seat in sealed.json()["seats"]] == [False, False]
    services.open_word(game_id=made.pk, user=alice.user, word=WORD, now=now)
    opened = alice.get(f"games/{made.pk}")
    assert [seat["opened"] for seat in opened.json()["seats"]] == [True, False]
    assert opened.headers["ETag"] != sealed.headers["ETag"]
    seen = SUMMARY_OF_GAME.read(made.pk)
    assert seen is not None
    left_out = [seat.get_deferred_fields() for seat in seen.game.seats.all()]
    for seat in seen.game.seats.all():
        seat_info(seat, engine.Options(players=2))
    assert [seat.get_deferred_fields() for seat in seen.game.seats.all()] == left_out
