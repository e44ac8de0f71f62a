"""The course of one game in numbers: the players' holdings at each version, and their moves.

Folded from the public effects on the line of the newest version; what was taken back since is not
in it. Series are lists of the same length, one value for each version in ``versions``: after a
version that is not among them all numbers are as they were after the one before.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from games import engine, packs, store
from games.engine import effects as fx
from games.engine.effects import Effect
from games.engine.expansions import statistics
from games.engine.terms import GOOD_INDEX, GOODS, Good
from games.models import Game
from replays import stepping
from replays.stepping import PublicEvent

Series = list[int]

STEADY: Final = (
    *(fx.DecisionOpened, fx.DecisionChanged, fx.DecisionClosed, fx.Answered, fx.AnswersClosed),
    *(fx.PhaseBegan, fx.RoundBegan, fx.TurnBegan, fx.TurnOrderSet, fx.BarrierSet, fx.Passed),
    *(fx.NeighbourhoodBought, fx.Rowed, fx.CostSettled, fx.PortUsed),
    *(fx.ContractDrawn, fx.ContractsPutUnder, fx.SlotSet, fx.ContractBoxed),
    *(fx.AuctionBegan, fx.BiddingBegan, fx.BidMade, fx.BidderQuit, fx.BidHandedIn),
    *(fx.BidsRevealed,),
    *(fx.MerchantsMoved, fx.MerchantsHired, fx.TechnologyFlipped, fx.BoxAdded),
)
"""Effects that change no number of the series. A kind that is not known here may change some."""
PRODUCING: Final = ("production", "processing")
"""The steps in which goods are produced."""


class PlayerCourse(Struct, frozen=True):
    """What one player had, version by version.

    ``settlements`` is the size of the largest connected group. ``score`` has a series for each
    line of the score sheet, the total and the rank: what final scoring would give at that version.
    ``expansions`` has the numbers that those in play add; not there without any.
    """

    seat: int
    clan: str | None
    money: Series
    glory: Series
    goods: dict[Good, Series]
    settlements: Series
    score: dict[str, Series]
    expansions: dict[str, Series] | UnsetType = UNSET


class RoundStart(Struct, frozen=True):
    """The version with which a round begins."""

    round: int
    version: int


class Production(Struct, frozen=True):
    """What a player got in the production of a round, and which goods went into others."""

    round: int
    seat: int
    money: int
    gained: dict[Good, int]
    used: dict[Good, int]


class Course(Struct, frozen=True):
    """The whole course; ``actions`` counts the moves of each seat by type, ``prices`` are in £."""

    versions: list[int]
    rounds: list[RoundStart]
    players: list[PlayerCourse]
    prices: dict[Good, Series]
    actions: list[dict[str, int]]
    production: list[Production]


def course(game: Game) -> Course:
    """The course of a game up to its newest version. Raises NoSuchVersion for a table."""
    stepping.check_version(game, game.version)
    packs.pack(game.content_id)
    return course_of(line_of(game))


def line_of(game: Game) -> Iterator[PublicEvent]:
    """The events on the line of the newest version, oldest first, without the undos."""
    undone = stepping.undone_in(game, 1, game.version)
    for row in store.public_rows(game.pk, upto=game.version):
        if row.version not in undone and not engine.is_undo(row):
            yield stepping.event_of(row)


def course_of(line: Iterator[PublicEvent]) -> Course:
    """The course of a line of events."""
    replayer, recorder = engine.StreamReplayer(), CourseRecorder()
    for event in line:
        recorder.add(event, replayer.take_public(event))
    return recorder.result(replayer.state)


class CourseRecorder:
    """Collects a course event by event."""

    def __init__(self) -> None:
        self.versions: list[int] = []
        self.rounds: list[RoundStart] = []
        self.prices: list[list[int]] = []
        self.players: list[list[engine.ScoreSheet]] = []
        self.stocks: list[list[tuple[int, int, Sequence[int]]]] = []
        self.added: defaultdict[str, list[Sequence[int]]] = defaultdict(list)
        self.actions: list[Counter[str]] = []
        self.tallies: defaultdict[tuple[int, int], Tally] = defaultdict(Tally)

    def add(self, event: PublicEvent, state: engine.State) -> None:
        """Add an event; ``state`` is the one after it."""
        if not self.actions:
            self.actions = [Counter() for _ in state.players]
        if event.seat is not None and event.kind in engine.move_types():
            self.actions[event.seat][event.kind] += 1
        if event.kind in PRODUCING:
            self._produced(event.effects, state.round)
        if not self.rounds or self.rounds[-1].round != state.round:
            self.rounds.append(RoundStart(state.round, event.version))
        if not all(isinstance(effect, STEADY) for effect in event.effects):
            self._numbers(event.version, state)

    def _numbers(self, version: int, state: engine.State) -> None:
        self.versions.append(version)
        self.prices.append([state.price(good) for good in range(len(GOODS))])
        self.stocks.append([(p.money, p.glory, tuple(p.goods)) for p in state.players])
        self.players.append(engine.score_now(state))
        for statistic in statistics(state.options):
            self.added[statistic.name].append(statistic.count(state))

    def _produced(self, effects: Sequence[Effect], round_: int) -> None:
        for effect in effects:
            match effect:
                case fx.MoneyChanged(seat=seat, amount=amount):
                    self.tallies[round_, seat].money += amount
                case fx.GoodsChanged(seat=seat, good=good, amount=amount):
                    tally = self.tallies[round_, seat]
                    (tally.gained if amount > 0 else tally.used)[good] += abs(amount)

    def result(self, state: engine.State) -> Course:
        """All of it, turned into series."""
        return Course(
            versions=self.versions,
            rounds=self.rounds,
            players=[self._player(seat, p.clan or None) for seat, p in enumerate(state.players)],
            prices={good: [row[i] for row in self.prices] for i, good in enumerate(GOODS)},
            actions=[dict(sorted(counted.items())) for counted in self.actions],
            production=[
                tally.result(round_, seat) for (round_, seat), tally in sorted(self.tallies.items())
            ],
        )

    def _player(self, seat: int, clan: str | None) -> PlayerCourse:
        stocks = [row[seat] for row in self.stocks]
        sheets = [row[seat] for row in self.players]
        return PlayerCourse(
            seat=seat,
            clan=clan,
            money=[money for money, _, _ in stocks],
            glory=[glory for _, glory, _ in stocks],
            goods={good: [goods[i] for _, _, goods in stocks] for i, good in enumerate(GOODS)},
            settlements=[sheet.settlements_connected for sheet in sheets],
            score={
                **{
                    line.name: [sheet.points(line.name) for sheet in sheets]
                    for line in engine.score_lines()
                },
                "total": [sheet.total for sheet in sheets],
                "rank": [sheet.rank for sheet in sheets],
            },
            expansions={
                name: [counts[seat] for counts in series] for name, series in self.added.items()
            }
            or UNSET,
        )


class Tally:
    """What production has brought one seat in one round so far."""

    def __init__(self) -> None:
        self.money = 0
        self.gained = Counter[Good]()
        self.used = Counter[Good]()

    def result(self, round_: int, seat: int) -> Production:
        """The tally as it is given out."""
        return Production(round_, seat, self.money, _in_order(self.gained), _in_order(self.used))


def _in_order(counted: Counter[Good]) -> dict[Good, int]:
    """Counted goods in the order of the market."""
    return dict(sorted(counted.items(), key=lambda item: GOOD_INDEX[item[0]]))
