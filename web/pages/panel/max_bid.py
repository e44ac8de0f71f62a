"""The maximum bid of a seat in an open auction, as its owner sets and reads it in the panel."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine, max_bids
from games.errors import MaxBidOutOfRange, NotBidding
from games.max_bids import MaxBid
from games.models import Seat
from web.pages.common.errors import sentence
from web.pages.common.labels import points


class MaxBidBox(Struct, frozen=True):
    """What can be set, and what is: ``now`` says it as a sentence, empty without a maximum.

    ``asks`` is what the owner is to confirm before ``value`` is set, ``note`` why that cannot be.
    """

    round: int
    least: int
    most: int
    value: int
    now: str = ""
    asks: str = ""
    note: str = ""


def box(state: engine.State, own: Seat, up_to: str) -> MaxBidBox | None:
    """The box of a seat's owner; None where the seat does not bid in an open round."""
    if own.resigned:
        return None
    seat = engine.Seat(own.index)
    try:
        least, most = max_bids.bounds(state, seat)
    except NotBidding:
        return None
    assert state.auction is not None
    held = max_bids.holds(state, seat, own.max_bid)
    amount = _number(up_to)
    fits = amount is not None and least <= amount <= most
    value = amount if amount is not None and fits else max(held or least, least)
    return MaxBidBox(
        round=len(state.auction.rounds) + 1,
        least=least,
        most=most,
        value=value,
        now="" if held is None else _now(state, seat, held, least),
        asks=_asks(state, seat, least, value) if fits else "",
        note=sentence(MaxBidOutOfRange(least, most)) if up_to and not fits else "",
    )


def wanted_maximum(form: Mapping[str, str]) -> MaxBid | None:
    """The maximum that a form names; None to withdraw it. Raises MalformedMove."""
    if "withdraw" in form:
        return None
    amount, number = _number(form.get("amount", "")), _number(form.get("round", ""))
    if amount is None or not number:
        raise engine.MalformedMove("a maximum bid is a number")
    return MaxBid(amount, number)


def _number(written: str) -> int | None:
    return int(written) if written.isascii() and written.isdecimal() and len(written) < 3 else None


def _now(state: engine.State, seat: engine.Seat, held: int, least: int) -> str:
    """A sentence about what the maximum does now."""
    said = {"points": points(held)}
    if held >= least:
        return _("You bid up to %(points)s, 1 more each time. Only you see this.") % said
    leads = state.auction is not None and state.auction.bids[-1].seat == seat
    if leads:
        return _("You lead with your maximum, %(points)s. Only you see this.") % said
    return _("Others bid more than your maximum, %(points)s: you decide.") % said


def _asks(state: engine.State, seat: engine.Seat, least: int, amount: int) -> str:
    """The question before a maximum is set: what it leads to."""
    said = {"least": points(least), "points": points(amount)}
    if state.decision_of(seat) is None:
        return (
            _("When it is your turn, you bid 1 more than the highest bid, up to %(points)s.") % said
        )
    if least == amount:
        return _("You bid %(points)s now.") % said
    return (
        _("You bid %(least)s now, then 1 more than the highest bid each time, up to %(points)s.")
        % said
    )
