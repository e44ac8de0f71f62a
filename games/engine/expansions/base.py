"""The plain expansion: every question that the rules ask a module, with its ordinary answer."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from games.engine.clans.base import Clan
from games.engine.content import Content
from games.engine.decisions import Decision, DecisionBase
from games.engine.effects import Effect, Phrase
from games.engine.moves.base import MoveBase
from games.engine.options import Options
from games.engine.options.option_info import Switch
from games.engine.options.option_rules import Exclusion
from games.engine.recorder import Recorder
from games.engine.rules.answers import ClanChoice, ProduceAnswer
from games.engine.rules.points import RankingScheme
from games.engine.rules.score_line import ScoreLine
from games.engine.state import ExpansionState, ScoreSheet, State
from games.engine.terms import Column, ContractId, Good, Hex, Seat

Step: TypeAlias = tuple[str, Callable[[Recorder], None]]
"""The kind of a step that the game itself takes, and what it does."""
SetupStage: TypeAlias = Literal["map", "ports", "contracts"]
"""When something of the set-up has just been laid out, in the order of the rulebook. (SETUP)"""
DecidingStage: TypeAlias = Literal["clans", "round"]
"""Before clans are chosen or bid for, and before round 1, when the first workers stand. (SETUP)"""
PreparationStage: TypeAlias = Literal["merchants", "contracts"]
"""When merchants are back, and when the export board is full again. (PREP-02, PREP-04)"""
Ranking: TypeAlias = Literal["exports", "settlements"]
"""A line of the score sheet for which the players are compared. (FINAL-11, FINAL-17)"""


class Sale(Struct, frozen=True):
    """A good that a place beside a new unit buys: what it pays for one, and how many at most."""

    good: Good
    price: int
    most: int


class Statistic(Struct, frozen=True):
    """A number of each player, by seat, that the statistics of a game follow event by event.

    ``label`` is a text that pages have translated. The state has no secrets.
    """

    name: str
    label: str
    count: Callable[[State], Sequence[int]]


class Expansion:
    """A module or variant that changes nothing.

    The file of an expansion overrides what it changes and nothing else. The registry has the order
    in which the expansions in play are asked.
    """

    name: ClassVar[str]
    exclusions: ClassVar[tuple[Exclusion, ...]] = ()
    """What it does not go with, where the option ``expansions`` names it. (VAR-00)"""
    switches: ClassVar[tuple[Switch, ...]] = ()
    """Choices between texts of its own, where the option ``expansions`` names it. (OPT-10)"""
    label: ClassVar[str] = ""
    """Its name for people, where the option ``expansions`` turns it on; pages translate it."""
    summary: ClassVar[str] = ""
    """What it adds, in a line for the host; pages translate it."""
    states: ClassVar[tuple[type[ExpansionState], ...]] = ()
    """What it keeps in the state of a game, open or hidden."""
    decisions: ClassVar[tuple[type[DecisionBase], ...]] = ()
    effects: ClassVar[tuple[type[Effect], ...]] = ()
    secret_effects: ClassVar[tuple[type[Effect], ...]] = ()
    moves: ClassVar[tuple[type[MoveBase], ...]] = ()
    clans: ClassVar[tuple[Clan, ...]] = ()
    scoring_tiles: ClassVar[tuple[int, ...]] = ()
    ports: ClassVar[tuple[int, ...]] = ()
    """What it adds to each of these, in the order in which they are listed."""
    closing_steps: ClassVar[Mapping[type[DecisionBase], Step]] = {}
    """By what several seats decide together, the step when every answer is in. (STATE-01)"""
    assigns_clans: ClassVar[bool] = False
    """Whether clans go to players in another way than by the draft. (SETUP-12)"""

    score_lines: ClassVar[tuple[ScoreLine, ...]] = ()
    """Lines that it adds to the score sheet, in order; each says in which games it counts."""
    refusals: ClassVar[Mapping[str, str]] = {}
    """By code, what is said where a rule of its own refuses a move."""
    statistics: ClassVar[tuple[Statistic, ...]] = ()
    """What it adds to the statistics of a game in which it is in play."""

    def in_play(self, options: Options) -> bool:
        """Whether a game with these options is played with it: the option ``expansions`` names it.

        One that another option turns on asks that one.
        """
        return self.name in options.expansions

    def check_options(self, options: Options, content: Content) -> None:
        """Raise InvalidOptions when it does not go with other options or with the content pack."""

    def draws_alone(self, options: Options) -> bool:
        """Whether only clans of expansions are drawn. (IND-SETUP-02)"""
        return False

    # --- what joins the supply --------------------------------------------------------------------

    def start_tiles(self, content: Content) -> Collection[int]:
        """The starting tiles that are drawn only with it. (IND-SETUP-02)"""
        return ()

    def sides(self, content: Content) -> Collection[str]:
        """The map sides that are drawn only with it. (IND-SETUP-07)"""
        return ()

    # --- set-up ----------------------------------------------------------------------------------

    def hide(
        self, options: Options, content: Content, seed: bytes, position: State | None
    ) -> Iterator[Effect]:
        """Secret effects with all that it hides, in an order that follows from the seed.

        ``position`` is None in a new game. In one that goes on from a position of another game only
        its public part is known, and what was hidden there is hidden anew.
        """
        yield from ()

    def assume_hidden(self, state: State, shown: Sequence[Effect]) -> None:
        """Lay out what it hides, for a check of a game whose secrets are not known.

        ``state`` is the one after the set-up, ``shown`` are the public effects of all later events,
        in order. What they do not show has no consequence in them, so it may be anything.
        """

    def set_up(self, game: Recorder, stage: SetupStage, seed: bytes) -> None:
        """Lay out what belongs to this stage."""

    def decide_first(self, game: Recorder, stage: DecidingStage, order: Sequence[Seat]) -> bool:
        """Have players decide something before the set-up goes on; whether it opened a decision.

        ``order`` is the one in which players begin what follows. Whoever closes the last such
        decision calls ``setup.go_on``, which asks the expansions behind this one.
        """
        return False

    def assigning_order(self, options: Options, seed: bytes) -> Sequence[Seat]:
        """The order in which players begin to get clans, where ``assigns_clans``."""
        raise NotImplementedError

    def begin_assigning(self, game: Recorder, order: Sequence[Seat]) -> None:
        """Give out the clans, where ``assigns_clans``; the pairs lie on the table."""

    def clan_chosen(self, game: Recorder) -> bool:
        """Go on after a pair has been taken; whether this says who is next."""
        return False

    # --- what the game does itself ---------------------------------------------------------------

    def step(self, state: State) -> Step | None:
        """The step that the game takes now in place of the usual one of the phase. (STATE-01)

        Asked where no player has anything to decide; the first expansion with a step takes it.
        A step that is a turn ends with ``rounds.next_turn``.
        """
        return None

    def takes_turn(self, state: State, seat: Seat) -> bool:
        """Whether the game takes the turn of a seat by a ``step``, and no player decides in it."""
        return False

    # --- turns -----------------------------------------------------------------------------------

    def admits(self, state: State, decision: Decision) -> tuple[str, ...]:
        """The types of moves that a decision admits beside its own. (STATE-22, FREE-01)

        Main actions for a decision that is ``MAIN``, and free moves wherever they are free.
        """
        return ()

    def settle(self, game: Recorder, decision: Decision) -> bool:
        """Close a decision of its own that the player cannot use; whether it did. (BONUS-05)"""
        return False

    def deployed(
        self, game: Recorder, seat: Seat, hexes: Sequence[Hex], columns: Sequence[Column]
    ) -> None:
        """Do what follows from a deployment in a turn, before its bonuses open. (STATE-34)"""

    def check_space(self, state: State, hex_: Hex) -> None:
        """Raise IllegalMove for a space that its state has ``closed``, where it knows more of it.

        Such as until when; others are blocked for the whole game. (EXPAND-12)
        """

    def places_beside(self, state: State, around: Sequence[int]) -> Sequence[Hex]:
        """The spaces at which units just deployed let their player sell, once for each unit.

        ``around`` has for each the spaces with which it deals: its neighbours, for most clans.

        The bonuses of the deployment then stay open for what it ``admits``. (STATE-34)
        """
        return ()

    def sales_at(self, state: State, place: Hex) -> Iterable[Sale]:
        """What such a space buys now."""
        return ()

    def passing_bonus(self, printed: int) -> int:
        """What passing brings where ``printed`` pounds are usual. (PASS-01)"""
        return printed

    # --- contracts -------------------------------------------------------------------------------

    def next_contract(self, game: Recorder) -> ContractId | None:
        """The contract that fills a slot of the export board in place of one of the pile."""
        return None

    def offer_contracts(self, game: Recorder, wanted: int) -> list[ContractId] | None:
        """What a building bonus offers that turns up so many; None to turn all up from the pile.

        (BUILD-02)
        """
        return None

    def contracts_taken(
        self, game: Recorder, offered: Sequence[ContractId], taken: Sequence[ContractId]
    ) -> bool:
        """Some of the offered contracts are taken; whether that settles the rest. (BUILD-09)"""
        return False

    # --- between the rounds ----------------------------------------------------------------------

    def before_production(self, game: Recorder) -> None:
        """What happens at the beginning of production. (PROD-02)"""

    def produces_in_turn(self, state: State) -> bool:
        """Whether players decide what to make one after the other, in the order of passing."""
        return False

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        """Raise IllegalMove when an answer in production breaks a rule of its own. (PROD-10)"""

    def after_production(self, game: Recorder) -> None:
        """What happens when all goods are made. (PROD-09)"""

    def round_scored(self, game: Recorder) -> None:
        """What happens at the end of a round, after its scoring tile. (SCORE-G1)"""

    def prepare_round(self, game: Recorder, stage: PreparationStage) -> None:
        """Do what belongs to this stage before the next round."""

    # --- the end ---------------------------------------------------------------------------------

    def before_final(self, game: Recorder) -> None:
        """What happens before final scoring. (FINAL-02)"""

    def ranking_scheme(self, ranking: Ranking) -> RankingScheme | None:
        """How players are compared for a ranking; None where the usual scheme holds."""
        return None

    def finished(self, state: State, sheet: ScoreSheet) -> ScoreSheet:
        """The score sheet of one player with what there is to add to it."""
        return sheet

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, state: State) -> Struct | None:
        """What all see of it; None where there is nothing to see. Nothing hidden may be in it.

        An expansion with a view has one from the first event on.
        """
        return None

    def own_view(self, state: State, seat: Seat) -> Struct | None:
        """What a seat alone sees of what it hides; None where that is nothing.

        ``state`` has its secrets. Nothing may be in it that is hidden from this seat too.
        """
        return None

    def choice_phrase(self, seat: Seat, choice: ClanChoice) -> Phrase | None:
        """What one of its own clans adds to an answer in production, as the log says it.

        It goes on from "decides to".
        """
        return None

    # --- positions -------------------------------------------------------------------------------

    def wrong(self, state: State) -> Iterator[str]:
        """What is wrong with its part of a position, in words; also asked when not in play."""
        yield from ()
