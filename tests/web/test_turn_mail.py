"""Mail to players for whom games wait: when, to whom, how often, and how to have no more of it."""

import re
from datetime import datetime, timedelta
from smtplib import SMTPServerDisconnected
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from games import engine, selectors, services
from games.models import Game, Seat
from tests.games.test_races import at_once
from tests.marks import in_one_test
from tests.page_games import game_against_bots
from tests.web.conftest import browser, user_of
from web import tasks
from web.mail import turn_mail
from web.models import MailAddress, Profile

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

AFTER = timedelta(minutes=15)
EVERY = timedelta(hours=1)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _settings(settings: LazySettings) -> None:
    settings.TURN_MAIL_AFTER_SECONDS = AFTER.total_seconds()
    settings.TURN_MAIL_EVERY_SECONDS = EVERY.total_seconds()
    settings.SITE_URL = "https://caledonia.example.org"


def started(anna: Client, *others: Client, name: str = "Glen") -> Game:
    """A game of several people that has begun."""
    host, now = user_of(anna), timezone.now()
    options = engine.Options(players=1 + len(others))
    game = services.create_game(
        host=host, name=name, options=options, visibility="public", now=now, seed=b"t" * 32
    )
    for other in others:
        services.join_game(game_id=game.pk, user=user_of(other), now=now)
    return services.start_game(game_id=game.pk, user=host, now=now)


def waiting(game: Game) -> tuple[User, datetime]:
    """For whom a game waits, and since when."""
    seat = Seat.objects.get(game=game, waiting=True)
    assert seat.user is not None
    assert seat.waiting_since is not None
    return seat.user, seat.waiting_since


def waits(game: Game, user: User, since: datetime) -> None:
    """Have a game wait for one user only, since then."""
    game.seats.update(waiting=False, waiting_since=None)
    game.seats.filter(user=user).update(waiting=True, waiting_since=since)


def sweep(now: datetime) -> list[EmailMessage]:
    """What goes out when it is looked at this moment."""
    before = len(mail.outbox)
    for user_id in turn_mail.due(now):
        turn_mail.send(user_id=user_id, now=now)
    return mail.outbox[before:]


def seen(user: User, at: datetime) -> None:
    Profile.objects.update_or_create(user=user, defaults={"seen_at": at})


# --- when and to whom -----------------------------------------------------------------------------


def test_a_mail_goes_out_after_a_while_and_once(running: Game) -> None:
    user, since = waiting(running)
    assert sweep(since + AFTER - SECOND) == []
    (sent,) = sweep(since + AFTER)
    assert sent.to == [user.email]
    assert sweep(since + AFTER) == []
    assert sweep(since + 10 * EVERY) == []


@pytest.mark.parametrize("noted", ["turns_told", "seen_at"])
@pytest.mark.long
def test_what_a_clock_noted_that_was_ahead_holds_no_mail_back(running: Game, noted: str) -> None:
    user, since = waiting(running)
    now = since + AFTER
    Profile.objects.update_or_create(user=user, defaults={noted: now + timedelta(days=1)})
    assert len(sweep(now)) == 1
    assert sweep(now + SECOND) == sweep(now + EVERY) == []


def test_it_says_game_and_round_and_where(running: Game) -> None:
    user, since = waiting(running)
    Game.objects.update(name="<Glen> & Ben", round=3)
    (sent,) = sweep(since + AFTER)
    assert sent.subject == "Your turn in “<Glen> & Ben” (Round 3 of 5)"
    assert f"Hello {user.username}," in sent.body
    assert "“<Glen> & Ben” (Round 3 of 5)\nhttps://caledonia.example.org/games/" in sent.body
    assert f"/games/{running.pk}/\n" in sent.body
    assert sent.extra_headers["Auto-Submitted"] == "auto-generated"


def test_one_mail_for_all_games_that_have_waited_long(anna: Client, bruce: Client) -> None:
    games = [started(anna, bruce, name=f"Game {number}") for number in range(3)]
    user, since = user_of(anna), timezone.now()
    for number, game in enumerate(games):
        waits(game, user, since + number * SECOND)
    (sent,) = sweep(since + AFTER + SECOND)
    assert sent.subject == "Your turn in 2 games"
    assert re.findall(r"^“(Game \d)", sent.body, re.MULTILINE) == ["Game 0", "Game 1"]


def test_the_next_mail_comes_after_an_hour_with_what_is_new(anna: Client, bruce: Client) -> None:
    old, new = started(anna, bruce, name="Old"), started(anna, bruce, name="New")
    user, since = user_of(anna), timezone.now()
    waits(old, user, since)
    waits(new, user, since + SECOND)
    first = since + AFTER
    assert len(sweep(first)) == 1
    assert sweep(first + EVERY - SECOND) == []
    (sent,) = sweep(first + EVERY)
    assert sent.subject == "Your turn in 2 games"
    assert sent.body.index("Old") < sent.body.index("New")
    assert sweep(first + 5 * EVERY) == []


def test_the_next_turn_is_told_again(running: Game) -> None:
    user, since = waiting(running)
    sweep(since + AFTER)
    waits(running, user, since + 2 * EVERY)
    assert len(sweep(since + 2 * EVERY + AFTER)) == 1


def test_moves_of_one_turn_are_one_turn(anna: Client, bruce: Client) -> None:
    game = started(anna, bruce)
    user, since = waiting(game)
    later = since + timedelta(minutes=5)
    seat = Seat.objects.get(game=game, waiting=True)
    move = engine.legal_moves(selectors.state_of(game), engine.Seat(seat.index))[0]
    services.play_moves(game_id=game.pk, user=user, moves=[move], seen_version=1, now=later)
    other, then = waiting(game)
    assert (other != user, then) == (True, later)
    assert Seat.objects.get(pk=seat.pk).waiting_since is None


def test_who_has_been_here_since_gets_none(running: Game) -> None:
    user, since = waiting(running)
    seen(user, since)
    assert sweep(since + AFTER) == []
    seen(user, since - SECOND)
    assert len(sweep(since + AFTER)) == 1


def test_who_wants_none_gets_none(running: Game) -> None:
    user, since = waiting(running)
    Profile.objects.create(user=user, turn_mail=False)
    assert sweep(since + EVERY) == []


@pytest.mark.parametrize(
    "change", [{"email": ""}, {"email": "other@example.org"}, {"is_active": False}]
)
def test_no_mail_to_nowhere(running: Game, change: dict[str, object]) -> None:
    user, since = waiting(running)
    User.objects.filter(pk=user.pk).update(**change)
    assert sweep(since + AFTER) == []


def test_no_mail_to_an_address_that_is_not_verified(running: Game) -> None:
    user, since = waiting(running)
    row = MailAddress.objects.filter(user=user)
    # Not even in the time in which it still gets links that reset the password.
    row.update(verified="", awaited=user.email, grace_until=since + EVERY)
    assert sweep(since + AFTER) == []
    row.delete()
    assert sweep(since + AFTER) == []


def test_names_of_tables_are_marked_as_words_of_others(running: Game) -> None:
    _, since = waiting(running)
    Game.objects.update(name="Win at https://evil.example/x\u202e” now" + "!" * 60)
    (sent,) = sweep(since + AFTER)
    shown = "“Win at https: / / evil. example/ x ' now!!!!!!!!!!!!!!!!!!!…”"
    assert shown in sent.subject
    assert shown in sent.body
    assert "evil.example" not in sent.message().as_string()


def test_bots_wait_in_silence(anna: Client) -> None:
    game = game_against_bots(user_of(anna), players=2)
    assert sweep(waiting(game)[1] + EVERY) == []


def test_who_plays_all_seats_is_not_told(anna: Client) -> None:
    game = game_against_bots(user_of(anna), players=2)
    Seat.objects.update(user=user_of(anna), bot="", shared=True)
    assert sweep(waiting(game)[1] + EVERY) == []


def test_who_has_resigned_does_not_wait(anna: Client, bruce: Client) -> None:
    carol = browser("carol")
    game = started(anna, bruce, carol)
    user, since = waiting(game)
    Seat.objects.filter(game=game).exclude(user=user).update(resigned=True)
    assert sweep(since + EVERY) == []


def test_finished_games_wait_for_nobody(running: Game) -> None:
    since = waiting(running)[1]
    Game.objects.update(status="finished")
    assert sweep(since + EVERY) == []


# --- twice, at once, and not at all ---------------------------------------------------------------


def test_tasks_that_come_twice_send_one_mail(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, since = waiting(running)
    Seat.objects.filter(waiting=True).update(waiting_since=since - AFTER)
    sent: list[int] = []
    monkeypatch.setattr(tasks.mail_turns_of, "delay", sent.append)
    assert tasks.mail_turns() == tasks.mail_turns() == 1
    assert sent == [user.pk, user.pk]
    for user_id in sent:
        tasks.mail_turns_of(user_id)
    assert len(mail.outbox) == 1
    assert tasks.mail_turns() == 0


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_one_mail(running: Game) -> None:
    user, since = waiting(running)
    now = since + AFTER
    calls = [lambda: turn_mail.send(user_id=user.pk, now=now)] * 6
    assert sorted(map(str, at_once(calls))) == ["False"] * 5 + ["True"]
    assert len(mail.outbox) == 1


def test_what_the_mail_server_refuses_is_sent_later(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, since = waiting(running)
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", refuse)
        assert not turn_mail.send(user_id=user.pk, now=since + AFTER)
    assert Profile.objects.get(user=user).turns_told is None
    assert sweep(since + AFTER + turn_mail.TRIED_AGAIN - SECOND) == []
    assert len(sweep(since + AFTER + turn_mail.TRIED_AGAIN)) == 1


def refuse(message: EmailMessage) -> int:
    raise SMTPServerDisconnected("not now")


def test_who_is_gone_gets_none(running: Game) -> None:
    assert not turn_mail.send(user_id=0, now=timezone.now() + EVERY)
    assert not Profile.objects.exists()


# --- language -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "seen_in", "word"),
    [("pl", "ja", "Twoja kolej"), ("", "ja", "あなたの手番"), ("", "", "Your turn")],
)
def test_it_speaks_the_language_of_the_player(
    running: Game, chosen: str, seen_in: str, word: str
) -> None:
    user, since = waiting(running)
    Profile.objects.create(user=user, language=chosen, seen_language=seen_in)
    (sent,) = sweep(since + AFTER)
    assert word in sent.subject


# --- no more of it --------------------------------------------------------------------------------


def test_one_click_and_there_is_no_more(running: Game) -> None:
    user, since = waiting(running)
    (sent,) = sweep(since + AFTER)
    (link,) = re.findall(r"^(https://\S+/mail/off/\S+)$", sent.body, re.MULTILINE)
    assert sent.extra_headers["List-Unsubscribe"] == f"<{link}>"
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # As a mail program does it: without a cookie.
    path, program = urlsplit(link).path, Client(enforce_csrf_checks=True)
    answer = program.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert f"{user.username} gets no more mail" in answer.content.decode()
    waits(running, user, since + EVERY)
    assert sweep(since + 3 * EVERY) == []


def test_looking_at_the_page_changes_nothing(anna: Client, stranger: Client) -> None:
    path = f"/mail/off/{turn_mail.token_of(user_of(anna))}/"
    page = stranger.get(path)
    assert "Shall anna get no more mail" in page.content.decode()
    assert not Profile.objects.filter(turn_mail=False).exists()
    assert stranger.post(path).status_code == 200
    assert Profile.objects.get(user=user_of(anna)).turn_mail is False


@in_one_test("token", ["1", "1:x", "x", "", ":", "1:1:1"])
def test_tokens_are_not_to_be_guessed(anna: Client, stranger: Client, token: str) -> None:
    for answer in (stranger.get, stranger.post):
        assert answer(f"/mail/off/{token}/").status_code == 404
    assert not Profile.objects.filter(turn_mail=False).exists()


def test_switch_in_the_profile(anna: Client) -> None:
    page = anna.get("/profile/").content.decode()
    assert re.search(r'name="turn_mail"[^>]*checked', page)
    assert "for 15 min " in page
    assert "per 60 min" in page
    known = {"username": "anna", "email": "anna@example.org", "language": ""}
    anna.post("/profile/", known)
    assert Profile.objects.get(user=user_of(anna)).turn_mail is False
    assert not re.search(r'name="turn_mail"[^>]*checked', anna.get("/profile/").content.decode())
    anna.post("/profile/", {**known, "turn_mail": "on"})
    assert Profile.objects.get(user=user_of(anna)).turn_mail is True


def test_who_gives_an_address_is_told_what_for(stranger: Client) -> None:
    assert "games that wait for you" in stranger.get("/signup/").content.decode()
