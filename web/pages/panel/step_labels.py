"""Labels and questions of the steps of the panel."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans import PLAIN, all_clans
from games.engine.moves.modifiers import STEPS, Modifier, split_off
from games.engine.rules.map_ports import MAP
from games.engine.rules.spending import KILTS
from games.engine.terms import GOODS, ContractId
from games.engine.tiles.of_clans import said_by
from games.engine.tiles.ports import COPY_COST, COPYING, PORTS
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from replays.narration.language import ngettext
from web.pages.panel.steps import Step

UNITS: Final[Mapping[str, str]] = {
    "sheep": gettext_noop("Sheep"),
    "cow": gettext_noop("Cow"),
    "field": gettext_noop("Field"),
    "bakery": gettext_noop("Bakery"),
    "distillery": gettext_noop("Distillery"),
    "cheese_dairy": gettext_noop("Cheese dairy"),
    "woodcutter": gettext_noop("Woodcutter"),
    "miner": gettext_noop("Miner"),
    "worker": gettext_noop("Worker"),
}
TECHNOLOGIES: Final[Mapping[str, str]] = {
    "woodcutter": gettext_noop("Woodcutters"),
    "miner": gettext_noop("Miners"),
}
UPGRADES: Final[Mapping[str, str]] = {
    "technology": gettext_noop("Upgrade technology"),
    "shipping": gettext_noop("Upgrade shipping"),
    "hire": gettext_noop("Hire a merchant"),
    "take_back": gettext_noop("Take a merchant back from the market"),
}
PORT_GAINS: Final[Mapping[str, str]] = {
    "technology": gettext_noop("Both technologies for £10"),
    "glory": gettext_noop("4 Glory"),
}
BONUSES: Final[Mapping[str, str]] = {
    "free_space": gettext_noop("Expand on free land"),
    "bonus_upgrade": gettext_noop("An upgrade"),
    "beer": gettext_noop("Brew beer"),
}
QUESTIONS: Final[Mapping[str, str]] = {
    "do": gettext_noop("Choose an action"),
    "unit": gettext_noop("Which unit do you place?"),
    "hex": gettext_noop("Choose a space on the board."),
    "deal": gettext_noop("What do you buy or sell?"),
    "good": gettext_noop("What do you buy?"),
    "modifiers": gettext_noop("With a port tile?"),
    "kilts": gettext_noop("What do kilts stand for?"),
    "port-gain": gettext_noop("What do you take?"),
    "quantity": gettext_noop("How many?"),
    "contract": gettext_noop("Which contract?"),
    "animal": gettext_noop("Which animal do you deliver?"),
    "tile": gettext_noop("Which port tile do you use?"),
    "copy": gettext_noop("Which tile do you copy?"),
    "old": gettext_noop("Which of your units do you exchange?"),
    "new": gettext_noop("What replaces it?"),
    "return": gettext_noop("Which column does the worker return to?"),
    "upgrade": gettext_noop("Which upgrade?"),
    "technology": gettext_noop("Whose technology do you upgrade?"),
    "merchant": gettext_noop("Which merchant do you take back?"),
    "bonus": gettext_noop("Which bonus comes first?"),
    "pair": gettext_noop("Which clan do you play?"),
    "amount": gettext_noop("How many victory points?"),
    "cheese": gettext_noop("How much cheese do you make?"),
    "bread": gettext_noop("How much bread do you make?"),
    "whisky": gettext_noop("How much whisky do you make?"),
    "extra": gettext_noop("Anything else?"),
    "enough": gettext_noop("Another one?"),
}
"""By kind of step."""


def deal(value: str) -> str:
    """Such as ``Buy milk``, of ``buy milk``."""
    side, good = value.split(" ")
    return buy(good) if side == "buy" else sell(good)


def buy(good: str) -> str:
    """Such as ``Buy milk``."""
    return _("Buy %(good)s") % {"good": vocabulary.good_taken(good)}


def sell(good: str) -> str:
    """Such as ``Sell milk``."""
    return _("Sell %(good)s") % {"good": vocabulary.good_taken(good)}


def goods(notation: str) -> str:
    """Such as ``2 bread and 1 kilt``, of a notation of amounts.

    What kilts stand for is left out.
    """
    plain, _word, kilts = notation.partition(f" {KILTS} ")
    parts, named = plain.split(" "), kilts.split(" ") if kilts else []
    left = {g: int(n) - named.count(g) for n, g in zip(parts[::2], parts[1::2], strict=True)}
    amounts = [vocabulary.amount(good, number) for good, number in left.items() if number]
    return vocabulary.listed(
        [*amounts, *([vocabulary.amount("kilt", len(named))] if named else [])]
    )


def in_kilts(named: Sequence[str]) -> str:
    """Such as ``2 kilts as bread and cheese``."""
    return vocabulary.kilts_as(named, vocabulary.amount)


def delivered(value: str) -> str:
    """What kilts stand for in a delivery, then the port tiles that are announced with it."""
    kilts, word, tiles = value.partition(" with ")
    parts = [in_kilts(kilts.split(" ")), *([modifiers(tiles)] if word else [])]
    return vocabulary.clauses(parts)


def piece(value: str) -> str:
    """Such as ``Cow on F5``, of ``cow F5``."""
    unit, hex_ = value.split(" ")
    return _("%(unit)s on %(hex)s") % {"unit": _(UNITS[unit]), "hex": hex_}


def unit(column: str) -> str:
    """A unit by its column, such as ``Cow``."""
    return _(UNITS[column])


ANNOUNCED: Final[Mapping[tuple[str, str], str]] = {
    ("map", "up"): gettext_noop("Port tile 6: the price first goes up by %(steps)s"),
    ("map", "down"): gettext_noop("Port tile 6: the price first goes down by %(steps)s"),
    ("map", "beef"): gettext_noop("Port tile 1: one cow less"),
    ("map", "mutton"): gettext_noop("Port tile 1: one sheep less"),
    ("copy", "up"): gettext_noop(
        "Port tile 9 as tile 6, for £%(fee)s: the price first goes up by %(steps)s"
    ),
    ("copy", "down"): gettext_noop(
        "Port tile 9 as tile 6, for £%(fee)s: the price first goes down by %(steps)s"
    ),
    ("copy", "beef"): gettext_noop("Port tile 9 as tile 1, for £%(fee)s: one cow less"),
    ("copy", "mutton"): gettext_noop("Port tile 9 as tile 1, for £%(fee)s: one sheep less"),
    ("map", "bread"): gettext_noop("Port tile 10: 1 bread less"),
    ("map", "cheese"): gettext_noop("Port tile 10: 1 cheese less"),
    ("map", "whisky"): gettext_noop("Port tile 10: 1 whisky less"),
    ("copy", "bread"): gettext_noop("Port tile 9 as tile 10, for £%(fee)s: 1 bread less"),
    ("copy", "cheese"): gettext_noop("Port tile 9 as tile 10, for £%(fee)s: 1 cheese less"),
    ("copy", "whisky"): gettext_noop("Port tile 9 as tile 10, for £%(fee)s: 1 whisky less"),
}
"""By where a port tile is used from and what it does, how it is announced."""


def modifiers(value: str) -> str:
    """Port tiles that are announced with a move."""
    if value == "plain":
        return _("No port tile")
    parts = []
    for one in split_off(["with", *value.split(" ")])[1]:
        detail = one.get("direction") or one.get("spare") or one["good"]
        of_clan = one["source"] not in (MAP.name, MAP.copying)
        way = "copy" if Modifier(**one).copies() else "map"
        text = _(ANNOUNCED[way, detail]) % {"steps": one.get("steps") or STEPS, "fee": COPY_COST}
        parts.append(_("%(tile)s (your shipyard)") % {"tile": text} if of_clan else text)
    return vocabulary.clauses(parts)


def pair(state: engine.State, number: int) -> str:
    """A clan, or only a starting tile where no clans are played."""
    found = state.draft[number]
    if found.clan:
        return vocabulary.clan(found.clan)
    return _("Starting tile %(tile)s") % {"tile": found.start_tile}


def start_tile(state: engine.State, number: int) -> str:
    """What the starting tile of a pair brings, such as ``£50, 2 wool and 1 merchant more``."""
    found = state.content.start_tile(state.draft[number].start_tile)
    goods = zip(GOODS, found.goods, strict=True)
    parts = [vocabulary.money(found.money)] if found.money else []
    parts += [vocabulary.amount(good, amount) for good, amount in goods if amount]
    if found.merchants:
        # Translators: what a starting tile brings beside those that every player has.
        text = ngettext("%(n)s merchant more", "%(n)s merchants more", found.merchants)
        parts.append(text % {"n": found.merchants})
    return vocabulary.listed(parts)


def contract_asks(state: engine.State, number: ContractId) -> str:
    """What a contract asks for, such as ``4 wool and 1 animal for beef``."""
    asked = state.content.contract(number)
    parts = [
        vocabulary.amount(good, amount)
        for good, amount in zip(GOODS, asked.goods, strict=True)
        if amount
    ]
    if asked.mutton:
        parts.append(ngettext("%(n)s sheep", "%(n)s sheep", asked.mutton) % {"n": asked.mutton})
    if asked.beef:
        parts.append(ngettext("%(n)s cow", "%(n)s cows", asked.beef) % {"n": asked.beef})
    return vocabulary.listed(parts) if parts else _("nothing")


def contract_gives(state: engine.State, number: ContractId) -> str:
    """What a contract gives, such as ``2 cotton, 1 hops and £10``."""
    given = state.content.contract(number)
    parts = [
        vocabulary.amount(good, amount)
        for good, amount in (
            ("cotton", given.cotton),
            ("tobacco", given.tobacco),
            ("sugar_cane", given.sugar_cane),
        )
        if amount
    ]
    if given.hops:
        parts.append(ngettext("%(n)s hops", "%(n)s hops", given.hops) % {"n": given.hops})
    if given.money:
        parts.append(vocabulary.money(given.money))
    if given.free_space:
        parts.append(_("a space with free land"))
    if given.bonus_upgrade:
        upgrades = ngettext("an upgrade", "%(n)s upgrades", given.bonus_upgrade)
        parts.append(upgrades % {"n": given.bonus_upgrade})
    return vocabulary.listed(parts) if parts else _("nothing")


def port(number: int) -> str:
    """A port tile with its text."""
    return _("Port tile %(number)s") % {"number": number}


def port_number(value: str) -> int:
    """The number of a tile that can be chosen, wherever it lies."""
    return int(value.rsplit(" ", maxsplit=1)[-1])


def port_in(value: str) -> str:
    """A port tile that can be chosen: of the map, or of the clan."""
    number = port_number(value)
    return (
        port(number)
        if value == str(number)
        else _("Port tile %(number)s (your shipyard)") % {"number": number}
    )


def port_text(value: str, clan: str) -> str:
    """What a port tile that can be chosen does for a clan.

    That of the clan copies those of the clan.
    """
    number = port_number(value)
    text = own_port_text(number) if copies_own(value) else _(PORTS[number].text)
    own = said_by([all_clans().get(clan, PLAIN)], PORTS[number])
    return vocabulary.sentences([text, *(_(one) for one in own)])


def own_port_text(number: int) -> str:
    """What a port tile of the clan does. (CLAN-MACLEOD-6)"""
    if number == COPYING:
        return _("Pay £3 for the effect of another of your shipyards, used or not.")
    return _(PORTS[number].text)


def copies_own(value: str) -> bool:
    """Whether a tile that can be chosen is the copying one of the clan. (CLAN-MACLEOD-6)"""
    return value != str(COPYING) and port_number(value) == COPYING


def port_rule(value: str) -> str:
    """Where a port tile that can be chosen is laid down."""
    return "CLAN-MACLEOD-6" if copies_own(value) else f"PORT-{port_number(value)}"


SILENT: Final = ("plain", "enough")
"""Values of steps by which nothing is chosen."""


def texts(state: engine.State, step: Step) -> list[str]:
    """What a choice can do, a sentence each: the abilities of a clan."""
    if step.kind != "pair":
        return []
    clan = state.draft[int(step.value)].clan
    return [_(text) for text in all_clans()[clan].text] if clan else []


def rule(state: engine.State, step: Step) -> str:
    """Where a tile that can be chosen is laid down; empty for what is no tile."""
    if step.kind in ("tile", "copy"):
        return port_rule(step.value)
    if step.kind == "pair" and state.draft[int(step.value)].clan:
        return all_clans()[state.draft[int(step.value)].clan].first_rule()
    return ""


def topic(state: engine.State, step: Step) -> str:
    """The topic of a tile that can be chosen; empty for anything else."""
    if step.kind in ("tile", "copy"):
        return f"port-{port_number(step.value)}"
    if step.kind == "pair" and state.draft[int(step.value)].clan:
        return f"clan-{state.draft[int(step.value)].clan}"
    return ""


Labelled = Callable[[engine.State, str], str]


def counted(kind: str, value: str) -> str:
    """What a number is called once it is chosen; empty for what is no number by itself."""
    if kind == "quantity":
        return _("Quantity: %(number)s") % {"number": value}
    if kind == "amount":
        number = int(value)
        text = ngettext("%(number)s victory point", "%(number)s victory points", number)
        return text % {"number": number}
    return ""


LABELS: Final[Mapping[str, Labelled]] = {
    "unit": lambda _state, value: unit(value),
    "hex": lambda _state, value: value,
    "deal": lambda _state, value: deal(value),
    "good": lambda _state, value: buy(value),
    "modifiers": lambda _state, value: modifiers(value),
    "kilts": lambda _state, value: delivered(value),
    "quantity": lambda _state, value: value,
    "contract": lambda _state, value: vocabulary.contracts([int(value)]).capitalize(),
    "animal": lambda _state, value: piece(value),
    "tile": lambda _state, value: port_in(value),
    "copy": lambda _state, value: port(int(value)),
    "discard": lambda _state, value: goods(value),
    "gain": lambda _state, value: goods(value),
    "old": lambda _state, value: piece(value),
    "new": lambda _state, value: _(UNITS[value]),
    "return": lambda _state, value: vocabulary.listed([_(UNITS[one]) for one in value.split(" ")]),
    "upgrade": lambda _state, value: _(UPGRADES[value]),
    "port-gain": lambda _state, value: _(PORT_GAINS[value]),
    "technology": lambda _state, value: _(TECHNOLOGIES[value]),
    "merchant": lambda _state, value: (
        (_("From buying %(good)s") if value.startswith("buy ") else _("From selling %(good)s"))
        % {"good": vocabulary.of_good(value.split(" ")[1])}
    ),
    "bonus": lambda _state, value: _(BONUSES[value]),
    "pair": lambda state, value: pair(state, int(value)),
    "amount": lambda _state, value: value,
    "cheese": lambda _state, value: vocabulary.amount("cheese", int(value)),
    "bread": lambda _state, value: vocabulary.amount("bread", int(value)),
    "whisky": lambda _state, value: vocabulary.amount("whisky", int(value)),
    "enough": lambda _state, value: _("None") if value == "none" else _("No more"),
}
"""By kind of step, what a choice is called."""
