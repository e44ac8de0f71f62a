"""Ratings of players, from the places of finished games."""
