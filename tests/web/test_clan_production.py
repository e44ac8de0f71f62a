"""What the panel says in production where there is nothing to process, and in the last one."""

import pytest

from games.engine.expansions.awards import AwardState
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, scenario
from tests.web.test_in_place import table_of
from tests.web.test_new_clans_in_words import preview, producing, shown
from web.pages.table.in_place import InPlace
from web.pages.table.parts.status import status

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

YOUNG = ("produce", "0", "0", "0", "young D4")


def in_last(*units: str) -> Given:
    """Red, MacPherson, produces for the last time, and then the tile of basic goods is scored."""
    table = producing("macpherson", *units)
    table.state.round = 5
    return table


@rule("CLAN-MACPHERSON-1", "CLAN-MACGREGOR-10", "PROD-05")
@in_one_test(
    ("clan", "units", "heading", "cited"),
    [
        ("macpherson", ["sheep D4", "sheep D5"], "Young animals", "CLAN-MACPHERSON-1"),
        ("macgregor", ["sheep D4"], "Sheep put back", "CLAN-MACGREGOR-10"),
        ("macgregor", ["sheep D4", "cheese_dairy B2"], "Sheep put back", "CLAN-MACGREGOR-10"),
        (
            "macgregor",
            ["sheep D4", "cow B3", "cheese_dairy B2"],
            "What do you process?",
            "PROD-05",
        ),
    ],
)
def test_the_heading_is_about_what_there_is_to_decide(
    clan: str, units: list[str], heading: str, cited: str
) -> None:
    table = producing(clan, *units)
    found = shown(table)
    assert (found.heading, found.rule) == (heading, cited)
    says = status(table.state, table_of(table.state).signs, RED).text
    processes = heading == "What do you process?"
    assert says == ("Choose what to process" if processes else "Choose what your clan does")
    assert ("Now each building can process" in found.explained) == processes


@rule("CLAN-MACPHERSON-4")
def test_in_the_last_production_no_later_one_is_spoken_of() -> None:
    table = in_last("sheep D4", "sheep D5")
    assert "It produces nothing, and only counts for scoring." in shown(table).explained
    names = {one.name for one in preview(table, *YOUNG).changes}
    assert not names & {"Income each round", "Can process each round"}
    before = producing("macpherson", "sheep D4", "sheep D5")
    assert "Income each round" in {one.name for one in preview(before, *YOUNG).changes}


@rule("CLAN-MACPHERSON-1", "CLAN-MACPHERSON-3")
@in_one_test(
    ("units", "said"),
    [
        (["sheep D4", "sheep D4", "cow G3", "cow H3"], ["No two of your sheep stand on"]),
        (["sheep D4", "sheep D5", "cow G3"], []),
        (
            ["sheep D4", "bakery D4", "sheep D5", "field D5", "cow G3", "cow H3"],
            ["Your neighbouring sheep stand on spaces that hold two units."],
        ),
        (
            ["sheep D4", "sheep D4", "sheep D5", "sheep D5", "cow G3", "cow H3"],
            ["No sheep is left on your player board."],
        ),
    ],
)
def test_it_is_said_why_a_kind_has_no_young(units: list[str], said: list[str]) -> None:
    """Parents are neighbours, and not both on one space."""
    explained = shown(producing("macpherson", *units)).explained
    assert "stand on neighbouring spaces, a young animal may come for free" in explained
    (rest,) = explained.split("At most one of each kind comes.")[1:]
    assert [one for one in said if one in rest] == said
    assert bool(rest.strip()) == bool(said)


@rule("PROD-05", "FINAL-04")
def test_the_glory_of_the_tile_that_follows_is_in_the_score() -> None:
    """Cheese is worth 3 and milk 1; tile 1 gives 1 Glory for each basic good."""
    table = producing("macpherson", "cow D4", "cheese_dairy B2").scoring_tile(1)
    made = preview(table, "produce", "1", "0", "0", "plain")
    assert "Glory from this round's tile" not in {one.name for one in made.changes}
    after = made.after
    assert after is not None
    (points,) = [one for one in InPlace(table_of(table.state), after).points if one.own]
    by = {line.label: line.by for line in points.lines}
    assert by["This round's tile"] < 0
    assert points.with_tile
    assert points.after - points.before == sum(by.values())


@rule("IND-DUAL-05")
@pytest.mark.parametrize("second", [[], ["sheep B2"]])
def test_an_animal_frees_its_space_unless_another_unit_stands_there(second: list[str]) -> None:
    table = scenario().put("red", "sheep B2", "sheep D4", *second)
    table = table.with_contract(1, wool=0, mutton=1).box("red", 1)
    hint = shown(table, "fulfil", "1").hint
    assert hint.startswith("It returns to your board and frees its space")
    assert hint.endswith("unless another unit of yours stands there.") == bool(second)


@rule("CLAN-MACPHERSON-1")
def test_young_are_named_shortly_enough_for_the_list() -> None:
    table = producing("macpherson", "sheep D4", "sheep D5", "cow G3", "cow H3")
    form = shown(table, "produce").form
    assert form is not None
    labels = {extra.value: extra.label for extra in form.extras}
    assert labels["young D4"] == "Sheep on D4"
    assert labels["young D4 G3"] == "Sheep on D4, cow on G3"
    crumbs = [crumb.label for crumb in shown(table, "produce", "0", "0", "0", "plain").crumbs]
    assert crumbs[-1] == "Nothing else"


@rule("CLAN-MACPHERSON-1")
@pytest.mark.parametrize(("tile", "chosen"), [(3, "young D4"), (4, "plain")])
def test_in_the_last_round_young_are_chosen_beforehand_where_the_tile_gives_something(
    tile: int, chosen: str
) -> None:
    """Tile 3 counts animals, tile 4 workers."""
    table = scenario(clans="macpherson stewart campbell").round(5).scoring_tile(tile)
    table = table.put("red", "sheep D4", "sheep D5").when.all_pass().advance("production").given
    form = shown(table, "produce").form
    assert form is not None
    assert form.extra == chosen


@rule("CLAN-MACPHERSON-1", "AWARD-1")
@pytest.mark.parametrize(("award", "chosen"), [(1, "young D4"), (4, "plain")])
def test_in_the_last_round_young_are_chosen_beforehand_where_the_award_counts_them(
    award: int, chosen: str
) -> None:
    """Award 1 counts units, award 4 money; the scoring tile counts workers."""
    given = scenario(clans="macpherson stewart campbell", expansions=["awards"])
    given.state.part(AwardState).tile = award
    table = given.round(5).scoring_tile(4).put("red", "sheep D4", "sheep D5")
    form = shown(table.when.all_pass().advance("production").given, "produce").form
    assert form is not None
    assert form.extra == chosen


@rule("CLAN-MACPHERSON-3", "CLAN-MACGREGOR-10")
@pytest.mark.parametrize(
    ("clan", "spaces"), [("macpherson", ["D4", "D5"]), ("macgregor", ["D4", "D5", "B2"])]
)
def test_the_spaces_of_the_list_are_marked_on_the_board(clan: str, spaces: list[str]) -> None:
    """B2 has no neighbour, so no young animal comes there."""
    table = producing(clan, "sheep D4", "sheep D5", "sheep B2")
    assert set(shown(table, "produce").spots) == set(spaces)
