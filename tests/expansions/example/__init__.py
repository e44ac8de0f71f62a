"""Apiary: an expansion of everything that an expansion can bring.

A hive is set up on an empty space in reach for £3; then one of two tiles just turned up is kept
for its honey. A hive keeps units off its space, brings its owner nearer, makes all units around it
neighbours, and makes honey, which sells for £2 at any time in a turn. The first hive of a player
keeps its space for a unit of that player, who then pays no land and takes the hive back. A tile
with three honey brings one more action on the spot, and after every other hive another action
follows in the turn. Each player has a patron, hidden from the others until the end; then the number
of the patron counts for each hive. Clan Apiarist pays less, may make mead in production, and has a
garden of port tiles that a hive opens; each of them also brings honey.
"""
