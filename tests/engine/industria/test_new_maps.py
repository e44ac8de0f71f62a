"""New map sides: what is drawn with them and without. (IND-SETUP-07)"""

import pytest

from games import engine
from games.engine.rules.setup import draw_map
from games.engine.rules.supply import sides_in_use
from simulation.random_play import seed_of
from tests.engine.industria.packs import without_group
from tests.rules import rule

pytestmark = pytest.mark.engine

PACK = engine.packs.builtin()
CONTENT = PACK.content
WITH = engine.Options(expansions=["new_maps"])


def drawn(options: engine.Options, games: int = 400) -> set[str]:
    return {side for n in range(games) for side in draw_map(CONTENT, options, seed_of(f"map/{n}"))}


@rule("IND-SETUP-07")
def test_each_letter_draws_one_of_its_four_sides_so_that_sets_mix() -> None:
    assert drawn(WITH) == set(CONTENT.sides)
    layouts = [draw_map(CONTENT, WITH, seed_of(f"map/{n}")) for n in range(100)]
    assert all([side[0] for side in layout] == list("ABCD") for layout in layouts)
    mixed = [
        layout for layout in layouts if len({side in CONTENT.new_sides for side in layout}) == 2
    ]
    assert mixed


@rule("IND-SETUP-07")
def test_without_it_only_sides_of_the_base_game_are_drawn_as_ever() -> None:
    assert drawn(engine.Options()) == set(CONTENT.sides) - set(CONTENT.new_sides)
    assert sides_in_use(CONTENT, engine.Options(), "A") == ["A1", "A2"]
    assert sides_in_use(CONTENT, WITH, "A") == ["A1", "A2", "A3", "A4"]


@rule("IND-SETUP-07")
def test_new_sides_can_be_named_without_it() -> None:
    named = ["A3", "B1", "C4", "D2"]
    options = engine.decode_options({"map": named}, CONTENT)
    state, _ = engine.new_game(options, seed_of("named"), PACK)
    assert state.modules == named
    assert len(state.board.waterfalls) == 4


@rule("IND-SETUP-07")
def test_a_pack_that_names_no_new_sides_draws_all_it_has_and_refuses_the_expansion() -> None:
    older = without_group("new_maps")
    assert sides_in_use(older, engine.Options(), "A") == ["A1", "A2", "A3", "A4"]
    with pytest.raises(engine.InvalidOptions) as caught:
        engine.decode_options({"expansions": ["new_maps"]}, older)
    assert (caught.value.option, caught.value.rule) == ("expansions", "IND-SETUP-07")
