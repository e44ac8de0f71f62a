"""The sentences of refusals of the rules, by code; translatable.

The engine knows codes and facts only. Every code that it can raise has a line here, or with the
clan or expansion whose rule refuses.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import IllegalMove, registry
from games.engine.clans import all_clans
from games.errors import GameNotRunning, SeatResigned

NO_UNIT: Final = _("You have no %(unit)s on %(hex)s.")

OF_ALL: Mapping[str, str | Promise] = {
    "all_steps": _("Port tile 6 moves a price by exactly %(steps)s steps."),
    "announce_with_contract": _(
        "Port tile 1 is announced with the contract it helps to fulfil: fulfil 12 with 1 beef."
    ),
    "announce_with_trade": _("Port tile 6 is announced with a trade: buy 2 wool with 6 down."),
    "bid_too_high": _("A bid is at most %(limit)s victory points."),
    "bid_too_low": _("Bid at least %(least)s victory points, or pass."),
    "border_only": _("This clan's first workers stand on border spaces; %(hex)s is not one."),
    "column_empty": _("No unit is left in the column %(column)s of your board."),
    "copy_which": _("Name the port tile that tile 9 copies: %(tiles)s."),
    "discard_one": _("Discard exactly %(amount)s of: %(goods)s."),
    "fisherman_stays": _("The fisherman on %(hex)s cannot be exchanged."),
    "game_over": _(GameNotRunning.over),
    "gain_exactly": _("Gain exactly %(amount)s of: %(goods)s."),
    "goods_missing": _("You lack goods for contract %(contract)s: %(goods)s."),
    "column_not_granted": _("Only these can be deployed now: %(columns)s."),
    "does_not_fit": _("%(hex)s does not fit the %(unit)s."),
    "no_animal_with_room": _("%(hex)s does not have one animal of yours and room for another."),
    "no_such_source": _("Your clan has no port tiles of its own."),
    "not_beside": _("%(hex)s is not adjacent to %(origin)s."),
    "nothing_to_spare": _("Contract %(contract)s is fulfilled without goods and animals anyway."),
    "river_between": _("A river parts %(origin)s and %(hex)s, which your ships cannot cross."),
    "upgrade_not_granted": _("Only these upgrades can be taken now: %(kinds)s."),
    "kinds_alike": _(
        "New units have to be of other kinds than those they replace; %(kind)s is on both sides."
    ),
    "merchants_on_the_other_side": _(
        "You have merchants on the other side of the market for %(good)s; "
        "you cannot both buy and sell it in one round."
    ),
    "modifier_twice": _("Announce port tile %(tile)s once, and its copy once."),
    "modifies_other_moves": _("Port tile %(tile)s does not change this move."),
    "named_twice": _("Name each contract once."),
    "number_of_merchants": _(
        "For %(goods)s goods you need %(least)s merchants; name a number only if you place more, "
        "at most %(most)s."
    ),
    "neighbourhood_limit": _(
        "At most %(limit)s of one good by the neighbourhood bonus; you have bought %(bought)s."
    ),
    "no_fields": _("Fields are not exchanged."),
    "no_meat_to_spare": _("The contract asks for %(asked)s %(meat)s; no more can be spared."),
    "no_such_unit": NO_UNIT,
    "no_technology": _("Your clan has no technology tiles to flip."),
    "nobody_to_hire": _("All your merchants are hired."),
    "none_named": _("Name the contract that you take."),
    "no_animals_asked": _("Contract %(contract)s asks for no animals."),
    "no_building_bonus": _("There is no building bonus to use."),
    "no_empty_box": _("You have no empty export box. Fulfilling a contract empties its box."),
    "no_merchant_there": _("You have no merchant on that side of the market for %(good)s."),
    "no_such_animal": NO_UNIT,
    "no_such_bonus": _("The contract gives no such bonus, or none that is still to come."),
    "no_such_clan_choice": _("Your clan has no such choice in production."),
    "no_such_neighbour": _("No other player's unit next to the new one makes %(good)s."),
    "no_such_column": _("Your board has no column %(column)s; it has: %(columns)s."),
    "pair_for_others": _(
        "Pair %(pair)s is for a player with other experience; one that fits yours is still there."
    ),
    "no_such_pair": _("There is no pair %(pair)s in this draft."),
    "no_ports": _("There are no port tiles in this game, so none can be used."),
    "no_such_port": _("Port tile %(tile)s is not in this game, which has: %(tiles)s."),
    "nobody_resigned": _("Nobody has resigned from this game."),
    "not_drawn": _("Contract %(contract)s is not among those drawn."),
    "blocked": _("%(hex)s is blocked for the whole game: nothing can be deployed there."),
    "not_empty": _("%(hex)s is taken."),
    "not_enough_buildings": _("Your buildings on the map that make %(good)s: %(buildings)s."),
    "not_enough_goods": _("You have %(have)s %(good)s."),
    "not_enough_grain": _("You have %(grain)s grain for bread and whisky together."),
    "not_enough_merchants": _("Merchants that you have ready: %(have)s."),
    "not_enough_milk": _("You have %(milk)s milk for that."),
    "not_enough_money": _("It costs £%(cost)s and you have £%(money)s."),
    "not_in_a_box": _("Contract %(contract)s is not in your export box."),
    "not_on_the_export_board": _("Contract %(contract)s does not lie on the export board."),
    "not_on_the_line": _("Version %(to_version)s has been taken back itself."),
    "not_on_the_map": _("%(hex)s is not part of this map."),
    "not_on_your_board": _("Your board has %(have)s left in the column %(column)s."),
    "not_to_copy": _("Port tile %(tile)s cannot be copied; tile 9 copies one of: %(tiles)s."),
    "not_your_clan": _("Only the clan %(clan)s has the move %(move)s."),
    "nothing_after": _("Nothing in your turn came after version %(to_version)s."),
    "nothing_to_choose": _("This port tile leaves nothing to choose."),
    "nothing_to_undo": _("There is nothing to take back in this turn."),
    "on_water": _("%(hex)s is a loch, and the unit needs land."),
    "out_of_place": _("%(move)s is not possible now; choose from: %(admitted)s."),
    "out_of_reach": _(
        "%(hex)s is too far away: neither next to a unit of yours nor within the reach of your "
        "ships, which are at level %(shipping)s."
    ),
    "pair_taken": _("Another player has taken pair %(pair)s."),
    "port_out_of_reach": _(
        "The port at %(hex)s is too far away: neither next to a unit of yours nor within the reach "
        "of your ships, which are at level %(shipping)s."
    ),
    "port_used": _("You have used port tile %(tile)s before."),
    "resigned": _(SeatResigned.text),
    "return_column_missing": _(
        "Name the column to which the worker from %(hex)s returns: woodcutter or miner."
    ),
    "return_column_not_asked": _(
        "No returning worker leaves that choice to you; leave out: %(columns)s."
    ),
    "shipping_at_the_end": _("Your shipping cannot rise further."),
    "technology_known": _("You have this technology already: %(column)s."),
    "too_much_beer": _("This contract lets you sell at most %(most)s grain as beer."),
    "too_few_empty_boxes": _(
        "Each contract that you take needs an empty export box. Your empty boxes: %(empty)s."
    ),
    "too_many_contracts": _("Contracts that you may take at a time: at most %(limit)s."),
    "undo_barrier": _(
        "You can go back to version %(undo_to)s and no further: what came before has been seen."
    ),
    "list_goes_on": _(
        "Move %(moves)s of the list ends the turn or turns something up: send it as the last one."
    ),
    "undo_in_turns_only": _("Only moves of your own turn can be taken back."),
    "wrong_details": _("Port tile %(tile)s takes other details: %(takes)s."),
    "wrong_fields": _("The choice %(choice)s goes with other details."),
    "wrong_modifier_fields": _("Announce port tile %(tile)s with its own details: %(fields)s."),
    "wrong_number_of_animals": _(
        "Animals to slaughter for contract %(contract)s: %(animals)s. Name each with its space, as "
        "in 'fulfil 20 slaughter sheep F5'."
    ),
    "wrong_number_of_units": _(
        "Number of units to exchange: %(numbers)s. Name each with its space and what takes its "
        "place, as in 'port 7 exchange cow F5 bakery sheep G3 distillery'."
    ),
    "wrong_terrain": _("%(hex)s has no %(terrain)s, which the unit needs."),
}
"""Refusals of rules that hold for every clan and every game."""

OF_SOME: Sequence[Mapping[str, str]] = (
    *(clan.refusals for clan in all_clans().values()),
    *(expansion.refusals for expansion in registry.current().expansions),
)
"""Refusals of the rules of single clans and expansions."""

SENTENCES: Mapping[str, str | Promise] = {
    **OF_ALL,
    **{code: _(text) for own in OF_SOME for code, text in own.items()},
}


def sentence(refusal: IllegalMove, *, called: Callable[[str], str] = str) -> str:
    """The sentence of ``refusal`` in the active language; ``called`` names its words.

    Facts are the words that programs use, and so they stay for programs.
    """
    facts = {
        name: ", ".join(called(str(one)) for one in value)
        if isinstance(value, list | tuple)
        else called(str(value))
        for name, value in refusal.facts.items()
    }
    return str(SENTENCES[refusal.code]) % facts
