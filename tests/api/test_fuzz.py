"""Malformed requests to the API: never a 500, and no stream is harmed.

CALEDONIA_FUZZ is another number of requests, CALEDONIA_FUZZ_SEED another seed.
"""

import os
from collections import Counter
from typing import Final
from uuid import UUID

import msgspec
import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from rest_framework.settings import api_settings

from api.bodies import Problem
from games import engine, selectors, store
from games.models import Game
from replays.validation.examining import examine
from tests.api.conftest import Caller
from tests.api.junk import Junk, Source, strict_about_nul
from tests.api.world import World, world_of
from tests.marks import sample
from tournaments import store as tournament_store
from tournaments.log.stored import LogRow, chain, digest
from tournaments.models import Tournament
from tournaments.reading import rebuilt

pytestmark = pytest.mark.long

NUMBER: Final = int(os.environ.get("CALEDONIA_FUZZ", sample(whole="1500", usual="750")))
SEED: Final = int(os.environ.get("CALEDONIA_FUZZ_SEED", "2"))
DONE_WITH: Final = ("finished", "left")
"""Games in which nothing can happen any more."""
LEAVING: Final = ("/api/v1/me", "/api/v1/tokens", "/api/v1/session")
"""What removes a caller is undone, or soon none would be left."""
BODIES: Final = {
    "moves": {
        "version": 1,
        "move": {"type": "trade", "good": "wool", "side": "buy", "quantity": 1},
    },
    "undo": {"to_version": 3, "seat": 0},
    "games": {"name": "x", "visibility": "public", "options": {"players": 2, "expansions": []}},
    "fork": {"version": 2, "seats": [None, "random"], "name": "x"},
    "join": {"invite": "x", "seal": "0" * 64},
    "word": {"seal": "0" * 64, "word": "heather"},
    "bots": {"bot": "random"},
    "experience": {"experience": "easier"},
    "tokens": {"name": "x"},
    "me": {"username": "x"},
    "standing-order": {"order": ["bread"], "keep": {"grain": 1}, "clan": {"butter": 1}},
    "max-bid": {"amount": 12},
    "tournaments": {"name": "x", "settings": {"format": "series", "played_here": False}},
    "<uuid:tournament_id>": {
        "name": "x",
        "settings": {"format": "heats", "points": [[8, 2]], "tie_breaks": ["lot"]},
        "order": [1, 2, 3],
        "co_directors": ["bob"],
    },
    "entrants": {"bots": ["random"], "labels": ["Ada"], "version": 3},
    "substitute": {"label": "Edna", "version": 3},
    "draw": {"again": True, "version": 4},
    "challenges": {"opponents": [2]},
    "result": {"places": [1, 2, 3], "scores": [100, None, 90], "forfeited": [1]},
    "report": {"scores": [100, 99, 98]},
    "ruling": {"places": [1, 2, 3], "reason": "x", "reopen": False, "forfeited": [2]},
    "cancel": {"reason": "x"},
    "<uuid:game_id>": {"name": "x", "visibility": "private"},
    "import": {"format": "caledonia", "version": 1, "game": "x"},
}


@pytest.fixture
def world(
    anonymous: Caller,
    alice: Caller,
    bob: Caller,
    charlie: Caller,
    monkeypatch: pytest.MonkeyPatch,
) -> World:
    rates = dict.fromkeys(api_settings.DEFAULT_THROTTLE_RATES)
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    return world_of(anonymous, alice, bob, charlie)


@pytest.mark.django_db
@pytest.mark.filterwarnings("ignore::Warning")
def test_nothing_that_is_sent_does_harm(world: World) -> None:
    before = {name: store.rows(game.pk) for name, game in world.games.items()}
    logs = {one.pk: tournament_store.rows(one.pk) for one in world.tournaments.values()}
    tokens = [caller.token for caller in world.callers.values() if caller.token]
    source = Source(SEED, ids=world.ids, bodies=BODIES, tokens=tokens)
    answers: Counter[int] = Counter()
    wrong = []
    for junk in (*source.unbroken(), *source.requests(NUMBER)):
        with connection.execute_wrapper(strict_about_nul):
            answered = sent(world, junk)
        answers[answered.status_code] += 1
        if said := fault(junk, answered):
            wrong.append(f"{junk}\n    {said}")
    assert not wrong, f"{len(wrong)} of {NUMBER}, {answers}:\n" + "\n".join(wrong[:20])
    assert {200, 201, 400, 401, 403, 404, 405, 409, 413, 415} <= set(answers), answers
    for name, rows in before.items():
        unharmed(world.games[name], rows, moved=name not in DONE_WITH)
    for tournament_id, begun in logs.items():
        whole(tournament_id, begun)


def sent(world: World, junk: Junk) -> HttpResponse:
    """The answer, read to its end."""
    with transaction.atomic():
        answered = world.callers["anonymous"].client.generic(
            junk.method,
            junk.path,
            junk.body,
            content_type=junk.kind,
            headers=junk.headers,
        )
        if answered.streaming:
            b"".join(answered.streaming_content)  # type: ignore[attr-defined]
        if junk.path.startswith(LEAVING):
            transaction.set_rollback(True)
    return answered


def fault(junk: Junk, answered: HttpResponse) -> str:
    """What is wrong with an answer; nothing if it is as it should be."""
    status = answered.status_code
    if status >= 500:
        return f"{status} {answered.content[:200]!r}"
    if status < 400 or junk.method == "HEAD" or not junk.path.startswith("/api/"):
        return ""
    if answered["Content-Type"] != "application/problem+json":
        return f"{status} {answered['Content-Type']} {answered.content[:200]!r}"
    try:
        body = msgspec.json.decode(answered.content, type=Problem)
    except msgspec.MsgspecError as error:
        return f"{status}, no problem: {error}"
    return "" if body.status == status and body.detail else f"{status}, with the body {body}"


def unharmed(game: Game, before: list[engine.StoredEvent], *, moved: bool) -> None:
    """What stood in a stream stands there, what came is sound, and the game can be loaded."""
    found = Game.objects.filter(pk=game.pk).first()
    after = store.rows(game.pk)
    if found is None:
        assert not before, "a game that runs was deleted"
        assert not after
        return
    assert after[: len(before)] == before
    assert moved or after == before
    if after:
        report = examine(found)
        assert report.status == "passed", report
        assert selectors.state_of(found).version == len(after)


def whole(tournament_id: UUID, begun: list[LogRow]) -> None:
    """The log of a tournament begins as it did, holds together, and is what its columns say."""
    rows = tournament_store.rows(tournament_id)
    assert rows[: len(begun)] == begun
    previous = ""
    for row in rows:
        assert chain(row, str(tournament_id), previous) == row.chain
        previous = row.chain
    found, state = Tournament.objects.get(pk=tournament_id), rebuilt(rows)
    assert (found.version, found.phase, found.round) == (state.version, state.phase, state.round)
    assert digest(state) == rows[-1].digest
