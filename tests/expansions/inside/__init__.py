"""Tests that need the example in the engine: ``test_example`` runs them in a process of its own."""
