"""The rules of Clans of Caledonia as a pure, deterministic engine.

Two doors: ``play`` judges a move and may refuse, ``apply`` changes a state and cannot. Nothing in
here knows of Django, a clock, or chance that does not come from the seed of a game.
"""

from games.engine import option_list, options, packs, randomness
from games.engine.auction_view import own_bid
from games.engine.board import Board
from games.engine.catalogue import check_names, load_pack
from games.engine.content import Content, PackError
from games.engine.decisions import Decision
from games.engine.defaults import default_move
from games.engine.errors import (
    EngineError,
    IllegalMove,
    InvalidOptions,
    MalformedMove,
    NotYourDecision,
)
from games.engine.events import (
    Event,
    Origin,
    Payload,
    Record,
    Secret,
    apply,
    fold,
    is_undo,
    line_to,
    read_payload,
    rebuild,
)
from games.engine.final import score_now
from games.engine.forking import FORK, rebased
from games.engine.game import (
    RULES_VERSION,
    abandon,
    advance,
    end_early,
    fork,
    legal_moves,
    new_game,
    play,
    resign,
    undo,
)
from games.engine.leaving import ABANDON, EARLY_END, RESIGN
from games.engine.moves import MOVE_TYPES, Move, decode_move, parse
from games.engine.options import Options
from games.engine.packs import Pack, UnknownPack
from games.engine.plausible import BadPosition, check_position
from games.engine.sealing import (
    STATE_FORMAT,
    Row,
    chain,
    copy,
    digest,
    dump,
    hash_secrets,
    load,
    seal,
)
from games.engine.state import Ending, ScoreSheet, State
from games.engine.supply import decode_options, decode_stored_options
from games.engine.views import DecisionView, View, decision_view, undo_to, view
from games.engine.words import Hex, Seat

__all__ = [
    "ABANDON",
    "EARLY_END",
    "FORK",
    "MOVE_TYPES",
    "RESIGN",
    "RULES_VERSION",
    "STATE_FORMAT",
    "BadPosition",
    "Board",
    "Content",
    "Decision",
    "DecisionView",
    "Ending",
    "EngineError",
    "Event",
    "Hex",
    "IllegalMove",
    "InvalidOptions",
    "MalformedMove",
    "Move",
    "NotYourDecision",
    "Options",
    "Origin",
    "Pack",
    "PackError",
    "Payload",
    "Record",
    "Row",
    "ScoreSheet",
    "Seat",
    "Secret",
    "State",
    "UnknownPack",
    "View",
    "abandon",
    "advance",
    "apply",
    "chain",
    "check_names",
    "check_position",
    "copy",
    "decision_view",
    "decode_move",
    "decode_options",
    "decode_stored_options",
    "default_move",
    "digest",
    "dump",
    "end_early",
    "fold",
    "fork",
    "hash_secrets",
    "is_undo",
    "legal_moves",
    "line_to",
    "load",
    "load_pack",
    "new_game",
    "option_list",
    "options",
    "own_bid",
    "packs",
    "parse",
    "play",
    "randomness",
    "read_payload",
    "rebased",
    "rebuild",
    "resign",
    "score_now",
    "seal",
    "undo",
    "undo_to",
    "view",
]
