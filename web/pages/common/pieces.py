"""Small things that many parts of the table show."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from django.utils.translation import get_language
from msgspec import Struct

from games.engine.content import Contract
from games.engine.terms import Seat
from web.pages.common.labels import SHAPES, label, pounds


class Sign(Struct, frozen=True):
    """A player's mark: the name, with a colour and a shape of their own."""

    seat: int
    name: str
    shape: str

    @property
    def initial(self) -> str:
        """For where there is room for one letter."""
        return self.name[:1].upper()


class Amount(Struct, frozen=True):
    """So many of something with a symbol; ``text`` is the number as it is shown."""

    symbol: str
    label: str
    number: int
    text: str


class ContractCard(Struct, frozen=True):
    """An export contract: what it asks for and what it gives."""

    number: int
    asks: tuple[Amount, ...]
    gives: tuple[Amount, ...]


ASKED = ("wool", "bread", "cheese", "whisky", "mutton", "beef")
GIVEN = ("hops", "cotton", "tobacco", "sugar_cane", "money", "free_space", "bonus_upgrade")


def signs(names: Sequence[str]) -> list[Sign]:
    """The marks of all players, by seat."""
    return [Sign(seat, name, SHAPES[seat]) for seat, name in enumerate(names)]


def amount(symbol: str, number: int) -> Amount:
    """An amount with its symbol; money is in pounds."""
    text = pounds(number) if symbol == "money" else str(number)
    return Amount(symbol, label(symbol), number, text)


def contract_card(contract: Contract) -> ContractCard:
    """A contract without all that it does not mention."""
    return _card(contract, get_language())


@lru_cache(maxsize=1024)
def _card(contract: Contract, language: str | None) -> ContractCard:
    """The card, whose words are those of the language, which is the active one."""
    printed = {name: int(getattr(contract, name)) for name in (*ASKED, *GIVEN)}
    return ContractCard(contract.id, tuple(_named(printed, ASKED)), tuple(_named(printed, GIVEN)))


def _named(printed: dict[str, int], names: Sequence[str]) -> Iterator[Amount]:
    return (amount(name, printed[name]) for name in names if printed[name])


def seats_in_view(players: int, viewer: int | None) -> list[Seat]:
    """All seats, the viewer's first and then clockwise."""
    first = viewer or 0
    return [Seat((first + step) % players) for step in range(players)]
