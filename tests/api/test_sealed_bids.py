"""Sealed bids leave no trace: games that differ only in what is bid look the same to all others."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from api.live.feeds import GameFeed, look
from games import engine, services, store
from games.models import Game
from replays.models import Snapshot
from tests.api.conftest import Caller, caller
from tests.api.test_live import viewer
from tests.api.test_two_piles import ADDRESSES, HASHES, TIMES
from tests.marks import sample
from tests.rules import rule

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

SUMS = re.compile(rb'"sha256":"[^"]*"')
HEADER = re.compile(rb"^(?:commitment|created|started): .*$", re.MULTILINE)
IDS = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}")
AMOUNTS = sample(whole=(0, 7, 23, 30), usual=(0, 30))
"""Of one digit and of two, and both ends."""
BEGAN = datetime(2026, 1, 2, tzinfo=UTC)
SEALED = pytest.mark.parametrize("kind", ["blind", "vickrey"])

Make = Callable[..., Game]


@pytest.fixture
def dora(db: None) -> Caller:
    """The third at the table."""
    return caller("dora")


@pytest.fixture
def callers(
    alice: Caller, bob: Caller, charlie: Caller, dora: Caller, anonymous: Caller
) -> dict[str, Caller]:
    """All callers: three at the table, a stranger, and an anonymous one."""
    return {"alice": alice, "bob": bob, "charlie": charlie, "dora": dora, "anonymous": anonymous}


@pytest.fixture
def begin(alice: Caller, bob: Caller, dora: Caller) -> Make:
    """Starts a game of Alice, Bob and Dora with one and the same seed, and a salt of its own."""

    def make(kind: str, *, salt: int) -> Game:
        game = services.create_game(
            host=alice.user,
            name="Glen",
            options=engine.Options(players=3, auction=kind),
            visibility="public",
            now=BEGAN,
        )
        game.server_seed, game.salt = b"s" * 32, bytes([salt]) * 32
        game.save()
        for other in (bob, dora):
            services.join_game(game_id=game.pk, user=other.user, now=BEGAN)
        return services.start_game(game_id=game.pk, user=alice.user, now=BEGAN)

    return make


def bid(who: Caller, game: Game, amount: int) -> bytes:
    """Hand in a bid; what the answer says."""
    game.refresh_from_db()
    body = {"version": game.version, "notation": f"bid {amount}"}
    answered = who.post(f"games/{game.pk}/moves", body)
    assert answered.status_code == 201, answered.content
    return answered.content


def reading(game: Game) -> list[str]:
    """Every address at which something of a running game can be read."""
    path, version = f"games/{game.pk}", game.version
    return [
        path,
        f"{path}/state",
        *(f"{path}/state?version={number}" for number in range(1, version + 1)),
        f"{path}/events?after=0",
        f"{path}/map",
        f"{path}/export",
        f"{path}/export?format=text",
        f"replays/{game.pk}",
        f"replays/{game.pk}/frames?include=effects",
        f"replays/{game.pk}/statistics",
    ]


def streamed(one: Caller, game: Game) -> bytes:
    """What a stream from the beginning of the game has to tell now."""
    (delivery,) = look([GameFeed(viewer(one), game.pk, 0)], now=timezone.now())
    assert b"event: event" in delivery.text
    return delivery.text


def heard(game: Game, callers: dict[str, Caller], *, bidder: str) -> Iterator[tuple[str, bytes]]:
    """The responses to all callers for all requests, without hashes, ids and times."""
    for name, one in callers.items():
        for path in reading(game):
            yield f"{name}: {path}", one.get(path).content
        if name in ("alice", "bob", "dora") and name != bidder:
            yield f"{name}: moves", one.get(f"games/{game.pk}/moves").content
        if name != "anonymous":
            yield f"{name}: stream", streamed(one, game)
    yield "list", callers["anonymous"].get("games?status=running").content
    stale = callers["charlie"].post(f"games/{game.pk}/moves", {"version": 1, "notation": "quit"})
    yield "not seated", stale.content
    yield "undo", callers["alice"].post(f"games/{game.pk}/undo").content
    forked = callers["alice"].post(f"games/{game.pk}/fork", {"version": game.version})
    assert forked.status_code == 201, forked.content
    copy = f"games/{forked.json()['id']}"
    for path in (copy, f"{copy}/state", f"{copy}/events?after=0", f"{copy}/moves"):
        yield path.replace(copy, "fork"), callers["alice"].get(path).content


def plain(raw: bytes) -> bytes:
    """A response without what differs between any two games."""
    for pattern in (SUMS, HEADER, HASHES, TIMES, ADDRESSES, IDS):
        raw = pattern.sub(b"", raw)
    return raw


def all_heard(game: Game, callers: dict[str, Caller], *, bidder: str) -> list[tuple[str, bytes]]:
    game.refresh_from_db()
    responses = heard(game, callers, bidder=bidder)
    return [(what.replace(str(game.pk), ""), plain(raw)) for what, raw in responses]


@rule("VAR-BLIND-2", "DEF-47")
@SEALED
def test_games_with_other_bids_look_the_same_to_all_others(
    kind: str, begin: Make, callers: dict[str, Caller]
) -> None:
    alice, bob, dora = (callers[name] for name in ("alice", "bob", "dora"))
    responses = []
    for number, amount in enumerate(AMOUNTS):
        game = begin(kind, salt=number)
        answers = [plain(bid(bob, game, amount)), plain(bid(bob, game, 30 - amount))]
        one_is_in = all_heard(game, callers, bidder="bob")
        bid(dora, game, 4)
        # Bob's last word is the same in all games; that there were others stays hidden.
        bid(bob, game, 5)
        bid(alice, game, 2)
        services.run_steps(game_id=game.pk, now=BEGAN)
        revealed = all_heard(game, callers, bidder="")
        responses.append([("bob's answer", raw) for raw in answers] + one_is_in + revealed)
        Game.objects.filter(pk=game.pk).update(visibility="private")
    first, *others = responses
    assert len(first) > 100
    for other in others:
        assert [what for what, _ in first] == [what for what, _ in other]
        for (what, raw), (_, theirs) in zip(first, other, strict=True):
            assert raw == theirs, what
    assert any(b'"bids":[{"seat":0,"amount":2}' in raw for _, raw in first)


@rule("VAR-BLIND-2")
@SEALED
def test_the_owner_sees_the_own_bid_and_nobody_else_does(
    kind: str, begin: Make, alice: Caller, bob: Caller, charlie: Caller
) -> None:
    game = begin(kind, salt=1)
    path = f"games/{game.pk}/moves"
    assert bob.get(path).json()["bid"] is None
    bid(bob, game, 17)
    listed = bob.get(path).json()
    assert listed["bid"] == 17
    assert listed["decision"]["kind"] == "sealed_bid"
    assert listed["total"] == 31
    narrowed = bob.get(f"{path}?type=bid&amount=5").json()["moves"]
    assert narrowed == [{"move": {"type": "bid", "amount": 5}, "notation": "bid 5"}]
    assert alice.get(path).json()["bid"] is None
    assert charlie.get(path).status_code == 403


@rule("VAR-BLIND-2")
@SEALED
def test_an_event_tells_that_there_is_a_bid_and_no_more(
    kind: str, begin: Make, alice: Caller, bob: Caller
) -> None:
    game = begin(kind, salt=1)
    bid(bob, game, 17)
    event = alice.get(f"games/{game.pk}/events?after=1").json()["events"][0]
    assert event["kind"] == "bid"
    assert event["seat"] == 1
    assert event["move"] is event["notation"] is None
    assert event["effects"] == [["sealed", 1], ["barrier", 2]]
    assert len(event["secret_hash"]) == 64
    view = alice.get(f"games/{game.pk}/state").json()
    assert view["auction"]["handed_in"] == [1]
    assert [decision["seat"] for decision in view["decisions"]] == [0, 2]
    record = alice.get(f"games/{game.pk}/export?format=text").content.decode()
    assert "2 1 bid " in record
    assert "bob makes a sealed bid" in record


@SEALED
def test_a_key_gives_the_first_answer_again_and_refuses_another_bid(
    kind: str, begin: Make, bob: Caller
) -> None:
    game = begin(kind, salt=1)
    path, body = f"games/{game.pk}/moves", {"version": 1, "notation": "bid 9"}
    first = bob.post(path, body, Idempotency_Key="k")
    again = bob.post(path, body, Idempotency_Key="k")
    assert first.status_code == again.status_code == 201
    assert first.content == again.content
    assert bob.post(path, {**body, "notation": "bid 8"}, Idempotency_Key="k").status_code == 422
    assert Game.objects.get(pk=game.pk).version == 2


@SEALED
def test_no_snapshot_and_no_public_column_holds_a_bid(kind: str, begin: Make, bob: Caller) -> None:
    game = begin(kind, salt=1)
    bid(bob, game, 17)
    for row in store.public_rows(game.pk, upto=2):
        assert '"amount"' not in row.public
    assert not Snapshot.objects.exists()
    secret = store.rows(game.pk)[-1].secret
    assert secret is not None
    assert '"to":1' in secret


REFUSED: list[tuple[dict[str, object], int, str]] = [
    ({"type": "bid", "amount": 31}, 422, "bid_too_high"),
    ({"type": "bid", "amount": -1}, 400, "malformed_move"),
    ({"type": "bid", "amount": 100}, 400, "malformed_move"),
    ({"type": "bid"}, 400, "malformed_move"),
    ({"type": "decline_bid"}, 422, "out_of_place"),
    ({"type": "choose_clan", "pair": 0}, 422, "out_of_place"),
]


@rule("VAR-BLIND-2", "VAR-BLIND-3")
@SEALED
def test_what_is_no_sealed_bid_is_refused(kind: str, begin: Make, bob: Caller) -> None:
    game = begin(kind, salt=1)
    for move, status, code in REFUSED:
        refused = bob.post(f"games/{game.pk}/moves", {"version": 1, "move": move})
        assert refused.status_code == status, refused.content
        refusal = refused.json()
        assert code in (refusal.get("code"), refusal["type"].rpartition(":")[2]), refusal
    assert Game.objects.get(pk=game.pk).version == 1
