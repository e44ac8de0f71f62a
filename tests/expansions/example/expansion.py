"""What the example brings to a game, in one place."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import Struct

from games.engine import Options
from games.engine.content import Content
from games.engine.decisions import Decision
from games.engine.effects import Effect, Phrase
from games.engine.errors import IllegalMove
from games.engine.expansions.base import Expansion, SetupStage, Statistic
from games.engine.geometry.board import adjacent_hexes
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.rules.answers import ClanChoice
from games.engine.rules.score_line import ScoreLine, always, by_seat
from games.engine.state import State
from games.engine.terms import Column, Hex, Seat, gettext_noop
from tests.expansions.example.clan import Apiarist, Mead
from tests.expansions.example.effects import (
    ApiaryHidden,
    ApiaryOpened,
    GardenUsed,
    HiveSetUp,
    HiveTakenBack,
    HoneyChanged,
    PatronShown,
    TileTurned,
)
from tests.expansions.example.moves import Keep, KeepTileDecision, SellHoney, SetUpHive
from tests.expansions.example.state import (
    MOST,
    PATRONS,
    TILES,
    Apiary,
    HiddenApiary,
)


def patronage(state: State, seat: Seat) -> int:
    """The points of a player's line."""
    keeper = state.part(Apiary).keepers[seat]
    return keeper.patron * len(keeper.hives)


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
