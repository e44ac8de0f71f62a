"""The measurement of the steward with each clan: its games, what is kept of them, the table."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from games import engine
from simulation import bots, clan_games
from simulation.clan_games import BOT, OTHER, ClanGame, Game, of_clan, play_clan
from simulation.random_play import seed_of
from tests.simulation.test_tables import game, sheet

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def scored(name: str, total: int, other: int) -> ClanGame:
    """A game of two in which the steward scored so much as Campbell."""
    ranks = (1, 2) if total > other else (2, 1)
    sheets = [sheet(0, other, ranks[1]), sheet(1, total, ranks[0])]
    finished = game(9, [0, 1], ["stewart", "campbell"], sheets)
    finished.bots.extend([OTHER, BOT])
    return ClanGame("campbell", name, finished)


def played_now(clan: str, names: Sequence[str], file: Path) -> list[str]:
    """The games that are played now, where a file keeps others."""
    played: list[str] = []

    def play_all(games: Sequence[Game]) -> list[ClanGame]:
        played.extend(name for _, name in games)
        return [replace(scored(name, 100, 50), clan=clan) for _, name in games]

    done = play_clan(clan, [([OTHER, BOT], name) for name in names], play_all, file)
    assert sorted(one.name for one in done) == sorted(names)
    return played


def test_in_the_draft_of_each_game_lies_the_clan_and_the_seat_goes_round() -> None:
    found = list(of_clan("fraser", 6, "x"))
    assert [kinds.index(BOT) for kinds, _ in found] == [0, 1, 2, 3, 0, 1]
    assert len({name for _, name in found}) == 6
    for kinds, name in found:
        assert sorted(kinds) == [OTHER, OTHER, OTHER, BOT]
        state, _ = engine.new_game(clan_games.ALL_CLANS, seed_of(name), engine.packs.builtin())
        assert "fraser" in {pair.clan for pair in state.draft}


def test_games_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games"
    assert played_now("campbell", ["a", "b"], file) == ["a", "b"]
    assert played_now("campbell", ["a", "b", "c"], file) == ["c"]
    assert played_now("campbell", ["a", "b", "c"], file) == []


def test_a_game_whose_line_was_broken_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games"
    played_now("campbell", ["a", "b"], file)
    file.write_bytes(file.read_bytes()[:-10])
    assert played_now("campbell", ["a", "b"], file) == ["b"]
    assert played_now("campbell", ["a", "b"], file) == []


def test_games_with_another_clan_are_left_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games"
    played_now("campbell", ["a"], file)
    assert played_now("stewart", ["a"], file) == ["a"]
    assert played_now("campbell", ["a"], file) == []


def test_the_table_compares_means_with_the_best() -> None:
    played = {
        "campbell": [scored("a", 90, 50), scored("b", 110, 120)],
        "stewart": [scored("c", 125, 50)],
    }
    rows = [line.split() for line in clan_games.render(played).splitlines()[2:]]
    assert rows == [
        ["campbell", "2", "50.0", "100.0", "10.0", "80.0"],
        ["stewart", "1", "100.0", "125.0", "-", "100.0"],
    ]


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        ([], ["stewards", "alone", "chance", "clans"]),
        (["--only", "clans"], ["clans"]),
        (["--only", "clans", "--only", "alone"], ["alone", "clans"]),
    ],
)
def test_the_command_prints_all_tables_or_those_it_is_asked_for(
    argv: list[str],
    parts: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bots, "PARTS", {n: lambda _, n=n: n for n in bots.PARTS})
    monkeypatch.setattr("sys.argv", ["bots", *argv])
    assert bots.main() == 0
    assert capsys.readouterr().out.split() == parts


def test_the_command_refuses_a_clan_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["bots", "--clan", "macbeth"])
    with pytest.raises(SystemExit):
        bots.main()


@pytest.mark.long
def test_the_steward_plays_the_clan_and_no_other_seat_does() -> None:
    (table,) = of_clan("buchanan", 1, "played")
    played = clan_games.played_as("buchanan", table)
    assert [clan == "buchanan" for clan in played.game.clans] == [kind == BOT for kind in table[0]]
    assert played.score == played.game.sheets[table[0].index(BOT)].total
    assert 0 <= played.win <= 1
