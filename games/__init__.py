"""The write side: the rules engine, games and seats, and the stream of events."""
