"""Overlays of the map: each answers a question about its spaces, such as which are in reach."""
