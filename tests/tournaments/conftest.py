"""Alice, bob and charlie, who play in tournaments."""

import pytest
from django.contrib.auth.models import User
from msgspec import Struct

from games.engine.randomness import Stream
from tournaments.formats import FORMATS
from tournaments.formats.base import Format
from tournaments.scoring.standings import RankedRow, stage_standings
from tournaments.sentences import Sentence
from tournaments.state import Draw, OptionValue, TableDraw, Tournament


class Plain(Format):
    """Two rounds at tables of two, in the order of registration; the second the other way round."""

    name = "plain"
    title = "Plain"
    summary = "For tests."

    class Options(Struct):
        """None."""

    def options(self, given: dict[str, OptionValue]) -> Struct:
        """None."""
        return self.Options()

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Every number fits."""

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> int:
        """Two."""
        return 2

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """Pairs; who is left over rests."""
        if state.round == 2:
            return None
        order = chance.shuffled(state.active())
        pairs = [tuple(order[one : one + 2]) for one in range(0, len(order) - 1, 2)]
        rest = tuple(order[len(pairs) * 2 :])
        return Draw("plain", state.round + 1, tuple(TableDraw(pair) for pair in pairs), rest)

    def standings(self, state: Tournament) -> list[RankedRow]:
        """All tables together."""
        return stage_standings(state, state.competed())

    def explanation(self, given: dict[str, OptionValue]) -> list[Sentence]:
        """One sentence."""
        return [Sentence(self.summary)]


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format so simple that results can be reckoned by hand."""
    monkeypatch.setitem(FORMATS, "plain", Plain())


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return User.objects.create_user("charlie")


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_user("dora")
