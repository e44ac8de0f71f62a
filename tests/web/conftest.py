"""Browsers, signed in or not, and tables for the tests of the pages."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import timezone, translation

from games import engine, services
from games.models import Game
from games.session_store import SessionStore
from tests.database import empty_cache
from tests.replays.tables import played_out
from web.models import MailAddress
from web.pages.share import making

PASSWORD = "heather-and-peat-1"  # noqa: S105 - of users that live for one test
HTMX = {"HX-Request": "true"}
"""What htmx sends along: ``client.get(path, headers=HTMX)``."""

MakeTable = Callable[..., Game]
Rates = dict[str, str]
"""The fixture ``rates``."""


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A request leaves its language behind, and the next test has asked for none."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _no_counters() -> None:
    """No test sees the counters of another one's throttles."""
    empty_cache()


@pytest.fixture
def over(db: None) -> Game:
    """A game of chris and donald that was played to its end."""
    return played_out([User.objects.create_user(name) for name in ("chris", "donald")]).game


@pytest.fixture
def rates(settings: LazySettings) -> Rates:
    """Rates of attempts, to be changed by a test."""
    settings.ATTEMPT_RATES = dict(settings.ATTEMPT_RATES)
    rates: Rates = settings.ATTEMPT_RATES
    return rates


@pytest.fixture
def mail_at_once(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    """Mail about accounts goes out in this process, though the transaction of a test never ends."""

    def at_once(run: Callable[[], None], *, robust: bool) -> None:
        assert robust
        run()

    monkeypatch.setattr("web.mail.mail_queue.transaction.on_commit", at_once)
    settings.EMBEDDED = True
    settings.SITE_URL = "https://caledonia.example.org"


def browser(name: str) -> Client:
    """The browser of a new user, with a verified address, who has signed in.

    ``user_of(client)`` is who that is.
    """
    client = Client()
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    MailAddress.objects.create(user=user, verified=user.email)
    sign_in(client, user)
    return client


def sign_in(client: Client, user: User) -> None:
    """A session as ``force_login`` makes it, by one statement in place of five."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key


def user_of(client: Client) -> User:
    """Who has signed in with this browser."""
    return User.objects.get(pk=client.session["_auth_user_id"])


@pytest.fixture
def anna(db: None) -> Client:
    """The browser of one who has signed in."""
    return browser("anna")


@pytest.fixture
def bruce(db: None) -> Client:
    """The browser of another one."""
    return browser("bruce")


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser without anybody."""
    return Client()


@pytest.fixture
def open_table(anna: Client) -> MakeTable:
    """Makes tables of anna's: ``open_table(players=3, visibility="private")``."""

    def make(*, players: int = 2, name: str = "Glen", visibility: str = "public") -> Game:
        return services.create_game(
            host=user_of(anna),
            name=name,
            options=engine.Options(players=players),
            visibility=visibility,
            now=timezone.now(),
        )

    return make


@pytest.fixture
def running(open_table: MakeTable, anna: Client, bruce: Client) -> Game:
    """A game of anna and bruce that has started."""
    game = open_table()
    services.join_game(game_id=game.pk, user=user_of(bruce), now=timezone.now())
    return services.start_game(game_id=game.pk, user=user_of(anna), now=timezone.now())


@pytest.fixture
def quick_animations(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Game]]:
    """The games of which an animation was made, without one."""
    drawn: list[Game] = []
    monkeypatch.setattr(
        making.ANIMATIONS, "_draw", lambda game: drawn.append(game) or b"GIF89a" + game.pk.bytes
    )
    return drawn


@pytest.fixture
def drawings_sent(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """The tasks that were sent to workers."""
    settings.EMBEDDED = False
    found: list[bool] = []
    monkeypatch.setattr("web.tasks.draw_games.delay", lambda: found.append(True))
    return found


@pytest.fixture(scope="session")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue with every message that the project has now, whatever stands in ``locale/``."""
    if shutil.which("xgettext") is None:
        reason = "needs GNU gettext, to look for messages: apt-get install gettext"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    # A copy, because Django's command leaves files beside the templates while it works.
    root = tmp_path_factory.mktemp("messages")
    for room in ("api", "caledonia", "games", "replays", "tournaments", "web"):
        unread = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(settings.BASE_DIR / room, root / room, ignore=unread)
    with override_settings(LOCALE_PATHS=[root / "locale"]), chdir(root):
        call_command("makemessages", locale=["eo"], verbosity=0)
    return root / "locale" / "eo" / "LC_MESSAGES" / "django.po"
