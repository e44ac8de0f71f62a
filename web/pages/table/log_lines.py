"""The log in turns: what belongs together, what of it is read, what it lights up. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext_noop
from msgspec import Struct

from games.engine import effects as fx
from games.engine.moves import move_types
from replays.log import LogLine
from replays.narration import EFFECT_PHRASES, vocabulary
from replays.narration.language import gettext as _
from replays.stepping import PublicEvent
from web.pages.common.pieces import Sign
from web.pages.table.log_query import LogQuery
from web.pages.table.parts.news import hexes_of

NAME: Final = "\ue000%s%s\ue001"
"""A name in a sentence, behind its seat, between signs that are taken out of names."""
CONTRACT: Final = "\ue002%s\ue003"
"""The same for the number of a contract."""
MARKED: Final = re.compile("\ue000(.)(.*?)\ue001|\ue002(.*?)\ue003", re.DOTALL)
PLACE: Final = re.compile("(?:^|(?<=[.,] )|(?<=[。、]))(\\d\\.) (?=\ue000)")
"""A place in the result, which stays with the name behind it."""


SIGNS: Final = dict.fromkeys(map(ord, "\ue000\ue001\ue002\ue003"))


def marked_name(sign: Sign) -> str:
    """The name of a player as it stands in a sentence that is cut later.

    An imported game may have players with any name, these signs included.
    """
    return NAME % (sign.seat, sign.name.translate(SIGNS))


ROUND_END: Final = ("production", "processing", "scoring")
"""The kinds of steps of the game itself that bring players something when a round ends."""


class Kind(Struct, frozen=True):
    """A kind of moves by which the log can be filtered: those with one of these effects."""

    name: str
    label: str
    effects: tuple[type[fx.Effect], ...]


KINDS: Final = (
    Kind(
        "board",
        gettext_noop("Board"),
        (fx.Deployed, fx.Withdrawn, fx.WorkerReturned, fx.UnitMoved, fx.PortUsed),
    ),
    Kind("market", gettext_noop("Market"), (fx.MerchantsMoved, fx.PriceMoved)),
    Kind(
        "contracts",
        gettext_noop("Contracts"),
        (fx.ContractDrawn, fx.ContractBoxed, fx.ContractFulfilled),
    ),
    Kind(
        "upgrades",
        gettext_noop("Upgrades"),
        (fx.ShippingSet, fx.TechnologyFlipped, fx.MerchantsHired),
    ),
)


def wanted(turn: Sequence[LogLine], query: LogQuery) -> bool:
    """Whether a turn is among those that are read."""
    if query.who is not None and turn[0].seat != query.who:
        return False
    effects = next((kind.effects for kind in KINDS if kind.name == query.what), ())
    return not query.what or any(
        isinstance(effect, effects) for line in turn for effect in line.event.effects
    )


class SentencePart(Struct, frozen=True):
    """A stretch of a sentence: a player's name with the mark, the number of a contract, or text."""

    text: str
    sign: Sign | None = None
    contract: int = 0


def parts_of(text: str, signs: Sequence[Sign]) -> Iterator[SentencePart]:
    """A sentence cut at the names and numbers that are marked in it."""
    text, end = PLACE.sub("\\1\u00a0", text), 0
    for found in MARKED.finditer(text):
        if text[end : found.start()]:
            yield SentencePart(text[end : found.start()])
        if found[1]:
            yield SentencePart(found[2], sign=signs[int(found[1])])
        else:
            yield SentencePart(found[3], contract=int(found[3]))
        end = found.end()
    if text[end:]:
        yield SentencePart(text[end:])


def plain(text: str) -> str:
    """A sentence without the marks."""
    return MARKED.sub(lambda found: found[2] or found[3], text)


# --- turns ----------------------------------------------------------------------------------------


def holding(lines: Iterable[LogLine]) -> list[LogLine]:
    """The events that hold: not taken back, and no undo."""
    return [line for line in lines if not (line.undone or line.event.is_undo)]


def turns(lines: Iterable[LogLine]) -> list[list[LogLine]]:
    """The events cut into turns: what a player did in a row; each step of the game by itself."""
    found: list[list[LogLine]] = []
    for line in lines:
        last = found[-1][-1] if found else None
        goes_on = last and line.seat is not None and last.seat == line.seat and not _ends(last)
        if goes_on:
            found[-1].append(line)
        else:
            found.append([line])
    return [_without_ends(turn) for turn in found]


def in_turns(lines: Sequence[LogLine]) -> list[LogLine]:
    """The lines of turns, with what was taken back and without: more is never shown.

    Of the first turn, which may have begun before, the end alone is not.
    """
    found: list[LogLine] = []
    for first, *others in filter(None, (turns(lines), turns(holding(lines)))):
        found += [line for line in first if shows(line.event) or not (others and _ends(line))]
        found += [line for turn in others for line in turn]
    return found


def _ends(line: LogLine) -> bool:
    """Whether a turn begins with what comes after it."""
    return any(isinstance(effect, fx.TurnBegan) for effect in line.event.effects)


def _without_ends(turn: list[LogLine]) -> list[LogLine]:
    """The lines of a turn without its end, unless there is no other."""
    shown = [line for line in turn if shows(line.event) or line.event.is_undo or not _ends(line)]
    return shown or turn


def shows(event: PublicEvent) -> bool:
    """Whether an event does anything but lead to what comes next."""
    return any(EFFECT_PHRASES.get(type(effect), True) for effect in event.effects)


def summary(turn: Sequence[LogLine], names: Sequence[str]) -> str:
    """A turn in one line, with what others gain by it.

    Empty where its events are better read one by one.
    """
    held = holding(turn) or turn
    briefs = [phrase for line in held for phrase in line.brief]
    seat = turn[0].seat
    if seat is None or not briefs:
        return ""
    own = _("%(who)s %(what)s.") % {"who": names[seat], "what": vocabulary.listed(briefs)}
    return vocabulary.sentences([own, *(other for line in held for other in line.others)])


# --- what others did ------------------------------------------------------------------------------


def since_last_turn(lines: Sequence[LogLine], seat: int, *, decides: bool) -> list[LogLine]:
    """What the others have done since the last turn of a seat, and a round's end, oldest first.

    While that seat decides, its turn of now does not count. What was taken back, and what changes
    nothing on the table, such as the end of a turn, is left out.
    """
    found: list[LogLine] = []
    for line in reversed(_before_turn(lines, seat, decides=decides)):
        if _decided(line, seat):
            break
        theirs = line.seat not in (seat, None) and line.brief
        if (theirs or (line.seat is None and line.kind in ROUND_END)) and shows(line.event):
            found.append(line)
    return found[::-1]


def has_last_turn(lines: Sequence[LogLine], seat: int, *, decides: bool) -> bool:
    """Whether the last turn of a seat is among the lines, as ``since_last_turn`` has it."""
    return any(_decided(line, seat) for line in _before_turn(lines, seat, decides=decides))


def _before_turn(lines: Sequence[LogLine], seat: int, *, decides: bool) -> list[LogLine]:
    """What holds, without the turn of now while that is the seat's own."""
    held = holding(lines)
    while decides and held and held[-1].seat == seat and not _ends(held[-1]):
        held.pop()
    return held


def _decided(line: LogLine, seat: int) -> bool:
    """Whether a player has done this in person; what is processed belongs to the round's end."""
    own = line.seat == seat and line.origin not in ("standing_order", "game")
    move = move_types().get(line.kind)
    return own and not (move is not None and move.ENDS_ROUND)


# --- what a sentence is about ---------------------------------------------------------------------


def spaces_of(event: PublicEvent) -> str:
    """The spaces of the map that an event changes; those of the set-up would be all."""
    return " ".join(dict.fromkeys(hexes_of(event))) if event.version > 1 else ""


def lights_of(event: PublicEvent) -> str:
    """What an event is about beside the map, by the names that parts of the table have for it."""
    found: dict[str, None] = {}
    for effect in event.effects:
        match effect:
            case fx.ContractBoxed() | fx.ContractFulfilled() | fx.ContractDrawn() | fx.SlotSet():
                if effect.contract:
                    found[f"contract-{effect.contract}"] = None
            case fx.PriceMoved():
                found[f"buy-{effect.good}"] = None
            case fx.PairTaken():
                found[f"pair-{effect.pair}"] = None
    return ",".join(found) if event.version > 1 else ""
