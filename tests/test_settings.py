"""The settings of a public server."""

import ast
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from caledonia import addresses
from games.runtime import environment
from tests.marks import first_of, in_one_test

pytestmark = pytest.mark.once

BOUND = """
from caledonia import statements
from django.db import connections
statements.bound()
for name, database in connections.settings.items():
    options = database["OPTIONS"].get("options", "")
    print(name, *(one for one in ("lock_timeout", "statement_timeout") if one in options))
"""
"""Prints which limits a web process asks for, by connection."""
SECRET = "0123456789abcdefghijklmnopqrstuvwxyz" * 2


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python code in a process with this environment and nothing else of ours."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(); {code}"],
        env={**kept, "DJANGO_SETTINGS_MODULE": "caledonia.settings", **environment},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def load(**environment: str) -> dict[str, Any]:
    """The settings that this environment gives. Raises ImproperlyConfigured."""
    # It reads the environment when it is imported. Others stay: psycopg can be loaded only once.
    known = sys.modules.pop("api.settings", None)
    try:
        with patch.dict(os.environ, environment, clear=True):
            return runpy.run_path(str(settings.BASE_DIR / "caledonia/settings.py"))
    finally:
        sys.modules.pop("api.settings", None)
        if known is not None:
            sys.modules["api.settings"] = known


def refusal(**environment: str) -> str:
    """Why a server does not start in this environment."""
    with pytest.raises(ImproperlyConfigured) as refused:
        load(**environment)
    return str(refused.value)


def test_one_person_on_a_slow_machine_waits_longer_than_strangers() -> None:
    """A page and its parts are several requests at once, of which three are answered at a time."""
    assert load(CALEDONIA_DEV="1")["REQUESTS_WAIT_SECONDS"] == 10
    served = load(CALEDONIA_DEV="1", REDIS_URL="redis://:0123456789abcdef@redis:6379/0")
    assert served["REQUESTS_WAIT_SECONDS"] == 1
    assert served["REQUESTS_WAIT_SIGNED_IN_SECONDS"] == 5


def test_a_public_server_needs_a_secret() -> None:
    refused = run("")
    assert refused.returncode
    assert "ImproperlyConfigured: SECRET_KEY is not set" in refused.stderr


@in_one_test(
    ("name", "value"),
    [
        ("SECRET_KEY", "short but random 8fH2"),
        ("SECRET_KEY", "x" * 60),
        ("SECRET_KEY", "django-insecure-" + SECRET),
        ("SECRET_KEY", "development-only-" + "not-a-secret-" * 4),
        ("SECRET_KEY_FALLBACKS", f"{SECRET},{'y' * 60}"),
        ("METRICS_TOKEN", "metrics"),
    ],
)
def test_a_public_server_refuses_a_weak_secret(name: str, value: str) -> None:
    why = refusal(**{"SECRET_KEY": SECRET, name: value})
    assert why.startswith(f"{name} is weak")
    assert value not in why
    assert load(CALEDONIA_DEV="1", **{name: value})["DEV"]


def test_a_secret_has_ten_different_characters() -> None:
    assert load(SECRET_KEY="0123456789" * 6)["SECRET_KEY"] == "0123456789" * 6
    assert refusal(SECRET_KEY="012345678" * 7).startswith("SECRET_KEY is weak")


@in_one_test(
    ("name", "address"),
    [
        ("DATABASE_URL", "postgres://a:replace-me@db/a"),
        ("REDIS_URL", "redis://:replace-me@redis:6379/0"),
        ("REDIS_URL", "rediss://user:change-me@redis:6379/0"),
    ],
)
def test_a_public_server_refuses_the_password_of_the_example(name: str, address: str) -> None:
    why = refusal(**{"SECRET_KEY": SECRET, name: address})
    assert why.startswith(f"{name} has the password of an example")


@pytest.mark.parametrize("command", first_of(["map", "check", "help"]))
def test_a_command_without_a_secret_ends_with_one_line(command: str) -> None:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    refused = subprocess.run(
        [sys.executable, "manage.py", command],
        env=kept,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1, refused.stderr
    assert refused.stderr.startswith("manage.py: SECRET_KEY is not set.")


@pytest.mark.long
def test_a_public_server_speaks_https_only() -> None:
    shown = run(
        "from django.test import Client; c = Client(); "
        "print(c.get('/', headers={'host': 'a.example'}).headers['Location']); "
        "print(c.get('/', headers={'host': 'b.example'}).status_code)",
        SECRET_KEY=SECRET,
        ALLOWED_HOSTS="a.example",
        LOG_LEVEL="CRITICAL",
    )
    assert shown.stdout.split() == ["https://a.example/", "400"], shown.stderr


@in_one_test(
    ("name", "value"),
    [
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("METRICS_PORT", "http"),
        ("NUM_PROXIES", "one"),
        ("NUM_PROXIES", "-1"),
        ("THROTTLE_READ", "many"),
        ("THROTTLE_WRITE", "10/fortnight"),
        ("THROTTLE_ANONYMOUS", "0/min"),
        ("THROTTLE_SIGN_IN", "20"),
        ("TRUST_PROXY", "maybe"),
        ("SWEEP_SECONDS", "0"),
        ("SWEEP_SECONDS", "1000000"),
        ("SWEEP_SECONDS", "a minute"),
        ("TURN_MAIL_AFTER_SECONDS", "0"),
        ("TOKEN_DAYS", "366"),
        ("TOKEN_DAYS_MAX", "0"),
        ("SITE_URL", "caledonia.example.org"),
        ("SITE_URL", "https://caledonia.example.org/here"),
    ],
)
def test_a_value_that_makes_no_sense_refuses_to_start(name: str, value: str) -> None:
    why = refusal(CALEDONIA_DEV="1", **{name: value})
    assert f"{name} must be" in why
    assert repr(value) in why


@in_one_test(
    ("variables", "address"),
    [
        ({"CALEDONIA_DEV": "1"}, "http://localhost"),
        ({"ALLOWED_HOSTS": "a.example,b.example"}, "https://a.example"),
        ({"ALLOWED_HOSTS": ".a.example", "HTTPS": "0"}, "http://a.example"),
        ({"ALLOWED_HOSTS": "a.example", "SITE_URL": "https://b.example/"}, "https://b.example"),
    ],
)
def test_address_that_links_in_mail_begin_with(variables: dict[str, str], address: str) -> None:
    assert load(SECRET_KEY=SECRET, **variables)["SITE_URL"] == address


def test_a_public_server_of_any_host_has_to_be_told_its_address() -> None:
    assert refusal(SECRET_KEY=SECRET, ALLOWED_HOSTS="*").startswith("SITE_URL is not set")
    known = load(SECRET_KEY=SECRET, ALLOWED_HOSTS="*", SITE_URL="https://b.example")
    assert known["SITE_URL"] == "https://b.example"


@in_one_test(
    ("name", "value"),
    [
        ("HEADS_KEY", "0123"),
        ("HEADS_KEY", "0" * 64),
        ("HEADS_KEY", "xyz" + "0123456789abcdef" * 4),
        ("HEADS_WEBHOOK", "http://heads.example.org/"),
        ("HEADS_WEBHOOK", "https://user:password@heads.example.org/"),
        ("HEADS_WEBHOOK", "https://heads.example.org:port/"),
        ("HEADS_WEBHOOK", "ftp://127.0.0.1/"),
        ("HEADS_WEBHOOK", "https:///heads"),
        ("HEADS_WEBHOOK", "https://heads.example.org/a b"),
    ],
)
def test_a_key_or_address_for_heads_that_makes_no_sense_is_not_shown(name: str, value: str) -> None:
    why = refusal(CALEDONIA_DEV="1", **{name: value})
    assert f"{name} must be" in why
    assert value not in why


def test_heads_go_to_https_or_to_this_machine() -> None:
    for address in ("https://heads.example.org/in?token=x", "http://127.0.0.1:9/", "http://[::1]/"):
        assert load(CALEDONIA_DEV="1", HEADS_WEBHOOK=address)["HEADS_WEBHOOK"] == address


def test_an_empty_variable_is_one_that_is_not_set() -> None:
    names = ["LOG_LEVEL", "NUM_PROXIES", "THROTTLE_READ", "THROTTLE_SIGN_IN", "CALEDONIA_NAMESPACE"]
    read = load(CALEDONIA_DEV="1", **dict.fromkeys(names, ""))
    rest = read["REST_FRAMEWORK"]
    assert read["LOGGING"]["root"]["level"] == "INFO"
    assert rest["NUM_PROXIES"] == 0
    assert rest["DEFAULT_THROTTLE_RATES"]["read"] == "6000/min"
    assert read["ATTEMPT_RATES"]["sign-in"] == "20/min"
    assert read["NAMESPACE"] == "caledonia"


def documented() -> dict[str, str]:
    """The variables of the page on settings, each with the rest of its row."""
    page = (settings.BASE_DIR / "docs/settings.md").read_text()
    return dict(re.findall(r"^\| `([A-Z_]+)` \| (.+) \|$", page, re.MULTILINE))


READERS = {
    name
    for module in (environment, addresses)
    for name in vars(module)
    if callable(getattr(module, name))
}


def names(node: ast.expr, *words: str) -> bool:
    """Whether a name, or an attribute, is one of these; writing the node out would take longer."""
    return getattr(node, "attr", getattr(node, "id", None)) in words


def reads(called: str) -> bool:
    """Whether a function reads the environment."""
    return called.rpartition(".")[2] in READERS or called in ("os.environ.get", "os.getenv")


def read_variables() -> set[str]:
    """The environment variables that the code asks for, by its syntax trees."""
    found = set()
    for room in ("caledonia", "api", "games", "replays", "web", "deploy"):
        for path in (settings.BASE_DIR / room).rglob("*.py"):
            found |= {name for name in asked_for(ast.parse(path.read_text())) if name.isupper()}
    return found


def asked_for(tree: ast.Module) -> Iterator[str]:
    """The words that are given to a function which reads the environment."""
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and names(node.value, "environ"):
            if ast.unparse(node.value) != "os.environ":
                continue
            raise AssertionError("read the environment with a default, by os.environ.get")
        if not (isinstance(node, ast.Call) and node.args):
            continue
        if names(node.func, *READERS, "get", "getenv") and reads(ast.unparse(node.func)):
            match node.args[0]:
                case ast.Constant(str(name)):
                    yield name
                case ast.Name(name) if name in constants:
                    yield str(constants[name])


@pytest.mark.uncounted
@pytest.mark.long
def test_the_page_of_settings_has_every_variable_that_is_read_and_no_other() -> None:
    read = read_variables()
    assert {"SECRET_KEY", "THROTTLE_READ", "PROMETHEUS_MULTIPROC_DIR"} <= read
    assert set(documented()) == read
    for name, row in documented().items():
        assert len(row.split(" | ")) == 3, f"{name}: default, meaning, example"
        assert all(cell.strip() for cell in row.split(" | ")), name


def test_the_compose_file_passes_every_variable_of_the_page() -> None:
    """Those that are not about development."""
    compose = (settings.BASE_DIR / "docker-compose.yml").read_text()
    passed = set(re.findall(r"^ +([A-Z_]+): ", compose, re.MULTILINE))
    assert set(documented()) - passed == {"CALEDONIA_DEV"}


def test_a_replica_is_only_read_and_a_pooler_gets_nothing_that_outlives_a_transaction() -> None:
    """Neither may ever write, nor depend on what a session was told."""
    given = {
        "CALEDONIA_DEV": "1",
        "DATABASE_URL": "postgres://caledonia@db/caledonia",
        "REPLICA_DATABASE_URL": "postgres://caledonia@standby/caledonia?sslmode=require",
    }
    read = load(**given)
    assert read["DATABASE_ROUTERS"] == ["games.replica.ReplicaRouter"]
    options = read["DATABASES"]["replica"]["OPTIONS"]
    assert "-c default_transaction_read_only=on" in options["options"]
    assert options["sslmode"] == "require"
    assert "read_only" not in read["DATABASES"]["default"]["OPTIONS"]["options"]
    assert "DATABASE_ROUTERS" not in load(CALEDONIA_DEV="1", DATABASE_URL=given["DATABASE_URL"])
    pooled = load(**given, DATABASE_POOLED="1")["DATABASES"]
    assert pooled["replica"] == read["DATABASES"]["replica"]
    assert "options" not in pooled["default"]["OPTIONS"]
    assert pooled["default"]["OPTIONS"]["prepare_threshold"] is None
    assert pooled["default"]["DISABLE_SERVER_SIDE_CURSORS"] is True
    bound = run(BOUND, **given, DATABASE_POOLED="1")
    assert bound.stdout.splitlines() == ["default", "replica lock_timeout statement_timeout"]
    given["DATABASE_URL"] += "?options=-c%20lock_timeout%3D5s"
    assert "options" in refusal(**given, DATABASE_POOLED="1")
