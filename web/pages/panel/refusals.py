"""Why an action is not possible: the refusal of the attempt that comes nearest."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, cast

from games import engine
from games.engine.clans import clan_of
from games.engine.geometry.board import hexes_in
from games.engine.moves.base import MoveBase
from games.engine.rules.spending import lacking, lacking_beside
from games.engine.terms import GOOD_INDEX, GOODS, PROCESSED_GOODS, ContractId, Hex
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from replays.narration.language import ngettext
from web.pages.common.errors import called, forbidden
from web.pages.common.refusal_texts import (
    BY_CONTROLS,
    IN_COMMON,
    NOTHING_TO_EXCHANGE,
    OF_COPIES,
    USED_UP,
)
from web.pages.panel.move_panels import panel_of, panel_to
from web.pages.panel.moves.base import AnyPanel
from web.pages.panel.steps import Path, Step
from web.pages.panel.structs import Refusal

LACKING: Final = ("goods_missing", "wrong_number_of_animals")
"""Codes of refusals that say less of a contract than could be said."""
OUT_OF_REACH: Final = ("port_out_of_reach", "port_out_of_canals", "port_out_of_skips")
"""Codes of refusals of a port tile that is too far away."""
SAYING_LEAST: Final = (
    "on_water",
    "wrong_terrain",
    "not_empty",
    "not_on_the_map",
    "blocked",
    "market_there",
    *OUT_OF_REACH,
)
"""Codes of refusals that only say that another space or port would have to be chosen."""
NAMING_THEIR_PORT: Final = ("announce_with_contract", "announce_with_trade", "announce_good")
"""Codes of refusals whose words name the port, so that nothing stands before them."""
TOO_FAR: Final = ("out_of_reach", "out_of_canals", "out_of_skips")
"""Codes of refusals that name a space, which somebody who has chosen none did not think of."""
ASKING: Final = (
    *("copy_which", "discard_one", "gain_exactly", "none_named", "return_column_missing"),
    *("exchange_one", "wrong_number_of_units"),
)
"""Codes of refusals that ask for more of a move: of one that is closed they are no reason."""


def refusal_of(
    state: engine.State, decision: engine.Decision, move: MoveBase
) -> engine.IllegalMove | None:
    """Why a move is not legal; None when it is."""
    try:
        move.check(state, decision)
    except engine.IllegalMove as refusal:
        return refusal
    return None


def describe(
    state: engine.State, decision: engine.Decision, refusal: engine.IllegalMove
) -> Refusal:
    """A refusal in words; of a contract that cannot be fulfilled, what is still needed for it."""
    if refusal.code in BY_CONTROLS:
        text = _(BY_CONTROLS[refusal.code])
    elif refusal.code == "wrong_number_of_units":
        text = _(NOTHING_TO_EXCHANGE[state.options.port7_up_to])
    else:
        text = _by_state(state, decision, refusal)
    if not text and refusal.code in ASKING:
        text = _("Nothing that could be chosen for it is possible now.")
    return Refusal(refusal.rule, text or forbidden(refusal))


def _by_state(state: engine.State, decision: engine.Decision, refusal: engine.IllegalMove) -> str:
    """What can be said of a refusal by what the player has; empty for nothing more."""
    if refusal.code == "not_enough_goods":
        return _not_enough(state, decision, refusal)
    if refusal.code == "discard_one":
        asked = refusal.facts["goods"]
        goods = {*asked} if isinstance(asked, list) else {asked}
        short = _too_few(state, decision, refusal)
        text = short and _with_stand_in(short, state, decision, goods)
        return text and _with_way(text, state, decision, goods)
    if refusal.code == "out_of_reach":
        return _over_a_river(state, decision, Hex(str(refusal.facts["hex"])))
    if refusal.code in LACKING:
        number = ContractId(int(str(refusal.facts["contract"])))
        needed = still_needed(state, decision.seat, number)
        text = _("For contract %(contract)s you still need %(needed)s.")
        facts = {"contract": number, "needed": vocabulary.listed(needed)}
        return text % facts if needed else ""
    both = refusal.code == "technology_known" and _all_technologies(state, decision)
    return _("You have upgraded both technologies.") if both else ""


def _over_a_river(state: engine.State, decision: engine.Decision, hex_: Hex) -> str:
    """That only a river parts a space from a unit of the player; empty for any other. (DEF-20)"""
    banks = state.board.across_river.get(hex_, 0) & state.position.own[decision.seat]
    for origin in hexes_in(banks):
        return forbidden(engine.IllegalMove("DEF-28", "river_between", origin=origin, hex=hex_))
    return ""


def _not_enough(state: engine.State, decision: engine.Decision, refusal: engine.IllegalMove) -> str:
    """How much of a good a player has; and how more of it, which the clan keeps, is taken out.

    (CLAN-GORDON-6, CLAN-MACKENZIE-09)
    """
    return _with_way(forbidden(refusal), state, decision, {refusal.facts["good"]})


def _too_few(state: engine.State, decision: engine.Decision, refusal: engine.IllegalMove) -> str:
    """How much a player has of the goods that a port tile takes; empty where that is enough.

    (PORT-2, PORT-3, PORT-14)
    """
    goods = [good for good in GOODS if good in cast("list[str]", refusal.facts["goods"])]
    player, wanted = state.players[decision.seat], cast("int", refusal.facts["amount"])
    other = clan_of(player).stand_in(player)
    have = sum(player.goods[GOOD_INDEX[good]] for good in goods)
    have += other.amount if other and {*other.goods}.intersection(goods) else 0
    if have >= wanted:
        return ""
    if have:
        text = _("You have %(n)s of the %(wanted)s goods that it takes: %(goods)s.")
    else:
        text = _("You have none of the goods that it takes: %(goods)s.")
    named = vocabulary.joined([_(vocabulary.GOODS[good]) for good in goods])
    return text % {"n": have, "wanted": wanted, "goods": named}


def _with_way(
    text: str, state: engine.State, decision: engine.Decision, goods: Collection[object]
) -> str:
    """A refusal, and how some of the goods that it is about are taken out."""
    if action := taken_out_by(state, decision, goods):
        # Translators: such as "You have 0 grain. First choose: Take grain out of a silo."
        return _("%(why)s First choose: %(action)s.") % {"why": text, "action": action}
    return text


def _with_stand_in(
    text: str, state: engine.State, decision: engine.Decision, goods: Collection[object]
) -> str:
    """A refusal, and that what the clan makes would stand for one of the goods. (CLAN-FRASER-5)"""
    player = state.players[decision.seat]
    kilts = "kilts" in clan_of(player).shown_state(state.content, player)
    if kilts and {*PROCESSED_GOODS}.intersection(goods):
        # Translators: such as "You have none of the goods that it takes: bread, cheese, whisky. A
        # kilt does as well."
        return _("%(why)s A kilt does as well.") % {"why": text}
    return text


def _all_technologies(state: engine.State, decision: engine.Decision) -> bool:
    """Whether a player whose clan has two technologies has upgraded both."""
    player = state.players[decision.seat]
    both = clan_of(player).technologies
    return len(both) > 1 and {*both} <= {*player.technology}


def taken_out_by(state: engine.State, decision: engine.Decision, goods: Collection[object]) -> str:
    """The action that brings into stock what the clan keeps of some goods; empty for none."""
    player = state.players[decision.seat]
    clan = clan_of(player)
    kept = {good for one in clan.keeps(state.content, player) for good in one.goods}
    if not kept.intersection(goods):
        return ""
    found = [move for move in clan.moves if move.type_name() in clan.free_moves(decision)]
    return _(panel_of(found[0]).label) if found else ""


def kept_apart(state: engine.State, decision: engine.Decision, path: Path, kind: str) -> str:
    """That a step takes no goods which the clan keeps apart, and how they are taken out."""
    goods = panel_to(path).spends(path, kind)
    if action := goods and taken_out_by(state, decision, goods):
        text = _(
            "Goods that your clan keeps apart are not offered here. To use them, first choose: "
            "%(action)s."
        )
        return text % {"action": action}
    return ""


def still_needed(state: engine.State, seat: engine.Seat, number: ContractId) -> list[str]:
    """What a player lacks for a contract: goods in stock and animals on the map."""
    player, asked = state.players[seat], state.content.contract(number)
    needed = _goods_needed(state, seat, asked.goods)
    cows, sheep = asked.beef - player.count("cow"), asked.mutton - player.count("sheep")
    if cows > 0:
        text = ngettext("%(n)s cow on the map", "%(n)s cows on the map", cows)
        needed.append(text % {"n": cows})
    if sheep > 0:
        text = ngettext("%(n)s sheep on the map", "%(n)s sheep on the map", sheep)
        needed.append(text % {"n": sheep})
    return needed


def _goods_needed(state: engine.State, seat: engine.Seat, asked: Sequence[int]) -> list[str]:
    """The goods that are missing; where kilts stand for some, for which is left open."""
    short = dict(zip(GOODS, lacking(state, seat, asked), strict=True))
    in_stock = dict(zip(GOODS, lacking_beside(state, seat, asked, ()), strict=True))
    other = clan_of(state.players[seat]).stand_in(state.players[seat])
    either = [good for good in other.goods if in_stock[good]] if other and other.amount else []
    if len(either) < 2:
        either = []
    needed = [vocabulary.amount(good, n) for good, n in short.items() if n and good not in either]
    if left := sum(short[good] for good in either):
        goods = vocabulary.listed([_(vocabulary.GOODS[good]) for good in either])
        text = _("%(n)s of %(goods)s, beside your kilts")
        needed.append(text % {"n": left, "goods": goods})
    return needed


def why_not(state: engine.State, decision: engine.Decision, panel: AnyPanel) -> Refusal | None:
    """Why no action of a kind is possible: what keeps from the nearest attempt, or from each."""
    own = clan_of(state.players[decision.seat]).own_actions(decision)
    if panel.move.type_name() not in (*decision.ADMITS, *own):
        return None
    refusal = panel.nothing_to_try(state, decision)
    if refusal is None and panel.each_says_why:
        attempts = list(panel.attempts(state, decision))
        refusal = (
            _of_each(state, decision, panel, attempts, attempts) if len(attempts) > 1 else None
        )
    return refusal or nearest_anywhere(state, decision, panel.attempts(state, decision), panel)


def why_alone(
    state: engine.State, decision: engine.Decision, panel: AnyPanel, path: Path, step: Step
) -> list[str]:
    """That there is no choice but one tile, or one to copy, and what keeps from all others."""
    if step.kind == "copy":
        said = _("%(name)s is the only one that you can copy now.")
        tried = list(panel.attempts_at(state, decision, path, "tile", path[1]))
    else:
        said = _("%(name)s is the only one that you can use now.")
        tried = list(panel.attempts(state, decision))
    depth = len(path) - 1
    others = [move for move in tried if next(panel.routes(move))[depth].value != step.value]
    alone = said % {"name": panel.choice_label(state, step.kind, step.value)}
    found = _of_each(state, decision, panel, others, tried)
    return [alone, found.text] if found else [alone]


def _of_each(
    state: engine.State,
    decision: engine.Decision,
    panel: AnyPanel,
    attempts: Sequence[MoveBase],
    tried: Sequence[MoveBase],
) -> Refusal | None:
    """The reasons of all attempts, the nearest first; None where none is refused.

    They are some of those that have been ``tried``.
    """
    refused = [
        (move, refusal)
        for move in attempts
        if (refusal := refusal_of(state, decision, move)) is not None
    ]
    if not refused:
        return None
    refused.sort(key=lambda one: _distance(one[1]))
    found: dict[str, list[MoveBase]] = {}
    for move, refusal in refused:
        common = IN_COMMON.get(refusal.code)
        said = _worded(state, decision, panel, move, refusal)
        why = _(common) % refusal.facts if common else said.text
        named = [] if refusal.code in NAMING_THEIR_PORT else [move]
        found.setdefault(why, []).extend(named)
    # Translators: some ports, and why they cannot be used: "Port tiles 3 and 5: used already."
    text = _("%(ports)s: %(why)s")
    parts = [
        text % {"ports": panel.named_together(moves, tried), "why": why} if moves else why
        for why, moves in found.items()
    ]
    return Refusal(refused[0][1].rule, vocabulary.sentences(parts))


def of_one(
    state: engine.State, decision: engine.Decision, panel: AnyPanel, attempts: Sequence[MoveBase]
) -> Refusal | None:
    """Why one value is closed, which the attempts have in common, whatever is chosen after it."""
    if not panel.each_says_why:
        return nearest(state, decision, attempts)
    refused = [(move, refusal_of(state, decision, move)) for move in attempts]
    said = [_worded(state, decision, panel, move, one) for move, one in refused if one]
    if not said or len(said) < len(attempts):
        return None
    if len({one.text for one in said}) == 1:
        return said[0]
    return _of_each(state, decision, panel, attempts, attempts)


def _worded(
    state: engine.State,
    decision: engine.Decision,
    panel: AnyPanel,
    move: MoveBase,
    refusal: engine.IllegalMove,
) -> Refusal:
    """A refusal of a move in words, also of a copy of what is announced with another one."""
    if panel.within(move) and refusal.code in OF_COPIES:
        return Refusal(refusal.rule, _(OF_COPIES[refusal.code]))
    return describe(state, decision, refusal)


def nearest_anywhere(
    state: engine.State, decision: engine.Decision, moves: Iterable[MoveBase], panel: AnyPanel
) -> Refusal | None:
    """As ``nearest``, for a player who has chosen no space yet: none is named as too far away.

    Nor is one named for what the panel says of all, see ``MovePanel.anywhere``.
    """
    attempt = _nearest_attempt(state, decision, moves)
    best = attempt and attempt[1]
    if best is not None and best.code in TOO_FAR:
        return Refusal(best.rule, _("No space that fits is free within your reach."))
    if best is not None and best.code in panel.anywhere:
        facts = {name: called(str(fact)) for name, fact in best.facts.items()}
        return Refusal(best.rule, _(panel.anywhere[best.code]) % facts)
    if attempt and attempt[1].code == "not_enough_money":
        said = [panel.cheapest(attempt[0]), forbidden(attempt[1])]
        return Refusal(attempt[1].rule, vocabulary.sentences([one for one in said if one]))
    return None if best is None else describe(state, decision, best)


def nearest(
    state: engine.State, decision: engine.Decision, moves: Iterable[MoveBase]
) -> Refusal | None:
    """What keeps a player from the attempt that comes nearest to being possible.

    Of prices that is the lowest one; that a space is of the wrong kind, or a port too far, says
    least.
    """
    best = _nearest(state, decision, moves)
    return None if best is None else describe(state, decision, best)


def _nearest(
    state: engine.State, decision: engine.Decision, moves: Iterable[MoveBase]
) -> engine.IllegalMove | None:
    best = _nearest_attempt(state, decision, moves)
    return best and best[1]


def _nearest_attempt(
    state: engine.State, decision: engine.Decision, moves: Iterable[MoveBase]
) -> tuple[MoveBase, engine.IllegalMove] | None:
    """The attempt that comes nearest to being possible, and what keeps from it."""
    best: tuple[MoveBase, engine.IllegalMove] | None = None
    for move in moves:
        refusal = refusal_of(state, decision, move)
        if refusal is not None and (best is None or _distance(refusal) < _distance(best[1])):
            best = move, refusal
    return best


def _distance(refusal: engine.IllegalMove) -> tuple[int, int]:
    """How far a refusal is from what a player may have had in mind."""
    cost = refusal.facts.get("cost")
    if refusal.code == "not_enough_money" and isinstance(cost, int):
        return 0, cost
    # That one port tile is used up says less than what keeps from all others, near or far.
    if refusal.code in USED_UP:
        return 3, 0
    return (2 if refusal.code in SAYING_LEAST else 1), 0
