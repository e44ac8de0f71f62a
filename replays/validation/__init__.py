"""Validation: whether the rules give what a stored game says; results are stored."""
