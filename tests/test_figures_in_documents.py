"""Figures, defaults, commands and addresses that the documents name are those of the code."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.urls import Resolver404, resolve

from tests.marks import in_one_test
from tests.test_documents import DOCUMENTS, TARGET
from tests.test_settings import asked_for, documented

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

BASE: Final = Path(settings.BASE_DIR)
KIB: Final = 1024
MIB: Final = 1024 * 1024

BODIES: Final = "caledonia.request_bodies:BodyLimits"
FIGURES: Final[dict[str, list[tuple[str, str, int]]]] = {
    "limits": [
        ("query together | {} bytes", "caledonia.door:LONGEST_ADDRESS", 1),
        ("parameters of a query | {} |", "caledonia.door:MOST_PARAMETERS", 1),
        ("the value of one header | {} bytes", "caledonia.door:LONGEST_HEADER", 1),
        ("all headers | {},", "caledonia.door:MOST_HEADERS", 1),
        ("and {} KiB of values together", "caledonia.door:LARGEST_HEADERS", KIB),
        ("`Content-Type` | {} bytes", "caledonia.door:LONGEST_TYPE", 1),
        ("reads {} KiB of headers and trailers", "caledonia.http_protocol:LARGEST_HEAD", KIB),
        ("each with {} bytes more than its name", "caledonia.http_protocol:PER_HEADER", 1),
        ("a body for `/replays/import` | {} MiB", f"{BODIES}.largest", MIB),
        ("any other body | {} KiB", f"{BODIES}.largest_elsewhere", KIB),
        ("the same of a stream | {} KiB", "api.live.app:MOST_BODY", KIB),
        ("| JSON | {} KiB", "api.parsers:LARGEST_BODY", KIB),
        ("KiB, {} levels", "api.parsers:DEEPEST", 1),
        ("a file that is imported | {} MiB", "replays.files.shape:LARGEST_GAME", MIB),
        ("its sentence has {} characters", "replays.files.errors:LONGEST_SENTENCE", 1),
        ("a form of a page | {} KiB", "django.conf:settings.DATA_UPLOAD_MAX_MEMORY_SIZE", KIB),
        ("KiB, {} fields", "django.conf:settings.DATA_UPLOAD_MAX_NUMBER_FIELDS", 1),
        ("its own limit: {} characters of notation", "games.engine.moves:_LONGEST", 1),
        ("names of {} characters", "games.names:LONGEST", 1),
        ("chat messages of {}", "games.models.chat:LONGEST_MESSAGE", 1),
        ("notes of {}", "web.models:LONGEST_NOTE", 1),
        ("the newest {} of its user", "games.services.records.receipts:MOST_KEPT", 1),
        ("{} KiB (bodies)", f"{BODIES}.in_memory", KIB),
        ("{} KiB (answers)", "caledonia.bridge:IN_MEMORY", KIB),
        ("bodies whose requests have not begun | {} at once", f"{BODIES}.collected", 1),
        ("without the first {} KiB of each", f"{BODIES}.small", KIB),
        ("KiB of each | {} MiB", f"{BODIES}.held", MIB),
        ("read on for up to {} seconds", f"{BODIES}.drain_seconds", 1),
        ("time for a body | {} s", f"{BODIES}.seconds", 1),
        ("and {} s without a byte", f"{BODIES}.gap_seconds", 1),
        ("answers that are not read | {} at once", "caledonia.bridge:DELIVERED", 1),
        ("at once, {} MiB | one of the address", "caledonia.bridge:ANSWERS", MIB),
        ("time for {} KiB of an answer", "caledonia.bridge:PIECE", KIB),
        ("KiB of an answer | {} s", "caledonia.bridge:WRITE_SECONDS", 1),
        ("has taken {} seconds of CPU", "caledonia.costly_reads:LONG", 1),
        ("may have {} events. A process", "replays.files.shape:MOST_EVENTS", 1),
        ("game of {} events or more at a time", "games.runtime.long_games:LONG", 1),
        ("it has {} events at most", "replays.bulk:EVENTS_AT_ONCE", 1),
        ("Where there are results of {} games", "replays.statistics.adding_up:MANY", 1),
        ("has {} entrants at most", "tournaments.settings_check:MOST_ENTRANTS", 1),
        ("announcement {} char", "tournaments.models.tournament:LONGEST_ANNOUNCEMENT", 1),
        ("a reason {};", "tournaments.services.creating:LONGEST_REASON", 1),
        ("and {} people have had a part", "tournaments.services.writer:MOST_PEOPLE", 1),
        ("a log has {} events", "tournaments.services.writer:MOST_EVENTS", 1),
        ("events and {} MiB of their texts", "tournaments.services.writer:MOST_BYTES", MIB),
        ("beyond that one of {} MiB or more", "tournaments.services.writer:FREE_BYTES", MIB),
        ("A ladder has {} tables", "tournaments.services.drawing:MOST_TABLES", 1),
        ("of {} moves at most", "games.services.play.running:MOVES_OF_WHO_IS_OVER", 1),
        ("the newest {} pictures", "web.pages.share.making:PICTURES.kept", 1),
        ("and {} animations are kept", "web.pages.share.making:ANIMATIONS.kept", 1),
    ],
    "operations": [
        ("beyond the newest {} of new games", "games.services.records.receipts:MOST_KEPT", 1),
        ("first, {} in a transaction", "games.services.records.receipts:BATCH", 1),
        ("(of more than {} those", "web.mail.turn_mail:MOST_GAMES", 1),
        ("the mail have {} seconds each", "django.conf:settings.EMAIL_TIMEOUT", 1),
        ("a mail as a whole has {} (", "django.conf:settings.MAIL_SECONDS", 1),
        ("No mail is tried for {} seconds", "web.mail.mail_server:FIRST_PAUSE", 1),
        ("doubles the pause, up to {} minutes", "web.mail.mail_server:LONGEST_PAUSE", 60),
        ("in mail they are cut to {} characters", "web.untrusted_names:LONGEST", 1),
        ("so many of them that no more than {} users", "web.existing_addresses:AT_ONCE", 1),
        ("stored in batches of {} games", "replays.validation.batches:BATCH", 1),
        ("The request erases {} games", "games.services.people.accounts:MOST_ERASED", 1),
        (
            "each file, up to {} MiB",
            "replays.management.commands.import_replay:LARGEST",
            MIB,
        ),
    ],
    "pages": [
        ("a process keeps the newest {}.", "web.pages.guide.views:KEPT", 1),
        ("A page looks at {} events", "web.pages.table.parts.log:LOOKED_AT", 1),
        ("that changed the map, {} at most", "web.pages.share.animation:MOST_FRAMES", 1),
        ("The newest {} pictures", "web.pages.share.making:PICTURES.kept", 1),
    ],
    "live": [
        ("It has {} games at most", "api.live.feeds:MOST_GAMES", 1),
        ("read in pages of {}", "api.live.feeds:PAGE", 1),
    ],
    "replays": [
        ("nothing, more than {} MiB", "replays.files.shape:LARGEST_GAME", MIB),
        ("(a record: {} MiB", "replays.files.record:LARGEST_RECORD", MIB),
        ("MiB, {} lines", "replays.files.record:MOST_LINES", 1),
        ("lines or {} moves)", "replays.files.record:MOST_MOVES", 1),
        ("more than {} gzip members", "replays.files.packing:MOST_MEMBERS", 1),
        ("(100, at most {}) and", "replays.bulk:AT_ONCE", 1),
        ("where a list of {} events ends", "replays.contents:MOST", 1),
        ("At most {} versions come at once", "replays.frames:MOST", 1),
        ("every {} events or more the state is kept", "replays.snapshots:SPACING", 1),
        ("for a stretch of {} versions", "web.pages.replay.moments:LENGTH", 1),
        ("around a version: up to {} events", "web.pages.replay.log:LENGTH", 1),
        ("From {} results on the sums are kept", "replays.statistics.kept_sums:FROM", 1),
        ("where a list of {} events ends", "replays.contents:MOST", 1),
        ("At most {} versions come at once", "replays.frames:MOST", 1),
        ("every {} events or more the state is kept", "replays.snapshots:SPACING", 1),
        ("for a stretch of {} versions", "web.pages.replay.moments:LENGTH", 1),
        ("around a version: up to {} events", "web.pages.replay.log:LENGTH", 1),
        ("From {} results on the sums are kept", "replays.statistics.kept_sums:FROM", 1),
        ("lists the caller's last {};", "replays.imports:LISTED", 1),
        ("and after {} days they are", "replays.imports:KEPT", 24 * 3600),
    ],
    "tournaments": [
        ("most {} KiB and", "tournaments.files.players_csv:LARGEST", KIB),
        ("KiB and {} lines", "tournaments.files.players_csv:MOST_LINES", 1),
        ("At tables of two {} can play", "tournaments.formats.swiss:MOST_DUELS", 1),
        ("which each draw in the log names. Now it is {}.", "tournaments.drawing:ALGORITHM", 1),
        ("After {} tables nobody", "tournaments.services.drawing:MOST_TABLES", 1),
        ("of one user the newest {} are", "games.services.records.receipts:MOST_KEPT", 1),
    ],
    "access": [("the limit of {} holds", "api.tokens:MOST_TOKENS", 1)],
    "settings": [("of which {} may wait", "games.services.seats.transfer:MOST_OFFERS", 1)],
    "heads": [
        ("It has {} seconds for a head", "replays.heads.outside:SECONDS", 1),
        ("A head takes up to {} leaves", "replays.heads.signing:MOST_LEAVES", 1),
    ],
}
"""Of each page parts of sentences, where ``{}`` stands for a figure; its name, and its unit."""

WORDS: Final[dict[str, list[tuple[str, str, float]]]] = {
    "limits": [
        ("A process has twelve threads", "caledonia.asgi:THREADS", 12),
        ("Four of the twelve are kept", "caledonia.threads:KEPT", 12 / 4),
        ("at most two writes of users in a row", "caledonia.threads:IN_A_ROW", 2),
        ("no more than three within", "caledonia.threads:MODEST", 3),
        ("three within two seconds", "caledonia.threads:LATELY", 2),
        ("Four requests of a process begin", "caledonia.asgi:AT_ONCE", 4),
        ("longer than half a second", "caledonia.threads:STALLED_SECONDS", 0.5),
        ("for the next ten minutes", "caledonia.costly_reads:KEPT", 600),
        ("who has waited for ten seconds", "caledonia.long_requests:SECONDS", 10),
        ("two at a time, whoever sends", "games.accounts.hashers:AT_ONCE", 2),
        ("two more wait for up to two seconds", "games.accounts.hashers:WAIT_SECONDS", 2),
        ("two seconds, three of them", "games.runtime.long_games:WAITING", 3),
        ("in the same tournament ten times", "tournaments.services.entering:MOST_ENTRIES", 10),
        ("One player says ten times", "tournaments.services.reporting:MOST_REPORTS", 10),
    ],
    "operations": [
        ("all others after a week", "games.services.records.receipts:KEPT", 7 * 24 * 3600),
        ("Rows are deleted after a week", "web.mail.account_mail:KEPT", 7 * 24 * 3600),
    ],
    "pages": [
        ("and ten recovery codes", "games.accounts.second_factors:RECOVERY_CODES", 10),
        ("a clock one step off at most", "games.accounts.second_factors:DRIFT", 1),
        ("An offer ends after seven days", "games.services.seats.transfer:OFFER_LASTS", 7 * 86400),
    ],
}
"""The same of figures that are written as words."""

DEFAULT: Final = re.compile(r"`([A-Z][A-Z_]+)` \(([0-9.,]+)( MiB)?\)")
"""A setting with its default behind it."""
COMMAND: Final = re.compile(r"manage\.py ([a-z_]+)([^`\n#]*)")
OPTION: Final = re.compile(r"(?<![\w-])--[a-z-]+")
MAKE: Final = re.compile(r"(?:^|`)make ([a-z-]+)", re.MULTILINE)
MODULE: Final = re.compile(r"python -m ([a-z_.]+)")
ADDRESS: Final = re.compile(r"(?:`(?:[A-Z]+ )?|\$API|\")(/[a-z0-9][^`\"\s?#]*)")
FIRST: Final = re.compile(
    r"/(?:api/v1/|(?:games|replays|tournaments|players|ratings|heads|me|tokens|statistics|imports"
    r"|validations|content|rules|options|help|guide|profile)(?:/|$))"
)
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}|<[\w:]+>|\$[A-Z]+|\$\{\w+\}|NBR-09|NAME|ID")


def one_line(page: Path) -> str:
    return " ".join(page.read_text().split())


def value_of(name: str) -> float:
    found = resolve_name(name)
    return found.total_seconds() if isinstance(found, timedelta) else float(found)


@in_one_test("page", FIGURES)
def test_figures_are_those_of_the_code(page: str) -> None:
    text = one_line(BASE / "docs" / f"{page}.md")
    for sentence, name, unit in FIGURES[page]:
        figure = value_of(name) / unit
        wanted = sentence.format(f"{int(figure):,}" if figure == int(figure) else figure)
        assert wanted in text, f"{name}: {wanted}"


@in_one_test("page", WORDS)
def test_figures_in_words_are_those_of_the_code(page: str) -> None:
    text = one_line(BASE / "docs" / f"{page}.md")
    for sentence, name, figure in WORDS[page]:
        assert sentence in text, sentence
        assert value_of(name) == figure, name


def defaults() -> Iterator[tuple[str, int | str]]:
    """The settings whose default the code gives as a plain number or text, with that."""
    for path in ("caledonia/settings.py", "api/settings.py"):
        for node in ast.walk(ast.parse((BASE / path).read_text())):
            if not (isinstance(node, ast.Call) and len(node.args) > 1):
                continue
            for name in asked_for(ast.Module([ast.Expr(node)], [])):
                given = ast.unparse(node.args[1])
                if re.fullmatch(r"[0-9_ *]+|'[\w/]+'", given):
                    yield name, eval(given, {})  # noqa: S307 - a number or a word of ours


def test_defaults_are_those_of_the_code() -> None:
    found, page = dict(defaults()), documented()
    assert len(found) > 60
    for name, default in found.items():
        assert page[name].startswith(f"`{default}` |"), name


@in_one_test("document", DOCUMENTS)
def test_a_default_behind_a_name_is_that_of_the_setting(document: Path) -> None:
    known = dict(defaults())
    for name, figure, unit in DEFAULT.findall(document.read_text()):
        number = float(figure.replace(",", "")) * (MIB if unit else 1)
        assert number == float(known[name]), name


@in_one_test("document", DOCUMENTS)
def test_commands_that_are_named_are_there_with_their_options(document: Path) -> None:
    text, commands = document.read_text(), get_commands()
    for name, rest in COMMAND.findall(text):
        assert name in commands, name
        app = commands[name]
        command = load_command_class(app, name) if isinstance(app, str) else app
        known = command.create_parser("manage.py", name)._option_string_actions
        assert set(OPTION.findall(rest)) <= set(known), f"{name} {rest}"
    targets = set(TARGET.findall((BASE / "Makefile").read_text()))
    assert set(MAKE.findall(text)) <= targets
    for module in MODULE.findall(text):
        assert find_spec(module.rstrip(".")) is not None, module


def leads_somewhere(address: str) -> bool:
    """Whether there is something at an address, of the pages or below ``/api/v1``."""
    for id_ in ("00000000-0000-4000-8000-00000000c0de", "7"):
        filled = PLACEHOLDER.sub(id_, address).rstrip(".,;)")
        for path in (filled, f"{filled}/", f"/api/v1{filled}"):
            with suppress(Resolver404):
                if resolve(path).func.__name__ != "nothing_here":
                    return True
    return False


def addresses(text: str) -> set[str]:
    """Those that begin with a word of ours and stand there as a whole."""
    found = {one for one in ADDRESS.findall(text) if "*" not in one and "..." not in one}
    return {one for one in found if FIRST.match(one)}


@in_one_test("document", DOCUMENTS)
def test_addresses_that_are_named_lead_somewhere(document: Path) -> None:
    assert [one for one in addresses(document.read_text()) if not leads_somewhere(one)] == []


def test_what_is_not_there_is_found() -> None:
    named = addresses("`GET /games/{id}/state`, `/games/{id}/gone`, `/api/v1/rules/NBR-09`, `/tmp`")
    assert {one for one in named if not leads_somewhere(one)} == {"/games/{id}/gone"}
    assert len(named) == 3
