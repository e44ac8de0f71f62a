"""Clans by the experience of each player. (VAR-NEWBIE-02)"""

from collections import Counter
from itertools import combinations_with_replacement, permutations

import pytest

from games import engine
from games.engine.clans import all_clans
from games.engine.rules.supply import clans_in_use
from games.engine.terms import EXPERIENCE, Experience, Seat
from simulation.random_play import at_random, seed_of, steps
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, at

pytestmark = pytest.mark.engine

PACK = engine.packs.builtin()
TABLES = [
    list(levels)
    for players in (1, 2, 3, 4)
    for levels in combinations_with_replacement(EXPERIENCE, players)
]


def asked(said: list[Experience], **more: object) -> engine.Options:
    """Options of a game in which each player was asked."""
    chosen = {"players": len(said), "clan_experience": "by_player", "experience": said, **more}
    return engine.decode_options(chosen, PACK.content)


def drafting(seed: str, options: engine.Options) -> Part:
    state, _ = engine.new_game(options, seed_of(seed), PACK)
    return at(state)


def kind(clan: str) -> Experience:
    return all_clans()[clan].experience


def largest_matching(said: list[Experience], clans: list[str]) -> int:
    """How many players can have a fitting clan at once, by trying every way to deal them."""
    return max(
        sum(kind(clan) == level for clan, level in zip(dealt, said, strict=True))
        for dealt in permutations(clans, len(said))
    )


@rule("VAR-NEWBIE-02", "SETUP-12")
@pytest.mark.parametrize("kickstarter", [True, False])
def test_as_many_players_as_there_can_be_have_a_fitting_clan(*, kickstarter: bool) -> None:
    for said in TABLES:
        options = asked(said, kickstarter=kickstarter)
        state, _ = engine.new_game(options, seed_of(f"{said}"), PACK)
        clans = [pair.clan for pair in state.draft]
        assert len(set(clans)) == len(said) + 1
        known = Counter(map(kind, clans_in_use(PACK.content, options)))
        most = sum(min(count, known[level]) for level, count in Counter(said).items())
        assert largest_matching(said, clans) == most


@rule("VAR-NEWBIE-02", "SETUP-13")
def test_each_seat_chooses_among_the_pairs_that_fit() -> None:
    table = drafting("three kinds", asked(["easier", "ordinary", "harder"]))
    while table.state.phase == "draft":
        seat = table.state.open_decisions()[0].seat
        level = table.state.options.experience[seat]
        free = [n for n, pair in enumerate(table.state.draft) if pair.taken_by is None]
        fitting = [n for n in free if kind(table.state.draft[n].clan) == level]
        assert fitting
        assert table.legal("choose_clan") == [f"choose {n}" for n in fitting]
        for other in set(free) - set(fitting):
            table.then.refuses(f"choose {other}", "VAR-NEWBIE-02", "pair_for_others")
        table.when.play(f"choose {fitting[0]}")
    assert [kind(player.clan) for player in table.state.players] == ["easier", "ordinary", "harder"]


@rule("VAR-NEWBIE-02")
def test_when_none_that_fits_is_left_all_may_be_taken() -> None:
    table = drafting("four beginners", asked(["easier"] * 4))
    kinds = [kind(pair.clan) for pair in table.state.draft]
    assert kinds.count("easier") == 3
    assert "ordinary" in kinds, "the fourth gets the nearest"
    for _ in range(3):
        table.when.play(table.legal("choose_clan")[0])
    free = [n for n, pair in enumerate(table.state.draft) if pair.taken_by is None]
    assert len(free) == 2
    assert table.legal("choose_clan") == [f"choose {n}" for n in free]


@rule("VAR-NEWBIE-02")
def test_who_has_said_nothing_gets_ordinary_clans() -> None:
    options = engine.Options(players=2, clan_experience="by_player")
    assert [options.experience_of(Seat(seat)) for seat in range(2)] == ["ordinary"] * 2
    assert engine.Options(players=2).experience_of(Seat(0)) is None
    table = drafting("silent", options)
    assert {table.state.draft[int(m.split()[1])].clan for m in table.legal("choose_clan")} <= {
        "mackenzie",
        "robertson",
        "stewart",
    }


@pytest.mark.uncounted
@rule("VAR-NEWBIE-02", "UNDO-07")
def test_what_players_say_shifts_no_other_draw_and_plays_to_the_end() -> None:
    options = asked(["harder", "easier"])
    name = "harder and easier"
    plain, _ = engine.new_game(engine.Options(players=2), seed_of(name), PACK)
    played = steps(2, name, at_random(name), options)
    state, _ = next(played)
    assert (state.slots, state.ports, state.turn_order) == (
        plain.slots,
        plain.ports,
        plain.turn_order,
    )
    assert [pair.start_tile for pair in state.draft] == [p.start_tile for p in plain.draft]
    *_, (state, _) = played
    assert [kind(player.clan) for player in state.players] == ["harder", "easier"]


@rule("VAR-NEWBIE-02")
@in_one_test(
    ("chosen", "other", "words"),
    [
        ({"experience": ["easier"] * 4}, "clan_experience", "only where"),
        ({"experience": ["easier"] * 3, "clan_experience": "by_player"}, "", "one for each seat"),
        ({"experience": ["easier"] * 4, "clan_experience": "easier"}, "clan_experience", "only"),
        ({"experience": ["best"] * 4, "clan_experience": "by_player"}, "", "best"),
    ],
)
def test_what_cannot_be_said_is_refused(chosen: dict[str, object], other: str, words: str) -> None:
    with pytest.raises(engine.InvalidOptions, match=words) as refused:
        engine.decode_options(chosen, PACK.content)
    assert (refused.value.option, refused.value.other) == ("experience", other)
