"""Malformed requests to every page: never a 500, and no stream is harmed.

CALEDONIA_FUZZ is another number of requests, CALEDONIA_FUZZ_SEED another seed.
"""

import os
from collections import Counter
from http.cookies import SimpleCookie
from typing import Any, Final

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from rest_framework.settings import api_settings

from games import store
from games.models import Game
from tests.api.conftest import caller
from tests.api.junk import Junk, strict_about_nul
from tests.api.test_fuzz import DONE_WITH, unharmed
from tests.api.world import World, world_of
from tests.door import DoorClient, answer
from tests.marks import sample
from tests.web.junk import Known, PageSource
from web.mail.turn_mail import token_of

pytestmark = pytest.mark.uncounted

NUMBER: Final = int(os.environ.get("CALEDONIA_FUZZ", sample(whole="1000", usual="500")))
SEED: Final = int(os.environ.get("CALEDONIA_FUZZ_SEED", "1"))
USERS: Final = ("alice", "bob", "charlie")
"""The host of all games, another player, and somebody who has nothing to do with them."""
LEAVING: Final = ("/profile/", "/password/", "/logout/")
"""What changes who somebody is, or whether there is such a user, is undone."""


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    for place, name in ((api_settings, "DEFAULT_THROTTLE_RATES"), (settings, "ATTEMPT_RATES")):
        monkeypatch.setattr(place, name, dict.fromkeys(getattr(place, name), "1000000/min"))
    return world_of(*(caller(name) for name in ("nobody", *USERS)))


class Browsers:
    """Those who ask: three users and a stranger, with and without the check against forgery."""

    def __init__(self) -> None:
        self.clients: list[tuple[Client, SimpleCookie]] = []
        for user in (None, *User.objects.filter(username__in=USERS).order_by("pk")):
            for strict in (False, False, True):
                client = DoorClient(enforce_csrf_checks=strict)
                if user:
                    client.force_login(user)
                self.clients.append((client, SimpleCookie(client.cookies.output(header=""))))

    def send(self, junk: Junk, index: int) -> HttpResponse:
        """The answer to one of them; each time with the cookies of the beginning."""
        client, cookies = self.clients[index % len(self.clients)]
        client.cookies = SimpleCookie(cookies.output(header=""))
        with transaction.atomic():
            answered = answer(
                client,
                junk.method,
                junk.path,
                data=junk.body,
                content_type=junk.kind,
                headers=junk.headers,
            )
            if junk.path.startswith(LEAVING):
                transaction.set_rollback(True)
        return answered

    def look_around(self, source: PageSource) -> None:
        """Look at every page with the eyes of everybody, and see which methods it knows."""
        for route in source.routes:
            for client, _ in self.clients[::3]:
                path = source.some_path(route)
                shown = client.get(path)
                source.known.learn(shown, path)
            with transaction.atomic():
                posted = client.post(path, {})
                transaction.set_rollback(True)
            answers = {"GET": shown, "POST": posted}
            known = [name for name, got in answers.items() if got.status_code != 405]
            source.known.methods[route.pattern] = known or ["GET"]


def ids_of(world: World) -> dict[str, list[Any]]:
    """Values of the parameters in addresses that are good for something."""
    alice = User.objects.get(username="alice")
    return {
        **world.ids,
        "code": [game.invite_code for game in world.games.values()],
        "seat": [0, 1, 2],
        "uidb64": [urlsafe_base64_encode(force_bytes(alice.pk)), "OTk5OTk5OTk5OTk5OTk5OTk5OTk5"],
        "token": [token_of(alice), default_token_generator.make_token(alice), "set-password"],
    }


@pytest.mark.filterwarnings("ignore::Warning")
@pytest.mark.long
def test_nothing_that_is_sent_to_pages_does_harm(world: World) -> None:
    before = {name: store.rows(game.pk) for name, game in world.games.items()}
    source, browsers = PageSource(SEED, ids=ids_of(world), known=Known()), Browsers()
    browsers.look_around(source)
    assert len(source.known.forms) > 20, sorted(source.known.forms)
    answers: Counter[int] = Counter()
    wrong = []
    for index, junk in enumerate(source.requests(NUMBER)):
        with connection.execute_wrapper(strict_about_nul):
            answered = browsers.send(junk, index // len(source.routes) + index)
        answers[answered.status_code] += 1
        if answered.status_code >= 500:
            wrong.append(f"{answered.status_code} {index % len(browsers.clients)} {junk}")
    assert not wrong, f"{len(wrong)} of {NUMBER}, {answers}:\n" + "\n".join(wrong[:20])
    assert {200, 302, 400, 403, 404, 405, 415, 422} <= set(answers), answers
    for name, rows in before.items():
        if name not in DONE_WITH and not Game.objects.filter(pk=world.games[name].pk).exists():
            continue
        unharmed(world.games[name], rows, moved=name not in DONE_WITH)
