"""The browser of these tests, and how long they wait for it."""

from simulation.chromium import browser, find

__all__ = ["PATIENCE", "browser", "find"]

PATIENCE = 60_000
"""Milliseconds for anything that should appear; on a quiet machine it takes some hundreds.

Only a failure takes that long, so it is what a slow machine needs that runs other tests meanwhile.
"""
