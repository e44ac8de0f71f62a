"""Games that come in by files: everything is stored as it stands, once, or nothing is."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, selectors, services, store
from games.errors import GameExists
from games.models import ContentPack, Game
from games.runtime import state_cache
from games.services.records import importing as service
from replays.exporting import json_lines
from replays.files import BadFile, packed, read_game
from replays.validation.examining import examine
from tests.replays.bad_files import REFUSED
from tests.replays.game_files import (
    lines_of,
    played,
    sound,
)
from tests.replays.servers import census, fetched, gone, imported, moved

pytestmark = pytest.mark.once

END = len(lines_of(sound()))
EVENTS = len(played().rows)


@pytest.mark.uncounted
def test_everything_is_stored_as_it_stands_in_the_file(dora: User) -> None:
    now = timezone.now()
    game = imported(sound(), dora)
    subject, header = played().subject, read_game(sound()).header
    assert store.rows(game.pk) == played().rows
    assert str(game.pk) == subject.id
    assert (game.options, game.content_id) == (subject.options, subject.content)
    assert bytes(game.server_seed) == subject.server_seed
    assert bytes(game.salt) == subject.salt
    assert game.commitment == subject.commitment
    assert (game.name, game.players, game.version) == ("Friday", 4, EVENTS)
    assert (game.status, game.round, game.awaits_step, game.due) == ("finished", 5, False, False)
    assert game.started_at == played().rows[0].recorded_at
    assert game.finished_at == played().rows[-1].recorded_at
    assert engine.sealing.instant(game.created_at) == header.created_at
    assert game.active_at >= now
    assert examine(fetched(game)).status == "passed"


def test_the_game_is_marked_and_nobody_of_here_has_played_it(dora: User) -> None:
    User.objects.create_user("ada")
    game = imported(sound(), dora)
    assert (game.source, game.rated, game.visibility) == ("imported", False, "unlisted")
    assert game.host == dora
    seats = list(game.seats.all())
    assert [(seat.user, seat.bot, seat.label, seat.waiting) for seat in seats] == [
        (None, "", "ada", False),
        (None, "", "Ben \u00d3 S\u00failleabh\u00e1in", False),
        (None, "", "cleo#1", False),
        (None, "random", "", False),
    ]
    assert [seat.name for seat in seats] == [
        *("ada", "Ben \u00d3 S\u00failleabh\u00e1in", "cleo#1", "random bot"),
    ]
    assert selectors.seat_of(game, dora) is None


def test_it_can_be_looked_at_like_any_other(dora: User) -> None:
    game = imported(sound(), dora)
    assert selectors.state_of(game).over
    assert selectors.state_of(game).version == EVENTS
    sheets = selectors.final_scores([game])[game.pk]
    assert [sheet.rank for sheet in sheets] == sorted(sheet.rank for sheet in sheets)
    services.catch_up(game)
    assert state_cache.rebuild(game, EVENTS).over


def test_packed_or_not_is_the_same(dora: User) -> None:
    assert json_lines(imported(packed(sound()), dora)) == sound()


@pytest.mark.uncounted
def test_the_same_game_twice_is_a_conflict(dora: User, users: list[User]) -> None:
    game = imported(sound(), dora, visibility="private")
    before = census()
    for user, visible in ((dora, True), (users[0], False)):
        with pytest.raises(GameExists) as caught:
            imported(sound(), user)
        assert caught.value.game_id == game.pk
        assert caught.value.visible is visible
    assert census() == before


def test_what_was_erased_here_stays_away(dora: User) -> None:
    game = imported(sound(), dora)
    services.erase_game(game_id=game.pk, by=None, reason="asked to", now=timezone.now())
    with pytest.raises(GameExists) as caught:
        imported(sound(), dora)
    assert not caught.value.visible
    assert "or was erased from it" in str(caught.value)
    assert not Game.objects.exists()


def test_of_two_that_come_at_once_one_stays(dora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    imported(sound(), dora)
    before = census()
    real, asked = service._check_free, []

    def blind_once(*args: object) -> None:
        asked.append(args)
        if len(asked) > 1:
            real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(service, "_check_free", blind_once)
    with pytest.raises(GameExists):
        imported(sound(), dora)
    assert len(asked) == 2
    assert census() == before


@pytest.mark.uncounted
def test_a_refused_file_leaves_nothing_behind(dora: User) -> None:
    before = census()
    codes = ("bad_content", "move_refused", "checksum_differs", "end_differs", "missing_version")
    for code in codes:
        for make in REFUSED[code]:
            with pytest.raises(BadFile):
                imported(make(), dora)
    assert census() == before == (0, 0, 0, 0)


def test_a_failure_in_the_middle_leaves_nothing_behind(
    dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(service.writing, "append", fail)
    with pytest.raises(OSError, match="disk"):
        imported(sound(), dora)
    assert census() == (0, 0, 0, 0)


@pytest.mark.uncounted
def test_a_pack_comes_with_its_game_and_is_there_once(dora: User) -> None:
    first = imported(sound(), dora)
    assert bytes(ContentPack.objects.get().raw) == engine.packs.builtin().raw
    gone(first)
    imported(sound(), dora)
    assert ContentPack.objects.count() == 1


@pytest.mark.uncounted
@pytest.mark.long
def test_an_imported_game_may_go_on_travelling(dora: User, users: list[User]) -> None:
    game = imported(sound(), dora)
    for user in users:
        game = moved(game, user)
        assert game.host == user
    assert json_lines(game) == sound()
