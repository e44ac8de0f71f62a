"""Accounts, rules and all that belongs to no game."""
