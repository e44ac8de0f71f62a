"""The page of a player, and the lists of ratings."""
