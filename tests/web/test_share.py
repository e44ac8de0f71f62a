"""Pictures of finished games, and what pages say of them to programs that show a link."""

import struct
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games import engine, services
from games.models import Game
from games.runtime import places
from tests.replays.tables import played_out
from tests.web.positions import position
from web import receivers, tasks
from web.models import Picture
from web.pages.share import colours, drawing, drawings, making
from web.pages.share.rendering import Size

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.uncounted]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The drawings of which pictures were made."""
    found: list[str] = []
    png = making.png

    def noting(svg: str, size: Size) -> bytes:
        found.append(svg)
        return png(svg, size)

    monkeypatch.setattr(making, "png", noting)
    making.neutral.cache_clear()
    yield found
    making.neutral.cache_clear()


def picture(client: Client, game: Game) -> bytes:
    answer = client.get(f"/games/{game.pk}/picture.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert struct.unpack(">II", answer.content[16:24]) == drawing.SIZE
    return answer.content


@pytest.mark.long
def test_a_picture_is_made_once_and_anew_when_a_name_changes(
    over: Game, stranger: Client, drawn: list[str]
) -> None:
    first = picture(stranger, over)
    assert picture(stranger, over) == first
    assert len(drawn) == 1
    assert "chris" in drawn[0]
    User.objects.filter(username="chris").update(username="clara")
    assert picture(stranger, over) != first
    assert "chris" not in drawn[1]
    assert Picture.objects.count() == 1


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_what_is_not_public_has_a_neutral_card(
    over: Game, stranger: Client, drawn: list[str], visibility: str
) -> None:
    Game.objects.filter(pk=over.pk).update(visibility=visibility)
    player = Client()
    player.force_login(User.objects.get(username="chris"))
    assert picture(player, over) == making.neutral()
    if visibility == "private":
        assert stranger.get(f"/games/{over.pk}/picture.png").status_code == 404
    assert "chris" not in "".join(drawn)
    assert not Picture.objects.exists()


def test_a_game_that_runs_has_a_neutral_card(running: Game, stranger: Client) -> None:
    assert picture(stranger, running) == making.neutral()


@pytest.mark.long
def test_a_worker_makes_it(
    over: Game, stranger: Client, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED = False
    sent: list[bool] = []
    monkeypatch.setattr("web.tasks.draw_games.delay", lambda: sent.append(True))
    receivers.draw_game(game_id=over.pk)
    receivers.draw_game(game_id=uuid4())
    for _ in range(3):
        assert picture(stranger, over) == making.neutral()
    assert len(sent) == 1, "many ask, one task is sent"
    tasks.draw_games()
    assert picture(stranger, over) != making.neutral()
    assert len(sent) == 1, "nothing else waits"


@pytest.mark.long
def test_pictures_are_drawn_one_after_the_other(
    over: Game, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED = False
    sent: list[bool] = []
    monkeypatch.setattr("web.tasks.draw_games.delay", lambda: sent.append(True))
    eve = User.objects.create_user("eve")
    games = [over, played_out([eve, User.objects.get(username="chris")]).game]
    for game in games:
        tasks.ask_for(making.PICTURES, game.pk)
    with places.place(places.PICTURES):
        tasks.draw_games()
    assert not Picture.objects.exclude(stamp="").exists(), "another process draws"
    tasks.draw_games()
    assert making.PICTURES.made(games[0])
    assert (making.PICTURES.made(games[1]), len(sent)) == (None, 3)
    tasks.draw_games()
    assert making.PICTURES.made(games[1])
    assert len(sent) == 3


def test_a_picture_that_fails_is_not_tried_again_and_again(
    over: Game, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED = False
    monkeypatch.setattr("web.tasks.draw_games.delay", lambda: None)
    tasks.ask_for(making.PICTURES, over.pk)
    monkeypatch.setattr(drawing, "card", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tasks.draw_games()
    tasks.draw_games()


@pytest.mark.long
def test_a_game_keeps_its_place_when_it_is_asked_for_again(over: Game) -> None:
    """Or who looks again would wait behind all who have come since."""
    now = timezone.now()
    chris = User.objects.get(username="chris")
    later = played_out([chris, User.objects.create_user("eve")]).game
    assert making.PICTURES.ask(over.pk, now)
    assert making.PICTURES.ask(later.pk, now + drawings.ASKED_AGAIN_AFTER / 2)
    again = now + drawings.ASKED_AGAIN_AFTER * 2
    assert making.PICTURES.ask(over.pk, again)
    assert not making.PICTURES.ask(over.pk, again), "one task is enough"
    assert making.PICTURES.draw_next(lambda: again)
    assert making.PICTURES.made(over)
    assert making.PICTURES.made(later) is None


@pytest.mark.long
def test_a_clock_that_was_ahead_holds_up_no_picture(over: Game) -> None:
    now = timezone.now()
    assert making.PICTURES.ask(over.pk, now + timedelta(days=1))
    assert making.PICTURES.standing(over, now) == "missing"
    assert making.PICTURES.ask(over.pk, now), "the task was lost"
    Picture.objects.update(made_at=now + timedelta(days=1), sent_at=None)
    assert making.PICTURES.standing(over, now) == "missing"
    assert making.PICTURES.ask(over.pk, now)


@pytest.mark.long
def test_new_names_have_a_game_drawn_anew_now_and_then_only(over: Game) -> None:
    now = timezone.now()
    assert making.PICTURES.ask(over.pk, now)
    assert not making.PICTURES.ask(over.pk, now)
    assert making.PICTURES.ask(over.pk, now + drawings.ASKED_AGAIN_AFTER), "the task was lost"
    assert not making.draw_next(lambda: now)
    User.objects.filter(username="chris").update(username="clara")
    assert not making.PICTURES.ask(over.pk, now + drawings.DRAWN_AGAIN_AFTER / 2)
    assert making.PICTURES.ask(over.pk, now + drawings.DRAWN_AGAIN_AFTER)


@pytest.mark.long
def test_pictures_with_the_name_of_a_deleted_account_are_gone(
    over: Game, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture(stranger, over)
    chris = User.objects.get(username="chris")
    services.delete_account(user=chris, now=timezone.now())
    assert not Picture.objects.exists()


@pytest.mark.long
def test_what_changed_while_it_was_drawn_is_not_kept(
    over: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    png = making.png

    def slow(svg: str, size: Size) -> bytes:
        User.objects.filter(username="chris").update(username="clara")
        return png(svg, size)

    monkeypatch.setattr(making, "png", slow)
    assert making.PICTURES.make(over.pk, timezone.now) is None
    assert not Picture.objects.exists()


@pytest.mark.long
def test_the_oldest_pictures_go(over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making.PICTURES, "kept", 1)
    chris = User.objects.get(username="chris")
    newer = played_out([chris, User.objects.create_user("eve")]).game
    for game in (over, newer):
        making.PICTURES.make(game.pk, timezone.now)
    assert [one.game_id for one in Picture.objects.all()] == [newer.pk]


@pytest.mark.long
def test_a_browser_asks_whether_it_still_holds(over: Game, stranger: Client) -> None:
    first = stranger.get(f"/games/{over.pk}/picture.png")
    assert first["Cache-Control"] == "private, no-cache"
    again = {"If-None-Match": first["ETag"]}
    assert stranger.get(f"/games/{over.pk}/picture.png", headers=again).status_code == 304
    Game.objects.filter(pk=over.pk).update(visibility="private")
    assert stranger.get(f"/games/{over.pk}/picture.png", headers=again).status_code == 404


def test_pictures_are_limited(
    over: Game, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.share.views.count_picture", lambda _: 7)
    answer = stranger.get(f"/games/{over.pk}/picture.png")
    assert (answer.status_code, answer["Retry-After"]) == (429, "7")


def test_a_link_shows_the_board(over: Game, stranger: Client, settings: LazySettings) -> None:
    """At the address of the site, whatever name a request has called it by."""
    settings.SITE_URL = "https://caledonia.example"
    for path in (f"/games/{over.pk}/", f"/games/{over.pk}/replay/"):
        page = stranger.get(path).content.decode()
        where = f"https://caledonia.example/games/{over.pk}/picture.png"
        assert f'<meta property="og:image" content="{where}">' in page


@pytest.mark.parametrize(("visibility", "offered"), [("public", True), ("private", False)])
def test_the_table_offers_a_picture_where_there_is_one(
    over: Game, visibility: str, offered: bool
) -> None:
    Game.objects.filter(pk=over.pk).update(visibility=visibility)
    player = Client()
    player.force_login(User.objects.get(username="chris"))
    page = player.get(f"/games/{over.pk}/").content.decode()
    assert ('download="caledonia.png"' in page) is offered


# --- the drawing ----------------------------------------------------------------------------------


@pytest.mark.long
def test_nothing_in_a_drawing_needs_a_browser() -> None:
    state = position(4, round_=5)
    state.scores = engine.score_now(state)
    svg = drawing.card(state, ["anna", "<b>", "紅葉", "donald"])
    for left in ("var(", "light-dark(", "<b>", "紅葉", "http://", "https://"):
        assert left not in svg.replace("http://www.w3.org/", ""), left
    assert "Player 3" in svg
    assert all(f'class="token p{seat}"' in svg for seat in range(4))


def test_the_colours_are_those_of_the_pages() -> None:
    sheet = colours.style()
    for name in ("grass", "forest", "loch", "p0", "p3"):
        assert colours.palette()[name] in sheet
