"""Explanations of single things, each with a drawn example of the values in play."""
