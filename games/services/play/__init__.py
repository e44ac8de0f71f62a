"""Games that run: moves, steps of the game, bots, leaving, visiting."""
