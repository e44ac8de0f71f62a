"""What migrations write into rows that were there before them."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions import models as former_sessions
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.accounts import names
from games.models import AccountName, ContentPack, Game, Seat, Session
from games.services.play import finishing
from tests.games.tables import started
from tests.web.tournaments import drawn, result, tournament
from tournaments import services
from tournaments.models import Participant
from tournaments.state import Settings
from web.models import MailAddress, Profile

pytestmark = pytest.mark.django_db


def migrate(module: str, step: str) -> None:
    """Take the step of a migration that writes rows."""
    getattr(import_module(module), step)(apps, connection.schema_editor())


def test_a_game_waits_since_its_last_event() -> None:
    table = started([User.objects.create_user(name) for name in ("alice", "bob")])
    Seat.objects.update(waiting_since=None)
    migrate("games.migrations.0008_waiting_since", "note_since")
    since = dict(Seat.objects.values_list("waiting", "waiting_since"))
    assert since == {True: table.game.active_at, False: None}


def test_packs_that_no_game_uses_go() -> None:
    table = started([User.objects.create_user(name) for name in ("alice", "bob")])
    ContentPack.objects.create(hash="0" * 64, raw=b"{}", created_at=timezone.now())
    migrate("games.migrations.0021_unused_packs", "delete_unused")
    assert ContentPack.objects.get().hash == table.game.content_id


def test_of_names_that_differ_by_case_only_the_oldest_account_keeps_others_away() -> None:
    first, second, third = (User.objects.create_user(name) for name in ("Émile", "émile", "bob"))
    migrate("games.migrations.0024_folded_names", "fold")
    assert names.is_taken("ÉMILE", but=second)
    assert set(AccountName.objects.values_list("user", flat=True)) == {first.pk, third.pk}
    assert AccountName.objects.get(user=third).folded == names.folded("BOB")


def test_games_that_were_over_ended_by_scoring() -> None:
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    over, running = started(users), started(users)
    Game.objects.filter(pk=over.id).update(status="finished")
    migrate("games.migrations.0006_leaving", "note_endings")
    assert (over.game.ended_by, running.game.ended_by) == ("scoring", "")


def test_games_that_were_over_are_numbered_as_they_ended() -> None:
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    late, early, running, other = (started(users) for _ in range(4))
    now = timezone.now()
    for table, hours, source in ((late, 1, "played"), (early, 2, "forked"), (other, 3, "imported")):
        ended = now - timedelta(hours=hours)
        Game.objects.filter(pk=table.id).update(status="finished", finished_at=ended, source=source)
    migrate("games.migrations.0028_finish_positions", "number")
    assert [t.game.finish_position for t in (late, early, running, other)] == [2, 1, None, None]
    assert finishing.next_position() == 3


def test_addresses_from_before_wait_to_be_verified_and_are_asked_later() -> None:
    for name, address in (("alice", "a@example.org"), ("bob", ""), ("cleo", "c@example.org")):
        User.objects.create_user(name, address)
    cleo = User.objects.get(username="cleo")
    MailAddress.objects.create(user=cleo, verified=cleo.email)
    migrate("web.migrations.0005_existing_addresses", "note")
    row = MailAddress.objects.exclude(user=cleo).get()
    assert (row.user.username, row.verified, row.awaited) == ("alice", "", "a@example.org")
    assert row.asked_at is None
    assert abs(row.grace_until - timezone.now() - timedelta(days=90)) < timedelta(minutes=5)
    assert MailAddress.objects.get(user=cleo).grace_until is None


def test_who_has_given_an_address_before_gets_no_mail_about_turns() -> None:
    for name, address in (("alice", "a@example.org"), ("bob", "b@example.org"), ("cleo", "")):
        User.objects.create_user(name, address)
    Profile.objects.create(user=User.objects.get(username="bob"))
    migrate("web.migrations.0003_turn_mail", "keep_quiet")
    mail = dict(Profile.objects.values_list("user__username", "turn_mail"))
    assert mail == {"alice": False, "bob": False}


def test_names_are_normalised_and_none_becomes_that_of_another_account() -> None:
    wide = "\uff21\uff2e\uff2e"
    names = ["ann", wide, "\uff22\uff2f\uff22", "zoe", "\ufdfa" * 20]
    users = [User.objects.create(username=name) for name in names]
    migrate("games.migrations.0022_normal_names", "normalise")
    stored = [User.objects.get(pk=user.pk).username for user in users]
    assert stored[:4] == ["ann", "ANN-2", "BOB", "zoe"]
    assert len(stored[4]) == 150


def test_sessions_of_accounts_that_are_gone_go() -> None:
    client = Client()
    client.force_login(User.objects.create_user("alice"))
    lost = Session(session_key="lost", session_data="x", expire_date=timezone.now(), user_id=10**6)
    with connection.constraint_checks_disabled():
        lost.save(force_insert=True)
    migrate("games.migrations.0018_session_users", "forget_lost")
    assert Session.objects.get().pk == client.cookies["sessionid"].value


def test_sessions_go_on_and_are_those_of_their_users() -> None:
    alice = User.objects.create_user("alice")
    client = Client()
    client.force_login(alice)
    now, key = timezone.now(), client.cookies["sessionid"].value
    former, later = former_sessions.Session.objects, now + timedelta(days=1)
    data = Session.objects.get().session_data
    former.create(session_key=key, session_data=data, expire_date=later)
    former.create(session_key="broken", session_data="x", expire_date=later)
    former.create(session_key="over", session_data=data, expire_date=now)
    Session.objects.all().delete()
    assert client.get("/profile/").status_code == 302
    client.cookies["sessionid"] = key
    migrate("games.migrations.0017_sessions", "take_over")
    assert dict(Session.objects.values_list("pk", "user_id")) == {key: alice.pk, "broken": None}
    assert not former.exists()
    assert client.get("/profile/").status_code == 200
    migrate("games.migrations.0017_sessions", "give_back")
    assert not Session.objects.exists()
    assert set(former.values_list("session_key", flat=True)) == {key, "broken"}


def test_whom_substitutes_replaced_before_lists_named_them() -> None:
    """In a round, in a ladder, which has none; not before the first draw, nor who is back."""
    people = [User.objects.create_user(name) for name in ("alice", "bob", "charlie")]
    series = Settings(format="series", format_options={"games": 3}, played_here=False)
    made = drawn(*people[:1], *people[1:], settings=series)
    result(made, 1, (9, 8))
    director = {"tournament_id": made.pk, "user": people[0], "now": timezone.now()}
    services.substitute(entrant=1, label="Ada", **director)
    services.publish_draw(**director)
    result(made, 2, (9, 8))
    services.substitute(entrant=1, label="Bea", **director)
    services.substitute(entrant=2, label="Cem", **director)
    services.register(tournament_id=made.pk, user=people[2], now=timezone.now())
    services.substitute(entrant=2, waiting=3, **director)
    ladder = tournament(*people[:1], *people[1:], settings=Settings(format="ladder"))
    services.substitute(entrant=1, label="Dov", **{**director, "tournament_id": ladder.pk})
    services.challenge(tournament_id=ladder.pk, user=people[2], opponents=[1], now=timezone.now())
    services.substitute(entrant=1, label="Eva", **{**director, "tournament_id": ladder.pk})
    rows = Participant.objects.order_by("tournament__created_at", "number")
    noted = list(rows.values_list("tournament", "label", "replaced_in"))
    assert sorted(lost for *_who, lost in noted if lost is not None) == [0, 1, 2, 2]
    Participant.objects.update(replaced_in=None)
    migrate("tournaments.migrations.0020_players_replaced_before", "note_replaced")
    assert list(rows.values_list("tournament", "label", "replaced_in")) == noted
