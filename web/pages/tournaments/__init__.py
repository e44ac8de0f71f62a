"""Tournaments: lists, the form of a new one, the pages of one, and what people do there."""
