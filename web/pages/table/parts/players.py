"""Every player's board: stock, units left, income, upgrades, contracts, clan, and the score now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.clans import clan_of
from games.engine.rules.income import income
from games.engine.state import Player
from games.engine.terms import COLUMNS, GOODS, Column, Seat
from replays.narration import vocabulary
from web.pages.clans import OwnSpaces, in_game, made_by, own_spaces
from web.pages.common.labels import label, pounds, shipping
from web.pages.common.pieces import Amount, ContractCard, Sign, amount, contract_card, seats_in_view
from web.pages.table.part import Fragment, TablePart
from web.pages.table.parts.sheet import Sheet, scores_of
from web.pages.table.table import Table


class ColumnLeft(Struct, frozen=True):
    """A column of the player board: units left of all, and what the next one costs without land.

    ``cost`` is empty when none is left; ``printed`` is the price that the clan does without, else
    empty.
    """

    symbol: str
    label: str
    left: int
    size: int
    cost: str
    printed: str


class TechnologyTile(Struct, frozen=True):
    """A technology tile, flipped or not."""

    symbol: str
    label: str
    flipped: bool


class ClanBox(Struct, frozen=True):
    """A clan with its abilities, a sentence each, and its own spaces where it has some."""

    name: str
    label: str
    texts: tuple[str, ...]
    own: OwnSpaces | None

    @property
    def topic(self) -> str:
        """The id of what explains the clan."""
        return f"clan-{self.name}"


class PlayerBoard(Struct, frozen=True):
    """All that belongs to a player, as it is shown. ``boxes`` has None for an empty box.

    ``income`` is what the next production brings as the units stand, ``making`` how many goods the
    buildings can make in it.
    """

    sign: Sign
    own: bool
    decides: bool
    passed: bool
    resigned: bool
    money: str
    glory: int
    goods: tuple[Amount, ...]
    columns: tuple[ColumnLeft, ...]
    income: tuple[Amount, ...]
    making: tuple[Amount, ...]
    merchants_ready: int
    merchants_market: int
    merchants_track: int
    shipping: str
    shipping_level: int
    shipping_most: int
    technologies: tuple[TechnologyTile, ...]
    boxes: tuple[ContractCard | None, ...]
    fulfilled: tuple[ContractCard, ...]
    clan: ClanBox | None
    bid: int
    score: Sheet | None

    @property
    def merchants_all(self) -> int:
        """The merchants that are ready or on the market."""
        return self.merchants_ready + self.merchants_market

    @property
    def flipped(self) -> bool:
        """Whether any technology has been bought."""
        return any(one.flipped for one in self.technologies)


def boards(
    state: engine.State, signs: Sequence[Sign], viewer: int | None, scores: Mapping[int, Sheet]
) -> list[PlayerBoard]:
    """The boards of all players, the viewer's own one first. ``scores`` are by seat."""
    waiting = {decision.seat for decision in state.open_decisions()}
    return [
        _board(state, signs[seat], own=seat == viewer, decides=seat in waiting, scores=scores)
        for seat in seats_in_view(len(signs), viewer)
    ]


def _board(
    state: engine.State, sign: Sign, *, own: bool, decides: bool, scores: Mapping[int, Sheet]
) -> PlayerBoard:
    player = state.players[sign.seat]
    content, brought = state.content, income(state.content, player)
    return PlayerBoard(
        sign=sign,
        own=own,
        decides=decides,
        passed=state.phase == "action" and sign.seat in state.passed,
        resigned=sign.seat in state.resigned,
        money=pounds(player.money),
        glory=player.glory,
        goods=tuple(amount(good, held) for good, held in zip(GOODS, player.goods, strict=True)),
        columns=_columns(state, player),
        income=_amounts([("money", brought.money), *brought.goods.items()]),
        making=_amounts([*brought.making.items(), *made_by(state, player).items()]),
        merchants_ready=player.stock,
        merchants_market=sum(player.buying) + sum(player.selling),
        merchants_track=player.track,
        shipping=shipping(content.shipping_levels[player.shipping]),
        shipping_level=player.shipping,
        shipping_most=len(content.shipping_levels) - 1 if clan_of(player).ships else 0,
        technologies=tuple(
            TechnologyTile(name, label(name), name in player.technology)
            for name in clan_of(player).technologies
        ),
        boxes=tuple(
            contract_card(content.contract(pile[-1])) if pile else None for pile in player.boxes
        ),
        fulfilled=tuple(contract_card(content.contract(number)) for number in player.fulfilled),
        clan=clan_box(state, player),
        bid=state.bid_of(Seat(sign.seat)),
        score=scores.get(sign.seat),
    )


def _columns(state: engine.State, player: Player) -> tuple[ColumnLeft, ...]:
    clan = clan_of(player)
    # The order of the board, with a single pool of workers at the end.
    columns = [column for column in (*COLUMNS, "worker") if column in clan.columns]
    return tuple(_column(state, player, column) for column in columns)


def _column(state: engine.State, player: Player, column: Column) -> ColumnLeft:
    clan = clan_of(player)
    size = clan.column_size(column)
    left = size - player.deployed(column)
    printed = state.content.unit_costs.get(column, 0)
    cost = clan.unit_cost(player, column, printed) if left else printed
    return ColumnLeft(
        symbol=column,
        label=label(column),
        left=left,
        size=size,
        cost=pounds(cost) if left else "",
        printed=pounds(printed) if cost < printed else "",
    )


def _amounts(brought: Iterable[tuple[str, int]]) -> tuple[Amount, ...]:
    return tuple(amount(name, number) for name, number in brought if number)


def clan_box(state: engine.State, player: Player) -> ClanBox | None:
    """The clan of a player; None before there is one."""
    if not player.clan:
        return None
    clan = clan_of(player)
    return ClanBox(
        name=player.clan,
        label=vocabulary.clan(player.clan),
        texts=(*(_(text) for text in clan.text), *in_game(state, player.clan)),
        own=own_spaces(state, player),
    )


def boards_of(table: Table) -> list[PlayerBoard]:
    """The boards of a table, worked out once for all parts that show them."""
    scores = scores_of(table)
    return table.once("boards", lambda: boards(table.state, table.signs, table.seat, scores))


class PlayersPart(TablePart[list[PlayerBoard]]):
    """The boards of the players; in a replay each is a piece of its own."""

    name = "players"
    place = "compare"
    replay_place = "foot"
    label = gettext_noop("Players")
    linked_in_replay = True
    always = True
    fetched = True
    replay_template = "web/replay/players.html"

    def build(self, table: Table) -> list[PlayerBoard]:
        return boards_of(table)

    def title(self, table: Table) -> str:
        return _("Player") if table.solo else super().title(table)

    def fragments(self, table: Table) -> Iterator[Fragment]:
        for board in self.shown(table):
            known = {"table": table, "board": board}
            yield Fragment(f"player-{board.sign.seat}", "web/parts/player.html", board, known)
