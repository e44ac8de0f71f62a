"""The tables of the write side.

The table of events is deliberately not exported: only ``games.store`` knows it.
"""

from games.models import event
from games.models.account_name import AccountName
from games.models.attempts import AttemptCount
from games.models.chat import Message
from games.models.content import ContentPack
from games.models.game import FinishCounter, Game, Seat
from games.models.handover import Handover
from games.models.records import Erasure, Receipt, RequestReceipt
from games.models.second_factor import Passkey, RecoveryCode, SecondFactor
from games.models.session import Session

__all__ = [
    "AccountName",
    "AttemptCount",
    "ContentPack",
    "Erasure",
    "FinishCounter",
    "Game",
    "Handover",
    "Message",
    "Passkey",
    "Receipt",
    "RecoveryCode",
    "RequestReceipt",
    "Seat",
    "SecondFactor",
    "Session",
    "event",
]
