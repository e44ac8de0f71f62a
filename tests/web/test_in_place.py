"""A move before it is made, on the table: ghosts on the map, numbers now and after, points."""

import pytest
from django.test import Client

from games import engine
from games.engine.randomness import Stream
from games.engine.terms import GOODS
from games.models import Game
from simulation.random_play import seed_of, steps
from tests.engine.industria.ports import at_port
from tests.page_games import game_against_bots, play_until
from tests.rules import rule
from tests.scenario import scenario
from tests.web.conftest import HTMX, user_of
from web.pages.panel.preview import preview
from web.pages.table.in_place import NOTHING, InPlace, cells
from web.pages.table.parts.mine import mine
from web.pages.table.parts.players import boards_of
from web.pages.table.table import Table

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ("Anna", "Bruce", "Catriona", "Donald")


def table_of(state: engine.State, seat: int | None = 0) -> Table:
    return Table(Game(), state, seat=seat, names=NAMES[: len(state.players)])


def in_place(state: engine.State, notation: str, seat: int = 0) -> InPlace:
    """What the table shows of a move of a seat."""
    after = engine.copy(state)
    engine.play(after, engine.Seat(seat), engine.parse(notation))
    after.secret = None
    return InPlace(table_of(state, seat), after)


def text(shown: InPlace, name: str) -> str:
    return "".join(part for part, _symbol in shown.cells[name])


def test_a_trade_changes_numbers_and_the_marker_of_its_price() -> None:
    table = scenario(money=0).give("red", cheese=4).merchants("red", stock=3).price("cheese", 10)
    shown = in_place(table.state, "sell 3 cheese")
    assert (text(shown, "mine-money"), text(shown, "row-0-money")) == ("£30", "£30")
    assert (text(shown, "mine-cheese"), text(shown, "mine-merchants")) == ("1", "0")
    assert set(shown.markers) == {"cheese"}
    prices = table.state.content.market(table.state.options.players)[GOODS.index("cheese")].prices
    assert prices[shown.markers["cheese"]] == 7
    assert not shown.units
    assert not any(name.startswith("row-1") for name in shown.cells)


def test_players_whose_score_stays_are_not_told() -> None:
    """Though two of their lines change: what is gained on one is lost on the other."""
    none = {"cotton": 0, "tobacco": 0, "sugar_cane": 0}
    table = scenario(money=0).with_contract(1, **{**none, "wool": 1, "cotton": 1})
    table.box("red", 1).give("red", wool=1)
    table.with_contract(2, **{**none, "cotton": 1, "tobacco": 1}).with_contract(3, **none)
    table.fulfilled("blue", 2, 3).imports(cotton=1, tobacco=1, sugar_cane=0)
    shown = in_place(table.state, "fulfil 1")
    assert [one.sign.seat for one in shown.points] == [0, 2]


def test_points_tell_what_a_contract_brings_and_costs_others() -> None:
    """Hops and what imports are worth count, for the player and for those who have them too."""
    table = scenario(money=0).with_contract(1, wool=1, hops=2, cotton=1).box("red", 1)
    table.give("red", wool=1).with_contract(2, wool=1, cotton=3).fulfilled("blue", 2)
    table.imports(cotton=0, tobacco=0, sugar_cane=0)
    shown = in_place(table.state, "fulfil 1")
    own, other = shown.points[0], next(one for one in shown.points if one.sign.seat == 1)
    assert own.own
    assert {line.label: line.by for line in own.lines}["Hops"] == 2
    assert own.after - own.before == sum(line.by for line in own.lines)
    # Cotton is worth less once there is more of it than of the others.
    assert {line.label: line.by for line in other.lines}["Cotton"] == -2 * 3
    assert shown.cells["worth-cotton"] == (("3", ""),)
    assert shown.cells["mine-box-0"] == NOTHING


@rule("PORT-13")
def test_points_count_glory() -> None:
    table = at_port(13, money=20).when.play("port 13")
    own, *others = in_place(table.state, "gain glory").points
    assert [(line.label, line.by) for line in own.lines] == [("Glory", own.after - own.before)]
    assert own.after > own.before
    assert others == []


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_shown_is_what_comes(players: int) -> None:
    """In a random game: cells and ghosts are those of the table after the move."""
    stream = Stream(seed_of("in place"), "moves")
    seen = set()
    for number, (state, _event) in enumerate(steps(players, "in place")):
        for decision in [] if number % 5 else state.open_decisions():
            move = stream.choice(engine.legal_moves(state, decision.seat))
            after = preview(state, decision, move, NAMES[:players]).after
            if after is None:
                continue
            now, then = table_of(state, decision.seat), table_of(after, decision.seat)
            shown = InPlace(now, after)
            assert dict(cells(then)).items() <= (dict(cells(now)) | shown.cells).items()
            assert {one.hex for one in shown.units} == {
                piece.hex
                for player, other in zip(after.players, state.players, strict=True)
                for piece in player.units
                if piece not in other.units
            }
            assert {one.own for one in shown.points if one.sign.seat == decision.seat} <= {True}
            seen.add(type(move))
    assert len(seen) > 4


def test_cells_say_what_the_rows_and_the_dock_show() -> None:
    for number, (state, _event) in enumerate(steps(3, "rows")):
        if number % 20 or not state.round:
            continue
        table = table_of(state)
        found = {name: "".join(text for text, _ in shown) for name, shown in cells(table)}
        for board in boards_of(table):
            row = f"row-{board.sign.seat}"
            earned = "".join(one.text for one in (*board.income, *board.making))
            asked = "".join(one.text for card in board.boxes if card for one in card.asks)
            assert found[f"{row}-money"] == board.money
            assert [found[f"{row}-{one.symbol}"] for one in board.goods] == [
                one.text for one in board.goods
            ]
            assert found[f"{row}-merchants"] == f"{board.merchants_ready}/{board.merchants_all}"
            assert found[f"{row}-shipping"] == f"{board.shipping_level}/{board.shipping_most}"
            assert found[f"{row}-income"] == (earned or NOTHING[0][0])
            assert found[f"{row}-box"] == (asked or NOTHING[0][0])
            assert found[f"{row}-points"] == str(board.score.total if board.score else "")
        shown = mine(table)
        assert shown
        assert found["mine-money"] == shown.board.money
        assert found["mine-merchants"] == str(shown.board.merchants_ready)


def test_the_panel_brings_what_the_table_shows(anna: Client) -> None:
    """The answer that shows a preview has it for scripts, the page without scripts in its place."""
    game = game_against_bots(user_of(anna), players=2)
    game = play_until(game, user_of(anna), lambda state: state.round == 1 and turn_of(state))
    path = f"/games/{game.pk}/panel/?p=shipping"
    part = anna.get(path, headers=HTMX).content.decode()
    assert '<template id="in-place">' in part
    assert 'data-for="mine-money" aria-hidden="true"' in part
    page = anna.get(f"/games/{game.pk}/?p=shipping").content.decode()
    assert page.count('data-for="row-0-money"') == 2
    first = anna.get(f"/games/{game.pk}/").content.decode()
    assert "data-for=" not in first
    assert "in-place" not in first


def turn_of(state: engine.State) -> bool:
    return state.decision_of(engine.Seat(0)) is not None and state.phase == "action"
