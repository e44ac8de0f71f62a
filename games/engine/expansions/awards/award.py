"""The award tile of a game: laid out, scored, and what it does to the last production."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct

from games.engine.clans import clan_of
from games.engine.effects import Effect, Phrase
from games.engine.errors import IllegalMove
from games.engine.expansions.awards.tiles import AWARDS, AwardTile
from games.engine.expansions.base import Expansion, SetupStage, Statistic
from games.engine.options.option_info import Switch
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.rules.answers import ProduceAnswer
from games.engine.rules.points import ByPlace
from games.engine.rules.score_line import How, ScoreLine, by_seat
from games.engine.rules.supply import ROUNDS
from games.engine.state import ExpansionState, State
from games.engine.terms import GRAIN, MILK, Seat, gettext_noop

CARD_POINTS: Final = 4
"""What the card for one player brings, or costs. (IND-SOLO-05)"""


class AwardState(ExpansionState, tag="award"):
    """The tile of the game."""

    tile: int = 0


class AwardLaid(Effect, frozen=True, tag="award"):
    """A tile lies beside the scoring tiles. (IND-AWARD-01)"""

    tile: int

    def apply(self, state: State) -> None:
        state.expansions.append(AwardState(self.tile))

    def phrase(self) -> Phrase:
        return Phrase(gettext_noop("Award tile %(tile)s is in play."), {"tile": self.tile})


class AwardView(Struct, gc=False):
    """The number of the tile, and what it counts now by seat."""

    tile: int
    counts: list[int]


# --- points ---------------------------------------------------------------------------------------


class AwardCard(Struct, frozen=True):
    """For one player: points by how much there is. (IND-SOLO-05, AUTOMA-AWARD-1)"""

    enough: int
    plenty: int
    rule: str = "IND-SOLO-05"

    def points(self, counts: Sequence[int]) -> list[int]:
        """Points by seat."""
        return [CARD_POINTS * ((n >= self.plenty) - (n < self.enough)) for n in counts]

    def how(self) -> How:
        """The two numbers with their points."""
        text = gettext_noop(
            "%(points)s from %(plenty)s, 0 from %(enough)s, %(points)s lost for less"
        )
        facts = {"points": CARD_POINTS, "plenty": self.plenty, "enough": self.enough}
        return How(text, self.rule, facts)


AwardScheme: TypeAlias = ByPlace | AwardCard


def scheme(state: State) -> AwardScheme:
    """How the players are compared, by how many they are. (IND-AWARD-03, IND-AWARD-04)"""
    tile = tile_of(state)
    if state.options.solo:
        return AwardCard(tile.enough, tile.plenty)
    return ByPlace((8, 0) if state.options.players == 2 else (12, 6), "IND-AWARD-03")


def tile_of(state: State) -> AwardTile:
    """The tile of a game that has one."""
    return AWARDS[state.part(AwardState).tile]


def counts(state: State) -> Sequence[int]:
    """By seat, what the tile counts now."""
    return by_seat(tile_of(state).count)(state)


def lasting(state: State) -> int:
    """About what the best has in the end, where what is there now stays."""
    tile = tile_of(state)
    return 0 if tile.passing else tile.plenty


def points(state: State) -> Sequence[int]:
    """By seat, what the award would bring now."""
    return scheme(state).points(counts(state))


# --- the expansion --------------------------------------------------------------------------------


class Awards(Expansion):
    """A tile is drawn; who has most of what it names gets points at the end."""

    name: ClassVar[str] = "awards"
    label: ClassVar[str] = gettext_noop("Award tiles")
    summary: ClassVar[str] = gettext_noop(
        "One tile names a goal; whoever has the most of it at game end gets extra points."
    )
    switches: ClassVar[tuple[Switch, ...]] = (
        Switch(
            "last_production",
            "IND-AWARD-07",
            gettext_noop(
                "With an award tile, how the last production goes: players decide one after the "
                "other in the order of passing, or each has to process as much as possible."
            ),
            ("passing_order", "forced_processing"),
            group="expansion",
        ),
    )
    states = (AwardState,)
    effects = (AwardLaid,)
    score_lines = (
        ScoreLine(
            "award",
            gettext_noop("Award"),
            points,
            lambda state: scheme(state).how(),
            in_game=lambda state: Awards.name in state.options.expansions,
            compared=counts,
            lasting=lasting,
            placed=lambda state: tile_of(state).placed,
            counted=lambda state: tile_of(state).text,
        ),
    )
    statistics = (Statistic("award", gettext_noop("Award count"), counts),)
    refusals = {
        "more_can_be_processed": gettext_noop(
            "In the last production you process as much as you can."
        )
    }

    def set_up(self, game: Recorder, stage: SetupStage, seed: bytes) -> None:
        if stage == "ports":
            game.emit(AwardLaid(Stream(seed, "award").choice(sorted(AWARDS))))

    def produces_in_turn(self, state: State) -> bool:
        """In the last production of two or more, for awards hang on it. (IND-AWARD-07)"""
        return self._last_of_several(state) and state.options.last_production == "passing_order"

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        """By the other agreement all process as much as they can. (IND-AWARD-07)"""
        forced = state.options.last_production == "forced_processing"
        if forced and self._last_of_several(state) and not _all_processed(state, seat, answer):
            raise IllegalMove("IND-AWARD-07", "more_can_be_processed")

    def _last_of_several(self, state: State) -> bool:
        return state.round == ROUNDS and not state.options.solo

    def view(self, state: State) -> AwardView:
        return AwardView(state.part(AwardState).tile, list(counts(state)))

    def wrong(self, state: State) -> Iterator[str]:
        if self.in_play(state.options) and state.part(AwardState).tile not in AWARDS:
            yield "an award tile is unknown"


def _all_processed(state: State, seat: Seat, answer: ProduceAnswer) -> bool:
    """Whether neither a building nor the clan could make one good more."""
    player = state.players[seat]
    brought = clan_of(player).brings(answer.clan).get("grain", 0)
    milk, grain = player.goods[MILK], player.goods[GRAIN] + brought
    bakeries, distilleries = player.count("bakery"), player.count("distillery")
    if clan_of(player).could_make_more(state, seat, answer.clan):
        return False
    return answer.cheese == min(player.count("cheese_dairy"), milk) and (
        answer.bread + answer.whisky == min(bakeries + distilleries, grain)
    )
