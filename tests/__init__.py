"""Tests, in rooms that mirror those of the code."""
