"""Overlays of the map: what a space has to do with a question, such as what is in reach."""
