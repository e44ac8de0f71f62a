"""The rules of Clans of Caledonia as a pure, deterministic engine.

Two doors: ``play`` judges a move and may refuse, ``apply`` changes a state and cannot. Nothing in
here knows of Django, a clock, or chance that does not come from the seed of a game.
"""

from games.engine import options, randomness, registry
from games.engine.assembly import SHIPPED, assemble
from games.engine.clans import all_clans
from games.engine.content import Content, PackError, packs
from games.engine.content.packs import Pack, UnknownPack
from games.engine.decisions import Decision
from games.engine.errors import (
    EngineError,
    IllegalMove,
    InvalidOptions,
    MalformedMove,
    NotYourDecision,
    stopped_by,
)
from games.engine.events import (
    Event,
    Origin,
    Payload,
    Record,
    Secret,
    is_undo,
    line_to,
    read_effects,
    read_payload,
    read_secrets,
)
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
    stop,
    undo,
)
from games.engine.geometry.board import Board
from games.engine.moves import Move, decode_move, move_types, parse
from games.engine.options import Options, option_list
from games.engine.positions.assumed import assume_hidden
from games.engine.positions.forking import FORK, rebased
from games.engine.positions.plausible import BadPosition, check_position
from games.engine.positions.playing_on import check_goes_on
from games.engine.positions.text import BadText, position_text, read_position
from games.engine.replayer import StreamReplayer, apply, go_on, rebuild, returned_to
from games.engine.rules.catalogue import check_names, load_pack
from games.engine.rules.final import lines_of, score_lines, score_now
from games.engine.rules.leaving import ABANDON, EARLY_END, RESIGN, STOP, default_move
from games.engine.rules.supply import decode_options, decode_stored_options
from games.engine.sealing import (
    StoredEvent,
    chain,
    copy,
    digest,
    dump,
    hash_secrets,
    load,
    read_state,
    seal,
    state_format,
)
from games.engine.state import Ending, ScoreSheet, State
from games.engine.terms import Experience, Hex, Seat
from games.engine.views import DecisionView, View, decision_view, own_views, undo_to, view
from games.engine.views.auction import own_bid

__all__ = [
    "ABANDON",
    "EARLY_END",
    "FORK",
    "RESIGN",
    "RULES_VERSION",
    "STOP",
    "BadPosition",
    "BadText",
    "Board",
    "Content",
    "Decision",
    "DecisionView",
    "Ending",
    "EngineError",
    "Event",
    "Experience",
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
    "ScoreSheet",
    "Seat",
    "Secret",
    "State",
    "StoredEvent",
    "StreamReplayer",
    "UnknownPack",
    "View",
    "abandon",
    "advance",
    "all_clans",
    "apply",
    "assume_hidden",
    "chain",
    "check_goes_on",
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
    "fork",
    "go_on",
    "hash_secrets",
    "is_undo",
    "legal_moves",
    "line_to",
    "lines_of",
    "load",
    "load_pack",
    "move_types",
    "new_game",
    "option_list",
    "options",
    "own_bid",
    "own_views",
    "packs",
    "parse",
    "play",
    "position_text",
    "randomness",
    "read_effects",
    "read_payload",
    "read_position",
    "read_secrets",
    "read_state",
    "rebased",
    "rebuild",
    "registry",
    "resign",
    "returned_to",
    "score_lines",
    "score_now",
    "seal",
    "state_format",
    "stop",
    "stopped_by",
    "undo",
    "undo_to",
    "view",
]

assemble(SHIPPED)
