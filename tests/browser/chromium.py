"""The browser of these tests, and how long they wait for it."""

from simulation.chromium import browser, find

__all__ = ["PATIENCE", "browser", "find"]

PATIENCE = 20_000
"""Milliseconds for anything that should appear; on a quiet machine it takes some hundreds."""
