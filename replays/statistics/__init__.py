"""Numbers about games: the course of one of them, and the results of all."""
