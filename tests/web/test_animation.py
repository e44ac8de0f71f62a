"""Animated replays of finished games: what they show, what they may cost, and who sees them."""

from io import BytesIO
from itertools import pairwise

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from PIL import Image, ImageChops

from games import engine, selectors, services
from games.models import Game
from replays import stepping
from tests.replays.tables import played_out
from tests.web.animations import card, gif
from tests.web.conftest import HTMX
from web import tasks
from web.models import Animation
from web.pages.share import animation, drawing, making
from web.pages.share.animation import MOST_FRAMES, SIZE, Stretch, thinned
from web.pages.share.rendering import png

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.uncounted]


def farthest(one: Image.Image, other: Image.Image) -> int:
    """By how much the colours of two pictures differ where they differ most, of 255."""
    differences = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    return max(most for _, most in differences.getextrema())


def tell(game: Game, **changes: object) -> None:
    Game.objects.filter(pk=game.pk).update(**changes)


# --- what it shows --------------------------------------------------------------------------------


@pytest.mark.long
def test_it_ends_with_the_final_board(over: Game, stranger: Client) -> None:
    job = animation.job_of(over)
    shown = Image.open(BytesIO(gif(stranger, over)))
    assert shown.size == SIZE
    assert len(job.frames) == shown.n_frames > 20
    assert shown.info["loop"] == 0
    first = shown.convert("RGB")
    for number, frame in enumerate(job.frames):
        shown.seek(number)
        assert shown.info["duration"] == frame.milliseconds
    state = selectors.state_of(over)
    final = Image.open(BytesIO(png(drawing.card(state, ["chris", "donald"]), SIZE)))
    assert farthest(shown, final) < 40
    assert farthest(first, final) > 150


@pytest.mark.long
def test_each_frame_has_the_pieces_of_its_moment(over: Game) -> None:
    """And each round its end."""
    job = animation.job_of(over)
    moments = thinned(animation.stretches(stepping.events(over)), MOST_FRAMES)
    assert len(moments) == len(job.frames)
    rounds = []
    for moment, frame in zip(moments, job.frames, strict=True):
        state = stepping.state_of(over, moment.last)
        drawn = [job.sprites[number].svg for number in frame.sprites]
        units = [svg for svg in drawn if 'class="token' in svg]
        assert len(units) == sum(len(player.units) for player in state.players), moment
        rounds += [svg.partition(">")[2] for svg in drawn[-1:] if moment.ends_round]
    said = [text.removesuffix("</text>") for text in rounds]
    names = ["Set-up", "Set-up", *(f"Round {number}" for number in range(1, 5))]
    assert said == [*names, drawing.TITLE_OF_ALL]


@pytest.mark.long
def test_points_are_those_of_each_moment(over: Game) -> None:
    job = animation.job_of(over)
    points = []
    for frame in job.frames:
        drawn = [job.sprites[number].svg for number in frame.sprites]
        texts = [svg for svg in drawn if 'text-anchor="end"' in svg]
        points.append([int(text.rpartition("</")[0].rpartition(">")[2]) for text in texts])
    state = selectors.state_of(over)
    assert points[-1] == sorted((sheet.total for sheet in state.scores), reverse=True)
    assert points[0] == []
    assert len({tuple(one) for one in points}) > 15


def test_it_is_the_longest_that_it_may_be() -> None:
    """With the ends of all rounds, and the rest evenly."""
    ends = {0, 20, 70, 71, 99}
    found = [Stretch(number, True, number in ends) for number in range(100)]
    shown = [one.last for one in thinned(found, 40)]
    assert len(shown) == 40
    assert ends <= set(shown)
    assert shown == sorted(shown)
    assert max(after - before for before, after in pairwise(shown)) <= 4
    assert thinned(found[:30], 40) == found[:30]
    assert [one.last for one in thinned(found[20:21] * 50 + found[99:], 3)][-1] == 99
    assert len(thinned([Stretch(number, True, True) for number in range(100)], 40)) == 40


@pytest.mark.long
def test_a_game_of_four_stays_small(stranger: Client) -> None:
    users = [User.objects.create_user(name) for name in ("anna", "bruce", "chris", "donald")]
    data = gif(stranger, played_out(users).game)
    assert Image.open(BytesIO(data)).n_frames == MOST_FRAMES
    assert len(data) < 250_000


@pytest.mark.long
def test_nothing_hidden_gets_into_it(over: Game) -> None:
    job = animation.job_of(over)
    text = msgspec.json.encode(job).decode()
    for left in ("var(", "<title>", 'href=\\"http', "secret"):
        assert left not in text, left


# --- who sees it ----------------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
@pytest.mark.long
def test_what_is_not_public_has_a_neutral_card(
    over: Game, stranger: Client, quick_animations: list[Game], visibility: str
) -> None:
    """Though there was an animation while it was public."""
    gif(stranger, over)
    tell(over, visibility=visibility)
    player = Client()
    player.force_login(User.objects.get(username="chris"))
    assert card(player, over)
    assert player.get(f"/games/{over.pk}/share/").status_code == 404
    if visibility == "private":
        for path in ("replay.gif", "share/"):
            assert stranger.get(f"/games/{over.pk}/{path}").status_code == 404
    assert len(quick_animations) == 1


def test_a_game_that_runs_has_a_neutral_card(running: Game, anna: Client, stranger: Client) -> None:
    assert card(stranger, running)
    assert anna.get(f"/games/{running.pk}/share/").status_code == 404


def test_it_goes_with_an_account_whose_name_it_has(
    over: Game, stranger: Client, quick_animations: list[Game]
) -> None:
    gif(stranger, over)
    services.delete_account(user=User.objects.get(username="chris"), now=timezone.now())
    assert not Animation.objects.exists()


def test_it_goes_with_its_game(over: Game, stranger: Client, quick_animations: list[Game]) -> None:
    gif(stranger, over)
    services.erase_game(game_id=over.pk, by=None, reason="test", now=timezone.now())
    assert not Animation.objects.exists()
    assert stranger.get(f"/games/{over.pk}/replay.gif").status_code == 404


def test_one_with_a_name_that_has_changed_meanwhile_is_not_kept(
    over: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(_: Game) -> bytes:
        User.objects.filter(username="chris").update(username="clara")
        return b"GIF"

    monkeypatch.setattr(making.ANIMATIONS, "_draw", slow)
    assert making.ANIMATIONS.make(over.pk, timezone.now) is None
    assert not Animation.objects.exists()


@pytest.mark.long
def test_another_name_has_it_drawn_anew(over: Game, stranger: Client) -> None:
    first = gif(stranger, over)
    assert gif(stranger, over) == first
    User.objects.filter(username="chris").update(username="clara")
    assert gif(stranger, over) != first
    assert Animation.objects.count() == 1


def test_a_browser_asks_whether_it_still_holds(
    over: Game, stranger: Client, quick_animations: list[Game]
) -> None:
    first = stranger.get(f"/games/{over.pk}/replay.gif")
    assert first["Cache-Control"] == "private, no-cache"
    again = {"If-None-Match": first["ETag"]}
    assert stranger.get(f"/games/{over.pk}/replay.gif", headers=again).status_code == 304
    tell(over, visibility="private")
    assert stranger.get(f"/games/{over.pk}/replay.gif", headers=again).status_code == 404


# --- the page that shows it -----------------------------------------------------------------------


@pytest.mark.long
def test_it_plays_only_when_asked_to(
    over: Game, stranger: Client, quick_animations: list[Game]
) -> None:
    still = stranger.get(f"/games/{over.pk}/share/", headers=HTMX).content.decode()
    assert f'<img src="/games/{over.pk}/picture.png"' in still
    assert "replay.gif" not in still
    assert not quick_animations, "nor is it drawn before that"
    moving = stranger.get(f"/games/{over.pk}/share/?play", headers=HTMX).content.decode()
    assert f'<img src="/games/{over.pk}/replay.gif"' in moving
    assert 'download="caledonia.gif"' in moving
    assert f'href="/games/{over.pk}/share/"' in moving
    assert still.count("<img ") == still.count("alt=") == 1
    assert moving.count("<img ") == moving.count("alt=") == 1


def test_who_waits_is_told_and_gets_it_when_it_is_there(
    over: Game, stranger: Client, drawings_sent: list[bool], quick_animations: list[Game]
) -> None:
    path = f"/games/{over.pk}/share/?wait&play"
    asked = stranger.get(f"/games/{over.pk}/share/?play", headers=HTMX).content.decode()
    assert f'hx-get="{path.replace("&", "&amp;")}" hx-trigger="every 2s"' in asked
    assert f'<img src="/games/{over.pk}/picture.png"' in asked
    assert "replay.gif" not in asked
    assert stranger.get(path, headers=HTMX).status_code == 204
    tasks.draw_games()
    come = stranger.get(path, headers=HTMX).content.decode()
    assert f'<img src="/games/{over.pk}/replay.gif"' in come
    assert "hx-trigger" not in come
    assert "<html" not in come


def test_who_asks_for_what_fails_does_not_wait(
    over: Game, stranger: Client, drawings_sent: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making.ANIMATIONS, "_draw", lambda _: b"")
    stranger.get(f"/games/{over.pk}/share/?play")
    tasks.draw_games()
    page = stranger.get(f"/games/{over.pk}/share/?play").content.decode()
    assert "every 2s" not in page
    assert "replay.gif" not in page


@pytest.mark.parametrize(("visibility", "offered"), [("public", True), ("private", False)])
def test_the_table_offers_it_where_there_is_one(over: Game, visibility: str, offered: bool) -> None:
    tell(over, visibility=visibility)
    player = Client()
    player.force_login(User.objects.get(username="chris"))
    page = player.get(f"/games/{over.pk}/").content.decode()
    assert (f'hx-get="/games/{over.pk}/share/"' in page) is offered
    assert (f'href="/games/{over.pk}/share/?play"' in page) is offered


@pytest.mark.long
def test_a_game_without_a_result_has_no_points(over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither at its end nor before, though there would be some."""
    given_up = selectors.state_of(over)
    assert engine.score_now(given_up)
    given_up.scores = []
    monkeypatch.setattr(animation.selectors, "state_of", lambda _: given_up)
    svgs = [one.svg for one in animation.job_of(over).sprites]
    assert any("Round 2" in svg for svg in svgs)
    assert not any('text-anchor="end"' in svg for svg in svgs)
