"""Who plays the golden games when they are written: what chooses the moves in them, by name."""

from collections.abc import Callable
from typing import Final

from games import bots, engine
from games.engine.clans import clan_of
from games.engine.geometry.board import BIT
from games.engine.randomness import Stream
from games.engine.rules.answers import size
from simulation.random_play import Chooser, at_random, seed_of


def by_stewards(game: str) -> Chooser:
    """Stewards on every seat, who draft by chance: by themselves they never take some clans."""
    stream = Stream(seed_of(game), "stewards")

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        if state.phase == "draft":
            return stream.choice(engine.legal_moves(state, seat))
        return bots.steward(state, seat, stream)

    return choose


def busily(game: str) -> Chooser:
    """By chance, but seldom idle: passing and skipping come up least, rare kinds of moves most."""
    stream = Stream(seed_of(game), "busy play")

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        by_kind: dict[str, list[engine.Move]] = {}
        for move in engine.legal_moves(state, seat):
            by_kind.setdefault(move.type_name(), []).append(move)
        busy = [kind for kind in by_kind if kind not in IDLE]
        kinds = busy if busy and stream.below(10) else list(by_kind)
        return stream.choice(by_kind[stream.choice(kinds)])

    return choose


def in_own_ways(game: str) -> Chooser:
    """Busily, and of moves of a kind rather those that only the clan makes possible."""
    busy, stream = busily(game), Stream(seed_of(game), "own ways")

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        move = busy(state, seat)
        kind = [m for m in engine.legal_moves(state, seat) if type(m) is type(move)]
        best = max(own_ways(state, seat, one) for one in kind)
        own = [one for one in kind if own_ways(state, seat, one) == best]
        return stream.choice(own) if best else move

    return choose


def own_ways(state: engine.State, seat: engine.Seat, move: engine.Move) -> int:
    """How much of its clan a move uses: canals, young, and the way to them."""
    clan = clan_of(state.players[seat])
    if answer := move.answer():
        return sum(size(chosen) for chosen in answer.clan.chosen().values())
    if expansion := move.expansion():
        farther = clan.extra_reach(state, seat) & ~state.position.reach(seat)
        return bool(BIT[expansion[1]] & (farther | clan.towards_gifts(state, seat, expansion[0])))
    return 0


def eagerly(game: str) -> Chooser:
    """Every second time by a move that only the clan has, or that leads to one.

    Otherwise as a steward does, who fulfils contracts, or in own ways.
    """
    others, stream = [in_own_ways(game), by_stewards(game)], Stream(seed_of(game), "eager play")

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        player = state.players[seat]
        own, likes = clan_of(player).own_moves(), LIKES.get(player.clan, dislikes)
        legal = engine.legal_moves(state, seat) if own or player.clan in LIKES else []
        moves = [m for m in legal if m.type_name() in own] or [
            m for m in legal if likes(state, seat, m)
        ]
        if moves and stream.below(2):
            return stream.choice(moves)
        return stream.choice(others)(state, seat)

    return choose


def dislikes(_state: engine.State, _seat: engine.Seat, _move: engine.Move) -> bool:
    """Of most clans no move leads to another."""
    return False


def herds(state: engine.State, seat: engine.Seat, move: engine.Move) -> bool:
    """A sheep, beside the others if there are; or a contract, which may bring a free space."""
    column, hex_ = move.expansion() or ("", None)
    sheep = [piece.hex for piece in state.players[seat].units if piece.unit == "sheep"]
    near = any(state.board.adjacent[other] & BIT[hex_] for other in sheep) if hex_ else False
    return bool(move.fulfilled()) or (column == "sheep" and (near or not sheep))


def processes_from_silos(state: engine.State, seat: engine.Seat, move: engine.Move) -> bool:
    """An answer that takes grain out of silos, and buildings and fields before."""
    if answer := move.answer():
        return bool(clan_of(state.players[seat]).brings(answer.clan).get("grain"))
    return (move.expansion() or ("",))[0] in ("field", "bakery")


def rides(state: engine.State, seat: engine.Seat, move: engine.Move) -> bool:
    """An expansion beyond reach, or the use of a port tile."""
    reach = state.position.reach(seat)
    by_rail = bool((found := move.expansion()) and not reach & BIT[found[1]])
    return by_rail or move.type_name() == "use_port"


def trades_in_twos(state: engine.State, seat: engine.Seat, move: engine.Move) -> bool:
    """Goods of neighbours or at a market, several of which go together."""
    deal = move.type_name() in ("neighbourhood_buy", "sell_at_market")
    return deal and getattr(move, "quantity", 1) > 1


def sails(state: engine.State, seat: engine.Seat, move: engine.Move) -> bool:
    """A port tile, of the map or of the clan, also within another move, and what it brings."""
    within = bool(getattr(move, "modifiers", ()))
    return within or move.type_name() in ("use_port", "draw_contracts")


def weaves(state: engine.State, seat: engine.Seat, move: engine.Move) -> bool:
    """What kilts stand for, workers beside sheep, and contracts, which bring cotton."""
    if answer := move.answer():
        return bool(answer.clan.chosen())
    found = move.expansion()
    near = clan_of(state.players[seat]).towards_gifts(state, seat, found[0]) if found else 0
    beside = bool(found and near & BIT[found[1]])
    return bool(move.stand_ins() or move.fulfilled()) or beside


LIKES: Final[dict[str, Callable[[engine.State, engine.Seat, engine.Move], bool]]] = {
    "douglas": trades_in_twos,
    "fraser": weaves,
    "gordon": processes_from_silos,
    "macgregor": herds,
    "macleod": sails,
    "sinclair": rides,
}
"""By clan, the moves that lead to those which only the clan has."""


IDLE: Final = ("pass", "skip", "end_turn")
PLAYERS: Final[dict[str, Callable[[str], Chooser]]] = {
    "chance": at_random,
    "stewards": by_stewards,
    "busy": busily,
    "clanly": in_own_ways,
    "eager": eagerly,
}
"""The players: from the name of a game to what chooses the moves in it."""
