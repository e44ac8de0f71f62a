"""What the pages show and ask of single clans."""

from collections.abc import Mapping, Sequence
from typing import Final

from django import forms

from games import engine
from games.engine.moves.producing import processes
from games.engine.rules.answers import ClanChoice, FieldChoice
from games.engine.state import Player
from web.pages.clans.base import ClanPage, ClanSpace, OwnSpaces
from web.pages.clans.cunningham import Cunningham
from web.pages.clans.douglas import Douglas
from web.pages.clans.fraser import Fraser
from web.pages.clans.gordon import Gordon
from web.pages.clans.macdonald import MacDonald
from web.pages.clans.macewan import MacEwan
from web.pages.clans.macfarlane import MacFarlane
from web.pages.clans.macgregor import MacGregor
from web.pages.clans.mackenzie import MacKenzie
from web.pages.clans.mackintosh import Mackintosh
from web.pages.clans.macleod import MacLeod
from web.pages.clans.macpherson import MacPherson
from web.pages.clans.sinclair import Sinclair

BASE: Final[tuple[ClanPage, ...]] = (
    MacDonald(),
    MacKenzie(),
    MacEwan(),
    Cunningham(),
    Mackintosh(),
    MacFarlane(),
    MacPherson(),
    MacGregor(),
    Gordon(),
    Sinclair(),
    Douglas(),
    MacLeod(),
    Fraser(),
)
"""Those that show or ask anything of their own."""

_by_clan: dict[str, ClanPage] = {}
_by_choice: dict[str, ClanPage] = {}


def install(pages: Sequence[ClanPage]) -> None:
    """Show clans by these from now on; for ``extensions.assemble`` alone.

    Raises ValueError where two of them are of the same clan.
    """
    clans = {page.clan: page for page in pages}
    if len(clans) != len(pages):
        raise ValueError("two pages are of the same clan")
    _by_clan.clear()
    _by_clan.update(clans)
    _by_choice.clear()
    _by_choice.update({page.choice: page for page in pages if page.choice})


def page_of(clan: str) -> ClanPage | None:
    """What pages show of a clan and ask about it; None for nothing."""
    return _by_clan.get(clan)


def in_game(state: engine.State, clan: str) -> list[str]:
    """What a clan has in this game alone, as sentences beside those of its tile."""
    page = page_of(clan)
    return [] if page is None else [*page.by_options(state.options), *page.in_game(state)]


def own_spaces(state: engine.State, player: Player) -> OwnSpaces | None:
    """What the player's board shows of the clan's own; None for nothing."""
    page = page_of(player.clan)
    return None if page is None else page.own_spaces(state, player)


def goods_of(player: Player) -> Mapping[str, int]:
    """By symbol, the goods in stock that only the clan of a player has."""
    page = page_of(player.clan)
    return {} if page is None else page.goods(player)


def before_processing(state: engine.State, player: Player) -> list[str]:
    """What the clan of a player lets it do when goods are processed, as sentences."""
    page = page_of(player.clan)
    return [] if page is None else page.before_processing(state, player)


def asked_alone(state: engine.State, decision: engine.Decision) -> ClanPage | None:
    """The clan whose choice is all that there is to decide in production; None otherwise."""
    page = page_of(state.players[decision.seat].clan) if decision.PROCESSES else None
    return page if page and page.choice_rule and not processes(state, decision) else None


def lines_of(player: Player) -> Mapping[str, str]:
    """What previews compare of what the clan of a player keeps, beside goods."""
    page = page_of(player.clan)
    return {} if page is None else page.lines(player)


def made_by(state: engine.State, player: Player) -> Mapping[str, int]:
    """By symbol, how many of these the next production can make."""
    page = page_of(player.clan)
    return {} if page is None else page.making(state, player)


def chosen(choice: ClanChoice) -> list[tuple[ClanPage, FieldChoice]]:
    """The clans of which a choice has something, with what; True where it is made or not."""
    return [(_by_choice[name], value) for name, value in choice.chosen().items()]


def choosing() -> Mapping[str, ClanPage]:
    """By the field of a choice in production, the clan to which it belongs."""
    return _by_choice


def order_fields(clan: str) -> dict[str, forms.Field]:
    """The fields that a clan adds to a standing order."""
    return {name: page.order_field() for name, page in choosing().items() if page.clan == clan}


__all__ = [
    "BASE",
    "ClanPage",
    "ClanSpace",
    "OwnSpaces",
    "asked_alone",
    "before_processing",
    "choosing",
    "chosen",
    "goods_of",
    "in_game",
    "install",
    "lines_of",
    "made_by",
    "order_fields",
    "own_spaces",
    "page_of",
]
