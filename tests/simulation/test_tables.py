"""The tables of the soak, on games made by hand; and a few that are really played."""

import msgspec
import pytest

from games import engine
from games.engine import ScoreSheet, Seat, score_lines
from simulation import soak
from simulation.random_play import steps
from simulation.soak import Broken, SoakGame
from simulation.tables import Finished, Spread, by_option, render, summarise
from simulation.text import table

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def sheet(seat: int, total: int, rank: int, glory: int = 0) -> ScoreSheet:
    """A score sheet of which only this matters."""
    blank = ScoreSheet.of_lines(
        Seat(seat),
        {**dict.fromkeys((line.name for line in score_lines()), 0), "glory": glory},
        leftover_money=0,
        contracts_fulfilled=0,
        settlements_connected=0,
    )
    return msgspec.structs.replace(blank, total=total, rank=rank)


def game(length: int, order: list[int], clans: list[str], sheets: list[ScoreSheet]) -> Finished:
    return Finished(length, [Seat(seat) for seat in order], clans, sheets)


GAMES = [
    # Seat 1 began and won; then seat 0 began and both won; then three, of whom seat 2 won.
    game(100, [1, 0], ["stewart", "campbell"], [sheet(0, 40, 2, 9), sheet(1, 60, 1, 1)]),
    game(140, [0, 1], ["campbell", "stewart"], [sheet(0, 50, 1), sheet(1, 50, 1)]),
    game(
        200,
        [2, 0, 1],
        ["campbell", "stewart", "robertson"],
        [sheet(0, 10, 3), sheet(1, 20, 2), sheet(2, 33, 1)],
    ),
]


def test_games_are_told_apart_by_the_number_of_players() -> None:
    two, three = summarise(reversed(GAMES))
    assert (two.players, two.games) == (2, 2)
    assert (three.players, three.games) == (3, 1)


def test_lengths_and_scores() -> None:
    two, three = summarise(GAMES)
    assert two.length == Spread(120, 120, 100, 140)
    assert two.score == Spread(50, 50, 40, 60)
    assert two.winning_score == Spread(55, 55, 50, 60)
    assert three.score == Spread(21, 20, 10, 33)
    assert dict(two.lines)["glory"] == 2.5
    assert dict(two.lines)["total"] == 50


def test_wins_by_place_go_by_the_first_turn_order_and_shared_wins_are_split() -> None:
    two, three = summarise(GAMES)
    assert [(s.name, s.players, s.score, s.wins) for s in two.by_place] == [
        ("place 1", 2, 55, 1.5),
        ("place 2", 2, 45, 0.5),
    ]
    assert [(s.name, s.wins) for s in three.by_place] == [
        ("place 1", 1),
        ("place 2", 0),
        ("place 3", 0),
    ]


def test_wins_by_clan_are_a_share_of_the_clans_own_games() -> None:
    two, _ = summarise(GAMES)
    assert [(s.name, s.players, s.score, s.win_share) for s in two.by_clan] == [
        ("campbell", 2, 55, 0.75),
        ("stewart", 2, 45, 0.25),
    ]


def test_all_tables_are_printed() -> None:
    text = render(summarise(GAMES))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "2 players 2 120.0 120 100 140" in lines
    assert "2 players, place 1 2 55.0 1.5 75.0% 50.0%" in lines
    assert "3 players, robertson 1 33.0 1.0 100.0% 33.3%" in lines
    assert "glory 2.50 0.00" in lines


def test_columns_of_a_table_are_aligned() -> None:
    assert table(["a", "n"], [["long", "1"], ["b", "100"]]) == (
        "a       n\n----  ---\nlong    1\nb     100"
    )


def test_shares_by_side_and_by_bot_are_of_what_is_known_of_a_game() -> None:
    known = msgspec.structs.replace(
        GAMES[0], modules=["A1", "B2", "C1", "D1"], bots=["random", "steward"]
    )
    (two,) = summarise([known, GAMES[1]])
    assert [(s.name, s.players, s.score, s.wins) for s in two.by_side] == [
        (side, 2, 50, 1) for side in ("A1", "B2", "C1", "D1")
    ]
    assert [(s.name, s.players, s.score, s.wins) for s in two.by_bot] == [
        ("random", 1, 40, 0),
        ("steward", 1, 60, 1),
    ]
    assert "side of the map" in render([two])
    assert "side of the map" not in render(summarise(GAMES))


def test_a_soak_plays_each_number_of_players_and_no_game_twice() -> None:
    tables = soak.tables(5, "x", usual=4)
    assert [len(game.bots) for game in tables] == [1, 2, 3, 4, 1, 2, 3, 4, 2]
    assert [game.drawn for game in tables] == [True] * 5 + [False] * 4
    names = {game.name for game in tables}
    assert len(names) == 9
    assert not names & {game.name for game in soak.tables(5, "y", usual=4)}


def test_a_soak_seats_every_kind_of_bot_or_the_one_that_is_named() -> None:
    seated = [game.bots for game in soak.tables(30, "x")]
    assert {bot for bots in seated for bot in bots} == {"random", "steward"}
    assert any(len(set(bots)) == 2 for bots in seated)
    named = [game.bots for game in soak.tables(2, "x", "random", usual=2)]
    assert named == [["random"] * count for count in (1, 2, 2, 3)]


@pytest.mark.long
def test_a_soak_draws_options_for_most_games_and_tells_how_each_went() -> None:
    played = [soak.play(game) for game in soak.tables(8, "x", "random", usual=1)]
    games = [game for game in played if isinstance(game, Finished)]
    assert len(games) == 9
    assert games[-1].options is None
    text = by_option(games)
    names = {name for game in games for name in game.options or ()}
    assert len(names) > 8
    assert [line.split()[0] for line in text.splitlines()[2:]] == sorted(names)
    again = soak.options_of(2, "soak/x/any/2/0", True)
    assert again.players == 2
    assert again == soak.options_of(2, "soak/x/any/2/0", True)
    assert soak.options_of(3, "soak/x/3/0", False) == engine.Options(players=3)


@pytest.mark.long
def test_a_played_game_is_kept_with_its_first_turn_order_and_its_bots() -> None:
    result = soak.play(SoakGame(["random", "steward", "random"], "soak of the tests", False))
    assert isinstance(result, Finished)
    first, _ = next(steps(3, "soak of the tests"))
    assert result.order == first.turn_order
    assert sorted(result.order) == [0, 1, 2]
    assert min(sheet.rank for sheet in result.sheets) == 1
    assert len(set(result.clans)) == 3
    assert result.bots == ["random", "steward", "random"]
    assert [side[0] for side in result.modules] == ["A", "B", "C", "D"]


def test_a_soak_names_the_game_and_the_event_that_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong_after_20(state: engine.State) -> list[str]:
        return ["INV-99 made up"] if state.version == 20 else []

    monkeypatch.setattr(soak, "broken", wrong_after_20)
    result = soak.play(SoakGame(["random", "random"], "soak of the tests", False))
    assert isinstance(result, Broken)
    assert result.version == 20
    chosen = """chooser(['random', 'random'], "soak of the tests")"""
    assert f'steps(2, "soak of the tests", {chosen})' in str(result)
    assert "INV-99 made up" in str(result)


def test_a_soak_reports_a_crash_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(state: engine.State) -> list[str]:
        raise ZeroDivisionError("made up")

    monkeypatch.setattr(soak, "broken", crash)
    result = soak.play(SoakGame(["random", "random"], "soak of the tests", False))
    assert isinstance(result, Broken)
    assert "ZeroDivisionError: made up" in str(result)


def test_a_steward_alone_is_rated() -> None:
    seated = soak.tables(0, "x", alone=3)
    assert [game.bots for game in seated] == [["steward"]] * 3
    assert [game.bots for game in soak.tables(0, "x", "random", alone=1)] == [["random"]]
    rated = [
        msgspec.structs.replace(sheet(0, total, 1), rating=rating)
        for total, rating in [(110, "newbie"), (140, "average")]
    ]
    games = [game(90, [0], ["stewart"], [one]) for one in rated]
    (summary,) = summarise([*games, games[0]])
    assert summary.score.mean == 120
    ratings = dict(summary.ratings)
    assert ratings == {"newbie": 2, "rookie": 0, "average": 1, "expert": 0, "genius": 0}
    text = render([summary])
    assert "alone, rated as" in text
    assert "66.7%" in text
    assert "alone" not in render(summarise(GAMES))
    shared = [line.split() for line in text.splitlines() if "stewart" in line]
    assert [line[-3:] for line in shared] == [["-", "-", "-"]]


def test_lines_of_the_score_sheet_add_up_with_what_clans_cost() -> None:
    bid = msgspec.structs.replace(sheet(0, -5, 1), auction=-5)
    (summary,) = summarise([game(90, [0], ["stewart"], [bid])])
    lines = dict(summary.lines)
    assert sum(value for line, value in lines.items() if line != "total") == lines["total"] == -5
