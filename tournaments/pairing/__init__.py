"""Who meets whom: tables for a round, from entrants and what they have played. Pure."""
