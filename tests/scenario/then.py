"""Then: what is expected."""

from typing import Self

import pytest

from games import engine
from games.engine.terms import GOOD_INDEX, GOODS
from tests.scenario.seats import COLOURS, seat_of
from tests.scenario.table import Looking


class Comparing(Looking):
    """Compares the table with what the rules say, and tries what they forbid."""

    def expect(self, colour: str, **wanted: object) -> Self:
        """Compare money, glory, goods, ``stock``, ``track``, ``shipping``, ``contracts`` ..."""
        player = self.state.players[seat_of(colour)]
        for name, value in wanted.items():
            if name in GOOD_INDEX:
                known: object = player.goods[GOOD_INDEX[name]]
            elif name == "contracts":
                known = [c for box in player.boxes for c in box]
            elif name == "bid":
                known = self.state.bid_of(seat_of(colour))
            elif name == "units":
                known = sorted(f"{p.unit} {p.hex}" for p in player.units)
            else:
                known = getattr(player, name)
            assert known == value, f"{colour} {name}: {known}, expected {value}"
        return self

    def expect_price(self, good: str, pounds: int) -> Self:
        """Compare the price of a good."""
        assert self.state.price(GOODS.index(good)) == pounds  # type: ignore[arg-type]
        return self

    def expect_marker(self, good: str, position: int) -> Self:
        """Compare the place of a price marker, counted from 0."""
        assert self.state.prices[GOODS.index(good)] == position  # type: ignore[arg-type]
        return self

    def expect_market(self, colour: str, *merchants: str) -> Self:
        """Compare a player's merchants on the market: exactly these, as ``sell 2 wool``."""
        player = self.state.players[seat_of(colour)]
        known = [f"buy {n} {good}" for good, n in zip(GOODS, player.buying, strict=True) if n]
        known += [f"sell {n} {good}" for good, n in zip(GOODS, player.selling, strict=True) if n]
        assert sorted(known) == sorted(merchants)
        return self

    def expect_used(self, tile: int, *colours: str) -> Self:
        """Compare who has used a port tile, in the order of use."""
        port = next(port for port in self.state.ports if port.tile == tile)
        assert [COLOURS[seat] for seat in port.used_by] == list(colours)
        return self

    def expect_decision(self, kind: str, colour: str | None = None) -> Self:
        """Compare what the game is waiting for."""
        decision = self.decision()
        assert decision.kind == kind, decision
        assert colour is None or decision.seat == seat_of(colour)
        return self

    def refuses(self, line: str | dict[str, object], rule: str, code: str | None = None) -> Self:
        """The move, in notation or as plain values, is refused by this rule and nothing changes."""
        move = engine.parse(line) if isinstance(line, str) else engine.decode_move(line)
        before = engine.dump(self.state)
        with pytest.raises(engine.IllegalMove) as refusal:
            engine.play(self.state, self.deciding(), move)
        assert refusal.value.rule == rule, refusal.value
        assert code is None or refusal.value.code == code, refusal.value
        assert engine.dump(self.state) == before
        assert move not in engine.legal_moves(self.state, self.deciding())
        return self
