"""Positions that a game can go on from: laid out, checked, copied into a fork."""
