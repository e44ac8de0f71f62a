"""What happens to it."""

from games.engine.effects import Effect, Phrase
from games.engine.state import State
from games.engine.terms import Hex, Seat, gettext_noop
from tests.expansions.example.state import Apiary, HiddenApiary, Keeper


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
