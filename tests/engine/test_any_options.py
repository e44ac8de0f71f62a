"""Games by chance over any combination of options, with every invariant at every event."""

from collections import Counter

import pytest

from games import engine
from games.engine.positions.plausible import check_position
from simulation.invariants import broken, progress, went_back
from simulation.random_options import INFOS, away_from_default, clashes, random_options
from simulation.random_play import at_random, seed_of, steps
from tests.marks import first_of, sample
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

GAMES = 200
PARTS = 10
FORKED = sample(whole=12, usual=6)
"""The games are cut into tests of equal size, for two processes to share."""


@rule("VAR-00", "OPT-10")
@pytest.mark.parametrize("part", first_of(range(sample(whole=PARTS, usual=4))))
@pytest.mark.long
def test_all_invariants_hold_whatever_is_combined(part: int) -> None:
    for number in range(part, GAMES, PARTS):
        name = f"any options/{number}"
        options = random_options(name)
        before: list[tuple[int, ...]] = []
        for state, event in steps(options.players, name, options=options):
            after = progress(state)
            wrong = broken(state) + went_back(before, after)
            assert not wrong, (name, event.version, event.kind, away_from_default(options), wrong)
            before = after
        assert len(state.scores) == options.players


@rule("VAR-00", "UNDO-08")
@pytest.mark.long
def test_a_position_of_any_of_them_can_be_gone_on_from() -> None:
    for number in range(FORKED):
        name = f"any forks/{number}"
        options = random_options(name)
        for state, event in steps(options.players, name, options=options):
            if state.over or event.version % 40 != number:
                continue
            check_position(engine.rebased(state))
            forked, _ = engine.fork(state, seed_of(name))
            choose = at_random(f"{name}/{event.version}")
            while not forked.over:
                if engine.advance(forked) is None:
                    seat = forked.open_decisions()[0].seat
                    engine.play(forked, seat, choose(forked, seat))
                assert not broken(forked), (name, event.version, away_from_default(options))


def test_the_combinations_have_every_value_of_every_option() -> None:
    met = Counter[tuple[str, str]]()
    for number in range(GAMES):
        options = random_options(f"any options/{number}")
        met.update((info.name, str(getattr(options, info.name))) for info in INFOS)
        met[("map", "chosen" if options.map else "drawn")] += 1
        met[("covered", "chosen" if options.covered else "drawn")] += 1
        met[("experience", "said" if options.experience else "not said")] += 1
    wanted = {(i.name, str(value)) for i in INFOS if i.kind != "list" for value in i.values}
    wanted |= {(name, how) for name in ("map", "covered") for how in ("chosen", "drawn")}
    wanted |= {("experience", "said"), ("experience", "not said")}
    assert wanted - met.keys() == set()


@rule("VAR-00")
def test_every_pair_of_values_is_allowed_or_refused_with_both_names() -> None:
    by_name = {info.name: info for info in INFOS}
    for one in INFOS:
        for other in INFOS:
            if one.kind == "list" or other.kind == "list" or one.name >= other.name:
                continue
            for value in one.values:
                for theirs in other.values:
                    chosen = {one.name: value, other.name: theirs}
                    expected = any(
                        clashes(by_name[name], chosen[name], dict(chosen)) for name in chosen
                    )
                    assert _refused(chosen) == expected, chosen


def _refused(chosen: dict[str, bool | int | str]) -> bool:
    refusal = None
    try:
        engine.decode_options(chosen, engine.packs.builtin().content)
    except engine.InvalidOptions as error:
        refusal = error
    if refusal is None:
        return False
    assert refusal.code == "excluded", (chosen, refusal)
    assert refusal.rule.startswith("VAR-")
    assert refusal.option in str(refusal)
    assert refusal.other in str(refusal)
    return True
