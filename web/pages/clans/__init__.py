"""What the pages show and ask of single clans."""

from collections.abc import Mapping, Sequence
from typing import Final

from django import forms
from msgspec.structs import astuple

from games import engine
from games.engine.decisions import ClanChoice
from games.engine.state import Player
from web.pages.clans.base import ClanPage, ClanSpace, OwnSpaces
from web.pages.clans.cunningham import Cunningham
from web.pages.clans.macdonald import MacDonald
from web.pages.clans.macewan import MacEwan
from web.pages.clans.mackenzie import MacKenzie

BASE: Final[tuple[ClanPage, ...]] = (MacDonald(), MacKenzie(), MacEwan(), Cunningham())
"""Those of the game without expansions that show or ask anything of their own."""

_by_clan: dict[str, ClanPage] = {}
_by_choice: dict[str, ClanPage] = {}


def install(pages: Sequence[ClanPage]) -> None:
    """Show clans by these from now on; for ``extensions.assemble`` alone.

    Raises ValueError where two of them are of the same clan, KeyError where a choice has none.
    """
    clans = {page.clan: page for page in pages}
    if len(clans) != len(pages):
        raise ValueError("two pages are of the same clan")
    by_choice = {page.choice: page for page in pages if page.choice}
    _by_clan.clear()
    _by_clan.update(clans)
    _by_choice.clear()
    _by_choice.update({name: by_choice[name] for name in ClanChoice.__struct_fields__})


def own_spaces(state: engine.State, player: Player) -> OwnSpaces | None:
    """What the player's board shows of the clan's own; None for nothing."""
    page = _by_clan.get(player.clan)
    return None if page is None else page.own_spaces(state, player)


def chosen(choice: ClanChoice) -> list[tuple[ClanPage, int]]:
    """The clans of which a choice has something, with how much; True where it is made or not."""
    amounts = zip(_by_choice.values(), astuple(choice), strict=True)
    return [(page, amount) for page, amount in amounts if amount]


def choosing() -> Mapping[str, ClanPage]:
    """By the field of a choice in production, the clan to which it belongs."""
    return _by_choice


def order_fields() -> dict[str, forms.Field]:
    """The fields of a standing order that clans add."""
    return {name: page.order_field() for name, page in choosing().items()}


__all__ = [
    "BASE",
    "ClanPage",
    "ClanSpace",
    "OwnSpaces",
    "choosing",
    "chosen",
    "install",
    "order_fields",
    "own_spaces",
]
