"""Lines of expansions for which players are compared in the end, as for an award."""

from collections.abc import Collection, Iterator, Sequence
from math import sqrt
from typing import Final

from msgspec.structs import replace

from games.bots.steward import weights
from games.bots.steward.glory import glory_to_come
from games.bots.steward.income import BREAD, CHEESE, WHISKY, supply
from games.bots.steward.outlook import END_VALUES, Outlook
from games.bots.steward.ranking import Race
from games.engine import Seat, State
from games.engine.rules.final import added_lines
from games.engine.rules.income import income
from games.engine.rules.score_line import Compared, ScoreLine
from games.engine.rules.supply import ROUNDS
from games.engine.state import Player
from games.engine.terms import GRAIN, MILK, ContractId, Unit

PROCESSING: Final[tuple[tuple[Unit, int, int], ...]] = (
    ("cheese_dairy", MILK, CHEESE),
    ("distillery", GRAIN, WHISKY),
    ("bakery", GRAIN, BREAD),
)
"""Buildings with what they take and make."""


def with_races(out: Outlook, state: State) -> Outlook:
    """What a seat expects, with the comparisons of expansions that are open to it."""
    running = [race(out, state, *one) for one in compared_lines(state)]
    if not running:
        return out
    player = state.players[out.seat]
    grown = {
        number: changed(state, out.seat, replace(player, fulfilled=[*player.fulfilled, number]))
        for number in at_hand(out, state)
    }
    running = [in_leaps(one, out.seat, state, grown.values()) for one in running]
    gains = {
        number: sum(
            one.worth(one.count(after, out.seat)) - one.worth(one.count(state, out.seat))
            for one in running
        )
        for number, after in grown.items()
    }
    return replace(out, races=running, in_races=gains)


def in_leaps(one: Race, seat: Seat, state: State, grown: Collection[State]) -> Race:
    """A race that is as open as contracts make it, of which each may add much at once."""
    here = one.count(state, seat)
    leap = max((one.count(after, seat) - here for after in grown), default=0)
    return replace(one, spread=max(one.spread, weights.RACE_LEAP * leap))


def compared_lines(state: State) -> Iterator[tuple[ScoreLine, Compared]]:
    """Those that say something yet; none where a seat plays alone.

    What lasts does in every round; what may be gone again, as goods in stock, in the last one only.
    """
    if len(state.players) == 1:
        return
    for line in added_lines():
        if line.compared is None or not line.in_game(state):
            continue
        if state.round == ROUNDS or line.lasting(state):
            yield line, line.compared


def race(out: Outlook, state: State, line: ScoreLine, compared: Compared) -> Race:
    """A line with what the others will have; the more rounds are to come, the more is open."""
    expected = state
    for seat in range(len(state.players)):
        if seat != out.seat:
            expected = rival_in_the_end(replace(out, seat=Seat(seat)), expected)
    counts = compared(expected)
    others = [count for seat, count in enumerate(counts) if seat != out.seat]
    best = max(*counts, line.lasting(state) / 2)
    spread = sqrt(best + 1) * openness(out, state, lasts=line.lasting(state) > 0)
    prize = 2 * sum(line.points(state)) / (len(others) * len(counts))
    return Race(line, compared, others, prize, spread)


def openness(out: Outlook, state: State, *, lasts: bool) -> float:
    """How far a race is open, for each root of what the best one has."""
    if state.round == ROUNDS and state.phase != "action":
        return weights.RACE_OVER
    if not lasts:
        return weights.RACE_PASSING
    return weights.RACE_NOW + weights.RACE_LATER * max(0, out.rounds - 1)


def races_worth(out: Outlook, state: State, coming: float) -> float:
    """What the races are likely to bring a position; ``coming`` is the Glory that is to come.

    In the last production goods may be processed or kept as they are, at what this costs.
    """
    if not out.races:
        return 0.0
    player = state.players[out.seat]
    player = replace(player, glory=player.glory + round(coming))
    if state.round < ROUNDS or state.phase != "action":
        return best_of_races(out, state, [(player, 0.0)])
    raw = with_income(state, player)
    made = processed(raw)
    gain = [after - before for after, before in zip(made.goods, raw.goods, strict=True)]
    cost = sum(n * points for n, points in zip(gain, END_VALUES, strict=True))
    return best_of_races(out, state, [(made, 0.0), (raw, cost)])


def best_of_races(out: Outlook, state: State, ends: Sequence[tuple[Player, float]]) -> float:
    """The best of some ends, each with what it costs."""
    return max(
        sum(one.worth(one.count(changed(state, out.seat, end), out.seat)) for one in out.races)
        - cost
        for end, cost in ends
    )


def rival_in_the_end(out: Outlook, state: State) -> State:
    """The position with what a seat still gets: it processes all, and fulfils its contracts."""
    player = state.players[out.seat]
    coming = round(glory_to_come(out, state, supply(state, player)))
    fulfilled = [*player.fulfilled, *player.contracts()]
    player = replace(player, glory=player.glory + coming, fulfilled=fulfilled)
    if state.round == ROUNDS and state.phase == "action":
        player = processed(with_income(state, player))
    elif state.round == ROUNDS and any(d.seat == out.seat for d in state.decisions):
        player = processed(player)
    return changed(state, out.seat, player)


def with_income(state: State, player: Player) -> Player:
    """A player after the income of a production, with nothing processed yet."""
    brought = income(state.content, player)
    basic = [*brought.goods.values()]
    goods = [have + more for have, more in zip(player.goods, [*basic, 0, 0, 0], strict=True)]
    return replace(player, goods=goods, money=player.money + brought.money)


def processed(player: Player) -> Player:
    """A player who has processed what there is, whisky before bread."""
    goods = [*player.goods]
    for building, raw, made in PROCESSING:
        number = min(player.count(building), goods[raw])
        goods[raw] -= number
        goods[made] += number
    return replace(player, goods=goods)


def changed(state: State, seat: Seat, player: Player) -> State:
    """The position where a seat has other things, but the same units."""
    players = [*state.players]
    players[seat] = player
    after = replace(state, players=players)
    after.__dict__.update(state.__dict__)
    return after


def at_hand(out: Outlook, state: State) -> set[ContractId]:
    """The contracts that the seat has or may soon have."""
    offered = {number for d in state.decisions for number in getattr(d, "contracts", ())}
    return {*state.slots, *state.future, *state.players[out.seat].contracts(), *offered} - {0}
