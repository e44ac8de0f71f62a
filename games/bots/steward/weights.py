"""What the steward believes: every number that is an opinion, in victory points if nothing else.

Found by play: tables where two seats held one opinion and two another, mirrored.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games.bots.steward.ranking import Pace
from games.engine.decisions import Gift

# --- money ---------------------------------------------------------------------------------------

MONEY: Final[Sequence[float]] = (0.34, 0.34, 0.30, 0.26, 0.22, 0.17, 0.10)
"""A pound to be spent in round 0 (set-up), 1 to 5, and after the last: the earlier, the more it
can earn; in the end ten are a point."""

MONEY_ALONE: Final[Sequence[float]] = (0.60, 0.60, 0.47, 0.35, 0.25, 0.17, 0.10)
"""The same in the solo game: no opponent takes what one is saving for."""

PLENTY: Final = 45
"""Pounds that can be spent well in a round."""

SPARE: Final = 0.5
"""The part of its worth, beyond the final tenth of a point, that a pound loses above that."""

PASSING: Final = 0.25
"""What an action has to bring to be better than passing: early passes pay more."""

PASSING_ALONE: Final = 0.0
"""The same in the solo game, where every pass pays the same."""

FREE_MOVE: Final = 0.05
"""What a move after the main action has to bring to be worth making."""

# --- goods ---------------------------------------------------------------------------------------

SELLING: Final = 0.9
"""The part of its usual price that a good in stock is worth: selling takes a merchant."""

CROWDING: Final = 0.06
"""The part by which each further good of a kind makes all of them worth less."""

IDLE: Final = 0.35
"""The part of its margin that a building without milk or grain is worth: one can buy some."""

KEPT: Final = 0.9
"""The part that counts of what goods will pay that a clan keeps."""

# --- merchants -----------------------------------------------------------------------------------

READY: Final = 0.12
"""A merchant that is still ready in this round."""

MERCHANTS: Final[Sequence[float]] = (0.0, 0.6, 0.6, 0.55, 0.45, 0.35, 0.28, 0.2)
"""None, the first, the second ... merchant, for each round to come."""

SECOND_GOOD: Final = 0.5
"""The part of a merchant's worth that it has more where it trades two goods."""

# --- contracts -----------------------------------------------------------------------------------

SURE: Final = 0.95
"""The part of its worth that a contract has which can be fulfilled at once."""

DOUBT: Final = 0.9
"""The part that is left for each good that has to be bought."""

DOUBT_OF_ANIMAL: Final = 0.85
"""The part that is left for each animal that has to be deployed."""

DELAY: Final = 1.0
"""What each round costs that a contract has to wait."""

BURDEN: Final = -0.6
"""The least that a contract in a box is worth, however bad."""

EMPTY_BOXES: Final[Sequence[float]] = (0.5, 0.25)
"""The first and the second empty box, for each round in which it can be filled."""

NO_PASTURE: Final = 0.4
"""The part that is left for each animal for which there is no space in reach."""

STILL_THERE: Final = 0.8
"""How sure it is that a contract of the export board is still there in one's next turn."""

DRAWING: Final = 1.0
"""Seeing contracts of the pile and taking what fits: what is hidden cannot be tried."""

FREE_SPACE: Final = 1.2
UPGRADE: Final = 1.2
"""The two direct export bonuses."""

BEER: Final = 0.5
"""The part that counts of what grain will bring as beer that is still to be made or bought."""

LAND: Final = 1.5
"""Pounds of land below an animal that is delivered."""

ROUND_MONEY: Final = 14
"""Pounds that a round brings beside what the units make: above all for passing."""

# --- rankings ------------------------------------------------------------------------------------

EXPORT_LEAD: Final = 1.2
SETTLEMENT_LEAD: Final = 2.0
"""The lead, in contracts and in connected settlements, that is nearly sure to last in the end."""

OPEN_RANKING: Final = 0.25
"""How much longer such a lead has to be for each round that is still to be played."""

EXPORT_PACE: Final = Pace(0.8, 0.5)
SETTLEMENT_PACE: Final = Pace(1.2, 1.2)
"""Contracts and connected settlements of each round to come, in the solo game."""

RACES_FROM: Final = 3
"""The first round in which a comparison counts that an expansion adds."""

RACE_EACH: Final = 0.14
RACE_PASSING: Final = 0.12
RACE_OVER: Final = 0.05
"""How far a comparison is open that an expansion adds: for each round to come, this one included,
as a part of the root of what the best one has; where goods or money are compared, as a part of that
itself; and as a part of the root once all others have passed in the last round. Found by how far
two stewards were from it in the end."""

LAST_MONEY: Final = 53
"""What others are likely to have in the end: half of what they have more than this they spend."""

RACE_LEAP: Final = 0.4
"""The same, as a part of what a single contract may add."""

# --- scoring tiles and the map -------------------------------------------------------------------

LATER_GLORY: Final = 0.85
"""The part of its Glory to count on of a tile that is scored in a later round."""

ADDED_GLORY: Final = 0.6
"""The part of its Glory to count on of an expansion's tile in its own round: it counts what comes
anyway, and money and merchants for more of it are missing for contracts."""

ADDED_LATER: Final = 0.2
"""The same in the rounds before: most of it can still be had in its own round, for pounds that are
worth less then."""

HASTE: Final = 5.0
"""What a contract loses that waits a round though all is there for it, where such a tile counts
what it takes: its box stays full, and what it takes can be made again."""

LAST_HASTE: Final = 10.0
"""The same in the last round, when a contract that still waits brings nothing any more."""

ON_THE_MARKET: Final = 0.7
"""The part of one's merchants that will be on the market when a later tile counts them."""

ROOM: Final = 0.35
"""The room to expand, for each round to come, per square root of the empty spaces in reach."""

SHIPPING: Final = 0.3
"""A shipping level, for each round to come."""

PORTS: Final[Mapping[int, float]] = {
    1: 1.0,
    2: 1.4,
    3: 1.7,
    4: 2.8,
    5: 1.7,
    6: 1.4,
    7: 1.0,
    8: 1.4,
    9: 1.4,
    10: 1.7,
    11: 2.0,
    12: 1.4,
    13: 2.4,
    14: 1.4,
    15: 1.7,
    16: 0.6,
    17: 2.0,
    18: 1.7,
}
"""A port tile in reach that is still to be used; less than it brings, or it never would be."""

SALE: Final = 0.4
"""The part that counts of what new units could sell above its price in some place in reach."""

SALE_BESIDE: Final = 0.5
"""A space beside such a place, in a first look."""

GIFTS: Final[Mapping[Gift, float]] = {
    "free_space": FREE_SPACE,
    "bonus_upgrade": UPGRADE,
    "beer": 0.0,
    "unit_move": 0.2,
    "gain": 4.0,
    "waiver": 9.0,
    "action": 3.0,
}
"""What a decision still gives, each time. Contracts to choose from, and what port tiles let one
deploy or fulfil, are looked at themselves."""

OTHER_PORT: Final = 1.4
"""Any other port tile in reach."""

OWN_PORT: Final = 0.7
"""The part of that which a port tile of the clan's own is worth: another has to be used first."""

ROUNDS_FOR_PORTS: Final = 3
"""With fewer rounds than that to come, this one included, a port tile in reach is worth less."""

# --- a first look at spaces ----------------------------------------------------------------------

SPACES: Final = 5
"""For how many spaces a unit of each kind is tried."""

EXCHANGES: Final = 12
"""How many exchanges of units are tried."""

PRODUCTIONS: Final = 60
"""How many answers in production are tried."""

GIFT: Final = 0.5
"""A unit that the clan gives for free, beside what it will earn."""

GIFT_TO_COME: Final = 0.5
"""The part of both that is counted: its parents may be delivered before it comes."""

NEW_SETTLEMENT: Final = 1.0
NEIGHBOUR: Final = 0.3
"""A space apart from one's units, and each good that can be bought of its neighbours."""

DEAR: Final = 5
"""Land of this cost or more does not improve a site for a tile that all may use."""

# --- the draft -----------------------------------------------------------------------------------

CLANS: Final[Mapping[str, float]] = {
    "buchanan": -6.0,
    "campbell": -4.0,
    "cunningham": -2.0,
    "douglas": -2.0,
    "fergusson": 6.0,
    "fraser": 3.0,
    "gordon": 4.0,
    "macdonald": 1.0,
    "macewan": -2.0,
    "mackenzie": 6.0,
    "macfarlane": 4.0,
    "macgregor": -3.0,
    "mackintosh": 4.0,
    "macleod": 2.0,
    "macpherson": 0.0,
    "robertson": -4.0,
    "sinclair": 10.0,
    "stewart": 10.0,
}
"""What clans scored more or less than the average, when stewards took them for their tiles."""

SHADING: Final = 0.8
"""The part of its worth to bid where the winner pays the own bid without seeing the others."""

GUESSING: Final = 2
"""By how many points at most chance moves a sealed bid up or down."""
