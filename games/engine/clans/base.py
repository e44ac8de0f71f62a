"""The plain clan: every question that a rule may ask a clan, with its ordinary answer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from games.engine.clans.kept_goods import Kept, StandIn
from games.engine.content import Content
from games.engine.content.schema import Contract
from games.engine.decisions import Decision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, Board
from games.engine.moves.base import MoveBase
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.rules.answers import ClanChoice, ProduceAnswer
from games.engine.rules.port_source import PortSource
from games.engine.state import Piece, Player, State
from games.engine.terms import (
    COLUMNS,
    TECHNOLOGY_COLUMNS,
    TERRAIN_OF,
    UNITS_PER_COLUMN,
    Column,
    Experience,
    Good,
    Ground,
    Hex,
    Seat,
    TechnologyColumn,
    TileTopic,
    Unit,
    gettext_noop,
)

ACROSS_RIVERS: Final = gettext_noop("You start with shipping across rivers.")
"""What several clans begin with."""


class Clan:
    """A clan without abilities.

    Its own file overrides what its tile changes; what state it has is in one field of the player.
    """

    name: ClassVar[str] = "plain"
    rule: ClassVar[str] = ""
    """The id of its first rule, where that is not ``CLAN-NAME-01``."""
    text: ClassVar[tuple[str, ...]] = ()
    """What the tile says, a sentence for each ability."""
    details: ClassVar[tuple[str, ...]] = ()
    """Sentences about what the tile leaves open."""
    kickstarter: ClassVar[bool] = False
    """Whether the clan came with the Kickstarter tiles. (OPT-01)"""
    experience: ClassVar[Experience] = "ordinary"
    """How much experience the clan asks of its player. (VAR-NEWBIE-01)"""
    columns: ClassVar[tuple[Column, ...]] = COLUMNS
    """The columns of the player board. (DEF-30)"""
    technologies: ClassVar[tuple[TechnologyColumn, ...]] = TECHNOLOGY_COLUMNS
    """The technology tiles that can be flipped. (TECH-04)"""
    ships: ClassVar[bool] = True
    """Whether its shipping level can change. (SHIP-01)"""
    skip_fee: ClassVar[int] = 0
    """Pounds for each space that it skips to get to another; 0 for a clan that skips none."""
    needs_ports: ClassVar[bool] = False
    """Whether it is left out of games without port tiles. (IND-SETUP-09)"""
    own_ports: ClassVar[PortSource | None] = None
    """Port tiles that the clan has for itself, if any. (PORT-G01)"""
    port_out_of_reach: ClassVar[str] = "port_out_of_reach"
    """The code of what is said of a port tile that the clan does not reach. (PORT-G01)"""
    goods_per_merchant: ClassVar[int] = 1
    """How many goods of a kind one merchant trades. (TRADE-02)"""
    merchant_rule: ClassVar[str] = "TRADE-01"
    """Where that is laid down."""
    too_many_goods: ClassVar[tuple[str, str]] = ("TRADE-02", "not_enough_merchants")
    """The rule and the code of what is said of more goods than the merchants can trade."""
    limit_rule: ClassVar[str] = "NBR-09"
    """Where ``purchase_limit`` is laid down."""
    merchants_boxed: ClassVar[int] = 0
    """How many of the merchants that all start with the clan plays without. (SETUP-16)"""
    most_beer: ClassVar[int] = 0
    """The most grain that may be sold for any one contract. (CLAN-MACEWAN-01)"""
    beer_price: ClassVar[int] = 0
    """What each of it brings, in pounds."""
    doubles: ClassVar[bool] = False
    """Whether by the clan two units of its player may share a space. (IND-DUAL-01)"""
    about_tiles: ClassVar[Mapping[TileTopic, str]] = {}
    """By what tiles are about, the sentence on what is different there for this clan."""
    choice: ClassVar[type[ClanChoice]] = ClanChoice
    """What the player chooses in production: a struct of the clan's own, if anything. (PROD-11)"""
    moves: ClassVar[tuple[type[MoveBase], ...]] = ()
    """The moves that no other clan has. (FREE-01)"""
    refusals: ClassVar[Mapping[str, str]] = {}
    """By code, what is said where a rule of this clan alone refuses a move."""

    def own_moves(self) -> tuple[str, ...]:
        """The types of ``moves``."""
        return tuple(move.type_name() for move in self.moves)

    def first_rule(self) -> str:
        """The id of the rule with which its text begins."""
        return self.rule or f"CLAN-{self.name.upper()}-01"

    def missing_values(self, content: Content) -> str | None:
        """The values that a content pack with this clan needs and lacks, if any."""
        return None

    # --- set-up ----------------------------------------------------------------------------------

    def start_shipping(self, *, small: bool) -> int:
        """The shipping level at the start; ``small`` with 1 or 2 players. (SETUP-16)"""
        return 0

    def start_merchants(self) -> int:
        """How many merchants are hired at the start beside the usual two. (SETUP-16)"""
        return 0

    def set_up(self, game: Recorder, seat: Seat) -> None:
        """What else the clan does at the start. (SETUP-16)"""

    def boxes(self) -> int:
        """How many export boxes the clan has. (DEF-44)"""
        return 1

    def first_workers(self) -> int:
        """How many first workers the clan places. (SETUP-17..19)"""
        return 2

    def check_first_worker(self, board: Board, hex_: Hex) -> None:
        """Raise IllegalMove where the clan's first workers may not stand. (SETUP-17)"""

    def first_spaces(self, board: Board) -> int:
        """The spaces that ``check_first_worker`` allows."""
        return board.active

    # --- what may be done beside the rules for all -----------------------------------------------

    def own_actions(self, decision: Decision) -> tuple[str, ...]:
        """The types of moves by which the clan alone uses what a decision offers. (IND-DEF-18)"""
        return ()

    def free_moves(self, decision: Decision) -> tuple[str, ...]:
        """The types of moves that a decision admits for this clan beside its actions. (FREE-01)"""
        return ()

    def at_best(self, content: Content, player: Player) -> Player:
        """The player after everything that the clan may do at any time. (FREE-03)

        It is the same object where there is nothing to do.
        """
        return player

    # --- deploying -------------------------------------------------------------------------------

    def column_size(self, column: Column) -> int:
        """How many units a column holds. (DEF-30)"""
        return UNITS_PER_COLUMN

    def ground(self, column: Column) -> tuple[Ground, ...]:
        """Where units of a column may stand: any one of these is enough. (DEF-32)"""
        return (TERRAIN_OF[column],)

    def check_deployment(self, board: Board, player: Player, hex_: Hex) -> None:
        """Raise IllegalMove where a unit that fits may still not stand. (CLAN-MACDONALD-04)"""

    def forbidden(self, board: Board, player: Player) -> int:
        """The spaces that ``check_deployment`` refuses, whatever the unit."""
        return 0

    def unit_cost(self, player: Player, column: Column, printed: int) -> int:
        """What the next unit of a column costs without the land, in pounds. (EXPAND-06)"""
        return printed

    def discounts(self, board: Board) -> Sequence[tuple[int, int]]:
        """Spaces with the discount of a paid deployment on one of them, in pounds. (EXPAND-06)"""
        return ()

    def deployment_discount(self, board: Board, hex_: Hex) -> int:
        """The discount of a paid deployment on a space, in pounds."""
        return next((less for spaces, less in self.discounts(board) if spaces & BIT[hex_]), 0)

    def extra_reach(self, state: State, seat: Seat) -> int:
        """The spaces to which a player expands beside those that are in reach. (IND-DEF-12)"""
        return 0

    def out_of_reach(self, state: State, seat: Seat) -> tuple[str, str]:
        """The rule and the code of what is said of a space to which a player cannot expand."""
        return "DEF-28", "out_of_reach"

    def reaching_fees(self, state: State, seat: Seat) -> Sequence[tuple[int, int]]:
        """Spaces of ``extra_reach`` with what it costs to expand there, beside all else, in pounds.

        Of two that have a space in common the first one holds.
        """
        return ()

    def reaching_fee(self, state: State, seat: Seat, hex_: Hex) -> int:
        """What it costs to expand to a space of ``extra_reach``, beside all else, in pounds."""
        fees = self.reaching_fees(state, seat)
        return next((fee for spaces, fee in fees if spaces & BIT[hex_]), 0)

    def upgrades_by_reaching(self, state: State, seat: Seat, hex_: Hex) -> bool:
        """Whether expanding to a space of ``extra_reach`` brings a bonus upgrade. (IND-ORDER-03)"""
        return False

    def port_fee(self, state: State, seat: Seat, hex_: Hex) -> int | None:
        """What it costs to get to a port place out of reach; None where none can. (IND-PORT-G2)"""
        return None

    def deals_from(self, state: State, seat: Seat, hex_: Hex) -> int:
        """The spaces with which a unit deployed on one deals beside its neighbours. (NBR-01)"""
        return 0

    def joins(self, state: State, seat: Seat) -> Sequence[int]:
        """Sets of spaces of which each links the settlements with a unit in it. (FINAL-14)"""
        return ()

    def deployment_income(
        self, state: State, seat: Seat, hex_: Hex, column: Column, *, itself: bool
    ) -> int:
        """What the clan of a seat receives for a unit that anybody deploys on a space, in pounds.

        ``itself`` says that the unit is one of the seat's own and stands there by now. (IND-DEP-07)
        """
        return 0

    # --- contracts -------------------------------------------------------------------------------

    def contracts_at_once(self, options: Options) -> int:
        """How many contracts one action may take, boxes permitting. (CONTRACT-01)"""
        return 1

    def contracts_drawn(self, options: Options) -> int:
        """How many contracts a building bonus turns up. (BUILD-02)"""
        return 3

    def contracts_kept(self, options: Options) -> int:
        """How many of the contracts turned up may be taken, boxes permitting. (BUILD-02)"""
        return 1

    def settles_cost_once(self, options: Options) -> bool:
        """Whether the cost of contracts is settled once a turn. (CONTRACT-02)"""
        return False

    def fulfils_again(self, options: Options) -> bool:
        """Whether one action may fulfil a second contract. (FULFIL-01)"""
        return False

    def beer(self, contract: Contract) -> int:
        """The most grain that may be sold when a contract is fulfilled. (CLAN-MACEWAN-01)"""
        return 0

    def imports(self, game: Recorder, seat: Seat, contract: Contract) -> None:
        """What the clan does when a contract brings its import goods. (FULFIL-11)

        Where boxes are freed late, the contract is among those fulfilled only afterwards. (OPT-16)
        """

    # --- goods -----------------------------------------------------------------------------------

    def stand_in(self, player: Player) -> StandIn | None:
        """What the player can spend in place of goods, if anything."""
        return None

    def spend_stand_in(self, game: Recorder, seat: Seat, amount: int) -> None:
        """Give up so much of the ``stand_in``."""
        raise RuntimeError(f"{self.name} has nothing in place of goods")

    # --- trading ---------------------------------------------------------------------------------

    def trade_income(self) -> int:
        """What every trade of one good brings, before it is paid, in pounds. (NBR-07, TRADE-14)"""
        return 0

    def purchase_limit(self, printed: int) -> int:
        """How many of one good may be bought of neighbours in a turn. (NBR-09)"""
        return printed

    def deal_bonus(self, quantity: int) -> int:
        """What a trade of so many of one good brings once it is paid, in pounds. (TRADE-04)"""
        return 0

    # --- production ------------------------------------------------------------------------------

    def before_production(self, game: Recorder, seat: Seat) -> None:
        """What the clan does at the beginning of production. (PROD-02)"""

    def unit_yield(self, unit: Unit, printed: int) -> int:
        """How much of its good one unit gives in a production. (PROD-04)"""
        return printed

    def wages(self, content: Content) -> Mapping[Column, int]:
        """What one worker of a column earns in a round, in pounds. (PROD-03, WORKER-01)"""
        return dict[Column, int](content.worker_income.items())

    def distilling_income(self) -> int:
        """What every whisky that is made brings, in pounds. (CLAN-MACKENZIE-01)"""
        return 0

    def chooses_in_production(self, state: State, seat: Seat) -> bool:
        """Whether the clan gives the player a choice in production. (PROD-11)"""
        return False

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        """Raise IllegalMove when the clan's part of an answer is illegal. (PROD-10)"""
        if answer.clan != self.choice.of(answer.clan):
            raise IllegalMove("PROD-10", "no_such_clan_choice", clan=state.players[seat].clan)

    def production_choices(
        self, state: State, seat: Seat, *, cheese: int, whisky: int
    ) -> Iterator[ClanChoice]:
        """The possible parts of the clan in an answer that makes so much cheese and whisky."""
        yield ClanChoice()

    def brings(self, choice: ClanChoice) -> Mapping[Good, int]:
        """The goods that the clan's part of an answer adds to what can be processed. (PROD-05)"""
        return {}

    def gives_up(self, choice: ClanChoice) -> Mapping[Good, int]:
        """The basic goods that the clan's part of an answer uses up. (PROD-10)"""
        return {}

    def gifts(self, state: State, seat: Seat) -> Sequence[Column]:
        """The columns of which the clan may give a unit in the next production."""
        return ()

    def towards_gifts(self, state: State, seat: Seat, column: Column) -> int:
        """The spaces on which a unit of a column would bring something by the clan.

        Such as another unit, or what it makes.
        """
        return 0

    def stand_ins_made(self, board: Board, player: Player) -> int:
        """How many goods one production may turn into the ``stand_in``, wool permitting."""
        return 0

    def could_make_more(self, state: State, seat: Seat, choice: ClanChoice) -> bool:
        """Whether the clan's part of an answer leaves something that could be processed.

        (IND-AWARD-07)
        """
        return False

    def before_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        """What the clan does before goods are processed. (PROD-05)"""

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        """What the clan does at the end of production. (PROD-09)"""

    # --- what the clan keeps ---------------------------------------------------------------------

    def own_spaces(self, content: Content) -> int:
        """How many spaces the clan has to keep one thing each, if it has used any."""
        return 0

    def keeps(self, content: Content, player: Player) -> Sequence[Kept]:
        """The goods that the player keeps there."""
        return ()

    # --- scoring and showing ---------------------------------------------------------------------

    def stock(self, player: Player) -> Sequence[int]:
        """How much of each good counts as stock, and then of what is a good of its own.

        (SCORE-1, SCORE-12)
        """
        return player.goods

    def pairs_of_field(self, printed: int) -> int:
        """In how many pairs of a chain a field can be. (SCORE-13)"""
        return printed

    def other_buildings(self, state: State, seat: Seat) -> Sequence[Piece]:
        """Units that count as buildings beside what they are. (SCORE-3)"""
        return ()

    def other_chains(self, state: State, seat: Seat) -> Sequence[tuple[Piece, Piece]]:
        """Pairs of a chain that the clan alone has, each unit in one at most. (SCORE-13)"""
        return ()

    def processed_elsewhere(self, player: Player) -> int:
        """Processed goods that count as if they were in stock. (SCORE-2)"""
        return 0

    def before_final(self, game: Recorder, seat: Seat) -> None:
        """What the clan does before final scoring. (FINAL-02)"""

    def shown_state(self, content: Content, player: Player) -> dict[str, list[int]]:
        """What the clan keeps of its own, named, for a view."""
        return {}
