"""What the parts of the table are made of, without requests."""

import pytest

from games import engine
from games.engine.clans import CLANS
from games.engine.content.schema import Contract
from games.engine.tiles import PORTS, SCORING
from games.engine.tiles.scoring import BORDER_EACH, MEAT_SINGLE
from games.engine.words import COLUMNS, GOODS, IMPORTS, ContractId
from replays.statistics.lines import LINES as STATISTICS_LINES
from tests.random_play import play_out
from web.presenting import labels, printed, sheet
from web.presenting.board import board
from web.presenting.exports import exports
from web.presenting.imports import imports
from web.presenting.market import market
from web.presenting.order import order
from web.presenting.pieces import contract_card, seats_in_view, signs
from web.presenting.players import boards
from web.presenting.scoring import scoring
from web.presenting.status import status

NAMES = ("anna", "bruce", "chris", "donald")
