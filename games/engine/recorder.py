"""The recorder: how a rule changes a state.

A rule reads the state and emits effects; each is applied at once, so that the next line of the
rule sees it, and noted for the event. The methods beside ``emit`` are the phrases that many rules
share.
"""

from games.engine import effects as fx
from games.engine.decisions import Decision
from games.engine.state import Player, State
from games.engine.terms import GOOD_INDEX, GOODS, Column, ContractId, Good, Hex, Seat, Side


class Recorder:
    """Applies effects to a state and keeps them in order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.version = state.version + 1
        self.effects: list[fx.Effect] = []
        self.secrets: list[fx.Effect] = []
        self.hidden_for: Seat | None = None

    def emit(self, effect: fx.Effect) -> None:
        """Apply an effect and note it."""
        effect.apply(self.state)
        self.effects.append(effect)

    def emit_secret(self, effect: fx.Effect) -> None:
        """Apply an effect that only the server may know, or the seat that hides its move.

        Folding applies the secret effects of an event before its public ones, so they come first.
        """
        if self.effects:
            raise RuntimeError("secret effects come before public ones")
        effect.apply(self.state)
        self.secrets.append(effect)

    def hide_move(self, seat: Seat) -> None:
        """The move itself is a secret, of which the seat may know, like the event's others."""
        self.hidden_for = seat

    def player(self, seat: Seat) -> Player:
        """The player at a seat."""
        return self.state.players[seat]

    # --- phrases ---------------------------------------------------------------------------------

    def money(self, seat: Seat, amount: int) -> None:
        """Receive pounds, or pay them when negative."""
        if amount:
            self.emit(fx.MoneyChanged(seat, amount))

    def goods(self, seat: Seat, good: Good, amount: int) -> None:
        """Receive goods, or give them up when negative."""
        if amount:
            self.emit(fx.GoodsChanged(seat, good, amount))

    def glory(self, seat: Seat, amount: int) -> None:
        """Gain Glory."""
        if amount:
            self.emit(fx.GloryGained(seat, amount))

    def move_price(self, good: Good, steps: int) -> None:
        """Move a price marker; it stops at the ends of its column. (TRADE-05, TRADE-06)"""
        track = self.state.content.market(self.state.options.players)[GOOD_INDEX[good]]
        here = self.state.prices[GOOD_INDEX[good]]
        there = track.moved(here, steps)
        if there != here:
            self.emit(fx.PriceMoved(good, there))

    def place_merchants(self, seat: Seat, good: Good, side: Side, amount: int) -> None:
        """Put merchants from the stock onto an area, or take them back when negative."""
        self.emit(fx.MerchantsMoved(seat, good, side, amount))

    def recall_merchants(self, seat: Seat) -> None:
        """All merchants of a player return from the market to the stock. (PREP-02)"""
        player = self.player(seat)
        for index, good in enumerate(GOODS):
            if player.buying[index]:
                self.place_merchants(seat, good, "buy", -player.buying[index])
            if player.selling[index]:
                self.place_merchants(seat, good, "sell", -player.selling[index])

    def deploy(self, seat: Seat, column: Column, hex_: Hex, cost: int) -> None:
        """Pay, then put a unit on the map. (EXPAND-04)"""
        self.money(seat, -cost)
        self.emit(fx.Deployed(seat, column, hex_))

    def draw_contract(self) -> ContractId | None:
        """Turn up the top contract of the pile; None when the pile is empty. (PREP-07)"""
        state = self.state
        if state.pile:
            if state.secret is None:
                raise RuntimeError("the order of the pile is unknown")
            contract = state.secret.pile[0]
        elif state.pile_tail:
            contract = state.pile_tail[0]
        else:
            return None
        self.emit(fx.ContractDrawn(contract))
        return contract

    def draw_contracts(self, number: int) -> list[ContractId]:
        """Turn up so many contracts of the pile, as far as it goes. (PREP-07)"""
        return [c for _ in range(number) if (c := self.draw_contract()) is not None]

    def box_contract(self, seat: Seat, contract: ContractId) -> None:
        """Put a contract into the first empty box."""
        boxes = self.player(seat).boxes
        self.emit(fx.ContractBoxed(seat, contract, boxes.index([])))

    def barrier(self) -> None:
        """Nothing before this event can be undone. (UNDO-02)"""
        self.emit(fx.BarrierSet(self.version))

    # --- decisions -------------------------------------------------------------------------------

    def open(self, decision: Decision) -> None:
        """Put a decision onto the stack."""
        self.emit(fx.DecisionOpened(decision))

    def close(self) -> None:
        """Take the top decision off the stack."""
        self.emit(fx.DecisionClosed())

    def open_instead(self, decision: Decision) -> None:
        """Put a decision in the place of the top one."""
        self.emit(fx.DecisionChanged(decision))

    def finish(self, decision: Decision) -> None:
        """The open decision has been answered by an action.

        After the main action of a turn free actions may follow; an action that something else
        granted leads back to where it was granted. (STATE-23)
        """
        self.close()
        following = decision.then(self.version)
        if following is not None:
            self.open(following)
