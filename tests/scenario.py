"""A language for rule tests: put a table together, play notation, say what is expected.

    scenario(players=3, clans="campbell stewart robertson")
        .give("red", money=40, wool=2)
        .put("red", "worker F3", "bakery G8")
        .play("expand bakery F2", "end")
        .expect("red", money=12)
        .refuses("buy 9 wool", "TRADE-02")

Seats have colours: red, blue, black, white for 0 to 3. A scenario starts in the action phase with
red to move in round 1, nothing on the map, no money and no goods, and port tiles out of the way of
nobody: what a test needs of them it lays itself.
"""

import json
from collections.abc import Iterable
from typing import Any, Self

import msgspec
import pytest

from games import engine
from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import ChooseClan, Decision, MainAction
from games.engine.state import Phase, Piece, PortTile, Turn
from games.engine.words import GOOD_INDEX, GOODS, IMPORTS, ContractId, Hex, Seat
from tests.random_play import seed_of

COLOURS = ("red", "blue", "black", "white")
RED, BLUE, BLACK, WHITE = (Seat(i) for i in range(4))


def seat_of(colour: str) -> Seat:
    """The seat of a colour."""
    return Seat(COLOURS.index(colour))


class Scenario:
    """A table in the middle of a game; methods return it, so that they can be chained."""

    def __init__(self, state: engine.State) -> None:
        self.state = state
        self.events: list[engine.Event] = []

    # --- putting it together ---------------------------------------------------------------------

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
        faces = [int(face) for _, *told in thrown for face in told]
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

    # --- playing ---------------------------------------------------------------------------------

    def play(self, *lines: str) -> Self:
        """Play notation for whoever has to decide; steps of the game follow by themselves."""
        for line in lines:
            self.play_as(COLOURS[self.deciding()], line)
        return self

    def play_as(self, colour: str, line: str) -> Self:
        """Play notation for one seat."""
        self.events.append(engine.play(self.state, seat_of(colour), engine.parse(line)))
        return self

    def all_pass(self) -> Self:
        """Everybody passes in turn order, which ends the action phase."""
        while self.state.phase == "action":
            self.play("pass")
        return self

    def go_to(self, phase: Phase) -> Self:
        """Leave what is open and go on at a phase of the game itself."""
        self.state.decisions, self.state.phase = [], phase
        return self

    def advance(self, *kinds: str) -> Self:
        """Take steps of the game itself: exactly these, or, unnamed, until somebody decides."""
        taken: list[str] = []
        while (not kinds or len(taken) < len(kinds)) and (step := engine.advance(self.state)):
            self.events.append(step)
            taken.append(step.kind)
        assert not kinds or taken == list(kinds)
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

    def deciding(self) -> Seat:
        """The seat that has to decide now."""
        return self.state.open_decisions()[0].seat

    # --- looking ---------------------------------------------------------------------------------

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

    def decision(self) -> Decision:
        """The first decision that is open."""
        return self.state.open_decisions()[0]

    def legal(self, kind: str | None = None) -> list[str]:
        """The notation of the legal moves of whoever decides, of one type or of all."""
        moves = engine.legal_moves(self.state, self.deciding())
        return [m.notation() for m in moves if kind is None or m.type_name() == kind]

    def can(self, line: str) -> bool:
        """Whether a move is among the legal ones."""
        return line in self.legal()

    def pieces(self, colour: str) -> list[Piece]:
        """A player's units."""
        return self.state.players[seat_of(colour)].units


def scenario(
    *, players: int = 3, clans: str = "", seed: str = "scenario", money: int = 100, **switches: Any
) -> Scenario:
    """A table in the action phase of round 1, red to move; see the module's text.

    ``clans`` names one clan a seat, or none for plain ones, which come with their boxes and with
    nothing else of their start; everybody has ``money``. ``switches`` are further options.
    """
    state, _ = engine.new_game(
        engine.Options(players=players, map=["A1", "B1", "C1", "D1"], **switches),
        seed_of(seed),
        engine.packs.builtin(),
    )
    for seat, clan in enumerate(clans.split()):
        state.players[seat].clan = clan
        state.players[seat].boxes = [[] for _ in range(clan_of(state.players[seat]).boxes())]
    for player in state.players:
        player.money = money
    _to_the_first_turn(state, players)
    return Scenario(state)


def _to_the_first_turn(state: engine.State, players: int) -> None:
    state.draft, state.decisions = [], []
    state.turn_order = [Seat(i) for i in range(players)]
    state.phase, state.round = "action", 1
    state.turn = Turn(RED)
    state.undo_to = state.version
    state.decisions = [MainAction(state.version, RED)]


def drafting(*, players: int, seed: str, clans: Iterable[str] = ()) -> Scenario:
    """A new game at its draft; ``clans`` are put into the pairs in order."""
    state, event = engine.new_game(
        engine.Options(players=players, map=["A1", "B1", "C1", "D1"]),
        seed_of(seed),
        engine.packs.builtin(),
    )
    for pair, clan in zip(state.draft, clans, strict=False):
        pair.clan = clan
    table = Scenario(state)
    table.events.append(event)
    return table


def drafted(*clans: str, seed: str = "scenario") -> Scenario:
    """A new game whose draft is over: a clan for each seat, red first in the turn order.

    A name that is no clan's stands for a plain one.
    """
    table = drafting(players=len(clans), seed=seed, clans=clans)
    state = table.state
    state.turn_order = [Seat(seat) for seat in range(len(clans))]
    state.decisions = [ChooseClan(state.version, state.turn_order[-1])]
    while state.phase == "draft":
        table.play(f"choose {table.deciding()}")
    return table
