"""The panels of moves: one more of them, and how many places name a move."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games import engine, rulebook
from games.engine.clans import all_clans
from tests.marks import in_one_test
from tests.scenario import scenario
from web.pages import clans, extensions
from web.pages.extension import PageExtension
from web.pages.panel import builder as panel
from web.pages.panel import move_panels, step_labels
from web.pages.panel.moves.base import AnyPanel
from web.pages.panel.moves.turns import PassPanel
from web.pages.panel.structs import Light

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def test_every_type_of_move_has_a_panel() -> None:
    assert {one.move for one in move_panels.panels()} == set(engine.move_types().values())


def test_every_action_of_a_turn_has_a_rule_and_a_hint() -> None:
    offered = [one for one in move_panels.panels() if one.group]
    assert len(offered) > 8
    assert {one.rule for one in offered} <= rulebook.rules().keys()
    assert all(one.hint for one in offered)
    assert not any(one.hint for one in move_panels.panels() if not one.group)


# --- an extension ---------------------------------------------------------------------------------


class SurePassPanel(PassPanel):
    """Passing under another name, with a step more."""

    label = "Pass, really"
    group = "main"


class Sure(PageExtension):
    """Brings a panel."""

    def panels(self) -> tuple[AnyPanel, ...]:
        return (SurePassPanel(),)


@pytest.fixture
def sure(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Passing is offered by the panel of an extension."""
    others = tuple(one for one in move_panels.BASE if not isinstance(one, PassPanel))
    with monkeypatch.context() as changed:
        changed.setattr(move_panels, "BASE", others)
        extensions.assemble((*extensions.SHIPPED, Sure()))
    yield
    extensions.assemble(extensions.SHIPPED)


def test_an_extension_offers_a_move(sure: None) -> None:
    state = scenario().state
    shown = panel.build(state, engine.Seat(0), [], ("Anna", "Bruce"))
    assert shown is not None
    (main,) = (group for group in shown.groups if group.name == "main")
    assert (main.choices[-1].value, main.choices[-1].label) == ("pass", "Pass, really")
    assert not any(group.name == "last" for group in shown.groups)


def test_two_panels_cannot_be_of_the_same_kind() -> None:
    with pytest.raises(ValueError, match="same kind"):
        extensions.assemble((*extensions.SHIPPED, Sure()))
    assert move_panels.panel_to(["pass"]).label != SurePassPanel.label


# --- on the table ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "value", "light"),
    [
        ("trade", "buy wool", Light("buy-wool", "Buy", "£4 each")),
        ("contracts", "12", Light("contract-12", price="gives £5")),
    ],
)
def test_choices_say_what_stands_for_them_on_the_table(move: str, value: str, light: Light) -> None:
    state = scenario(money=50).merchants("red", stock=3).price("wool", 4).on_board(12).state
    offered = panel.build(state, engine.Seat(0), [move], ("Anna", "Bruce"))
    assert offered is not None
    choices = {one.value: one for group in offered.groups for one in group.choices}
    assert choices[value].light == light
    chosen = panel.build(state, engine.Seat(0), [move, value], ("Anna", "Bruce"))
    assert chosen is not None
    assert chosen.chosen == [light.on]


def test_the_script_that_lights_them_knows_no_moves() -> None:
    written = Path("web/static/web/js/lit.js").read_text(encoding="utf-8")
    texts = set(re.findall(r'"([^"]*)"', written))
    kinds = {one.kind for one in move_panels.panels()} | step_labels.QUESTIONS.keys()
    assert not texts & kinds


# --- places ---------------------------------------------------------------------------------------

ROOT = Path(engine.__file__).parents[2]


def imported(path: Path) -> set[str]:
    """The full names that a module imports."""
    return {
        f"{node.module}.{name.name}"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }


@cache
def imported_by_pages() -> dict[Path, set[str]]:
    """What each module of the pages imports."""
    return {path: imported(path) for path in sorted((ROOT / "web").rglob("*.py"))}


@in_one_test("one", move_panels.panels())
@pytest.mark.long
def test_a_move_is_named_by_its_panel_alone(one: AnyPanel) -> None:
    """On the pages; with its own module and the tuple of the engine that makes three places."""
    move = f"{one.move.__module__}.{one.move.__name__}"
    places = [path for path, names in imported_by_pages().items() if move in names]
    print(f"places to touch on the pages for {one.move.__name__}: {len(places)}")
    assert places == [ROOT / Path(*type(one).__module__.split(".")).with_suffix(".py")]


def test_every_choice_of_a_clan_in_production_has_a_page() -> None:
    by_choice = {field: page.clan for field, page in clans.choosing().items()}
    assert by_choice == {
        field: clan.name for clan in all_clans().values() for field in clan.choice.__struct_fields__
    }
