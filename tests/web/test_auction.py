"""The auction on pages: the table of bids, a maximum bid in the panel, passing after a question."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import engine
from games.models import Seat
from tests.auctions import auctioning
from tests.games.tables import Table, started
from tests.marks import in_one_test
from tests.scenario import seat_of
from tests.web.conftest import HTMX, user_of
from web.pages.common.pieces import signs
from web.pages.panel import builder
from web.pages.table.parts.draft import Bidding, draft

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ("Ada", "Ben", "Cleo")


@pytest.fixture
def table(anna: Client, bruce: Client) -> Table:
    """An open auction that Anna opens."""
    users = [user_of(anna), user_of(bruce), User.objects.create_user("third")]
    return started(users, auction="open", turn_order="seats")


def bidding(state: engine.State) -> Bidding:
    shown = draft(state, signs(NAMES))
    assert shown is not None
    assert shown.auction is not None
    return shown.auction


def rows(state: engine.State) -> list[tuple[str, list[int], str]]:
    return [(one.sign.name, one.bids, one.standing) for one in bidding(state).bidders]


def text(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))


# --- the table of bids ----------------------------------------------------------------------------


def test_who_bid_what_who_leads_and_who_has_passed() -> None:
    table = auctioning(players=3, first="blue")
    assert rows(table.state) == [
        ("Ben", [], "to bid"),
        ("Cleo", [], "still in"),
        ("Ada", [], "still in"),
    ]
    table.when.play("bid 1", "bid 3", "quit", "bid 5")
    assert rows(table.state) == [
        ("Ben", [1, 5], "leads"),
        ("Cleo", [3], "to bid"),
        ("Ada", [], "passed"),
    ]
    table.when.play("quit")
    shown = bidding(table.state)
    assert (shown.bidders, shown.chooses and shown.chooses.name) == ([], "Ben")
    table.when.play("choose 2")
    shown = bidding(table.state)
    assert [(one.winner.name, one.price, bool(one.clan), one.place) for one in shown.rounds] == [
        ("Ben", "5 points", True, 1)
    ]
    assert (shown.place, [one.sign.name for one in shown.bidders]) == (2, ["Cleo", "Ada"])


def test_of_sealed_bids_only_that_they_are_there() -> None:
    table = auctioning("blind").when.play_as("red", "bid 7")
    assert rows(table.state) == [
        ("Ada", [], "bid made"),
        ("Ben", [], "to bid"),
        ("Cleo", [], "to bid"),
    ]


def test_places_that_clans_have_in_turn_order() -> None:
    state = auctioning(players=3, auction_order="clan").state
    shown = draft(state, signs(NAMES))
    assert shown is not None
    assert [pair.place for pair in shown.pairs] == [1, 2, 3]
    assert bidding(state).place is None


# --- passing --------------------------------------------------------------------------------------


def test_passing_asks_first() -> None:
    state = auctioning(players=3).when.play("bid 0").state
    seat = engine.Seat(seat_of("blue"))
    first = builder.build(state, seat, [], NAMES)
    assert first is not None
    assert first.form is not None, "numbers are set without a click more"
    assert [(one.kind, one.query) for one in first.direct] == [("quit", "p=quit")]
    asked = builder.build(state, seat, ["quit"], NAMES)
    assert asked is not None
    assert asked.preview is not None
    assert (asked.preview.notation, asked.preview.final, asked.back) == ("quit", True, "")
    assert asked.preview.text.endswith("You can bid again in the next one.")
    state = auctioning(players=2).when.play("bid 0").state
    last = builder.build(state, seat, ["quit"], NAMES)
    assert last is not None
    assert last.preview is not None
    assert last.preview.text == "You pass, and get the clan that is left for nothing."


def test_the_button_is_a_link_and_the_form_is_in_the_next_step(anna: Client, table: Table) -> None:
    table.play(engine.parse("bid 0"))
    table.play(engine.parse("bid 1"))
    table.play(engine.parse("bid 2"))
    page = anna.get(f"/games/{table.id}/panel/", headers=HTMX).content.decode()
    assert 'value="quit"' not in page
    asked = anna.get(f"/games/{table.id}/panel/?p=quit", headers=HTMX).content.decode()
    assert 'name="move" value="quit"' in asked
    assert "This cannot be undone." in asked


# --- the maximum bid ------------------------------------------------------------------------------


def address(table: Table) -> str:
    return f"/games/{table.id}/max-bid/"


def sent(table: Table, **more: object) -> dict[str, object]:
    return {"version": table.game.version, "round": 1, **more}


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_it_is_asked_for_set_shown_and_withdrawn(
    bruce: Client, table: Table, headers: dict[str, str]
) -> None:
    where = f"/games/{table.id}/"
    page = bruce.get(where).content.decode()
    assert 'name="up-to"' in page
    asked = text(bruce.get(f"{where}?up-to=12").content.decode())
    assert "When it is your turn, you bid 1 more than the highest bid, up to 12 points." in asked
    bruce.post(address(table), sent(table, amount=12), headers=headers)
    assert Seat.objects.get(game=table.id, index=1).max_bid == {"amount": 12, "round": 0}
    assert "You bid up to 12 points" in text(bruce.get(where).content.decode())
    bruce.post(address(table), sent(table, withdraw=1), headers=headers)
    assert Seat.objects.get(game=table.id, index=1).max_bid is None


def test_who_is_to_bid_bids_at_once_after_a_question(anna: Client, table: Table) -> None:
    asked = text(anna.get(f"/games/{table.id}/?up-to=4").content.decode())
    assert "You bid 0 points now, then 1 more than the highest bid each time, up to 4" in asked
    assert len(table.rows) == 1, "a question is no bid"
    answered = anna.post(address(table), sent(table, amount=4), headers=HTMX)
    assert 'id="draft"' in answered.content.decode(), "the parts that have changed come along"
    assert [row.origin for row in table.rows] == ["game", "player"]
    assert "You bid up to 4 points" in text(answered.content.decode())


def test_what_is_reached_and_what_is_outbid(anna: Client, table: Table) -> None:
    where = f"/games/{table.id}/"
    table.play(engine.parse("bid 3"))
    Seat.objects.filter(game=table.id, index=0).update(max_bid={"amount": 3, "round": 0})
    assert "You lead with your maximum, 3 points." in text(anna.get(where).content.decode())
    table.play(engine.parse("bid 9"))
    assert "Others bid more than your maximum, 3 points" in text(anna.get(where).content.decode())


@in_one_test(
    ("form", "status"),
    [
        ({"amount": "31"}, 409),
        ({"amount": "5", "round": "2"}, 409),
        ({"amount": "x"}, 400),
        ({"amount": "5", "round": ""}, 400),
        ({"amount": "5", "seat": "0"}, 403),
        ({"amount": "5", "version": "x"}, 400),
    ],
)
def test_forms_that_are_refused(
    bruce: Client, table: Table, form: dict[str, str], status: int
) -> None:
    answered = bruce.post(address(table), sent(table, **form), headers=HTMX)
    assert answered.status_code == status
    assert set(table.game.seats.values_list("max_bid", flat=True)) == {None}


def test_it_is_for_seats_that_bid_in_the_open(anna: Client, stranger: Client, table: Table) -> None:
    """Not for those who watch, nor for sealed bids, nor after passing."""
    assert stranger.post(address(table), sent(table, amount=4), headers=HTMX).status_code == 403
    assert 'name="up-to"' not in stranger.get(f"/games/{table.id}/").content.decode()
    table.play(engine.parse("bid 3"))
    table.play(engine.parse("quit"))
    table.play(engine.parse("bid 4"))
    table.play(engine.parse("quit"), by=user_of(anna))
    assert 'name="up-to"' not in anna.get(f"/games/{table.id}/").content.decode()
