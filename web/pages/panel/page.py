"""What stands around the choices of the panel: whose turn it is, what can be taken back."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games import engine, packs, selectors
from games.engine.state import SeatBid, Secrets
from games.models import Game, Seat
from replays import stepping
from replays.narration import vocabulary
from replays.stepping import PublicEvent
from web.pages.common.errors import sentence
from web.pages.common.games import players_of
from web.pages.panel import builder as panel
from web.pages.panel import max_bid, step_labels
from web.pages.panel.max_bid import MaxBidBox
from web.pages.panel.move_panels import panel_of, routes
from web.pages.panel.structs import Panel


class Trouble(Struct, frozen=True):
    """Why something was not done, and by which rule."""

    text: str
    rule: str = ""


class Undo(Struct, frozen=True):
    """Versions to which the viewer can go back; ``step`` is the one before the last move.

    ``last`` says what that move was, ``all`` what all since the beginning of the turn were.
    """

    turn: int
    step: int
    last: str
    all: str


class PanelPage(Struct):
    """The panel and what stands around it; ``mine`` says that the viewer has to decide.

    ``no_undo`` says why an undo that the rules would allow is refused. ``max_bid`` is for a seat in
    an open auction round. ``ask_end`` says that the viewer wants to be asked before a turn ends,
    ``ends`` that it is to end after the move of the preview.
    """

    version: int
    seat: int | None
    mine: bool
    over: bool
    status: str
    panel: Panel | None
    undo: Undo | None
    trouble: Trouble | None
    no_undo: str = ""
    max_bid: MaxBidBox | None = None
    ask_end: bool = False
    ends: bool = False

    @property
    def asks_to_end(self) -> bool:
        """Whether it is to be confirmed that the turn ends after the move of the preview."""
        preview = None if self.panel is None else self.panel.preview
        return self.ends and preview is not None and preview.may_end

    @property
    def asks_max_bid(self) -> bool:
        """Whether a maximum bid is to be confirmed, and no move."""
        first = self.panel is None or self.panel.first
        return first and self.max_bid is not None and bool(self.max_bid.asks)


def page(
    game: Game,
    state: engine.State,
    seat: Seat | None,
    *,
    bid: int | None = None,
    newest: Sequence[PublicEvent] = (),
    path: Sequence[str] = (),
    why: str = "",
    up_to: str = "",
    trouble: Trouble | None = None,
    ask_end: bool = False,
    ends: bool = False,
) -> PanelPage:
    """The page's part that is about playing, for the owner of a seat or for somebody watching.

    ``state`` is without secrets; ``bid`` is the sealed one of this seat, if it has handed in one.
    ``newest`` are the last events of the game, if they are at hand. ``up_to`` is the maximum bid
    that the viewer is about to set.
    """
    names = players_of(game)
    own = None if seat is None or seat.resigned else engine.Seat(seat.index)
    known = state if own is None else with_bid(state, own, bid)
    shown = None if own is None else panel.build(known, own, path, names, why=why)
    open_seats = [decision.seat for decision in state.open_decisions()]
    undo, no_undo = (None, "") if shown is None else undo_or_why_not(game, state, newest)
    return PanelPage(
        version=game.version,
        seat=own,
        mine=own in open_seats,
        over=state.over,
        status=status_of(state, open_seats, names, own),
        panel=shown,
        undo=undo,
        trouble=trouble,
        no_undo=no_undo,
        max_bid=None if seat is None else max_bid.box(state, seat, up_to),
        ask_end=ask_end,
        ends=ends,
    )


def with_bid(state: engine.State, seat: engine.Seat, bid: int | None) -> engine.State:
    """The state with only the sealed bid of this seat among its secrets."""
    if bid is None:
        return state
    return replace(state, secret=Secrets(bids=[SeatBid(seat, bid)]))


def status_of(
    state: engine.State, waiting: Sequence[int], names: Sequence[str], own: int | None
) -> str:
    """Whose turn it is, in one sentence."""
    if state.over:
        return _("The game is over.")
    if own in waiting:
        return _("It is your turn.")
    if not waiting:
        return _("The game continues in a moment.")
    those = vocabulary.listed([names[seat] for seat in waiting])
    return _("Waiting for %(names)s.") % {"names": those}


def undo_of(game: Game, state: engine.State, newest: Sequence[PublicEvent] = ()) -> Undo | None:
    """Where the viewer can go back to, and what is lost; None when nothing can be taken back."""
    turn = engine.undo_to(state)
    if turn is None:
        return None
    packs.pack(game.content_id)
    events = stepping.events(game, after=turn, upto=state.head, newest=newest)
    by_version = {event.version: event for event in events}
    line, at = [], state.head
    while at > turn:
        line.append(by_version[at])
        at = line[-1].parent
    moves = [move_text(state, event.move) for event in reversed(line) if event.move]
    # What is left of a turn of which something was taken back may be one move.
    step = max(line[0].parent, turn) if len(moves) > 1 else turn
    return Undo(turn, step, moves[-1], vocabulary.clauses(moves))


def undo_or_why_not(
    game: Game, state: engine.State, newest: Sequence[PublicEvent]
) -> tuple[Undo | None, str]:
    """Where the viewer can go back to, or why an undo that the rules would allow is refused."""
    undo = undo_of(game, state, newest)
    limit = None if undo is None else selectors.no_undo(game, state)
    return (undo, "") if limit is None else (None, sentence(limit))


def move_text(state: engine.State, move: engine.Move) -> str:
    """A move as it was chosen, such as ``Expand · Cow · F5``."""
    panel = panel_of(type(move))
    _first, *route = next(routes(move))
    said = [
        panel.chosen(state, step.kind, step.value)
        for step in route
        if step.value not in step_labels.SILENT
    ]
    return " · ".join([_(panel.label), *said])
