"""Which sets of clans take part in a draft or an auction. (IND-SETUP-02)"""

from typing import Any

import pytest

from games import engine
from games.engine.clans.base_clans import BASE_CLANS
from games.engine.errors import InvalidOptions
from games.engine.expansions.new_clans import NewClans
from games.engine.rules.supply import check_supply, clans_in_use
from tests.golden import kept_pack
from tests.marks import in_one_test
from tests.rules import rule

pytestmark = pytest.mark.engine

CONTENT = engine.packs.builtin().content
BASE = {clan.name for clan in BASE_CLANS}
NEW = {clan.name for clan in NewClans.clans}


def offered(**options: Any) -> set[str]:
    """The clans that lie in the drafts of some games."""
    pack = engine.packs.builtin()
    found: set[str] = set()
    for number in range(40):
        state, _ = engine.new_game(engine.Options(players=4, **options), bytes([number]) * 32, pack)
        found |= {pair.clan for pair in state.draft}
    return found


@pytest.mark.uncounted
@rule("IND-SETUP-02", "SETUP-12")
@in_one_test(
    ("chosen", "wanted"),
    [
        ({}, BASE),
        ({"clan_sets": "industria"}, BASE),  # it says something of the expansion only
        ({"expansions": ["new_clans"]}, BASE | NEW),
        ({"expansions": ["new_clans"], "clan_sets": "industria"}, NEW),
    ],
)
def test_the_sets_that_are_chosen_take_part(chosen: dict[str, Any], wanted: set[str]) -> None:
    assert offered(**chosen) == wanted
    assert set(clans_in_use(CONTENT, engine.Options(**chosen))) == wanted


@pytest.mark.uncounted
@rule("IND-SETUP-02", "VAR-AUCTION-01")
@in_one_test("auction", ["open", "blind", "vickrey"])
def test_they_are_auctioned_too(auction: str) -> None:
    chosen = {"expansions": ["new_clans"], "clan_sets": "industria", "auction": auction}
    assert offered(**chosen) <= NEW


@pytest.mark.uncounted
@rule("VAR-NEWBIE-01", "VAR-NEWBIE-02", "IND-SETUP-02")
@in_one_test("experience", ["easier", "harder", "by_player"])
def test_by_experience_they_are_drawn_as_ordinary_clans(experience: str) -> None:
    chosen = {"expansions": ["new_clans"], "clan_experience": experience}
    assert offered(**chosen, clan_sets="industria") <= NEW
    assert offered(**chosen) <= BASE | NEW


@rule("IND-SETUP-02")
def test_a_pack_with_too_few_of_them_is_refused_by_that_option() -> None:
    """A pack from when there were three new clans."""
    older = kept_pack("0d245d735da244ebe7a760df6069ba8f792c2ba5216c139eab79675af530028c").content
    for players, legal in ((1, True), (2, True), (3, False), (4, False)):
        options = engine.Options(players=players, expansions=["new_clans"], clan_sets="industria")
        if legal:
            check_supply(options, older)
            continue
        with pytest.raises(InvalidOptions) as refused:
            check_supply(options, older)
        assert refused.value.option == "clan_sets"
