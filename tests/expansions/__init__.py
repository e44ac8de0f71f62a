"""Expansions that are made for the tests, each played in a process of its own."""
