"""Clan Gordon."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Annotated, Final, Literal, Self, get_args

from msgspec import Meta
from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.clans.base import Clan
from games.engine.clans.kept_goods import Kept
from games.engine.content import Content
from games.engine.decisions import BonusUpgradeDecision, Decision, FreeSpaceDecision
from games.engine.errors import IllegalMove
from games.engine.moves.base import MoveBase, no_more, number
from games.engine.recorder import Recorder
from games.engine.rules.answers import ClanChoice, ProduceAnswer
from games.engine.state import Player, State
from games.engine.terms import GRAIN, Column, Good, Seat, Unit, gettext_noop

SILOS: Final = 3
STORED_GRAIN: Final = gettext_noop("Grain in the silos of clan Gordon counts as stock.")
SiloNumber = Annotated[int, Meta(ge=1, le=SILOS)]
AnimalGood = Literal["wool", "milk"]
"""What the third silo gives one of. (CLAN-GORDON-3)"""
SiloChange = Literal["fill1", "fill2", "fill3", "empty1", "empty2", "empty3"]
"""What happens to a silo in production."""
FILLING: Final[tuple[SiloChange, ...]] = ("fill1", "fill2", "fill3")
EMPTYING: Final[tuple[SiloChange, ...]] = ("empty1", "empty2", "empty3")
SiloChanges = Annotated[tuple[SiloChange, ...], Meta(max_length=len(get_args(SiloChange)))]


class UseSilo(MoveBase, frozen=True, tag="use_silo"):
    """Discard the grain of a silo for what the silo gives. (CLAN-GORDON-3, CLAN-GORDON-6)"""

    WORD = "silo"
    EXAMPLE = "silo 3 wool"
    OUT_OF_PLACE = "CLAN-GORDON-6"

    silo: SiloNumber
    good: AnimalGood | None = None

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        yield from (cls(silo) for silo in range(1, SILOS))
        yield from (cls(SILOS, good) for good in get_args(AnimalGood))

    def check(self, state: State, decision: Decision) -> None:
        if (self.good is not None) != (self.silo == SILOS):
            raise IllegalMove("CLAN-GORDON-3", "wrong_silo_good", silo=SILOS)
        check_full(state.players[decision.seat], self.silo, "CLAN-GORDON-3")

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat = decision.seat
        set_silos(game, seat, {self.silo: 0})
        game.finish(decision)
        if self.good is not None:
            game.goods(seat, self.good, 1)
        elif self.silo == 1:
            game.open(FreeSpaceDecision(game.version, seat))
        else:
            game.open(BonusUpgradeDecision(game.version, seat))

    def notation(self) -> str:
        return " ".join([self.WORD, str(self.silo), *([self.good] if self.good else [])])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[2:])
        return cls.build(silo=number(words[0]), good=words[1] if words[1:] else None)


class EmptySilo(MoveBase, frozen=True, tag="empty_silo"):
    """Take the grain of a silo back to the stock. (CLAN-GORDON-4, FREE-03)"""

    WORD = "empty"
    EXAMPLE = "empty 2"
    OUT_OF_PLACE = "FREE-03"

    silo: SiloNumber

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return map(cls, range(1, SILOS + 1))

    def check(self, state: State, decision: Decision) -> None:
        check_full(state.players[decision.seat], self.silo)

    def perform(self, game: Recorder, decision: Decision) -> None:
        set_silos(game, decision.seat, {self.silo: 0})
        game.goods(decision.seat, "grain", 1)

    def notation(self) -> str:
        return f"{self.WORD} {self.silo}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(silo=number(words[0]))


class Storage(ClanChoice, frozen=True):
    """The silos that are filled at the end of production, and emptied at its beginning.

    (CLAN-GORDON-2, CLAN-GORDON-6)
    """

    silos: SiloChanges = ()

    def filled(self) -> list[int]:
        """The numbers of those that are filled."""
        return [int(change[-1]) for change in sorted(set(self.silos)) if change.startswith("fill")]

    def emptied(self) -> list[int]:
        """The numbers of those that are emptied."""
        return [int(change[-1]) for change in sorted(set(self.silos)) if change.startswith("empty")]


class Gordon(Clan):
    """Fields that bring more, and silos for grain. (CLAN-GORDON-1..7)

    The clan's own state is the amount of grain, 0 or 1, in each silo; it is empty as long as no
    silo has been filled.
    """

    name = "gordon"
    rule = "CLAN-GORDON-1"
    choice = Storage
    moves = (UseSilo, EmptySilo)
    text = (
        gettext_noop("Your fields cost £15 and produce 3 grain."),
        gettext_noop(
            "You have three silos: at the end of production you may put one grain that was just "
            "produced into each that is empty."
        ),
        gettext_noop(
            "As an action you may discard the grain of a silo: for a space with free land (1), for "
            "an upgrade (2), or for 1 wool or 1 milk (3)."
        ),
        gettext_noop(
            "Grain in silos counts as stock. You may take it out at any time in your turn, and in "
            "production to process it."
        ),
    )
    details = (
        gettext_noop("Grain that was bought or lay in stock before cannot be put into a silo."),
    )
    about_tiles = {
        "basic goods": STORED_GRAIN,
        "kinds of goods": STORED_GRAIN,
        "chains": gettext_noop("A field of clan Gordon counts in up to three."),
    }
    """(SCORE-1, SCORE-12, SCORE-13, AWARD-6)"""
    refusals = {
        "silo_empty": gettext_noop("There is no grain in silo %(silo)s."),
        "silos_empty": gettext_noop(
            "There is no grain in your silos. It gets there at the end of production."
        ),
        "silo_full": gettext_noop("There is grain in silo %(silo)s already."),
        "wrong_silo_good": gettext_noop(
            "Name wool or milk for silo %(silo)s, and nothing for any other."
        ),
        "too_little_for_silos": gettext_noop(
            "Only grain that this production has brought and that is left can go into silos: at "
            "most %(most)s."
        ),
    }
    FIELD_COST = 15
    FIELD_YIELD = 3

    def unit_cost(self, player: Player, column: Column, printed: int) -> int:
        return self.FIELD_COST if column == "field" else printed

    def unit_yield(self, unit: Unit, printed: int) -> int:
        return self.FIELD_YIELD if unit == "field" else printed

    def pairs_of_field(self, printed: int) -> int:
        return self.FIELD_YIELD

    def own_actions(self, decision: Decision) -> tuple[str, ...]:
        return (UseSilo.type_name(),) if decision.MAIN else ()

    def free_moves(self, decision: Decision) -> tuple[str, ...]:
        return (EmptySilo.type_name(),) if decision.PHASE == "action" else ()

    def at_best(self, content: Content, player: Player) -> Player:
        if not any(player.clan_state):
            return player
        return replace(player, goods=list(self.stock(player)), clan_state=[])

    def stock(self, player: Player) -> Sequence[int]:
        goods = list(player.goods)
        goods[GRAIN] += sum(player.clan_state)
        return goods

    # --- production ------------------------------------------------------------------------------

    def chooses_in_production(self, state: State, seat: Seat) -> bool:
        player = state.players[seat]
        processes = player.count("bakery") or player.count("distillery")
        return bool((any(silos(player)) and processes) or fillable(player, player.goods[GRAIN]))

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        super().check_production(state, seat, answer)
        player, choice = state.players[seat], Storage.of(answer.clan)
        for silo in choice.emptied():
            check_full(player, silo)
        for silo in choice.filled():
            if silos(player)[silo - 1]:
                raise IllegalMove("CLAN-GORDON-2", "silo_full", silo=silo)
        left = player.goods[GRAIN] + len(choice.emptied()) - answer.bread - answer.whisky
        most = fillable(player, left)
        if len(choice.filled()) > most:
            raise IllegalMove("CLAN-GORDON-5", "too_little_for_silos", most=most)

    def production_choices(
        self, state: State, seat: Seat, *, cheese: int, whisky: int
    ) -> Iterator[Storage]:
        now = enumerate(silos(state.players[seat]))
        ways = [(None, EMPTYING[silo] if full else FILLING[silo]) for silo, full in now]
        for chosen in product(*ways):
            yield Storage(tuple(sorted(change for change in chosen if change)))

    def brings(self, choice: ClanChoice) -> dict[Good, int]:
        return {"grain": len(Storage.of(choice).emptied())}

    def before_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        if emptied := Storage.of(answer.clan).emptied():
            set_silos(game, seat, dict.fromkeys(emptied, 0))
            game.goods(seat, "grain", len(emptied))

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        if filled := Storage.of(answer.clan).filled():
            game.goods(seat, "grain", -len(filled))
            set_silos(game, seat, dict.fromkeys(filled, 1))

    # --- what the silos hold ---------------------------------------------------------------------

    def own_spaces(self, content: Content) -> int:
        return SILOS

    def keeps(self, content: Content, player: Player) -> list[Kept]:
        return [Kept(("grain",), (0,) * SILOS) for full in silos(player) if full]

    def before_final(self, game: Recorder, seat: Seat) -> None:
        """All grain comes out of the silos, to be counted with the stock. (CLAN-GORDON-6)"""
        if full := sum(game.player(seat).clan_state):
            game.emit(fx.ClanStateSet(seat, [0] * SILOS))
            game.goods(seat, "grain", full)

    def shown_state(self, content: Content, player: Player) -> dict[str, list[int]]:
        return {"silos": silos(player)}


def silos(player: Player) -> list[int]:
    """The grain in each silo, 0 or 1."""
    return list(player.clan_state) or [0] * SILOS


def fillable(player: Player, left: int) -> int:
    """How many silos a player can fill who has so much grain left. (CLAN-GORDON-5)"""
    produced = Gordon.FIELD_YIELD * player.count("field")
    return min(produced, left, silos(player).count(0))


def check_full(player: Player, silo: int, rule: str = "CLAN-GORDON-4") -> None:
    """Raise IllegalMove unless there is grain in a silo. (CLAN-GORDON-3, CLAN-GORDON-4)"""
    if not any(silos(player)):
        raise IllegalMove(rule, "silos_empty")
    if not silos(player)[silo - 1]:
        raise IllegalMove(rule, "silo_empty", silo=silo)


def set_silos(game: Recorder, seat: Seat, changed: dict[int, int]) -> None:
    """Fill or empty silos, by their numbers."""
    now = enumerate(silos(game.player(seat)), start=1)
    game.emit(fx.ClanStateSet(seat, [changed.get(silo, full) for silo, full in now]))
