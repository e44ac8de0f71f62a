"""What the panel says of bonuses: where the contracts come from and go, and by which rule."""

from typing import Any

import pytest

from games import engine
from games.engine.clans.macleod import ShipyardBonusDecision
from games.engine.decisions import BuildingBonusDecision, DeploymentBonusesDecision
from games.engine.decisions import KeepContractsDecision as Keep
from games.engine.terms import ContractId, Hex
from tests.replays.telling import NAMES
from tests.rules import rule
from tests.scenario import RED, scenario
from web.pages.panel.builder import build
from web.pages.panel.decisions import panel_at

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

ROWS = [
    ({}, "from the pile", "under the pile"),
    ({"expansions": ["refill_board"]}, "of the refill board", "under the pile"),
    ({"future_contracts": True}, "among the contracts to come", "leave the game"),
]


def sentences(text: str) -> list[str]:
    return text.removesuffix(".").split(". ")


def said(state: engine.State, decision: engine.Decision) -> tuple[str, str]:
    """What the panel says of a decision, and of a move that leads to it."""
    about = panel_at(state, decision)
    return about.explained(state, decision), " ".join(about.then(state, decision))


@rule("IND-REFILL-03", "VAR-FUTURE-05", "BUILD-02", "CLAN-MACLEOD-8")
@pytest.mark.parametrize(("options", "source", "_left"), ROWS)
def test_a_building_bonus_says_where_its_contracts_come_from(
    options: dict[str, Any], source: str, _left: str
) -> None:
    state = scenario(players=2, **options).state
    for decision in (
        BuildingBonusDecision(state.version, RED),
        DeploymentBonusesDecision(state.version, RED, building=True),
        ShipyardBonusDecision(state.version, RED),
    ):
        now, before = said(state, decision)
        assert source in now
        assert ("pile" in before) == ("pile" in source)
        state.decisions = [decision]
        found = build(state, RED, ["draw"], NAMES)
        assert found
        assert found.preview
        said_twice = {*sentences(now)} & {*sentences(found.preview.text)}
        assert not said_twice


@rule("IND-REFILL-05", "VAR-FUTURE-08", "BUILD-09")
@pytest.mark.parametrize(("options", "_source", "left"), ROWS)
def test_keeping_a_contract_says_where_the_others_go(
    options: dict[str, Any], _source: str, left: str
) -> None:
    table = scenario(players=2, **options)
    for round_ in (1, 2, 3):
        state = table.round(round_).state
        now, _ = said(state, Keep(state.version, RED, [ContractId(1), ContractId(2)]))
        assert left in now


def test_bonuses_of_a_unit_cite_the_rule_of_what_there_is() -> None:
    state = scenario(players=2, expansions=["farmers_markets"]).state
    for found, cited in (
        ({"goods": ["wool"], "places": [Hex("C3")]}, "NBR-01"),
        ({"places": [Hex("C3")], "building": True}, "IND-FM-08"),
        ({"building": True}, "BUILD-01"),
    ):
        decision = DeploymentBonusesDecision(state.version, RED, **found)
        assert panel_at(state, decision).cited(state, decision) == cited
