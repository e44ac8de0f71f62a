"""Models of ratings on games of players of known strength."""

import pytest

from simulation.ratings import NOISES, Noise, Universe, compare, main, spearman

pytestmark = [pytest.mark.once, pytest.mark.no_cover]


def test_everybody_plays_as_often_and_never_twice_in_a_game() -> None:
    universe = Universe(NOISES[0], games=300, each=30)
    games = [*universe.games()]
    seats = [player for game in games for player in game.players]
    counts = {seats.count(player) for player in range(len(universe.strengths))}
    assert max(counts) - min(counts) <= 1
    assert all(len(set(game.players)) == len(game.players) for game in games)
    assert {len(game.players) for game in games} == {2, 3, 4}
    assert any(len(set(game.places)) < len(game.places) for game in games)


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: noise.name)
def test_the_upper_quartile_beats_the_lower_in_three_of_four_games(noise: Noise) -> None:
    universe = Universe(noise, games=4000, each=40)
    number = len(universe.strengths)
    pair = [round(number * 0.75), round(number * 0.25)]
    places = [universe._places(pair) for _ in range(4000)]
    won = sum((one < other) + 0.5 * (one == other) for one, other in places)
    assert won / len(places) == pytest.approx(0.75, abs=0.02)


def test_the_correlation_of_orders() -> None:
    assert spearman([1.0, 2.0, 3.0], [10.0, 20.0, 30.0]) == 1
    assert spearman([3.0, 2.0, 1.0], [10.0, 20.0, 30.0]) == -1
    assert spearman([1.0, 3.0, 2.0, 4.0], [1.0, 2.0, 3.0, 4.0]) == pytest.approx(0.8)


@pytest.mark.long
def test_the_true_order_comes_out_after_sixty_games() -> None:
    text, found = compare(Universe(NOISES[1], games=1000, each=60), quiet=True)
    assert len(text.splitlines()) == 1 + len(found)
    assert min(found) > 0.85
    assert compare(Universe(NOISES[1], games=200, each=60), quiet=True) == compare(
        Universe(NOISES[1], games=200, each=60), quiet=True
    )


def test_the_command_fails_where_it_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["ratings", "--games", "60", "--each", "3"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    assert "PlackettLuce" in capsys.readouterr().out
