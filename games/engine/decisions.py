"""The decisions for which a game can wait.

Decisions lie on a stack in the state; the top one is open, or in production one for each seat.
A decision names the moves that it admits; what follows when it is answered lies with the moves
and with ``flow``.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Generic, Literal, TypeAlias

from msgspec import Struct

from games.engine.content import Contract
from games.engine.rules.answers import ChoiceType, ProduceAnswer
from games.engine.rules.demands import Demand
from games.engine.rules.grants import FREE_LAND, MAIN_ACTIONS, PLAIN, ExpandGrant
from games.engine.terms import ContractId, Good, Hex, Seat, gettext_noop, repeats

ExportBonus = Literal["free_space", "bonus_upgrade", "beer"]
"""The direct export bonuses whose order the player chooses. (BONUS-01, STATE-37)"""

Gift: TypeAlias = ExportBonus | Literal["contracts", "unit_move", "gain", "waiver", "action"]
"""What a decision may give its seat: beside the export bonuses a choice among contracts, a move of
a unit, one of the gains of a port tile, a contract that needs no goods, a whole action."""

UpgradeChoice = Literal["technology", "shipping", "hire", "take_back"]
"""The kinds of a bonus upgrade. (UPG-01)"""


class DecisionBase(Struct, frozen=True, omit_defaults=True, gc=False):
    """One decision of one seat; ``id`` is the version of the event that opened it."""

    ADMITS: ClassVar[tuple[str, ...]] = ()
    DEFAULT: ClassVar[str] = "skip"
    """The type of move by which the game answers for a seat that has resigned, the one that changes
    least for the players who are left. (RESIGN-02)"""
    RULE: ClassVar[str] = "STATE-30"
    """The rule by which any other move is out of place."""
    PHASE: ClassVar[str | None] = "action"
    """The phase in which it comes up; None for a draft and for the winner of an auction round."""
    OPTIONAL: ClassVar[bool] = False
    LAPSES: ClassVar[bool] = False
    """Whether it is closed where nothing that it offers can be used. (BONUS-05, BONUS-10)"""
    MAIN: ClassVar[bool] = False
    """Whether it is for a main action, also one that an expansion or a clan adds. (IND-DEF-18)"""
    PROCESSES: ClassVar[bool] = False
    """Whether its answer says which goods are processed. (PROD-05)"""
    TURN: ClassVar[bool] = False
    """Whether it is a turn or the rest of one; only one at a time goes on. (STATE-21)"""
    TOGETHER: ClassVar[bool] = False
    """Whether several seats have one at a time; answers then wait until the last one is in."""
    BY_ORDER: ClassVar[bool] = False
    """Whether a standing order answers it for a player who is away."""
    SKIPPED: ClassVar[tuple[str, str]] = (gettext_noop("skips this"), gettext_noop("skip this"))
    """The log's phrase for skipping it, in the third person and in the second."""
    LOST: ClassVar[str] = ""
    """The log's clause where it lapses, behind what a player does; empty if nothing is lost."""

    id: int
    seat: Seat

    @property
    def uses(self) -> tuple[str, ...]:
        """The types of moves that use what it offers; left out is the one that forfeits it."""
        return tuple(name for name in self.ADMITS if name != self.DEFAULT)

    @property
    def turned_up(self) -> Sequence[ContractId]:
        """Contracts that were turned up for the player to choose from."""
        return ()

    @property
    def beer_to_sell(self) -> int:
        """The most grain that the player may still sell as beer by it. (CLAN-MACEWAN-01)"""
        return 0

    @property
    def fulfilling(self) -> ContractId:
        """The contract that counts as fulfilled when it is done; 0 for none. (OPT-16)"""
        return ContractId(0)

    @property
    def grant(self) -> ExpandGrant:
        """How an Expand by it differs from the main action."""
        return PLAIN

    def demand(self, contract: Contract) -> Demand:
        """What is to be delivered for a contract that is fulfilled by it."""
        return Demand.of(contract)

    @property
    def upgrades(self) -> Sequence[UpgradeChoice]:
        """The kinds of upgrade that it gives one of; all where it names none."""
        return ()

    @property
    def gives(self) -> Sequence[Gift]:
        """What its seat may still get by it, once for each time."""
        return ()

    def wrong(self) -> Iterator[str]:
        """What it offers that no decision in a game can, in words."""
        yield from ()

    @property
    def answered(self) -> bool:
        """Whether an answer waits for those of others; it may still be replaced. (UNDO-05)"""
        return False

    def then(self, version: int) -> "DecisionBase | None":
        """What is decided after the action that this one admits; it has that event's version.

        None leads back to where the action was granted. (STATE-23)
        """
        return None

    @property
    def kind(self) -> str:
        """The name of this kind of decision in the public contract."""
        return str(self.__struct_config__.tag)


class ChooseClanDecision(DecisionBase, frozen=True, tag="choose_clan"):
    """Take one of the pairs on offer. (SETUP-13)"""

    ADMITS = ("choose_clan",)
    DEFAULT = "choose_clan"
    PHASE = None
    RULE = "SETUP-13"


class OpeningBidDecision(DecisionBase, frozen=True, tag="opening_bid"):
    """The first bid of an open auction round, which has to be made. (VAR-AUCTION-03)"""

    ADMITS = ("bid",)
    DEFAULT = "bid"
    PHASE = "auction"
    RULE = "VAR-AUCTION-03"


class BidDecision(DecisionBase, frozen=True, tag="bid"):
    """Bid more in an open auction round, or quit it. (VAR-AUCTION-04)"""

    ADMITS = ("bid", "decline_bid")
    DEFAULT = "decline_bid"
    PHASE = "auction"
    RULE = "VAR-AUCTION-04"


class SealedBidDecision(DecisionBase, frozen=True, tag="sealed_bid"):
    """Bid in secret; a bid may be replaced until the last one is in. (VAR-BLIND-2)

    ``handed_in`` is set once there is one; its amount lies among the secrets of the state.
    """

    ADMITS = ("bid",)
    DEFAULT = "bid"
    PHASE = "auction"
    RULE = "VAR-BLIND-2"
    TOGETHER = True

    handed_in: bool = False

    @property
    def answered(self) -> bool:
        return self.handed_in


class PlaceWorkerDecision(DecisionBase, frozen=True, tag="place_worker"):
    """Deploy a first worker; ``left`` are the seats to place after this one. (SETUP-17..19)"""

    ADMITS = ("place_worker",)
    DEFAULT = "place_worker"
    PHASE = "workers"
    RULE = "SETUP-17"

    left: list[Seat] = []


class MainActionDecision(DecisionBase, frozen=True, tag="main_action"):
    """The one main action of a turn, with free actions before it. (STATE-21, STATE-22)"""

    ADMITS = (*MAIN_ACTIONS, "pass", "use_port")
    DEFAULT = "pass"
    RULE = "STATE-22"
    MAIN = True
    TURN = True

    def then(self, version: int) -> DecisionBase:
        return EndTurnDecision(version, self.seat)


class EndTurnDecision(DecisionBase, frozen=True, tag="end_turn"):
    """The main action is done; free actions may follow before the turn ends. (STATE-23)"""

    ADMITS = ("use_port", "end_turn")
    DEFAULT = "end_turn"
    RULE = "STATE-22"
    TURN = True


class DeploymentBonusesDecision(DecisionBase, frozen=True, tag="deployment_bonuses"):
    """Neighbourhood purchases and building bonus of one deployment, in any order. (STATE-34)

    ``places`` are spaces at which expansions let the new units sell goods, once for each unit.
    """

    ADMITS = ("neighbourhood_buy", "draw_contracts", "skip")
    RULE = "STATE-34"
    OPTIONAL = True
    SKIPPED = (
        gettext_noop("skips the bonuses of the new unit"),
        gettext_noop("skip the bonuses of the new unit"),
    )

    goods: list[Good] = []
    building: bool = False
    hexes: list[Hex] = []
    places: list[Hex] = []

    @property
    def gives(self) -> Sequence[Gift]:
        return ("contracts",) if self.building else ()

    def wrong(self) -> Iterator[str]:
        if repeats(self.goods):
            yield "a good is to be bought twice"


class BuildingBonusDecision(DecisionBase, frozen=True, tag="building_bonus"):
    """A building bonus that a port tile grants. (PORT-8)"""

    ADMITS = ("draw_contracts", "skip")
    RULE = "PORT-8"
    OPTIONAL = True
    SKIPPED = (gettext_noop("skips the building bonus"), gettext_noop("skip the building bonus"))

    @property
    def gives(self) -> Sequence[Gift]:
        return ("contracts",)


class KeepContractsDecision(DecisionBase, frozen=True, tag="keep_contracts"):
    """Which of the contracts just drawn to take. (STATE-39, BUILD-02)"""

    ADMITS = ("keep_contracts",)
    DEFAULT = "keep_contracts"
    RULE = "STATE-39"

    contracts: list[ContractId] = []

    @property
    def turned_up(self) -> Sequence[ContractId]:
        return self.contracts


class ExportBonusesDecision(DecisionBase, frozen=True, tag="export_bonuses"):
    """Which direct export bonus comes next. (STATE-37)

    ``beer`` is the most grain that a beer bonus among them takes. ``freeing`` is the contract whose
    box becomes free when all are done, where that is played. (OPT-16)
    """

    ADMITS = ("bonus", "skip")
    RULE = "STATE-37"
    OPTIONAL = True
    SKIPPED = (
        gettext_noop("skips the contract's remaining bonuses"),
        gettext_noop("skip the contract's remaining bonuses"),
    )

    bonuses: list[ExportBonus] = []
    beer: int = 0
    freeing: ContractId = ContractId(0)

    @property
    def gives(self) -> Sequence[Gift]:
        return self.bonuses

    @property
    def beer_to_sell(self) -> int:
        return self.beer

    @property
    def fulfilling(self) -> ContractId:
        return self.freeing


class FulfilNextDecision(DecisionBase, frozen=True, tag="fulfil_next"):
    """Whether to fulfil another contract in the same action. (FLOW-12)"""

    ADMITS = ("fulfil", "skip")
    RULE = "FLOW-12"
    OPTIONAL = True
    LAPSES = True
    SKIPPED = (gettext_noop("fulfils no other contract"), gettext_noop("fulfil no other contract"))


class BrewDecision(DecisionBase, frozen=True, tag="brew"):
    """How much grain, at most ``most``, to sell as beer. (CLAN-MACEWAN-01)"""

    ADMITS = ("brew", "skip")
    RULE = "CLAN-MACEWAN-01"
    OPTIONAL = True
    LAPSES = True
    SKIPPED = (gettext_noop("brews no beer"), gettext_noop("brew no beer"))
    LOST = gettext_noop("there is no grain to brew beer from")

    most: int = 0

    @property
    def beer_to_sell(self) -> int:
        return self.most


class FreeSpaceDecision(DecisionBase, frozen=True, tag="free_space"):
    """Expand once without paying the land. (BONUS-04)"""

    ADMITS = ("expand", "skip")
    RULE = "BONUS-04"
    OPTIONAL = True
    LAPSES = True
    SKIPPED = (gettext_noop("skips the free land"), gettext_noop("skip the free land"))
    LOST = gettext_noop("the free land cannot be used and is lost")

    @property
    def grant(self) -> ExpandGrant:
        return FREE_LAND

    @property
    def gives(self) -> Sequence[Gift]:
        return ("free_space",)


class BonusUpgradeDecision(DecisionBase, frozen=True, tag="bonus_upgrade"):
    """Take one upgrade, of some ``kinds`` only where they are named. (UPG-01, IND-DEF-16)"""

    ADMITS = ("bonus_upgrade", "skip")
    RULE = "UPG-01"
    OPTIONAL = True
    LAPSES = True
    SKIPPED = (gettext_noop("skips the upgrade"), gettext_noop("skip the upgrade"))
    LOST = gettext_noop("the upgrade cannot be used and is lost")

    kinds: list[UpgradeChoice] = []

    @property
    def gives(self) -> Sequence[Gift]:
        return ("bonus_upgrade",)

    @property
    def upgrades(self) -> Sequence[UpgradeChoice]:
        return self.kinds


class ProduceDecision(DecisionBase, Generic[ChoiceType], frozen=True, tag="produce"):
    """What to process this round; an answer stands until the last seat has given one. (UNDO-05)"""

    ADMITS = ("produce",)
    DEFAULT = "produce"
    PHASE = "production"
    PROCESSES = True
    RULE = "PROD-10"
    TOGETHER = True
    BY_ORDER = True

    answer: ProduceAnswer[ChoiceType] | None = None

    @property
    def answered(self) -> bool:
        return self.answer is not None


Decision: TypeAlias = DecisionBase


DECISIONS: Final[tuple[type[DecisionBase], ...]] = (
    ChooseClanDecision,
    OpeningBidDecision,
    BidDecision,
    SealedBidDecision,
    PlaceWorkerDecision,
    MainActionDecision,
    EndTurnDecision,
    DeploymentBonusesDecision,
    BuildingBonusDecision,
    KeepContractsDecision,
    ExportBonusesDecision,
    FulfilNextDecision,
    BrewDecision,
    FreeSpaceDecision,
    BonusUpgradeDecision,
    ProduceDecision,
)
"""The decisions of the game without expansions."""
