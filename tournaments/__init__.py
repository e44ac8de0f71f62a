"""Tournaments, results and ratings."""
