"""Lines of the log: where they come from, and what does not stand in them."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from http import HTTPStatus
from uuid import UUID

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.urls import path
from django.utils import timezone

from api import tokens
from caledonia import logs, refused
from caledonia.celery import HEADER, app
from games import tasks
from games.runtime import tracing
from tests.games.conftest import alice, bob, charlie, table
from tests.games.tables import Table
from tests.marks import in_one_test

pytestmark = pytest.mark.once

__all__ = ["alice", "bob", "charlie", "table"]

ID = "client-chosen-0001"


class Lines:
    """What is written while a test runs."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def of(self, logger: str) -> list[dict[str, object]]:
        lines = [json.loads(line) for line in self.text.splitlines()]
        return [line for line in lines if line["logger"] == logger]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The log as a public server writes it, at the level of INFO."""
    written = Lines()
    handler = logging.StreamHandler(written.stream)
    configured = logs.configuration("json", "INFO")
    configurator = logging.config.DictConfigurator(configured)
    handler.setFormatter(configurator.configure_formatter(configured["formatters"]["json"]))
    for name in configured["handlers"]["console"]["filters"]:
        handler.addFilter(configurator.configure_filter(configured["filters"][name]))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def authorized(user: User, **headers: str) -> dict[str, str]:
    token = tokens.issue(user=user, name="log", now=timezone.now())[1]
    return {"authorization": f"Bearer {token}", **headers}


@pytest.mark.django_db
def test_a_request_is_one_line_with_its_ids(table: Table, lines: Lines) -> None:
    headers = authorized(table.user, **{"x-request-id": ID})
    answered = Client().get(f"/api/v1/games/{table.id}/state?version=1", headers=headers)
    assert answered.headers["X-Request-ID"] == ID
    (line,) = lines.of("caledonia.requests")
    fields = {
        name: line[name] for name in ("request_id", "game", "user", "method", "path", "status")
    }
    assert fields == {
        "request_id": ID,
        "game": str(table.id),
        "user": str(table.user.pk),
        "method": "GET",
        "path": f"/api/v1/games/{table.id}/state",
        "status": 200,
    }
    assert isinstance(line["ms"], float)
    assert line["level"] == "INFO"
    assert str(line["time"]).startswith(str(timezone.now().year))
    assert headers["authorization"].split()[1] not in lines.text


@pytest.mark.django_db
def test_neither_bodies_nor_tokens_nor_secrets_are_logged(table: Table, lines: Lines) -> None:
    headers = authorized(table.user)
    client = Client(raise_request_exception=False)
    body = {"version": 1, "notation": "a-notation-nobody-should-see"}
    for address in ("moves", "moves?invite=a-code-nobody-should-see"):
        client.post(
            f"/api/v1/games/{table.id}/{address}", body, "application/json", headers=headers
        )
    client.get("/nothing?code=a-code-nobody-should-see", headers=headers)
    assert len(lines.of("caledonia.requests")) == 3
    assert "nobody-should-see" not in lines.text
    assert headers["authorization"].split()[1] not in lines.text
    game = table.game
    for secret in (bytes(game.server_seed).hex(), bytes(game.salt).hex(), game.invite_code):
        assert secret not in lines.text


def crash(request: object, code: str = "") -> None:
    raise RuntimeError("a defect of ours")


urlpatterns = [path("crash/<str:code>", crash), path("crash", crash)]


@override_settings(ROOT_URLCONF=__name__)
def test_a_defect_is_logged_without_the_query(lines: Lines) -> None:
    client = Client(raise_request_exception=False)
    client.get("/crash?code=a-code-nobody-should-see", headers={"x-request-id": ID})
    (line,) = lines.of("django.request")
    assert line["request_id"] == ID
    assert "a defect of ours" in str(line["exc_info"])
    assert "nobody-should-see" not in lines.text


@override_settings(ROOT_URLCONF=__name__)
def test_words_in_an_address_are_left_out(lines: Lines) -> None:
    Client(raise_request_exception=False).get("/crash/a-code-nobody-should-see")
    (line,) = lines.of("caledonia.requests")
    assert line["path"] == "/crash/<code>"


@pytest.mark.parametrize("https", [True, False])
def test_words_in_an_address_are_left_out_on_the_way_to_it(lines: Lines, https: bool) -> None:
    """It is sent on: to HTTPS, or to the address with a slash at its end."""
    address = f"/invite/{UUID(int=1)}/a-code-nobody-should-see"
    with override_settings(SECURE_SSL_REDIRECT=https):
        assert Client().get(address).status_code == 301
    (line,) = lines.of("caledonia.requests")
    assert line["path"] == f"/invite/{UUID(int=1)}/<code>"
    assert "nobody-should-see" not in lines.text


def test_probes_and_files_are_not_news(lines: Lines) -> None:
    Client().get("/healthz")
    assert lines.of("caledonia.requests") == []


@pytest.mark.django_db
def test_a_line_is_one_line(lines: Lines) -> None:
    Client().get("/nothing%0Aforged%0D%0A")
    (line,) = lines.of("caledonia.requests")
    assert line["path"] == "/*"


@in_one_test("offered", ["short", "x" * 65, "spaces in it", "new\nline-1234", "ümlaut-123", ""])
def test_an_id_that_is_not_sane_is_replaced(offered: str) -> None:
    given = tracing.request_id(offered)
    assert given != offered
    assert tracing.SANE.fullmatch(given)
    assert tracing.request_id(None) != tracing.request_id(None)


@pytest.mark.django_db
def test_a_problem_names_the_request(lines: Lines) -> None:
    refused = Client().get("/api/v1/me", headers={"x-request-id": ID})
    assert refused.json()["request_id"] == ID == refused.headers["X-Request-ID"]
    made = Client().get("/api/v1/me", headers={"x-request-id": "<script>"})
    assert made.json()["request_id"] == made.headers["X-Request-ID"] != "<script>"


def test_ids_do_not_outlive_their_request() -> None:
    Client().get("/healthz")
    assert tracing.current() == {}
    with tracing.bound(request_id=ID):
        tracing.bind(game=7, user=None)
        with tracing.bound(user=3):
            assert tracing.current() == {"request_id": ID, "game": "7", "user": "3"}
        assert tracing.current() == {"request_id": ID, "game": "7"}
    assert tracing.current() == {}


def test_a_task_is_sent_with_the_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: dict[str, object] = {}

    def send(*args: object, **options: object) -> None:
        sent.update(options)

    monkeypatch.setattr("celery.app.task.Task.apply_async", send)
    with tracing.bound(request_id=ID, game="g", user=3):
        tasks.run_bots.delay("g")
    assert sent["headers"] == {HEADER: {"request_id": ID, "game": "g", "user": "3"}}


def test_a_task_logs_with_the_ids_it_came_with(lines: Lines) -> None:
    @app.task(name="tests.log_something")
    def log_something() -> None:
        logging.getLogger("tests.task").info("in a task")

    log_something.apply(headers={HEADER: {"request_id": ID, "game": "g"}})
    log_something.apply()
    first, second = lines.of("tests.task")
    assert first["request_id"] == ID
    assert first["game"] == "g"
    assert first["task"] == "tests.log_something"
    assert "request_id" not in second
    assert tracing.current() == {}


def test_people_get_plain_lines() -> None:
    logger = logging.getLogger("tests.plain")
    record = logger.makeRecord(logger.name, logging.INFO, "", 0, "hello", (), None)
    with tracing.bound(request_id=ID, game="g"):
        logs.TracingFilter().filter(record)
    plain = logs.configuration("plain", "INFO")["formatters"]["plain"]
    line = logging.Formatter(plain["format"], style=plain["style"]).format(record)
    assert line.endswith(f"INFO tests.plain: hello [request_id={ID} game=g]")


@pytest.mark.parametrize("form", logs.FORMATS)
def test_the_configuration_is_one(form: str) -> None:
    logging.config.DictConfigurator(logs.configuration(form, "INFO")).configure_formatter(
        logs.configuration(form, "INFO")["formatters"][form]
    )
    assert settings.LOG_FORMAT == "plain"


def test_few_of_those_who_are_refused_have_a_line(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = [1000.5]
    monkeypatch.setattr("caledonia.refused.time.monotonic", lambda: second[0])
    for _ in range(25):
        refused.answer(HTTPStatus.BAD_REQUEST, "Ask for less.", path="/api/v1/me", offered=ID)
    assert len(lines.of("caledonia.requests")) == refused.LINES
    second[0] += 1
    refused.answer(HTTPStatus.BAD_REQUEST, "Ask for less.", path="/api/v1/me", offered=ID)
    *_, last = lines.of("caledonia.requests")
    assert last["message"] == "refused unread: 400 Ask for less. (15 more before it)"
    assert last["request_id"] == ID
