"""Given: how things stand before something is played."""

import json
from typing import Self

import msgspec

from games import engine
from games.engine import effects as fx
from games.engine.state import PortTile
from games.engine.terms import GOOD_INDEX, GOODS, IMPORTS, ContractId, Hex
from tests.scenario.seats import seat_of
from tests.scenario.table import Looking


class Arranging(Looking):
    """Puts a table together. What it does is no move and obeys no rule."""

    def give(self, colour: str, *, money: int | None = None, **goods: int) -> Self:
        """Set a player's money and goods."""
        player = self.state.players[seat_of(colour)]
        if money is not None:
            player.money = money
        for good, amount in goods.items():
            player.goods[GOOD_INDEX[good]] = amount  # type: ignore[index]
        return self

    def put(self, colour: str, *units: str) -> Self:
        """Deploy units for nothing: ``cow F5``; workers by their column, as ``miner F5``."""
        for unit in units:
            column, hex_ = unit.split()
            fx.Deployed(seat_of(colour), column, Hex(hex_)).apply(self.state)  # type: ignore[arg-type]
        return self

    def merchants(self, colour: str, *, stock: int, track: int | None = None) -> Self:
        """Set how many merchants are ready and how many can be hired."""
        player = self.state.players[seat_of(colour)]
        player.stock = stock
        player.track = 7 - stock if track is None else track
        return self

    def shipping(self, colour: str, level: int) -> Self:
        """Set a shipping level."""
        fx.ShippingSet(seat_of(colour), level).apply(self.state)
        return self

    def technology(self, colour: str, *columns: str) -> Self:
        """Flip technology tiles."""
        self.state.players[seat_of(colour)].technology = list(columns)  # type: ignore[arg-type]
        return self

    def price(self, good: str, pounds: int) -> Self:
        """Put a price marker on the lowest place that shows a price."""
        index = GOODS.index(good)  # type: ignore[arg-type]
        track = self.state.content.market(self.state.options.players)[index]
        self.state.prices[index] = track.prices.index(pounds)
        return self

    def marker(self, good: str, position: int) -> Self:
        """Put a price marker on a place counted from 0."""
        self.state.prices[GOODS.index(good)] = position  # type: ignore[arg-type]
        return self

    def round(self, number: int) -> Self:
        """Set the round."""
        self.state.round = number
        return self

    def box(self, colour: str, contract: int) -> Self:
        """Put a contract into a player's first empty box, wherever it is now."""
        self._take_away(contract)
        boxes = self.state.players[seat_of(colour)].boxes
        next((pile for pile in boxes if not pile), boxes[0]).append(ContractId(contract))
        return self

    def cellar(self, colour: str, *barrels: int) -> Self:
        """Lay barrels, 0 or 1 on each space from left to right, into MacKenzie's cellar."""
        self.state.players[seat_of(colour)].clan_state = list(barrels)
        return self

    def fulfilled(self, colour: str, *contracts: int) -> Self:
        """Lay contracts on a player's pile of fulfilled ones and move the counters."""
        for number in contracts:
            self._take_away(number)
            self.state.players[seat_of(colour)].fulfilled.append(ContractId(number))
            for index, amount in enumerate(self.state.content.contract(ContractId(number)).imports):
                self.state.imports[index] += amount
        return self

    def _take_away(self, contract: int) -> None:
        number, state = ContractId(contract), self.state
        assert state.secret is not None
        if number in state.slots:
            state.slots[state.slots.index(number)] = ContractId(0)
        elif number in state.secret.pile:
            state.secret.pile.remove(number)
            state.pile -= 1

    def on_board(self, *contracts: int) -> Self:
        """Lay contracts on the first slots of the export board; what lay there goes on top."""
        state = self.state
        assert state.secret is not None
        for slot, contract in enumerate(contracts):
            self._take_away(contract)
            if state.slots[slot]:
                state.secret.pile.insert(0, state.slots[slot])
                state.pile += 1
            state.slots[slot] = ContractId(contract)
        return self

    def with_contract(self, number: int, **values: int) -> Self:
        """Change what a contract asks for and gives, by a content pack made for the purpose."""
        files = json.loads(engine.packs.get(self.state.pack).raw)
        header, *rows = (line.split(",") for line in files["contracts.csv"].splitlines())
        changed = {"id": number, **values}
        lines = [
            [str(changed.get(name, value)) for name, value in zip(header, row, strict=True)]
            if int(row[0]) == number
            else row
            for row in rows
        ]
        files["contracts.csv"] = "".join(",".join(line) + "\n" for line in [header, *lines])
        raw = json.dumps(files, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        pack = engine.packs.from_bytes(raw.encode())
        engine.packs.register(pack)
        self.state.pack = pack.hash
        self.state.__dict__.pop("content", None)
        return self

    def pile(self, *contracts: int) -> Self:
        """Make the pile exactly these, the top one first; what else was in it leaves the game."""
        for contract in contracts:
            self._take_away(contract)
        assert self.state.secret is not None
        self.state.secret.pile = [ContractId(c) for c in contracts]
        self.state.pile = len(contracts)
        self.state.pile_tail = []
        return self

    def dice(self, *throws: str) -> Self:
        """The next throws of the solo game's market dice, as ``wool -3`` or ``wool``, ``milk 1``.

        A good without a face is a throw that is to be repeated.
        """
        assert self.state.secret is not None
        thrown = [throw.split() for throw in throws]
        self.state.secret.seed = ""
        self.state.secret.goods_die = [good for good, *_ in thrown]  # type: ignore[misc]
        faces = [int(face) for _, *shown in thrown for face in shown]
        self.state.secret.price_die = faces  # type: ignore[assignment]
        return self

    def port(self, hex_: str, tile: int) -> Self:
        """Lay a port tile on a place; what lay there, or the same tile elsewhere, is gone."""
        others = [port for port in self.state.ports if port.hex != hex_ and port.tile != tile]
        self.state.ports = others
        self.state.ports.append(PortTile(Hex(hex_), tile))
        return self

    def imports(self, **counters: int) -> Self:
        """Set import counters."""
        for good, amount in counters.items():
            self.state.imports[IMPORTS.index(good)] = amount  # type: ignore[arg-type]
        return self

    def values(self, **fields: object) -> Self:
        """Play with other values than the pack's, unchecked; comes after ``with_contract``."""
        changed = msgspec.structs.replace(self.state.content, **fields)
        self.state.__dict__["content"] = changed
        return self

    def scoring_tile(self, number: int) -> Self:
        """Make this the scoring tile of the round."""
        self.state.scoring_tiles[self.state.round - 1] = number
        return self
