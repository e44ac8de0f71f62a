"""Signed heads and proofs over the API: who gets what, and what is refused."""

import re
from datetime import UTC, datetime

import msgspec
import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client

from games.models import Game
from replays.heads import signing
from replays.heads.models import SignedHead
from tests.api.conftest import Caller, Json, problem
from tests.games.tables import Table, new_table, started
from tests.marks import in_one_test
from tests.replays.heads.reader import KEY, PUBLIC


def sign(number: int) -> None:
    signing.sign_heads(clock=lambda: datetime(2026, 5, number, 3, 17, tzinfo=UTC))


@pytest.fixture
def tables(settings: LazySettings, alice: Caller, bob: Caller) -> list[Table]:
    """Games of alice and bob that are public, unlisted and private, in three heads."""
    settings.HEADS_KEY = KEY
    users = [user for user in (alice.user, bob.user) if user is not None]
    found = [started(users) for _ in range(3)]
    for table, visibility in zip(found, ("public", "unlisted", "private"), strict=True):
        Game.objects.filter(pk=table.id).update(visibility=visibility)
    for number in (1, 2, 3):
        sign(number)
        found[0].play_until(lambda state: not state.awaits_step)
    return found


def body(response: HttpResponse, status: int = 200) -> Json:
    assert response.status_code == status, response.content
    return msgspec.json.decode(response.content)


def test_everybody_reads_heads_and_the_newest_come_first(
    tables: list[Table], anonymous: Caller
) -> None:
    listed = anonymous.get("heads?limit=2")
    page = body(listed)
    assert [head["number"] for head in page["heads"]] == [3, 2]
    assert (page["key"], page["keys"]) == (PUBLIC, [PUBLIC])
    following = anonymous.client.get(page["next"])
    rest = body(following)
    assert [head["number"] for head in rest["heads"]] == [1]
    assert rest["next"] is None
    one = anonymous.get("heads/2")
    assert body(one) == page["heads"][1]
    grown = anonymous.get("heads/3/consistency?from=1")
    assert (body(grown)["first"], body(grown)["second"]) == (rest["heads"][0], page["heads"][0])
    # The address of a next page names the host that was asked, so no cache may share it.
    assert listed.headers["Cache-Control"] == "private, no-store"
    kept = [response.headers["Cache-Control"] for response in (following, one, grown)]
    assert kept == ["public, max-age=60", "public, max-age=86400", "public, max-age=86400"]


def test_a_proof_of_a_game_is_for_who_may_see_it(
    tables: list[Table], alice: Caller, charlie: Caller, anonymous: Caller
) -> None:
    for table, readers in zip(tables, (4, 4, 1), strict=True):
        path = f"games/{table.id}/head-proof"
        shown = alice.get(path)
        proof = body(shown)
        assert (proof["leaf"]["stream"], proof["head"]["number"]) == (str(table.id), 3)
        assert shown.headers["Cache-Control"] == "private, no-store"
        for other in (charlie, anonymous):
            if readers == 1:
                problem(other.get(path), 404, "no_such_game")
            else:
                assert body(other.get(path)) == proof
    # What all may read has neither the ids of games nor their number.
    public = anonymous.get("heads").content + anonymous.get("heads/3/consistency?from=1").content
    assert not any(str(table.id).encode() in public for table in tables)


@pytest.mark.once
@in_one_test(
    ("path", "status", "code"),
    [
        ("heads/4", 404, "no_such_head"),
        (f"heads/{10**30}", 404, "no_such_head"),
        ("heads/0", 404, "no_such_head"),
        ("heads/3/consistency", 400, "malformed"),
        ("heads/3/consistency?from=3", 400, "heads_not_in_order"),
        ("heads/1/consistency?from=2", 400, "heads_not_in_order"),
        ("heads/9/consistency?from=1", 404, "no_such_head"),
        (f"heads/3/consistency?from={2**60}", 400, "malformed"),
        ("heads?limit=101", 400, "malformed"),
        ("heads?before=0", 400, "malformed"),
        ("games/{game}/head-proof?head=4", 404, "no_such_head"),
        ("games/{game}/head-proof?head=x", 400, "malformed"),
        ("games/{late}/head-proof", 404, "not_in_head"),
        ("games/{open}/head-proof", 409, "game_not_running"),
    ],
)
def test_what_is_refused(
    tables: list[Table], anonymous: Caller, path: str, status: int, code: str
) -> None:
    late, waiting = started(tables[0].users), new_table(tables[0].users)
    address = path.format(game=tables[0].id, late=late.id, open=waiting.id)
    problem(anonymous.get(address), status, code)


def test_a_damaged_log_is_told_and_is_no_fault_of_the_request(
    tables: list[Table], anonymous: Caller
) -> None:
    head = SignedHead.objects.get(number=3)
    SignedHead.objects.create(number=4, size=64, root=head.root, signed_at=head.signed_at)
    for path in ("heads/4/consistency?from=3", f"games/{tables[0].id}/head-proof"):
        problem(anonymous.get(path), 409, "head_log_damaged")


def test_a_server_without_a_key_says_so(db: None, anonymous: Caller) -> None:
    assert body(anonymous.get("heads")) == {"key": None, "keys": [], "heads": [], "next": None}
    page = anonymous.client.get("/heads/").content.decode()
    assert "This server signs no heads" in page


def test_the_page_has_what_there_is_to_keep(tables: list[Table]) -> None:
    page = Client().get("/heads/").content.decode()
    for head in SignedHead.objects.all():
        assert f'href="/api/v1/heads/{head.number}"' in page
        assert head.root in page
    assert re.search(rf"<code>{PUBLIC}</code>\s+\(of the newest head\)", page)
    assert 'href="/heads/"' in Client().get("/help/").content.decode()
