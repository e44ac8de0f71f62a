"""What can be done to tournaments: one verb each, the only code that appends to their logs.

All take keyword arguments and ``now``, and are one transaction each. They lock the tournament
first, and games and users after it.
"""

from tournaments.services.appointing import answer_direction
from tournaments.services.creating import (
    change_tournament,
    create_tournament,
    open_registration,
    rename_tournament,
)
from tournaments.services.drawing import PreviewedDraw, challenge, preview_draw, publish_draw
from tournaments.services.ending import cancel_tournament, finish_tournament, reveal_late
from tournaments.services.entering import (
    add_entrants,
    add_players,
    admit,
    check_in,
    check_in_all,
    hand_over_mail_check,
    register,
    substitute,
    withdraw,
)
from tournaments.services.importing import import_players, import_results
from tournaments.services.reminding import due as reminders_due
from tournaments.services.reminding import remind, tables_due
from tournaments.services.reporting import confirm_reports, confirm_result, report_result
from tournaments.services.requests import Outcome, carry_out, forget_receipts
from tournaments.services.results import game_over, record_result
from tournaments.services.ruling import rule
from tournaments.services.starting import start_waiting
from tournaments.services.sweeping import (
    missed_results,
    note_awaited,
    sealed_tournaments,
    waiting_tournaments,
)

__all__ = [
    "Outcome",
    "PreviewedDraw",
    "add_entrants",
    "add_players",
    "admit",
    "answer_direction",
    "cancel_tournament",
    "carry_out",
    "challenge",
    "change_tournament",
    "check_in",
    "check_in_all",
    "confirm_reports",
    "confirm_result",
    "create_tournament",
    "finish_tournament",
    "forget_receipts",
    "game_over",
    "hand_over_mail_check",
    "import_players",
    "import_results",
    "missed_results",
    "note_awaited",
    "open_registration",
    "preview_draw",
    "publish_draw",
    "record_result",
    "register",
    "remind",
    "reminders_due",
    "rename_tournament",
    "report_result",
    "reveal_late",
    "rule",
    "sealed_tournaments",
    "start_waiting",
    "substitute",
    "tables_due",
    "waiting_tournaments",
    "withdraw",
]
