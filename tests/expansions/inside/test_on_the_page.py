"""The example on the page of a table: its moves in the panel, its part, and its decision."""

import ast
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games import engine
from games.engine.decisions import DecisionBase, MainActionDecision
from games.engine.randomness import Stream
from games.engine.rules.granted_decisions import AnotherActionDecision, BonusActionDecision
from games.refusals import sentence
from simulation.random_play import seed_of, steps
from tests.expansions import example
from tests.expansions.example.clan import Apiarist
from tests.expansions.example.state import Apiary, HiddenApiary
from tests.expansions.example_page import ApiaryPage
from tests.games.tables import Table, new_table, started
from web.pages import extensions
from web.pages.guide.topics import topics
from web.pages.panel import builder, move_panels

OPTIONS = engine.Options(players=2, expansions=["apiary"])
OWN = ("set_up_hive", "keep_tile", "sell_honey")
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def page(settings: LazySettings) -> Iterator[None]:
    """The pages with what the example adds, and its template."""
    (django,) = settings.TEMPLATES
    settings.TEMPLATES = [django | {"DIRS": [Path(__file__).parents[1] / "templates"]}]
    extensions.assemble((*extensions.SHIPPED, ApiaryPage()))
    yield
    extensions.assemble(extensions.SHIPPED)


def test_every_move_of_a_game_with_it_can_be_reached() -> None:
    stream = Stream(seed_of("hives"), "hives on the page")
    seen = set()
    for state, _ in steps(2, "hives on the page", options=OPTIONS):
        for decision in state.open_decisions():
            legal = engine.legal_moves(state, decision.seat)
            own = [move for move in legal if move.type_name() in OWN]
            for move in [stream.choice(legal), *own[:3]]:
                route = [step.value for step in next(move_panels.routes(move))]
                shown = builder.build(state, decision.seat, route, ("Anna", "Bruce"))
                assert shown is not None
                direct = [one.notation for one in shown.direct]
                assert move.notation() in direct or (
                    shown.preview and shown.preview.notation == move.notation()
                )
                seen.add(move.type_name())
    assert seen >= set(OWN)


def test_port_tiles_of_a_clan_are_offered_beside_those_of_the_map() -> None:
    """By themselves and with the moves that they change, named as what they are."""
    seat = engine.Seat(0)
    for state, _ in steps(2, "hives on the page", options=OPTIONS):
        apiary = state.expansions and state.part(Apiary)
        decision = state.decision_of(seat)
        if apiary and apiary.keepers[0].hives and isinstance(decision, MainActionDecision):
            break
    red = state.players[0]
    red.clan, red.money, red.stock, red.selling = Apiarist.name, 40, 2, [0] * 6
    lines = ("port shipyard 5", "port shipyard 9 copy 5", "buy 1 milk with shipyard_copy 6 down")
    texts = []
    for line in lines:
        move = engine.parse(line)
        route = [step.value for step in next(move_panels.routes(move))]
        shown = builder.build(state, seat, route, ("Anna", "Bruce"))
        assert shown is not None
        assert shown.preview is not None
        assert shown.preview.notation == line
        texts.append(str(shown.crumbs))
    assert "Port tile 5 (your shipyard)" in texts[0]
    assert "as tile 6, for £3" in texts[-1]
    assert "(your shipyard)" in texts[-1]


@pytest.mark.parametrize("kind", [BonusActionDecision, AnotherActionDecision])
def test_a_further_action_is_chosen_like_the_first(kind: type[DecisionBase]) -> None:
    """By groups, with the actions that are not possible and why. (IND-DEF-18)"""
    seat = engine.Seat(0)
    for state, _ in steps(2, "hives on the page", options=OPTIONS):
        if isinstance(state.decision_of(seat), MainActionDecision):
            break
    state.players[0].money = 0
    first = builder.build(state, seat, [], ("Anna", "Bruce"))
    state.decisions[-1] = kind(state.decisions[-1].id, seat)
    shown = builder.build(state, seat, [], ("Anna", "Bruce"))
    assert first is not None
    assert shown is not None
    main = {
        choice.value for group in first.groups if group.name == "main" for choice in group.choices
    }
    assert {one.value for one in shown.groups[0].choices} == main
    assert [one.refusal for one in shown.groups[0].choices if one.refusal]
    assert not shown.asks
    possible = next(one.value for one in shown.groups[0].choices if not one.refusal)
    chosen = builder.build(state, seat, [possible], ("Anna", "Bruce"))
    assert chosen is not None
    assert chosen.asks


@pytest.fixture
def table(db: None) -> Table:
    """A game of two people in which one has to choose an action."""
    table = started(
        [User.objects.create_user(name) for name in ("alice", "bob")], expansions=["apiary"]
    )
    table.play_until(lambda state: bool(state.round and state.open_decisions()), is_recorded=False)
    return table


def of(text: str) -> str:
    """The part of the example in some HTML."""
    found = re.search(r'<section id="apiary".*?</section>', text)
    assert found is not None, text[:500]
    return found[0]


def test_what_it_brings_is_explained(table: Table) -> None:
    """Its moves, its clan and what it is about, each by its own room; the table leads there."""
    client = Client()
    client.force_login(table.user)
    page = client.get(reverse("web:table", args=[table.id])).content.decode()
    assert {"move-hive", "honey", "clan-apiarist"} <= set(topics())
    links = re.findall(r'class="about" href="([^"]*/(?:move-hive|honey)/[^"]*)"', page)
    assert links
    for link in links:
        assert "expansions=apiary" in link
    for name in ("move-hive", "honey", "clan-apiarist"):
        path = re.sub(r"/(?:move-hive|honey)/", f"/{name}/", links[0]).replace("&amp;", "&")
        shown = client.get(path).content.decode()
        assert "<figure" in shown, name
        assert "oney" in shown


def test_a_hive_is_set_up_by_the_page(table: Table) -> None:
    client = Client()
    client.force_login(table.user)
    address = reverse("web:table", args=[table.id])
    page = client.get(address).content.decode()
    assert "0 honey, no hive" in of(page)
    secret = table.state.secret
    assert secret is not None
    patron = f"<p>patron {secret.part(HiddenApiary).patrons[table.seat]}</p>"
    assert patron in of(page)
    assert "patron" not in of(Client().get(address).content.decode())
    assert '<a href="#apiary">Honey</a>' in page
    assert "Set up a hive" in page
    move = next(move for move in table.moves() if move.type_name() == "set_up_hive")
    form = {"version": str(table.game.version), "move": move.notation(), "key": "k"}
    answer = client.post(reverse("web:play", args=[table.id]), form, headers=HTMX)
    assert answer.status_code == 200
    text = answer.content.decode()
    assert move.notation().split()[1] in of(text)
    assert "Which tile do you keep?" in text
    assert re.search(r"\d honey", text)
    moments = reverse("web:moments", args=[table.id])
    version = table.game.version
    stretch = json.loads(client.get(moments, {"v": version}).content)
    assert "apiary" in stretch["moments"][version - stretch["from"]]
    replay = client.get(reverse("web:replay", args=[table.id]), {"v": version}).content.decode()
    assert of(text).replace(' hx-swap-oob="true"', "").replace(patron, "") in replay


def test_a_refusal_of_its_own_is_put_into_words(table: Table) -> None:
    client = Client()
    client.force_login(table.user)
    table.play(next(move for move in table.moves() if move.type_name() == "set_up_hive"))
    legal = {move.notation() for move in table.moves()}
    wrong = next(f"tile {tile}" for tile in (1, 2, 3) if f"tile {tile}" not in legal)
    form = {"version": str(table.game.version), "move": wrong, "key": "k"}
    answer = client.post(reverse("web:play", args=[table.id]), form, headers=HTMX)
    assert answer.status_code == 422
    assert f"{wrong.capitalize()} was not turned up." in answer.content.decode()


def test_every_refusal_of_its_own_has_a_sentence() -> None:
    trees = [ast.parse(file.read_text()) for file in Path(example.__file__).parent.glob("*.py")]
    for node in chain.from_iterable(map(ast.walk, trees)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "IllegalMove":
            code = ast.literal_eval(node.args[1])
            assert sentence(engine.IllegalMove("", code, **{one.arg: 0 for one in node.keywords}))


def test_the_waiting_room_names_it(db: None) -> None:
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    open_table = new_table(users[:1], 2, expansions=["apiary"])
    client = Client()
    client.force_login(users[1])
    text = client.get(reverse("web:table", args=[open_table.id])).content.decode()
    assert re.search(r"Expansions.{0,80}Apiary", text, re.DOTALL)


def test_the_form_keeps_what_was_chosen(db: None) -> None:
    """A form that is refused comes back with the box ticked."""
    client = Client()
    client.force_login(User.objects.create_user("alice"))
    sent = {"players": "2", "expansions": "apiary", "name": "x" * 300}
    text = client.post(reverse("web:create"), sent).content.decode()
    boxes = re.findall(r'<input type="checkbox" name="expansions"[^>]*>', text)
    (box,) = [one for one in boxes if 'value="apiary"' in one]
    assert [one for one in boxes if " checked" in one] == [box]
