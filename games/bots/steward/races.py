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

POUNDS: Final = 10
"""So many are looked at on either side to see what one more is worth."""

SHEEP: Final[Unit] = "sheep"
COW: Final[Unit] = "cow"

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
    after = {number: fulfilled(out, state, number) for number in at_hand(out, state)}
    running = [in_leaps(one, out.seat, state, after.values()) for one in running]
    out = with_dear_money(replace(out, races=running), state)
    here = races_worth(out, state, 0.0)
    gains = {number: races_worth(out, one, 0.0) - here for number, one in after.items()}
    return replace(out, in_races=gains)


def with_dear_money(out: Outlook, state: State) -> Outlook:
    """Where money is compared, each pound is worth more, as long as another may still spend some.

    So what is planned for it and what is done cost the same.
    """
    if state.round < ROUNDS or all_passed(out, state):
        return out
    expected = rival_in_the_end(out, state)
    player = expected.players[out.seat]
    richer = changed(expected, out.seat, replace(player, money=player.money + POUNDS))
    running, more = [*out.races], 0.0
    for one in out.races:
        here = one.count(expected, out.seat)
        if one.count(richer, out.seat) == here + POUNDS:
            running.remove(one)
            more += (one.worth(here + POUNDS) - one.worth(here - POUNDS)) / (2 * POUNDS)
    return replace(out, races=running, pounds=[each + more for each in out.pounds])


def in_leaps(one: Race, seat: Seat, state: State, grown: Collection[State]) -> Race:
    """A race that is as open as contracts make it, of which each may add much at once."""
    here = one.count(state, seat)
    leap = max((one.count(after, seat) - here for after in grown), default=0)
    return replace(one, spread=max(one.spread, weights.RACE_LEAP * leap))


def compared_lines(state: State) -> Iterator[tuple[ScoreLine, Compared]]:
    """Those that say something yet; none where a seat plays alone.

    What lasts does from the middle of the game on: before, being ahead costs more than it brings,
    for most can still be had later. What may be gone again, as goods in stock, does in the last
    round only.
    """
    if len(state.players) == 1:
        return
    for line in added_lines():
        if line.compared is None or not line.in_game(state):
            continue
        lasts = state.round >= weights.RACES_FROM and line.lasting(state)
        if state.round == ROUNDS or lasts:
            yield line, line.compared


def race(out: Outlook, state: State, line: ScoreLine, compared: Compared) -> Race:
    """A line with what the others will have; the more rounds are to come, the more is open."""
    expected = state
    for seat in others_of(out, state):
        expected = rival_in_the_end(replace(out, seat=seat), expected)
    counts = compared(expected)
    others = [counts[seat] for seat in others_of(out, state)]
    spread = openness(
        out, state, max(*counts, line.lasting(state) / 2), lasts=line.lasting(state) > 0
    )
    prize = 2 * sum(line.points(state)) / (len(others) * len(counts))
    return Race(line, compared, others, prize, spread)


def others_of(out: Outlook, state: State) -> list[Seat]:
    """Those with whom a seat is compared."""
    return [Seat(seat) for seat in range(len(state.players)) if seat != out.seat]


def all_passed(out: Outlook, state: State) -> bool:
    """Whether no other player still acts in this round."""
    return state.phase != "action" or {*others_of(out, state)} <= {*state.passed}


def openness(out: Outlook, state: State, best: float, *, lasts: bool) -> float:
    """How far a race is open of which the best has so much in the end.

    Whoever has passed changes little any more.
    """
    if state.round == ROUNDS and all_passed(out, state):
        return weights.RACE_OVER * sqrt(best + 1)
    if not lasts:
        return weights.RACE_PASSING * (best + 1)
    return weights.RACE_EACH * out.rounds * sqrt(best + 1)


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
        if out.seat not in state.passed:
            player.money = (player.money + weights.LAST_MONEY) // 2
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


def fulfilled(out: Outlook, state: State, number: ContractId) -> State:
    """The position after a contract, without the goods and animals for it that are there."""
    player, contract = state.players[out.seat], state.content.contract(number)
    units = [*player.units]
    for unit, wanted in ((SHEEP, contract.mutton), (COW, contract.beef)):
        for piece in [one for one in player.units if one.unit == unit][:wanted]:
            units.remove(piece)
    goods = [max(0, have - n) for have, n in zip(player.goods, contract.goods, strict=True)]
    done = [*player.fulfilled, number]
    player = replace(player, fulfilled=done, goods=goods, units=units)
    after = changed(state, out.seat, player)
    if len(units) < len(state.players[out.seat].units):
        after.forget_position()
    return after


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
