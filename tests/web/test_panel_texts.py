"""What the panel tells: prices in parts, what follows, why something cannot be chosen."""

import re
from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games import engine, rulebook
from games.engine.assembly import BASE_DECISIONS, SHIPPED
from games.engine.clans import all_clans
from games.engine.moves import expanding, setting_up
from games.engine.moves.contracts import KeepContracts
from games.models import Game
from simulation.random_options import random_options
from simulation.random_play import steps
from tests.marks import in_one_test
from tests.page_games import game_against_bots, play_to_round
from tests.scenario import scenario
from tests.web.conftest import HTMX, user_of
from web.pages.panel import builder as panel
from web.pages.panel import prices as panel_prices
from web.pages.panel import why as panel_why
from web.pages.panel.changes import changes
from web.pages.panel.decisions import decision_panels, panel_at
from web.pages.panel.page import PanelPage, move_text
from web.pages.panel.structs import Choice, Panel

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ("Anna", "Bruce", "Catriona", "Donald")


def shown(state: engine.State, seat: engine.Seat, *path: str, why: str = "") -> Panel:
    found = panel.build(state, seat, path, NAMES[: len(state.players)], why=why)
    assert found is not None
    return found


def first(state: engine.State) -> engine.Decision:
    return state.open_decisions()[0]


def choices(found: Panel) -> dict[str, Choice]:
    return {choice.value: choice for group in found.groups for choice in group.choices}


def positions(players: int, name: str) -> Iterator[tuple[engine.State, engine.Decision]]:
    for state, _ in steps(players, name, options=random_options(name, players)):
        yield from ((state, decision) for decision in state.open_decisions())


@in_one_test(("grain", "shared"), [(1, True), (2, False), (0, False)])
def test_who_cannot_make_both_bread_and_whisky_is_told_so(grain: int, shared: bool) -> None:
    table = scenario(players=2).put("red", "bakery D4", "distillery D5").give("red", grain=grain)
    table.given.put("red", "cheese_dairy E4").give("red", milk=1)
    table.when.all_pass().advance("production")
    said = "Bread and whisky are made of the same grain: choose which."
    assert (said in shown(table.state, engine.Seat(0)).explained) == shared


# --- previews ------------------------------------------------------------------------------------


def test_parts_of_a_price_come_to_what_is_paid() -> None:
    seen = set()
    for state, decision in positions(3, "parts"):
        for move in engine.legal_moves(state, decision.seat)[:40:5]:
            rows = panel_prices.parts(state, decision, move)
            if not rows:
                continue
            after = engine.copy(state)
            engine.play(after, decision.seat, move)
            paid = state.players[decision.seat].money - after.players[decision.seat].money
            amounts = [int(row.money.lstrip("£")) * (-1 if row.less else 1) for row in rows]
            assert sum(amounts[:-1]) == amounts[-1] == abs(paid)
            assert rows[-1].total
            seen.add(type(move))
    assert seen >= {expanding.Expand, setting_up.PlaceFirstWorker}


def test_a_discount_of_the_clan_is_a_part_of_the_price() -> None:
    state = scenario(clans="campbell stewart").give("red", money=50).put("red", "miner F3").state
    decision = first(state)
    move = engine.parse("expand bakery E4")
    assert isinstance(move, expanding.Expand)
    prices = [(row.name, row.money, row.less) for row in panel_prices.parts(state, decision, move)]
    assert ("Clan Campbell", "£3", True) in prices
    assert prices[0] == ("Bakery", "£8", False)


def test_preview_tells_what_changes_and_what_follows() -> None:
    state = scenario().give("red", money=50).put("red", "miner F3").put("blue", "cow F4").state
    found = shown(state, first(state).seat, "expand", "sheep", "E4")
    assert found.preview
    shown_changes = {change.name: (change.before, change.after) for change in found.preview.changes}
    assert shown_changes["Income each round"] == ("£6", "£6 and 1 wool")
    assert shown_changes["Money"][0] == "£50"
    assert found.preview.next == ["Then you may buy milk below market price."]
    assert not found.preview.final


@in_one_test(
    ("clan", "flipped", "hint"),
    [
        ("campbell", [], "On forest; earns £4 each round"),
        ("campbell", ["woodcutter"], "On forest; earns £6 each round"),
        ("macdonald", [], "On forest, mountain or loch; earns £4 each round"),
    ],
)
def test_a_worker_earns_what_production_will_bring(
    clan: str, flipped: list[str], hint: str
) -> None:
    table = scenario(clans=clan, money=50).put("red", "sheep F3")
    table.state.players[0].technology[:] = flipped
    unit = "worker" if clan == "macdonald" else "woodcutter"
    found = shown(table.state, first(table.state).seat, "expand")
    assert choices(found)[unit].hint == hint


def test_nothing_changes_by_nothing() -> None:
    state = scenario().state
    assert changes(state, engine.copy(state), engine.Seat(0)) == []


def test_without_clans_it_is_a_starting_tile_that_is_chosen() -> None:
    state, _ = next(steps(3, "tiles", options=engine.Options(players=3, clans=False)))
    found = shown(state, first(state).seat)
    assert found.heading == "Choose a starting tile"
    assert found.question == "Which starting tile do you take?"
    assert "clan" not in found.explained
    assert not any("clan" in choice.label for choice in found.groups[0].choices)


def test_preview_of_a_clan_says_what_it_gives() -> None:
    state, _ = next(steps(4, "drafting"))
    decision = first(state)
    number = next(n for n, pair in enumerate(state.draft) if pair.taken_by is None)
    preview = shown(state, decision.seat, "clan", str(number)).preview
    assert preview
    clan = all_clans()[state.draft[number].clan]
    assert list(preview.facts[: len(clan.text)]) == list(clan.text)
    assert any(re.match(r"You start with £\d+", fact) for fact in preview.facts)
    assert any(fact == "Turn order in round 1: 4 of 4." for fact in preview.facts)
    assert preview.final


def test_passing_says_that_it_is_final_and_what_it_brings() -> None:
    state = scenario(players=3).state
    seat = first(state).seat
    assert choices(shown(state, seat))["pass"].detail == "gives £16"
    preview = shown(state, seat, "pass").preview
    assert preview
    assert preview.final


@pytest.mark.parametrize("money", [0, 50])
def test_contracts_turned_up_are_shown_even_where_none_can_be_kept(money: int) -> None:
    table = scenario(money=50).pile(1, 2, 3, 4).round(5)
    table.given.put("red", "bakery J4", "bakery J5", "bakery K4")
    state = table.when.play("expand bakery I4", "draw").given.give("red", money=money).state
    seat = first(state).seat
    *contracts, none = shown(state, seat).groups[0].choices
    assert [one.value for one in contracts] == ["1", "2", "3"]
    assert all(one.card for one in contracts)
    assert [bool(one.refusal) for one in contracts] == [not money] * 3
    assert (none.label, none.detail, none.refusal) == ("None", "", None)
    assert shown(state, seat).question == "Which contract?"
    preview = shown(state, seat, "keep", none.value).preview
    assert preview
    assert preview.notation == "keep"
    crumbs = shown(state, seat, "keep", none.value).crumbs
    assert [one.label for one in crumbs] == ["None"] * bool(money)
    assert move_text(state, KeepContracts([])) == "Keep contracts · None"


# --- why not -------------------------------------------------------------------------------------


@in_one_test(
    ("space", "rule"),
    [("F3", "EXPAND-02"), ("E4", "EXPAND-02"), ("A9", "EXPAND-03"), ("I3", "DEF-28")],
)
def test_a_space_that_is_not_lit_says_why(space: str, rule: str) -> None:
    state = scenario().give("red", money=50).put("red", "miner F3").put("blue", "cow E4").state
    seat = first(state).seat
    asked = shown(state, seat, "expand", "sheep", why=space).asked
    assert asked
    assert asked.rule == rule, asked
    assert space in asked.text


def test_every_space_is_lit_or_says_why() -> None:
    state = scenario().give("red", money=12).put("red", "miner F3").state
    decision = first(state)
    lit = choices(shown(state, decision.seat, "expand", "woodcutter"))
    for space in state.board.spaces:
        why_not = panel_why.answer(state, decision, ["expand", "woodcutter"], "hex", space)
        assert bool(why_not.rule) != (space in lit), why_not


@in_one_test("nonsense", ["", "Z9", "ZZZ", "£", "F33"])
def test_what_is_no_space_is_answered_too(nonsense: str) -> None:
    state = scenario().give("red", money=50).put("red", "miner F3").state
    why_not = panel_why.answer(state, first(state), ["expand", "sheep"], "hex", nonsense)
    assert why_not.text
    assert not why_not.rule


@pytest.mark.long
def test_what_is_missing_among_choices_says_why() -> None:
    seen = set()
    for state, decision in positions(2, "missing"):
        for kind, path in (("deal", ["trade"]), ("quantity", ["trade", "buy wool", "plain"])):
            found = shown(state, decision.seat, *path) if decision.kind == "main_action" else None
            for choice in choices(found).values() if found else ():
                assert bool(choice.query) != bool(choice.refusal)
                if choice.refusal:
                    assert choice.refusal.rule in rulebook.rules()
                    seen.add((kind, choice.refusal.rule))
    assert ("deal", "TRADE-04") in seen
    assert any(kind == "quantity" for kind, _rule in seen)


def test_a_contract_says_what_it_still_needs() -> None:
    state = scenario().state
    number = next(n for n, one in state.content.contracts.items() if one.beef == 1 and one.wool)
    state.players[0].boxes[0].append(number)
    refusal = choices(shown(state, first(state).seat))["fulfil"].refusal
    assert refusal
    wool = state.content.contract(number).wool
    assert f"{wool} wool" in refusal.text
    assert "1 cow on the map" in refusal.text


# --- what is explained ---------------------------------------------------------------------------


def test_every_decision_is_explained_by_a_rule_that_is_there() -> None:
    added = [kind for one in SHIPPED for kind in one.decisions]
    kinds = {kind.__struct_config__.tag for kind in (*BASE_DECISIONS, *added)}
    assert {row.kind for row in decision_panels()} == kinds
    assert {row.rule for row in decision_panels()} <= rulebook.rules().keys()


def test_explanations_can_be_made_of_every_decision() -> None:
    for name in ("explained", "explained again"):
        for state, decision in positions(4, name):
            text = panel_at(state, decision).explained(state, decision)
            assert text or decision.kind == "main_action"


def test_tips_are_for_the_beginning() -> None:
    state = scenario().state
    assert len(shown(state, first(state).seat).tips) == 3
    state.round = 2
    assert not shown(state, first(state).seat).tips


def test_a_step_without_alternative_is_told_but_leads_back_nowhere() -> None:
    state = scenario().give("red", money=8).put("red", "woodcutter B3").state
    decision = first(state)
    found = shown(state, decision.seat, "expand")
    assert [(crumb.label, crumb.query) for crumb in found.crumbs] == [
        ("Expand", ""),
        ("Woodcutter", None),
    ]
    assert found.back == ""
    assert found.question == "Choose a space for the woodcutter."


@in_one_test(
    ("value", "expected"),
    [
        ("plain", "No port tile"),
        ("6 down", "Port tile 6: the price first goes down by 3"),
        ("6 up 2", "Port tile 6: the price first goes up by 2"),
        ("copy 1 beef", "Port tile 9 as tile 1, for £3: one cow less"),
    ],
)
def test_port_tiles_that_are_announced_are_told_in_words(value: str, expected: str) -> None:
    assert panel.step_labels.modifiers(value) == expected


def rendered(found: Panel) -> str:
    """The panel as its template shows it to the seat that decides."""
    page = PanelPage(
        version=9,
        seat=0,
        mine=True,
        over=False,
        status="",
        panel=found,
        undo=None,
        trouble=None,
    )
    known = {"game": Game(), "play": page, "table": None, "key": "k"}
    return render_to_string("web/parts/panel.html", known)


def test_the_only_choice_can_be_left_out_where_it_is_optional() -> None:
    game = scenario().give("red", money=50).put("red", "miner F3").put("blue", "cow E4")
    state = game.when.play("expand bakery E3").state
    state.players[0].stock = 1
    found = shown(state, engine.Seat(0))
    assert found.preview
    assert found.preview.notation == "neighbourhood 1 milk"
    text = rendered(found)
    assert 'value="skip"' in text
    assert "data-confirm" in text
    assert "data-back" not in text
    assert found.explained in text


def test_a_choice_that_was_made_can_be_cancelled() -> None:
    state = scenario().give("red", money=50).put("red", "miner F3").state
    text = rendered(shown(state, engine.Seat(0), "expand", "sheep", "E3"))
    assert "data-back" in text
    assert "data-confirm" in text


# --- on the page ---------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_page_answers_why(anna: Client) -> None:
    host = user_of(anna)
    game = play_to_round(game_against_bots(host, players=2), host, 1)
    address = reverse("web:panel", args=[game.pk])
    asked = {"p": ["expand", "sheep"], "why": "a1"}
    part = anna.get(address, asked, headers=HTMX | {"HX-Target": "panel-why"}).content.decode()
    assert "A1" in part
    assert "<section" not in part
    whole = anna.get(address, asked, follow=True).content.decode()
    assert part.strip() in whole


@pytest.mark.django_db
def test_clans_and_contracts_lead_to_their_rules(anna: Client) -> None:
    game = game_against_bots(user_of(anna), players=2)
    text = anna.get(reverse("web:table", args=[game.pk])).content.decode()
    links = set(re.findall(r'href="/rules/([^"/]+)/?"', text))
    clans = {clan.first_rule() for clan in all_clans().values()}
    assert len(links & clans) == 3, links
    assert {"CONTRACT-01", "FULFIL-01"} <= links
    assert links <= rulebook.rules().keys()


def test_a_bonus_that_would_be_lost_says_so() -> None:
    """While one chooses which comes first, and in the preview of the contract."""
    table = scenario(clans="macewan").put("red", "sheep F3", "woodcutter G4")
    table.given.with_contract(16, wool=1, mutton=0, beef=0, bread=0, hops=2, free_space=1)
    table.given.box("red", 16).give("red", wool=1, grain=0).when.play("fulfil 16")
    offered = choices(shown(table.state, engine.Seat(0)))
    assert offered["beer"].hint == "There is no grain to brew beer from."
    assert offered["free_space"].hint == ""
    table = scenario().with_contract(16, wool=1, mutton=0, beef=0, bread=0, free_space=1, money=0)
    table.given.put("red", "sheep F3").box("red", 16).give("red", wool=1, money=0)
    preview = shown(table.state, engine.Seat(0), "fulfil", "16").preview
    assert preview is not None
    assert "the free land cannot be used and is lost" in preview.text
