"""What can be done to games: one verb each, the only code that appends to streams.

All take keyword arguments and ``now``, and are one transaction each; those of several transactions
take a ``clock``. Effects outside the database happen after commit. Embedded, a service that uses a
game that waits for the server continues it first.
"""

from games.services.people.accounts import delete_account
from games.services.people.chatting import read_chat, say
from games.services.play.asking import ask_anew
from games.services.play.bidding import set_max_bid
from games.services.play.leaving import (
    agree_to_abandon,
    forfeit,
    resign,
    stop_games,
    withdraw_abandoning,
)
from games.services.play.playing import Played, play_moves, undo
from games.services.play.running import (
    catch_up,
    catch_up_all,
    play_bots,
    play_share,
    run_steps,
)
from games.services.play.standing import set_standing_order
from games.services.play.sweeping import sweep, wake
from games.services.play.visiting import glance_at_game, visit_game, visit_games
from games.services.records.forking import fork_game
from games.services.records.importing import Elsewhere, Sitting, import_game
from games.services.records.receipts import (
    Once,
    RequestOutcome,
    carry_out_once,
    forget_receipts,
)
from games.services.seats.seating import (
    add_bot,
    create_game,
    join_game,
    leave_game,
    remove_bot,
    start_game,
)
from games.services.seats.transfer import decline_offer, offer_seat, take_seat, withdraw_offer
from games.services.tables.arranged import (
    Arranged,
    arrange_game,
    bots_alone,
    call_off,
    check_bots_alone,
    check_challenge,
    disclose,
    reseat,
    set_aside,
    tables_of_bots_left,
    take_tables_of_bots,
)
from games.services.tables.erasing import erase_game
from games.services.tables.experience import say_experience
from games.services.tables.hosting import change_game, close_table, renew_invite
from games.services.tables.rematch import rematch
from games.services.tables.seed_words import open_word, remove_word, seal_word
from games.services.tables.showing import hide_games
from games.services.tables.unseen import erase_unseen

__all__ = [
    "Arranged",
    "Elsewhere",
    "Once",
    "Played",
    "RequestOutcome",
    "Sitting",
    "add_bot",
    "agree_to_abandon",
    "arrange_game",
    "ask_anew",
    "bots_alone",
    "call_off",
    "carry_out_once",
    "catch_up",
    "catch_up_all",
    "change_game",
    "check_bots_alone",
    "check_challenge",
    "close_table",
    "create_game",
    "decline_offer",
    "delete_account",
    "disclose",
    "erase_game",
    "erase_unseen",
    "forfeit",
    "forget_receipts",
    "fork_game",
    "glance_at_game",
    "hide_games",
    "import_game",
    "join_game",
    "leave_game",
    "offer_seat",
    "open_word",
    "play_bots",
    "play_moves",
    "play_share",
    "read_chat",
    "rematch",
    "remove_bot",
    "remove_word",
    "renew_invite",
    "reseat",
    "resign",
    "run_steps",
    "say",
    "say_experience",
    "seal_word",
    "set_aside",
    "set_max_bid",
    "set_standing_order",
    "start_game",
    "stop_games",
    "sweep",
    "tables_of_bots_left",
    "take_seat",
    "take_tables_of_bots",
    "undo",
    "visit_game",
    "visit_games",
    "wake",
    "withdraw_abandoning",
    "withdraw_offer",
]
