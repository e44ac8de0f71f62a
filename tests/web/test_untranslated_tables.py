"""Nothing that people read at tables and in the log stands outside of the catalogues."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl
from uuid import UUID

import pytest
from django.conf import settings as configured
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client

from games import engine
from games.models import Game
from replays.narration import sentence
from simulation.random_options import random_options
from simulation.random_play import steps
from tests import golden
from tests.marks import first_of
from tests.replays.tables import played_out, played_to
from tests.replays.telling import public
from tests.web.brackets import NAMES, bracketed, in_brackets, left, read, users
from tests.web.conftest import HTMX, MakeTable, browser
from web.pages.panel import builder as panel
from web.pages.panel import page as panel_page

__all__ = ["bracketed", "in_brackets", "users"]

pytestmark = [
    pytest.mark.long,
    pytest.mark.once,
    pytest.mark.uncounted,
    pytest.mark.usefixtures("in_brackets"),
]

# --- tables ---------------------------------------------------------------------------------------


def test_waiting_room(anna: Client, bruce: Client, stranger: Client, open_table: MakeTable) -> None:
    game = open_table(visibility="private", players=3)
    room = f"/games/{game.pk}/"
    invite = f"/invite/{game.pk}/{game.invite_code}/"
    for client, path in (
        (anna, room),
        (stranger, invite),
        (bruce, invite),
        (bruce, f"/invite/{game.pk}/nobody-knows/"),
    ):
        assert left(read(client, path)) == []
    assert left(read(anna, f"{room}bots/", data={"bot": "steward"})) == []
    assert left(read(anna, f"{room}bots/", data={"bot": "nobody"})) == []
    assert left(read(anna, f"{room}start/", data={})) == []
    assert left(read(anna, f"{room}join/", data={})) == []
    assert left(read(bruce, f"{room}change/", data={"name": "x"})) == []


@pytest.mark.parametrize("version", first_of([3, 12, 60]))
def test_running_table(users: list[User], stranger: Client, version: int) -> None:
    table = played_to(users, version)
    here = f"/games/{table.id}/"
    clients = [stranger]
    for user in users:
        clients.append(Client())
        clients[-1].force_login(user)
    for client in clients:
        assert left(read(client, here)) == []
        assert left(read(client, f"{here}replay/")) == []
        assert left(read(client, f"{here}refresh/?since=1", headers=HTMX)) == []
    me = clients[1 + table.user.pk % 2] if len(users) == 2 else clients[1]
    for path in ("notes/", "order/"):
        assert left(read(me, here + path)) == []
    for sent in ({}, {"version": "1", "move": "pass"}, {"version": str(version), "move": "?"}):
        for client in clients:
            assert left(read(client, f"{here}play/", data=sent, headers=HTMX)) == []
            assert left(read(client, f"{here}undo/", data=sent, headers=HTMX)) == []


@pytest.mark.long
def test_finished_table(users: list[User], stranger: Client) -> None:
    table = played_out(users)
    here = f"/games/{table.id}/"
    for path in (here, f"{here}replay/", f"{here}replay/?v=40", "/games/?show=finished"):
        assert left(read(stranger, path)) == []


@pytest.mark.long
def test_leaving_a_table(running: Game, anna: Client, bruce: Client) -> None:
    here, alice = f"/games/{running.pk}/", browser("alice")
    assert left(read(anna, f"{here}seat/")) == []
    for name in ("", "x" * 200, "nobody", "bruce", "alice"):
        assert left(read(anna, f"{here}seat/", data={"taker": name})) == []
    assert left(read(alice, f"{here}offer/")) == []
    assert left(read(alice, f"{here}offer/decline/", data={})) == []
    assert left(read(alice, f"{here}offer/")) == []
    assert left(read(anna, f"{here}seat/", data={"taker": "alice"})) == []
    assert left(read(anna, f"{here}seat/withdraw/", data={})) == []
    for sent in ({}, {"agreed": "on"}, {"withdraw": ""}, {"agreed": "on"}):
        assert left(read(anna, f"{here}abandon/", data=sent)) == []
        assert left(read(bruce, f"{here}seat/")) == []
    assert left(read(anna, f"{here}seat/", data={"taker": "alice"})) == []
    assert left(read(alice, f"{here}offer/", data={"seat": "0"})) == []
    for sent in ({}, {"sure": "on"}):
        assert left(read(bruce, f"{here}resign/", data=sent)) == []
    assert left(read(alice, f"{here}chat/")) == []


def test_chat(running: Game, anna: Client, bruce: Client) -> None:
    page = f"/games/{running.pk}/chat/"
    for path in (page, f"{page}?after=0"):
        assert left(read(anna, path, data={"text": ""})) == []
    assert left(read(anna, page, data={"text": "Glen"})) == []
    for path in (page, f"{page}?before=2"):
        assert left(read(bruce, path)) == []


def test_what_is_done_too_often(
    running: Game, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = configured.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    for scope, page, sent in (("offer", "seat/", "taker"), ("chat", "chat/", "text")):
        monkeypatch.setitem(rates, scope, "1/day")
        for _ in range(2):
            message = read(anna, f"/games/{running.pk}/{page}", data={sent: "nobody"})
            assert left(message) == []


# --- the panel ------------------------------------------------------------------------------------

CHOICES: Final = 3
"""Of each step that are walked to."""


def panels(
    state: engine.State, seat: engine.Seat, path: Sequence[str], names: Sequence[str]
) -> Iterator[str]:
    """The panel after some choices, and after some of those that it offers."""
    shown = panel.build(state, seat, path, names)
    assert shown is not None
    play = panel_page.PanelPage(1, seat, True, False, "", shown, None, None)
    yield render_to_string("web/parts/panel.html", {"game": {"id": UUID(int=1)}, "play": play})
    for group in shown.groups:
        possible = [choice for choice in group.choices if not choice.refusal]
        for choice in possible[:CHOICES] if path else possible:
            yield from panels(state, seat, [value for _, value in parse_qsl(choice.query)], names)


@pytest.mark.parametrize("number", first_of(range(8), quick=2))
def test_panel_of_every_decision(number: int) -> None:
    players = number % 4 + 1
    met: Counter[str] = Counter()
    for state, _ in steps(players, f"words {number}", options=random_options(str(number), players)):
        for decision in state.open_decisions():
            met[decision.kind] += 1
            if met[decision.kind] in (1, 9):
                for page in panels(state, decision.seat, [], NAMES[:players]):
                    assert left(page) == []


# --- the log --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", first_of(sorted(golden.FOLDER.glob("*.txt")), quick=8), ids=lambda path: path.stem
)
def test_log_of_golden_games(path: Path) -> None:
    before = None
    for state, event in golden.replay(golden.read(path)):
        if before is not None:
            message = sentence(before, public(event), NAMES)
            assert left(message) == []
        before = engine.copy(state)
