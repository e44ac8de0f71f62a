"""The results of all games: kept up to date, made anew, and added up."""

import time
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from statistics import fmean, stdev
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from games import engine, services, signals
from games.engine import effects as fx
from games.models import Game
from games.models.game import Source
from replays import tasks
from replays.models import Result, SeatResult, Trait
from replays.statistics import results
from replays.statistics.totals import OF_SEATS, By, StatisticsFilter, totals
from simulation.random_play import PlayedGame
from simulation.stored import cut, lay
from tests import recorded
from tests.replays.tables import played_out, played_to

pytestmark = [pytest.mark.long, pytest.mark.once]

NOW = timezone.now
PATIENCE = 30.0


@pytest.fixture(scope="module")
def corpus() -> list[PlayedGame]:
    """Games of two, three and four."""
    names = ("people-2", "bots-2", "bots-4", "files", "checking", "drift", "people-3", "bots-3")
    return [recorded.played(name) for name in (*names, "taken-back-3")]


@pytest.fixture
def games(corpus: list[PlayedGame], users: list[User]) -> list[Game]:
    """The corpus in the database, with people or bots at the table, read into the results."""
    laid = [over(lay(played, *users[: n % 4])) for n, played in enumerate(corpus)]
    assert results.record_forgotten(now=NOW()) == len(laid)
    return laid


def over(game: Game) -> Game:
    """The game as it would be, had it ended a while ago."""
    game.finished_at = NOW() - timedelta(hours=1)
    game.save()
    return game


def rows() -> list[Any]:
    """Everything that the results hold, but for the numbers that the database gives to rows."""
    seats = [f.name for f in SeatResult._meta.fields if f.name != "id"]
    games = [f.name for f in Result._meta.fields if f.name != "number"]
    return [
        list(Result.objects.order_by("pk").values_list(*games)),
        list(SeatResult.objects.order_by("result", "seat").values_list(*seats)),
        list(
            Trait.objects.order_by("result", "kind", "value").values_list("result", "kind", "value")
        ),
    ]


# --- one game -------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_game_is_counted_when_it_is_over(users: list[User]) -> None:
    table = played_to(users, 100)
    assert not Result.objects.exists()
    table.play_until(lambda state: state.over)
    result = counted(table.id)
    assert result.version == table.game.version
    assert (result.players, result.people) == (3, 3)
    assert result.finished_at == table.game.finished_at


@pytest.mark.django_db(transaction=True)
def test_a_receiver_that_fails_harms_neither_the_game_nor_the_others(users: list[User]) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("no")

    signals.game_finished.connect(fail)
    try:
        table = played_out(users)
    finally:
        signals.game_finished.disconnect(fail)
    assert table.game.status == "finished"
    assert counted(table.id)


def counted(game_id: UUID) -> Result:
    """The result of a game, which a worker may still have to write."""
    end = time.monotonic() + PATIENCE
    while not settings.EMBEDDED and not Result.objects.filter(pk=game_id).exists():
        assert time.monotonic() < end, "the result was not recorded"
        time.sleep(0.02)
    return Result.objects.get(pk=game_id)


def test_a_result_is_what_the_stream_says(corpus: list[PlayedGame], games: list[Game]) -> None:
    for played, game in zip(corpus, games, strict=True):
        state, result = played.state, Result.objects.get(game=game)
        taken = {e.seat: e.pair for e in all_effects(played, fx.PairTaken)}
        offered = all_effects(played, fx.PairOffered)
        order = all_effects(played, fx.TurnOrderSet)[0].seats
        winners = [sheet.seat for sheet in state.scores if sheet.rank == 1]
        for seat in result.seats.all():
            sheet = state.scores[seat.seat]
            assert seat.clan == state.players[seat.seat].clan
            assert seat.start_tile == offered[taken[seat.seat]].start_tile
            assert order[seat.place - 1] == seat.seat
            assert set(seat.lines) == {line.name for line in engine.lines_of(state)}
            assert seat.lines == {line: sheet.points(line) for line in seat.lines}
            assert sum(seat.lines.values()) == seat.total
        for name in OF_SEATS:
            assert len({getattr(seat, name) for seat in result.seats.all()}) == result.players
            assert (seat.total, seat.rank) == (sheet.total, sheet.rank)
            assert Fraction(seat.win, 12) == Fraction(seat.seat in winners, len(winners))
        assert result.modules.split() == state.modules
        assert traits(result, "side") == set(state.modules)
        assert traits(result, "scoring_tile") == {str(tile) for tile in state.scoring_tiles}
        assert result.scoring_tiles.split() == sorted(map(str, state.scoring_tiles))
        assert result.port_tiles.split() == sorted(str(port.tile) for port in state.ports)
        assert traits(result, "port_tile") == {str(port.tile) for port in state.ports}


def all_effects(played: PlayedGame, kind: type) -> list[Any]:
    """The effects of a kind on the line of the newest version."""
    payloads = [engine.read_payload(row.public) for row in engine.line_to(played.rows)]
    return [e for payload in payloads for e in payload.effects if isinstance(e, kind)]


def traits(result: Result, kind: str) -> set[str]:
    return set(result.traits.filter(kind=kind).values_list("value", flat=True))


@pytest.mark.django_db
def test_a_win_is_shared_by_those_who_have_it(corpus: list[PlayedGame]) -> None:
    sheets = [
        msgspec.structs.replace(sheet, rank=1 if sheet.seat < 2 else 3)
        for sheet in corpus[-1].state.scores
    ]
    last = corpus[-1].rows[-1]
    payload = engine.read_payload(last.public)
    kept = [e for e in payload.effects if not isinstance(e, fx.Scored)]
    effects = [*map(fx.Scored, sheets), *kept]
    text = msgspec.json.encode(msgspec.structs.replace(payload, effects=effects)).decode()
    shared = PlayedGame(
        corpus[-1].state, [], [*corpus[-1].rows[:-1], msgspec.structs.replace(last, public=text)]
    )
    game = over(lay(shared))
    results.record(game.pk)
    assert list(SeatResult.objects.order_by("seat").values_list("win", flat=True)) == [6, 6, 0]


def test_reading_a_game_twice_changes_nothing(games: list[Game]) -> None:
    before = rows()
    assert not results.record(games[0].pk)
    tasks.record_result(str(games[0].pk))
    assert results.record_forgotten(now=NOW()) == 0
    assert rows() == before


@pytest.mark.parametrize("source", [Source.IMPORTED, Source.FORKED])
def test_only_games_played_here_are_counted(games: list[Game], source: Source) -> None:
    Game.objects.filter(pk=games[0].pk).update(source=source)
    assert not results.record(games[0].pk, anew=True)
    assert not Result.objects.filter(pk=games[0].pk).exists()
    assert results.record_forgotten(now=NOW()) == 0


@pytest.mark.django_db(transaction=True)
def test_a_withheld_game_is_counted_once_it_is_disclosed(corpus: list[PlayedGame]) -> None:
    """Before that, statistics of its map and tiles would show other tables what came of it."""
    game = over(lay(corpus[0]))
    Game.objects.filter(pk=game.pk).update(withheld=True)
    assert not results.record(game.pk)
    assert results.record_forgotten(now=NOW()) == 0
    services.disclose(game_ids=[game.pk])
    assert counted(game.pk).players == game.players
    Result.objects.filter(pk=game.pk).delete()  # as if the task had got lost
    assert results.record_forgotten(now=NOW()) == 1


def test_games_that_run_are_not_counted(corpus: list[PlayedGame], users: list[User]) -> None:
    game = lay(cut(corpus[0], 50), *users[:2])
    assert not results.record(game.pk)
    assert results.record_forgotten(now=NOW()) == 0


def test_a_game_that_was_missed_is_found_by_the_sweep(games: list[Game]) -> None:
    before = rows()
    Result.objects.all().delete()
    Game.objects.filter(pk=games[0].pk).update(finished_at=NOW())
    assert tasks.sweep_results() == len(games) - 1
    # By a clock that was ahead.
    Game.objects.filter(pk=games[0].pk).update(finished_at=NOW() + timedelta(days=1))
    assert tasks.sweep_results() == 1
    Result.objects.filter(pk=games[0].pk).delete()
    Game.objects.filter(pk=games[0].pk).update(finished_at=games[0].finished_at)
    assert tasks.sweep_results() == 1
    assert rows() == before


def test_a_game_that_cannot_be_read_is_passed_over(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    Result.objects.all().delete()
    write = results._write

    def stumble(game: Game, number: int | None) -> None:
        if game.pk == games[1].pk:
            raise ValueError("no")
        write(game, number)

    monkeypatch.setattr(results, "_write", stumble)
    assert results.record_forgotten(now=NOW()) == len(games) - 1


def test_an_erased_game_is_counted_no_more(games: list[Game]) -> None:
    services.erase_game(game_id=games[0].pk, by=None, reason="test", now=NOW())
    assert not SeatResult.objects.filter(result=games[0].pk).exists()
    assert not Trait.objects.filter(result=games[0].pk).exists()
    assert not results.record(games[0].pk)
    assert Result.objects.count() == len(games) - 1


# --- making it anew -------------------------------------------------------------------------------


def test_made_anew_the_results_are_the_same(
    games: list[Game], capsys: pytest.CaptureFixture[str]
) -> None:
    before, stored = rows(), everything()
    SeatResult.objects.update(total=0, clan="nobody", win=12)
    Result.objects.filter(pk=games[1].pk).delete()
    Trait.objects.filter(result=games[2].pk).delete()
    Result.objects.filter(pk=games[2].pk).update(scoring_tiles="", port_tiles="1 2")
    Game.objects.filter(pk=games[0].pk).update(source=Source.IMPORTED)
    assert (rows(), everything()) != (before, stored)
    Game.objects.filter(pk=games[0].pk).update(source=Source.PLAYED)
    call_command("rebuild_statistics")
    assert rows() == before
    assert everything() == stored
    assert f"{len(games)} games read, {len(games)} counted" in capsys.readouterr().out


def test_made_anew_they_leave_out_what_does_not_count(games: list[Game]) -> None:
    Game.objects.filter(pk=games[0].pk).update(source=Source.IMPORTED)
    call_command("rebuild_statistics")
    assert Result.objects.count() == len(games) - 1


def everything() -> list[object]:
    kinds: list[By] = [
        *("clan", "place", "players", "map", "side", "scoring_tile", "port_tile", "start_tile"),
    ]
    return [totals(by, StatisticsFilter(with_="all")) for by in kinds]


# --- adding up ------------------------------------------------------------------------------------

Seen = list[tuple[PlayedGame, int]]
VALUES: dict[By, Callable[[PlayedGame, int], set[str]]] = {
    "clan": lambda played, seat: {played.state.players[seat].clan},
    "players": lambda played, _: {str(len(played.state.players))},
    "map": lambda played, _: {" ".join(played.state.modules)},
    "side": lambda played, _: set(played.state.modules),
    "scoring_tile": lambda played, _: {str(tile) for tile in played.state.scoring_tiles},
    "port_tile": lambda played, _: {str(port.tile) for port in played.state.ports},
    "place": lambda played, seat: {
        str(all_effects(played, fx.TurnOrderSet)[0].seats.index(seat) + 1)
    },
}


def compare(line: Any, seen: Seen) -> None:
    """The line is what plain arithmetic makes of the seats."""
    sheets = [played.state.scores[seat] for played, seat in seen]
    assert line.seats == len(seen)
    assert line.games == len({id(played) for played, _ in seen})
    wins = sum(
        Fraction(sheet.rank == 1, sum(other.rank == 1 for other in played.state.scores))
        for (played, _), sheet in zip(seen, sheets, strict=True)
    )
    assert line.wins == pytest.approx(float(wins))
    assert line.win_share == pytest.approx(float(wins) / len(seen))
    assert line.score == pytest.approx(fmean(sheet.total for sheet in sheets))
    assert list(line.lines) == [one.name for one in engine.score_lines()]
    for name in line.lines:
        assert line.lines[name] == pytest.approx(fmean(sheet.points(name) for sheet in sheets))
    if len(seen) > 1:
        assert line.spread == pytest.approx(stdev(sheet.total for sheet in sheets))
    else:
        assert line.spread is None


def seats_of(corpus: list[PlayedGame]) -> Seen:
    return [(played, seat) for played in corpus for seat in range(len(played.state.players))]


@pytest.mark.uncounted
@pytest.mark.parametrize("by", VALUES)
def test_totals_are_what_plain_arithmetic_gives(
    corpus: list[PlayedGame], games: list[Game], by: By
) -> None:
    statistics = totals(by, StatisticsFilter(with_="all"))
    compare(statistics.all, seats_of(corpus))
    values = {value for played, seat in seats_of(corpus) for value in VALUES[by](played, seat)}
    assert {line.value for line in statistics.values} == values
    for line in statistics.values:
        compare(line, [one for one in seats_of(corpus) if line.value in VALUES[by](*one)])


def test_values_stand_in_order(games: list[Game]) -> None:
    numbers = [
        int(line.value) for line in totals("scoring_tile", StatisticsFilter(with_="all")).values
    ]
    assert numbers == sorted(numbers)
    names = [line.value for line in totals("clan", StatisticsFilter(with_="all")).values]
    assert names == sorted(names)


@pytest.mark.uncounted
@pytest.mark.parametrize("name", VALUES)
def test_each_choice_narrows_what_is_counted(
    corpus: list[PlayedGame], games: list[Game], name: By
) -> None:
    value = next(iter(sorted(VALUES[name](corpus[0], 0))))
    asked = int(value) if value.isdigit() else value
    statistics = totals("side", StatisticsFilter(with_="all", **{name: asked}))
    left = [one for one in seats_of(corpus) if value in VALUES[name](*one)]
    compare(statistics.all, left)
    assert {line.value for line in statistics.values} == {
        side for p, _ in left for side in p.state.modules
    }


def test_two_choices_hold_together(corpus: list[PlayedGame], games: list[Game]) -> None:
    first = corpus[0].state
    statistics = totals(
        "clan", StatisticsFilter(with_="all", scoring_tile=first.scoring_tiles[0], players=2)
    )
    left = [
        (played, seat)
        for played, seat in seats_of(corpus)
        if first.scoring_tiles[0] in played.state.scoring_tiles and len(played.state.players) == 2
    ]
    compare(statistics.all, left)


def test_tables_of_people_and_of_bots_are_told_apart(
    corpus: list[PlayedGame], games: list[Game], users: list[User]
) -> None:
    """By default those of bots alone do not count: there may be many more of them."""
    people = {
        id(played): min(n % 4, len(played.state.players), 3) for n, played in enumerate(corpus)
    }
    seen = seats_of(corpus)
    compare(totals("clan", StatisticsFilter()).all, [one for one in seen if people[id(one[0])]])
    compare(
        totals("clan", StatisticsFilter(with_="bots")).all,
        [o for o in seen if not people[id(o[0])]],
    )
    full = [one for one in seen if people[id(one[0])] == len(one[0].state.players)]
    compare(totals("clan", StatisticsFilter(with_="only-people")).all, full)
    own = [one for one in seen if one[1] < people[id(one[0])]]
    compare(totals("clan", StatisticsFilter(of="people")).all, own)
    bots = [one for one in seen if one[1] >= people[id(one[0])]]
    compare(totals("clan", StatisticsFilter(with_="all", of="bots")).all, bots)
    statistics = totals("side", StatisticsFilter(of="people"))
    compare(statistics.all, own)
    for line in statistics.values:
        compare(line, [one for one in own if line.value in VALUES["side"](*one)])


@pytest.mark.django_db
def test_nothing_adds_up_to_nothing() -> None:
    statistics = totals("clan", StatisticsFilter())
    assert statistics.values == []
    assert (statistics.all.games, statistics.all.seats, statistics.all.wins) == (0, 0, 0)
    assert (
        statistics.all.score,
        statistics.all.spread,
        statistics.all.win_share,
        statistics.all.lines,
    ) == (
        *(None, None, None),
        {},
    )
