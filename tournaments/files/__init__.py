"""Tournaments as files: the log, standings and results, and what organisers bring with them."""
