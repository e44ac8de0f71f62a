"""A replay at a version: what the page shows there, and the ways from it."""

import re
from typing import Final

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.games.tables import Table
from tests.marks import in_one_test
from tests.web.replay.conftest import page, signed_in, text

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

MOST_QUERIES: Final = 25


def test_finished_game_begins_at_its_beginning(finished: Table, stranger: Client) -> None:
    shown = text(stranger, page(finished))
    assert 'data-version="1"' in shown
    assert 'id="replay-head" data-over>' in shown
    assert 'href="?v=2"' in shown
    assert f'href="?v={finished.game.version}"' in shown


def test_running_game_begins_where_it_is(running: Table, stranger: Client) -> None:
    assert f'data-version="{running.game.version}"' in text(stranger, page(running))


def test_link_to_a_version_shows_that_one(finished: Table, stranger: Client) -> None:
    shown = text(stranger, f"{page(finished)}?v=30")
    assert 'data-version="30"' in shown
    assert "<title>Event 30 · Replay of Test · Caledonia</title>" in shown
    current = re.findall(r'<a href="\?v=(\d+)" aria-current="step">', shown)
    assert current == ["30"]
    assert f'id="permalink" href="{page(finished)}?v=30"' in shown


def test_ends_lead_no_further(finished: Table, stranger: Client) -> None:
    def links(version: int) -> set[str]:
        shown = text(stranger, f"{page(finished)}?v={version}")
        return set(re.findall(r'id="jump-([a-z-]+)"[^>]*href=', shown))

    assert links(1) == {"after", "turn-after", "round-after", "last"}
    assert links(finished.game.version) == {"before", "turn-before", "round-before", "first"}


@in_one_test(
    ("version", "status"), [("9999", 404), ("0", 404), ("x", 400), ("-1", 400), ("9" * 5000, 400)]
)
def test_version_that_is_not_there(
    running: Table, stranger: Client, version: str, status: int
) -> None:
    newest = running.game.version
    shown = text(stranger, f"{page(running)}?v={version}", status)
    assert f"This game has versions 1 to {newest}" in shown
    assert f'data-version="{newest}"' in shown


def test_table_that_has_not_started(open_table: object, stranger: Client) -> None:
    game = open_table()  # type: ignore[operator]
    answer = stranger.get(reverse("web:replay", args=[game.pk]))
    assert answer.status_code == 302
    assert answer.headers["Location"] == reverse("web:table", args=[game.pk])


@pytest.mark.long
def test_queries_of_the_page(
    finished: Table, users: list[User], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(users[0])
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(f"{page(finished)}?v=40")
    for name in ("moments", "replay_log", "replay_news"):
        with django_assert_max_num_queries(MOST_QUERIES):
            client.get(f"{page(finished, name)}?v=40")
