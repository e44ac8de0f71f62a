"""Fulfilling export contracts, and their bonuses. (FULFIL, BONUS)"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Self

from msgspec import Struct

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.content import Contract
from games.engine.decisions import (
    Decision,
    ExportBonus,
    ExportBonusesDecision,
    FulfilNextDecision,
)
from games.engine.errors import IllegalMove, MalformedMove
from games.engine.moves.base import (
    ContractNumber,
    MoveBase,
    as_kind,
    no_more,
    number,
)
from games.engine.moves.modifiers import (
    ContractModifiers,
    announce,
    check_modifiers,
    copied,
    follow_up,
    split_off,
    written,
)
from games.engine.moves.reductions import check_spared, spared, sparings
from games.engine.recorder import Recorder
from games.engine.rules.bonuses import open_export_bonus
from games.engine.rules.demands import Demand
from games.engine.rules.spending import (
    KILTS,
    Kilts,
    check_stand_ins,
    lacking_beside,
    spend,
    stand_ins,
)
from games.engine.state import Piece, Player, State
from games.engine.terms import (
    GOODS,
    IMPORT_INDEX,
    IMPORTS,
    Animal,
    ContractId,
    HexName,
    Import,
    ProcessedGood,
    Seat,
)
from games.engine.tiles.ports import REDUCING


class Slaughtered(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An animal on the map that is delivered as meat. (FULFIL-04)"""

    unit: Animal
    hex: HexName


class Fulfil(MoveBase, frozen=True, tag="fulfil"):
    """Deliver what a contract in a box asks for. (FULFIL-01..19)

    Tile 1 spares an animal, tile 10 a processed good. (PORT-1, PORT-10)
    """

    WORD = "fulfil"
    EXAMPLE = "fulfil 20 slaughter sheep F5"

    contract: ContractNumber
    slaughter: list[Slaughtered] = []
    modifiers: ContractModifiers = []
    kilts: Kilts = []

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        for held in player.contracts():
            demand = decision.demand(state.content.contract(held))
            for modifiers in sparings(state, decision.seat, demand):
                left = demand.without(spared(modifiers))
                named = list(stand_ins(state, decision.seat, left.goods))
                if not named:
                    continue
                for kilts, beef, mutton in product(
                    named,
                    different(player, "cow", left.amount("beef")),
                    different(player, "sheep", left.amount("mutton")),
                ):
                    yield cls(held, [*beef, *mutton], modifiers, kilts)

    def check(self, state: State, decision: Decision) -> None:
        if self.contract not in list(state.players[decision.seat].contracts()):
            raise IllegalMove("FULFIL-01", "not_in_a_box", contract=self.contract)
        demand = decision.demand(state.content.contract(self.contract))
        if demand == Demand():
            self._check_nothing_given(decision)
        left = demand.without(spared(self.modifiers))
        check_stand_ins(state, decision.seat, left.goods, self.kilts)
        if missing := goods_missing(state, decision.seat, left.goods, self.kilts):
            raise IllegalMove("FULFIL-02", "goods_missing", contract=self.contract, goods=missing)
        check_modifiers(state, decision.seat, self.modifiers, *REDUCING)
        check_spared(demand, self.modifiers)
        self._check_animals(state, decision.seat, left)

    def _check_nothing_given(self, decision: Decision) -> None:
        """Nothing is left to deliver or to spare. (PORT-18)"""
        if self.slaughter:
            raise IllegalMove(decision.RULE, "no_animals_asked", contract=self.contract)
        if self.modifiers:
            raise IllegalMove(decision.RULE, "nothing_to_spare", contract=self.contract)

    def _check_animals(self, state: State, seat: Seat, demand: Demand) -> None:
        """Exactly the animals that are left to deliver, each its own and on the map.

        (FULFIL-04..07)
        """
        pieces = list(state.players[seat].units)
        for animal in self.slaughter:
            piece = Piece(animal.unit, animal.hex)
            if piece not in pieces:
                raise IllegalMove("FULFIL-07", "no_such_animal", unit=animal.unit, hex=animal.hex)
            pieces.remove(piece)
        units = [animal.unit for animal in self.slaughter]
        beef, mutton = demand.amount("beef"), demand.amount("mutton")
        if (units.count("cow"), units.count("sheep")) == (beef, mutton):
            return
        if not beef + mutton:
            raise IllegalMove("FULFIL-06", "no_animals_asked", contract=self.contract)
        wanted = [f"{n} {unit}" for n, unit in ((beef, "cow"), (mutton, "sheep")) if n]
        raise IllegalMove(
            "FULFIL-06",
            "wrong_number_of_animals",
            contract=self.contract,
            animals=wanted,
            beef=beef,
            mutton=mutton,
        )

    def copied_tile(self) -> int | None:
        return copied(self.modifiers)

    def stand_ins(self) -> list[ProcessedGood]:
        return self.kilts

    def fulfilled(self) -> ContractId:
        return self.contract

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat, contract = decision.seat, game.state.content.contract(self.contract)
        announce(game, seat, self.modifiers)
        game.finish(decision)
        if decision.MAIN and clan_of(game.player(seat)).fulfils_again(game.state.options):
            game.open(FulfilNextDecision(game.version, seat))
        follow_up(game, seat, self.modifiers)
        demand = decision.demand(contract).without(spared(self.modifiers))
        spend(game, seat, demand.goods, self.kilts)
        for animal in self.slaughter:
            game.emit(fx.Withdrawn(seat, animal.unit, animal.hex))
        late = game.state.options.box_freed_late
        if not late:
            game.emit(fx.ContractFulfilled(seat, self.contract))
        for import_, amount in zip(IMPORTS, contract.imports, strict=True):
            move_import(game, seat, import_, amount)
        clan_of(game.player(seat)).imports(game, seat, contract)
        game.money(seat, contract.money)
        open_export_bonuses(game, seat, contract, freeing=self.contract if late else ContractId(0))

    def notation(self) -> str:
        animals = [f"{animal.unit} {animal.hex}" for animal in self.slaughter]
        slaughter = ["slaughter", *animals] if animals else []
        kilts = [KILTS, *self.kilts] if self.kilts else []
        words = [self.WORD, str(self.contract), *kilts, *slaughter, *written(self.modifiers)]
        return " ".join(words)

    @classmethod
    def read(cls, words: list[str]) -> Self:
        (contract, *rest), modifiers = split_off(words)
        rest, kilts = split_kilts(rest)
        if rest and rest[0] != "slaughter":
            raise MalformedMove(f"expected 'slaughter', not {rest[0][:40]!r}")
        if rest and not len(rest) % 2:
            raise MalformedMove("name an animal and its space in turn, as in 'slaughter cow F5'")
        animals = [{"unit": u, "hex": h} for u, h in zip(rest[1::2], rest[2::2], strict=True)]
        return cls.build(
            contract=number(contract), slaughter=animals, modifiers=modifiers, kilts=kilts
        )


def split_kilts(words: list[str]) -> tuple[list[str], list[str]]:
    """A notation without what kilts stand for, which comes first, and that.

    Raises MalformedMove.
    """
    if words[:1] != [KILTS]:
        return words, []
    end = words.index("slaughter") if "slaughter" in words else len(words)
    if end == 1:
        raise MalformedMove(f"name what kilts stand for, as in '{KILTS} cheese bread'")
    return words[end:], words[1:end]


def different(player: Player, unit: Animal, number_: int) -> Iterable[tuple[Slaughtered, ...]]:
    """The ways to take so many animals of a kind; like animals on a space count as one."""
    if not number_:
        return [()]
    standing = [Slaughtered(unit, piece.hex) for piece in player.units if piece.unit == unit]
    return dict.fromkeys(combinations(standing, number_))


def goods_missing(
    state: State, seat: Seat, amounts: Sequence[int], kilts: Sequence[ProcessedGood]
) -> list[str]:
    """The goods of which a player has too few, of these amounts beside the kilts. (FULFIL-02)"""
    short = lacking_beside(state, seat, amounts, kilts)
    return [good for good, n in zip(GOODS, short, strict=True) if n] if any(short) else []


def move_import(game: Recorder, seat: Seat, good: Import, amount: int) -> None:
    """Move an import counter; £1 for each mark reached or passed. (FULFIL-11..15)

    There are no counters where imports are worth the same for all or are ranked by each player
    alone. (VAR-STATIC-02, VAR-BALANCED-03, VAR-LESS-02, OPT-06)
    """
    options = game.state.options
    if not amount or options.imports != "dynamic":
        return
    every = game.state.content.import_mark_every
    before = game.state.imports[IMPORT_INDEX[good]]
    after = before + amount
    game.emit(fx.ImportMoved(good, after))
    if options.import_coin:
        game.money(seat, after // every - before // every)


def open_export_bonuses(
    game: Recorder, seat: Seat, contract: Contract, *, freeing: ContractId
) -> None:
    """Open what a contract gives beside money and imports, if anything. (STATE-37, BONUS-01)"""
    beer = clan_of(game.player(seat)).beer(contract)
    bonuses: list[ExportBonus] = ["free_space"] * contract.free_space
    bonuses += ["bonus_upgrade"] * contract.bonus_upgrade
    bonuses += ["beer"] * bool(beer)
    if bonuses or freeing:
        game.open(ExportBonusesDecision(game.version, seat, bonuses, beer, freeing))


class Bonus(MoveBase, frozen=True, tag="bonus"):
    """Choose the next direct export bonus. (BONUS-02, BONUS-08)"""

    WORD = "bonus"
    EXAMPLE = "bonus free_space"

    kind: ExportBonus

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        kinds = as_kind(decision, ExportBonusesDecision).bonuses
        yield from (cls(kind) for kind in dict.fromkeys(kinds))

    def check(self, state: State, decision: Decision) -> None:
        if self.kind not in as_kind(decision, ExportBonusesDecision).bonuses:
            raise IllegalMove("BONUS-02", "no_such_bonus", kind=self.kind)

    def chosen_bonus(self) -> ExportBonus:
        return self.kind

    def perform(self, game: Recorder, decision: Decision) -> None:
        open_export_bonus(game, as_kind(decision, ExportBonusesDecision), self.kind)

    def notation(self) -> str:
        return f"{self.WORD} {self.kind}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(kind=words[0])
