"""Apiary: an expansion of everything that an expansion can bring.

A hive is set up on an empty space in reach for £3; then one of two tiles just turned up is kept
for its honey. A hive keeps units off its space, brings its owner nearer, makes all units around it
neighbours, and makes honey, which sells for £2 at any time in a turn. The first hive of a player
keeps its space for a unit of that player, who then pays no land and takes the hive back. A tile
with three honey brings one more action on the spot, and after every other hive another action
follows in the turn. Each player has a patron, hidden from the others until the end; then the number
of the patron counts for each hive. Clan Apiarist pays less, may make mead in production, and has a
garden of port tiles that a hive opens; each of them also brings honey.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Self

from msgspec import Meta, Struct

from games.engine import Options
from games.engine.clans import clan_of
from games.engine.clans.base import Clan
from games.engine.content import Content
from games.engine.decisions import Decision, DecisionBase, MainActionDecision
from games.engine.effects import Effect, Phrase
from games.engine.errors import IllegalMove
from games.engine.expansions.base import Expansion, SetupStage, Statistic
from games.engine.geometry.board import BIT, adjacent_hexes, hexes_in, mask_of
from games.engine.moves.base import MoveBase, PlainMove, as_kind, no_more, number
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.rules.answers import Batch, ClanChoice, ProduceAnswer
from games.engine.rules.granted_decisions import AnotherActionDecision, BonusActionDecision
from games.engine.rules.port_source import PortSource
from games.engine.rules.score_line import ScoreLine, always, by_seat
from games.engine.state import ExpansionState, Player, State
from games.engine.terms import Column, Hex, HexName, Seat, gettext_noop

TILES = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
PATRONS = 6
COST = 3
PRICE = 2
MOST = 3
"""Hives of a player."""


# --- state ----------------------------------------------------------------------------------------


class Keeper(Struct, omit_defaults=True, gc=False):
    """What one player has; ``patron`` is 0 until the end shows it.

    ``garden`` are the tiles of one's own that are used.
    """

    honey: int = 0
    hives: list[Hex] = []
    patron: int = 0
    garden: list[int] = []


class Apiary(ExpansionState, tag="apiary"):
    """What lies open: keepers by seat, how many tiles lie face down, and those that are used."""

    keepers: list[Keeper] = []
    pile: int = 0
    used: list[int] = []

    def closed(self) -> int:
        return mask_of(hex_ for keeper in self.keepers for hex_ in keeper.hives[1:])

    def reserved(self, seat: Seat) -> int:
        return mask_of(self.keepers[seat].hives[:1])

    def reach(self, seat: Seat) -> int:
        around = [space for hex_ in self.keepers[seat].hives for space in adjacent_hexes(hex_)]
        return mask_of(around)

    def neighbours(self, hex_: Hex) -> int:
        hives = (hive for keeper in self.keepers for hive in keeper.hives)
        rings = (adjacent_hexes(hive) for hive in hives)
        return mask_of(space for ring in rings if hex_ in ring for space in ring)


class HiddenApiary(ExpansionState, tag="hidden_apiary"):
    """The tiles that lie face down, the top one first, and the patrons by seat."""

    pile: list[int] = []
    patrons: list[int] = []


# --- effects --------------------------------------------------------------------------------------


class ApiaryOpened(Effect, frozen=True, tag="apiary"):
    """The tiles lie face down."""

    tiles: int

    def apply(self, state: State) -> None:
        state.expansions.append(Apiary([Keeper() for _ in state.players], self.tiles))


class ApiaryHidden(Effect, frozen=True, tag="hidden_apiary"):
    """The order of the tiles, and the patrons by seat."""

    pile: list[int]
    patrons: list[int]

    def apply(self, state: State) -> None:
        assert state.secret is not None
        state.secret.expansions.append(HiddenApiary(list(self.pile), list(self.patrons)))


class HiveSetUp(Effect, frozen=True, tag="hive"):
    """A hive on a space."""

    seat: Seat
    hex: Hex

    def apply(self, state: State) -> None:
        state.part(Apiary).keepers[self.seat].hives.append(self.hex)
        state.forget_position()

    def phrase(self) -> Phrase:
        return Phrase(gettext_noop("sets up a hive on %(hex)s"), {"hex": self.hex}, self.seat)


class HiveTakenBack(Effect, frozen=True, tag="hive_back"):
    """The hive that kept a space makes room for a unit."""

    seat: Seat
    hex: Hex

    def apply(self, state: State) -> None:
        state.part(Apiary).keepers[self.seat].hives.remove(self.hex)
        state.forget_position()

    def phrase(self) -> Phrase:
        return Phrase(gettext_noop("takes the hive back"), {}, self.seat)


class HoneyChanged(Effect, frozen=True, tag="honey"):
    """A player has more honey, or less of it when negative."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state.part(Apiary).keepers[self.seat].honey += self.amount


class GardenUsed(Effect, frozen=True, tag="garden"):
    """A port tile of one's own is used."""

    seat: Seat
    tile: int

    def apply(self, state: State) -> None:
        state.part(Apiary).keepers[self.seat].garden.append(self.tile)

    def phrase(self) -> Phrase:
        return Phrase(
            gettext_noop("uses tile %(tile)s of the garden"), {"tile": self.tile}, self.seat
        )


class TileTurned(Effect, frozen=True, tag="apiary_tile"):
    """The top tile is turned up."""

    REVEALS = True

    tile: int

    def apply(self, state: State) -> None:
        apiary = state.part(Apiary)
        apiary.pile -= 1
        apiary.used.append(self.tile)
        if state.secret is not None:
            del state.secret.part(HiddenApiary).pile[0]

    def phrase(self) -> Phrase:
        return Phrase(gettext_noop("A tile shows %(tile)s."), {"tile": self.tile})


class PatronShown(Effect, frozen=True, tag="patron"):
    """All see who the patron of a player is."""

    REVEALS = True

    seat: Seat
    patron: int

    def apply(self, state: State) -> None:
        state.part(Apiary).keepers[self.seat].patron = self.patron

    def phrase(self) -> Phrase:
        return Phrase(gettext_noop("shows patron %(patron)s"), {"patron": self.patron}, self.seat)


# --- clan -----------------------------------------------------------------------------------------


class Mead(ClanChoice, frozen=True):
    """How much honey becomes mead."""

    mead: Batch = 0


class Garden(PortSource):
    """Port tiles of a clan's own, which a hive opens; each of them also brings honey."""

    TILES = (1, 5, 6, 9)

    def tiles(self, state: State, seat: Seat) -> Sequence[int]:
        return self.TILES

    def check(self, state: State, seat: Seat, tile: int) -> None:
        if tile not in self.TILES:
            raise IllegalMove("SETUP-03", "no_such_port", tile=tile, tiles=list(self.TILES))
        keeper = state.part(Apiary).keepers[seat]
        if tile in keeper.garden:
            raise IllegalMove("PORT-G03", "port_used", tile=tile)
        if not keeper.hives:
            raise IllegalMove("PORT-G01", "garden_closed")

    def mark(self, game: Recorder, seat: Seat, tile: int) -> None:
        game.emit(GardenUsed(seat, tile))

    def after(self, game: Recorder, seat: Seat) -> None:
        game.emit(HoneyChanged(seat, 1))


class Apiarist(Clan):
    """A clan that only games with this expansion have."""

    name = "apiarist"
    choice = Mead
    text = (
        gettext_noop("A hive costs £2 less."),
        gettext_noop("At the end of each production you may turn honey into mead for £4 each."),
    )
    own_ports = Garden()
    refusals = {
        "not_enough_honey": gettext_noop("You have only %(honey)s honey."),
        "garden_closed": gettext_noop("Your garden opens with a hive."),
    }
    LESS = 2
    MEAD_PRICE = 4

    def chooses_in_production(self, state: State, seat: Seat) -> bool:
        return honey_of(state, seat) > 0

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        super().check_production(state, seat, answer)
        honey = honey_of(state, seat)
        if Mead.of(answer.clan).mead > honey:
            raise IllegalMove("PROD-10", "not_enough_honey", honey=honey)

    def production_choices(
        self, state: State, seat: Seat, *, cheese: int, whisky: int
    ) -> Iterator[Mead]:
        return map(Mead, range(honey_of(state, seat) + 1))

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        if mead := Mead.of(answer.clan).mead:
            game.emit(HoneyChanged(seat, -mead))
            game.money(seat, self.MEAD_PRICE * mead)


def honey_of(state: State, seat: Seat) -> int:
    """The honey of a player; none in a game without the expansion."""
    apiaries = (part for part in state.expansions if isinstance(part, Apiary))
    return next((part.keepers[seat].honey for part in apiaries), 0)


def hive_cost(player: Player) -> int:
    """What a hive costs a player, in pounds."""
    clan = clan_of(player)
    return COST - (clan.LESS if isinstance(clan, Apiarist) else 0)


# --- decision and moves ---------------------------------------------------------------------------


class KeepTileDecision(DecisionBase, frozen=True, tag="keep_tile"):
    """Which of the tiles just turned up to keep."""

    ADMITS = ("keep_tile", "skip")
    OPTIONAL = True

    tiles: list[int] = []


class SetUpHive(MoveBase, frozen=True, tag="set_up_hive"):
    """The main action."""

    WORD = "hive"
    EXAMPLE = "hive F3"

    hex: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return map(cls, hexes_in(state.position.empty & state.position.reach(decision.seat)))

    def check(self, state: State, decision: Decision) -> None:
        seat, bit = decision.seat, BIT[self.hex]
        if not state.position.empty & state.board.land & bit:
            raise IllegalMove("EXPAND-02", "not_empty", hex=self.hex)
        if not state.position.reach(seat) & bit:
            shipping = state.players[seat].shipping
            raise IllegalMove("DEF-28", "out_of_reach", hex=self.hex, shipping=shipping)
        if len(state.part(Apiary).keepers[seat].hives) >= MOST:
            raise IllegalMove("EXPAND-05", "no_hive_left")
        money, cost = state.players[seat].money, hive_cost(state.players[seat])
        if money < cost:
            raise IllegalMove("EXPAND-04", "not_enough_money", cost=cost, money=money)

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat = decision.seat
        game.finish(decision)
        if isinstance(decision, MainActionDecision) and game.state.part(Apiary).pile % 4:
            game.open_instead(AnotherActionDecision(game.version, seat))
        game.money(seat, -hive_cost(game.player(seat)))
        game.emit(HiveSetUp(seat, self.hex))
        game.open(KeepTileDecision(game.version, seat, turn_up(game, 2)))

    def notation(self) -> str:
        return f"{self.WORD} {self.hex}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(hex=words[0])


class Keep(MoveBase, frozen=True, tag="keep_tile"):
    """The answer to what the main action opens."""

    WORD = "tile"
    EXAMPLE = "tile 2"

    tile: Annotated[int, Meta(ge=1, le=3)]

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return map(cls, sorted(set(as_kind(decision, KeepTileDecision).tiles)))

    def check(self, state: State, decision: Decision) -> None:
        if self.tile not in as_kind(decision, KeepTileDecision).tiles:
            raise IllegalMove("BUILD-02", "tile_not_turned_up", tile=self.tile)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.finish(decision)
        game.emit(HoneyChanged(decision.seat, self.tile))
        if self.tile == 3:
            game.open(BonusActionDecision(game.version, decision.seat))

    def notation(self) -> str:
        return f"{self.WORD} {self.tile}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(tile=number(words[0]))


class SellHoney(PlainMove, frozen=True, tag="sell_honey"):
    """A free move, also after the main action."""

    WORD = "honey"

    def check(self, state: State, decision: Decision) -> None:
        if not state.part(Apiary).keepers[decision.seat].honey:
            raise IllegalMove("TRADE-04", "not_enough_goods", good="honey", have=0)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.emit(HoneyChanged(decision.seat, -1))
        game.money(decision.seat, PRICE)


def turn_up(game: Recorder, tiles: int) -> list[int]:
    """Some tiles from the pile, as far as they are there; what comes before cannot be undone."""
    turned: list[int] = []
    for _ in range(min(tiles, game.state.part(Apiary).pile)):
        if game.state.secret is None:
            raise RuntimeError("the tiles are not known here")
        turned.append(game.state.secret.part(HiddenApiary).pile[0])
        game.emit(TileTurned(turned[-1]))
    if turned:
        game.barrier()
    return turned


def patronage(state: State, seat: Seat) -> int:
    """The points of a player's line."""
    keeper = state.part(Apiary).keepers[seat]
    return keeper.patron * len(keeper.hives)


# --- the expansion --------------------------------------------------------------------------------


class ApiaryView(Struct, gc=False):
    """What all see; ``patrons`` are 0 until the end."""

    honey: list[int]
    hives: list[list[Hex]]
    pile: int
    used: list[int]
    patrons: list[int]


class OwnApiaryView(Struct, gc=False):
    """What a player alone sees."""

    patron: int


class Example(Expansion):
    """Hives, honey, and the tiles with them."""

    name: ClassVar[str] = "apiary"
    label: ClassVar[str] = gettext_noop("Apiary")
    states = (Apiary, HiddenApiary)
    decisions = (KeepTileDecision,)
    effects = (
        ApiaryOpened,
        HiveSetUp,
        HiveTakenBack,
        HoneyChanged,
        GardenUsed,
        TileTurned,
        PatronShown,
    )
    secret_effects = (ApiaryHidden,)
    moves = (SetUpHive, Keep, SellHoney)
    clans = (Apiarist(),)
    refusals = {
        "no_hive_left": gettext_noop("All your hives are set up."),
        "hive_there": gettext_noop("A hive stands on %(hex)s."),
        "tile_not_turned_up": gettext_noop("Tile %(tile)s was not turned up."),
    }
    score_lines = (
        ScoreLine(
            "patrons",
            gettext_noop("Patrons"),
            by_seat(patronage),
            always(gettext_noop("the number of the patron for each hive"), "FINAL-03"),
            in_game=lambda state: Example.name in state.options.expansions,
        ),
    )

    statistics = (
        Statistic(
            "hives",
            gettext_noop("Hives"),
            lambda state: [len(keeper.hives) for keeper in state.part(Apiary).keepers],
        ),
    )

    def hide(
        self, options: Options, content: Content, seed: bytes, position: State | None
    ) -> Iterator[Effect]:
        left = list(TILES)
        for tile in position.part(Apiary).used if position else []:
            left.remove(tile)
        patrons = Stream(seed, "apiary/patrons")
        yield ApiaryHidden(
            Stream(seed, "apiary/tiles").shuffled(left),
            [patrons.below(PATRONS) + 1 for _ in range(options.players)],
        )

    def assume_hidden(self, state: State, shown: Sequence[Effect]) -> None:
        pile = [effect.tile for effect in shown if isinstance(effect, TileTurned)]
        pile += [0] * (state.part(Apiary).pile - len(pile))
        patrons = [0] * len(state.players)
        for effect in shown:
            if isinstance(effect, PatronShown):
                patrons[effect.seat] = effect.patron
        ApiaryHidden(pile, patrons).apply(state)

    def set_up(self, game: Recorder, stage: SetupStage, seed: bytes) -> None:
        if stage == "map":
            game.emit(ApiaryOpened(len(TILES)))

    def admits(self, state: State, decision: Decision) -> tuple[str, ...]:
        return ("set_up_hive",) * decision.MAIN + ("sell_honey",) * decision.TURN

    def settle(self, game: Recorder, decision: Decision) -> bool:
        if not isinstance(decision, KeepTileDecision) or decision.tiles:
            return False
        game.close()
        return True

    def deployed(
        self, game: Recorder, seat: Seat, hexes: Sequence[Hex], columns: Sequence[Column]
    ) -> None:
        hives = game.state.part(Apiary).keepers[seat].hives
        for hex_ in hives[:1]:
            if hex_ in hexes:
                game.emit(HiveTakenBack(seat, hex_))
        beside = [hex_ for hex_ in hexes if set(adjacent_hexes(hex_)) & set(hives)]
        if beside:
            game.emit(HoneyChanged(seat, len(beside)))

    def check_space(self, state: State, hex_: Hex) -> None:
        if any(hex_ in keeper.hives for keeper in state.part(Apiary).keepers):
            raise IllegalMove("EXPAND-12", "hive_there", hex=hex_)

    def before_production(self, game: Recorder) -> None:
        for seat, keeper in enumerate(game.state.part(Apiary).keepers):
            if keeper.hives:
                game.emit(HoneyChanged(Seat(seat), len(keeper.hives)))

    def after_production(self, game: Recorder) -> None:
        """Honey does not keep beyond five jars."""
        for seat, keeper in enumerate(game.state.part(Apiary).keepers):
            if keeper.honey > 5:
                game.emit(HoneyChanged(Seat(seat), 5 - keeper.honey))

    def round_scored(self, game: Recorder) -> None:
        honey = [keeper.honey for keeper in game.state.part(Apiary).keepers]
        for seat, jars in enumerate(honey):
            game.glory(Seat(seat), int(jars == max(honey) > 0))

    def before_final(self, game: Recorder) -> None:
        """Patrons are shown; the score as it stands is worked out without secrets."""
        if game.state.secret is not None:
            for seat, patron in enumerate(game.state.secret.part(HiddenApiary).patrons):
                game.emit(PatronShown(Seat(seat), patron))

    def view(self, state: State) -> ApiaryView:
        apiary = state.part(Apiary)
        return ApiaryView(
            honey=[keeper.honey for keeper in apiary.keepers],
            hives=[list(keeper.hives) for keeper in apiary.keepers],
            pile=apiary.pile,
            used=list(apiary.used),
            patrons=[keeper.patron for keeper in apiary.keepers],
        )

    def own_view(self, state: State, seat: Seat) -> OwnApiaryView:
        assert state.secret is not None
        return OwnApiaryView(state.secret.part(HiddenApiary).patrons[seat])

    def choice_phrase(self, seat: Seat, choice: ClanChoice) -> Phrase | None:
        mead = Mead.of(choice).mead
        if not mead:
            return None
        return Phrase(gettext_noop("turn %(honey)s honey into mead"), {"honey": mead}, seat)

    def wrong(self, state: State) -> Iterator[str]:
        if not self.in_play(state.options):
            return
        apiary = state.part(Apiary)
        if len(apiary.keepers) != len(state.players):
            yield "there is not a keeper for each seat"
        if any(keeper.honey < 0 or len(keeper.hives) > MOST for keeper in apiary.keepers):
            yield "a keeper has too many hives, or a negative amount of honey"
        if apiary.pile + len(apiary.used) != len(TILES):
            yield "the tiles of the apiary do not add up"
