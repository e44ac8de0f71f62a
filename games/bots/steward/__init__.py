"""The steward: a player that looks where each legal move leads and takes the best.

``choosing`` plays every move worth a look on a copy of the state. ``worth`` says what a position
is worth in victory points at the end of the game; ``outlook`` holds what a seat expects of the
rest of the game, ``income`` and ``exports`` value goods, production and contracts, and ``weights``
has every number that is an opinion.
"""

from games.bots.steward.choosing import steward

__all__ = ["steward"]
