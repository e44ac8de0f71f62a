"""What the log remembers: its sentences are those that it would make anew."""

from collections.abc import Sequence

import pytest
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from replays import log, log_memory, stepping
from simulation.stored import lay
from tests import recorded

pytestmark = [pytest.mark.once, pytest.mark.uncounted, pytest.mark.django_db]

NAMES = ("Ada", "Ben", "Cleo")


@pytest.fixture
def game() -> Game:
    """A game in which much was taken back."""
    log_memory.forget()
    return lay(recorded.played("taken-back-3"))


def said(game: Game, version: int, names: Sequence[str] = NAMES) -> list[log.LogLine]:
    """The last lines as of a version."""
    game.version = version
    return log.lines(game, first=max(1, version - 25), last=version, names=names)


def anew(game: Game, version: int, names: Sequence[str] = NAMES) -> list[log.LogLine]:
    log_memory.forget()
    return said(game, version, names)


@pytest.mark.long
def test_every_version_reads_as_it_would_without_memory(game: Game) -> None:
    """One after the other, as a table grows, and with gaps, as it grows while nobody looks."""
    newest = game.version
    assert any(event.is_undo for event in stepping.events(game))
    wanted = {version: anew(game, version) for version in range(1, newest + 1)}
    for step in (1, 3, 40):
        log_memory.forget()
        for version in range(1, newest + 1, step):
            assert said(game, version) == wanted[version]
    # Older ones again, after newer ones.
    for version in range(newest, 0, -17):
        assert said(game, version) == wanted[version]


def test_names_and_languages_are_kept_apart(game: Game) -> None:
    newest = game.version
    others = ("Cleo", "Ada", "Ben")
    expected = {}
    for language in ("en", "pl", "ja"):
        with translation.override(language):
            expected[language] = anew(game, newest), anew(game, newest, others)
    log_memory.forget()
    for language in ("en", "pl", "ja", "en"):
        with translation.override(language):
            assert (said(game, newest), said(game, newest, others)) == expected[language]


def test_games_with_the_same_versions_are_kept_apart(game: Game) -> None:
    other = lay(recorded.played("answered-anew-3"))
    version = min(game.version, other.version)
    expected = anew(game, version), anew(other, version)
    assert expected[0] != expected[1]
    assert (said(game, version), said(other, version)) == expected


def test_one_event_more_asks_for_no_state(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    newest = next(event.version for event in reversed(stepping.events(game)) if not event.is_undo)
    said(game, newest - 1)
    with django_assert_num_queries(2):
        said(game, newest)


def test_the_memory_has_a_bound() -> None:
    recent: log_memory.Recent[int, int] = log_memory.Recent(3)
    for number in range(5):
        recent.put(number, -number)
        recent.get(2)
    assert [recent.get(number) for number in range(5)] == [None, None, -2, -3, -4]
