"""Standing orders on pages."""

from typing import Final
from uuid import uuid4

import pytest
from django.test import Client

from games import standing_orders
from games.models import Game
from games.standing_orders import Keep, StandingOrder
from tests.marks import in_one_test
from tests.web.conftest import MakeTable, user_of
from web.forms.orders import OrderForm
from web.pages.table import orders

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

GIVEN: Final = {"first": "whisky", "second": "cheese", "third": ""} | dict.fromkeys(
    ("keep_milk", "butter"), "0"
)


def stored(game: Game, client: Client) -> StandingOrder | None:
    kept = game.seats.get(user=user_of(client)).standing_order
    return None if kept is None else standing_orders.decode(kept)


def test_order_is_left_shown_and_withdrawn(running: Game, anna: Client) -> None:
    path = f"/games/{running.pk}/order/"
    assert anna.post(path, {**GIVEN, "keep_grain": "2"}).headers["Location"] == path
    assert stored(running, anna) == StandingOrder(order=["whisky", "cheese"], keep=Keep(grain=2))
    page = anna.get(path).content.decode()
    assert "Production: whisky, then cheese." in page
    assert "Keeps 2 grain." in page
    assert '<option value="whisky" selected>' in page
    assert "Production: whisky, then cheese." in anna.get("/profile/orders/").content.decode()
    anna.post(path, {"withdraw": "1"})
    assert stored(running, anna) is None
    assert "whisky" not in anna.get("/profile/orders/").content.decode()


def test_games_are_listed_page_by_page(
    open_table: MakeTable, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's games are so many that a page of all of them would stop a server."""
    monkeypatch.setattr(orders, "PER_PAGE", 2)
    for name in ("One", "Two", "Three"):
        open_table(name=name)
    first, second = (anna.get(f"/profile/orders/?page={number}") for number in (1, 2))
    assert [line.game.name for line in first.context["lines"]] == ["Three", "Two"]
    assert [line.game.name for line in second.context["lines"]] == ["One"]
    assert 'rel="next" href="/profile/orders/?page=2"' in first.content.decode()


@in_one_test(
    ("clan", "asked", "unasked"),
    [
        ("mackenzie", 'name="cellar"', 'name="butter"'),
        ("cunningham", 'name="butter"', 'name="cellar"'),
        ("macpherson", 'name="young"', 'name="cellar"'),
        ("campbell", 'name="keep_milk"', 'name="cellar"'),
        ("campbell", 'name="keep_milk"', 'name="young"'),
        ("campbell", 'name="keep_milk"', 'name="butter"'),
    ],
)
def test_a_clan_is_asked_only_for_what_is_its_own(clan: str, asked: str, unasked: str) -> None:
    form = str(OrderForm(clan))
    assert asked in form
    assert unasked not in form
    assert "MacKenzie" not in form
    assert "Cunningham" not in form


def test_the_order_of_a_clan_is_kept(
    running: Game, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "clan_of", lambda _game, _user: "mackenzie")
    path = f"/games/{running.pk}/order/"
    assert 'name="cellar"' in anna.get(path).content.decode()
    anna.post(path, {**GIVEN, "keep_grain": "0", "cellar": "on"})
    found = stored(running, anna)
    assert found
    assert found.clan.cellar
    assert "Puts a whisky into the cellar." in anna.get(path).content.decode()


def test_an_order_for_young_is_kept_and_taken_back(
    running: Game, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "clan_of", lambda _game, _user: "macpherson")
    path = f"/games/{running.pk}/order/"
    for given, said, checked in (({"young": "on"}, True, 1), ({}, False, 0)):
        anna.post(path, {**GIVEN, "keep_grain": "0", **given})
        found = stored(running, anna)
        assert found
        assert bool(found.clan.young) is said  # type: ignore[attr-defined]
        page = anna.get(path).content.decode()
        assert ("Lets animals have young wherever they can." in page) is said
        assert page.count(' name="young"') == 1
        assert page.count("checked") == checked


def test_nobody_else_sees_it(running: Game, anna: Client, bruce: Client) -> None:
    anna.post(f"/games/{running.pk}/order/", {**GIVEN, "keep_grain": "2"})
    assert "whisky, then" not in bruce.get(f"/games/{running.pk}/order/").content.decode()
    assert "whisky, then" not in bruce.get("/profile/orders/").content.decode()


@in_one_test(
    ("wrong", "said"),
    [
        ({"second": "whisky"}, "Name each good only once."),
        ({"first": "hops"}, "hops is not one of the available choices"),
        ({"keep_grain": "100"}, "less than or equal to 99"),
        ({"keep_grain": "-1"}, "greater than or equal to 0"),
    ],
)
def test_what_makes_no_sense_is_refused(
    running: Game, anna: Client, wrong: dict[str, str], said: str
) -> None:
    page = anna.post(f"/games/{running.pk}/order/", {**GIVEN, "keep_grain": "0", **wrong})
    assert page.status_code == 422
    assert said in page.content.decode()
    assert stored(running, anna) is None


def test_only_at_the_own_table(
    running: Game, anna: Client, stranger: Client, open_table: MakeTable, bruce: Client
) -> None:
    path = f"/games/{running.pk}/order/"
    assert stranger.get(path).headers["Location"] == f"/login/?next={path}"
    other = open_table(visibility="private")
    assert bruce.get(f"/games/{other.pk}/order/").status_code == 404
    assert bruce.post(f"/games/{other.pk}/order/", {"withdraw": "1"}).status_code == 404
    assert anna.get(f"/games/{uuid4()}/order/").status_code == 404
    public = open_table()
    assert bruce.get(f"/games/{public.pk}/order/").status_code == 404
    assert bruce.post(f"/games/{public.pk}/order/", {"withdraw": "1"}).status_code == 404


def test_game_that_is_over_takes_no_order(running: Game, anna: Client) -> None:
    running.status = "finished"
    running.save(update_fields=["status"])
    refused = anna.post(f"/games/{running.pk}/order/", {**GIVEN, "keep_grain": "0"})
    assert refused.status_code == 409
    assert stored(running, anna) is None


def test_table_leads_to_the_own_order(running: Game, anna: Client, stranger: Client) -> None:
    assert f"/games/{running.pk}/order/" in anna.get(f"/games/{running.pk}/").content.decode()
    assert "/order/" not in stranger.get(f"/games/{running.pk}/").content.decode()
